"""`family_of`: what games are alike, for lists of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "in a row": (
        *("connect-four", "dao", "morris", "neutreeko", "notakto", "order-and-chaos", "quixo", "teeko"),
        *("three-in-a-row", "three-mens-morris", "tic-tac-toe", "wild-tic-tac-toe"),
    ),
    "chases": (
        *("cat-mouse", "cat-mouse-ii", "cops-and-robber", "fox-and-geese", "fox-and-hounds"),
        *("hare-and-hounds", "tigers-and-goats"),
    ),
    "blocking": ("l-game", "mu-torere", "umul-gonu"),
    "chess and shogi": ("breakthrough", "chess-ending", "chess-variant", "dobutsu-shogi", "hexapawn"),
    "filling the board": ("hex", "othello"),
    "pen and paper": ("dots-and-boxes", "sim"),
    "counting": (
        *("chomp", "chopsticks", "coin-turning", "coin-turning-product", "grundys-game", "kalah", "kayles"),
        *("nim", "nim-ruleset", "nim-with-a-pass", "octal", "partizan-euclid", "partizan-take-and-break"),
        *("slow-exact-nim", "subtraction", "take-and-break", "wythoff"),
    ),
    "stones and animals": (
        *("amazons", "backsliding-toads-and-frogs", "cannibal-clobber", "clobber", "elephants-and-rhinos"),
        *("fission", "konane", "nogo", "toads-and-frogs"),
    ),
    "dominoes and cakes": ("cram", "cutcake", "domineering", "eatcake", "toppling-dominoes"),
    "graphs and colours": (
        *("arc-kayles", "col", "digraph", "hackenbush", "hackenbush-graph", "maze", "node-kayles"),
        *("partizan-digraph", "snort"),
    ),
    "puzzles": (
        *("klotski", "lights-out", "missionaries-and-cannibals", "peg-solitaire", "pocket-cube", "rush-hour"),
        *("sliding-puzzle", "sokoban", "towers-of-hanoi", "wolf-goat-cabbage"),
    ),
}
"""The names of games by family, in the order in which the gallery shows the families."""

OTHERS: Final = "others"
"""The family of games that are in none."""


def family_of(name: str) -> str:
    """Return the family of the game that is registered under a name.

    >>> family_of("teeko"), family_of("sum")
    ('in a row', 'others')
    """
    return next((family for family, names in FAMILIES.items() if name in names), OTHERS)
