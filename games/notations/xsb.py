"""XSB: levels of Sokoban as their authors publish them, one or many in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation

from ..warehouse import WALL
from .xsb_rows import is_nearly_a_row, is_row, misfit_in_row, rows_of

FIELD = re.compile(
    r"(?i)(author|collection|comment|copyright|date|e-?mail|homepage|set|url|website)[a-z -]*:.*"
)
"""A line about a level or a collection that is not its title."""


class Xsb(Notation):
    """Rows of `#` wall, `$` box, `.` goal, `@` man, `*` and `+` on goals, and blanks, `-` or `_` for floor.

    Rows may be of unequal length, run-length encoded, or joined by `|` or `/`. All other lines are titles and comments.
    """

    name = "xsb"
    about = "a level, row by row"
    example = "#####\n#@$.#\n#####"
    endings: ClassVar[tuple[str, ...]] = (".xsb", ".sok")

    def reads(self, text: str) -> bool:
        return any(is_row(line) or is_nearly_a_row(line) for line in text.split("\n"))

    def parameters(self, text: str) -> dict[str, str]:
        levels = list(self.split(text))
        if len(levels) != 1:
            raise InputError(f"there must be one level; there are {len(levels):,}, which --inputs takes")
        return {"level": "/".join(rows_of(levels[0][1]))}

    def state(self, game: Any, text: str) -> Any:
        rows = rows_of(next(self.split(text))[1])
        own = game.warehouse.rows
        margin = "-" * (_margin(own) - _margin(rows))
        placed = iter(rows)
        if len(rows) == sum(WALL in row for row in own):  # texts leave out margins and rows without a wall
            rows = [(margin + next(placed) if WALL in row else "").ljust(len(row), "-") for row in own]
        return game.state_of(rows)

    def write(self, game: Any, state: Any) -> str:
        rows = [row for row in game.render(state).split("\n") if row.strip("-")]
        if not all(WALL in row for row in rows):
            raise UnsupportedError("xsb writes levels with a wall in each row; use the house form of states")
        return "\n".join(row.replace("-", " ").rstrip() for row in rows)

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        lines, rows, title, number = [*text.split("\n"), ""], list[str](), "", 0
        for i, line in enumerate(lines):
            if is_row(line):
                rows.append(line)
                continue
            if is_nearly_a_row(line):
                raise misfit_in_row(text, sum(len(one) + 1 for one in lines[:i]), line)
            if rows:
                number += 1
                named = re.match(r"(?i)\s*title\s*:\s*(.*)", line)
                yield title or (named[1] if named else "") or f"level {number}", "\n".join(rows)
                rows, title = [], ""
            elif (words := line.strip(" ;'")) and not FIELD.fullmatch(words):
                title = re.sub(r"(?i)^title\s*:\s*", "", words)


def _margin(rows: Iterable[str]) -> int:
    """Return the number of columns before the first wall."""
    return min((row.index(WALL) for row in rows if WALL in row), default=0)
