"""NoGo: place stones so that every group keeps a free neighbouring square."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import attrs

from gamekit.cgt.ruleset import PartizanRuleset, Player
from gamekit.errors import InputError, blamed
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLinesWithHoles
from .sign_ruleset import SignRuleset
from .signs import Signs, changes, cropped, neighbours

CAUGHT_IN_A_ROW = re.compile(r"(?<![.x])x+(?![.x])|(?<![.o])o+(?![.o])")
"""A group of a single row that touches no free square."""

BORDER_IN_A_ROW = re.compile(r"#+|(?<=x)(?=o)|(?<=o)(?=x)")
"""What lies between two regions of a single row."""


@attrs.frozen
class Nogo(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """Left places black stones and Right white ones. Afterwards, each group must still touch a free square.

    So nothing is ever taken, and it is Go without captures (J. Moore, 2005, as "Anti Atari Go"). Black stones are
    written `x`, white ones `o`. A square `#` is not part of the board.

    >>> list(Nogo(board="..").options(("..",), 0)), list(Nogo(board="x.").options(("x.",), 1))
    ([('x.',), ('.x',)], [])
    """

    signs = "#.xo"
    symmetry = "mirror flip transpose"
    notations = (McgsBoard("nogo", ".XO", "...|..."), StoneLinesWithHoles())
    aim = "Place a stone so that each group of stones, of either colour, still touches a free square."
    example = {"board": "...|..."}
    presets = {
        "3×2 board": {"board": "...|..."},
        "3×3 board": {"board": "...|...|..."},
        "4×2 board": {"board": "....|...."},
    }
    first_preset = "3×3 board"

    def __attrs_post_init__(self) -> None:
        super().__attrs_post_init__()
        with blamed("board"):
            self.parse_position(self.board)

    def moves(self, s: Any) -> Iterator[int]:
        own, other, free = s.board.bits(2 + s.turn), s.board.bits(3 - s.turn), s.board.bits(1)
        for square in s.board.where(1):
            left = free & ~(1 << square)
            if self.are_free(own | 1 << square, left) and self.are_free(other, left):
                yield square

    def play(self, s: Any, square: int) -> None:
        s.board[square] = 2 + s.turn

    def progress(self, s: Any) -> int:
        return -int(s.board.count(1))

    def are_free(self, stones: int, free: int) -> bool:
        """Return whether each group of stones touches a free square; all are sets of squares, as bits."""
        joined, before = self.around(free) & stones, 0
        while joined != before:
            before = joined
            joined |= self.around(joined) & stones
        return joined == stones

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        return Gesture(list(changes(position, option)))

    def parts(self, position: Signs) -> Iterable[Signs]:
        """Yield the regions: a stone has its group and the free squares that this touches in its own region."""
        text, width = "".join(position), len(position[0])
        if len(position) == 1:
            yield from ((part,) for part in BORDER_IN_A_ROW.split(text) if part)
            return
        for region in regions(position):
            yield cropped("".join(sign if i in region else "#" for i, sign in enumerate(text)), width, "#")

    def canonical_position(self, position: Signs) -> Signs:
        """Return the least image; in a single row, stones that stand side by side count as one."""
        if len(position) == 1 and ("xx" in position[0] or "oo" in position[0]):
            position = (re.sub(r"([xo])\1+", r"\1", position[0]),)
        return super().canonical_position(position)

    def parse_position(self, text: str) -> Signs:
        board = super().parse_position(text.lower())
        if not all_groups_are_free(board):
            raise InputError(f"each group of stones must touch a free square; one in {text!r} does not")
        return board


@cache
def numbered_neighbours(rows: int, columns: int) -> list[set[int]]:
    """Return the numbers of the squares that share a side with each square, row by row."""
    return [{r * columns + c for r, c in beside} for beside in neighbours(rows, columns).values()]


def regions(board: Signs) -> Iterator[set[int]]:
    """Yield the squares of each region, by number: squares that share a side, unless stones of both colours are there.

    >>> list(regions(("..xo#.",)))
    [{0, 1, 2}, {3}, {5}]
    """
    text, near = "".join(board), numbered_neighbours(len(board), len(board[0]))
    left = {i for i, sign in enumerate(text) if sign != "#"}
    while left:
        waiting = [left.pop()]
        region = set(waiting)
        while waiting:
            square = waiting.pop()
            joined = {
                i for i in near[square] & left if "." in text[i] + text[square] or text[i] == text[square]
            }
            left -= joined
            region |= joined
            waiting += joined
        yield region


def all_groups_are_free(board: Signs) -> bool:
    """Return whether each group of stones of one colour touches a free square.

    >>> all_groups_are_free(("xx.",)), all_groups_are_free(("xox.",))
    (True, False)
    """
    text = "".join(board)
    if len(board) == 1:
        return CAUGHT_IN_A_ROW.search(text) is None
    return all(any(text[i] == "." for i in region) for region in regions(board))
