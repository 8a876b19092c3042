"""The labelling of a loopy graph, which runs as plain Python or compiled by Numba."""

from __future__ import annotations

from typing import Any, Final

UNLABELLED: Final = -1


def label(
    indptr: Any,
    indices: Any,
    parent_ptr: Any,
    parents: Any,
    labels: Any,
    counters: Any,
    seen: Any,
    open_: Any,
    covered: Any,
    queue: Any,
) -> None:
    """Label each vertex that is worth a nim heap, heaps of 0 first, then of 1 and so on.

    At heap m, a vertex without a label can be m if its options have all labels below m and not m, and each of its
    other options has an option labelled m. Whoever moves to such an option is sent back to m.

    Args:
        indptr: the options of vertex i are `indices[indptr[i]:indptr[i + 1]]`.
        indices: the options of all vertices, one vertex after the other.
        parent_ptr: the vertices with option i are `parents[parent_ptr[i]:parent_ptr[i + 1]]`.
        parents: the vertices that have each option, one option after the other.
        labels: -1 everywhere at first; filled in with the nim heap of each vertex that is worth one.
        counters: filled in: the order in which vertices were labelled, from 1 on.
        seen: zeros at first; m if the options of the vertex have all labels below m, and perhaps others.
        open_: the number of options without a label that have no option labelled m.
        covered: -1 everywhere at first; m if the vertex has an option labelled m.
        queue: room for the vertices labelled m.
    """
    vertices = len(labels)
    counter = 0
    size = 0
    is_over = False
    while not is_over:
        end = 0
        for i in range(vertices):
            if labels[i] == -1 and seen[i] == size:
                open_[i] = 0
                for edge in range(indptr[i], indptr[i + 1]):
                    if labels[indices[edge]] == -1:
                        open_[i] += 1
                if open_[i] == 0:
                    queue[end] = i
                    end += 1
        at = 0
        while at < end:
            i = queue[at]
            at += 1
            if covered[i] == size:
                continue
            labels[i] = size
            counter += 1
            counters[i] = counter
            for edge in range(parent_ptr[i], parent_ptr[i + 1]):
                j = parents[edge]
                if labels[j] != -1 or covered[j] == size:
                    continue
                covered[j] = size
                for other in range(parent_ptr[j], parent_ptr[j + 1]):
                    k = parents[other]
                    if labels[k] == -1 and seen[k] == size:
                        open_[k] -= 1
                        if open_[k] == 0 and covered[k] != size:
                            queue[end] = k
                            end += 1
        is_over = True
        for i in range(vertices):
            if labels[i] == -1 and seen[i] == size and covered[i] == size:
                seen[i] = size + 1
                is_over = False
        size += 1
