"""SGF, the file format of game records (A. Hollosi, FF[4]): the properties of the main line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gamekit.game.notation import misfit

TOKEN = re.compile(r"[\s(;]+|(?P<end>\))|(?P<name>[A-Z]+)(?P<values>(?:\s*\[(?:\\.|[^]\\])*\])+)", re.DOTALL)
VALUE = re.compile(r"\[((?:\\.|[^]\\])*)\]", re.DOTALL)


def main_line(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield the values of the main line, which ends at the first `)`: the index of each, its property, and itself.

    >>> [(name, value) for _, name, value in main_line("(;SZ[3](;B[b2];W[a1])(;B[c1]))")]
    [('SZ', '3'), ('B', 'b2'), ('W', 'a1')]
    """
    index, end = 0, len(text.rstrip())
    while index < end:
        token = TOKEN.match(text, index)
        if token is None:
            raise misfit(text, index, "a property is written as B[a1]; this is none")
        if token["end"]:
            return
        for value in VALUE.finditer(token["values"] or ""):
            yield token.start("values") + value.start(1), token["name"], value[1]
        index = token.end()


def records(text: str) -> list[str]:
    """Return the records of a file, each of which has a size of its board."""
    return re.split(r"(?<=\))\s*(?=\(\s*;[^()]*\bSZ\[)", text.strip())
