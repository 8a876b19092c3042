"""Values that the rules of a board game return: payoffs, `PASS` and `AGAIN`."""

from __future__ import annotations

from typing import Final

WIN: Final = 1
LOSS: Final = -1
TIE: Final = 0
"""Payoffs to the player to move, for `stuck` and `over`."""

PASS: Final = "pass"
"""The value of `stuck` if a player without options passes; also the text of that move."""


class Again(int):
    """The type of `AGAIN`, so that no other number that `play` returns by mistake is taken for `AGAIN`."""


AGAIN: Final = Again(1)
"""Returned by `play` if the same player moves again."""
