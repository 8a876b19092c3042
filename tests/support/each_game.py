"""Tests that run over every registered game, in its own example."""

from __future__ import annotations

import pytest

from gamekit.game.registry import GAMES, registered

NAMES = sorted(registered(GAMES))
LARGE = {
    "breakthrough", "chess-ending", "dobutsu-shogi", "pocket-cube", "teeko", "three-mens-morris", "tic-tac-toe",
}  # fmt: skip
"""Whose examples have thousands of states."""

HUGE = {"dao", "neutreeko"}
"""Whose examples take plain rules minutes; their own tests solve them by compiled rules."""

SOLVED = [name for name in NAMES if name not in HUGE]
"""The games whose examples tests solve by any backend."""


def _in_time(names: list[str]) -> pytest.MarkDecorator:
    """Return the parameter `name`, with the large examples among the slow tests."""
    slow = LARGE | HUGE
    return pytest.mark.parametrize(
        "name", [pytest.param(name, marks=[pytest.mark.slow] if name in slow else []) for name in names]
    )


each_game = pytest.mark.parametrize("name", SOLVED)
each_game_in_time = _in_time(SOLVED)
every_game_in_time = _in_time(NAMES)
"""The huge ones, too: for tests that leave the choice of the backend to gamekit."""
