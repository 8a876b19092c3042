"""The leanest way to solve: sweeps over the unresolved states, each asking its successors anew. No edge is stored.

Every layer costs an expansion of all states without a value, so that this is for games whose edges do not fit into
memory and whose rules give no predecessors.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.compiled import MAX_PAYOFF
from gamekit.engine.batch import Batch
from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import Columns
from gamekit.engine.index import Index
from gamekit.engine.regions import Message
from gamekit.engine.rounds import run_round
from gamekit.engine.work import Work
from gamekit.values import BOTH, FIRST

Places = NDArray[Any]


def solve_by_sweeping(
    work: Work, batch: Batch, index: Index, columns: Columns, in_turn: list[list[Message]]
) -> int:
    """Give every surveyed state its value and remoteness; return how many rounds it took."""
    rounds = 0
    swept = np.zeros(2 * MAX_PAYOFF + 1, dtype=np.bool_)
    resolved = int(np.count_nonzero(columns.left == 0)) - (len(index) - columns.states)
    for messages in in_turn:
        worths = np.array([(message.worth, message.for_parents, message.hurrier) for message in messages])
        swept[worths[:, 0] + MAX_PAYOFF] = True
        plies = 0
        while True:
            work.progress("sweeping", resolved, columns.states)
            plies += 1
            rounds += 1
            columns.widen_for(plies)
            asked = ((batch, index, columns, worths, swept, part) for part in chunks_of(len(index)))
            news = [news for news in run_round(work.executor, look_again, asked) if len(news[0])]
            if not news:
                break
            for places, worth in news:  # only now, so that a layer sees the one before it alone
                columns.value[places] = worth
                columns.remoteness[places] = plies
                columns.left[places] = 0
                resolved += len(places)
    return rounds


def look_again(
    batch: Batch,
    index: Index,
    columns: Columns,
    worths: NDArray[np.int64],
    swept: NDArray[np.bool_],
    part: slice,
) -> tuple[Places, NDArray[np.int8]]:
    """Return which unresolved states of a range their successors resolve, and what they are worth."""
    places = np.flatnonzero(columns.left[part]) + part.start
    expansion = batch.expand(index.codes(places))
    children = index.locate(expansion.children)
    found = np.zeros(len(places), dtype=np.bool_)
    worth = np.empty(len(places), dtype=np.int8)
    _judge(places, expansion.counts, children, columns.value, columns.left, worths, swept, found, worth)
    return places[found], worth[found]


@numba.njit(cache=True, nogil=True)
def _judge(
    places: Any,
    counts: Any,
    children: Any,
    value: Any,
    left: Any,
    worths: Any,
    swept: Any,
    found: Any,
    worth: Any,
) -> None:
    """Judge states by their children.

    Rows of `worths`: what a child is worth, what that makes its parent worth, who hurries to it: 0, 1, or 2 for both.
    `swept` tells for each payoff, counted from the least, whether its turn has come: until then ends of such a payoff
    do not count.
    """
    edge = 0
    for i in range(len(places)):
        mover = left[places[i]] & 1
        all_resolved = True
        for j in range(edge, edge + counts[i]):
            child = children[j]
            if left[child] or not swept[value[child] + MAX_PAYOFF]:
                all_resolved = False
                continue
            for k in range(len(worths)):
                hurrier = worths[k, 2]
                if value[child] == worths[k, 0] and (hurrier == BOTH or hurrier == mover):  # noqa: SIM109
                    found[i] = True
                    worth[i] = worths[k, 1]
        edge += counts[i]
        if all_resolved and not found[i]:
            found[i] = True
            for k in range(len(worths)):
                if worths[k, 2] != FIRST or len(worths) == 1:
                    worth[i] = worths[k, 1]
