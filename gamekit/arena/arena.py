"""`Arena`: the states of a game and the edges between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, Literal, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena.csr import Adjacency
from gamekit.arena.edges import edges_between
from gamekit.errors import UnknownStateError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import representation, rules_from
from gamekit.game.protocol import Game, Move, State
from gamekit.game.values import Perspective

if TYPE_CHECKING:
    import networkx as nx


@attrs.frozen(eq=False)
class Arena(Generic[State, Move]):
    """The finite directed graph a game is played on.

    A state is known by its index, its place in `states`; every array has one entry for each state.

    Attributes:
        game: the rules.
        states: every state, by index; canonical ones where the game has symmetry.
        index: the index of every state.
        root: the index of the state that play starts from.
        mover: int8, the player to move.
        terminal: bool, whether the game is over.
        payoff: int64, the payoff of a terminal state; 0 elsewhere.
        states_from: "states" if the game listed its states itself, else "exploration".
        edges_from: "predecessors" if the game gave its edges backwards, else "moves".
        given: the edges as they were first derived: backwards if `edges_from` says so, else forwards.
        perspective: the player to whom payoffs are. If "mover", a state also stands for the one in which the players
            are exchanged, `mover` is 0 everywhere, and every edge passes the turn.
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
        found = self.successors.distances(self.root) >= 0
        if found.all():
            return self
        kept = np.flatnonzero(found)
        new_index = np.cumsum(found, dtype=np.int32) - 1
        rows = self.successors.take(kept)
        states = [self.states[i] for i in kept.tolist()]
        return attrs.evolve(
            self,
            states=states,
            index={state: i for i, state in enumerate(states)},
            root=int(new_index[self.root]),
            mover=self.mover[kept],
            terminal=self.terminal[kept],
            payoff=self.payoff[kept],
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
            raise UnknownStateError(f"state cannot be reached: {self.describe(state)}") from None

    def named(self, text: str) -> State | None:
        """Return the state that the game shows as this text, if there is one."""
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

        Nodes are indices with the attributes `state`, `mover` (name of the player to move), `terminal` and,
        at terminal states, `payoff`, to whom `perspective` says; the graph has `root`.
        """
        graph = self.successors.to_networkx()
        graph.graph["root"] = self.root
        for i, state in enumerate(self.states):
            player, ends = self.game.players[self.game.to_move(state)], bool(self.terminal[i])
            graph.nodes[i].update(state=self.describe(state), mover=player, terminal=ends)
            if ends:
                graph.nodes[i]["payoff"] = int(self.payoff[i])
        return graph
