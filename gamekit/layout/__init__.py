"""Rules stated once: a layout of named fields, and rules over it that both backends run."""

from gamekit.layout.board_game import AGAIN, LOSS, PASS, TIE, WIN, BoardGame
from gamekit.layout.fields import Cell, Counter, Field, Grid, Hand, Permutation, Pits, Points
from gamekit.layout.layout import Layout

__all__ = [
    "AGAIN",
    "LOSS",
    "PASS",
    "TIE",
    "WIN",
    "BoardGame",
    "Cell",
    "Counter",
    "Field",
    "Grid",
    "Hand",
    "Layout",
    "Permutation",
    "Pits",
    "Points",
]
