"""The speed of this machine in each kind of work of a solve, measured with states of the very game."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from gamekit.analysis.planning.sources import Codes
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.key_sets import subtract, unique
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.runtime.array_files import write_error
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink
from gamekit.engine.runtime.checkpoint import CheckpointedRunner

RUN: Final = 128
"""The length of runs of codes in a sample: dense codes are expanded in their order, so that caches help."""

COLUMN: Final = 32
"""The entries of a column per key of an index: a column that has more takes hardly longer to read."""

DISK_DIVISOR: Final = 8
"""The divisor of the free disk space that gives the largest file written to measure the disk."""


@attrs.frozen
class Workload:
    """The amount of work to measure. Less work takes less time and gives less exact rates.

    Attributes:
        states: the number of states that are expanded; a smaller sample is repeated.
        keys: the number of keys among which look-ups are measured: by default, far more than caches hold.
        disk_bytes: the number of bytes that are written and read, if the disk has far more room than that.
    """

    states: int = 1 << 15
    keys: int = 1 << 21
    disk_bytes: int = 64 << 20


FULL: Final = Workload()


@attrs.frozen
class Rates:
    """The speed of one thread of this machine, in seconds of processor time; for the disk, in seconds of wall time.

    Attributes:
        expand: the time to compute the successors of a state.
        parents: the time to compute the predecessors of a state; 0 if the rules give none.
        in_degree: the average number of predecessors that the rules give for a state; 0 if they give none.
        merge: the time to sort a key among those of a task and those of a shard, and to compare it with known ones.
        find: the time to look up one of many keys.
        touch: the time to read an entry of a column, at any place.
        write: the time to write a byte to the disk.
        read: the time to read a byte that has just been written.
        round: the wall time of a round that stores one number in a work folder: a file, and a line of the checkpoint.
    """

    expand: float
    parents: float
    in_degree: float
    merge: float
    find: float
    touch: float
    write: float
    read: float
    round: float


def rates(batch: Batch, sample: Codes, folder: Path, workload: Workload = FULL) -> Rates:
    """Measure the rates of the processor with sample states of a game, and those of the disk in a folder.

    Raises:
        InputError: the folder cannot be written.
        LimitError: the disk is full.
    """
    codes = _to_expand(batch, sample, workload.states)
    states = len(codes)
    random = np.random.default_rng(0)
    wide = max(batch.bits, workload.keys.bit_length() + 1)
    known = np.unique(random.integers(1 << wide, size=workload.keys, dtype=np.int64))
    index, column = SortedIndex(known, wide), np.ones(COLUMN * workload.keys, dtype=np.uint8)
    keys = random.integers(1 << wide, size=4 * states, dtype=np.int64)
    places = keys % len(column)
    parents, in_degree = 0.0, 0.0
    if batch.rules.predecessors is not None:
        parents = _seconds(lambda: batch.parents(codes)) / states
        in_degree = len(batch.parents(codes)) / states
    try:
        (write, read), a_round = _disk(folder, workload.disk_bytes), _round(folder)
    except OSError as error:
        raise write_error(error, folder) from error
    expand = _seconds(lambda: batch.expand(codes)) / states
    sort = _seconds(lambda: unique(keys.copy())) / len(keys)  # keys that ascend already would take less
    merge = sort + _seconds(lambda: subtract(unique(keys.copy()), known)) / len(keys)
    find = _seconds(lambda: index.find(keys.copy())) / len(keys)
    touch = _seconds(lambda: column[places]) / len(keys)
    return Rates(expand, parents, in_degree, merge, find, touch, write, read, a_round)


def _to_expand(batch: Batch, sample: Codes, number: int) -> Codes:
    """Return the codes of about `number` states, as near each other as when a game is solved."""
    if batch.rules.is_state is None:
        return np.resize(sample, number)
    starts = np.resize(sample, -(-number // RUN))
    codes = np.minimum(starts[:, np.newaxis] + np.arange(RUN), batch.rules.size - 1).ravel()
    states: Codes = codes[batch.are_states(codes) != 0]
    return states


def _seconds(work: Callable[[], object], timer: Callable[[], float] = time.thread_time) -> float:
    """Return the shortest time of several runs of some work, because other programs only make it longer."""
    return min(timeit.repeat(work, timer=timer, number=1, repeat=3))


def _round(folder: Path) -> float:
    with tempfile.TemporaryDirectory(dir=folder) as place, CheckpointedRunner.open(Path(place), {}) as runner:
        return _seconds(lambda: list(runner.run(_store_a_number, [()])), time.monotonic)


def _store_a_number(sink: ArraySink) -> ArrayRef:
    return sink(np.zeros(1, dtype=np.int64))


def _disk(folder: Path, most: int) -> tuple[float, float]:
    size = max(min(most, shutil.disk_usage(folder).free // DISK_DIVISOR), 1 << 12)
    block = os.urandom(min(size, 1 << 20))
    with tempfile.TemporaryFile(dir=folder) as file:
        began = time.monotonic()
        for _ in range(size // len(block)):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
        size = file.tell()
        written = time.monotonic()
        file.seek(0)
        while file.read(len(block)):
            pass
        return (written - began) / size, (time.monotonic() - written) / size
