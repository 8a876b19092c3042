"""`Store`: the results of a solution, read in ranges of places."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Arena
from gamekit.engine.codes.ranges_index import ABSENT as ABSENT
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.runtime.arrays import ranges as ranges
from gamekit.errors import UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.compiled import CompiledGame
from gamekit.game.protocol import Game
from gamekit.game.values import Perspective, Value
from gamekit.solution.expander import Expander

if TYPE_CHECKING:
    from gamekit.engine.codes.batch import Batch

Kind = Literal["dense", "keys", "states"]
"""The index of places: the place of a state is its code, the rank of its key, or the rank of its text."""


Results = tuple[NDArray[Any], NDArray[Any]]
"""The values and the remotenesses of some states."""

Pairs = tuple[tuple[int, int], ...]
"""Different pairs of a value and a remoteness."""


@attrs.frozen
class Counts:
    """The counts that a table stores, so that states need not be counted again.

    Attributes:
        counts: the number of states with each value.
        longest: the largest remoteness of any state.
        longest_by_value: the largest remoteness among the states of each value.
    """

    counts: dict[Value, int]
    longest: int
    longest_by_value: dict[Value, int]


@attrs.frozen(eq=False)
class Info:
    """The record of how a solution was made.

    Attributes:
        solver: the solver, with its options.
        backend: the rules used to solve the game: "python" or "compiled".
        method: the way in which values propagated to predecessors, in the compiled backend.
        statistics: statistics of the solver's work, for display.
        seconds: wall time in seconds by phase, as far as it was measured; a phase is added when it ends.
        unsound: the reason why the values cannot be trusted, or None.
        states_from: "states" if the game listed its states itself, else "exploration".
        edges_from: "predecessors" if the game gave its edges backwards, else "moves".
        is_part: whether states to which moves lead were left out, so that the values cannot be verified.
        path: the folder from which the results are read; None if there is none.
        counted: the counts, if they are known already.
    """

    solver: str
    backend: str = "python"
    method: str | None = None
    statistics: Mapping[str, Any] = attrs.field(factory=dict)
    seconds: dict[str, float] = attrs.field(factory=dict)
    unsound: str | None = None
    states_from: Literal["states", "exploration"] = "exploration"
    edges_from: Literal["predecessors", "moves"] = "moves"
    is_part: bool = False
    path: Path | None = None
    counted: Counts | None = None


@attrs.frozen(eq=False, kw_only=True)
class Store(ABC):
    """The state, its value and its remoteness at each place; a place may be empty.

    Solved states of remoteness 0 are terminal.

    Attributes:
        info: the record of how the solution was made.
        places: the number of places.
        states: the number of places that are not empty.
        edges: the number of edges; two moves that lead to the same state are one edge.
        payoffs: the payoffs with which the game can end, ascending.
        perspective: the player whose payoffs the values are; "mover" if states are from the mover's view, so that each
            place stands for two.
        no_state: the value at an empty place.
        unsolved: the value of an unsolved state.
        infinite: the remoteness of a state from which play never ends.
        index: the kind of index that finds places; None if places have no order that a table could use.
        bits: the number of bits of a code, if places are found by keys.
    """

    game: Game[Any, Any]
    info: Info
    places: int
    states: int
    edges: int
    payoffs: tuple[int, ...]
    perspective: Perspective = "first"
    no_state: int
    unsolved: int
    infinite: int
    index: Kind | None = None
    bits: int | None = None

    label: ClassVar[Literal["code", "state"]] = "state"
    """The kind of label that identifies a state to people and other programs, as `labels` returns it: code or text."""

    edges_are_plain: ClassVar[bool] = True
    """Whether `loaded` solutions have the edges of the plain rules, and not those of the compiled ones."""

    fits_one_table: ClassVar[bool] = True
    """Whether one table can hold the results; it cannot if tiers number the codes, each from 0."""

    may_be_partial: ClassVar[bool] = False
    """Whether states of the game may be left out, as a search from one state does."""

    @property
    def remoteness_bound(self) -> int:
        """A number above every remoteness: best play to an end meets no state twice."""
        return self.places

    @abstractmethod
    def place_of(self, state: Any) -> int | None:
        """Return the place of a state or of its canonical representative, or None; any object may be given."""

    @abstractmethod
    def state_at(self, place: int) -> Any:
        """Return the state at a place."""

    @abstractmethod
    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places, which the caller must not change."""

    @abstractmethod
    def remoteness(self, part: slice) -> NDArray[Any]:
        """Return the remotenesses in a range of places, which the caller must not change."""

    @abstractmethod
    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places; zeros if codes are from the mover's view."""

    def result_at(self, place: int) -> tuple[int, int]:
        """Return the value and the remoteness at a place."""
        part = slice(place, place + 1)
        return int(self.values(part)[0]), int(self.remoteness(part)[0])

    def results(self, part: slice | None = None) -> ResultArrays:
        """Return the values and the remotenesses in a range of places, or at all, which the caller must not change."""
        part = part or slice(0, self.places)
        return ResultArrays(self.values(part), self.remoteness(part))

    @cached_property
    def pair_counts(self) -> tuple[ResultArrays, NDArray[np.int64]] | None:
        """The different results and the number of places of each; None if `results` has no numbers for them."""
        counts: Any = 0
        for part in ranges(self.places):
            results = self.results(part)
            if results.numbers is None:
                return None
            counts = counts + results.counts()
        occur = np.flatnonzero(counts)
        return ResultArrays(results.value[occur], results.remoteness[occur]), counts[occur]

    @property
    def pairs(self) -> Pairs | None:
        """The pairs of a value and a remoteness whose numbers `results` holds; None if it holds no such numbers."""
        return None

    def keys(self, part: slice) -> NDArray[Any]:
        """Return the keys, or the texts of the states, in a range of places, ascending.

        Raises:
            UnsupportedError: `index` is neither "keys" nor "states".
        """
        raise UnsupportedError(
            f"a store has keys if its index is keys or states; this one has the index {self.index}"
        )

    def key_columns(self, part: slice) -> dict[str, NDArray[Any]]:
        """Return the columns of a table that give the states in a range of places; none if places are codes."""
        return {} if self.index == "dense" else {str(self.index): self.keys(part)}

    def labels(self, part: slice) -> NDArray[Any]:
        """Return the codes of the states in a range of places, or their texts as an array of objects."""
        describe = Rules(self.game).describe
        texts = [describe(self.state_at(place)) for place in range(part.start, part.stop)]
        return np.array(texts, dtype=object)

    @property
    def ranges(self) -> tuple[tuple[int, int], ...] | None:
        """The begin and end of each range of codes, if they are the dense codes of one tier; else None."""
        return None

    def named(self, text: str) -> Any:
        """Return the state that the game formats as `text`, or None; only if states are kept in memory."""
        return None

    @property
    def arrangement(self) -> Any:
        """A value that stores of a game share if they have the same states at the same places; None if unknown."""
        return self.index and (self.index, self.places, self.ranges)

    def parts(self) -> Iterator[tuple[Store, int, int]]:
        """Yield stores that together hold all states, each with the results of the successors of its first states.

        Yields:
            A store; the number of places, its first ones, for which it is yielded; and where these begin in the whole
            store.
        """
        yield self, self.places, 0

    def miscounts(self, states: int, edges: int) -> list[str]:
        """Return a sentence for each count that differs from the actual one."""
        pairs = {"edges": (self.edges, edges), "states": (self.states, states)}.items()
        return [f"{ours:,} {name} are claimed, but there are {n:,}" for name, (ours, n) in pairs if ours != n]

    def look_up(self, codes: NDArray[np.int64]) -> Results:
        """Return the values of many codes, `no_state` for codes that no state has, and the remotenesses.

        Raises:
            UnsupportedError: the states have no codes.
        """
        self._refuse_codes()

    def state_of(self, code: int) -> Any:
        """Return the state that has this code, or None.

        Raises:
            UnsupportedError: the states have no codes.
        """
        self._refuse_codes()

    def _refuse_codes(self) -> NoReturn:
        where = self.info.path or "this solution"
        raise UnsupportedError(f"the states of {where} are kept by their texts and have no codes")

    @property
    def arena(self) -> Arena[Any, Any]:
        """The states and edges.

        Raises:
            UnsupportedError: the edges are not kept.
        """
        raise UnsupportedError(
            f"neither the compiled backend nor a table keeps the edges of {type(self.game).__name__}; "
            "solve it with the python backend for that"
        )

    def with_edges(self, derive: Callable[[Store], Store]) -> Store:
        """Return a store that keeps its edges: this one, or else the one that `derive` returns."""
        return derive(self)

    @abstractmethod
    def expander(self) -> Expander:
        """Return an expander of the states.

        Raises:
            TableError: the states contradict each other.
        """

    def check_files(self) -> None:
        """Check that no file was truncated since it was opened: reading a missing page would end the process.

        Raises:
            TableError: a file was truncated.
        """
        return  # without a body, it would have to be abstract


@attrs.frozen(eq=False, kw_only=True)
class CodeStore(Store):
    """A store that finds states by their codes; the subclasses define the places of codes."""

    game: CompiledGame[Any, Any]
    label = "code"
    edges_are_plain = False

    @property
    @abstractmethod
    def batch(self) -> Batch:
        """The compiled rules."""

    @property
    def size(self) -> int:
        """The bound below which all codes lie."""
        if self.bits is not None:
            return 1 << self.bits
        return self.ranges[-1][1] if self.ranges else self.places

    @abstractmethod
    def codes(self, places: NDArray[np.int64] | slice) -> NDArray[np.int64]:
        """Return the codes at places; if the places are an array, they must ascend."""

    @abstractmethod
    def place_of_code(self, code: int) -> int | None:
        """Return the place of the state with a code below `size`, or None."""

    @abstractmethod
    def results_of(self, codes: NDArray[np.int64]) -> Results:
        """Return the values of codes below `size`, `no_state` for codes that no state has, and the remotenesses."""

    def decode(self, code: int) -> Any:
        """Return the state whose code is `code`, the code of some place."""
        return self.game.decode(code)

    def place_of(self, state: Any) -> int | None:
        try:
            code = int(self.game.encode(state))
        except Exception:  # the game may fail in any way on what is not a state
            return None
        return self.place_of_code(code) if 0 <= code < self.size else None

    def state_at(self, place: int) -> Any:
        return self.decode(int(self.codes(np.array([place], dtype=np.int64))[0]))

    def state_of(self, code: int) -> Any:
        return self.decode(code) if 0 <= code < self.size and self.place_of_code(code) is not None else None

    def movers(self, part: slice) -> NDArray[np.int8]:
        if self.perspective == "mover":
            return np.zeros(part.stop - part.start, dtype=np.int8)
        return self.batch.movers(self.codes(part))

    def labels(self, part: slice) -> NDArray[np.int64]:
        return self.codes(part)

    def look_up(self, codes: NDArray[np.int64]) -> Results:
        value, remoteness = np.full(len(codes), self.no_state), np.zeros(len(codes), dtype=np.int64)
        at = np.flatnonzero((codes >= 0) & (codes < self.size))
        value[at], remoteness[at] = self.results_of(codes[at])
        return value, remoteness


def places_of(store: Store) -> Iterator[NDArray[np.int64]]:
    """Yield the places of all states in ascending order, as one array per range."""
    for part in ranges(store.places):
        yield np.flatnonzero(store.values(part) != store.no_state) + part.start


def longest_of(store: Store) -> int:
    """Return the largest remoteness of any state."""
    columns = (results.remoteness for results in occurring_results(store))
    return max(int(plies[plies != store.infinite].max(initial=0)) for plies in columns)


def occurring_results(store: Store) -> Iterator[ResultArrays]:
    """Yield all results that occur: each once if the store has numbers for them, otherwise by place."""
    counted = store.pair_counts
    return map(store.results, ranges(store.places)) if counted is None else iter([counted[0]])
