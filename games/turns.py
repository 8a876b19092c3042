"""The rules shared by board games that state a ruleset: the first player, and the result of being stuck."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Literal

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, WIN, BoardGame

State = tuple[int, ...]  # the squares, then the player to move


@attrs.frozen
class InTurn(BoardGame):
    """A ruleset on a board, for two players who move in turn; the rows of the board are joined by bars."""

    squares: str = parameter("...|...", "the rows of the board, joined by |", alias="board")
    first: Literal["left", "right"] = parameter("left", "who moves first", choices=("left", "right"))
    convention: Literal["normal", "misere"] = parameter(
        "normal",
        "whether whoever cannot move loses (normal) or wins",
        choices=("normal", "misere"),
        alias="play",
    )

    players = ("Left", "Right")

    @property
    def stuck(self) -> int:  # type: ignore[override]
        """The payoff to a player who cannot move."""
        return LOSS if self.convention == "normal" else WIN

    def start(self) -> dict[str, Any]:
        return {"board": self.squares.strip().replace("|", "/"), "turn": ("left", "right").index(self.first)}

    @property
    def rows(self) -> int:
        """The height of the board."""
        return self.squares.count("|") + 1

    @property
    def columns(self) -> int:
        """The width of the board."""
        return len(self.squares.strip().split("|")[0])

    @cached_property
    def first_column(self) -> int:
        """The squares of the first column, as bits."""
        return sum(1 << self.columns * row for row in range(self.rows))

    @cached_property
    def last_column(self) -> int:
        """The squares of the last column, as bits."""
        return self.first_column << self.columns - 1

    def format_state(self, state: State) -> str:
        return super().format_state(state).replace("/", "|")

    def parse_state(self, text: str) -> State:
        return super().parse_state(text if "\n" in text else text.replace("|", "/"))  # lines may have a frame
