"""Order and chaos (Stephen Sniderman, 1981): one player wants a line of equal marks, the other wants none."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, WIN

from .either_mark import LARGEST, EitherMark

ORDER = 0


@attrs.frozen
class OrderAndChaos(EitherMark):
    """Two players place marks on empty squares in turn, Order first, each time an X or an O as they like.

    Order wins if there is a line of equal marks, whoever completes it. Chaos wins if the board is full without one.

    >>> game = OrderAndChaos()
    >>> game.format_state(game.apply(game.initial_state(), (4, 1)))
    '.../.X./..., Chaos to move'
    """

    side: int = parameter(3, "the side of the board", 2, LARGEST)
    length: int = parameter(3, "how many equal marks make a line", 2, LARGEST)
    chaos_first: bool = parameter(False, "whether Chaos moves first")

    players = ("Order", "Chaos")
    won_by = "the board is full without a line"
    example = {"side": 3, "length": 3}
    presets = {
        "3×3 board": example,
        "Chaos first": {"side": 3, "length": 3, "chaos_first": True},
        "Two in a row": {"side": 3, "length": 2},
    }

    @property
    def aim(self) -> str:  # type: ignore[override]
        line = f"{in_words(self.length)} alike in a line"
        return f"Both place an X or an O, as they like; Order wants {line}, Chaos a full board without."

    def start(self) -> dict[str, Any]:
        return {"turn": int(self.chaos_first)}

    def over(self, s: Any) -> int | None:
        if self.has_line(s):
            return WIN if s.turn == ORDER else LOSS
        if 0 in s.board:
            return None
        return LOSS if s.turn == ORDER else WIN
