"""Wild tic-tac-toe: whoever completes a line wins, and both players may place either mark."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, TIE, WIN

from .either_mark import LARGEST, EitherMark


@attrs.frozen
class WildTicTacToe(EitherMark):
    """Two players place marks on empty squares in turn, each time an X or an O as they like.

    Whoever completes a line of equal marks wins; in misère play, that player loses. A full board without such a line is
    a tie.

    >>> game = WildTicTacToe()
    >>> len(list(game.moves(game.initial_state())))
    18
    """

    side: int = parameter(3, "the side of the board", 2, LARGEST)
    length: int = parameter(3, "how many equal marks make a line", 2, LARGEST)
    misere: bool = parameter(False, "whether a player who completes a line loses")

    presets = {
        "Classic": {"side": 3, "length": 3},
        "Misère": {"side": 3, "length": 3, "misere": True},
        "Two in a row": {"side": 3, "length": 2},
    }
    example = {"side": 3, "length": 3}

    @property
    def aim(self) -> str:  # type: ignore[override]
        ends = "loses" if self.misere else "wins"
        return f"Both place an X or an O, as they like; whoever gets {in_words(self.length)} alike in a line {ends}."

    def over(self, s: Any) -> int | None:
        if self.has_line(s):
            return WIN if self.misere else LOSS
        return None if 0 in s.board else TIE
