"""FEN: positions of chess (D. Forsyth 1883, S. Edwards 1994)."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

MEN = "KQRBNP"
LOOKS = re.compile(r"\s*[KQRBNPkqrbnp\d]+(/[KQRBNPkqrbnp\d]+){3,}\s|\s*\w+(/\w+){3,}/?\s+[wb]\s")
"""The men row by row; with other letters or a slash at the end, only before the player to move."""

DEFAULTS = ("", "w", "-", "-")  # the words that may be left out


class Fen(Notation):
    """The men row by row from the top, with numbers for free squares; who is to move; castling; taking in passing.

    Nobody castles in an ending, so the third word is "-". The fourth is the square that a pawn has just passed, or "-".
    What follows is ignored.
    """

    name = "fen"
    about = "a position of chess with few men"
    example = "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"
    endings: ClassVar[tuple[str, ...]] = (".fen", ".epd")

    def reads(self, text: str) -> bool:
        return LOOKS.match(f"{text} ") is not None

    def men(self, text: str) -> tuple[int, list[tuple[str, str]]]:
        """Return the side of the board, and the men with the names of their squares."""
        (board, *_), men = text.split(), list[tuple[str, str]]()
        rows, start = board.split("/"), len(text) - len(text.lstrip())
        side = len(rows)
        for i, row in enumerate(rows):
            column = 0
            for sign in row:
                if sign.isdecimal():
                    column += int(sign)
                    continue
                if sign.upper() not in MEN:
                    raise misfit(
                        text,
                        text.index(sign, start),
                        f"{sign!r} is not a man; men are {MEN} and {MEN.lower()}",
                    )
                men.append((sign, f"{column_name(column)}{side - i}"))
                column += 1
            if column != side:
                raise misfit(
                    text, start, f"row {side - i} has {column} squares, and the board has {side} rows"
                )
            start += len(row) + 1
        return side, men

    def position(self, text: str) -> tuple[int, str, str]:
        """Return the side of the board, the material, and the game's own text of the position."""
        if (lines := len(list(self.split(text)))) > 1:
            raise InputError(f"there must be one position; there are {lines:,} lines, which --inputs takes")
        side, men = self.men(text)
        _, turn, castling, passed, *_ = [*text.split(), *DEFAULTS[len(text.split()) :], ""]
        if turn not in ("w", "b"):
            raise InputError(f"w or b follows the board, for the player to move; this is {turn!r}")
        if castling != "-":
            raise InputError(f"nobody castles in an ending; write - in place of {castling!r}")
        men.sort(key=lambda man: f"{MEN}{MEN.lower()}".index(man[0]))
        sides = ["".join(sign for sign, _ in men if sign.isupper() == white) for white in (True, False)]
        if not all(sign.upper().startswith("K") and sign.upper().count("K") == 1 for sign in sides):
            has = [sign.upper() or "nothing" for sign in sides]
            raise InputError(f"each player has one king; White has {has[0]} and Black {has[1]}")
        text = f"{' '.join(map(''.join, men))}, {'white' if turn == 'w' else 'black'} to move"
        if passed != "-" and self._is_taken_in_passing(men, turn, passed):
            text += f", en passant {passed}"
        return side, "".join(sides).upper(), text

    def _is_taken_in_passing(self, men: list[tuple[str, str]], turn: str, passed: str) -> bool:
        """Return whether a pawn of the player to move can take the one that has passed a square.

        FEN names that square after every move of two squares.
        """
        own, other, ahead = ("P", "p", -1) if turn == "w" else ("p", "P", 1)
        if (
            not re.fullmatch(r"[a-h][1-8]", passed)
            or (other, f"{passed[0]}{int(passed[1]) + ahead}") not in men
        ):
            raise InputError(
                f"the fourth word is - or the square that a pawn has just passed; this is {passed!r}"
            )
        row = int(passed[1]) + ahead
        return any((own, f"{chr(ord(passed[0]) + beside)}{row}") in men for beside in (-1, 1))

    def parameters(self, text: str) -> dict[str, Any]:
        side, material, start = self.position(text)
        return {"material": material, "board": side, "start": start}

    def state(self, game: Any, text: str) -> Any:
        side, _, position = self.position(text)
        if side != game.side:
            raise InputError(
                f"the board has {game.side} rows, and the text has {side}; --input takes a position of any board"
            )
        return game.read("the position", position)

    def write(self, game: Any, state: Any) -> str:
        standing = game.standing(state)
        signs = [standing.get(square, ".") for square in range(game.side**2)]
        rows = ["".join(signs[i : i + game.side]) for i in range(0, len(signs), game.side)]
        board = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
        return f"{board} {'wb'[state[-1]]} - {game.passing(state) or '-'} 0 1"
