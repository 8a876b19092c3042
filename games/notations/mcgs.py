"""MCGS: the test lines of the Minimax-based Combinatorial Game Solver (University of Alberta)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit

from .heaps import MOST_DIGITS

ASIDE = re.compile(r"(?ms)//[^\n]*|/\*.*?(?:\*/|\Z)|^cgt:.*?(?::cgt$|\Z)|[()]")
"""Comments, the values of positions, and brackets around a board."""

START = re.compile(r"\s*(?:\{[^}]*\}\s*)*\[[a-z][a-z0-9_ ]*\]")

SECTION = re.compile(r"\[([^\]]*)(?:\]|\Z)|\{[^}]*(?:\}|\Z)|([^\s\[\]{}]+)")


class McgsCase(Notation):
    """A position after the name of its game; what is in braces, in comments, or between `cgt:` and `:cgt`, is ignored.

    Attributes:
        title: the name of the game in MCGS.
        signs: the signs of which positions are written in MCGS.
        titles: all its names.
    """

    name = "mcgs"
    about = "a position of an MCGS test file"
    endings: ClassVar[tuple[str, ...]] = (".test",)

    def __init__(self, title: str, signs: str, example: str, *more_titles: str) -> None:
        self.title, self.signs = title, signs
        self.titles = (title, f"{title}_1xn", *more_titles)
        self.example = f"[{title}] {example}"  # type: ignore[misc]  # of the game that has the notation

    def reads(self, text: str) -> bool:
        return START.match(_without_asides(text)) is not None

    def words(self, text: str) -> list[str]:
        """Return the words between the names of the game and the braces."""
        words = list[str]()
        for match in SECTION.finditer(_without_asides(text)):
            if match[1] is not None and match[1].strip() not in self.titles:
                what = f"the game is {' '.join(match[1].split()):.60}, not {self.title}"
                raise misfit(text, match.start(), what)
            if match[2]:
                words.append(match[2])
                if wrong := re.search(rf"[^{re.escape(self.signs)}]", match[2]):
                    what = f"{wrong[0]!r} is not one of the signs {self.signs}"
                    raise misfit(text, match.start() + wrong.start(), what)
        return words

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        number, title, boards = 0, "", list[str]()
        for match in SECTION.finditer(_without_asides(text)):
            if match[2]:
                boards.append(match[2])
                continue
            if boards:
                number += 1
                yield f"case {number}", f"[{title}] {' '.join(boards)}"
                boards = []
            title = title if match[1] is None else match[1].strip()
        if boards:
            yield f"case {number + 1}", f"[{title}] {' '.join(boards)}"


class McgsBoard(McgsCase):
    """A board after the name of its game, as in `[domineering] ..|.. {B win}`; for one row, the name may end in `_1xn`.

    Attributes:
        own: the signs of squares in gamekit, in the order of those in MCGS.
        parameter: the parameter of the game that is the board.
    """

    about = "a board of an MCGS test file"

    def __init__(
        self, title: str, signs: str, example: str, *, own: str = "", parameter: str = "board"
    ) -> None:
        super().__init__(title, f"{signs}|", example)
        self.own, self.parameter = f"{own or signs.lower()}|", parameter

    def parameters(self, text: str) -> dict[str, str]:
        boards = self.words(text)
        if len(boards) != 1:
            raise InputError(f"there must be one board; there are {len(boards)}, which is a sum")
        return {self.parameter: boards[0].translate(str.maketrans(self.signs, self.own))}

    def write(self, game: Any, state: Any) -> str:
        board = str(game.format_state(state)).rpartition(",")[0].strip("'")
        gaps = "".join({*board} - {*self.own})  # such as those between rows of dominoes
        board = board.strip(gaps) if gaps else board
        if not board or {*board} & {*gaps}:
            raise UnsupportedError(f"mcgs writes one row that is not empty; this is {board!r}")
        return f"[{self.title}] {board.translate(str.maketrans(self.own, self.signs))}"


class McgsHeaps(McgsCase):
    """The sizes of heaps after the name of their game, as in `[kayles] 5 3 {N 5}`."""

    about = "heaps of an MCGS test file"

    def __init__(self, title: str, *more_titles: str) -> None:
        super().__init__(title, "0123456789", "3 5", *more_titles)

    def parameters(self, text: str) -> dict[str, list[int]]:
        heaps = self.words(text)
        if long := [heap for heap in heaps if len(heap) > MOST_DIGITS]:
            raise misfit(text, text.index(long[0]), f"a heap is a number of at most {MOST_DIGITS} digits")
        return {"heaps": [*map(int, heaps)]}

    def write(self, game: Any, state: Any) -> str:
        return f"[{self.title}] {str(game.format_state(state)).rpartition(',')[0]}"


def _without_asides(text: str) -> str:
    """Return a text of the same length and lines, with blanks in place of comments and values."""
    return ASIDE.sub(lambda aside: re.sub(r"[^\n]", " ", aside[0]), text)
