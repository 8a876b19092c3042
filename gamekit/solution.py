"""`Solution`: what every state of an arena is worth, in how many plies, and by which moves."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Arena
from gamekit.board import Board
from gamekit.errors import UnknownStateError
from gamekit.game import Game, Move, State
from gamekit.markup import heading, paragraph, table
from gamekit.statistics import Statistics, tally
from gamekit.values import Value, preference, value_of

if TYPE_CHECKING:
    import networkx as nx

Default = TypeVar("Default")


class Status(enum.IntEnum):
    """How play ends from a state, if both sides play their best."""

    UNSOLVED = 0
    ENDED = 1
    ENDLESS = 2


@attrs.frozen
class Verdict(Generic[State]):
    """What one state is worth.

    Attributes:
        state: the state.
        player: the name of the player to move.
        value: relative to the player to move.
        payoff: to the first player; None if unsolved.
        remoteness: plies until the end, where the winner hurries and the loser delays; None where play never ends.
        winner: the name of the winner; None for ties, draws and unsolved states, and for a puzzle that is lost.
    """

    state: State
    player: str
    value: Value
    payoff: int | None
    remoteness: int | None
    winner: str | None

    def __str__(self) -> str:
        plies = "" if self.remoteness is None else f" in {self.remoteness}"
        return f"{self.value.name}{plies} for {self.player}"


@attrs.frozen
class Line(Generic[State, Move]):
    """Best play from a state: to the end, be it the rules' turn limit, or once round the circle it goes in.

    Attributes:
        states: the states passed, one more than there are moves.
        moves: the moves made.
        cycle_start: the index of the state that the last one repeats; None if play ends or the solution does.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    cycle_start: int | None


@attrs.frozen(eq=False)
class Solution(Generic[State, Move]):
    """The values of an arena. Look states up with `solution[state]`, or `solution.root`.

    The columns hold what is true without the rules' own turn limit, if the game has one (`max_plies`); the look-ups
    take the limit into account, counting a forced end only if it comes within the plies that are left.

    Attributes:
        arena: the states and edges.
        solver: what solved it, with its options.
        status: int8, a `Status` for each state.
        payoff: int32, to the first player; 0 where unsolved.
        remoteness: int32, plies until the end; 0 where the status is not ENDED.
        unsound: why the values cannot be trusted, or None.
        statistics: what the solver has to tell of its work, for people.
        seconds: wall time by phase, as far as it was measured.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> solution = gamekit.solve(Nim(heaps=(1, 2)))
    >>> print(solution.root)
    WIN in 3 for first
    """

    arena: Arena[State, Move]
    solver: str
    status: NDArray[np.int8]
    payoff: NDArray[np.int32]
    remoteness: NDArray[np.int32]
    unsound: str | None = None
    statistics: Mapping[str, Any] = attrs.field(factory=dict)
    seconds: Mapping[str, float] = attrs.field(factory=dict)

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} by {self.solver}: {self.root}>"

    def __len__(self) -> int:
        return len(self.arena)

    def _repr_html_(self) -> str:
        longest = self.longest_by_value()
        rows = [
            (value.name, f"{number:,}", f"{longest[value]:,}" if value in longest else "")
            for value, number in self.counts().items()
        ]
        proof = self.unsound and f"UNSOUND: {self.unsound}. This is no proof of anything."
        return "".join(
            [
                heading(str(self.root)),
                Board(self.game, self.start)._repr_html_(),
                table(("for the player to move", "states", "longest, in plies"), rows),
                paragraph(f"{len(self):,} states and {self.arena.edges:,} edges, solved by {self.solver}."),
                paragraph(proof or "gamekit.verify(solution) checks every state against the rules."),
            ]
        )

    @property
    def game(self) -> Game[State, Move]:
        """The rules."""
        return self.arena.game

    @property
    def gear(self) -> str:
        """Which rules it was solved by: "python", the plain ones, or "compiled"."""
        return "python"

    @property
    def method(self) -> str | None:
        """How states got to know of their successors' values, in the compiled gear, which knows several ways."""
        return None

    @property
    def root(self) -> Verdict[State]:
        """The verdict on the state that play starts from."""
        return self.verdict(self.arena.root)

    @property
    def longest(self) -> int:
        """The largest remoteness of any state."""
        return int(self.remoteness.max(initial=0))

    @property
    def answer(self) -> Any:
        """The game's own way of answering; None while the root is unsolved."""
        return None if self.root.value is Value.UNSOLVED else self.game.answer(self)

    @property
    def unsolved(self) -> int:
        """The number of states without a value."""
        return int(np.count_nonzero(self.status == Status.UNSOLVED))

    def __getitem__(self, state: State) -> Verdict[State]:
        return self.verdict_on(state)

    @overload
    def get(self, state: State) -> Verdict[State] | None: ...
    @overload
    def get(self, state: State, default: Default) -> Verdict[State] | Default: ...
    def get(self, state: State, default: Any = None) -> Any:
        """Return the verdict on a state, or `default` if it is not in the arena."""
        try:
            return self[state]
        except UnknownStateError:
            return default

    def __iter__(self) -> Iterator[Verdict[State]]:
        return map(self.verdict, range(len(self)))

    def verdict(self, index: int, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on the state with this index.

        Args:
            index: the place of the state in `arena.states`.
            plies_left: what is left of the rules' turn limit; all of it by default.
        """
        state, player = self.arena.states[index], int(self.arena.mover[index])
        if self.status[index] == Status.UNSOLVED:
            return Verdict(state, self.game.players[player], Value.UNSOLVED, None, None, None)
        payoff, remoteness = self._worth(index, self._limit if plies_left is None else plies_left)
        return self._in_full(state, player, payoff, remoteness)

    def verdict_on(self, state: State, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on a state, as `verdict` does.

        Raises:
            UnknownStateError: the state is not in the arena.
        """
        return attrs.evolve(self.verdict(self.arena.index_of(state), plies_left), state=state)

    def _in_full(self, state: State, player: int, payoff: int, remoteness: int | None) -> Verdict[State]:
        value = value_of(payoff, player, ended=remoteness is not None)
        return Verdict(state, self.game.players[player], value, payoff, remoteness, self._winner(payoff))

    @cached_property
    def _limit(self) -> int | None:
        return self.game.max_plies

    def _worth(self, index: int, plies_left: int | None) -> tuple[int, int | None]:
        remoteness = int(self.remoteness[index])
        out_of_time = plies_left is not None and remoteness > plies_left
        if self.status[index] != Status.ENDED or out_of_time:
            return self.game.infinite_play, None
        return int(self.payoff[index]), remoteness

    def _winner(self, payoff: int) -> str | None:
        if payoff == 0 or (payoff < 0 and len(self.game.players) == 1):
            return None
        return self.game.players[0 if payoff > 0 else 1]

    def replies(
        self, state: State, plies_left: int | None = None
    ) -> list[tuple[Move, State, Verdict[State]]]:
        """Return each move with the state it leads to and the verdict there, best first.

        Moves of equal worth keep the order in which the game gives them; those to unsolved states come last. There are
        none where the game is over, or no plies are left.
        """
        index = self.arena.index_of(state)
        left = self._limit if plies_left is None else plies_left
        if self.arena.terminal[index] or left == 0:
            return []
        left = None if left is None else left - 1
        player = self.game.to_move(state)
        found = []
        for move in self.game.moves(state):
            child = self.game.apply(state, move)
            found.append((move, child, self.verdict_on(child, left)))
        return sorted(found, key=lambda reply: self._liking(player, reply[2]), reverse=True)

    def _liking(self, player: int, verdict: Verdict[State]) -> tuple[float, float]:
        if verdict.payoff is None:
            return (-np.inf, 0)
        return preference(player, verdict.payoff, verdict.remoteness, self.game.infinite_play)

    def best_moves(self, state: State, plies_left: int | None = None) -> list[Move]:
        """Return the moves that keep what the state is worth and lose no time, or gain as much as can be gained.

        Empty where the game is over or no plies are left, and where the state is unsolved.

        Raises:
            UnknownStateError: the state is not in the arena.
        """
        if self[state].value is Value.UNSOLVED:
            return []
        replies = self.replies(state, plies_left)
        player = self.game.to_move(state)
        likings = [self._liking(player, verdict) for _, _, verdict in replies]
        return [reply[0] for reply, liking in zip(replies, likings, strict=True) if liking == likings[0]]

    def line(self, state: State | None = None) -> Line[State, Move]:
        """Return best play from `state` (the root by default), always taking the first of the best moves."""
        current = self.start if state is None else state
        states, moves, seen = [current], [], {current: 0}
        left = self._limit
        while best := self.best_moves(current, left):
            current = self.game.apply(current, best[0])
            moves.append(best[0])
            states.append(current)
            if current in seen:
                return Line(tuple(states), tuple(moves), seen[current])
            seen[current] = len(moves)
            left = None if left is None else left - 1
        return Line(tuple(states), tuple(moves), None)

    @property
    def start(self) -> State:
        """The state that play starts from, as the game gives it, if that is what the root stands for."""
        initial, root = self.game.initial_state(), self.arena.states[self.arena.root]
        return initial if self.game.canonical_state(initial) == root else root

    def loaded(self) -> Solution[State, Move]:
        """Return the same solution with all at hand that checking it takes; what is read from a table is loaded."""
        return self

    def starting_from(self, state: State) -> Solution[State, Move]:
        """Return the same solution with another root.

        Raises:
            UnknownStateError: the state is not in the arena.
        """
        return attrs.evolve(self, arena=attrs.evolve(self.arena, root=self.arena.index_of(state)))

    def counts(self) -> dict[Value, int]:
        """Return how many states have each value, with all the plies of the rules' turn limit left."""
        return self.tally().counts

    def longest_by_value(self) -> dict[Value, int]:
        """Return the largest remoteness among the states of each value, as far as there are such that play ends from.

        With all the plies of the rules' turn limit left.
        """
        return self.tally().longest_by_value

    def tally(self) -> Statistics:
        """Return how many states have each value, and how far from the end they are.

        With all the plies of the rules' turn limit left.
        """
        return self._statistics

    @cached_property
    def _statistics(self) -> Statistics:
        return self._counted()

    def _counted(self) -> Statistics:
        return tally(
            self.payoff,
            self.arena.mover,
            self.remoteness,
            ended=self.status == Status.ENDED,
            unsolved=self.status == Status.UNSOLVED,
            infinite_play=self.game.infinite_play,
            limit=self._limit,
        )

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the arena as a graph whose nodes also have `value`, `remoteness` and `payoff` where they have one."""
        graph = self.arena.to_networkx()
        for i, verdict in enumerate(self):
            graph.nodes[i]["value"] = verdict.value.value
            if verdict.payoff is not None:
                graph.nodes[i]["payoff"] = verdict.payoff
            if verdict.remoteness is not None:
                graph.nodes[i]["remoteness"] = verdict.remoteness
        return graph
