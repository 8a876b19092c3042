"""Results of other tiers in one pass: the same as in three."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from gamekit.engine.codes.entries import separate
from gamekit.engine.codes.joined_ranges import JoinedRanges, SearchedRanges
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.tiers.entry_kernel import ResultTables
from gamekit.engine.tiers.tier_batch import FinishedTier

INDEXES = {
    7: RangesIndex.of([(0, 40), (100, 140)]),
    5: RangesIndex.of([(200, 230), (260, 280)]),
    4: RangesIndex.of([(230, 260)]),
    3: RangesIndex.of([(40, 70)]),
    2: RangesIndex.of([(70, 100), (160, 200)]),
    1: RangesIndex.of([(140, 160)]),
}
OWN = 7


def finished(generator: np.random.Generator) -> dict[int, FinishedTier]:
    found = {}
    for tier, kind in ((3, np.uint8), (2, np.uint16), (1, np.uint32)):
        size = len(INDEXES[tier])
        value = generator.integers(-2, 3, size).astype(np.int8)
        plies = generator.integers(0, min(np.iinfo(kind).max, 70_000), size).astype(kind)
        endless = generator.random(size) < 0.2
        plies[endless], value[endless] = np.iinfo(kind).max, 0
        found[tier] = FinishedTier(INDEXES[tier], ResultArrays(value, plies))
    for tier, kind in ((5, np.uint8), (4, np.uint16)):  # pairs, which are numbered
        never = np.iinfo(kind).max
        value = np.array([NO_STATE, -2, -1, 0, 1, 0], dtype=np.int8)
        plies = np.array([0, never - 1, 7, never, 7, 0], dtype=kind)
        numbers = generator.integers(1, len(value), len(INDEXES[tier])).astype(np.uint8)
        found[tier] = FinishedTier(INDEXES[tier], ResultArrays(value, plies, numbers))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("from_movers_view", [False, True])
def test_one_pass_gives_what_three_give(from_movers_view: bool) -> None:
    generator = np.random.default_rng(1)
    tables = finished(generator)
    ranges = JoinedRanges.of(INDEXES)
    counts = generator.integers(0, 6, 500).astype(np.int32)
    children = generator.integers(0, 280, int(counts.sum()))
    movers = generator.integers(0, 2, len(counts)).astype(np.int8)
    tiers, places = ranges.locate(children)
    assert (ranges.places_of(children) == places).all()
    value, plies = np.zeros(len(children), dtype=np.int8), np.zeros(len(children), dtype=np.int32)
    for tier, table in tables.items():
        at = np.flatnonzero(tiers == tier)
        value[at], plies[at] = table.results_at(places[at])

    def columns() -> tuple[Any, ...]:
        return np.empty_like(children), np.empty(len(counts), dtype=np.int8), np.empty(len(counts), np.int32)

    left, expected = counts.copy(), columns()
    number = separate(left, children, tiers == OWN, value, plies, movers, 0, from_movers_view, *expected)
    own_left, found = counts.copy(), columns()
    by_kernel = ResultTables.of(ranges, OWN, tables)
    assert by_kernel.separate(own_left, children, movers, 0, from_movers_view, *found) == number > 0
    assert (own_left == left).all()
    assert (found[0][:number] == expected[0][:number]).all()
    known = expected[2] != -1
    assert (found[2] == expected[2]).all()
    assert (found[1][known] == expected[1][known]).all()

    for stray in (280, -1):
        children[0] = stray
        assert by_kernel.separate(counts.copy(), children, movers, 0, from_movers_view, *columns()) == -1
    tables[3].results.value[0] = NO_STATE
    tables[4].results.numbers[0] = 0
    for stray in (40, 230):
        children[0] = stray
        assert by_kernel.separate(counts.copy(), children, movers, 0, from_movers_view, *columns()) == -1


@pytest.mark.slow
def test_many_codes_are_found_where_few_are() -> None:
    for index in INDEXES.values():
        codes = np.random.default_rng(2).integers(-5, 210, 1000)
        searched = SearchedRanges(index.begins, index.ends)
        assert (searched.locate(codes) == index.locate(codes)).all()
        assert (searched.keys_of(codes) == index.keys_of(codes)).all()
