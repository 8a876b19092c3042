"""Tests that run over every registered game, in its own example."""

from __future__ import annotations

from collections.abc import Set

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
    "chess-variant",
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
"""Whose rules show nothing to tests of every game that those of others do not."""

HUGE = {"dao", "l-game", "neutreeko"}
"""Whose examples take plain rules long; their own tests solve them with compiled rules."""

SOLVED = [name for name in NAMES if name not in HUGE]
"""The games whose examples tests solve by any backend."""


TYPICAL = {"cat-mouse", "hexapawn", "nim"}
"""A game on a graph that goes round, one on a board, and one on heaps: those that the quick tests take."""

SMALL_KINDS = set(SOLVED) - LARGE - OF_A_KIND
"""A game of each kind, whose example is small."""

COMPILED_ANYWAY = {"cat-mouse", "cat-mouse-ii", "nim"}
"""Whose rules the quick tests compile in any case; those of each other game would take them seconds more."""


def games(quick: Set[str], slow: Set[str], release: Set[str] = frozenset()) -> pytest.MarkDecorator:
    """Return the parameter `name`: some games in the quick tests, some in the slow ones, some before a release."""
    return pytest.mark.parametrize(
        "name", cases(quick=sorted(quick), slow=sorted(slow - quick), release=sorted(release - quick - slow))
    )


each_kind_of_game = games(TYPICAL, set(SOLVED) - OF_A_KIND)
"""A game of each kind, for tests that take next to nothing for a large one, too."""
each_small_kind_of_game = games(TYPICAL, SMALL_KINDS)
"""A game of each kind whose example is small, for tests of what does not depend on the rules."""
each_game = games(TYPICAL, SMALL_KINDS, set(SOLVED))
"""Every game, for tests of its rules; the large ones and those of a kind are left to a release."""
