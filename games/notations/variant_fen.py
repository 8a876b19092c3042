"""FEN of variants of chess: any letter may be a man, and the board need not be square."""

from __future__ import annotations

from string import ascii_uppercase
from typing import Any

from .fen import Fen


class VariantFen(Fen):
    """The men row by row from the top, as in FEN; numbers for free squares may have two digits.

    A FEN does not say how men go; the parameter `men` does.
    """

    about = "a position of few men, any letters, on a board of any size"
    example = "8/8/8/8/8/1K6/3Q4/k7 w - - 0 1"
    men = "KQRBNP" + "".join(sign for sign in ascii_uppercase if sign not in "KQRBNP")
    is_square = False

    def parameters(self, text: str) -> dict[str, Any]:
        rows, columns, material, start = self.position(text)
        return {"material": material, "rows": rows, "columns": columns, "start": start}
