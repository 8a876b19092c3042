"""Grundy values by a compiled search, for rulesets whose moves change pairs of squares."""

from __future__ import annotations

from collections import Counter
from typing import Final

import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.pair_moves import MOST_SQUARES
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.tasks import Task, too_many
from gamekit.cgt.time_limit import TimeLimitError, require_time
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS
from gamekit.errors import LimitError, RulesError, UnsupportedError

COMPILED_FROM_POSITIONS: Final = 20_000
"""The number of positions, about two seconds, after which a search starts again with compiled code if it can."""

COMPARED: Final = 20
"""The number of positions whose options and parts are compared with those of the ruleset."""

STEPS_A_CHECK: Final = 20_000
"""The number of steps, some tenths of a second, between two checks of the time limit."""

FIRST_KEYS: Final = 1 << 16
"""The number of keys for which there is room at first; a third of the room stays free."""

MOST_PARTS: Final = 6
"""The most groups into which one move divides a group, because the pair that it changes has six neighbours."""


def search_grundy_value(
    ruleset: Ruleset[Position],
    position: Position,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
    compiled_from: int = COMPILED_FROM_POSITIONS,
) -> GrundySearch[Position]:
    """Find the Grundy value of a position, compiled after `compiled_from` positions if possible; return the search."""
    can_compile = compiled_from < max_positions and PairSearch.can_search(ruleset, position)
    search = GrundySearch(ruleset, max_positions=compiled_from if can_compile else max_positions)
    try:
        search.value(position)
    except LimitError as limit:
        if not can_compile or isinstance(limit, TimeLimitError):
            raise
        search = PairSearch(ruleset, max_positions=max_positions)
        search.value(position)
    return search


class PairSearch(GrundySearch[Position]):
    """A `GrundySearch` by a compiled kernel, which takes about a twentieth of the time.

    The kernel finds options, parts and representatives by itself. Those of the first positions are compared with the
    ruleset's, and the checker of the proof reads the ruleset alone.

    >>> from gamekit.cgt import load_ruleset
    >>> PairSearch(load_ruleset("cram")).value((5, 0xFFFFF))
    2
    """

    def __init__(self, ruleset: Ruleset[Position], *, max_positions: int = DEFAULT_MAX_POSITIONS) -> None:
        """Make a search that stops with an error after it has met `max_positions` positions.

        Raises:
            UnsupportedError: the ruleset is partizan, or does not state its moves on pairs of squares.
        """
        super().__init__(ruleset, max_positions=max_positions)
        moves = self.rules.pair_moves()
        if moves is None:
            raise UnsupportedError(
                f"this search needs moves on pairs of squares, and {self.rules.name} does not define pair_moves; use "
                "GrundySearch, which needs none"
            )
        from gamekit.cgt.impartial import pair_kernel  # which takes Numba

        self._kernel = pair_kernel
        self.pair_moves = moves
        patterns = [(0, *pair) for pair in moves.across] + [(1, *pair) for pair in moves.down]
        numbers = [(way, *map(moves.signs.index, before + after)) for way, before, after in sorted(patterns)]
        self._moves = np.array(numbers, dtype=np.int64).reshape(-1, 5)
        alike = moves.is_mirrored, moves.is_flipped, moves.is_turned, moves.is_exchanged
        self._alike = np.array(alike, dtype=np.int64)
        self._counts = np.zeros(5, dtype=np.int64)
        self._frames = np.zeros((2 * MOST_SQUARES, 6), dtype=np.int64)  # a position has two frames at most
        # a move takes a square, so there are as many lists of options at most
        most = MOST_SQUARES * MOST_SQUARES * len(self._moves)
        self._listed = np.zeros((most, 3), dtype=np.int64)
        self._parts = np.zeros((MOST_PARTS * most, 2), dtype=np.int64)
        self._compared: set[Position] = set()
        self._keys, self._facts, self._ranks = _table(FIRST_KEYS)

    @staticmethod
    def can_search(ruleset: Ruleset[Position], position: Position) -> bool:
        """Return whether a ruleset states its moves on pairs of squares, and no part of a position has too many."""
        rules = CheckedRuleset(ruleset)
        if rules.pair_moves() is None:
            return False
        return all(
            len("".join(_rows(rules, part))) <= MOST_SQUARES
            for part in rules.indivisible_parts(rules.canonical(position))
        )

    def table(self, position: Position) -> dict[Position, int]:
        slots = np.flatnonzero(self._ranks)
        slots = slots[np.argsort(self._ranks[slots])]
        keys, values = self._keys[slots].tolist(), (-1 - self._facts[slots]).tolist()
        table = {}
        for key, value in zip(keys, values, strict=True):
            require_time()
            table[self._position(*key)] = value
        return {**table, self.rules.canonical(position): self.value(position)}

    def _is_lost(self, position: Position, heap: int) -> Task[bool]:
        key = self._key(position)
        fact = self._kernel.fact_of(self._keys, self._facts, *key)
        if fact >= 0 and not fact >> heap & 1:
            self._compare(position)
            self._search(key, heap)
            fact = self._kernel.fact_of(self._keys, self._facts, *key)
        if fact < 0:
            self.values[position] = -1 - fact
        return bool(fact == -1 - heap)
        yield

    def _size(self, position: Position) -> int:
        key, other = self._key(position)
        return (key & (1 << MOST_SQUARES) - 1 | other).bit_count()

    def _search(self, key: tuple[int, int], heap: int) -> None:
        """Find out whether a key is worth a heap, and store the fact."""
        self._counts[self._kernel.FRAMES :] = 0  # a search that stopped at a limit has left its stack
        self._kernel.push(self._counts, self._frames, *key, heap)
        state = None
        while state != self._kernel.DONE:
            require_time()
            if state == self._kernel.IS_FULL:
                if self._counts[self._kernel.KEYS] >= self.max_positions:
                    raise too_many(self.max_positions, self.rules.name)
                self._make_room()
            most = min(self.max_positions, len(self._keys) * 2 // 3)
            state = self._kernel.search(
                self._moves, self._alike, self._keys, self._facts, self._ranks, self._counts,
                self._frames, self._listed, self._parts, most, STEPS_A_CHECK,
            )  # fmt: skip
            self.positions = int(self._counts[self._kernel.KEYS])

    def _make_room(self) -> None:
        """Make room for twice as many keys, and keep those that are known."""
        arrays = _table(2 * len(self._keys))
        self._kernel.copy_table(self._keys, self._facts, self._ranks, *arrays)
        self._keys, self._facts, self._ranks = arrays

    def _key(self, position: Position) -> tuple[int, int]:
        a, b = self._kernel.key_of(self._alike, *self._board(position))
        return int(a), int(b)

    def _board(self, position: Position) -> tuple[int, int, int]:
        """Return the two integers of a board and its number of columns; refuse unknown signs and too large boards."""
        rows, signs = _rows(self.rules, position), self.pair_moves.signs
        text = "".join(rows)
        if set(text) - set(signs) or len(set(map(len, rows))) != 1:
            raise RulesError(
                f"with {self.rules.name}.pair_moves, positions must be rows of the signs {signs}, joined by |; one is "
                f"{self.rules.describe(position)}"
            )
        if len(text) > MOST_SQUARES:
            raise UnsupportedError(
                f"boards of at most {MOST_SQUARES} squares can be searched by compiled rules; this one has {len(text)}"
            )
        numbers = [signs.index(sign) for sign in text]
        a, b = (sum((number >> bit & 1) << i for i, number in enumerate(numbers)) for bit in (0, 1))
        return a, b, len(rows[0])

    def _position(self, a: int, b: int) -> Position:
        width, a = a >> MOST_SQUARES, a & (1 << MOST_SQUARES) - 1
        height = -(-(a | b).bit_length() // width)
        numbers = [(a >> i & 1) | (b >> i & 1) << 1 for i in range(width * height)]
        signs = "".join([self.pair_moves.signs[number] for number in numbers])
        text = "|".join([signs[i : i + width] for i in range(0, len(signs), width)])
        return self.rules.read(text)

    def _compare(self, position: Position) -> None:
        """Raise an error if options or parts of a position, or of some followers, are not those of the ruleset."""
        rules, waiting = self.rules, [position]
        while waiting and (waiting[0] == position or len(self._compared) < COMPARED):
            at = waiting.pop(0)
            if at in self._compared:
                continue
            self._compared.add(at)
            options = rules.options(at, LEFT)
            results = {rules.read("|".join(rows)) for rows in self.pair_moves.options(_rows(rules, at))}
            if results != set(options):
                raise RulesError(
                    f"{rules.name}.pair_moves must give the same options as the ruleset; it gives other options for "
                    f"{rules.describe(at)}"
                )
            for divided in (at, *options):
                parts = rules.indivisible_parts(divided)
                if Counter(self._parts_of(divided)) != Counter(parts):
                    raise RulesError(
                        f"with {rules.name}.pair_moves, the parts of a position must be its groups of joined squares; "
                        f"{rules.describe(divided)} has other parts"
                    )
                waiting += parts

    def _parts_of(self, position: Position) -> list[Position]:
        self._counts[self._kernel.PARTS] = 0
        self._kernel.divide(self._moves, self._alike, self._counts, self._parts, *self._board(position))
        return [self._position(*key) for key in self._parts[: self._counts[self._kernel.PARTS]].tolist()]


def _rows(rules: CheckedRuleset[Position], position: Position) -> list[str]:
    return rules.text(position).split("|")


def _table(size: int) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return empty arrays for `size` keys, their facts and their ranks, which `pair_kernel` describes."""
    return np.zeros((size, 2), dtype=np.int64), np.zeros(size, dtype=np.int64), np.zeros(size, dtype=np.int64)
