"""`OptionsByCode`: the options of a ruleset on a board by its compiled rules, for many positions at a time."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from typing import Any, Final, Generic

import numpy as np

from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Position
from gamekit.errors import UnsupportedError
from gamekit.game.compiled import is_compiler_off

FROM_LISTS: Final = 4_000
"""The number of lists of options on boards of one size, some tenths of a second, from which compiled rules are used."""

FROM_LISTS_WITHOUT_NUMBA: Final = 20 * FROM_LISTS
"""The same number while Numba is not loaded, which takes the time that compiled rules save on so many lists."""

AT_ONCE: Final = 512
"""The most positions that are expanded together: one that is asked for, and followers, which a walk asks for later."""


class OptionsBySize(Generic[Position]):
    """The options of positions of a `BoardRuleset` by compiled rules, where many are on boards of the same size."""

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self._lists: Counter[tuple[int, int]] = Counter()
        self._compiled: dict[tuple[int, int], OptionsByCode[Position] | None] = {}

    def options(self, position: Position, player: Player) -> list[Position] | None:
        """Return the different options of a player, as representatives; None if plain rules are to list them."""
        columns, numbers = self.ruleset.numbers_of(position)
        size = columns, len(numbers)
        if size not in self._compiled:
            self._lists[size] += 1
            if self._lists[size] < (FROM_LISTS if "numba" in sys.modules else FROM_LISTS_WITHOUT_NUMBA):
                return None
            self._compiled[size] = _compiled(self.ruleset, position)
        options = self._compiled[size]
        return None if options is None else options.options(position, numbers, player)


class OptionsByCode(Generic[Position]):
    """The options of positions on boards of one size.

    The code of a position is that of the board game with Left to move, without the turn, which is the lowest bit.
    """

    def __init__(self, ruleset: Any, position: Position) -> None:
        """Compile the rules for boards of the size of a position; raises `UnsupportedError` if codes are too small."""
        from gamekit.engine.codes.batch import batch_of

        self.ruleset = ruleset
        self.game = ruleset.on_board(ruleset.format_position(position))
        self.batch = batch_of(self.game)
        self.players: tuple[Player, ...] = (LEFT,) if ruleset.is_impartial else (LEFT, RIGHT)
        linear: Any = self.game.coding.linear
        self._units, self._bases = (np.array(n[:-1], dtype=np.int64) for n in (linear.units, linear.bases))
        self._codes: dict[Position, int] = {}
        self._positions: dict[int, Position] = {}
        self._numbers: dict[int, bytes] = {}  # of codes whose position was not asked for yet
        self._options: dict[int, tuple[list[int], ...]] = {}
        self._waiting: dict[int, None] = {}  # followers that are not expanded yet

    def options(self, position: Position, numbers: tuple[int, ...], player: Player) -> list[Position]:
        """Return the different options of a player, as representatives."""
        code = self._codes.get(position)
        if code is None:
            code = self._codes[position] = self.game.encode((*numbers, LEFT)) >> 1
        if code not in self._options:
            self._expand(code)
        options = self._options[code][min(player, len(self.players) - 1)]
        return list(dict.fromkeys(map(self._position_of, options)))

    def _position_of(self, code: int) -> Position:
        position = self._positions.get(code)
        if position is None:
            found = self.ruleset.position_of(self.game.rules.columns, self._numbers.pop(code))
            position = self._positions[code] = self.ruleset.canonical_position(found)
            self._codes.setdefault(position, code)
        return position

    def _expand(self, code: int) -> None:
        """List the options of a code, and of followers of others that wait to be listed."""
        self._waiting.pop(code, None)
        codes = [code]
        while self._waiting and len(codes) < AT_ONCE:
            codes.append(self._waiting.popitem()[0])
        states = [code << 1 | player for code in codes for player in self.players]
        expansion = self.batch.expand(np.array(states, dtype=np.int64))
        children = (expansion.children >> 1).tolist()
        ends = np.concatenate(([0], np.cumsum(expansion.counts))).tolist()
        sides = iter([children[begin:end] for begin, end in pairwise(ends)])
        self._options |= {code: tuple(next(sides) for _ in self.players) for code in codes}
        positions, known = self._positions, self._numbers
        new = [child for child in dict.fromkeys(children) if child not in positions and child not in known]
        self._waiting |= dict.fromkeys(child for child in new if child not in self._options)
        digits = (np.array(new, dtype=np.int64)[:, np.newaxis] << 1) // self._units % self._bases
        numbers, size = digits.astype(np.uint8).tobytes(), len(self._units)
        self._numbers |= {child: numbers[i * size : (i + 1) * size] for i, child in enumerate(new)}


def _compiled(ruleset: Any, position: Position) -> OptionsByCode[Position] | None:
    """Return the options on boards of the size of a position; None if there are no compiled rules."""
    if is_compiler_off():
        return None
    try:
        return OptionsByCode(ruleset, position)
    except UnsupportedError:  # its states take more than 62 bits
        return None
