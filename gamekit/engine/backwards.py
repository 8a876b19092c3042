"""Retrograde analysis of compiled rules: rounds over shards, from the ends of the game backwards.

The sorted sweeps are those of `gamekit.solvers.retrograde`, whose docstring names the sources; here a layer of equal
remoteness is a round. The states resolved last tell their parents, grouped by shard; every shard then sees which of its
states that resolves.
"""

from __future__ import annotations

from concurrent.futures import Executor
from itertools import pairwise
from typing import Any, Final, Protocol

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.engine.asking import chunks_of
from gamekit.engine.batch import Batch
from gamekit.engine.columns import UNRESOLVED, Columns
from gamekit.engine.memory import Budget
from gamekit.engine.rounds import run_round
from gamekit.values import BOTH, FIRST, SECOND, sweep_order, who_hurries

Places = NDArray[Any]

ROUND: Final = 1 << 23
"""How many states tell their parents in a round at most; a larger layer takes several."""

CHUNK: Final = 1 << 16


class Parents(Protocol):
    """How states get to know their parents. What passes between shards is keys or places, as this likes it."""

    @property
    def shards(self) -> int:
        """How many shards there are; the states of each lie in one range, one after the other."""

    def by_shard(self, places: Places) -> list[NDArray[Any]]:
        """Return for each shard what tells it which of its states are parents of these places, given ascending.

        Parents are told of as often as they are one.
        """

    def places(self, told: NDArray[Any]) -> Places:
        """Return the places of the parents that a shard was told of, in any order."""


@attrs.frozen
class Message:
    """What states of one worth tell their parents.

    Attributes:
        worth: of the states.
        for_parents: what that makes a parent worth that has no better choice.
        hurrier: the parents' mover who wants it: 0, 1, or 2 for both.
    """

    worth: int
    for_parents: int
    hurrier: int


def sweeps(payoffs: tuple[int, ...], infinite_play: int, *, from_movers_view: bool) -> list[list[Message]]:
    """Return the payoffs in the order to take them, those together that are the same end from either side."""
    if not from_movers_view:
        order = sweep_order(payoffs, infinite_play)
        return [[Message(payoff, payoff, who_hurries(payoff, infinite_play))] for payoff in order]
    return [
        # every mover is 0 here: FIRST wants all of it, SECOND none
        [Message(-size, size, FIRST), Message(size, -size, SECOND)] if size else [Message(0, 0, BOTH)]
        for size in sweep_order({abs(payoff) for payoff in payoffs}, infinite_play)
    ]


def solve_backwards(
    batch: Batch,
    columns: Columns,
    parents: Parents,
    executor: Executor,
    budget: Budget,
    progress: ProgressCallback,
) -> int:
    """Give every state its value and remoteness; return how many rounds it took.

    Raises:
        RulesError: the rules break a promise; the state is named.
        LimitError: it takes more memory than was planned and is allowed.
    """
    resolved = rounds = 0
    for messages in sweeps(
        columns.payoffs, batch.game.infinite_play, from_movers_view=batch.from_movers_view
    ):
        layer = {message: _level(columns, message.worth, executor) for message in messages}
        plies = 0
        while any(map(len, layer.values())):
            resolved += sum(map(len, layer.values()))
            progress("solving backwards", resolved, columns.states)
            plies += 1
            columns.widen_for(plies)
            found: dict[int, list[Places]] = {message.worth: [] for message in messages}
            for message, places in layer.items():
                for part in chunks_of(len(places), ROUND):
                    found[message.for_parents] += _round(
                        columns, parents, places[part], message, plies, executor
                    )
                    rounds += 1
                    budget.watch(f"solving backwards, {resolved:,} states so far")
            layer = {message: _together([*filter(len, found[message.worth])]) for message in messages}
    return rounds


def _round(
    columns: Columns, parents: Parents, places: Places, message: Message, plies: int, executor: Executor
) -> list[Places]:
    """Let states tell their parents; return those that are resolved by it, shard by shard."""
    inboxes: list[list[NDArray[Any]]] = [[] for _ in range(parents.shards)]
    telling = ((places[part],) for part in chunks_of(len(places), CHUNK))
    for pieces in run_round(executor, parents.by_shard, telling):
        for inbox, piece in zip(inboxes, pieces, strict=True):
            if len(piece):
                inbox.append(piece)
    listening = ((columns, parents, message, plies, inbox) for inbox in inboxes if inbox)
    return list(run_round(executor, listen, listening))


def listen(
    columns: Columns, parents: Parents, message: Message, plies: int, inbox: list[NDArray[Any]]
) -> Places:
    """Resolve what can be resolved in a shard; return the places of those states, ascending."""
    places = parents.places(np.concatenate(inbox))
    inbox.clear()
    new = np.empty(len(places), dtype=np.uint32)
    found = resolve(
        places, len(places), message.for_parents, message.hurrier, plies,
        columns.value, columns.remoteness, columns.left, new, 0,
    )  # fmt: skip
    new = new[:found].copy()
    new.sort()
    return new


def _level(columns: Columns, worth: int, executor: Executor) -> Places:
    """Return the places where the game is over with this payoff."""
    asked = ((columns, worth, part) for part in chunks_of(len(columns.value), 1 << 20))
    return _together([*filter(len, run_round(executor, _with_value, asked))])


def _with_value(columns: Columns, worth: int, part: slice) -> Places:
    places: Places = (np.flatnonzero(columns.value[part] == worth) + part.start).astype(np.uint32)
    return places


def _together(pieces: list[Places]) -> Places:
    """Return places in ascending order; each piece is, and so are those of one round after each other."""
    together = np.concatenate(pieces) if pieces else np.empty(0, dtype=np.uint32)
    if any(former[-1] > later[0] for former, later in pairwise(pieces)):
        together.sort()
    return together


def settle(columns: Columns, infinite_play: int, executor: Executor) -> None:
    """Let what is left over be endless play; then nothing has successors without a value any more."""
    parts = ((columns, infinite_play, part) for part in chunks_of(len(columns.value), 1 << 20))
    for _ in run_round(executor, settle_part, parts):
        pass
    columns.left = columns.left[:0].copy()


def settle_part(columns: Columns, infinite_play: int, part: slice) -> None:
    """Let what is left over in a range of places be endless play."""
    endless = columns.value[part] == UNRESOLVED
    columns.value[part][endless] = infinite_play
    columns.remoteness[part][endless] = columns.never


@numba.njit(cache=True, nogil=True)
def resolve(
    parents: Any,
    number: int,
    worth: int,
    hurrier: int,
    plies: int,
    value: Any,
    remoteness: Any,
    left: Any,
    new: Any,
    found: int,
) -> int:
    """Tell states that one of their successors has been resolved.

    Each becomes worth `worth` in so many plies if its mover wants that, or has nothing else left. Writes the places of
    those to `new`, after the `found` ones that are there, and returns how many there are then.

        parents   places, as often as they have such successors; so many of them
        hurrier   who wants this end: 0, 1, or 2 for both
    """
    for i in range(number):
        parent = parents[i]
        after = np.int64(left[parent]) - 2
        if after < 0:
            continue
        if hurrier == 2 or after & 1 == hurrier or after < 2:
            left[parent] = 0
            value[parent] = worth
            remoteness[parent] = plies
            new[found] = parent
            found += 1
        else:
            left[parent] = after
    return found
