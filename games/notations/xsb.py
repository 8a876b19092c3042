"""XSB: levels of Sokoban as their authors publish them, one or many in a file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation

from ..warehouse import WALL
from .xsb_rows import is_nearly_a_row, is_row, misfit_in_block, misfit_in_row, rows_of, with_usual_signs

FIELD = re.compile(r"(?i)((author|collection|comment|copyright|date)[a-z -]*|(?!level|title)[a-z-]+):.*")
"""A line about a level or a collection that is not its title."""

TITLE = re.compile(r"(?i)title\s*:\s*(.*)")


@attrs.frozen
class Title:
    """The title of a level.

    Attributes:
        words: the title; empty if there is none.
        is_sure: whether the text calls it a title, so that it is no prose.
    """

    words: str = ""
    is_sure: bool = False


NO_TITLE = Title()


class Xsb(Notation):
    """Rows of `#` wall, `$` box, `.` goal, `@` man, `*` and `+` on goals, and blanks, `-` or `_` for floor.

    With `&` for the man, `B` is a box and `X` one on a goal. Rows may be of unequal length, run-length encoded, or
    joined by `|` or `/`. All other lines are titles and comments.
    """

    name = "xsb"
    about = "a level, row by row"
    example = "#####\n#@$.#\n#####"
    endings: ClassVar[tuple[str, ...]] = (".xsb", ".sok")

    def reads(self, text: str) -> bool:
        lines = with_usual_signs(text).split("\n")
        return (
            any(is_row(line) or is_nearly_a_row(line) for line in lines) or misfit_in_block(text) is not None
        )

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
        if (error := misfit_in_block(text)) is not None:
            raise error
        level, rows, number = "", list[str](), 0
        title = next_title = NO_TITLE
        is_below = False  # whether the line stands at once below a level, so that a title in it is that of this level
        usual = with_usual_signs(text).split("\n")
        start, are_below = 0, _titles_are_below(usual)
        for given, line in [*zip(text.split("\n"), usual, strict=True), ("", "")]:
            words = re.sub("^'(.*)'$", r"\1", line.strip(" ;"))
            if is_row(line):
                if level:
                    number += 1
                    yield title.words or f"level {number}", level
                    level = ""
                rows.append(given)
            elif is_nearly_a_row(line):
                raise misfit_in_row(text, start, line)
            else:
                if rows:
                    level, rows, is_below = "\n".join(rows), [], True
                    title, next_title = next_title, NO_TITLE
                is_below = is_below and bool(words)
                if is_below and (
                    are_below or (TITLE.fullmatch(words) and not title.is_sure)
                ):  # no prose above
                    title, is_below = _title_in(words), not are_below
                elif words and not FIELD.fullmatch(words):
                    next_title = _title_in(words)
            start += len(line) + 1
        if level:
            yield title.words or f"level {number + 1}", level


def _title_in(words: str) -> Title:
    named = TITLE.fullmatch(words)
    return Title(named[1], is_sure=True) if named else Title(words)


def _titles_are_below(lines: list[str]) -> bool:
    """Return whether each level of a collection has one line at once below it, and a blank one below that."""
    below = [
        lines[i + 1 : i + 3]
        for i, line in enumerate(lines)
        if is_row(line) and not any(map(is_row, lines[i + 1 : i + 2]))
    ]
    return len(below) > 1 and all(
        near and near[0].strip() and not FIELD.fullmatch(near[0].strip()) and not "".join(near[1:]).strip()
        for near in below
    )


def _margin(rows: Iterable[str]) -> int:
    """Return the number of columns before the first wall."""
    return min((row.index(WALL) for row in rows if WALL in row), default=0)
