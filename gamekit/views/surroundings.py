"""`surroundings`: the arena round a state, as a page draws it, never more of it than was asked for."""

from __future__ import annotations

from typing import Any

from gamekit.errors import LimitError
from gamekit.export import best_successors
from gamekit.neighbourhoods import neighbourhood
from gamekit.solution import Solution
from gamekit.views.positions import View


def surroundings(
    solution: Solution[Any, Any], state: Any = None, *, within: int = 2, most: int = 200
) -> View:
    """Return the states that a state leads to within some plies, or within as many as give no more than `most` states.

    ```
    {
      "within": how many plies were gone,
      "cut": whether that is fewer than were asked for,
      "nodes": [
        {
          "state": as text,
          "mover": the index of the player to move,
          "value", "payoff", "remoteness": as in a `Verdict`,
          "terminal": whether the game is over there,
          "rim": whether moves from there are left out
        }
      ],
      "edges": [[from, to, whether the move is a best one]]
    }
    ```

    The first node is the state. A turn limit of the rules, counted from there, is left out of account.

    Raises:
        InputError, UnknownStateError: as `neighbourhood` does.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> near = surroundings(gamekit.solve(Nim(heaps=(1, 2))), within=1)
    >>> len(near["nodes"]), [edge for edge in near["edges"] if edge[2]]
    (4, [[0, 2, True]])
    """
    part, gone = None, within
    while part is None:
        try:
            part = neighbourhood(solution, state, within=gone, max_states=most)
        except LimitError:
            if gone <= 1:  # one ply is always shown, however many moves there are
                part = neighbourhood(solution, state, within=gone)
            gone -= gone > 1
    arena, nodes, edges = part.arena, [], []
    for i, verdict in enumerate(part):
        children = arena.successors.of(i).tolist()
        nodes.append(
            {
                "state": arena.describe(verdict.state),
                "mover": int(arena.mover[i]),
                "value": verdict.value.value,
                "payoff": verdict.payoff,
                "remoteness": verdict.remoteness,
                "terminal": bool(arena.terminal[i]),
                "rim": not children and not arena.terminal[i],
            }
        )
        best = best_successors(part, i)
        edges += [[i, child, child in best] for child in children]
    return {"within": gone, "cut": gone < within, "nodes": nodes, "edges": edges}
