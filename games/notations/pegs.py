"""Boards of peg solitaire in lines."""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any, ClassVar

from gamekit.game.notation import misfit

from .sign_lines import SignLines


class PegLines(SignLines):
    """A row of holes on each line: o, ●, P or 1 for a peg, `.`, ○ or 0 for an empty hole, blanks, `#` or 2 around.

    With ○ for an empty hole, `.` is around, too; with o for a peg, x is an empty hole. X may be a peg, and O an empty
    hole then, if nothing is o. If one hole is empty, the game begins and ends with it.
    """

    about = "the holes, row by row"
    example = " oo.o\noooooo\noooooo\noooooo\noooooo\n oooo"
    signs: ClassVar[Mapping[str, str]] = {".": ".○0", "o": "o●1O*Pp"}
    outside = "#2"
    sizes = ("side", "corner")

    def lines(self, text: str) -> list[tuple[int, str]]:
        return super().lines(_with_usual_signs(text.replace(".", " ") if "○" in text else text))

    def translated(self, text: str) -> list[str]:
        return super().translated(_with_usual_signs(text))

    def parameters(self, text: str) -> dict[str, Any]:
        rows = self.checked(text)
        side, corner = len(rows), (len(rows) - len(rows[0])) // 2
        empty = [
            f"{ascii_lowercase[column + (side - len(row)) // 2]}{side - number}"
            for number, row in enumerate(rows)
            for column, sign in enumerate(row)
            if sign == "."
        ]
        return {"side": side, "corner": corner, **({"empty": empty[0]} if len(empty) == 1 else {})}

    def checked(self, text: str) -> list[str]:
        rows = self.translated(text)
        corner = max((len(rows) - len(rows[0])) // 2, 0)
        for number, row in enumerate(rows):
            wanted = len(rows) - 2 * corner if min(number, len(rows) - 1 - number) < corner else len(rows)
            if len(row) != wanted:
                shape = f"{len(rows)} rows and {len(rows[0])} holes in the first"
                what = f"row {number + 1} has {len(row)} holes; with {shape}, it has {wanted}"
                raise misfit(text, self.at(text, number), what)
        return rows

    def house(self, board: str) -> str:
        return board.replace("/", "")

    def write(self, game: Any, state: Any) -> str:
        signs = iter(game.format_state(state))
        squares = [next(signs) if square in game.holes else " " for square in range(game.side**2)]
        rows = ("".join(squares[i : i + game.side]) for i in range(0, game.side**2, game.side))
        return "\n".join(map(str.rstrip, rows))


def _with_usual_signs(text: str) -> str:
    """Return a text without x for an empty hole beside o for pegs, and without O for one beside X for pegs."""
    if "o" in text:
        return text.replace("x", ".")
    return text.replace("O", ".").replace("X", "o") if "X" in text else text
