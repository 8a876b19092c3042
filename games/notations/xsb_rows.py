"""Rows of Sokoban levels as their authors write them: their signs, run lengths, and unequal lengths."""

from __future__ import annotations

import re

from gamekit.errors import InputError
from gamekit.game.notation import misfit
from gamekit.game.parameters import show

OTHER_SIGNS = str.maketrans("_ pPbBo", "--@+$*.")

WITH_AMPERSAND = str.maketrans("&BX", "@$*")
"""Where & is the man, B is a box, and X is one on a goal, as in the levels of XSokoban's kin."""

SIGNS = re.compile(r"[ \-_#.$@*+pPbBo0-9()|/]*")
AMPERSAND_ROW = re.compile(r"\s*#[# .&BX_-]*#\s*|\s*#+\s*")
REPEATED = re.compile(r"(?<!\d)(\d+)(\((?P<several>[^()]*)\)|[^\d()])")
MOST_SIGNS = 8
"""The largest number of different signs in three lines of a level in other signs, with the end of a line."""

LONGEST = 10_000
"""The largest number of squares in a row, so that a short text cannot stand for a huge row."""


def with_usual_signs(text: str) -> str:
    """Return levels with the usual signs for the man and the boxes, if an & between walls is a man.

    >>> with_usual_signs("#####\\n#&B.#\\n#####")
    '#####\\n#@$.#\\n#####'
    """
    lines = text.split("\n")
    are_rows = [AMPERSAND_ROW.fullmatch(line) is not None for line in lines]
    if not any(is_row and "&" in line for is_row, line in zip(are_rows, lines, strict=True)):
        return text
    pairs = zip(are_rows, lines, strict=True)
    return "\n".join(line.translate(WITH_AMPERSAND) if is_row else line for is_row, line in pairs)


def is_row(line: str) -> bool:
    """Return whether a line is a row of a level, or several, and no title or comment."""
    return "#" in line and SIGNS.fullmatch(line) is not None


def is_nearly_a_row(line: str) -> bool:
    """Return whether a line between walls has few signs that no row has; it is no comment then."""
    line = line.strip()
    wrong = sum(not is_row(f"#{sign}") for sign in line[:LONGEST])
    return len(line) > 2 and line[0] == line[-1] == "#" and 0 < wrong <= len(line) // 4


def misfit_in_row(text: str, start: int, line: str) -> InputError:
    """Return an error about the first sign that no row has, in a line that begins at `start` in a text."""
    wrong = next(i for i, sign in enumerate(line) if not is_row(f"#{sign}"))
    return misfit(text, start + wrong, f"{line[wrong]!r} is no sign of a level")


def misfit_in_block(text: str) -> InputError | None:
    """Return an error about the first sign that no row has, if a text without rows has a level in other signs.

    >>> print(misfit_in_block("WWWW\\nW@$W\\nWWWW"))
    line 1, column 1: 'W' is no sign of a level, whose walls are #
    """
    lines, start = text.split("\n"), 0
    if any(map(is_row, lines)):
        return None
    for rows in zip(lines, lines[1:], lines[2:], strict=False):
        block = "\n".join(rows)
        is_level = len({*map(len, rows)}) == 1 and 2 < len({*block}) <= MOST_SIGNS
        if is_level and re.search(r"[^\w\s]", block) and not re.search(r"[^\S\n]|<", block):
            wrong = next((i for i, sign in enumerate(block) if not SIGNS.fullmatch(sign.strip())), None)
            if wrong is not None:
                return misfit(
                    text, start + wrong, f"{block[wrong]!r} is no sign of a level, whose walls are #"
                )
        start += len(rows[0]) + 1
    return None


def rows_of(text: str) -> list[str]:
    """Return the rows of a level, of equal length, in the signs that the game knows."""
    expanded = "\n".join(map(_expanded, with_usual_signs(text).split("\n")))
    rows = [row.translate(OTHER_SIGNS).rstrip("-") for row in re.split(r"[\n|/]", expanded)]
    rows = [row for row in rows if row]
    if not rows:
        raise InputError(f"a level must have a square or more; it is {show(text)}")
    margin = min(len(row) - len(row.lstrip("-")) for row in rows)
    width = max(map(len, rows))
    return [row.ljust(width, "-")[margin:] for row in rows]


def _expanded(row: str) -> str:
    """Return a row without run lengths.

    >>> _expanded("3#2(-$)#")
    '###-$-$#'
    """
    while match := REPEATED.search(row):
        times, several = int(match[1][:6]), match["several"]
        part = match[2] if several is None else several
        if len(row) - len(match[0]) + times * len(part) > LONGEST:
            raise InputError(
                f"a row must have at most {LONGEST:,} squares; with {match[0]!r:.40} it has more"
            )
        row = row[: match.start()] + part * times + row[match.end() :]
    return row
