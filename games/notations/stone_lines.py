"""Boards of rulesets in lines, as programs print those of Domineering, Clobber, Konane, NoGo and Amazons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, ClassVar

from .sign_lines import SignLines
from .stones import MOVERS, SQUARES, to_the_mover_of

MOVER = re.compile(r"\n[^\S\n]*([XOBW]|left|right|first|second) to move\s*\Z", re.IGNORECASE)


class SquareLines(SignLines):
    """A row on each line, or rows with | or / between: `.`, `_`, `-`, · or 0 for a free square, # for a taken one.

    Letters of columns may stand above or below, and then numbers of rows beside the squares. A last line such as
    `Left to move` names the player; without it, whoever begins in the game moves.
    """

    about = "the board, row by row, with # for a square that nobody can use"
    example = "...\n.#.\nLeft to move"
    signs: ClassVar[Mapping[str, str]] = {".": ".·_-0", "#": "#Xx1■"}

    def reads(self, text: str) -> bool:
        text = _by_rows(text)
        return super().reads(text) or (MOVER.search(text) is not None and super().reads(f"{text}\n.\n."))

    def lines(self, text: str) -> list[tuple[int, str]]:
        return super().lines(MOVER.sub("", text))

    def parameters(self, text: str) -> dict[str, Any]:
        return {"board": "|".join(self.checked(MOVER.sub("", _by_rows(text))))}

    def state(self, game: Any, text: str) -> Any:
        found = MOVER.search(text)
        word = found[1].upper() if found else ""
        named = next((player for player in game.players if player.upper() == word), "")
        board = self.parameters(text)["board"]
        return to_the_mover_of(game, board, named or MOVERS.get(word.translate(SQUARES), ""))

    def write(self, game: Any, state: Any) -> str:
        board, _, turn = str(game.format_state(state)).rpartition(", ")
        rows = "".join("\n" if sign == "|" else self.signs[sign][0] for sign in board.strip("'"))
        return f"{rows}\n{turn}"


class StoneLines(SquareLines):
    """X, B, @, ● or 1 for Left's stones, O, W, ○ or 2 for Right's, and `.`, `_`, `-`, · or 0 for a free square."""

    about = "the board, row by row, with X or ● for Left's stones, and O or ○ for Right's"
    example = "X O .\nO X .\nO to move"
    signs: ClassVar[Mapping[str, str]] = {".": ".·_-0", "x": "XxBb@●⚫1", "o": "OoWw○⚪2"}


class StoneLinesWithHoles(StoneLines):
    """Such a board, on which nobody can use a square with `#`."""

    example = "X . #\n. O .\nO to move"
    signs: ClassVar[Mapping[str, str]] = {**StoneLines.signs, "#": "#"}


def _by_rows(text: str) -> str:
    """Return a text of one line with a line for each row, which ends in | or /."""
    return text if "\n" in text or text.lstrip()[:1] == "|" else re.sub(r"[|/]", "\n", text)
