"""Tests that run over every registered game, in its own example."""

from __future__ import annotations

import pytest

from gamekit.game.registry import GAMES, registered
from support.marks import cases

NAMES = sorted(registered(GAMES))
LARGE = {
    "breakthrough",
    "chess-ending",
    "connect-four",
    "dobutsu-shogi",
    "hare-and-hounds",
    "morris",
    "othello",
    "peg-solitaire",
    "pocket-cube",
    "teeko",
    "three-in-a-row",
    "three-mens-morris",
    "tic-tac-toe",
}
"""Whose examples have thousands of states."""

OF_A_KIND = {
    "fox-and-geese",
    "fox-and-hounds",
    "lights-out",
    "missionaries-and-cannibals",
    "order-and-chaos",
    "sim",
    "sokoban",
    "tigers-and-goats",
    "towers-of-hanoi",
    "umul-gonu",
    "wild-tic-tac-toe",
    "wolf-goat-cabbage",
}
"""Whose rules show nothing to tests of every game that those of others do not; a release runs these tests on them."""

HUGE = {"dao", "l-game", "neutreeko"}
"""Whose examples take plain rules long; their own tests solve them with compiled rules."""

SOLVED = [name for name in NAMES if name not in HUGE]
"""The games whose examples tests solve by any backend."""


TYPICAL = {"cat-mouse", "hexapawn", "nim"}
"""A game on a graph that goes round, one on a board, and one on heaps: those that the quick tests take."""

COMPILED_ANYWAY = {"cat-mouse", "cat-mouse-ii", "nim"}
"""Whose rules the quick tests compile in any case; those of each other game would take them seconds more."""


def games(quick: set[str], slow: set[str]) -> pytest.MarkDecorator:
    """Return the parameter `name`: some games in the quick tests, some in the slow ones, the rest before a release."""
    return pytest.mark.parametrize(
        "name",
        cases(
            quick=[name for name in SOLVED if name in quick],
            slow=[name for name in SOLVED if name in slow - quick],
            release=[name for name in SOLVED if name not in quick | slow],
        ),
    )


each_game = games(TYPICAL, set(SOLVED) - OF_A_KIND)
"""Every game, for tests that take next to nothing for a large one, too."""
each_game_in_time = games(TYPICAL, set(SOLVED) - LARGE - OF_A_KIND)
"""Every game; the large examples show little that is new, and are left to the tests before a release."""
each_game_to_check = games({"cat-mouse", "nim"}, set())
"""Games for tests that compile rules twice, as they are and checked. In CI, `gamekit check` looks at every
game: at all states of those with at most 3,000, at a sample of the others."""
