"""`family_of`: what games are alike, for lists of games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "in a row": (
        *("connect-four", "dao", "morris", "neutreeko", "notakto", "order-and-chaos", "quixo", "teeko"),
        *("three-in-a-row", "three-mens-morris", "tic-tac-toe", "wild-tic-tac-toe"),
    ),
    "chess and shogi": ("breakthrough", "chess-ending", "chess-variant", "dobutsu-shogi", "hexapawn"),
    "pen and paper": ("dots-and-boxes", "sim"),
    "puzzles": (
        *("klotski", "lights-out", "missionaries-and-cannibals", "peg-solitaire", "pocket-cube", "rush-hour"),
        *("sliding-puzzle", "sokoban", "towers-of-hanoi", "wolf-goat-cabbage"),
    ),
    "chases": (
        *("cat-mouse", "cat-mouse-ii", "cops-and-robber", "fox-against-geese", "fox-and-geese"),
        *("fox-and-hounds", "hare-and-hounds", "tigers-and-goats"),
    ),
    "counting": (
        *("chomp", "chopsticks", "coin-turning", "coin-turning-product", "grundys-game", "kalah", "kayles"),
        *("nim", "nim-ruleset", "nim-with-a-pass", "octal", "partizan-euclid", "partizan-take-and-break"),
        *("slow-exact-nim", "subtraction", "take-and-break", "wythoff"),
    ),
    "filling the board": ("hex", "othello"),
    "stones and animals": (
        *("amazons", "backsliding-toads-and-frogs", "cannibal-clobber", "clobber", "elephants-and-rhinos"),
        *("fission", "konane", "nogo", "toads-and-frogs"),
    ),
    "dominoes and cakes": ("cram", "cutcake", "domineering", "eatcake", "toppling-dominoes"),
    "graphs and colours": (
        *("arc-kayles", "col", "digraph", "hackenbush", "hackenbush-graph", "maze", "node-kayles"),
        *("partizan-digraph", "snort"),
    ),
    "blocking": ("l-game", "mu-torere", "umul-gonu"),
}
"""The names of games by family, the best known families first."""

OTHERS: Final = "others"
"""The family of games that are in none."""

ABOUT: Final[Mapping[str, str]] = {
    "in a row": "A line of your own pieces wins.",
    "chess and shogi": "Endings of chess, and small games with chessmen.",
    "pen and paper": "Two pencils are enough.",
    "puzzles": "For one player: find the shortest way.",
    "chases": "Some hunt, one tries to get away.",
    "counting": "Heaps, pits and rows of counters.",
    "filling the board": "Stones are put down, and stay.",
    "stones and animals": "Stones move or jump until somebody cannot move, and loses.",
    "dominoes and cakes": "Dominoes are laid and cakes are cut until somebody cannot move, and loses.",
    "graphs and colours": "Nodes, lines and colours: whoever cannot move loses.",
    "blocking": "Leave your opponent no move.",
    OTHERS: "Sums of games, and games that are made from others.",
}
"""What the games of each family are, in a sentence, in the order in which a page shows the families."""


def family_of(name: str) -> str:
    """Return the family of the game that is registered under a name.

    >>> family_of("teeko"), family_of("sum")
    ('in a row', 'others')
    """
    return next((family for family, names in FAMILIES.items() if name in names), OTHERS)
