"""`OptionsBySize`: options of a ruleset by compiled rules, where many on boards of one size are asked for."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING, Any, Final, Generic

from gamekit.cgt.ruleset import Followers, Player, Position
from gamekit.errors import UnsupportedError
from gamekit.game.compiled import is_compiler_off

if TYPE_CHECKING:
    from gamekit.layout.options_by_code import OptionsByCode

FROM_LISTS: Final = 4_000
"""The number of lists of options on boards of one size, some tenths of a second, from which compiled rules are used."""

FROM_LISTS_WITHOUT_NUMBA: Final = 20 * FROM_LISTS
"""The same number while Numba is not loaded, which takes the time that compiled rules save on so many lists."""


class OptionsBySize(Generic[Position]):
    """The options of positions of a `BoardRuleset` by compiled rules, where many are on boards of the same size."""

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self._lists: Counter[tuple[int, int]] = Counter()
        self._compiled: dict[tuple[int, int], OptionsByCode[Position] | None] = {}

    def options(self, position: Position, player: Player) -> list[Position] | None:
        """Return the different options of a player, as representatives; None if plain rules are to list them."""
        columns, numbers = self.ruleset.numbers_of(position)
        by_code = self._by_code(columns, len(numbers))
        return None if by_code is None else by_code.options(position, numbers, player)

    def followers(self, position: Position, most: int) -> Followers | None:
        columns, numbers = self.ruleset.numbers_of(position)
        by_code = self._by_code(columns, len(numbers))
        return None if by_code is None else by_code.followers(numbers, most)

    def _by_code(self, columns: int, squares: int) -> OptionsByCode[Position] | None:
        """Return the options on boards of a size; None if few were asked for, or there are no compiled rules."""
        size = columns, squares
        if size not in self._compiled:
            game = self.ruleset.on_size(*size)
            self._lists[size] += 1
            most = FROM_LISTS if "numba" in sys.modules else FROM_LISTS_WITHOUT_NUMBA
            if self._lists[size] < most and (self._lists[size] > 1 or game.key not in _batches):
                return None
            self._compiled[size] = _compiled(self.ruleset, game)
        return self._compiled[size]


def _compiled(ruleset: Any, game: Any) -> OptionsByCode[Position] | None:
    """Return the options of positions as a board game of the ruleset lists them; None if it has no compiled rules."""
    if is_compiler_off():
        return None
    from gamekit.engine.codes.batch import batch_of  # which takes Numba
    from gamekit.layout.options_by_code import OptionsByCode

    try:
        batch = _batches[game.key] = _batches.get(game.key) or batch_of(game)
        return OptionsByCode(ruleset, game, batch)
    except UnsupportedError:  # its states take more than 62 bits
        return None


_batches: dict[Any, Any] = {}
"""The compiled rules of board games, as they were loaded, by the key of the game."""
