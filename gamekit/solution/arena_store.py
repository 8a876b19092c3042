"""`ArenaStore`: an arena and the results of its states, in arrays; expanders for arenas and for plain rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency, Arena, explore
from gamekit.errors import RulesError, TableError, UnknownStateError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.checked_values import PAYOFF_LIMIT
from gamekit.game.protocol import has_conversions
from gamekit.game.values import SECOND
from gamekit.solution.conversions import Conversions
from gamekit.solution.expander import Expander, PlaceEdges, RangeExpansion
from gamekit.solution.store import ABSENT, Info, Store

UNSOLVED: Final = -PAYOFF_LIMIT - 1
NO_STATE: Final = UNSOLVED - 1
"""Marks in the column of values; no payoff has these values."""

INFINITE: Final = (1 << 32) - 1


@attrs.frozen(eq=False, kw_only=True)
class ArenaStore(Store):
    """The results of the states of an arena; places are its indices.

    Attributes:
        value: int64, the value at each place.
        plies: int64, the plies until the end at each place.
    """

    may_be_partial = True
    arena: Arena[Any, Any]
    value: NDArray[np.int64]
    plies: NDArray[np.int64]

    @classmethod
    def beside(
        cls, arena: Arena[Any, Any], info: Info, value: NDArray[np.int64], plies: NDArray[np.int64]
    ) -> ArenaStore:
        """Return a store of results, in which `UNSOLVED` marks unsolved states, and `INFINITE` endless play."""
        return cls(
            game=arena.game,
            info=info,
            places=len(arena),
            states=len(arena),
            edges=arena.edges,
            payoffs=tuple(arena.payoffs),
            perspective=arena.perspective,
            no_state=NO_STATE,
            unsolved=UNSOLVED,
            infinite=INFINITE,
            arena=arena,
            value=value,
            plies=plies,
        )

    @classmethod
    def derived(cls, store: Store, start: Any, max_states: int) -> ArenaStore:
        """Return the results of a store without edges, with an arena whose edges are derived from the rules.

        Raises:
            UnsupportedError: there are more than `max_states` states.
            TableError: a block is damaged, or states contradict each other.
            RulesError: a state has no place, so the players are not alike, or the compiled rules are wrong.
        """
        if store.states > max_states:
            raise UnsupportedError(
                f"{store.states:,} states are too many to hold with their edges; the limit is {max_states:,}"
            )
        return cls.explored(store, start) if store.perspective == "mover" else cls.of(store)

    @classmethod
    def explored(cls, store: Store, start: Any) -> ArenaStore:
        """Return the results of a store whose places stand for two states each, with an arena of both players' states.

        The arena holds the states that can be reached from the initial state, or from `start` if that is given.

        Raises:
            RulesError: a state has no place, so the players are not alike, or the compiled rules are wrong.
        """
        arena = explore(store.game)
        if start not in arena:
            arena = explore(store.game, start=start)
        places = [store.place_of(state) for state in arena.states]
        if None in places:
            stray = arena.describe(arena.states[places.index(None)])
            raise RulesError(f"the solution lacks {stray}; check the rules, whose players may not be alike")
        results = [store.result_at(place) for place in places if place is not None]
        value, plies = np.array(results, dtype=np.int64).T.copy()
        value[arena.mover == SECOND] *= -1
        plies[plies == store.infinite] = INFINITE
        return cls.beside(arena, store.info, value, plies)

    @classmethod
    def of(cls, store: Store) -> ArenaStore:
        """Return the results of another store, with an arena whose edges are derived from the rules.

        Raises:
            TableError: a move leads to a state that is not in the store.
        """
        expansion = store.expander().expand(slice(0, store.places))
        states = [store.state_at(place) for place in expansion.places.tolist()]
        index_at = np.full(store.places + 1, ABSENT, dtype=np.int64)  # one more, at index ABSENT
        index_at[expansion.places] = np.arange(len(states))
        children = index_at[expansion.children]
        if (strays := np.flatnonzero(children < 0)).size:
            source = int(np.searchsorted(np.cumsum(expansion.counts), strays[0], side="right"))
            raise TableError(
                f"a move from {Rules(store.game).in_brief(states[source])} leads to a state that the solution does "
                "not have"
            )
        terminal = expansion.counts == 0
        value, plies = (column.astype(np.int64) for column in store.results().at(expansion.places))
        plies[plies == store.infinite] = INFINITE
        value[value == store.unsolved] = UNSOLVED
        arena: Arena[Any, Any] = Arena(
            game=store.game,
            states=states,
            index={state: i for i, state in enumerate(states)},
            root=0,
            mover=expansion.movers,
            terminal=terminal,
            payoff=np.where(terminal, expansion.outcomes, 0).astype(np.int64),
            states_from=store.info.states_from,
            edges_from="moves",
            given=Adjacency.of_degrees(expansion.counts, children),
        )
        return cls.beside(arena, store.info, value, plies)

    def place_of(self, state: Any) -> int | None:
        try:
            return self.arena.index_of(state)
        except UnknownStateError:
            return None

    def state_at(self, place: int) -> Any:
        return self.arena.states[place]

    def values(self, part: slice) -> NDArray[np.int64]:
        return self.value[part]

    def remoteness(self, part: slice) -> NDArray[np.int64]:
        return self.plies[part]

    def movers(self, part: slice) -> NDArray[np.int8]:
        return self.arena.mover[part]

    def named(self, text: str) -> Any:
        return self.arena.named(text)

    @property
    def arrangement(self) -> Any:
        return id(self.arena.states)

    def miscounts(self, states: int, edges: int) -> list[str]:
        """Return a sentence if the number of states differs; edges are not compared, as predecessors may omit some."""
        return super().miscounts(states, self.edges)

    def with_edges(self, derive: Callable[[Store], Store]) -> Store:
        """Return this store, or if it has the mover's view, the one that `derive` returns."""
        return derive(self) if self.perspective == "mover" else self

    def expander(self) -> Expander:
        return ArenaExpander(self.arena)


@attrs.frozen(eq=False)
class ArenaExpander(Expander):
    """The expander for arenas: it reads the edges of an arena that are derived from moves."""

    arena: Arena[Any, Any]

    @cached_property
    def _tiers(self) -> NDArray[np.int64]:
        return _tiers(Rules(self.arena.game), self.arena.states)

    def expand(self, part: slice) -> RangeExpansion:
        arena, edges, conversions = self.arena, self.arena.successors, None
        begin, end = edges.indptr[part.start], edges.indptr[part.stop]
        counts, children = np.diff(edges.indptr[part.start : part.stop + 1]), edges.indices[begin:end]
        if has_conversions(arena.game):
            tiers = np.repeat(self._tiers[part], counts), self._tiers[children]
            conversions = Conversions.of(arena.game, *tiers)
        return RangeExpansion(
            places=np.arange(part.start, part.stop),
            movers=arena.mover[part],
            outcomes=arena.payoff[part],
            counts=counts,
            children=children.astype(np.int64),
            conversions=conversions,
        )

    def edges(self, places: int) -> PlaceEdges:
        """Return the edges of the arena, as they were first derived."""
        backwards = self.arena.edges_from == "predecessors"
        return PlaceEdges(self.arena.given, np.ones(places, dtype=np.bool_), backwards)


@attrs.frozen(eq=False)
class PlainExpander(Expander):
    """The expander for plain rules: it applies them to states.

    Attributes:
        states: the states, by place.
        index: the place of each state.
    """

    rules: Rules[Any, Any]
    states: Sequence[Any]
    index: Mapping[Any, int]

    def expand(self, part: slice) -> RangeExpansion:
        states, rules = self.states[part], self.rules
        outcomes = [rules.outcome(state) for state in states]
        children, after, converts = list[list[int]](), list[int](), has_conversions(rules.game)
        for state, outcome in zip(states, outcomes, strict=True):
            successors = rules.successors(state) if outcome is None else []
            children.append([self.index.get(child, ABSENT) for child in successors])
            if converts:
                after += map(rules.tier, successors)
        counts, conversions = np.array([*map(len, children)], dtype=np.int64), None
        if converts:
            tiers = np.repeat(_tiers(rules, states), counts)
            conversions = Conversions.of(rules.game, tiers, np.array(after, dtype=np.int64))
        return RangeExpansion(
            places=np.arange(part.start, part.start + len(states)),
            movers=np.array([rules.mover(state) for state in states], dtype=np.int8),
            outcomes=np.array([outcome or 0 for outcome in outcomes], dtype=np.int64),
            counts=counts,
            children=np.fromiter(chain.from_iterable(children), dtype=np.int64),
            conversions=conversions,
        )


def _tiers(rules: Rules[Any, Any], states: Sequence[Any]) -> NDArray[np.int64]:
    return np.fromiter(map(rules.tier, states), dtype=np.int64, count=len(states))
