"""FEN: positions of chess (D. Forsyth 1883, S. Edwards 1994)."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.families.chess_material import MOST_MEN
from gamekit.game.notation import Notation, misfit

LOOKS = re.compile(r"\s*[KQRBNPkqrbnp\d]+(/[KQRBNPkqrbnp\d]+){3,}\s|\s*\w+(/\w+){2,}/?\s+[wb]\s")
"""The men row by row; with other letters, few rows or a slash at the end, only before the player to move."""

DEFAULTS = ("", "w", "-", "-")  # the words that may be left out


class Fen(Notation):
    """The men from the top, numbers for free squares, who moves, castling, taking in passing; the rest is ignored."""

    name = "fen"
    about = "a position of chess with few men"
    example = "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"
    endings: ClassVar[tuple[str, ...]] = (".fen", ".epd")
    is_strict: ClassVar[bool] = True
    men: ClassVar[str] = "KQRBNP"
    is_square: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        return LOOKS.match(f"{text} ") is not None

    def board(self, text: str) -> tuple[int, int, list[tuple[str, str]]]:
        """Return the numbers of rows and columns, and the men with the names of their squares."""
        men = list[tuple[str, str]]()
        rows, start = text.split()[0].split("/"), len(text) - len(text.lstrip())
        columns = len(rows) if self.is_square else None
        for i, row in enumerate(rows):
            column = 0
            for sign in re.findall(r"\d\d?|\D", row):
                if sign.isdecimal():
                    column += int(sign)
                    continue
                if sign.upper() not in self.men:
                    what = f"{sign!r} is not a man; men are {self.men} and {self.men.lower()}"
                    raise misfit(text, text.index(sign, start), what)
                men.append((sign, f"{column_name(column)}{len(rows) - i}"))
                column += 1
            columns = columns or column
            if column != columns:
                most = f"{columns} {'rows' if self.is_square else 'columns'}"
                raise misfit(
                    text, start, f"row {len(rows) - i} has {column} squares, and the board has {most}"
                )
            start += len(row) + 1
        return len(rows), columns or 0, men

    def position(self, text: str) -> tuple[int, int, str, str]:
        """Return the numbers of rows and columns, the material, and the game's own text of the position."""
        if (lines := len(list(self.split(text)))) != 1:
            raise InputError(f"there must be one position; there are {lines:,} lines, which --inputs takes")
        rows, columns, men = self.board(text)
        places = [word.start() for word in re.finditer(r"\S+", text)]
        if len(men) > MOST_MEN:
            what = f"an ending has at most {MOST_MEN} men, kings included; this has {len(men)}"
            raise misfit(text, places[0], what)
        _, turn, castling, passed, *_ = [*text.split(), *DEFAULTS[len(places) :]]
        _check_words(text, places, turn, castling, passed)
        men.sort(key=lambda man: f"{self.men}{self.men.lower()}".index(man[0]))
        sides = ["".join(sign for sign, _ in men if sign.isupper() == white) for white in (True, False)]
        if not all(sign.upper().count("K") == 1 for sign in sides):  # first, as sorted
            white, black = (sign.upper() or "nothing" for sign in sides)
            raise misfit(text, places[0], f"each player has one king; White has {white} and Black {black}")
        words = f"{' '.join(map(''.join, men))}, {'white' if turn == 'w' else 'black'} to move"
        return rows, columns, "".join(sides).upper(), words + f", en passant {passed}" * (passed != "-")

    def parameters(self, text: str) -> dict[str, Any]:
        side, _, material, start = self.position(text)
        return {"material": material, "board": side, "start": start}

    def state(self, game: Any, text: str) -> Any:
        rows, columns, _, position = self.position(text)
        if (rows, columns) != (game.rows, game.columns):
            shape = f"the board has {game.rows} rows of {game.columns} squares, and the text has {rows} of {columns}"
            raise InputError(f"{shape}; --input takes a position of any board")
        return game.read("the position", position)

    def write(self, game: Any, state: Any) -> str:
        standing = game.standing(state)
        signs = [standing.get(square, ".") for square in range(game.rows * game.columns)]
        rows = ["".join(signs[i : i + game.columns]) for i in range(0, len(signs), game.columns)]
        board = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
        return f"{board} {'wb'[state[-1]]} - {game.passing(state) or '-'} 0 1"


def _check_words(text: str, places: list[int], turn: str, castling: str, passed: str) -> None:
    """Refuse words behind the board that no ending has; `places` are the places of all words in the text."""
    if turn not in ("w", "b"):
        what = f"w or b follows the board, for the player to move; this is {turn!r}"
        raise misfit(text, places[1], what)
    if castling != "-":
        raise misfit(text, places[2], f"nobody castles in an ending; write - in place of {castling!r}")
    if not re.fullmatch(r"-|[a-z]+\d+", passed):
        raise misfit(
            text, places[3], f"a square follows that a pawn has just passed, or -; this is {passed!r}"
        )
