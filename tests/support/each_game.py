"""Tests that run over every registered game, in its own example."""

from __future__ import annotations

import pytest

from gamekit.game.registry import GAMES, registered

NAMES = sorted(registered(GAMES))
LARGE = {
    "chess-ending",
    "connect-four",
    "dobutsu-shogi",
    "pocket-cube",
    "teeko",
    "three-mens-morris",
    "tic-tac-toe",
}
"""Whose examples have thousands of states."""

each_game = pytest.mark.parametrize("name", NAMES)
each_game_in_time = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name in LARGE else []) for name in NAMES]
)
"""Every game, with the large examples among the slow tests."""
each_game_by_release = pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.release] if name in LARGE else []) for name in NAMES]
)
"""Every game; the large examples show little that is new, and are left to the tests before a release."""
