"""The choice between plain and compiled rules where `backend` is "auto", from what is cheap to know.

Compiled rules solve a small game up to a hundred times as fast, once Numba and the game's kernels are loaded, which
takes about a second. In that time plain rules solve some 50,000 states.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import is_compiled
from gamekit.game.protocol import supplies

LOADING: Final = 50_000
"""How many states plain rules solve while Numba and the kernels of a game load."""

TRIED_COLD: Final = 10_000
TRIED_WARM: Final = 1_000
"""How many states are explored at most, before and after loading, to see whether a game is small: about 0.1 s, and the
10 ms that a few rounds of the engine take."""

MOST_DENSE_CODES: Final = 1 << 23
"""Up to so many dense codes, one kernel solves the game, however few of them are reached."""


@attrs.frozen(kw_only=True)
class Known:
    """What is known of a game before any of it is explored.

    Attributes:
        is_warm: whether this process has loaded the kernels of this game.
        dense_codes: the number of codes, where all of them are looked at without exploring; only known if warm.
        listed: the number of states, where the game lists them; `LOADING` + 1 stands for any larger number.
        solved_before: how many states of games with these kernels the process has solved by plain rules.
    """

    is_warm: bool = False
    dense_codes: int | None = None
    listed: int | None = None
    solved_before: int = 0


def plain_states(known: Known) -> int:
    """Return how many states to explore by plain rules before compiled ones take over: 0 for compiled rules at once.

    What many small solves take by plain rules adds up, so that kernels are loaded when that would have paid: never
    later than after twice the time of the better choice.
    """
    if known.is_warm:
        is_one_kernel = known.dense_codes is not None and known.dense_codes <= MOST_DENSE_CODES
        return 0 if is_one_kernel else TRIED_WARM
    affordable = max(LOADING - known.solved_before, 0)
    if known.listed is None:
        return min(affordable, TRIED_COLD)
    return (
        max(known.listed, 1) if known.listed <= affordable else 0
    )  # exploring reports a game that lists no states


class History:
    """What this process has solved so far, by what shares its kernels."""

    def __init__(self) -> None:
        self._warm: set[Hashable] = set()
        self._solved: Counter[Hashable] = Counter()

    def is_warm(self, game: Any) -> bool:
        """Return whether the kernels of a game are loaded."""
        return game.kernels_of in self._warm

    def known(self, game: Any) -> Known:
        """Return what there is to know of a game with compiled rules.

        Raises:
            UnsupportedError: the kernels are loaded, but this instance has no compiled rules.
        """
        if self.is_warm(game):
            rules = game.compiled_rules()
            return Known(is_warm=True, dense_codes=None if rules.is_state is None else rules.size)
        return Known(listed=_listed(game), solved_before=self._solved[game.kernels_of])

    def note_plain(self, game: Any, states: int) -> None:
        """Note that a game was solved by plain rules where compiled ones might have been."""
        self._solved[game.kernels_of] += states

    def note_compiled(self, game: Any) -> None:
        """Note that the kernels of a game are loaded."""
        self._warm.add(game.kernels_of)


HISTORY: Final = History()


def _listed(game: Any) -> int | None:
    """Count the states that a game lists, up to one more than `LOADING`."""
    if supplies(game, "states"):
        with suppress(Exception):  # whatever is wrong with them, exploring says so
            return sum(1 for _ in islice(game.states(), LOADING + 1))
    return None


def plain_states_to_try(game: Any) -> int | None:
    """Return `plain_states` of a game, or None if plain rules are all that it has, as far as is known."""
    with suppress(UnsupportedError):
        return plain_states(HISTORY.known(game)) if is_compiled(game) else None
    return None


def has_codes(game: Any) -> bool:
    """Return whether a game gives compiled rules, and this instance is small enough for codes; loads Numba."""
    with suppress(UnsupportedError):
        return is_compiled(game) and game.compiled_rules() is not None
    return False
