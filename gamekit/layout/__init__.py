"""Rules stated once: a layout of named fields, and rules over it that both backends run."""

from gamekit.layout.board_game import BoardGame
from gamekit.layout.board_ruleset import BoardRuleset
from gamekit.layout.fields.boards import Grid, Points
from gamekit.layout.fields.counters import Counter, Hand, Pits
from gamekit.layout.fields.field import Field
from gamekit.layout.fields.pieces import Cell, Permutation
from gamekit.layout.in_a_row import InARow
from gamekit.layout.in_turn import InTurn
from gamekit.layout.layout import Layout
from gamekit.layout.moving_men import MovingMen, SlidingMen
from gamekit.layout.on_grid import OnGrid
from gamekit.layout.return_values import AGAIN, LOSS, PASS, TIE, WIN
from gamekit.layout.sets import count_bits, members
from gamekit.layout.stated_rules import pieces_on_board

__all__ = [
    "AGAIN",
    "LOSS",
    "PASS",
    "TIE",
    "WIN",
    "BoardGame",
    "BoardRuleset",
    "Cell",
    "Counter",
    "Field",
    "Grid",
    "Hand",
    "InARow",
    "InTurn",
    "Layout",
    "MovingMen",
    "OnGrid",
    "Permutation",
    "Pits",
    "Points",
    "SlidingMen",
    "count_bits",
    "members",
    "pieces_on_board",
]
