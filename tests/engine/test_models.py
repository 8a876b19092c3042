"""The engine's parts against simple models: sets, dictionaries, grouping, breadth-first search, uninterrupted runs."""

from __future__ import annotations

import random
from itertools import chain, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.random_games import random_compiled_game
from support.work_folders import FailingExecutor, files_of

import gamekit
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.codes.code_hash import codes_of, keys_of
from gamekit.engine.codes.joined_ranges import JoinedRanges
from gamekit.engine.codes.key_sets import GrowingSet, merge, subtract, unique
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.spread_sort import sort_spread
from gamekit.engine.codes.state_index import ABSENT, DenseIndex, SortedIndex
from gamekit.engine.retrograde.exploration import concatenate_shards, explore
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.runtime.arrays import batched, concatenate, keep_in_memory
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.runtime.tuning import Tuning
from gamekit.engine.tiers.tier_batch import Outside

BITS = 12
numbers = st.integers(0, (1 << BITS) - 1)
lists = st.lists(numbers, max_size=200)
tunings = st.builds(
    Tuning,
    explore_round=st.integers(1, 6),
    explore_task=st.integers(1, 4),
    explore_shard=st.integers(1, 4),
    scan_task=st.integers(1, 5),
    update_round=st.integers(1, 5),
    listed=st.integers(0, 4),
    update_task=st.integers(1, 4),
    shard_places=st.integers(1, 8),
    max_deltas=st.integers(0, 3),
    max_pending_layers=st.integers(1, 3),
)
quick = settings(deadline=None, max_examples=2 * settings().max_examples)
slower = settings(deadline=None, max_examples=settings().max_examples // 2)


def array(entries: Any) -> Any:
    return np.array(list(entries), dtype=np.int64)


# --- codes ----------------------------------------------------------------------------------------------------------


@quick
@given(lists, st.integers(0, 100), st.sampled_from((np.int64, np.uint32)))
def test_a_sort_by_the_top_bits_sorts_what_spreads_and_what_does_not(
    entries: list[int], copies: int, dtype: Any
) -> None:
    entries = [*entries, *entries[:1] * copies]
    keys = np.array(entries, dtype=dtype)
    sort_spread(keys)
    assert keys.tolist() == sorted(entries)


@quick
@given(lists, lists)
def test_sorted_arrays_of_keys_are_sets(first: list[int], second: list[int]) -> None:
    one, other = unique(array(first)), unique(array(second))
    assert one.tolist() == sorted(set(first))
    rest = subtract(one.copy(), other)
    assert rest.tolist() == sorted(set(first) - set(second))
    assert merge(rest, other).tolist() == sorted({*first, *second})


@quick
@given(st.lists(lists, max_size=6))
def test_a_growing_set_holds_what_was_added(added: list[list[int]]) -> None:
    found = GrowingSet()
    for numbers in added:
        found.add(unique(array(numbers)))
    assert found.keys().tolist() == sorted({number for numbers in added for number in numbers})
    assert not len(found.keys())


@quick
@given(st.lists(st.tuples(st.integers(0, 2), lists), max_size=12))
def test_keys_of_other_tiers_are_sets_however_long_they_wait(added: list[tuple[int, list[int]]]) -> None:
    outside = Outside()
    model: dict[int, set[int]] = {}
    for tier, keys in added:
        outside.add(tier, array(keys))
        model.setdefault(tier, set()).update(keys)
    assert {tier: found.tolist() for tier, found in outside.tiers()} == {
        tier: sorted(keys) for tier, keys in model.items()
    }
    assert not list(outside.tiers())


@pytest.mark.slow
@quick
@given(st.lists(st.integers(0, 60), min_size=2, unique=True), st.lists(st.integers(0, 2), min_size=60), lists)
def test_joined_ranges_look_codes_up_as_each_index_does(
    bounds: list[int], owners: list[int], codes: list[int]
) -> None:
    ends = sorted(bounds)
    by_tier: dict[int, list[tuple[int, int]]] = {}
    for pair, tier in zip(pairwise(ends), owners, strict=False):
        by_tier.setdefault(tier, []).append(pair)
    indexes = {tier: RangesIndex.of(pairs) for tier, pairs in by_tier.items()}
    offsets = {tier: 100 * tier for tier in indexes}
    wanted = array([*range(62), *codes])
    tiers, places = JoinedRanges.of(indexes, offsets).locate(wanted)
    for code, tier, place in zip(wanted.tolist(), tiers.tolist(), places.tolist(), strict=True):
        found = {
            number: int(index.locate(array([code]))[0])
            for number, index in indexes.items()
            if index.locate(array([code]))[0] >= 0
        }
        assert found == ({} if tier < 0 else {tier: place - 100 * tier})


@quick
@given(st.lists(st.integers(0, 60), min_size=2, unique=True), st.integers(0, 60), st.integers(0, 60))
def test_ranges_give_the_codes_of_a_slice_of_places(bounds: list[int], first: int, number: int) -> None:
    ends = sorted(bounds)
    pairs = list(zip(ends[::2], ends[1::2], strict=False))
    codes = [code for pair in pairs for code in range(*pair)]
    part = slice(min(first, len(codes)), min(first + number, len(codes)))
    found = RangesIndex.of(pairs).codes(part)
    assert found.dtype == np.int64
    assert found.tolist() == codes[part]


@quick
@given(st.sets(numbers, min_size=1), lists)
def test_a_sorted_index_looks_codes_up_as_a_dictionary_does(codes: set[int], wanted: list[int]) -> None:
    keys = np.sort(keys_of(array(codes), BITS))
    places = {code: place for place, code in enumerate(codes_of(keys, BITS).tolist())}
    assert places.keys() == codes
    index = SortedIndex(keys, BITS)
    assert index.locate(array(wanted)).tolist() == [places.get(code, ABSENT) for code in wanted]
    found = index.find(keys_of(array(wanted), BITS)).tolist()
    assert found == sorted(places[code] for code in wanted if code in places)
    assert index.codes(slice(0, len(index))).tolist() == list(places)


@quick
@given(st.integers(0, 1 << 33), st.lists(st.integers(0, 99), min_size=1))
def test_a_dense_index_counts_places_from_its_least_code(low: int, places: list[int]) -> None:
    index = DenseIndex(100, low, low + 100)
    codes = array(low + place for place in places)
    assert index.locate(codes).tolist() == places
    assert index.find(index.keys_of(codes.copy())).tolist() == places
    assert index.codes(array(places)).tolist() == codes.tolist()


# --- rounds ---------------------------------------------------------------------------------------------------------


@quick
@given(lists, tunings)
def test_a_partition_groups_by_shard_and_keeps_pairs_together(entries: list[int], tuning: Tuning) -> None:
    partitioner = Partitioner.of((1 << BITS) - 1, len(entries), tuning)
    shard_of = [number >> partitioner.shift for number in entries]
    expected = [
        [n for n, at in zip(entries, shard_of, strict=True) if at == s] for s in range(partitioner.shards)
    ]
    grouped, _, ends = partitioner.partition(array(entries))
    assert [part.read().tolist() for part in keep_in_memory(grouped, ends).parts()] == expected
    pairs, along, ends = partitioner.partition(array(entries), np.arange(len(entries)))
    assert [part.tolist() for part in np.split(pairs, ends[:-1])] == expected
    assert [entries[i] for i in along.tolist()] == pairs.tolist()
    apart = keep_in_memory(pairs, ends, separate=True).parts()
    assert [part.read().tolist() for part in apart] == expected


@quick
@given(st.lists(st.lists(numbers, max_size=20), max_size=8), st.integers(1, 30))
def test_batches_are_full_but_for_the_last(arrays: list[list[int]], size: int) -> None:
    batches = list(batched((keep_in_memory(array(entries)).full_slice() for entries in arrays), size))
    together = [concatenate(batch).tolist() for batch in batches]
    assert [*chain.from_iterable(together)] == [*chain.from_iterable(arrays)]
    assert all(len(entries) == size for entries in together[:-1])


@quick
@given(st.integers(0, 1 << 20), tunings)
def test_rounds_of_exploration_find_what_a_breadth_first_search_finds(seed: int, tuning: Tuning) -> None:
    game = random_compiled_game(random.Random(seed))
    batch, start = batch_of(game), game.encode(game.initial_state())
    known, edges = [start], 0
    for code in known:
        children = batch.expand(array([code])).children.tolist()
        edges += len(children)
        known += [child for child in children if child not in known]
    found = explore(RoundRunner(tuning=tuning), batch, start, facts=(facts := Facts()))
    assert (len(found), found.edges) == (len(known), edges)
    index = SortedIndex(concatenate_shards(found.shards, facts), found.bits)
    assert sorted(index.codes(slice(None)).tolist()) == sorted(known)
    learned, expanded = (rules.expand_range(index, slice(0, len(known)))[2] for rules in (facts, batch))
    assert learned.counts.tolist() == expanded.counts.tolist()
    assert learned.outcomes.tolist() == expanded.outcomes.tolist()


@pytest.mark.slow
@slower
@given(st.integers(0, 1 << 20), tunings, st.lists(st.integers(0, 60), max_size=6), st.booleans())
def test_a_solve_that_is_interrupted_goes_on_to_the_same_bytes(
    seed: int, tuning: Tuning, interruptions: list[int], by_edges: bool
) -> None:
    game = random_compiled_game(random.Random(seed))
    options: dict[str, Any] = {"method": "edges" if by_edges else "predecessors", "tuning": tuning}
    with TemporaryDirectory() as folder:
        one, other = Path(folder, "one"), Path(folder, "other")
        gamekit.solve(game, backend="compiled", work=one, executor="serial", **options)
        for tasks in interruptions:
            try:
                gamekit.solve(
                    game, backend="compiled", work=other, executor=FailingExecutor(tasks), **options
                )
            except KeyboardInterrupt:
                continue
        gamekit.solve(game, backend="compiled", work=other, executor="serial", **options)
        assert {path.name: path.read_bytes() for path in files_of(one)} == {
            path.name: path.read_bytes() for path in files_of(other)
        }
