"""Verification of a work folder in rounds over its shards: each shard looks up the successors of the others' states.

The rule for results is the one in `kernel`, and verifying needs as little memory as solving.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.kernel import Claims, Judgement, judge
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.codes.state_index import ABSENT
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink, ArraySlice, concatenate
from gamekit.engine.runtime.checkpoint import CheckpointedRunner
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import WorkerPool
from gamekit.engine.runtime.tuning import Tuning
from gamekit.solution.expander import RangeExpansion


def check_shards(
    batch: Batch, state: Any, folder: Path, claims: Claims, pool: WorkerPool, tuning: Tuning
) -> Iterator[Judgement]:
    """Yield the judgement of each range of places of a work folder; `state` holds its shards."""
    with CheckpointedRunner.open(folder / "verification", {}, fresh=True, tuning=tuning) as runner:
        runner.pool = pool
        ranges = state.ranges(tuning)
        try:
            for begin in range(0, len(ranges), tuning.verify_round):
                together = ranges[begin : begin + tuning.verify_round]
                judged = _judge_ranges(runner, batch, state, claims, together)
                for (number, _), judgement in zip(together, judged, strict=True):
                    offset = state.offsets[number]
                    yield attrs.evolve(judgement, places=tuple(place + offset for place in judgement.places))
                runner.retain(())
        finally:
            shutil.rmtree(runner.folder / "arrays", ignore_errors=True)


def _judge_ranges(
    runner: CheckpointedRunner, batch: Batch, state: Any, claims: Claims, together: list[tuple[int, slice]]
) -> Iterator[Judgement]:
    inputs = [(batch, state.shards[number], part, state.by_address) for number, part in together]
    # each range has a part for each shard; each shard then returns a part for each range
    by_shard = zip(*[keys.parts() for keys in runner.run(partition_children, inputs)], strict=True)
    lookups = ((shard, [*keys], claims) for shard, keys in zip(state.shards, by_shard, strict=True))
    judgements = [
        zip(values.parts(), plies.parts(), strict=True) for values, plies in runner.run(look_up, lookups)
    ]
    by_range = zip(*judgements, strict=True)
    return runner.run(
        judge_range, ((*known, claims, [*own]) for known, own in zip(inputs, by_range, strict=True))
    )


def partition_children(
    sink: ArraySink, batch: Batch, shard: Any, part: slice, partitioner: Partitioner
) -> ArrayRef:
    """Return the keys of the successors of a range of places, with a part for each shard."""
    _, _, expansion = batch.expand_range(shard.index, part)
    keys = shard.addresses(expansion.children)
    keys, _, ends = partitioner.partition(keys, np.arange(len(keys)))
    return sink(keys, ends)


def look_up(
    sink: ArraySink, shard: Any, inbox: list[ArraySlice], claims: Claims
) -> tuple[ArrayRef, ArrayRef]:
    """Return the stored values and remotenesses of the keys in an inbox; `no_state` for keys of no state."""
    ends = np.cumsum([len(keys) for keys in inbox]).tolist()
    places = shard.locate(concatenate(inbox))
    absent = places == ABSENT
    places[absent] = 0
    value, remoteness = (_column(arrays)[places] for arrays in (shard.value, shard.remoteness))
    value[absent] = claims.no_state
    return sink(value, ends), sink(remoteness, ends)


def _column(arrays: tuple[ArrayRef, ...]) -> NDArray[Any]:
    if not arrays or not len(arrays[0]):
        return np.zeros(1, dtype=np.int8)  # in a shard without states no key is found
    return arrays[0].read()


def judge_range(
    sink: ArraySink,  # noqa: ARG001  (every task is given one)
    batch: Batch,
    shard: Any,
    part: slice,
    partitioner: Partitioner,
    claims: Claims,
    results: list[tuple[ArraySlice, ArraySlice]],
) -> Judgement:
    """Check the stored results of a range of places against those of its successors, which other shards hold."""
    places, codes, expanded = batch.expand_range(shard.index, part)
    rows = np.arange(len(expanded.children))
    _, which, _ = partitioner.partition(shard.addresses(expanded.children), rows)
    own = _column(shard.value)[part], _column(shard.remoteness)[part]
    value, remoteness = np.empty(len(which), own[0].dtype), np.empty(len(which), own[1].dtype)
    value[which] = concatenate(values for values, _ in results)
    remoteness[which] = concatenate(plies for _, plies in results)
    expansion = RangeExpansion(places, batch.movers(codes), expanded.outcomes, expanded.counts, rows)
    return judge(expansion, ResultArrays(value, remoteness), part, own, claims)
