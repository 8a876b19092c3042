"""`puzzles`: states of a solved game in which a single move is best, for a page that sets them as puzzles."""

from __future__ import annotations

from typing import Any, Final

from gamekit.analysis.compose.compose import compose
from gamekit.analysis.compose.exercise import Exercise
from gamekit.game.sentences import counted
from gamekit.solution.solution import Solution
from gamekit.web.views.position import small_board

MOST_PUZZLES: Final = 30
"""The largest number of puzzles."""

EXAMINED: Final = 200
"""The largest number of states that are examined."""

SHORTEST: Final = 3
"""The number of plies until the win from which on a puzzle is none at a glance."""


def puzzles(solution: Solution[Any, Any]) -> dict[str, Any]:
    """Return states that the player to move can win, and by one move alone in time, the easiest first.

    ```
    {
      "puzzles": [
        {
          "state": the state, as text,
          "solver": the index of the player to move,
          "task": the task in words, such as "White to move wins in 7 plies",
          "difficulty": the difficulty in bits,
          "choice": what there is to choose from in words, such as "24 moves, of which 5 tempt",
          "board": an SVG document, or null if it would be too large
        }
      ]
    }
    ```

    >>> import gamekit
    >>> from games.nim import Nim
    >>> [puzzle["task"] for puzzle in puzzles(gamekit.solve(Nim(heaps=(1, 2))))["puzzles"]]
    ['First to move wins in 3 plies']
    """
    plies = range(SHORTEST, max(solution.longest, SHORTEST) + 1)
    exercises = compose(solution, plies=plies, only="first", count=EXAMINED, sample=EXAMINED).exercises
    step = max(1, (len(exercises) - 1) / (MOST_PUZZLES - 1))
    spread = [exercises[round(i * step)] for i in range(min(MOST_PUZZLES, len(exercises)))]
    return {
        "puzzles": [
            {
                "state": one.text,
                "solver": one.game.to_move(one.state),
                "task": one.task,
                "difficulty": one.difficulty,
                "choice": _choice(one),
                "board": small_board(one.game, one.state),
            }
            for one in spread
        ]
    }


def _choice(exercise: Exercise) -> str:
    moves, tempting = len(exercise.solution.replies(exercise.state)), exercise.tempting
    if moves == 1:
        return "there is no other move"
    return f"{counted(moves, 'move')}, of which {tempting or 'none'} tempt{'s' * (tempting < 2)}"
