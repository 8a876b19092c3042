"""The number of states of a game: counted if that is quick, else estimated from samples."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

import attrs
import numpy as np

from gamekit.analysis.planning.counting import ENOUGH, Samples, fewest_recaptures
from gamekit.analysis.planning.deadline import Deadline
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.sources import Codes, CompiledSource, Source
from gamekit.analysis.planning.walks import opening, walk
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.retrograde.exploration import explore
from gamekit.engine.runtime.arrays import concatenate
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import LimitError

MOST_BY_COMPILED_RULES: Final = 2_000_000
"""The largest number of states that are explored with compiled rules, which counts them exactly."""

SIZE_SAMPLE: Final = 1 << 16
"""The number of states from which the number of edges and the rates are estimated."""

WIDTH: Final = 2000
"""The number of walks that advance in step."""

SHORTEST: Final = 250
"""The number of steps of the first walks; it is doubled until the walks spread over all states."""

NARROWEST: Final = 250
"""The least number of walks that advance in step."""

PLENTY: Final = 1000
"""The number of recaptures from which on half as many walks, each twice as long, are enough."""

MOST_DRAWS: Final = 4_000_000
"""The number of draws after which sampling ends, whatever the number of recaptures."""


@attrs.frozen(eq=False)
class Size:
    """The size of a game.

    Attributes:
        states: the number of states.
        places: the number of entries of the columns of a solution: with dense codes, more than there are states.
        edges: the number of edges.
        layers: the number of rounds that exploring takes; None if nothing is explored, or if the number is not known.
        how: the way in which the number of states was found.
        sample: int64, the codes of some states, for measuring rates.
    """

    states: Estimate
    places: Estimate
    edges: Estimate
    layers: int | None
    how: str
    sample: Codes


def size_by_codes(batch: Batch, start: int, deadline: Deadline, seed: int) -> Size:
    """Return the size of a game with compiled rules."""
    if batch.rules.is_state is not None:
        return _all_codes(batch, seed)
    try:
        explored = explore(RoundRunner(progress=deadline), batch, start, MOST_BY_COMPILED_RULES)
    except LimitError:
        source = CompiledSource(batch, start)
        least, most = deadline.most_done, batch.rules.size
        return sampled(source, deadline, seed, width=WIDTH, draws=MOST_DRAWS, most=most, least=least)
    number = len(explored)
    keys = concatenate(explored.keys)
    sample = codes_of(keys[:: -(-number // SIZE_SAMPLE)].copy(), explored.bits)
    states = Estimate.exactly(number)
    how = "all of them were found by exploring"
    return Size(states, states, Estimate.exactly(explored.edges), explored.rounds, how, sample)


def _all_codes(batch: Batch, seed: int) -> Size:
    """Return the size of a game whose rules define `is_state`: all codes are tested, or a sample of them."""
    size = batch.rules.size
    if size <= MOST_BY_COMPILED_RULES:
        codes = np.arange(size, dtype=np.int64)
    else:
        codes = np.random.default_rng(seed).integers(size, size=SIZE_SAMPLE, dtype=np.int64)
    states = codes[batch.are_states(codes) != 0]
    branching = len(batch.expand(states).children) / max(len(states), 1)
    number = _share(len(states), len(codes), size)
    edges = number.times(branching, 1.0 if size <= MOST_BY_COMPILED_RULES else 1.05)
    how = f"its rules say which codes are states, and {len(codes):,} of {size:,} were asked"
    sample = states[:: max(-(-len(states) // SIZE_SAMPLE), 1)].copy()
    return Size(number.rounded(), Estimate.exactly(size), edges.rounded(), None, how, sample)


def _share(states: int, tested: int, size: int) -> Estimate:
    """Return an estimate of the number of states, from the share of the tested codes that belong to states."""
    share = states / tested
    if tested == size or states == tested:
        return Estimate.exactly(round(share * size))
    doubt = 3 * (max(share * (1 - share), 1 / tested) / tested) ** 0.5
    return Estimate(max(share - doubt, 0) * size, share * size, min(share + doubt, 1) * size)


def sampled(
    source: Source,
    deadline: Deadline,
    seed: int,
    *,
    width: int,
    draws: int,
    most: int | None = None,
    least: int = 0,
) -> Size:
    """Return the size of a game from two samples of its states.

    Args:
        source: the rules.
        deadline: the time limit.
        seed: the seed of the random numbers.
        width: the number of walks that advance in step.
        draws: the number of draws from each sample that are enough in any case.
        most: the largest number of states that is possible, if that is known.
        least: the least number of states that is possible.
    """
    begun = opening(source, width, SHORTEST)
    samples = Samples(begun)
    length, drawn, runs = SHORTEST, 0, 0
    while True:
        left = deadline.left
        seeds = seed + runs, seed + runs + 1
        with ThreadPoolExecutor(source.threads) as threads:
            walks = list(threads.map(partial(walk, source, begun, width, length, deadline), seeds))
        for side, one in zip(samples.sides, walks, strict=True):
            side.append(one)
        runs += 2
        drawn += len(samples.sides[0][-1].codes)
        deadline.progress("sampling", drawn, draws)
        groups = samples.groups()
        took = left - deadline.left
        is_enough = fewest_recaptures(groups) >= ENOUGH and (samples.ended or samples.has_spread)
        if drawn >= draws or is_enough or deadline.left < 2 * took:
            break
        if samples.ended:
            width *= 2
            continue
        # starts over: more short walks would not spread farther
        samples, length, drawn = Samples(begun), 2 * length, 0
        if fewest_recaptures(groups) >= PLENTY and width >= 2 * NARROWEST:
            width //= 2
    weighed = source.in_degree(begun.last[:1]) is not None
    states = samples.counted(groups, weighed=weighed).within(max(least, len(begun.known)), most).rounded()
    sample = samples.evenly(groups, SIZE_SAMPLE if weighed else width, seed)
    edges = states.times(len(source.expand(sample)) / len(sample), 1.2)
    common = round(sum(group.recaptures for group in groups))
    how = (
        f"two samples of {drawn:,} states have {common:,} in common"
        if drawn
        else "the time was too short for a sample; more seconds give one"
    )
    if not weighed:
        how += "; the rules give no predecessors, so rare states may be missing"
    layers = begun.steps + max(len(walk.sizes) for walk in samples.sides[0]) if samples.ended else None
    return Size(states, states, edges.rounded(), layers, how, sample)
