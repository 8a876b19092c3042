"""`explanation`: an explanation as a page shows it: a summary, and the main line with refutations of other moves."""

from __future__ import annotations

from typing import Any, Final

from gamekit.analysis.explanation import Step, departure, explain
from gamekit.analysis.reasons import outlook_in_words
from gamekit.game.sentences import with_titles
from gamekit.solution.solution import Solution
from gamekit.web.views.position import small_board

MOST_BOARDS: Final = 24
"""The largest number of steps of a line that are drawn."""


def explanation(solution: Solution[Any, Any], state: Any = None) -> dict[str, Any]:
    """Return the explanation that `explain` finds for the value of `state`.

    ```
    {
      "summary": the summary, in a sentence or two,
      "steps": [
        {
          "state": the state, as text,
          "player": the name of the player to move,
          "move": the move that is played; null at the end,
          "value", "remoteness": the value of the state for that player, and its remoteness,
          "outlook": the result of the move in words; null at the end,
          "departures": [the result of each other move, in words],
          "board": the state as an SVG document; null after `MOST_BOARDS` steps, or if it is too large
        }
      ],
      "cycle_start": the index of the step to which the line comes back; null if it ends
    }
    ```

    Raises:
        UnknownStateError, UnsupportedError: as `explain` does.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> why = explanation(gamekit.solve(Nim(heaps=(1, 2))))
    >>> [step["move"] for step in why["steps"]]
    ['take 1 from a heap of 2', 'take 1 from a heap of 1', 'take 1 from a heap of 1', None]
    """
    account = explain(solution, state)
    steps = [_step(step, is_drawn=i < MOST_BOARDS) for i, step in enumerate(account.steps)]
    return {
        "summary": with_titles(solution.game, account.summary),
        "steps": steps,
        "cycle_start": account.cycle_start,
    }


def _step(step: Step, *, is_drawn: bool) -> dict[str, Any]:
    played, *others = step.replies or (None,)
    return {
        "state": step.state,
        "player": step.verdict.player,
        "move": played.move if played else None,
        "value": step.verdict.value.value,
        "remoteness": step.verdict.remoteness,
        "outlook": outlook_in_words(step.game, step.verdict.player, played.verdict) if played else None,
        "departures": [with_titles(step.game, departure(step, reply)) for reply in others if reply],
        "board": small_board(step.game, step.verdict.state) if is_drawn else None,
    }
