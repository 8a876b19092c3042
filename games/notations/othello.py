"""Othello: boards in one line, as in test suites."""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import isqrt
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit
from gamekit.game.sentences import counted

from .sign_lines import bare

SIGNS = {"-": ".", ".": ".", "_": ".", "X": "B", "*": "B", "B": "B", "O": "W", "W": "W"}

MOST_LETTERS = 2_000

BOARD = re.compile(r"\s*(?:[-._XO*BW]\s*)+", re.IGNORECASE)
END = re.compile(r"(?:\s(black|white))?(?:\s+[-+]?\d+)*\s*(?:[;%].*)?\s*\Z", re.IGNORECASE)

RECORD = re.compile(
    r"\s*+(?:([^;\n]*+);\s*+)?([-._XO*BW]{4,}+)(?:(?:\s*+;\s*+|\s++)([XO*BW.]|black|white|)\s*+(?:[;#%].*)?)?",
    re.IGNORECASE,
)
"""A title, the squares, the player to move and any words, with `;` between them."""


class OthelloBoard(Notation):
    """The squares row by row from a1, with X or * for black, O for white and - for none; then who is to move.

    If X or B is for black, * is for none. Numbers at the end, such as the best move and its score, are ignored, and so
    is what follows `;` or `%`. But the player may stand behind `;`, and a title in front of the squares, as in
    `one; -XO-; O; any words`.
    """

    name = "board"
    about = "the squares from a1, row by row, and X or O for the player to move"
    example = "-----XO--OX----- X"
    endings: ClassVar[tuple[str, ...]] = (".obf",)

    def reads(self, text: str) -> bool:
        return len(text) < MOST_LETTERS and BOARD.fullmatch(_parts(text)[0]) is not None

    def split_turn(self, text: str) -> tuple[str, str]:
        """Return the squares, and the sign of the player to move, who is black if the text names nobody."""
        board, name = _parts(text)
        if "*" in board and re.search("[XB]", board, re.IGNORECASE):
            if mixed := re.search("[-._]", board):
                raise misfit(
                    text,
                    mixed.start(),
                    f"both {mixed[0]} and * are for no disc here, as X and B are for black",
                )
            board = board.replace("*", ".")
        signs = re.sub(r"\s", "", board.upper())
        for index, sign in enumerate(board.upper()):
            if sign not in SIGNS and not sign.isspace():
                raise misfit(text, index, f"{text[index]!r} is not one of the signs X O * B W - . _")
        side = isqrt(len(signs))
        if side * side == len(signs) and side % 2 == 0 and side:
            return signs, name[:1] or "B"
        side = isqrt(len(signs) - 1) if signs else 0
        if side * side != len(signs) - 1 or side % 2 or not side:
            raise InputError(
                "a board has 4, 16, 36 or 64 squares, and perhaps the player to move; "
                f"this has {counted(len(signs), 'sign')}"
            )
        return signs[:-1], SIGNS[signs[-1]]

    def parameters(self, text: str) -> dict[str, int]:
        side = isqrt(len(self.split_turn(text)[0]))
        return {"rows": side, "columns": side}

    def state(self, game: Any, text: str) -> Any:
        squares, turn = self.split_turn(text)
        signs = "".join(SIGNS[sign] for sign in squares)
        if len(signs) != game.rows * game.columns:
            raise InputError(
                f"the board has {game.rows} rows and {game.columns} columns; the text has {len(signs)} squares"
            )
        board = "/".join(signs[i : i + game.columns] for i in range(0, len(signs), game.columns))
        players = {"B": "black", "W": "white"}
        if turn not in players:
            raise InputError(f"the player to move is X or O; this is {turn!r}")
        return game.parse_state(f"{board}, {players[turn]} to move")

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the board on each line, by its title if it has one; comments begin with `#`, `%` or `;`."""
        for number, line in enumerate(text.split("\n"), 1):
            if line.strip() and line.lstrip()[0] not in "#%;":
                record = RECORD.fullmatch(line)
                title = record[1].strip() if record and record[1] else f"line {number}"
                yield title, line

    def write(self, game: Any, state: Any) -> str:
        if game.rows != game.columns:
            raise UnsupportedError(
                f"{self.name} writes square boards; this has {game.rows} rows and {game.columns} columns"
            )
        return "".join("-XO"[cell] for cell in state[:-1]) + " " + "XO"[state[-1]]


def _parts(text: str) -> tuple[str, str]:
    """Return the text of the squares, perhaps with the sign of the player to move, and this player's name."""
    text = bare(text) if "\n" in text else text  # without names of rows and columns
    if record := RECORD.fullmatch(text):
        blanks = " " * record.start(2), " " * (record.start(3) - record.end(2))
        text = f"{blanks[0]}{record[2]}{blanks[1]}{record[3] or ''}"
    end = END.search(text)
    return (text[: end.start()], (end[1] or "").upper()) if end else (text, "")
