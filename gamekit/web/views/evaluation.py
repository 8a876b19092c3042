"""`evaluation`: a state as other programs ask for it: its value, each move with its result, and best play."""

from __future__ import annotations

from typing import Any

from gamekit.analysis.play.play import Play
from gamekit.analysis.reasons import headline
from gamekit.solution.plain_data import line_as_dict, state_as_dict
from gamekit.solution.solution import Solution
from gamekit.web.views.position import result_of


def evaluation(solution: Solution[Any, Any], state: Any, *, name: str) -> dict[str, Any]:
    """Return the evaluation of a state, with the fields that `position` in the OpenAPI description has.

    Args:
        solution: the solution.
        state: a state of it.
        name: the name of the game.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> view = evaluation(gamekit.solve(Nim(heaps=(1, 2))), (1, 2, 0), name="nim")
    >>> view["value"], view["line"], [(move["move"], move["value"]) for move in view["moves"]][:2]
    (<Value.WIN: 'win'>, ['take 1 from a heap of 2', 'take 1 from a heap of 1', 'take 1 from a heap of 1'], \
[('take 1 from a heap of 1', 'loss'), ('take 1 from a heap of 2', 'win')])
    """
    play = Play.begin(solution.starting_from(state), people=(), name=name)
    best = [] if play.is_over else [move for move, _, _ in play.best]
    return {
        "game": name,
        **state_as_dict(solution, state),
        "headline": headline(solution, solution[state]),
        "over": play.is_over,
        "moves": [
            {"move": text, "state": solution.describe(reply[1]), **result_of(play, reply, best)}
            for text, reply in play.moves
        ],
        **line_as_dict(solution, solution.line(state)),
        "unsound": solution.unsound,
    }
