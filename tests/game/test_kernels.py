"""Helpers for compiled rules."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gamekit.game.kernels import distinct


@pytest.mark.parametrize("count", [0, 1, 2, 7, 100, 5_000])
def test_distinct_sorts_and_drops_duplicates(count: int) -> None:
    source = random.Random(count)
    numbers = [source.randrange(count) for _ in range(count)]
    out = np.array([*numbers, -1, -1], dtype=np.int64)
    kept = distinct(out, count)
    assert out[:kept].tolist() == sorted(set(numbers))
    assert out[count:].tolist() == [-1, -1]
