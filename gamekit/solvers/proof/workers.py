"""`Worker`: a thread's part in a search, and how several of them search one question.

All threads search the same question from its first position. Each searches the first successor of a position as the
others do, because that one often decides; of the rest, it leaves for later those that another thread is searching
(Weill, "The ABDADA distributed minimax search algorithm", 1996, without its table's counters). So threads share a tree
wherever it is wide, and each finds the others' results in the table. Besides the table, threads share a signal to stop,
and marks at the positions that one of them is searching. A mark says nothing about the value of a position: a lost,
stale or confused mark only costs time.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import attrs
import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.jit import Array
from gamekit.engine.codes.key_hash import MULTIPLIERS
from gamekit.solvers.proof.frames import AT, DONE, GO_ON, LEFT, NODES, PATH, Frames

STOP: Final = 0
"""The place of the signal to stop: not 0 once a thread has a result or its nodes are spent."""

MARKS: Final = 1 << 14
"""The number of marks, which follow the signal."""

NODES_PER_LOOK: Final = 64
"""The number of nodes between two checks, by a thread, whether another has decided a position above."""


def shared() -> NDArray[np.int64]:
    """Return a new array that several threads share: the signal to stop, and the marks."""
    return np.zeros(1 + MARKS, dtype=np.int64)


@numba.njit(types.int64(types.int64), cache=True, nogil=True)
def _place(code):  # type: ignore[no-untyped-def]
    return 1 + (code * MULTIPLIERS[0] >> 32 & (MARKS - 1))


@numba.njit(types.void(Array, types.int64), cache=True, nogil=True)
def unmark(shared, code):  # type: ignore[no-untyped-def]
    """Clear the mark that tells other threads that a position is being searched."""
    place = _place(code)
    if shared[place] == code + 1:
        shared[place] = 0


@numba.njit(types.void(Array, PATH, types.int64), cache=True, nogil=True)
def choose_unmarked(shared, path, depth):  # type: ignore[no-untyped-def]
    """Move a successor that no other thread searches to the front, if there is one, and mark it; busy ones go last."""
    codes, moves, at, end = path.codes, path.moves, path.frames[depth, AT], path.frames[depth, LEFT]
    if at > 0:
        for _ in range(end - at):
            code, move = codes[depth, at], moves[depth, at]
            if shared[_place(code)] != code + 1:
                break
            for i in range(at, end - 1):
                codes[depth, i], moves[depth, i] = codes[depth, i + 1], moves[depth, i + 1]
            codes[depth, end - 1], moves[depth, end - 1] = code, move
    code = codes[depth, at]
    shared[_place(code)] = code + 1


@attrs.define
class Worker:
    """The data of one thread in a search.

    Attributes:
        frames: the path of the thread to the position that it searches.
        weights: float32, the weights that the thread has learned, for each player, window and content.
    """

    frames: Frames
    weights: NDArray[np.float32]


Call = Callable[[Worker, NDArray[np.int64], int], int]
"""A function of a worker, the array that threads share, and a number of nodes: it continues the worker's search for at
most so many nodes, and returns how the call ended, such as `DONE`."""


def search_on(
    workers: list[Worker], call: Call, shared: NDArray[np.int64], budget: int, pool: ThreadPoolExecutor | None
) -> tuple[Worker, int]:
    """Let all workers search until the first of them has a result or has spent its nodes; return it and its result.

    The budget is the number of nodes of each worker.

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
    """Return the number of positions that workers have expanded."""
    return sum(int(worker.frames.path.status[NODES]) for worker in workers)
