"""Boards of Rush Hour, in one line or six, and the lines of M. Fogleman's database."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_uppercase
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

SIDE = 6
ROW = r"[A-Za-z.\-]{6}"
BOARD = re.compile(rf"\s*(\d+\s+)?([A-Za-z.\-]{{36}}|{ROW}(\s+{ROW})+)(\s+\d+)?\s*")
SQUARES = re.compile(r"[A-Za-z.\-]+")
RED, OTHER_REDS = "A", "Xr"


class RushHourBoard(Notation):
    """36 squares row by row: `.`, `o` or `-` for none, `x` for a wall, a capital for each car.

    The red car is X, as on the cards of the toy, or r; if there is neither, it is A. The game calls it A. In Fogleman's
    lines, the number of moves stands before the board, and the number of positions behind it; they are ignored.
    """

    name = "board"
    about = "the 36 squares, in one line or six; X or r is the red car, or else A; counts around are ignored"
    example = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM"
    endings: ClassVar[tuple[str, ...]] = (".rush",)

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text) is not None

    def parameters(self, text: str) -> dict[str, str]:
        return {"board": _with_red(self.squares(text))}

    def squares(self, text: str) -> str:
        """Return the squares, with the names of cars that they have in the text."""
        board = "".join(SQUARES.findall(text))
        if len(board) != SIDE * SIDE:
            raise InputError(f"a board has {SIDE * SIDE} squares; this has {len(board)}")
        wrong = re.search(r"[a-npqs-wyz]", text)
        if wrong:
            raise misfit(text, wrong.start(), f"{wrong[0]!r} is no car; cars have capitals")
        return re.sub(r"[.\-]", "o", board)

    def state(self, game: Any, text: str) -> Any:
        board = self.squares(text)
        return game.state_of(board if "X" in game.squares else _with_red(board))

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


def _with_red(board: str) -> str:
    """Return a board on which the red car is A; a car that was A before has a name that no other car has.

    >>> _with_red("OXX.AA")
    'OAA.BB'
    """
    red = next((sign for sign in OTHER_REDS if sign in board), RED)
    free = (name for name in ascii_uppercase if name not in board and name not in (RED, *OTHER_REDS))
    return board if red == RED else board.replace(RED, next(free, RED)).replace(red, RED)
