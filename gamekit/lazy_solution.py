"""`LazySolution`: a solution that holds nothing itself, and reads what it is asked for: from memory or from a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn, Protocol, TypeVar, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency, Arena
from gamekit.engine.chunks import chunks_of
from gamekit.errors import UnknownStateError, UnsupportedError
from gamekit.game import Game, Move, State
from gamekit.solution import Solution, Status, Verdict
from gamekit.statistics import Statistics, tally, total
from gamekit.values import SECOND, Value

if TYPE_CHECKING:
    import networkx as nx

PART: Final = 1 << 20
"""How many places are read at a time where all are."""

Kind = Literal["dense", "keys", "states"]
"""How the place of a state is found: it is the code, or the rank of its key, or of its text."""

Part = TypeVar("Part", bound="LazySolution[Any, Any]")


class Backing(Protocol):
    """What a solution is read from: a value and a remoteness for each place, and which state is where.

    A place may be left empty. Payoffs are to the first player, or to the mover in codes from the mover's view. Terminal
    are the states of remoteness 0.
    """

    @property
    def game(self) -> Game[Any, Any]:
        """The rules."""

    @property
    def index(self) -> Kind:
        """How places are found."""

    @property
    def bits(self) -> int | None:
        """How many bits a code has, where places are found by keys."""

    @property
    def places(self) -> int:
        """How many places there are."""

    @property
    def states(self) -> int:
        """How many of them are states'."""

    @property
    def edges(self) -> int:
        """How many edges there are."""

    @property
    def payoffs(self) -> tuple[int, ...]:
        """With which payoffs the game can end, ascending."""

    @property
    def from_movers_view(self) -> bool:
        """Whether a code stands for two states, and payoffs are to the mover."""

    @property
    def no_state(self) -> int:
        """The value at a place that is no state's."""

    @property
    def unsolved(self) -> int:
        """The value of a state that has none."""

    @property
    def never(self) -> int:
        """The remoteness where play never ends."""

    def key_of(self, state: Any) -> Any:
        """Return what a state, or its canonical one, is found by; raises anything over what is no state."""

    def find(self, key: Any) -> int | None:
        """Return the place of a state, or None if it has none."""

    def state_at(self, place: int) -> Any:
        """Return the state at a place."""

    def value_at(self, place: int) -> int:
        """Return the value at a place."""

    def remoteness_at(self, place: int) -> int:
        """Return the remoteness at a place."""

    def keys(self, part: slice) -> NDArray[Any]:
        """Return the keys, or the states' texts, in a range of places, ascending; not where codes are dense."""

    def values(self, part: slice) -> NDArray[Any]:
        """Return the values in a range of places."""

    def remotenesses(self, part: slice) -> NDArray[Any]:
        """Return the remoteness in a range of places."""

    def movers(self, part: slice) -> NDArray[np.int8]:
        """Return the players to move in a range of places; zeros in codes from the mover's view."""


def places_of(backing: Backing) -> Iterator[NDArray[np.int64]]:
    """Give the places of all states, many at a time, ascending."""
    for part in chunks_of(backing.places, PART):
        yield np.flatnonzero(backing.values(part) != backing.no_state) + part.start


@attrs.frozen(eq=False)
class Column:
    """A column of which each entry is read when it is asked for; NumPy makes an array of those of all states.

    Attributes:
        read: from a place to the entry there.
        backing: what the solution is read from.
    """

    read: Callable[[int], int]
    backing: Backing

    def __getitem__(self, place: int) -> int:
        return self.read(int(place))

    def __len__(self) -> int:
        return self.backing.states

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the entries of all states, by ascending place."""
        places = (place for part in places_of(self.backing) for place in part.tolist())
        return np.fromiter(map(self.read, places), dtype=dtype or np.int64, count=len(self))


@attrs.frozen(eq=False)
class States(Sequence[Any]):
    """The states at their places; places that are left empty are passed over."""

    backing: Backing

    def __len__(self) -> int:
        return self.backing.states

    def __getitem__(self, place: Any) -> Any:
        return self.backing.state_at(int(place))

    def __iter__(self) -> Iterator[Any]:
        for places in places_of(self.backing):
            yield from map(self.__getitem__, places.tolist())


@attrs.frozen(eq=False)
class PlaceOf(Mapping[Any, int]):
    """The place of every state."""

    backing: Backing

    def __len__(self) -> int:
        return self.backing.states

    def __iter__(self) -> Iterator[Any]:
        return iter(States(self.backing))

    def __getitem__(self, state: Any) -> int:
        place = self.backing.find(self.backing.key_of(state))
        if place is None:
            raise KeyError(state)
        return place


@attrs.frozen(eq=False, repr=False)
class LazyArena(Arena[State, Move]):
    """An arena whose states are made when they are looked at, and whose edges are not kept.

    What is called an index elsewhere is the place of a state in the backing.
    """

    backing: Backing
    start: State

    def __len__(self) -> int:
        return self.backing.states

    @property
    def edges(self) -> int:
        """The number of edges."""
        return self.backing.edges

    @property
    def payoffs(self) -> list[int]:
        """The different payoffs with which the game can end, in ascending order."""
        return list(self.backing.payoffs)

    def index_of(self, state: State) -> int:
        """Return the place of a state, or of its canonical representative.

        Raises:
            UnknownStateError: the state is not in the arena.
        """
        try:
            key = self.backing.key_of(state)
        except Exception:  # what is no state may trip the game in any way
            self._do_not_know(state)
        place = self.backing.find(key)  # outside of that: a table that cannot be read is to say so
        if place is None:
            self._do_not_know(state)
        return place

    def _do_not_know(self, state: State) -> NoReturn:
        raise UnknownStateError(f"state cannot be reached: {self.describe(state)}") from None

    @property
    def successors(self) -> Adjacency:
        """Not kept."""
        self._refuse()

    @property
    def predecessors(self) -> Adjacency:
        """Not kept."""
        self._refuse()

    def within_reach(self) -> Arena[State, Move]:
        """Not to be had: the edges are not kept."""
        self._refuse()

    def to_networkx(self) -> nx.DiGraph[int]:
        """Not to be had: the edges are not kept."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise UnsupportedError(
            f"neither the compiled gear nor a table keeps the edges of {type(self.game).__name__}; "
            "solve it with the python gear for that"
        )


@attrs.frozen(eq=False, repr=False)
class LazySolution(Solution[State, Move]):
    """The values of a game, read from a `Backing`; look-ups are those of every `Solution`.

    The columns `status`, `payoff` and `remoteness` are read entry by entry, by the place of a state.
    """

    @property
    def _lazy(self) -> LazyArena[State, Move]:
        return cast(LazyArena[State, Move], self.arena)

    @property
    def backing(self) -> Backing:
        """What it is read from."""
        return self._lazy.backing

    @property
    def root(self) -> Verdict[State]:
        """The verdict on the state that play starts from."""
        return self.verdict_on(self.start)

    @property
    def start(self) -> State:
        """The state that play starts from."""
        return self._lazy.start

    def verdict_on(self, state: State, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on a state, also where its code shows it from the other side."""
        place = self.arena.index_of(state)
        backing, player = self.backing, self.game.to_move(state)
        payoff, plies = backing.value_at(place), backing.remoteness_at(place)
        if payoff == backing.unsolved:
            return Verdict(state, self.game.players[player], Value.UNSOLVED, None, None, None)
        left = self._limit if plies_left is None else plies_left
        if plies == backing.never or (left is not None and plies > left):
            return self._in_full(state, player, self.game.infinite_play, None)
        turned = backing.from_movers_view and player == SECOND
        return self._in_full(state, player, -payoff if turned else payoff, plies)

    def starting_from(self, state: State) -> Solution[State, Move]:
        """Return the same solution with another root."""
        arena = attrs.evolve(self._lazy, root=self.arena.index_of(state), start=state)
        return attrs.evolve(self, arena=arena)

    def __iter__(self) -> Iterator[Verdict[State]]:
        for places in places_of(self.backing):
            yield from map(self.verdict, places.tolist())

    def _counted(self) -> Statistics:
        return total(map(self._counted_in, chunks_of(self.backing.places, PART)))

    def _counted_in(self, part: slice) -> Statistics:
        backing = self.backing
        value = backing.values(part)
        kept = value != backing.no_state
        value, remoteness = value[kept], backing.remotenesses(part)[kept]
        unsolved = value == backing.unsolved
        return tally(
            value,
            backing.movers(part)[kept],
            remoteness,
            ended=(remoteness != backing.never) & ~unsolved,
            unsolved=unsolved,
            infinite_play=self.game.infinite_play,
            limit=self._limit,
        )

    def to_networkx(self) -> nx.DiGraph[int]:
        """Not to be had: the edges are not kept."""
        return self.arena.to_networkx()


def lazily(
    cls: type[Part],
    backing: Backing,
    *,
    start: Any,
    root: int,
    solver: str,
    states_from: Any,
    edges_from: Any,
    unsound: str | None = None,
    statistics: Mapping[str, Any],
    seconds: Mapping[str, float],
) -> Part:
    """Return a solution of a class of lazy ones that reads from `backing`, its root at this place."""
    game = backing.game

    def mover(place: int) -> int:
        return game.to_move(backing.state_at(place))

    def status(place: int) -> int:
        if backing.value_at(place) == backing.unsolved:
            return Status.UNSOLVED
        return Status.ENDLESS if backing.remoteness_at(place) == backing.never else Status.ENDED

    def payoff(place: int) -> int:
        value = backing.value_at(place)
        if value == backing.unsolved:
            return 0
        return -value if backing.from_movers_view and mover(place) else value

    def remoteness(place: int) -> int:
        plies = backing.remoteness_at(place)
        return 0 if plies == backing.never or backing.value_at(place) == backing.unsolved else plies

    def terminal(place: int) -> bool:
        if backing.value_at(place) == backing.unsolved:  # then only the rules know
            return game.outcome(backing.state_at(place)) is not None
        return backing.remoteness_at(place) == 0

    def column(read: Callable[[int], int]) -> Any:  # for the type checker: what it gives are columns
        return Column(read, backing)

    arena = LazyArena(
        game=game,
        states=States(backing),
        index=PlaceOf(backing),
        root=root,
        mover=column(mover),
        terminal=column(terminal),
        payoff=column(lambda place: payoff(place) if terminal(place) else 0),
        states_from=states_from,
        edges_from=edges_from,
        given=_NO_EDGES,
        backing=backing,
        start=start,
    )
    return cls(
        arena=arena,
        solver=solver,
        status=column(status),
        payoff=column(payoff),
        remoteness=column(remoteness),
        unsound=unsound,
        statistics=statistics,
        seconds=seconds,
    )


_NO_EDGES = Adjacency(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))
