"""SLC: levels of Sokoban in XML, as the collections of Sokoban programs are published."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation

from .xsb_rows import rows_of

LEVEL = re.compile(r"<Level\b")
ROW = re.compile(r"<L>([^<]*)</L>")
NAME = re.compile(r'\bId="([^"]*)"')


class Slc(Notation):
    """An element `Level` for each level, and in it an element `L` for each row, with the signs of XSB.

    Everything around the levels is ignored.
    """

    name = "slc"
    about = "a level in XML"
    example = '<Level Id="one"><L>#####</L><L>#@$.#</L><L>#####</L></Level>'
    endings: ClassVar[tuple[str, ...]] = (".slc", ".xml")

    def reads(self, text: str) -> bool:
        return LEVEL.search(text) is not None

    def parameters(self, text: str) -> dict[str, Any]:
        levels = list(self.split(text))
        if len(levels) != 1:
            raise InputError(f"there must be one level; there are {len(levels):,}, which --inputs takes")
        rows = [unescape(row) for row in ROW.findall(levels[0][1])]
        if not rows:
            raise InputError(f"the rows of a level are written as in {self.example}; this level has none")
        return {"level": "/".join(rows_of("\n".join(rows)))}

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        starts = [match.start() for match in LEVEL.finditer(text)]
        ends = [*starts[1:], len(text)]
        for number, (start, end) in enumerate(zip(starts, ends, strict=False), 1):
            level, close, _ = text[start:end].partition("</Level>")
            title = NAME.search(level.partition(">")[0])
            yield unescape(title[1]) if title and title[1] else f"level {number}", level + close
