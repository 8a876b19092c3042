"""Fixtures of the engine's tests."""

from __future__ import annotations

import pytest

from gamekit.engine.runtime.tuning import Tuning


@pytest.fixture
def small_pieces() -> Tuning:
    """Return sizes by which a game of some dozen states has many rounds, tasks and shards."""
    return Tuning(
        explore_round=5,
        explore_task=2,
        explore_shard=2,
        scan_task=3,
        listed=2,
        update_round=3,
        update_task=2,
        shard_places=2,
    )
