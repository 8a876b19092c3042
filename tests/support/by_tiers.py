"""A game that names tiers has the values by tiers that it has as a whole, state by state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gamekit


def assert_tiers_agree(game: Any, folder: Path) -> Any:
    """Solve a game by tiers and as a whole, compare all states, verify them all; return the solution by tiers."""
    by_tiers = gamekit.solve(game, tiers=folder)
    whole = gamekit.solve(game, backend="compiled")
    assert (by_tiers.root, len(by_tiers), by_tiers.edges) == (whole.root, len(whole), whole.edges)
    assert (by_tiers.counts(), by_tiers.longest_by_value()) == (whole.counts(), whole.longest_by_value())
    for state in whole.states:
        assert by_tiers[state] == whole[state]
    assert gamekit.verify(by_tiers, all_states=True).ok
    return by_tiers
