"""The lines of the data set Connect-4 of the UCI Machine Learning Repository (J. Tromp, 1995)."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation
from gamekit.game.parameters import show

ROWS, COLUMNS = 6, 7


class UciConnectFour(Notation):
    """The squares column by column, each from the bottom: x for the first player, o for the second, b for none."""

    name = "uci"
    about = "a line of the data set Connect-4: 42 squares from a1, a2, ... to g6"
    example = ",".join("xobbbb" * 4 + "bbbbbb" * 3)
    endings: ClassVar[tuple[str, ...]] = (".data",)

    def reads(self, text: str) -> bool:
        return re.fullmatch(r"\s*[xob](,[xob])+(,(win|loss|draw))?\s*", text) is not None

    def state(self, game: Any, text: str) -> Any:
        squares = text.strip().split(",")[: ROWS * COLUMNS]
        if len(squares) < ROWS * COLUMNS or (game.height, game.width) != (ROWS, COLUMNS):
            raise InputError(
                f"a line has {ROWS * COLUMNS} squares, for a board of {ROWS} rows and {COLUMNS} columns"
            )
        signs = {"x": "X", "o": "O", "b": "."}
        if wrong := {*squares} - {*signs}:
            raise InputError(f"a square is x, o or b; one is {show(min(wrong))}")
        rows = [[signs[squares[ROWS * j + i]] for j in range(COLUMNS)] for i in reversed(range(ROWS))]
        return game.parse_state("/".join(map("".join, rows)))

    def write(self, game: Any, state: Any) -> str:
        rows = game.format_state(state).split("/")
        if (game.height, game.width) != (ROWS, COLUMNS):
            raise UnsupportedError(f"uci writes boards of {ROWS} rows and {COLUMNS} columns")
        signs = {"X": "x", "O": "o", ".": "b"}
        return ",".join(signs[rows[i][j]] for j in range(COLUMNS) for i in reversed(range(ROWS)))
