"""The protocol of a solve's state, which is stored shard by shard in memory or in files, and the kernels of an update.

A task changes its shard with `apply`, and the coordinator records the result with `commit`. Storage in memory
changes its columns in place, so that there is nothing to commit; storage in files makes new arrays, which `commit` puts
in the place of the old ones. Places are numbered through in memory, and within each shard in files.

In memory, `Progress` records the progress of a solve. Together with the columns, and the edges if they are stored, it
is enough to continue the solve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, Protocol

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.spread_sort import sort_spread
from gamekit.engine.codes.state_index import Index
from gamekit.engine.retrograde.columns import Columns, Layer
from gamekit.engine.retrograde.facts import Facts
from gamekit.engine.runtime.arrays import ArrayRef, ArraySink
from gamekit.engine.runtime.partition import Partitioner
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.runtime.tuning import Tuning

Places = NDArray[Any]


@attrs.frozen
class Update:
    """The value that newly resolved states pass on to their parents.

    Attributes:
        value: the value of the newly resolved states.
        parent_value: the value of a parent that this resolves.
        minimizer: the player who minimises remoteness at this value and, as a parent's mover, takes it as soon as a
            successor has it: 0, 1, or 2 for both.
    """

    value: int
    parent_value: int
    minimizer: int


@attrs.frozen
class StateCounts:
    """Totals over some states.

    Attributes:
        states: the number of states.
        edges: the number of edges that leave the states.
        payoffs: the payoffs of the terminal states among them, ascending.
        leaving: in a solve by tiers, the number of edges that lead to other tiers.
    """

    states: int = 0
    edges: int = 0
    payoffs: tuple[int, ...] = ()
    leaving: int = 0

    def plus(self, other: StateCounts) -> StateCounts:
        """Return the sum of these totals and others."""
        payoffs = tuple(sorted({*self.payoffs, *other.payoffs}))
        return StateCounts(
            self.states + other.states, self.edges + other.edges, payoffs, self.leaving + other.leaving
        )


@attrs.frozen
class FirstPass:
    """The result of the first pass over a range of places.

    Attributes:
        totals: the totals over the states of the range.
        columns: in files, the pieces of the range's columns `value` and `unresolved`.
        edges: if edges are stored, the addresses of successors, with a part for each shard, and the references of their
            parents.
        arrivals: in a solve by tiers, the rows of `Entries.arrivals`: a payoff and a layer in which it arrives.
    """

    totals: StateCounts
    columns: tuple[ArrayRef, ...] = ()
    edges: tuple[ArrayRef, ...] = ()
    arrivals: NDArray[np.int64] | None = None


@attrs.frozen
class Applied:
    """The effect of an update on a shard.

    Attributes:
        resolved: the places of the states that the update resolved, ascending; None if there are none.
        unresolved: in files, the column `unresolved`, or a delta of it if `is_delta` is true.
    """

    resolved: ArrayRef | None = None
    unresolved: ArrayRef | None = None
    is_delta: bool = False


@attrs.frozen
class ReverseEdges:
    """The references of the parents of each state of a shard, in CSR: `indices[indptr[i]:indptr[i + 1]]`."""

    indptr: ArrayRef
    indices: ArrayRef


class ShardState(Protocol):
    """A shard, as tasks see it.

    Three kinds of numbers stand for states: a *place* is where a shard keeps a state; an *address* determines the shard
    of a code and is looked up there; a *reference* combines shard and place. In memory all three are places.
    """

    @property
    def index(self) -> Index:
        """The index of the shard's states."""

    @property
    def begin(self) -> int:
        """The first place of the shard."""

    @property
    def size(self) -> int:
        """The number of places of the shard."""

    @property
    def edges(self) -> ReverseEdges | None:
        """The parents of the shard's states, if they are stored."""

    def addresses(self, codes: NDArray[np.int64]) -> NDArray[Any]:
        """Return the addresses of codes, in any shard; negative for codes that are known to have no state."""

    def locate(self, addresses: NDArray[Any]) -> Places:
        """Return the places of addresses in this shard, `ABSENT` for no state; by default, addresses are places."""
        return addresses

    def references(self, places: Places) -> NDArray[Any]:
        """Return the references of places of this shard."""

    def dereference(self, references: NDArray[Any]) -> Places:
        """Return the places of references to this shard; by default, references are places."""
        return references

    def initialise(
        self,
        sink: ArraySink,
        part: slice,
        places: Places,
        value: Places,
        unresolved: Places,
        remoteness: Places | None,
    ) -> tuple[ArrayRef, ...]:
        """Set the columns of a range in which only `places` have states; in files, return the pieces of the columns."""

    def entering(self, value: int, plies: int) -> Places:
        """Return the places of states at which this result arrives from another tier; by default none."""
        return np.empty(0, dtype=np.uint32)

    def terminal(self, payoff: int) -> Places:
        """Return the places of the terminal states with this payoff, ascending."""

    def apply(self, sink: ArraySink, parents: Places, update: Update, plies: int) -> Applied:
        """Apply an update to parents, which are named once for every successor that was resolved."""


class ShardedState(Protocol):
    """All shards, as the coordinator sees them.

    A finished state is read in ranges of places, which number through all shards: `values`, `remoteness` and `keys`
    return columns of a range, `results_at` the values and remotenesses at some places, `codes` the codes at places, and
    `locate` the places of codes; if states have keys, codes that no state has get `ABSENT`. `bits` is the number of
    bits of a key, or None if codes are places.
    """

    @property
    def places(self) -> int:
        """The number of places."""

    shards: list[Any]
    """The current `ShardState` of each shard."""

    by_address: Partitioner
    """The partitioner that assigns addresses to shards."""

    index: Any = None
    """The index of all states; None if each shard has its own."""

    facts: Facts | None = None
    """What exploration learned of the states, if it was kept."""

    @property
    def by_reference(self) -> Partitioner:
        """The partitioner that assigns references to shards; by default, the one for addresses."""
        return self.by_address

    def allocate(self, tuning: Tuning, *, with_edges: bool) -> None:
        """Prepare the columns, and shards that suit the method; by default tasks make the columns."""
        return

    def ranges(self, tuning: Tuning) -> list[tuple[int, slice]]:
        """Return ranges that cover the places of all shards, each with its shard."""

    def commit_columns(self, shard: int, columns: tuple[ArrayRef, ...]) -> None:
        """Record initialised columns, range by range in order; by default they are set in place."""
        return

    def commit(self, shard: int, applied: Applied, update: Update, plies: int) -> None:
        """Record an update; by default it was made in place."""
        return

    def new_layer(self, value: int, plies: int) -> Layer:
        """Return an empty layer of states that are resolved with this value and remoteness."""
        return Layer()

    def round_size(self, tuning: Tuning, branching: float) -> int:
        """Return the number of states that should propagate in one round, if each has `branching` parents."""
        return tuning.update_round

    def change(self, shard: int, **fields: Any) -> None:
        """Replace fields of a shard."""
        self.shards[shard] = attrs.evolve(self.shards[shard], **fields)

    def make_room(self, runner: RoundRunner, values: Iterable[int], plies: int) -> None:
        """Prepare for states that are resolved with these values and this remoteness."""

    def finish(self, runner: RoundRunner, infinite_play: int) -> None:
        """Mark states still unresolved as infinite play, and free the memory that only solving needed."""


def resolve_parents(parents: Places, minimizer: int, unresolved: Any) -> Places:
    """Decrement each parent's count of unresolved successors once per occurrence; return those resolved, ascending."""
    resolved = np.empty(len(parents), dtype=np.uint32)
    resolved = resolved[: decrement(parents, len(parents), minimizer, unresolved, resolved, 0)].copy()
    sort_spread(resolved)
    return resolved


@numba.njit(cache=True, nogil=True)
def decrement(parents: Any, number: int, minimizer: int, unresolved: Any, resolved: Any, count: int) -> int:
    """Decrement the counts of the first `number` parents; append those resolved to `resolved`.

    A parent is resolved if its mover takes this value at once, or if this was its last unresolved successor. Resolved
    and terminal states keep `unresolved == 0`, so updates skip them: a parent is appended at most once, and
    `predecessors` may name states where the game is over.

    A parent is named once for each of its successors that was resolved. `unresolved` is twice the number of unresolved
    successors, plus the mover; `minimizer` is the mover who takes the value at once: 0, 1, or 2 for both. `resolved`
    already holds `count` places.

    Returns:
        The number of places that are in `resolved` afterwards.
    """
    for i in range(number):
        parent = parents[i]
        after = np.int64(unresolved[parent]) - 2
        if after < 0:
            continue
        if minimizer == 2 or after & 1 == minimizer or after < 2:
            unresolved[parent] = 0
            resolved[count] = parent
            count += 1
        else:
            unresolved[parent] = after
    return count


@numba.njit(cache=True, nogil=True)
def assign(places: Any, value: int, plies: int, values: Any, remoteness: Any) -> None:
    """Write a value and a remoteness to places of the columns."""
    for place in places:
        values[place] = value
        remoteness[place] = plies


@attrs.frozen(eq=False)
class Progress:
    """The progress of a solve.

    Attributes:
        places: the number of places that the first pass has done.
        counts: the totals over the states at these places.
        arrivals: int64, the pairs of a value that arrives from another tier and the layer of its arrival, one per row.
        sweep: the number of completed sweeps.
        plies: the number of completed layers of the next sweep.
        rounds: the number of rounds that the work took.
    """

    places: int = 0
    counts: StateCounts = attrs.Factory(StateCounts)
    arrivals: NDArray[np.int64] = attrs.field(factory=lambda: np.empty((0, 2), dtype=np.int64))
    sweep: int = 0
    plies: int = 0
    rounds: int = 0


BEGIN: Final = Progress()
"""The progress of a solve that has not begun."""


StoredEdges = Sequence[tuple[NDArray[Any], NDArray[Any]]]
"""The parents of the states of each shard: `indptr` and `indices` of a CSR matrix.

While the first pass is at work, these are the places at both ends of the edges found so far: of states of the shard,
and of their parents.
"""


class Snapshots(Protocol):
    """The snapshots of a solve: now and then its columns with the edges found so far, and once all its edges."""

    def last(self) -> tuple[Columns, Progress] | None: ...
    def last_edges(self, *, in_first_pass: bool) -> StoredEdges | None: ...
    def offer(
        self, columns: Columns, progress: Progress, edges: Callable[[], StoredEdges] | None = None
    ) -> None: ...
    def remove(self) -> None: ...
