"""`OptionsByCode`: the options of a ruleset on a board by its compiled rules, for many positions at a time."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any, Final, Generic

import numpy as np

from gamekit.cgt.ruleset import LEFT, RIGHT, Followers, Player, Position
from gamekit.layout.numbered_followers import Numbers, numbered_followers
from gamekit.layout.values_in_layers import values_of

AT_ONCE: Final = 512
"""The most positions that are expanded together: one that is asked for, and followers, which a walk asks for later."""


class OptionsByCode(Generic[Position]):
    """The options of positions on boards of one size.

    The code of a position is that of the board game with Left to move, without the turn, which is the lowest bit.
    """

    def __init__(self, ruleset: Any, game: Any, batch: Any) -> None:
        """List the options by a board game of the ruleset, and its compiled rules."""
        self.ruleset = ruleset
        self.game = game
        self.batch = batch
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
            code = self._codes[position] = self._code_of(numbers)
        if code not in self._options:
            self._expand(code)
        options = self._options[code][min(player, len(self.players) - 1)]
        return list(dict.fromkeys(map(self._position_of, options)))

    def followers(self, numbers: tuple[int, ...], most: int) -> Followers | None:
        """Return all followers of a position; None if there are more than `most`, or loops."""
        found = numbered_followers(self.batch, self._code_of(numbers), self.players, most)
        if found is None:
            return None
        return Followers(positions=partial(self._decoded, found.codes), values=partial(values_of, found))

    def _code_of(self, numbers: tuple[int, ...]) -> int:
        return int(self.game.encode((*numbers, LEFT)) >> 1)

    def _decoded(self, codes: Numbers) -> list[Position]:
        """Return the positions of codes, as representatives."""
        columns, size, numbers = self.game.rules.columns, len(self._units), self._numbers_of(codes)
        boards = [numbers[i : i + size] for i in range(0, len(numbers), size)]
        return list(map(self.ruleset.canonical_position, self.ruleset.positions_of(columns, boards)))

    def _numbers_of(self, codes: Numbers) -> bytes:
        """Return the numbers of all squares of all these codes."""
        digits = (codes[:, np.newaxis] << 1) // self._units % self._bases
        return digits.astype(np.uint8).tobytes()

    def _position_of(self, code: int) -> Position:
        position = self._positions.get(code)
        if position is None:
            found = self.ruleset.position_of(self.game.rules.columns, self._numbers.pop(code))
            position = self._positions[code] = self.ruleset.canonical_position(found)
            self._codes.setdefault(position, code)
        return position

    def _expand(self, code: int) -> None:
        """List the options of a code, and of followers of others that wait, if as many were listed before."""
        self._waiting.pop(code, None)
        codes = [code]
        while self._waiting and len(codes) < min(len(self._options), AT_ONCE):
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
        numbers, size = self._numbers_of(np.array(new, dtype=np.int64)), len(self._units)
        self._numbers |= {child: numbers[i * size : (i + 1) * size] for i, child in enumerate(new)}
