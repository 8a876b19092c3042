"""`Arena`: the states of a game and the edges between them, from moves or from predecessors that a game names."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from struct import error, pack
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena.csr import Adjacency
from gamekit.errors import LimitError, RulesError, UnknownStateError
from gamekit.game.checked_rules import MAX_MOVES, STATES_A_REPORT, Rules
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.movers_view import representation, rules_from
from gamekit.game.protocol import Game, Move, State, supplies
from gamekit.game.values import Perspective

if TYPE_CHECKING:
    import networkx as nx

MAX_EDGES: Final = 250_000_000
"""The largest number of edges of an arena; they and the reverse edges take about 5 GB."""

TOGETHER: Final = 256
"""The number of states whose predecessors are held at once; more do not fit in the processor's cache."""


def edges_between(
    method: Literal["moves", "predecessors"],
    rules: Rules[State, Any],
    states: Sequence[State],
    terminal: Sequence[Any] | NDArray[np.bool_],
    index: Mapping[State, int],
    max_edges: int = MAX_EDGES,
    progress: Callable[[int], None] | None = None,
) -> Adjacency:
    """Return the edges between states: forwards from their moves, or backwards from their predecessors.

    Args:
        method: the source of the edges: the moves or the predecessors.
        rules: the rules that give moves and predecessors.
        states: the states.
        terminal: whether each state is terminal; then it has no moves.
        index: the index of each state.
        max_edges: the largest number of edges allowed.
        progress: called with the number of finished states, every `STATES_A_REPORT` states.

    Raises:
        RulesError: the rules lead to a state that is not among `states`, or the game numbers predecessors wrongly.
        LimitError: there are more than `max_edges` edges.
    """
    verb, find = ("leads to", rules.successors) if method == "moves" else ("lists", rules.predecessors)
    degrees, indices = array("q"), array("i")
    for first in range(0, len(states), TOGETHER):
        if progress and not first % STATES_A_REPORT:
            progress(first)
        some = states[first : first + TOGETHER]
        if method == "predecessors" and _add_together(rules, some, index, max_edges, degrees, indices):
            continue
        for state, ends in zip(some, terminal[first : first + TOGETHER], strict=True):
            if ends and method == "moves":
                degrees.append(0)
                continue
            neighbours = find(state)
            try:
                indices.extend(map(index.__getitem__, neighbours))
            except (KeyError, TypeError):
                stray = next(other for other in neighbours if rules.hashable(other) not in index)
                if method == "moves":
                    rules.outcome(stray)  # raises if it is not even a state
                rules.breach(method, state, f"{verb} {rules.in_brief(stray)}, which states() leaves out")
            degrees.append(len(neighbours))
            if len(indices) > max_edges:
                raise too_many_edges(rules, max_edges)
    return Adjacency.of_degrees(degrees, indices)


def too_many_edges(rules: Rules[Any, Any], max_edges: int) -> LimitError:
    """Return the error about a game with more than `max_edges` edges."""
    return LimitError(f"{rules.name} has more than {max_edges:,} edges, the most that an arena holds")


def array_of(code: Literal["i", "q"], numbers: Sequence[int]) -> array[int]:
    """Return `array(code, numbers)`, built by `struct.pack` in half the time."""
    return array(code, pack(f"{len(numbers)}{code}", *numbers))


def _add_together(
    rules: Rules[State, Any],
    states: Sequence[State],
    index: Mapping[State, int],
    max_edges: int,
    degrees: array[int],
    indices: array[int],
) -> bool:
    """Append the predecessors of states to `degrees` and `indices` at once; return False if each must be checked."""
    if rules.has_symmetry:
        return False
    own = supplies(rules.game, "numbered_predecessors")
    try:
        if own:
            result: Any = rules.game.numbered_predecessors(states, index)
        else:
            parents: list[Any] = list(map(rules.game.predecessors, states))
            # a StopIteration of the game's would end `map` early
            if len(parents) < len(states) or {*map(type, parents)} != {list}:
                return False
            numbers = array("q", map(len, parents))
            places = array("i", map(index.__getitem__, chain.from_iterable(parents)))
    except Exception:  # it is raised again, at the state where it arises
        return False
    if own:
        if (numbered := _as_numbers(result, len(states), len(index))) is None:
            raise RulesError(
                f"{rules.name}.numbered_predecessors must return two lists: how many predecessors each of the "
                f"{len(states)} given states has, and the number of each predecessor, from 0 to {len(index) - 1}; it "
                f"returned {safe_repr(result)}"
            )
        numbers, places = numbered
    if len(indices) + len(places) > max_edges or max(numbers) > MAX_MOVES:
        return False
    degrees.extend(numbers)
    indices.extend(places)
    return True


def _as_numbers(result: Any, states: int, listed: int) -> tuple[array[int], array[int]] | None:
    """Return the counts and indices of `numbered_predecessors` as arrays; None unless they fit these two sizes."""
    try:
        numbers, places = result
        numbers, places = array_of("q", numbers), array_of("i", places)
    except (TypeError, ValueError, error):
        return None
    if len(numbers) != states or min(numbers) < 0 or sum(numbers) != len(places):
        return None
    # read without signs, negative numbers are large
    most = int(np.frombuffer(places, np.uint32).max()) if places else -1
    return (numbers, places) if most < listed else None


@attrs.frozen(eq=False)
class Arena(Generic[State, Move]):
    """The finite directed graph a game is played on.

    A state has an index, its place in `states`; every array has one entry for each state.

    Attributes:
        game: the rules.
        states: every state, by index; canonical states if the game has symmetry.
        index: the index of every state.
        root: the index of the state that play starts from.
        mover: int8, the index of the player to move.
        terminal: bool, whether the game is over.
        payoff: int64, the payoff of a terminal state; 0 for other states.
        states_from: "states" if the game listed its states itself, else "exploration".
        edges_from: "predecessors" if the game gave its edges backwards, else "moves".
        given: the edges as they were first derived: backwards if `edges_from` is "predecessors", else forwards.
        perspective: the player to whom payoffs are given. If "mover", a state also stands for the one in which the
            players are exchanged, `mover` is 0 everywhere, and every edge passes the turn.
    """

    game: Game[State, Move]
    states: Sequence[State]
    index: Mapping[State, int]
    root: int
    mover: NDArray[np.int8]
    terminal: NDArray[np.bool_]
    payoff: NDArray[np.int64]
    states_from: Literal["states", "exploration"]
    edges_from: Literal["predecessors", "moves"]
    given: Adjacency
    perspective: Perspective = "first"

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        return f"<Arena of {self.game!r}: {len(self)} states, {self.edges} edges>"

    @property
    def edges(self) -> int:
        """The number of edges; two moves that lead to the same state are one edge."""
        return self.given.edges

    @cached_property
    def payoffs(self) -> list[int]:
        """The different payoffs with which the game can end, in ascending order."""
        return sorted(set(self.payoff[self.terminal].tolist()))

    @cached_property
    def successors(self) -> Adjacency:
        """The edges forwards, always derived from `moves`, even if the game supplied its predecessors."""
        if self.edges_from == "moves":
            return self.given
        rules = rules_from(self.game, self.perspective)
        return edges_between("moves", rules, self.states, self.terminal, self.index)

    @cached_property
    def predecessors(self) -> Adjacency:
        """The edges backwards."""
        return self.given if self.edges_from == "predecessors" else self.given.reversed()

    def within_reach(self) -> Arena[State, Move]:
        """Return the arena of only the states that the root can reach."""
        is_reached = self.successors.distances(self.root) >= 0
        if is_reached.all():
            return self
        reachable = np.flatnonzero(is_reached)
        new_index = np.cumsum(is_reached, dtype=np.int32) - 1
        rows = self.successors.take(reachable)
        states = [self.states[i] for i in reachable.tolist()]
        return attrs.evolve(
            self,
            states=states,
            index={state: i for i, state in enumerate(states)},
            root=int(new_index[self.root]),
            mover=self.mover[reachable],
            terminal=self.terminal[reachable],
            payoff=self.payoff[reachable],
            edges_from="moves",
            given=Adjacency(rows.indptr, new_index[rows.indices]),
        )

    def index_of(self, state: State) -> int:
        """Return the index of a state, or of its canonical representative.

        Raises:
            UnknownStateError: the state is not in the arena.
        """
        try:
            return self.index[representation(self.game, self.perspective)(state)]
        except Exception:  # the game may trip in any way over what is not a state
            raise UnknownStateError(f"play cannot reach this state: {self.describe(state)}") from None

    def named(self, text: str) -> State | None:
        """Return the state that the game formats as this string; None if there is none."""
        describe = Rules(self.game).describe
        return next((state for state in self.states if describe(state) == text), None)

    def __contains__(self, state: object) -> bool:
        try:
            self.index_of(cast(State, state))
        except UnknownStateError:
            return False
        return True

    def describe(self, state: State) -> str:
        """Return the state as text, even if the game cannot format it."""
        return Rules(self.game).describe(state)

    def to_networkx(self) -> nx.DiGraph[int]:
        """Return the arena as a `networkx.DiGraph`.

        Nodes are indices with the attributes `state`, `mover` (name of the player to move), `terminal` and, at terminal
        states, `payoff`, to the player of `perspective`. The graph has the attribute `root`, an index.
        """
        graph = self.successors.to_networkx()
        graph.graph["root"] = self.root
        for i, state in enumerate(self.states):
            player, ends = self.game.players[self.game.to_move(state)], bool(self.terminal[i])
            graph.nodes[i].update(state=self.describe(state), mover=player, terminal=ends)
            if ends:
                graph.nodes[i]["payoff"] = int(self.payoff[i])
        return graph
