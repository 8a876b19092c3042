"""`CompiledSolution`: the solution of compiled rules, which keeps two bytes for each state and reads them on demand."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.compiled import CompiledGame
from gamekit.engine.batch import Batch
from gamekit.engine.chunks import chunks_of
from gamekit.engine.columns import NO_STATE, UNRESOLVED
from gamekit.engine.index import SortedIndex
from gamekit.engine.solving import Solved
from gamekit.errors import UnsupportedError
from gamekit.game import Move, State
from gamekit.lazy_solution import PART, Kind, LazySolution, PlaceOf, lazily

if TYPE_CHECKING:
    from gamekit.engine.filed_solving import FiledSolved


@attrs.frozen(eq=False)
class EngineBacking(ABC):
    """What the engine found, as a `Backing`.

    Attributes:
        game: the rules.
        solved: what the engine found.
    """

    game: CompiledGame[Any, Any]
    solved: Solved | FiledSolved

    no_state = NO_STATE
    unsolved = UNRESOLVED

    @property
    def batch(self) -> Batch:
        """The compiled rules."""
        return self.solved.batch

    @property
    def method(self) -> str:
        """How states got to know of their successors' values."""
        return self.solved.method

    @property
    def from_movers_view(self) -> bool:
        """Whether a code stands for two states, and payoffs are to the mover."""
        return self.batch.from_movers_view

    @property
    def index(self) -> Kind:
        """How places are found."""
        return "dense" if self.bits is None else "keys"

    def key_of(self, state: Any) -> int:
        """Return the code of a state."""
        return self.game.encode(state)

    def find(self, key: int) -> int | None:
        """Return the place of the state with this code, or None."""
        if not 0 <= key < self.batch.rules.size:
            return None
        place = self._place_of(key)
        return None if place < 0 or self.value_at(place) == NO_STATE else place

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""
        return self.game.decode(int(self.codes(slice(place, place + 1))[0]))

    def value_at(self, place: int) -> int:
        """Return the value at a place."""
        return int(self.values(slice(place, place + 1))[0])

    def remoteness_at(self, place: int) -> int:
        """Return the remoteness at a place."""
        return int(self.remotenesses(slice(place, place + 1))[0])

    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places."""
        return self.batch.movers(self.codes(part))

    @property
    @abstractmethod
    def places(self) -> int:
        """How many places there are."""

    @property
    @abstractmethod
    def states(self) -> int:
        """How many of them are states'."""

    @property
    @abstractmethod
    def edges(self) -> int:
        """How many edges there are."""

    @property
    @abstractmethod
    def payoffs(self) -> tuple[int, ...]:
        """With which payoffs the game can end, ascending."""

    @property
    @abstractmethod
    def never(self) -> int:
        """The remoteness where play never ends."""

    @property
    @abstractmethod
    def bits(self) -> int | None:
        """How many bits a code has, where states are known by their keys; None where the place is the code."""

    @abstractmethod
    def _place_of(self, code: int) -> int:
        """Return the place of a code, a negative number if it has none."""

    @abstractmethod
    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places."""

    @abstractmethod
    def remotenesses(self, part: slice) -> NDArray[Any]:
        """Return the remoteness in a range of places."""

    @abstractmethod
    def keys(self, part: slice) -> NDArray[np.int64]:
        """Return the keys in a range of places, ascending, where states are known by keys."""

    @abstractmethod
    def codes(self, part: slice) -> NDArray[np.int64]:
        """Return the codes in a range of places."""


@attrs.frozen(eq=False)
class InMemory(EngineBacking):
    """What the engine found in memory."""

    solved: Solved

    @property
    def places(self) -> int:
        """How many places there are."""
        return len(self.solved.index)

    @property
    def states(self) -> int:
        """How many of them are states'."""
        return self.solved.columns.states

    @property
    def edges(self) -> int:
        """How many edges there are."""
        return self.solved.columns.edges

    @property
    def payoffs(self) -> tuple[int, ...]:
        """With which payoffs the game can end, ascending."""
        return self.solved.columns.payoffs

    @property
    def never(self) -> int:
        """The remoteness where play never ends."""
        return self.solved.columns.never

    @property
    def bits(self) -> int | None:
        """How many bits a code has, where states are known by their keys; None where the place is the code."""
        index = self.solved.index
        return index.bits if isinstance(index, SortedIndex) else None

    def _place_of(self, code: int) -> int:
        return int(self.solved.index.locate(np.array([code], dtype=np.int64))[0])

    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places."""
        return self.solved.columns.value[part]

    def remotenesses(self, part: slice) -> NDArray[Any]:
        """Return the remoteness in a range of places."""
        return self.solved.columns.remoteness[part]

    def keys(self, part: slice) -> NDArray[np.int64]:
        """Return the keys in a range of places, ascending, where states are known by keys."""
        return cast(SortedIndex, self.solved.index).keys[part]

    def codes(self, part: slice) -> NDArray[np.int64]:
        """Return the codes in a range of places."""
        return self.solved.index.codes(part)


@attrs.frozen(eq=False, repr=False)
class CompiledSolution(LazySolution[State, Move]):
    """The values of a game solved by its compiled rules."""

    @property
    def engine(self) -> EngineBacking:
        """What it is read from."""
        return cast(EngineBacking, self.backing)

    @property
    def solved(self) -> Solved:
        """What the engine found in memory.

        Raises:
            UnsupportedError: it found it in files.
        """
        if not isinstance(self.backing, InMemory):
            raise UnsupportedError(
                "a solution in the files of a work folder cannot do that; save it as a table first"
            )
        return self.backing.solved

    @property
    def gear(self) -> str:
        """Which rules it was solved by."""
        return "compiled"

    @property
    def method(self) -> str | None:
        """How states got to know of their successors' values."""
        return self.engine.method

    @property
    def unsolved(self) -> int:
        """No state is without a value."""
        return 0

    @property
    def longest(self) -> int:
        """The largest remoteness of any state."""
        backing = self.backing
        return max(
            _longest(backing.remotenesses(part), backing.never) for part in chunks_of(backing.places, PART)
        )


def compiled_solution(
    game: CompiledGame[State, Move], solved: Solved, start: State
) -> CompiledSolution[State, Move]:
    """Return what the engine found as a `Solution`."""
    return solution_of(InMemory(game, solved), start, solved)


def solution_of(
    backing: EngineBacking, start: State, solved: Solved | FiledSolved
) -> CompiledSolution[State, Any]:
    """Return what a backing is read from as a `Solution`."""
    rules = backing.batch.rules
    solution: CompiledSolution[State, Any] = lazily(
        CompiledSolution,
        backing,
        start=start,
        root=PlaceOf(backing)[start],
        solver="retrograde",
        states_from="exploration" if rules.is_state is None else "states",
        edges_from="moves" if rules.predecessors is None else "predecessors",
        statistics=solved.statistics,
        seconds=solved.seconds,
    )
    return solution


def _longest(remoteness: NDArray[Any], never: int) -> int:
    return int(remoteness[remoteness != never].max(initial=0))
