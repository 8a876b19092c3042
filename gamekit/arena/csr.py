"""Directed edges in compressed sparse rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import attrs
import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import networkx as nx

COMPILED_FROM_EDGES: Final = 800_000
"""The number of edges from which compiled code saves more time than loading Numba takes (see benchmarks/)."""


@attrs.frozen(eq=False)
class Adjacency:
    """The neighbours of every vertex: those of vertex i are `indices[indptr[i]:indptr[i + 1]]`.

    Attributes:
        indptr: int64, with one entry more than there are vertices.
        indices: int32, with one entry per edge.

    >>> edges = Adjacency(np.array([0, 2, 3]), np.array([0, 1, 0], dtype=np.int32))
    >>> edges.of(0).tolist(), edges.reversed().of(0).tolist()
    ([0, 1], [0, 1])
    """

    indptr: NDArray[np.int64]
    indices: NDArray[np.int32]

    @classmethod
    def of_degrees(cls, degrees: ArrayLike, indices: ArrayLike) -> Adjacency:
        """Return the edges with rows of these lengths; `indices` has the neighbours of all vertices, row after row."""
        return cls(indptr_of(np.asarray(degrees, dtype=np.int64)), np.asarray(indices, dtype=np.int32))

    @property
    def vertices(self) -> int:
        """The number of vertices."""
        return len(self.indptr) - 1

    @property
    def edges(self) -> int:
        """The number of edges."""
        return len(self.indices)

    def of(self, vertex: int) -> NDArray[np.int32]:
        """Return the neighbours of one vertex."""
        return self.indices[self.indptr[vertex] : self.indptr[vertex + 1]]

    def degrees(self) -> NDArray[np.int64]:
        """Return the number of neighbours of every vertex."""
        return np.diff(self.indptr)

    def sources(self) -> NDArray[np.int32]:
        """Return the vertex from which each edge starts, in the order of `indices`."""
        return np.repeat(np.arange(self.vertices, dtype=np.int32), self.degrees())

    def reversed(self) -> Adjacency:
        """Return the same edges pointing the other way, neighbours in ascending order."""
        order = np.argsort(self.indices, kind="stable")
        counts = np.bincount(self.indices, minlength=self.vertices)
        return Adjacency.of_degrees(counts, self.sources()[order])

    def distances(self, start: int) -> NDArray[np.int32]:
        """Return the number of edges on the shortest path from `start` to each vertex; -1 if there is no path."""
        distances = np.full(self.vertices, -1, dtype=np.int32)
        frontier, distance = np.array([start]), 0
        while len(frontier):
            distances[frontier] = distance
            reached = self.take(frontier).indices
            frontier, distance = np.unique(reached[distances[reached] < 0]), distance + 1
        return distances

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the graph as a `networkx.DiGraph`."""
        import networkx as nx

        graph: nx.DiGraph[int] = nx.DiGraph()
        graph.add_nodes_from(range(self.vertices))
        graph.add_edges_from(zip(self.sources().tolist(), self.indices.tolist(), strict=True))
        return graph

    def take(self, vertices: NDArray[np.integer]) -> Adjacency:
        """Return the rows of these vertices, in this order, with the neighbours numbered as before."""
        indptr = indptr_of(self.indptr[vertices + 1] - self.indptr[vertices])
        places = np.arange(indptr[-1]) + np.repeat(self.indptr[vertices] - indptr[:-1], np.diff(indptr))
        return Adjacency(indptr, self.indices[places])


def indptr_of(degrees: NDArray[np.int64] | NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the `indptr` of rows with these lengths.

    >>> indptr_of(np.array([2, 0, 1])).tolist()
    [0, 2, 2, 3]
    """
    indptr = np.zeros(len(degrees) + 1, dtype=np.int64)
    np.cumsum(degrees, out=indptr[1:])
    return indptr
