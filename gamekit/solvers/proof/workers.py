"""`Worker`: a thread's part in a search, and how several of them search one question."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.solvers.proof.frames import DONE, GO_ON, NODES, Frames
from gamekit.solvers.proof.shared_marks import STOP


@attrs.define
class Worker:
    """What a thread has of its own.

    Attributes:
        frames: its path to the position that it searches.
        weights: float32, what it has learned, for each player, window and content.
    """

    frames: Frames
    weights: NDArray[np.float32]

    def joined(self) -> Worker:
        """Return a worker that begins with the same question, and knows what this one has learned."""
        return Worker(self.frames.joined(), self.weights.copy())


Call = Callable[[Worker, NDArray[np.int64], int], int]
"""Searches on by a kernel, with what threads share, for at most this many nodes; returns as kernels do."""


def search_on(
    workers: list[Worker], call: Call, shared: NDArray[np.int64], budget: int, pool: ThreadPoolExecutor | None
) -> tuple[Worker, int]:
    """Let all workers search until the first of them has a result or has spent its nodes; return it and its result.

    The budget is of each worker's nodes.

    Between two calls no thread is at work, so that the table may grow and be saved.
    """
    if pool is None:
        return workers[0], call(workers[0], shared, budget)
    shared[STOP] = 0

    def run(worker: Worker) -> int:
        try:
            return call(worker, shared, budget)
        finally:
            shared[STOP] = 1

    results = list(pool.map(run, workers))
    # a result is worth more than a problem, which another order has not met
    place = min(range(len(results)), key=lambda i: (results[i] != DONE, results[i] == GO_ON))
    return workers[place], results[place]


def nodes_of(workers: list[Worker]) -> int:
    """Return how many positions workers have expanded."""
    return sum(int(worker.frames.path.status[NODES]) for worker in workers)
