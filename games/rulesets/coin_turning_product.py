"""Products of coin-turning games: turn the coins of a board at crossings of rows and columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .coin_codes import CoinCode, coins, explaining_doubles

Heads = tuple[tuple[int, int], ...]
"""The row and the column of each coin that shows heads, counted from 1, in ascending order."""

MOST_WIDE = 40
"""The largest row or column."""


def read_heads(text: str) -> Heads:
    """Return the places of coins that a string lists.

    Raises:
        InputError: `text` lists no places.

    >>> read_heads("3x4 1x2")
    ((1, 2), (3, 4))
    """
    heads = []
    for place in [] if text.strip() == "0" else text.split():
        sizes = [
            int(size) if size.isascii() and size.isdecimal() and len(size) < 4 else 0
            for size in place.split("x")
        ]
        if len(sizes) != 2 or not all(0 < size <= MOST_WIDE for size in sizes):
            rule = f"the place of a coin is a row and a column from 1 to {MOST_WIDE}, such as 3x4"
            raise InputError(f"{rule}; not {place[:40]!r}")
        heads.append((sizes[0], sizes[1]))
    if not text.split():
        raise InputError("coins are written as rows and columns, such as 3x4; there is none")
    return tuple(sorted(heads))


@attrs.frozen
class CoinTurningProduct(ImpartialRuleset[Heads]):
    """A move chooses rows as one coin-turning game allows, and columns as another, and turns all coins where they meet.

    The coin in the last of these rows and columns must go from heads to tails. By the Tartan theorem (*Winning Ways*,
    chapter 14), the coin is worth the nim product of its row in the one game and its column in the other. If both codes
    are 1-2, it is Turning Corners, which is nim multiplication itself (H. Lenstra, "Nim multiplication", 1978). A coin
    that is turned to heads twice becomes two, as in `coin-turning`.

    >>> list(CoinTurningProduct().options(((2, 2),)))
    [(), ((2, 1),), ((1, 2),), ((1, 1), (1, 2), (2, 1))]
    """

    heads: str = text_parameter(
        "2x2", "the coins that show heads, each as row x column, counted from 1", read_heads
    )
    rows: str = text_parameter("1-2", "the code by which rows are chosen", CoinCode.parse)
    columns: str = text_parameter("1-2", "the code by which columns are chosen", CoinCode.parse)

    example = {"heads": "2x3", "rows": "1-2", "columns": "1-2"}
    presets = {
        "3×2 board": {"heads": "2x3", "rows": "1-2", "columns": "1-2"},
        "4×3 board": {"heads": "2x4 3x2", "rows": "1-2", "columns": "1-2"},
        "3×3 board": {"heads": "3x3", "rows": "1-2", "columns": "1-2"},
    }
    first_preset = "4×3 board"

    @property
    def _turns_corners(self) -> bool:
        """Whether this is Turning Corners, in which two coins, the first and the last, tell a move from all others."""
        return self.rows == self.columns == "1-2"

    @property
    def prompts(self) -> list[str]:  # type: ignore[override]
        if not self._turns_corners:
            return ["Choose the yellow coin that goes to tails."]
        return [
            "Choose the move's lower right, yellow coin.",
            "Now choose the upper left coin; the same coin again turns it alone.",
        ]

    def prompts_in(self, position: Heads) -> list[str]:
        return explaining_doubles(self.prompts, position)

    @property
    def aim(self) -> str:  # type: ignore[override]
        """The moves in words; those of Turning Corners, which have a shape of their own, more plainly."""
        if self._turns_corners:
            return (
                "Turn one coin, two in a line, or the corners of a rectangle; the one at the lower right must show "
                "heads (yellow)."
            )
        rows, columns = (CoinCode.parse(code) for code in (self.rows, self.columns))
        return (
            f"Choose {str(rows).replace('coin', 'row')} and {str(columns).replace('coin', 'column')}, and turn all "
            "coins where they cross; the lowest one at the right must show heads (yellow)."
        )

    def start(self) -> Heads:
        return read_heads(self.heads)

    def options(self, position: Heads) -> Iterator[Heads]:
        for i, (row, column) in enumerate(position):
            others = position[:i] + position[i + 1 :]
            for rows in CoinCode.parse(self.rows).others(row):
                for columns in CoinCode.parse(self.columns).others(column):
                    turned = product((*rows, row), (*columns, column))
                    new = (place for place in turned if place != (row, column))
                    yield tuple(sorted((*others, *new)))

    def parts(self, position: Heads) -> Iterator[Heads]:
        return ((place,) for place in position)

    def format_position(self, position: Heads) -> str:
        return " ".join(map(_written, position)) or "0"

    def position_in_words(self, position: Heads) -> str:
        return f"heads at {listed(map(_written, position))}" if position else "no heads"

    def parse_position(self, text: str) -> Heads:
        return read_heads(text)

    def format_option(self, position: Heads, option: Heads, player: Player) -> str:
        """Return the squares of the coins that are turned, that of the one that goes to tails first: turn b2 and b1."""
        turned = _turned(position, option)
        first, *others = (f"{column_name(column - 1)}{row}" for row, column in turned)
        if _are_corners(turned):
            return f"turn the corners from {others[-1]} to {first}"
        *between, last = first, *others
        return f"turn {', '.join(between)} and {last}" if between else f"turn {last}"

    def other_names(self, position: Heads, option: Heads, player: Player) -> Iterator[str]:
        yield f"turn {', '.join(map(_written, _turned(position, option)))}"

    def gesture(self, position: Heads, option: Heads, player: Player) -> Gesture:
        """Return the place of the coin that goes to tails, and in Turning Corners the first coin that is turned.

        Where several moves have the same gesture, a page asks for their names.
        """
        columns = self._size(position)[1]
        turned = [(row - 1) * columns + column - 1 for row, column in _turned(position, option)]
        is_told_by_two = self._turns_corners and turned[0] > 0  # the first coin of all is turned alone
        steps = [turned[0], turned[-1]] if is_told_by_two else turned[:1]
        return Gesture(steps, end=turned[0], touched=turned)

    def svg(self, position: Heads) -> str:
        """Return the board; heads are yellow, and as many as a coin was turned to heads, tails are grey."""
        from gamekit.drawing.surfaces import SOWN, Squares

        rows, columns = self._size(position)
        squares = enumerate(product(range(1, rows + 1), range(1, columns + 1)))
        drawn = [(square, coins(position.count(place))) for square, place in squares]
        return Squares(rows, columns, from_top=True).drawn(drawn).replace("</svg>", f"{SOWN}</svg>")

    def _size(self, position: Heads) -> tuple[int, int]:
        """Return how many rows and columns of the board are drawn."""
        places = (*read_heads(self.heads), *position, (1, 1))
        return max(row for row, _ in places), max(column for _, column in places)


def _written(place: tuple[int, int]) -> str:
    return f"{place[0]}x{place[1]}"


def _turned(position: Heads, option: Heads) -> list[tuple[int, int]]:
    """Return the places of the coins that a move turns, that of the coin that goes to tails first."""
    before, after = Counter(position), Counter(option)
    return sorted(((before - after) + (after - before)).elements(), reverse=True)


def _are_corners(places: list[tuple[int, int]]) -> bool:
    """Return whether places are the corners of a rectangle."""
    rows, columns = ({*numbers} for numbers in zip(*places, strict=True))
    return len(rows) == len(columns) == 2 and {*product(rows, columns)} == {*places}
