"""How fast this machine is at what a solve consists of, measured with states of the very game."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import attrs
import numpy as np

from gamekit.engine.batch import Batch
from gamekit.engine.index import SortedIndex
from gamekit.engine.journal import FileWork
from gamekit.engine.keeping import Done, Keeper
from gamekit.engine.mixing import keys_of
from gamekit.engine.sorting import unique
from gamekit.planning.sources import Codes

ASKED: Final = 1 << 15
"""How many states are asked to measure a rate; a smaller sample is asked repeatedly."""

KEYS: Final = 1 << 21
"""How many keys look-ups are measured among: far more than caches hold."""

WRITTEN: Final = 64 << 20
"""How many bytes are written and read to measure a disk."""


@attrs.frozen
class Rates:
    """What one thread of this machine needs, in seconds.

    Attributes:
        expand: to ask the rules for the successors of a state.
        parents: to ask them for its predecessors; 0 if they give none.
        told: how many these are, on average.
        sort: to sort one of many keys.
        find: to look one up.
        write: to write a byte to the disk.
        read: to read one that has just been written.
        round: for a round of a work folder that does next to nothing: its file, and a line of the journal.
    """

    expand: float
    parents: float
    told: float
    sort: float
    find: float
    write: float
    read: float
    round: float


def rates(batch: Batch, sample: Codes, folder: Path | None = None) -> Rates:
    """Measure with some states of a game; what a disk does, in a folder of it, that of temporary files by default."""
    codes = np.resize(sample, ASKED)
    children = np.resize(batch.expand(codes).children, 4 * ASKED)
    bits = max((batch.rules.size - 1).bit_length(), 1)
    random = np.random.default_rng(0)
    wide = max(bits, KEYS.bit_length() + 1)
    index = SortedIndex(np.unique(random.integers(1 << wide, size=KEYS, dtype=np.int64)), wide)
    keys = random.integers(1 << wide, size=4 * ASKED, dtype=np.int64)
    gives_parents = batch.rules.predecessors is not None
    write, read = _disk(folder)
    return Rates(
        expand=_seconds(lambda: batch.expand(codes)) / ASKED,
        parents=_seconds(lambda: batch.parents(codes)) / ASKED if gives_parents else 0.0,
        told=len(batch.parents(codes)) / ASKED if gives_parents else 0.0,
        sort=_seconds(lambda: unique(keys_of(children, bits))) / len(children),
        find=_seconds(lambda: index.find(keys.copy())) / len(keys),
        write=write,
        read=read,
        round=_round(folder),
    )


def _seconds(work: Callable[[], object], times: int = 3) -> float:
    """Return how long some work takes at its best: other programs only make it longer."""
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


def _round(folder: Path | None) -> float:
    with tempfile.TemporaryDirectory(dir=folder) as place, FileWork.open(Path(place), {}) as work:
        return _seconds(lambda: list(work.round(_keep_a_number, [()])))


def _keep_a_number(keep: Keeper) -> Done:
    return Done((keep(np.zeros(1, dtype=np.int64)),))


def _disk(folder: Path | None) -> tuple[float, float]:
    block = os.urandom(1 << 20)
    with tempfile.TemporaryFile(dir=folder) as file:
        began = time.perf_counter()
        for _ in range(WRITTEN // len(block)):
            file.write(block)
        file.flush()
        os.fsync(file.fileno())
        written = time.perf_counter()
        file.seek(0)
        while file.read(len(block)):
            pass
        return (written - began) / WRITTEN, (time.perf_counter() - written) / WRITTEN
