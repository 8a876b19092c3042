"""Moves on pairs of squares, as data: a form in which a ruleset may state moves, so that they can be compiled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Final

import attrs

from gamekit.errors import InputError

Pattern = tuple[str, str]
"""The signs on two squares that share a side before a move, and those after it."""

MOST_SIGNS: Final = 4

MOST_SQUARES: Final = 56
"""The most squares of a board that compiled code can search: two integers hold the board."""


def _patterns(patterns: Iterable[Pattern]) -> frozenset[Pattern]:
    return frozenset((before, after) for before, after in patterns)


@attrs.frozen
class PairMoves:
    """Moves that change two squares that share a side, and depend on nothing but the signs on these squares.

    The left or the upper square of the two is named first. A square with the first sign is out of play. Each
    move puts at least one more square out of play, so play ends.

    Attributes:
        signs: up to four signs, first that of a square which is out of play.
        across: the moves on two squares of a row.
        down: the moves on two squares of a column.

    >>> cram = PairMoves("#.", across=[("..", "##")], down=[("..", "##")])
    >>> cram.is_mirrored, cram.is_flipped, cram.is_turned, cram.is_exchanged
    (True, True, True, False)
    """

    signs: str
    across: frozenset[Pattern] = attrs.field(converter=_patterns)
    down: frozenset[Pattern] = attrs.field(converter=_patterns)

    def __attrs_post_init__(self) -> None:
        if not 2 <= len(set(self.signs)) == len(self.signs) <= MOST_SIGNS:
            raise InputError(f"signs must be from two to four different signs; they are {self.signs!r}")
        for before, after in self.across | self.down:
            if not len(before) == len(after) == 2 or set(before + after) - set(self.signs):
                raise InputError(
                    f"a move must change two squares with the signs {self.signs}; one changes {before!r} to {after!r}"
                )
            if self.signs[0] in before or self.signs[0] not in after:
                rule = f"a move must change two squares in play, and put one or both out of play ({self.signs[0]})"
                raise InputError(f"{rule}; one changes {before!r} to {after!r}")

    def __or__(self, other: PairMoves) -> PairMoves:
        """Return the moves of both, as if one player could make them all."""
        if self.signs != other.signs:
            raise InputError(
                f"moves can be joined only if their signs are the same; these are {self.signs!r} and {other.signs!r}"
            )
        return PairMoves(self.signs, self.across | other.across, self.down | other.down)

    def options(self, rows: list[str]) -> Iterator[list[str]]:
        """Yield the boards to which one move leads.

        >>> list(PairMoves("#.", across=[("..", "##")], down=[]).options(["...", "#.."]))
        [['##.', '#..'], ['.##', '#..'], ['...', '###']]
        """
        for row, at in product(range(len(rows)), range(len(rows[0]))):
            for patterns, below, beside in ((self.across, row, at + 1), (self.down, row + 1, at)):
                if below == len(rows) or beside == len(rows[0]):
                    continue
                for before, after in patterns:
                    if rows[row][at] + rows[below][beside] == before:
                        board = [list(signs) for signs in rows]
                        board[row][at], board[below][beside] = after[0], after[1]
                        yield ["".join(signs) for signs in board]

    # --- under which symmetries of a board its positions have the same options up to symmetry ----------------------

    @property
    def is_mirrored(self) -> bool:
        """Whether a position has the same options, up to symmetry, if left and right are exchanged."""
        return self.across == _reversed(self.across)

    @property
    def is_flipped(self) -> bool:
        """Whether a position has the same options, up to symmetry, if above and below are exchanged."""
        return self.down == _reversed(self.down)

    @property
    def is_turned(self) -> bool:
        """Whether a position has the same options, up to symmetry, if rows and columns are exchanged."""
        return self.across == self.down

    @property
    def is_exchanged(self) -> bool:
        """Whether a position has the same options, up to symmetry, if the second and the third sign are exchanged."""
        if len(self.signs) < 3:
            return False
        one, other = self.signs[1], self.signs[2]
        table = str.maketrans(one + other, other + one)
        return all(
            patterns == {(before.translate(table), after.translate(table)) for before, after in patterns}
            for patterns in (self.across, self.down)
        )


def _reversed(patterns: frozenset[Pattern]) -> frozenset[Pattern]:
    return frozenset((before[::-1], after[::-1]) for before, after in patterns)
