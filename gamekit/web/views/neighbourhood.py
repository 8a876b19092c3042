"""`neighbourhood`: the arena around a state, as a page draws it, within limits on plies and states."""

from __future__ import annotations

from typing import Any, Final

import attrs

from gamekit.analysis.neighbourhood import best_successors
from gamekit.analysis.neighbourhood import neighbourhood as part_around
from gamekit.analysis.reasons import headline
from gamekit.errors import LimitError
from gamekit.game.sentences import with_titles
from gamekit.solution.solution import Solution
from gamekit.web.views.position import small_board

MOST_BOARDS: Final = 60
"""The largest number of nodes that are drawn as boards; with more nodes, boards would be too small to read."""

MOST_ALIKE: Final = 8
"""The usual largest number of states that are alike, as on a square board that may be turned and mirrored."""

Edges = dict[int, str]
"""The nodes to which the moves of a state lead, each with the text of the first move that leads there."""


def neighbourhood(
    solution: Solution[Any, Any], state: Any = None, *, within: int = 2, most: int = 200
) -> dict[str, Any]:
    """Return the states that `state` leads to within `within` plies, or fewer so that there are at most `most` states.

    ```
    {
      "within": the number of plies shown,
      "cut": whether that is less than `within`,
      "nodes": [
        {
          "state": as text,
          "mover": the index of the player to move,
          "value", "payoff", "remoteness": as in a `Verdict`,
          "headline": who wins, and in how many plies,
          "terminal": whether the game is over there,
          "rim": whether moves from there are left out,
          "board": the state as an SVG document; null if there are more than `MOST_BOARDS` nodes, or it is too large
        }
      ],
      "edges": [[from, to, whether the move is a best one, the move; the first of several]]
    }
    ```

    The first node is the state. The first edge to any other node is the one it was reached by: the moves of such edges
    can be played one after another. One node stands for all states that are alike by symmetry, even if the solution
    has several. A turn limit of the rules, counted from the state, is left out of account.

    Raises:
        InputError, UnknownStateError: as `gamekit.analysis.neighbourhood` does.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> near = neighbourhood(gamekit.solve(Nim(heaps=(1, 2))), within=1)
    >>> len(near["nodes"]), [edge for edge in near["edges"] if edge[2]]
    (4, [[0, 2, True, 'take 1 from a heap of 2']])
    """
    origin = solution.start if state is None else state
    alike = _with_symmetry(solution.game)
    most_explored = most if alike is solution.game else MOST_ALIKE * most
    gone = within
    while True:
        try:
            part = part_around(solution, origin, within=gone, max_states=most_explored)
        except LimitError:
            if gone > 1:
                gone -= 1
                continue
            # one ply is always shown, however many moves there are
            part = part_around(solution, origin, within=gone)
        states, moves = _as_reached(part, origin)
        numbers, shown = _merged(alike, states, moves)
        if len(shown) <= most or gone <= 1:
            break
        gone -= 1
    arena, nodes, edges = part.arena, [], []
    verdicts = list(part)
    for number, i in enumerate(shown):
        verdict = verdicts[i]
        nodes.append(
            {
                "state": solution.game.format_state(states[i]),
                "mover": int(arena.mover[i]),
                "value": verdict.value.value,
                "payoff": verdict.payoff,
                "remoteness": verdict.remoteness,
                "headline": with_titles(part.game, headline(part, verdict)),
                "terminal": bool(arena.terminal[i]),
                "rim": not moves[i] and not arena.terminal[i],
                "board": small_board(solution.game, states[i]) if len(shown) <= MOST_BOARDS else None,
            }
        )
        best = best_successors(part, i)
        leads: dict[int, tuple[bool, str]] = {}
        for child, text in moves[i].items():
            leads.setdefault(numbers[child], (child in best, text))
        edges += [[number, child, is_best, text] for child, (is_best, text) in leads.items()]
    return {"within": gone, "cut": gone < within, "nodes": nodes, "edges": edges}


def _with_symmetry(game: Any) -> Any:
    """Return a game with its parameter `symmetry` turned on, so that like states are one, if it has one."""
    has_field = attrs.has(type(game)) and "symmetry" in attrs.fields_dict(type(game))
    return attrs.evolve(game, symmetry=True) if has_field and game.symmetry is False else game


def _merged(alike: Any, states: list[Any], moves: list[Edges]) -> tuple[dict[int, int], list[int]]:
    """Return the number of the node of each state of the arena, one for states that are alike, and the states shown.

    Of states that are alike, the first in the order of the arena, that of a breadth-first search, is shown. A state to
    which only the others lead is like one to which the shown state leads.
    """
    first_of = {alike.canonical_state(states[0]): 0}
    firsts = {0: 0}
    for i, edges in enumerate(moves):
        if firsts.get(i) == i:
            for child in edges:
                firsts[child] = first_of.setdefault(alike.canonical_state(states[child]), child)
    shown = sorted(set(firsts.values()))
    numbers = {first: number for number, first in enumerate(shown)}
    return {i: numbers[first] for i, first in firsts.items()}, shown


def _as_reached(part: Solution[Any, Any], origin: Any) -> tuple[list[Any], list[Edges]]:
    """Return, for each state of the arena, the equivalent state that play from `origin` reaches, and its moves."""
    game, arena = part.game, part.arena
    reached = {0: origin}
    moves: list[Edges] = []
    for i, state in enumerate(arena.states):
        here = reached.setdefault(i, state)  # there already, unless canonical_state is wrong
        edges = Edges()
        for move in game.moves(here) if len(arena.successors.of(i)) else ():
            child = game.apply(here, move)
            number = arena.index_of(child)
            reached.setdefault(number, child)
            edges.setdefault(number, game.format_move(here, move))
        moves.append(edges)
    return [reached[i] for i in range(len(arena))], moves
