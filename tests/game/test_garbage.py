"""Walks look for cyclic garbage rarely, and leave the thresholds as they were."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import suppress

import pytest

from gamekit.game.garbage import RARELY, rare_garbage_collection


@pytest.fixture
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.mark.usefixtures("thresholds")
@pytest.mark.parametrize(
    ("before", "inside"),
    [((700, 10, 10), RARELY), ((0, 10, 10), (0, 10, 10)), ((1_000_000, 10, 10), (1_000_000, 10, 10))],
)
def test_thresholds_are_raised_in_the_block_alone(
    before: tuple[int, int, int], inside: tuple[int, int, int]
) -> None:
    gc.set_threshold(*before)
    with rare_garbage_collection():
        with suppress(KeyError), rare_garbage_collection():
            raise KeyError
        assert gc.get_threshold() == inside
    assert gc.get_threshold() == before


@pytest.mark.usefixtures("thresholds")
def test_blocks_that_overlap_leave_the_thresholds_as_they_were() -> None:
    before, (one, other) = gc.get_threshold(), (rare_garbage_collection(), rare_garbage_collection())
    one.__enter__()  # as two threads do
    other.__enter__()
    one.__exit__(None, None, None)
    assert gc.get_threshold() == max(before, RARELY)
    other.__exit__(None, None, None)
    assert gc.get_threshold() == before
