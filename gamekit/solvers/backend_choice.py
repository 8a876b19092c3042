"""The choice between plain and compiled rules if `backend` is "auto", from facts that are cheap to compute.

Compiled rules solve a small game up to a hundred times as fast, once Numba and the game's kernels are loaded, which
takes about a second. In that time, quick plain rules solve about 50,000 states, and slow ones far fewer.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Hashable, Sequence
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import check_compiler, is_compiled
from gamekit.game.protocol import supplies

LOADING: Final = 50_000
"""The number of states that quick plain rules solve while Numba and the kernels of a game load."""

LOADING_SECONDS: Final = 1.5
"""The seconds of processor time of the moves of all listed states above which plain rules are too slow for them."""

TIMED: Final = 32
"""The largest number of listed states whose moves are timed."""

TIMED_DIVISOR: Final = 16
"""The number of listed states for each whose moves are timed, so that small games are not expanded twice."""

TRIED_COLD: Final = 10_000
TRIED_WARM: Final = 200
"""The largest number of states explored to see whether a game is small, before kernels are loaded (about 0.1 s of work)
and after (about the 5 ms that the engine takes for the smallest game)."""

MOST_LISTED_CODES: Final = 200_000
"""The number of dense codes above which states are not counted, as plain rules need seconds to go through them."""

MOST_DENSE_CODES: Final = 1 << 23
"""The number of dense codes up to which one kernel solves the game, however few of them are reached."""


def plain_states(
    *,
    is_warm: bool = False,
    dense_codes: int | None = None,
    listed: int | None = None,
    solved_before: int = 0,
    loading: int = LOADING,
) -> int:
    """Return the number of states to explore with plain rules before compiled ones take over; 0 for none.

    The times of many small solves with plain rules add up, so kernels are loaded as soon as loading them earlier would
    have paid: all solves together take at most twice the time of the better choice.

    Args:
        is_warm: whether the kernels are loaded.
        dense_codes: the number of dense codes, which is known only if the kernels are loaded; None if unknown.
        listed: the number of states that the game lists, or `loading` + 1 for any larger number; None for no list.
        solved_before: the number of states of games with the same kernels that plain rules have solved.
        loading: the number of states that plain rules solve while Numba and the kernels load.
    """
    if is_warm:
        return 0 if dense_codes is not None and dense_codes <= MOST_DENSE_CODES else TRIED_WARM
    affordable = max(loading - solved_before, 0)
    if listed is None:
        return min(affordable, TRIED_COLD)
    return max(listed, 1) if listed <= affordable else 0  # exploring reports a game that lists no states


@attrs.define
class History:
    """The states that this process has solved so far, by a key that games with the same kernels have in common.

    Attributes:
        loading: the number of states that plain rules solve while Numba and the kernels of a game load.
        warm: the keys whose kernels are loaded.
        solved: by key, the number of states that were solved with plain rules although the game may have compiled ones.
    """

    loading: int = LOADING
    warm: set[Hashable] = attrs.Factory(set)
    solved: Counter[Hashable] = attrs.Factory(Counter)

    def plain_states(self, game: Any) -> int | None:
        """Return the result of the function `plain_states` for a game; None if the game has plain rules only."""
        if not is_compiled(game):
            return None
        with suppress(UnsupportedError):  # kernels are loaded, but this instance has no compiled rules
            if game.kernels_of in self.warm:
                rules = game.compiled_rules()
                return plain_states(is_warm=True, dense_codes=rules.is_state and rules.size)
            solved = self.solved[game.kernels_of]
            return plain_states(listed=self._listed(game), solved_before=solved, loading=self.loading)
        return None

    def _listed(self, game: Any) -> int | None:
        """Return the number of listed states; None for no list.

        It is `loading` + 1 for more states, for many codes, and for rules that are too slow for the listed ones.
        """
        if supplies(game, "states"):
            with suppress(Exception):  # whatever is wrong with them, exploring says so
                if (game.dense_codes or 0) > MOST_LISTED_CODES:
                    return self.loading + 1
                states = list(islice(game.states(), self.loading + 1))
                return self.loading + 1 if _expanding_seconds(game, states) > LOADING_SECONDS else len(states)
        return None


def _expanding_seconds(game: Any, states: Sequence[Any]) -> float:
    """Return about how many seconds of processor time plain rules take to follow all moves of these states."""
    timed = states[:: max(len(states) // TIMED, TIMED_DIVISOR)]

    def expand(state: Any) -> None:
        if game.outcome(state) is None:
            game.children(state)

    for state in timed[:1]:  # what is made once is not timed
        expand(state)
    began = time.thread_time()
    for state in timed:
        expand(state)
    return (time.thread_time() - began) * len(states) / max(len(timed), 1)


history = History()
"""The history of this process."""


def has_codes(game: Any) -> bool:
    """Return whether a game gives compiled rules, and this instance is small enough for codes; this loads Numba."""
    with suppress(UnsupportedError):
        return is_compiled(game) and game.compiled_rules() is not None
    return False


def check_compiled(game: Any, *, checked: bool = False) -> None:
    """Refuse a game that gives no compiled rules.

    Raises:
        UnsupportedError: the game gives no compiled rules, or the environment turns Numba off.
    """
    check_compiler()
    if not is_compiled(game):
        what = ", which checked needs" if checked else ""
        raise UnsupportedError(f"{type(game).__name__} gives no compiled rules{what}")
