"""Columns: the moves of connect four as the columns played, from 1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gamekit.errors import UnsupportedError
from gamekit.game.notation import MoveList, WrittenLine, misfit

MOST_COLUMNS = 9


class Columns(MoveList):
    """The columns into which the players drop their discs, from 1; a score and a move after them are ignored."""

    name = "columns"
    about = "the columns played, from 1 to 9"
    example = "4455"
    pattern = "[1-9]"

    def reads(self, text: str) -> bool:
        is_nearly = re.fullmatch(r"[ \t]*\d*0\d*\s*", text)  # which is no board
        return bool(is_nearly or re.fullmatch(r"\s*[1-9](,?[1-9])*(\s+[+-]?\d+(\s+[A-Za-z]\d)?)?\s*", text))

    def states(self, game: Any, text: str) -> Iterator[Any]:
        for index, column in enumerate(moves := text.split()[0]):
            if column != "," and not 1 <= int(column) <= game.width:
                what = f"{column!r} is not a move there; the board has {game.width} columns, from 1"
                raise misfit(moves, index, what)
        yield from super().states(game, moves)

    def write_line(self, solution: Any, line: WrittenLine) -> str:
        if solution.game.width > MOST_COLUMNS:
            raise UnsupportedError(
                f"columns writes moves on boards of at most {MOST_COLUMNS} columns; this has {solution.game.width}"
            )
        return super().write_line(solution, line)

    def word(self, game: Any, state: Any, move: int) -> str:
        return str(move + 1)
