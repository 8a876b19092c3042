"""Tests that run over every registered game, in its own example."""

from __future__ import annotations

import pytest

from gamekit.game.registry import GAMES, registered

NAMES = sorted(registered(GAMES))
LARGE = {
    "breakthrough",
    "chess-ending",
    "connect-four",
    "dobutsu-shogi",
    "hare-and-hounds",
    "morris",
    "peg-solitaire",
    "pocket-cube",
    "teeko",
    "three-in-a-row",
    "three-mens-morris",
    "tic-tac-toe",
}
"""Whose examples have thousands of states."""

HUGE = {"dao", "neutreeko"}
"""Whose examples take plain rules minutes; their own tests solve them by compiled rules."""

SOLVED = [name for name in NAMES if name not in HUGE]
"""The games whose examples tests solve by any backend."""


def _each(names: list[str], set_apart: set[str], mark: pytest.MarkDecorator) -> pytest.MarkDecorator:
    """Return the parameter `name`, with a mark on some names."""
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=[mark] if name in set_apart else []) for name in names]
    )


each_game = pytest.mark.parametrize("name", SOLVED)
each_game_in_time = _each(SOLVED, LARGE, pytest.mark.release)
"""Every game; the large examples show little that is new, and are left to the tests before a release."""
COMPILED_ANYWAY = {"cat-mouse", "cat-mouse-ii", "nim"}
"""Whose rules the quick tests compile in any case; those of each other game would take them seconds more."""

each_game_to_check = _each(SOLVED, set(SOLVED) - {"cat-mouse", "nim"}, pytest.mark.release)
"""Games for tests that compile rules twice, as they are and checked. In CI, `gamekit check` looks at every game."""
