"""A climb keeps what is better, and leaves what it has visited often."""

from __future__ import annotations

import pytest

from gamekit.analysis.climb import CLIMBERS, Climb, Climber


@pytest.mark.parametrize(
    ("score", "visits", "is_left"),
    [(11.0, 0, True), (-90.0, 0, False), (8.0, 10**9, True), (-90.0, 10**9, False)],
    ids=["better", "worse", "worse than what was often visited", "far worse than that"],
)
def test_what_was_often_visited_is_left(score: float, visits: int, is_left: bool) -> None:
    old, new = Climber({}, (10.0,), "old"), Climber({}, (score,), "new")
    climb = Climb(climbers=[old] * CLIMBERS, visits={"old": visits})
    assert climb.round(lambda _: [new] * CLIMBERS, seed=0) == [new] * CLIMBERS
    assert climb.climbers == [new if is_left else old] * CLIMBERS
    assert sum(climb.visits.values()) == visits + CLIMBERS
