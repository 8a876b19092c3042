"""Stones: boards of Clobber in one line, as programs and their tests write them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

BOARD = re.compile(
    r"\s*([BWXO._|/-]+)(?:\s+([BWXO]))?(?:\s+[+-]?\d+)*\s*(?::[^\S\n]*(\S[^\n]*)?)?\s*", re.IGNORECASE
)
SQUARES = str.maketrans("BX" + "WO" + "._-" + "|/", "xx" + "oo" + "..." + "||")
MOVERS = {"x": "Left", "o": "Right"}


class Stones(Notation):
    """B or X for Left's stones, W or O for Right's, `.`, `_` or `-` for a free square; rows end in `|` or `/`.

    The sign of the player to move may follow; without it, whoever begins in the game moves. Numbers, such as a result,
    are ignored, and so is a label after a colon.
    """

    name = "stones"
    about = "the stones row by row, and the player to move"
    example = "BWBW/WBWB B"

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text) is not None

    def board(self, text: str) -> tuple[str, str]:
        """Return the board and the player to move, as the game has them; the latter is empty if the text names none."""
        match = BOARD.fullmatch(text)
        if match is None:
            raise InputError(f"a board is stones row by row, such as {self.example}")
        squares, mover = (part.upper().translate(SQUARES) for part in (match[1], match[2] or ""))
        return squares, MOVERS.get(mover, "")

    def parameters(self, text: str) -> dict[str, str]:
        return {"board": self.board(text)[0]}

    def state(self, game: Any, text: str) -> Any:
        return to_the_mover_of(game, *self.board(text))

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield the board on each line, by its label if it has one; then all have one, and others are headings."""
        boards = [(title, line, BOARD.fullmatch(line)) for title, line in super().split(text)]
        are_labelled = any(match and match[3] for _, _, match in boards)
        for title, line, match in boards:
            if are_labelled and match and not match[3]:
                what = (
                    f"the other boards have labels after a colon; {line.strip()!r:.60} has none, as a heading"
                )
                raise misfit(text, text.index(line), what)
            yield match[3].strip() if match and match[3] else title, line


def to_the_mover_of(game: Any, board: str, mover: str = "") -> Any:
    """Return the state with a board in which a player is to move, or by default whoever begins in the game."""
    mover = mover or game.players[game.to_move(game.initial_state())]
    return game.parse_state(f"{board}, {mover} to move")
