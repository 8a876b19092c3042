"""`KeptAnswers`: a solution that is asked for the verdicts and replies of the same states again and again."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.solution.solution import Solution
from gamekit.solution.verdict import Verdict


@attrs.frozen(eq=False, repr=False)
class KeptAnswers(Solution[Any, Any]):
    """A solution whose verdicts and replies are computed once for each state and number of plies left.

    The replies are shared between callers, who must not change them. Verdicts and replies are never freed, so those
    of all states have to fit into memory.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> solution = gamekit.solve(Nim(heaps=(1, 2)))
    >>> kept = KeptAnswers(solution.store, solution.start)
    >>> kept.replies(kept.start) is kept.replies(kept.start)
    True
    """

    _verdicts: dict[Any, Verdict[Any]] = attrs.field(factory=dict, init=False)
    _replies: dict[Any, list[tuple[Any, Any, Verdict[Any]]]] = attrs.field(factory=dict, init=False)

    def verdict_on(self, state: Any, plies_left: int | None = None) -> Verdict[Any]:
        """Return the verdict on a state, as `Solution.verdict_on` does."""
        verdict = self._verdicts.get((state, plies_left))
        if verdict is None:
            verdict = self._verdicts[state, plies_left] = super().verdict_on(state, plies_left)
        return verdict

    def replies(self, state: Any, plies_left: int | None = None) -> list[tuple[Any, Any, Verdict[Any]]]:
        """Return each move with the state it leads to and the verdict there, as `Solution.replies` does."""
        replies = self._replies.get((state, plies_left))
        if replies is None:
            replies = self._replies[state, plies_left] = super().replies(state, plies_left)
        return replies
