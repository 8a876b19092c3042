"""Directed edges in compressed sparse rows."""

from __future__ import annotations

import attrs
import numpy as np
from numpy.typing import NDArray


@attrs.frozen(eq=False)
class Adjacency:
    """The neighbours of every vertex: those of vertex i are `targets[offsets[i]:offsets[i + 1]]`.

    Attributes:
        offsets: int64, one more than there are vertices.
        targets: int32, one an edge.

    >>> edges = Adjacency(np.array([0, 2, 3]), np.array([0, 1, 0], dtype=np.int32))
    >>> edges.of(0).tolist(), edges.reversed().of(0).tolist()
    ([0, 1], [0, 1])
    """

    offsets: NDArray[np.int64]
    targets: NDArray[np.int32]

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return len(self.offsets) - 1

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.targets)

    def of(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbours of one vertex."""
        return self.targets[self.offsets[vertex] : self.offsets[vertex + 1]]

    def degrees(self) -> NDArray[np.int64]:
        """Return the number of neighbours of every vertex."""
        return np.diff(self.offsets)

    def sources(self) -> NDArray[np.int32]:
        """Return for every edge the vertex it starts from, in the order of `targets`."""
        return np.repeat(np.arange(self.vertices, dtype=np.int32), self.degrees())

    def reversed(self) -> Adjacency:
        """Return the same edges pointing the other way, neighbours in ascending order."""
        order = np.argsort(self.targets, kind="stable")
        counts = np.bincount(self.targets, minlength=self.vertices)
        return Adjacency(offsets_of(counts), self.sources()[order])

    def reachable(self, start: int) -> NDArray[np.bool_]:
        """Return for every vertex whether a path leads there from `start`."""
        found = np.zeros(self.vertices, dtype=np.bool_)
        found[start] = True
        frontier = np.array([start])
        while len(frontier):
            reached = self.take(frontier).targets
            frontier = np.unique(reached[~found[reached]])
            found[frontier] = True
        return found

    def take(self, vertices: NDArray[np.integer]) -> Adjacency:
        """Return the rows of these vertices alone, in this order; the targets stay as they are."""
        offsets = offsets_of(self.degrees()[vertices])
        places = np.arange(offsets[-1]) + np.repeat(
            self.offsets[:-1][vertices] - offsets[:-1], np.diff(offsets)
        )
        return Adjacency(offsets, self.targets[places])


def offsets_of(degrees: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the row offsets that belong to these numbers of neighbours.

    >>> offsets_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    offsets = np.zeros(len(degrees) + 1, dtype=np.int64)
    np.cumsum(degrees, out=offsets[1:])
    return offsets
