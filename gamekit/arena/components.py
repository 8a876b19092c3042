"""The strongly connected components of a graph, by a kernel that runs as plain Python or compiled by Numba.

Legend of the kernel (i is a vertex, j one of its neighbours):

    indptr[i]       neighbours of i: indices[indptr[i]:indptr[i + 1]]
    mark[i]         0 before i is seen; then the least number known of any vertex that i leads back to; in the end the
                    number of i's component
    path            the vertices from the start of the search to the current vertex
    edge, number    for each vertex on the path: its next edge, and the number that it got when it was first seen
    waiting         vertices whose edges are finished, but whose component is not known yet
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency
from gamekit.game.kernel_compiler import compiled

FEWEST_COMPILED_EDGES: Final = 150_000
"""The least number of edges for which the kernel is compiled: loading Numba takes a third of a second."""


def components(edges: Adjacency, *, compiled_from: int = FEWEST_COMPILED_EDGES) -> NDArray[np.int32]:
    """Return the number of each vertex's component, from 1 to the number of vertices.

    It takes time O(V + E), 24 bytes per vertex, and no recursion. Edges backwards have the same components as edges
    forwards. The kernel is compiled if there are at least `compiled_from` edges.

    Sources: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972; D. Pearce, "A
    space-efficient algorithm for finding strongly connected components", Inf. Process. Lett. 116, 2016, for the single
    array of marks, in which numbers are reused once a component is known.

    >>> numbers = components(Adjacency(np.array([0, 1, 3, 3]), np.array([1, 0, 2], dtype=np.int32)))
    >>> bool(numbers[0] == numbers[1]), bool(numbers[1] == numbers[2])
    (True, False)
    """
    vertices = edges.vertices
    mark, path, number, waiting = (np.zeros(vertices, dtype=np.int32) for _ in range(4))
    arrays = edges.indptr, edges.indices, mark, path, np.zeros(vertices, dtype=np.int64), number, waiting
    if edges.edges >= compiled_from:
        compiled(_mark)(*arrays)
        return mark
    lists = [array.tolist() for array in arrays]
    _mark(*lists)
    return np.array(lists[2], dtype=np.int32)


def _mark(indptr: Any, indices: Any, mark: Any, path: Any, edge: Any, number: Any, waiting: Any) -> None:
    """Mark each vertex with the number of its component.

    Components are numbered from the number of vertices down. So these numbers are larger than those of all vertices on
    the path or waiting, and an edge to a known component changes nothing.
    """
    fresh, component, held = 1, len(mark), 0
    for start in range(len(mark)):
        if mark[start] != 0:
            continue
        depth = 0
        path[0], edge[0], number[0], mark[start] = start, indptr[start], fresh, fresh
        fresh += 1
        while depth >= 0:
            i = path[depth]
            if edge[depth] < indptr[i + 1]:
                j = indices[edge[depth]]
                if mark[j] == 0:  # go there; the edge is looked at once more on the way back
                    depth += 1
                    path[depth], edge[depth], number[depth], mark[j] = j, indptr[j], fresh, fresh
                    fresh += 1
                    continue
                mark[i] = min(mark[i], mark[j])
                edge[depth] += 1
                continue
            if mark[i] < number[depth]:
                waiting[held] = i
                held += 1
            else:  # nothing from here on leads farther back: what waits since then is its component
                fresh -= 1
                while held > 0 and mark[waiting[held - 1]] >= mark[i]:
                    held -= 1
                    fresh -= 1
                    mark[waiting[held]] = component
                mark[i] = component
                component -= 1
            depth -= 1
