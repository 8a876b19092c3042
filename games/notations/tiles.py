"""Tiles: arrangements of sliding puzzles as numbers, in one line or a row on each."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from math import isqrt
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

ALONE = r"(?<![^\s,;|])[-*bBxX](?![^\s,;|])"
TILE = re.compile(rf"\d+|[._]|{ALONE}")
MOST_DIGITS = 4
BLANK = re.compile(rf"(?<!\d)0+(?!\d)|[._]|{ALONE}")
COMMENT = re.compile(r"#[^\n]*|^[ \t]*[A-Za-z][^\n:]*:[^\n]*", re.MULTILINE)
"""A comment, or a line with letters before a colon, as `Board 1:`."""

LAST = re.compile(r"(?<=\A\d)[ \t]+-1(?=[ \t]*\n)")
"""The place of the blank in the goal, -1 for the last one, after the side of the board."""

DOTTED = re.compile(r"\d\.\d")

LIST_END = re.compile(r"(\][ \t]*),(?=\s*\[)")
BRACKETS = str.maketrans(dict.fromkeys("[](){}\"'", " "))
RULE = re.compile(r"^[ \t]*\+[-+=]*[ \t]*$", re.MULTILINE)
CELL = re.compile(r"(?<=\|)[ \t]+(?=\|)")
"""What programs print around tiles: brackets of lists, lines of a frame, and the blank between upright lines."""


class Tiles(Notation):
    """The numbers row by row, with 0, `.`, `_`, `-` or an empty field for the blank; a single line is a square board.

    A number alone on the first line is the side of the board, two are its rows and columns, and one before all tiles of
    a line is the number of the board; none of these is a tile. What follows `#` is a comment, and so is a line with
    letters before a colon. If no tile is 0, the largest number is the blank. The goal is that of the game: the tiles in
    order, and the blank last.
    """

    name = "tiles"
    about = "the tiles row by row, or those of a square board in one line; 0 is the blank"
    example = "1 2 3\n4 5 6\n7 0 8"
    is_strict: ClassVar[bool] = True

    def reads(self, text: str) -> bool:
        bare = _bare(text)
        is_tiles = not re.search(rf"(?!{ALONE})[^\d\s,;|._]", bare) and not DOTTED.search(bare)
        return is_tiles and len(TILE.findall(bare)) > 1

    def rows(self, text: str) -> list[list[int]]:
        """Return the tiles, row by row."""
        bare = _bare(text)
        if wrong := re.search(rf"(?!{ALONE})[^\d\s,;|._]", bare):
            raise misfit(text, wrong.start(), f"{wrong[0]!r} is no tile; tiles are numbers")
        if long := re.search(rf"\d{{{MOST_DIGITS + 1}}}", bare):
            raise misfit(text, long.start(), f"a tile is a number of at most {MOST_DIGITS} digits")
        if dotted := DOTTED.search(bare):
            raise misfit(
                text, dotted.start() + 1, "a dot is the blank; numbers stand apart by spaces or commas"
            )
        rows = _squares(_filled(bare))
        if len(rows) > 1 and len(rows[0]) == 1 and {len(row) for row in rows[1:]} != {1}:
            rows = rows[1:]
        if len(rows) > 1 and _tiles(rows[:1]) == [len(rows) - 1, len(rows[1])] and len(rows[1]) != 2:
            rows = rows[1:]
        if not rows:
            raise InputError("a board has a tile or more; the text has none")
        if len(rows) == 1:
            row = rows[0][1:] if _has_label(_tiles(rows)) else rows[0]
            side = isqrt(len(row))
            if side * side != len(row):
                what = f"{len(row)} tiles in one line are no square board; write a row on each line"
                raise misfit(text, row[0][0], what)
            rows = [row[i : i + side] for i in range(0, side * side, side)]
        _check_lengths(text, rows)
        most, seen = len(rows) * len(rows[0]), set[int]()
        first = int(0 not in _tiles(rows))
        for index, tile in itertools.chain.from_iterable(rows):
            if tile in seen or tile >= first + most:
                what = f"{most} tiles are the numbers from {first} to {first + most - 1}, each once"
                raise misfit(text, index, f"{what}; this is {'another ' * (tile in seen)}{tile}")
            seen.add(tile)
        return [[tile % most for _, tile in row] for row in rows]

    def parameters(self, text: str) -> dict[str, Any]:
        try:
            rows = self.rows(text)
        except InputError:
            _check_alone(self, text)
            raise
        tiles = [tile for row in rows for tile in row]
        return {"rows": len(rows), "columns": len(rows[0]), "tiles": tiles}

    def state(self, game: Any, text: str) -> Any:
        return game.parse_state("/".join(".".join(map(str, row)) for row in self.rows(text)))

    def write(self, game: Any, state: Any) -> str:
        return str(game.format_state(state)).replace(".", " ").replace("/", "\n")

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each board: a line with all tiles from 0, or the lines up to a blank one."""
        lines = COMMENT.sub("", text).split("\n")
        tiles = [[int(tile) for tile in re.findall(r"\d{1,18}", _bare(line))] for line in lines]
        whole = [_is_whole(numbers) or _has_label(numbers) for numbers in tiles]
        if all(whole):  # a blank line has all of no tiles
            yield from ((f"line {number}", line) for number, line in enumerate(lines, 1) if line.strip())
        else:
            boards = re.split(r"\n[^\S\n]*(?:\n[^\S\n]*)+", "\n".join(lines).strip("\n"))
            yield from ((f"board {number}", board) for number, board in enumerate(boards, 1))


def _check_alone(tiles: Tiles, text: str) -> None:
    """Refuse several boards, if they are what a text has that is no board."""
    boards = [board for _, board in tiles.split(text)]
    try:
        for board in boards:
            tiles.rows(board)
    except InputError:
        return
    if len(boards) > 1:
        raise InputError(f"there must be one board; there are {len(boards):,}, which --inputs takes")


def _check_lengths(text: str, rows: list[list[tuple[int, int]]]) -> None:
    """Refuse rows of unequal length."""
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            what = f"row 1 has {len(rows[0])} tiles, and row {number} has {len(row)}"
            raise misfit(text, row[0][0], what)


def _bare(text: str) -> str:
    """Return a text without comments, brackets and lines of frames, and with blanks between tiles of one digit.

    The places are the same, but for those of tiles that stand together.

    >>> _bare("[[1,2],[3,0]]"), _bare("12\\n30")
    ('  1,2 \\n 3,0  ', '1 2\\n3 0')
    """
    for aside in (COMMENT, RULE):
        text = aside.sub(lambda found: " " * len(found[0]), text)
    text = LAST.sub("  ", LIST_END.sub(r"\1\n", text).translate(BRACKETS))
    text = CELL.sub(lambda blank: "_".ljust(len(blank[0])), text)
    words = text.split()
    is_together = "".join(sorted("".join(words))) in ("0123", "012345678") and len(words) in (
        1,
        len(words[0]),
    )
    return re.sub(r"(?<=\d)(?=\d)", " ", text) if is_together else text


def _squares(text: str) -> list[list[tuple[int, int]]]:
    """Return the numbers on each line that has any, with their places in the text."""
    rows, start = list[list[tuple[int, int]]](), 0
    for line in text.split("\n"):
        found = [(start + tile.start(), tile[0]) for tile in TILE.finditer(line)]
        rows.append([(index, int(tile) if tile.isdecimal() else 0) for index, tile in found])
        start += len(line) + 1
    return [row for row in rows if row]


def _tiles(rows: list[list[tuple[int, int]]]) -> list[int]:
    return [tile for row in rows for _, tile in row]


def _filled(text: str) -> str:
    """Return a text with `_` in its empty field between commas or semicolons, or beside it, because it is the blank.

    A comma at the end of a line begins a field only if the rows are of unequal length otherwise.

    >>> _filled(",1\\n3,2")
    '_1\\n3,2'
    """
    separator = "," if "," in text else ";"
    lines, start = list[list[tuple[int, str]]](), 0
    for line in text.split("\n"):
        if separator in line and TILE.search(line):
            ends = [start, *(start + at.end() for at in re.finditer(separator, line))]
            lines.append(list(zip(ends, line.split(separator), strict=True)))
        start += len(line) + 1
    bare = [fields if fields[-1][1].strip() else fields[:-1] for fields in lines]
    fields = itertools.chain.from_iterable(bare if len({*map(len, bare)}) == 1 else lines)
    empty = [index for index, field in fields if not field.strip()]
    if len(empty) > 1:
        raise misfit(
            text, empty[1], f"an empty field is the blank; a board has one, and this has {len(empty)}"
        )
    if empty and (other := BLANK.search(text)):
        raise misfit(text, empty[0], f"an empty field is the blank; so is {other[0]!r}, and a board has one")
    if not empty:
        return text
    index = empty[0] - (text[empty[0] : empty[0] + 1] in ("", "\n"))  # the separator before the end of a line
    return f"{text[:index]}_{text[index + 1 :]}"


def _is_whole(tiles: list[int]) -> bool:
    """Return whether tiles are all of a board, each once."""
    return {*tiles} == {*range(len(tiles))}


def _has_label(tiles: list[int]) -> bool:
    """Return whether the first number of a line is none of a board, and the others are all of a square one."""
    return len(tiles) > 1 and isqrt(len(tiles) - 1) ** 2 == len(tiles) - 1 and _is_whole(tiles[1:])
