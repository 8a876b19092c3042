"""A game that names tiers has the values by tiers that it has as a whole, state by state."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import gamekit

NO_STATE, ENDLESS = 1_000, -1
"""Marks that stores do not use, in place of their own for no state and for infinite play."""


def assert_tiers_agree(game: Any, folder: Path, *, all_states: bool = True) -> Any:
    """Solve a game by tiers and as a whole, compare all states, verify them; return the solution by tiers.

    With `all_states`, the symmetry of all states is tried by plain rules, which take a millisecond for each.
    """
    by_tiers = gamekit.solve(game, tiers=folder)
    whole = gamekit.solve(game, backend="compiled")
    assert (by_tiers.root, len(by_tiers), by_tiers.edges) == (whole.root, len(whole), whole.edges)
    assert (by_tiers.counts(), by_tiers.longest_by_value()) == (whole.counts(), whole.longest_by_value())
    codes = whole.store.codes(slice(0, whole.store.places))
    for ours, theirs in zip(results(by_tiers.store, codes), results(whole.store, codes), strict=True):
        np.testing.assert_array_equal(ours, theirs)
    assert gamekit.verify(by_tiers, all_states=all_states).ok
    return by_tiers


def results(store: Any, codes: Any) -> tuple[Any, Any]:
    """Return the values and remotenesses of codes."""
    value, plies = store.look_up(codes)
    is_state = value != store.no_state
    plies = np.where(plies == store.infinite, ENDLESS, plies)
    return np.where(is_state, value, NO_STATE), np.where(is_state, plies, 0)
