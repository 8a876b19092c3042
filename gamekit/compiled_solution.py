"""`CompiledSolution`: the solution of compiled rules, which keeps two bytes for each state and reads them on demand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency, Arena
from gamekit.compiled import CompiledGame
from gamekit.engine.asking import chunks_of
from gamekit.engine.columns import NO_STATE
from gamekit.engine.solving import Solved
from gamekit.errors import UnsupportedError
from gamekit.game import Move, State
from gamekit.solution import Solution, Status, Verdict, longest_by_value
from gamekit.values import Value, value_of

if TYPE_CHECKING:
    import networkx as nx


@attrs.frozen(eq=False)
class Column:
    """A column of which each entry is read when it is asked for; NumPy makes an array of those of all states.

    Attributes:
        read: from a place to the entry there.
        solved: what the engine found.
    """

    read: Callable[[int], int]
    solved: Solved

    def __getitem__(self, place: int) -> int:
        return self.read(int(place))

    def __len__(self) -> int:
        return self.solved.columns.states

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        """Return the entries of all states, by ascending place."""
        places = (place for part in places_of(self.solved) for place in part.tolist())
        return np.fromiter(map(self.read, places), dtype=dtype or np.int64, count=len(self))


@attrs.frozen(eq=False)
class States(Sequence[Any]):
    """The states at their places; dense codes may leave places empty, which are passed over."""

    solved: Solved

    def __len__(self) -> int:
        return self.solved.columns.states

    def __getitem__(self, place: Any) -> Any:
        return self.solved.batch.game.decode(code_at(self.solved, int(place)))

    def __iter__(self) -> Iterator[Any]:
        for places in places_of(self.solved):
            yield from map(self.__getitem__, places.tolist())


@attrs.frozen(eq=False)
class PlaceOf(Mapping[Any, int]):
    """The place of every state."""

    solved: Solved

    def __len__(self) -> int:
        return self.solved.columns.states

    def __iter__(self) -> Iterator[Any]:
        return iter(States(self.solved))

    def __getitem__(self, state: Any) -> int:
        solved = self.solved
        code = solved.batch.game.encode(state)
        if not 0 <= code < solved.batch.rules.size:
            raise KeyError(state)
        place = int(solved.index.locate(np.array([code], dtype=np.int64))[0])
        if place < 0 or solved.columns.value[place] == NO_STATE:
            raise KeyError(state)
        return place


@attrs.frozen(eq=False)
class CompiledArena(Arena[State, Move]):
    """The arena of compiled rules: states are decoded when they are looked at, and edges are not kept.

    What is called an index elsewhere is the place of a state in the engine's columns.
    """

    solved: Solved
    start: State

    def __len__(self) -> int:
        return self.solved.columns.states

    @property
    def edges(self) -> int:
        """The number of edges."""
        return self.solved.columns.edges

    @property
    def payoffs(self) -> list[int]:
        """The different payoffs with which the game can end, in ascending order."""
        return list(self.solved.columns.payoffs)

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
            f"the compiled gear does not keep the edges of {type(self.game).__name__}; use the python gear for that"
        )


@attrs.frozen(eq=False, repr=False)
class CompiledSolution(Solution[State, Move]):
    """The values of a game solved by its compiled rules; look-ups are those of every `Solution`.

    The columns `status`, `payoff` and `remoteness` are read entry by entry, by the place of a state.
    """

    @property
    def _compiled(self) -> CompiledArena[State, Move]:
        return cast(CompiledArena[State, Move], self.arena)

    @property
    def solved(self) -> Solved:
        """What the engine found."""
        return self._compiled.solved

    @property
    def gear(self) -> str:
        """Which rules it was solved by."""
        return "compiled"

    @property
    def root(self) -> Verdict[State]:
        """The verdict on the state that play starts from."""
        return self.verdict_on(self._start)

    @property
    def unsolved(self) -> int:
        """No state is without a value."""
        return 0

    @property
    def longest(self) -> int:
        """The largest remoteness of any state."""
        columns = self.solved.columns
        return max(_longest(columns.remoteness[part], columns.never) for part in _parts(self.solved))

    @property
    def _start(self) -> State:
        return self._compiled.start

    def verdict_on(self, state: State, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on a state, also where its code shows it from the other side."""
        place = self.arena.index_of(state)
        payoff, remoteness = self._worth(place, self._limit if plies_left is None else plies_left)
        player = self.game.to_move(state)
        if self.solved.batch.from_movers_view and player != self.arena.mover[place]:
            payoff = -payoff
        return self._in_full(state, player, payoff, remoteness)

    def starting_from(self, state: State) -> Solution[State, Move]:
        """Return the same solution with another root."""
        arena = attrs.evolve(self._compiled, root=self.arena.index_of(state), start=state)
        return attrs.evolve(self, arena=arena)

    def __iter__(self) -> Iterator[Verdict[State]]:
        for places in places_of(self.solved):
            yield from map(self.verdict, places.tolist())

    def counts(self) -> dict[Value, int]:
        """Return how many states have each value, with all the plies of the rules' turn limit left."""
        tally: Counter[Value] = Counter()
        for part in _parts(self.solved):
            tally += self._count(part)
        return {value: tally[value] for value in Value if tally[value]}

    def longest_by_value(self) -> dict[Value, int]:
        """Return the largest remoteness among the states of each value, as `Solution.longest_by_value` does."""
        found: dict[Value, int] = {}
        for part in _parts(self.solved):
            value, movers, ended = self._read(part)
            is_state = self.solved.columns.value[part] != NO_STATE
            worth = np.sign(value) * (1 - 2 * movers)
            longest = longest_by_value(worth, self.solved.columns.remoteness[part], ended & is_state)
            for kind, plies in longest.items():
                found[kind] = max(plies, found.get(kind, 0))
        return found

    def _count(self, part: slice) -> Counter[Value]:
        value, movers, ended = self._read(part)
        kinds = (value.astype(np.int64) + 128) * 4 + movers * 2 + ended
        tally: Counter[Value] = Counter()
        for kind, number in enumerate(
            np.bincount(kinds[self.solved.columns.value[part] != NO_STATE]).tolist()
        ):
            if number:
                tally[value_of(kind // 4 - 128, kind // 2 % 2, ended=bool(kind % 2))] += number
        return tally

    def _read(self, part: slice) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.bool_]]:
        """Return payoffs, movers, and where play ends within the rules' turn limit."""
        columns, batch = self.solved.columns, self.solved.batch
        value, remoteness = columns.value[part], columns.remoteness[part]
        ended = remoteness != columns.never
        if self._limit is not None:
            late = ended & (remoteness > self._limit)
            ended &= ~late
            value = np.where(late, np.int8(self.game.infinite_play), value)
        movers = np.zeros(len(value), dtype=np.int8)
        if batch.rules.mover is not None:
            movers = batch.movers(self.solved.index.codes(part))
        return value, movers, ended

    def to_networkx(self) -> nx.DiGraph[int]:
        """Not to be had: the edges are not kept."""
        return self.arena.to_networkx()


def compiled_solution(
    game: CompiledGame[State, Move], solved: Solved, start: State
) -> CompiledSolution[State, Move]:
    """Return what the engine found as a `Solution`."""
    columns, batch = solved.columns, solved.batch
    ended = {True: Status.ENDED, False: Status.ENDLESS}

    def mover(place: int) -> int:
        return game.to_move(game.decode(code_at(solved, place)))

    def payoff(place: int) -> int:
        relative = int(columns.value[place])
        return -relative if batch.from_movers_view and mover(place) else relative

    def remoteness(place: int) -> int:
        plies = int(columns.remoteness[place])
        return 0 if plies == columns.never else plies

    def terminal(place: int) -> bool:
        return not batch.expand(np.array([code_at(solved, place)], dtype=np.int64)).counts[0]

    places = PlaceOf(solved)
    lazy: Any = partial(Column, solved=solved)  # for the type checker: what it gives are columns
    arena = CompiledArena(
        game=game,
        states=States(solved),
        index=places,
        root=places[start],
        mover=lazy(mover),
        terminal=lazy(terminal),
        payoff=lazy(lambda place: payoff(place) if terminal(place) else 0),
        states_from="exploration" if batch.rules.is_state is None else "states",
        edges_from="moves" if batch.rules.predecessors is None else "predecessors",
        given=_NO_EDGES,
        solved=solved,
        start=start,
    )
    return CompiledSolution(
        arena=arena,
        solver="retrograde",
        status=lazy(lambda place: ended[int(columns.remoteness[place]) != columns.never]),
        payoff=lazy(payoff),
        remoteness=lazy(remoteness),
        statistics=solved.statistics,
        seconds=solved.seconds,
    )


_NO_EDGES = Adjacency(np.zeros(1, dtype=np.int64), np.zeros(0, dtype=np.int32))


def code_at(solved: Solved, place: int) -> int:
    """Return the code of the state at a place."""
    return int(solved.index.codes(np.array([place], dtype=np.int64))[0])


def places_of(solved: Solved) -> Iterator[NDArray[np.int64]]:
    """Give the places of all states, many at a time, ascending."""
    for part in _parts(solved):
        yield np.flatnonzero(solved.columns.value[part] != NO_STATE) + part.start


def _parts(solved: Solved) -> Iterator[slice]:
    return chunks_of(len(solved.columns.value), 1 << 20)


def _longest(remoteness: NDArray[Any], never: int) -> int:
    return int(remoteness[remoteness != never].max(initial=0))
