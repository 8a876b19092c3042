"""XSB: levels of Sokoban as their authors publish them, one or many in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit
from gamekit.game.parameters import show

from ..warehouse import WALL

FLOORS = " -_"
OTHER_SIGNS = str.maketrans("_ pPbBo", "--@+$*.")

ROW = re.compile(r"[ \-_#.$@*+pPbBo0-9()|/]*#[ \-_#.$@*+pPbBo0-9()|/]*")
REPEATED = re.compile(r"(\d+)(\((?P<several>[^()]*)\)|[^\d()])")
LONGEST = 10_000
"""The largest number of squares in a row, so that a short text cannot stand for a huge row."""


class Xsb(Notation):
    """Rows of `#` wall, `$` box, `.` goal, `@` man, `*` and `+` on goals, and blanks, `-` or `_` for floor.

    Rows may be of unequal length, run-length encoded, or joined by `|` or `/`. All other lines are titles and comments.
    """

    name = "xsb"
    about = "a level, row by row"
    example = "#####\n#@$.#\n#####"
    endings: ClassVar[tuple[str, ...]] = (".xsb", ".sok")

    def reads(self, text: str) -> bool:
        return any(ROW.fullmatch(line) or _is_nearly_a_row(line) for line in text.split("\n"))

    def parameters(self, text: str) -> dict[str, str]:
        levels = list(self.split(text))
        if len(levels) != 1:
            raise InputError(f"there must be one level; there are {len(levels):,}, which --inputs takes")
        return {"level": "/".join(self.rows(levels[0][1]))}

    def state(self, game: Any, text: str) -> Any:
        rows = self.rows(next(self.split(text))[1])
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
            if ROW.fullmatch(line):
                rows.append(line)
                continue
            if _is_nearly_a_row(line):
                wrong = next(j for j, sign in enumerate(line) if not ROW.fullmatch(f"#{sign}"))
                raise misfit(
                    text,
                    sum(len(one) + 1 for one in lines[:i]) + wrong,
                    f"{line[wrong]!r} is no sign of a level",
                )
            if rows:
                number += 1
                named = re.match(r"(?i)\s*title\s*:\s*(.*)", line)
                yield title or (named[1] if named else "") or f"level {number}", "\n".join(rows)
                rows, title = [], ""
            elif line.strip(" ;"):
                title = re.sub(r"(?i)^title\s*:\s*", "", line.strip(" ;'"))

    def rows(self, text: str) -> list[str]:
        """Return the rows of a level, of equal length, in the signs that the game knows."""
        expanded = "\n".join(map(_expanded, text.split("\n")))
        rows = [row.translate(OTHER_SIGNS).rstrip("-") for row in re.split(r"[\n|/]", expanded)]
        rows = [row for row in rows if row]
        if not rows:
            raise InputError(f"a level must have a square or more; it is {show(text)}")
        margin = min(len(row) - len(row.lstrip("-")) for row in rows)
        width = max(map(len, rows))
        return [row.ljust(width, "-")[margin:] for row in rows]


def _margin(rows: Iterable[str]) -> int:
    """Return the number of columns before the first wall."""
    return min((row.index(WALL) for row in rows if WALL in row), default=0)


def _is_nearly_a_row(line: str) -> bool:
    """Return whether a line between walls has few signs that no row has; it is no comment then."""
    line = line.strip()
    wrong = sum(not ROW.fullmatch(f"#{sign}") for sign in line[:LONGEST])
    return len(line) > 2 and line[0] == line[-1] == "#" and 0 < wrong <= len(line) // 4


def _expanded(row: str) -> str:
    """Return a row without run lengths.

    >>> _expanded("3#2(-$)#")
    '###-$-$#'
    """
    while match := REPEATED.search(row):
        times, several = int(match[1][:6]), match["several"]
        part = match[2] if several is None else several
        if times * len(part) > LONGEST:
            raise InputError(f"a row must have at most {LONGEST:,} squares; {match[0]!r:.40} has more")
        row = row[: match.start()] + part * times + row[match.end() :]
    return row
