"""`neighbourhood`: the arena around a state, as a page draws it, within limits on plies and states."""

from __future__ import annotations

from typing import Any

from gamekit.analysis.neighbourhood import best_successors
from gamekit.analysis.neighbourhood import neighbourhood as part_around
from gamekit.errors import LimitError
from gamekit.solution.solution import Solution

Edges = dict[int, str]
"""The nodes that the moves of a state lead to, each with the text of the first move there."""


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
          "terminal": whether the game is over there,
          "rim": whether moves from there are left out
        }
      ],
      "edges": [[from, to, whether the move is a best one, the move; the first of several]]
    }
    ```

    The first node is the state. The first edge to any other node is the one it was reached by: the moves of such edges
    can be played one after another. One node stands for all states that are alike by symmetry. A turn limit of the
    rules, counted from the state, is left out of account.

    Raises:
        InputError, UnknownStateError: as `gamekit.analysis.neighbourhood` does.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> near = neighbourhood(gamekit.solve(Nim(heaps=(1, 2))), within=1)
    >>> len(near["nodes"]), [edge for edge in near["edges"] if edge[2]]
    (4, [[0, 2, True, 'take 1 from a heap of 2']])
    """
    origin = solution.start if state is None else state
    part, gone = None, within
    while part is None:
        try:
            part = part_around(solution, origin, within=gone, max_states=most)
        except LimitError:
            if gone <= 1:  # one ply is always shown, however many moves there are
                part = part_around(solution, origin, within=gone)
            gone -= gone > 1
    arena, nodes, edges = part.arena, [], []
    states, moves = _as_reached(part, origin)
    for i, verdict in enumerate(part):
        nodes.append(
            {
                "state": solution.game.format_state(states[i]),
                "mover": int(arena.mover[i]),
                "value": verdict.value.value,
                "payoff": verdict.payoff,
                "remoteness": verdict.remoteness,
                "terminal": bool(arena.terminal[i]),
                "rim": not moves[i] and not arena.terminal[i],
            }
        )
        best = best_successors(part, i)
        edges += [[i, child, child in best, text] for child, text in moves[i].items()]
    return {"within": gone, "cut": gone < within, "nodes": nodes, "edges": edges}


def _as_reached(part: Solution[Any, Any], origin: Any) -> tuple[list[Any], list[Edges]]:
    """Return for each state of the arena the equivalent one that moves from `origin` lead to, and its moves."""
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
