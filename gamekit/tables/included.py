"""Tables of another instance whose states a game includes, such as those of morris in which no men are placed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import attrs
import numpy as np

from gamekit.errors import GamekitError, RulesError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.fingerprint import is_called, parameters_of
from gamekit.game.protocol import Game
from gamekit.game.registry import GAMES, make
from gamekit.solution.store import Store
from gamekit.tables.path_kinds import kind_of
from gamekit.tables.table_files import Files
from gamekit.tables.tiers.files import read_settings

CODES_TRIED: Final = 64
"""The number of states of a table, and of codes of a class, that are compared in both instances."""


def instance_of(folder: Path, game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the instance of a table, or of a folder of tiers, if the game includes it; else the game.

    Raises:
        InputError: the folder is neither a table nor a folder of tiers.
        TableError: the folder is damaged.
    """
    is_tiers = kind_of(folder) == "tiers"
    saved = read_settings(folder).identity if is_tiers else Files.open(folder).manifest.identity
    if not is_called(game, saved.name) or saved.parameters == parameters_of(game):
        return game
    other = make(GAMES, type(game), saved.parameters, saved.name)
    return other if game.includes(other) else game


def dense_ranges(store: Store) -> Iterator[tuple[int, int, int]]:
    """Yield the ranges of a store's dense codes: the beginning and the end of each, and the place of its first code."""
    first = 0
    for begin, end in store.ranges or ((0, store.places),):
        yield begin, end, first
        first += end - begin


@attrs.frozen(eq=False)
class Included:
    """The states of one instance as states of another instance that includes it; states with the same text match.

    Attributes:
        other: the instance that is included.
        game: the instance that includes it.
    """

    other: Any
    game: Any

    def here(self, state: Any) -> Any:
        """Return the state of `game` that matches a state of `other`."""
        return self.game.parse_state(self.other.format_state(state))

    def there(self, state: Any) -> Any | None:
        """Return the state of `other` that matches a state of `game`; None if there is none."""
        try:
            return self.other.parse_state(self.game.format_state(state))
        except GamekitError:
            return None

    def check(self, store: Store) -> None:
        """Compare some states of a table in both instances.

        Raises:
            RulesError: the instances differ in outcome, player to move or moves.
        """
        for place in np.linspace(
            0, store.places - 1, min(CODES_TRIED, store.places), dtype=np.int64
        ).tolist():
            if int(store.values(slice(place, place + 1))[0]) == store.no_state:
                continue
            state = store.state_at(place)
            if self._says(self.other, state) != self._says(self.game, self.here(state)):
                raise RulesError(
                    f"{type(self.game).__name__}.includes({self.other!r}) is true, but the two have other rules in "
                    f"{Rules(self.other).in_brief(state)}"
                )

    def _says(self, game: Any, state: Any) -> Any:
        rules = Rules(game)
        outcome = rules.outcome(state)
        children = [] if outcome is not None else rules.children_as_given(state)
        return outcome, rules.mover(state), {rules.describe(child) for child in children}

    def ranges(self, store: Store) -> Iterator[tuple[int, int, int]]:
        """Yield the ranges of a table's dense codes, class by class, as ranges of the game's codes.

        The ranking of a layout numbers the states of a class by the same rule whatever classes come before it, so all
        codes of a class are shifted by the same number, which a few codes are enough to find.

        Yields:
            The beginning, the end, and the place of the first code in the table.

        Raises:
            UnsupportedError: codes of a class are shifted by different numbers.
        """
        starts = np.array(self.other.class_starts or (), dtype=np.int64)
        for begin, end, first in dense_ranges(store):
            cuts = starts[(starts > begin) & (starts < end)].tolist()
            for low, high in zip([begin, *cuts], [*cuts, end], strict=True):
                shifts = {*self._shifts(low, high)}
                if len(shifts) > 1:
                    raise UnsupportedError(
                        f"a table of {self.other!r} cannot be used as leaves of {type(self.game).__name__}, which "
                        "numbers these states in another order; omit this table"
                    )
                for shift in shifts:  # none if no code in it is a state's
                    yield low + shift, high + shift, first + low - begin

    def _shifts(self, low: int, high: int) -> Iterator[int]:
        """Yield the numbers by which some codes of a class are shifted."""
        for code in np.linspace(low, high - 1, min(CODES_TRIED, high - low), dtype=np.int64).tolist():
            state = self.other.decode(code)
            if self.other.encode(state) == code:  # otherwise the code stands for no state
                yield int(self.game.encode(self.here(state))) - code
