"""`Layers`: the positions of a certificate ply by ply, in memory or in files."""

from __future__ import annotations

import tempfile
from itertools import pairwise
from pathlib import Path
from typing import Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.runtime.array_files import explained

LEAST_ROOM: Final = 1 << 12
"""Codes that are merged at once, at least."""

Codes = NDArray[np.int64]


@attrs.define
class Layers:
    """Arrays of ascending codes, of which no two have a code in common.

    Attributes:
        room: how many bytes may be held in memory; the other arrays are in files, which the system removes.
        folder: where the files are; None for the system's folder of temporary files.
    """

    room: int
    folder: Path | None = None
    _arrays: list[Codes] = attrs.field(factory=list, init=False)
    _held: int = attrs.field(default=0, init=False)

    def add(self, codes: Codes) -> None:
        """Add an array."""
        if codes.nbytes + self._held > self.room:
            target = self._file(len(codes))
            target[:] = codes
            codes = target
        else:
            self._held += codes.nbytes
        self._arrays.append(codes)

    def merged(self) -> Codes:
        """Return all codes, ascending, and let go of the arrays."""
        arrays = [codes for codes in self._arrays if len(codes)]
        self._arrays = []
        total = sum(map(len, arrays))
        if 8 * total <= self.room or not arrays:
            merged: Codes = np.concatenate([*arrays, np.empty(0, dtype=np.int64)])
            merged.sort()
            return merged
        target, done = self._file(total), 0
        for begin, end in pairwise(_bounds(arrays, max(LEAST_ROOM, self.room // 32))):
            parts = [codes[slice(*np.searchsorted(codes, (begin, end)))] for codes in arrays]
            part = np.sort(np.concatenate(parts))
            target[done : done + len(part)] = part
            done += len(part)
        return target

    def _file(self, length: int) -> Codes:
        """Return an array in a file of its own, which is removed when nobody uses the array any more."""
        where = Path(tempfile.gettempdir()) if self.folder is None else self.folder
        with explained(where, "cannot write"), tempfile.TemporaryFile(dir=where) as file:
            # the disk's room is taken now: a mapped file that finds none later ends the process
            for begin in range(0, 8 * length, 1 << 24):
                file.write(bytes(min(1 << 24, 8 * length - begin)))
            file.flush()
            return np.memmap(file, dtype=np.int64, mode="r+", shape=(length,))


def _bounds(arrays: list[Codes], most: int) -> list[int]:
    """Return numbers, ascending, between two of which there are about `most` codes at most; none lies outside."""
    step = max(1, most // (2 * len(arrays)))
    samples = np.sort(np.concatenate([codes[::step] for codes in arrays]))
    every = max(1, most // (2 * step))
    last = max(int(codes[-1]) for codes in arrays)
    return [*np.unique(samples[::every]).tolist(), last + 1]
