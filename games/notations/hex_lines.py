"""Boards of hex in lines, as programs print them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from gamekit.game.notation import misfit

from .sign_lines import SignLines, bare

MOVER = re.compile(r"(?im)^[^\S\n]*(?:(black|red|x)|white|blue|o) to move[^\S\n]*$")


class HexLines(SignLines):
    """A row on each line, perhaps further to the right than the one above, with names of columns and rows around.

    R, X, ● or 1 is a stone of Red, who moves first and joins top and bottom, and so is B beside W or alone. B beside R
    is one of Blue, and so are W, O, ○ and 2. The number of stones says who is to move; a line may say it, too.
    """

    about = "the board, row by row, with X, R or B for who moved first, and O, B or W for the other"
    example = "R . B\n. R .\n. . ."
    signs: ClassVar[Mapping[str, str]] = {".": ".·_-0", "R": "RrXx●1", "B": "BbOoWw○2"}

    def reads(self, text: str) -> bool:
        return super().reads(MOVER.sub("", text))

    def parameters(self, text: str) -> dict[str, int]:
        return {"size": len(self.board(text))}

    def board(self, text: str) -> list[str]:
        """Return the rows in the signs of the game."""
        squares = bare(MOVER.sub(lambda line: " " * len(line[0]), text))
        if not re.search("[Rr]", squares):
            squares = squares.translate(str.maketrans("Bb", "Rr"))
        rows = self.checked(squares)
        if len(rows) != len(rows[0]):
            what = f"a board has as many rows as columns; this has {len(rows)} rows of {len(rows[0])} cells"
            raise misfit(text, self.at(squares, 0), what)
        return rows

    def state(self, game: Any, text: str) -> Any:
        cells = "".join(self.board(text))
        red, blue = cells.count("R"), cells.count("B")
        if red - blue not in (0, 1):
            what = "who moves first has as many stones as the other, or one more"
            raise misfit(text, 0, f"{what}; here, that is {red}, and the other has {blue}")
        mover = "red" if red == blue else "blue"
        if (named := MOVER.search(text)) and bool(named[1]) != (mover == "red"):
            what = f"with {red} stones of who moves first, and {blue} of the other, {mover} is to move"
            raise misfit(text, named.start(), f"{what}; this is {named[0].strip()!r}")
        return game.parse_state(f"{cells}, {mover} to move")

    def write(self, game: Any, state: Any) -> str:
        cells = "".join(".RB"[cell] for cell in state[:-1])
        return "\n".join(cells[start : start + game.size] for start in range(0, len(cells), game.size))
