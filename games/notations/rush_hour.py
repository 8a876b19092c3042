"""Boards of Rush Hour, in one line or six, and the lines of M. Fogleman's database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

SIDE = 6
ROW = r"[A-Za-z.\-]{6}"
BOARD = re.compile(rf"\s*(\d+\s+)?([A-Za-z.\-]{{36}}|{ROW}(\s+{ROW})+)(\s+\d+)?\s*")
SQUARES = re.compile(r"[A-Za-z.\-]+")


class RushHourBoard(Notation):
    """36 squares row by row: `.`, `o` or `-` for none, `x` for a wall, a letter for each car, A for the red one.

    In Fogleman's lines, the number of moves stands before the board, and the number of positions behind it; they are
    ignored.
    """

    name = "board"
    about = "the 36 squares, in one line or six; counts around them are ignored"
    example = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    endings: ClassVar[tuple[str, ...]] = (".rush",)

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text) is not None

    def parameters(self, text: str) -> dict[str, str]:
        board = "".join(SQUARES.findall(text))
        if len(board) != SIDE * SIDE:
            raise InputError(f"a board has {SIDE * SIDE} squares; this has {len(board)}")
        wrong = re.search(r"[a-np-wyz]", text)
        if wrong:
            raise misfit(text, wrong.start(), f"{wrong[0]!r} is no car; cars have capitals")
        return {"board": re.sub(r"[.\-]", "o", board)}

    def state(self, game: Any, text: str) -> Any:
        return game.state_of(self.parameters(text)["board"])

    def write(self, game: Any, state: Any) -> str:
        return str(game.instance_from(state)["board"])

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each board: a line with 36 squares, or six lines with a row each."""
        rows = list[str]()
        for number, line in enumerate(text.split("\n"), 1):
            words = SQUARES.findall(line)
            if [len(word) for word in words] == [SIDE]:
                rows.append(words[0])
                if len(rows) == SIDE:
                    yield f"line {number + 1 - SIDE}", "\n".join(rows)
                    rows = []
            elif line.strip() and not line.startswith("#"):
                yield f"line {number}", line
        if rows:
            yield "the last board", "\n".join(rows)
