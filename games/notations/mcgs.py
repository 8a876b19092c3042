"""MCGS: the test lines of the Minimax-based Combinatorial Game Solver (University of Alberta)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit

ASIDE = re.compile(r"(?ms)//[^\n]*|^cgt:.*?(?::cgt$|\Z)")
"""Comments, and the values of positions."""

SECTION = re.compile(r"\[([^\]]*)(?:\]|\Z)|\{[^}]*(?:\}|\Z)|([^\s\[\]{}]+)")


class McgsBoard(Notation):
    """A board after the name of its game, as in `[domineering] ..|.. {B win}`; for one row, the name may end in `_1xn`.

    What is in braces, or between `cgt:` and `:cgt`, is ignored.

    Attributes:
        title: the name of the game in MCGS.
        signs: the signs of squares in MCGS.
        own: those of the game in gamekit, in the same order.
        parameter: the parameter of the game that is the board.
    """

    name = "mcgs"
    about = "a board of an MCGS test file"
    endings: ClassVar[tuple[str, ...]] = (".test",)

    def __init__(
        self, title: str, signs: str, example: str, *, own: str = "", parameter: str = "board"
    ) -> None:
        self.title, self.signs, self.own, self.parameter = title, signs, own or signs.lower(), parameter
        self.example = f"[{title}] {example}"  # type: ignore[misc]  # of the game that has the notation

    def reads(self, text: str) -> bool:
        return re.match(r"(?s)\s*(\{[^}]*\}\s*|//[^\n]*\n\s*)*\[[a-z0-9_ ]+\]", text) is not None

    def parameters(self, text: str) -> dict[str, str]:
        boards = list[str]()
        for match in SECTION.finditer(_without_asides(text)):
            if match[1] is not None and match[1].strip() not in (self.title, f"{self.title}_1xn"):
                raise misfit(text, match.start(), f"the game is {match[1].strip():.60}, not {self.title}")
            if match[2]:
                boards.append(match[2])
                wrong = re.search(rf"[^{re.escape(self.signs)}|]", match[2])
                if wrong:
                    raise misfit(
                        text,
                        match.start() + wrong.start(),
                        f"{wrong[0]!r} is not one of the signs {self.signs}",
                    )
        if len(boards) != 1:
            raise InputError(f"there must be one board; there are {len(boards)}, which is a sum")
        return {self.parameter: boards[0].translate(str.maketrans(self.signs, self.own))}

    def write(self, game: Any, state: Any) -> str:
        board = str(game.format_state(state)).rpartition(",")[0]
        if board == repr(""):
            raise UnsupportedError("mcgs does not write an empty row")
        return f"[{self.title}] {board.translate(str.maketrans(self.own, self.signs))}"

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


def _without_asides(text: str) -> str:
    """Return a text of the same length and lines, with blanks in place of comments and values."""
    return ASIDE.sub(lambda aside: re.sub(r"[^\n]", " ", aside[0]), text)
