"""FEN: positions of chess (D. Forsyth 1883, S. Edwards 1994)."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.drawing.column_names import column_name
from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

MEN = "KQRBNP"


class Fen(Notation):
    """The men row by row from the top, with numbers for free squares, and who is to move; what follows is ignored."""

    name = "fen"
    about = "a position of chess with at most one man beside each king"
    example = "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"
    endings: ClassVar[tuple[str, ...]] = (".fen", ".epd")

    def reads(self, text: str) -> bool:
        return re.match(r"\s*[KQRBNPkqrbnp\d]+(/[KQRBNPkqrbnp\d]+){3,}\s", text + " ") is not None

    def men(self, text: str) -> tuple[int, list[tuple[str, str]], str]:
        """Return the side of the board, the men with the names of their squares, and the player to move."""
        board, turn, *_ = [*text.split(), "w"]
        rows, men, start = board.split("/"), list[tuple[str, str]](), len(text) - len(text.lstrip())
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
        if turn not in ("w", "b"):
            raise InputError(f"w or b follows the board, for the player to move; this is {turn!r}")
        return side, men, turn

    def parameters(self, text: str) -> dict[str, Any]:
        side, men, turn = self.men(text)
        white = sorted((sign for sign, _ in men if sign.isupper()), key=MEN.index)
        black = sorted((sign for sign, _ in men if sign.islower()), key=MEN.lower().index)
        if len(white) > 2 or len(black) > 2 or white[:1] != ["K"] or black[:1] != ["k"]:
            raise InputError(
                f"an ending has a king and at most one other man on each side; White has {''.join(white) or 'nothing'} "
                f"and Black {''.join(black).upper() or 'nothing'}"
            )
        if len(black) > len(white):
            raise InputError(
                "if only one side has a man beside its king, this must be White; exchange the colours"
            )
        pieces = "".join([*white, *black]).upper()
        return {"pieces": pieces, "board": side, "start": self.house(men, turn)}

    def house(self, men: list[tuple[str, str]], turn: str) -> str:
        """Return the game's own text of a position."""
        order = f"{MEN}{MEN.lower()}"
        standing = " ".join(
            sign + square for sign, square in sorted(men, key=lambda man: order.index(man[0]))
        )
        return f"{standing}, {'white' if turn == 'w' else 'black'} to move"

    def state(self, game: Any, text: str) -> Any:
        side, men, turn = self.men(text)
        if side != game.side:
            raise InputError(f"the board has {game.side} rows, and the text has {side}")
        return game.read("the position", self.house(men, turn))

    def write(self, game: Any, state: Any) -> str:
        standing = game.standing(state)
        signs = [standing.get(square, ".") for square in range(game.side**2)]
        rows = ["".join(signs[i : i + game.side]) for i in range(0, len(signs), game.side)]
        board = "/".join(re.sub(r"\.+", lambda free: str(len(free[0])), row) for row in rows)
        return f"{board} {'wb'[state[-1]]} - - 0 1"
