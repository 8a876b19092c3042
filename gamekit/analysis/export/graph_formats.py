"""Solutions for other programs: DOT, GraphML, JSON and parity games in PGSolver's format.

In every format, states are identified by their index in `solution.as_played().arena.states`, which holds the states of
both players, and two moves that lead to the same state are one edge.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import Any

import attrs

from gamekit.analysis.neighbourhood import best_successors, leads_out
from gamekit.drawing.svg import FILLS, LETTERS
from gamekit.errors import UnsupportedError
from gamekit.game.fingerprint import name_of
from gamekit.game.parameters import unstructure
from gamekit.game.values import turn_limit
from gamekit.solution.solution import Solution, Status
from gamekit.solution.verdict import is_of_the_state

AnySolution = Solution[Any, Any]

_SHAPE = ("ellipse", "box")  # of the first player and the second


def to_dot(solution: AnySolution) -> str:
    """Return the arena as a drawing for Graphviz (https://graphviz.org/doc/info/lang.html).

    A node shows the state, a letter for its value to the player to move (W, L, T, D, ? for win, loss, tie, draw and
    unsolved), which its colour repeats, and the remoteness. The first player's states are ellipses, the second's are
    boxes; states at the rim of a `neighbourhood` that lead on are dashed. An arrow from nowhere points to the state
    that play starts from; the edges of best moves are bold.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(to_dot(gamekit.solve(Nim(heaps=(1,)))))
    digraph {
      label="Nim(heaps=(1,), misere=False): WIN in 1 for first\\nellipse: first to move, box: second to move";
      node [style=filled, fontcolor="#000000"];
      start [shape=point, label=""];
      start -> 0 [penwidth=3];
      0 [label="1, first to move\\nW 1", shape=ellipse, fillcolor="#009e73"];
      1 [label="0, second to move\\nL 0", shape=box, fillcolor="#d55e00"];
      0 -> 1 [style=bold];
    }
    <BLANKLINE>
    """
    solution = solution.as_played()
    arena = solution.arena
    lines = [
        "digraph {",
        f"  label={_quoted(_caption(solution))};",
        '  node [style=filled, fontcolor="#000000"];',
        '  start [shape=point, label=""];',
        f"  start -> {arena.root} [penwidth=3];",
    ]
    for i, verdict in enumerate(solution):
        result = LETTERS[verdict.value] + ("" if verdict.remoteness is None else f" {verdict.remoteness}")
        label = _quoted(f"{arena.describe(verdict.state)}\n{result}")
        look = f'shape={_SHAPE[arena.mover[i]]}, fillcolor="{FILLS[verdict.value]}"'
        if leads_out(solution, i):
            look += ', style="filled,dashed"'
        lines.append(f"  {i} [label={label}, {look}];")
    for i in range(len(solution)):
        best = best_successors(solution, i)
        edges = ((j, " [style=bold]" if j in best else "") for j in arena.successors.of(i).tolist())
        lines += [f"  {i} -> {j}{look};" for j, look in edges]
    return "\n".join([*lines, "}\n"])


def to_graphml(solution: AnySolution) -> str:
    """Return the arena as GraphML (http://graphml.graphdrawing.org/), which most programs for graphs read.

    Nodes have the attributes `state` (text), `mover` (the name of the player to move), `terminal`, `value`, and, if
    they exist, `payoff` (to the first player) and `remoteness`. The graph has `root`, `game` and `solver`.

    >>> import gamekit, networkx
    >>> from games.nim import Nim
    >>> graph = networkx.parse_graphml(to_graphml(gamekit.solve(Nim(heaps=(1,)))), node_type=int)
    >>> graph.nodes[0]["value"], graph.nodes[0]["remoteness"]
    ('win', 1)
    """
    import networkx as nx

    graph = solution.to_networkx()
    graph.graph.update(game=_in_xml(repr(solution.game)), solver=_in_xml(solution.solver))
    for attributes in graph.nodes.values():
        for name in ("state", "mover"):
            attributes[name] = _in_xml(attributes[name])
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def to_json(solution: AnySolution) -> str:
    """Return the solution as one JSON object, a line for each state.

    ```
    {
      "game": the name the game is registered under, or that of its class,
      "parameters": {name: value}, such that `load_game(game, parameters)` is the game again,
      "solver": the solver with its options,
      "root": the index of the state that play starts from,
      "players": [names],
      "infinite_play": what endless play pays the first player,
      "max_plies": the turn limit of the rules, or null,
      "states": [
        {
          "index": its place in this list,
          "state": as text,
          "player": the name of the one to move,
          "value": "win", "loss", "tie", "draw" (to that player) or "unsolved",
          "payoff": to the first player; null if unsolved,
          "remoteness": plies to the end; null if there is none or it is not known,
          "winner": a name or null,
          "successors": [indices]
        }
      ]
    }
    ```

    >>> import gamekit
    >>> from games.nim import Nim
    >>> json.loads(to_json(gamekit.solve(Nim(heaps=(1,)))))["parameters"]
    {'heaps': [1], 'misere': False}
    """
    solution = solution.as_played()
    arena, game = solution.arena, solution.game
    name, parameters = name_of(game), json.dumps(unstructure(game))
    head = {
        "game": type(game).__name__ if ":" in name else name,
        # JSON has no infinities: they are written as text
        "parameters": json.loads(parameters, parse_constant=lambda constant: repr(float(constant))),
        "solver": solution.solver,
        "root": arena.root,
        "players": list(game.players),
        "infinite_play": int(game.infinite_play),
        "max_plies": None if game.max_plies is None else int(game.max_plies),
    }
    lines = [f"  {json.dumps(name)}: {json.dumps(value, allow_nan=False)}," for name, value in head.items()]
    states = []
    for i, verdict in enumerate(solution):
        fields = {
            **attrs.asdict(verdict, recurse=False, filter=is_of_the_state),
            "state": arena.describe(verdict.state),
        }
        entry = {"index": i, **fields, "successors": arena.successors.of(i).tolist()}
        states.append(f"    {json.dumps(entry, allow_nan=False)}")
    return "\n".join(["{", *lines, '  "states": [', ",\n".join(states), "  ]", "}\n"])


def to_pgsolver(solution: AnySolution, at_least: int = 1) -> str:
    """Return the arena as a parity game, for PGSolver, Oink and other solvers to check.

    A parity game knows two winners and no payoffs, so it asks one question: can the first player force a payoff of
    `at_least`? Player 0 is the first player and wins just the vertices where the answer is yes. With 1, the default,
    that is a win; with 0, at least a tie or a draw. The answers for a payoff and for that payoff plus one together show
    whether it is the payoff of a state.

    Vertices are the states. A terminal state gets a loop, and priority 0 if its payoff is at least `at_least`, else 1.
    The priority of all other states depends on the payoff of endless play in the same way. So every play meets only one
    priority infinitely often, and its winner is the same whether the greatest or the least priority decides.

    Reference: O. Friedmann and M. Lange, "The PGSolver collection of parity game solvers", 2009, section 3.5.

    Args:
        solution: a solution of any game.
        at_least: the payoff that the first player must get.

    Raises:
        UnsupportedError: the answer depends on the rules' turn limit, and parity games have none; or the solution is a
            `neighbourhood`, in which nothing can be checked.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(to_pgsolver(gamekit.solve(Nim(heaps=(1,)))))
    parity 1;
    0 1 0 1 "1, first to move";
    1 0 1 1 "0, second to move";
    <BLANKLINE>
    """
    solution = solution.as_played()
    arena = solution.arena
    if any(leads_out(solution, i) for i in range(len(solution))):
        raise UnsupportedError(
            "a parity game needs the whole arena, and this is a neighbourhood; export the whole solution"
        )
    _check_turn_limit(solution, at_least)
    endless = 0 if solution.game.infinite_play >= at_least else 1
    lines = [f"parity {len(arena) - 1};"]
    for i, state in enumerate(arena.states):
        ends = bool(arena.terminal[i])
        priority = (0 if arena.payoff[i] >= at_least else 1) if ends else endless
        ways = [i] if ends else arena.successors.of(i).tolist()
        name = _in_ascii(arena.describe(state))
        lines.append(f'{i} {priority} {arena.mover[i]} {",".join(map(str, ways))} "{name}";')
    return "\n".join([*lines, ""])


FORMATS: Mapping[str, Callable[[AnySolution], str]] = {
    "dot": to_dot,
    "graphml": to_graphml,
    "json": to_json,
    "pgsolver": to_pgsolver,
}
"""The functions that write a solution, by the name of the format."""


def _caption(solution: AnySolution) -> str:
    title, players = f"{solution.game!r}: {solution.root}", solution.game.players
    if len(players) == 1:
        return title
    legend = ", ".join(f"{shape}: {player} to move" for shape, player in zip(_SHAPE, players, strict=True))
    return f"{title}\n{legend}"


def _check_turn_limit(solution: AnySolution, at_least: int) -> None:
    limit = turn_limit(solution.game)
    if limit is None:
        return
    late = (solution.status == Status.ENDED) & (solution.remoteness > limit)
    matters = (solution.payoff >= at_least) != (solution.game.infinite_play >= at_least)
    decided = int((late & matters).sum())
    if decided or solution.unsolved:
        verb, number = ("decides", decided) if decided else ("may decide", solution.unsolved)
        raise UnsupportedError(
            f"parity games cannot have a turn limit, and the limit of these rules, {limit} plies, "
            f"{verb} the value of {number:,} of {len(solution):,} states"
        )


def _quoted(text: str) -> str:
    """Return a string in the syntax of DOT, in which Graphviz also replaces backslashed letters and XML entities."""
    escapes: dict[str, str | int | None] = {"\\": r"\\", '"': r"\"", "\n": r"\n", "\r": "", "&": "&amp;"}
    return f'"{_in_xml(text).translate(str.maketrans(escapes))}"'


_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _in_xml(text: str) -> str:
    """Return a string in which characters that XML cannot hold are escaped."""
    return _NOT_XML.sub(lambda match: f"\\x{ord(match.group()):02x}", text)


def _in_ascii(text: str) -> str:
    """Return a string as the name of a vertex: in ASCII, without double quotation marks and line breaks."""
    return " ".join(_in_xml(text).replace('"', "'").split()).encode("ascii", "backslashreplace").decode()
