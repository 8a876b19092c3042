"""Boards of two colours in lines, as programs print those of Clobber, Konane, NoGo and Amazons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from .sign_lines import SignLines
from .stones import MOVERS, SQUARES, to_the_mover_of

MOVER = re.compile(r"\n[^\S\n]*([XOBW]) to move\s*\Z", re.IGNORECASE)


class StoneLines(SignLines):
    """A row on each line: X, B, @, ● or 1 for Left's stones, O, W, ○ or 2 for Right's, `.`, `_`, `-`, · or 0 for none.

    Letters of columns may stand above or below, and then numbers of rows beside the squares. A last line such as
    `O to move` names the player; without it, whoever begins in the game moves.
    """

    about = "the board, row by row, with X or ● for Left's stones, and O or ○ for Right's"
    example = "X O .\nO X .\nO to move"
    signs: ClassVar[Mapping[str, str]] = {".": ".·_-0", "x": "XxBb@●⚫1", "o": "OoWw○⚪2"}

    def reads(self, text: str) -> bool:
        return super().reads(text) or (MOVER.search(text) is not None and super().reads(f"{text}\n.\n."))

    def lines(self, text: str) -> list[tuple[int, str]]:
        return super().lines(MOVER.sub("", text))

    def parameters(self, text: str) -> dict[str, Any]:
        return {"board": "|".join(self.checked(MOVER.sub("", text)))}

    def state(self, game: Any, text: str) -> Any:
        mover = MOVER.search(text)
        sign = mover[1].upper().translate(SQUARES) if mover else ""
        return to_the_mover_of(game, self.parameters(text)["board"], MOVERS.get(sign, ""))

    def write(self, game: Any, state: Any) -> str:
        board, _, turn = str(game.format_state(state)).rpartition(", ")
        rows = "".join("\n" if sign == "|" else self.signs[sign][0] for sign in board.strip("'"))
        return f"{rows}\n{'X' if turn.startswith('Left') else 'O'} to move"


class StoneLinesWithHoles(StoneLines):
    """Such a board, on which nobody can use a square with `#`."""

    example = "X . #\n. O .\nO to move"
    signs: ClassVar[Mapping[str, str]] = {**StoneLines.signs, "#": "#"}
