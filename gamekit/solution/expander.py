"""`Expander`: the rules applied to the states of a store, a range of places at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Adjacency
from gamekit.engine.runtime.arrays import ranges
from gamekit.errors import RulesError, UnsupportedError
from gamekit.game.protocol import has_conversions
from gamekit.solution.conversions import Conversions

if TYPE_CHECKING:
    from gamekit.engine.codes.batch import Batch

PLACES_PER_TASK: Final = 1 << 17
"""The number of places that a task expands."""


@attrs.frozen(eq=False)
class RangeExpansion:
    """Movers, outcomes and successors of the states in a range of places, from the rules.

    Attributes:
        places: int64, the places of the states, ascending.
        movers: int8, the players to move; zeros if codes are from the mover's view.
        outcomes: the payoffs in the store's perspective; meaningful only where the game is over.
        counts: the numbers of successors; 0 if and only if the game is over.
        children: int64, the places of the successors, state by state; negative for successors that the store lacks.
        conversions: the conversions among the edges; None if the game counts remoteness to the end.
    """

    places: NDArray[np.int64]
    movers: NDArray[np.int8]
    outcomes: NDArray[Any]
    counts: NDArray[Any]
    children: NDArray[np.int64]
    conversions: Conversions | None = None


@attrs.frozen(eq=False)
class PlaceEdges:
    """The edges between all places of a store.

    Attributes:
        adjacency: the adjacency between places; empty places have no edges.
        are_states: a boolean array that marks the places that hold a state.
        backwards: whether the edges are reverse edges.
    """

    adjacency: Adjacency
    are_states: NDArray[np.bool_]
    backwards: bool = False


class Expander(ABC):
    """The rules, as applied to the states in a range of places.

    Attributes:
        batch: the compiled rules; None if the expander uses the plain ones.
        shards: the shards whose results are exchanged in rounds; None if all results are available at once.
    """

    batch: Batch | None = None
    shards: Any = None

    @abstractmethod
    def expand(self, part: slice) -> RangeExpansion:
        """Return the expansion of the states in a range of places."""

    def edges(self, places: int) -> PlaceEdges:
        """Return the edges between all places of the store; `places` is their number.

        Raises:
            RulesError: a move leads to a state that the store does not have.
        """
        from gamekit.engine.runtime.supersteps import run_round, threads_for

        degrees, are_states = np.zeros(places, dtype=np.int64), np.zeros(places, dtype=np.bool_)
        targets = []
        parts = ((part,) for part in ranges(places, PLACES_PER_TASK))
        with threads_for(places, None) as pool:
            for expansion in run_round(pool, self._edges_of, parts):
                degrees[expansion.places], are_states[expansion.places] = expansion.counts, True
                targets.append(expansion.children)
        return PlaceEdges(Adjacency.of_degrees(degrees, np.concatenate(targets)), are_states)

    def _edges_of(self, part: slice) -> RangeExpansion:
        """Return the expansion of a range of places, with the places of successors in four bytes each."""
        expansion = self.expand(part)
        if (expansion.children < 0).any():
            raise RulesError("a move leads out of the states of the solution; verify shows which")
        return attrs.evolve(expansion, children=expansion.children.astype(np.int32))

    def codes(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the codes at some places, without codes that no state has.

        Raises:
            UnsupportedError: the expander uses the plain rules.
        """
        raise UnsupportedError("plain rules have no codes")


@attrs.frozen(eq=False)
class CompiledExpander(Expander):
    """The expander for compiled rules: it applies them to the codes at places.

    Attributes:
        index: an index with `codes(places)`, for an array or a slice, and `locate(codes)`, which returns places in the
            memory of the codes: negative numbers for codes that no state has.
    """

    batch: Batch
    index: Any
    shards: Any = None

    def expand(self, part: slice) -> RangeExpansion:
        batch, conversions = self.batch, None
        places, codes, expanded = batch.expand_range(self.index, part)
        if has_conversions(batch.game):
            tiers = np.repeat(batch.tiers(codes), expanded.counts)
            conversions = Conversions.of(batch.game, tiers, batch.tiers(expanded.children))
        children = self.index.locate(expanded.children)
        return RangeExpansion(
            places, batch.movers(codes), expanded.outcomes, expanded.counts, children, conversions
        )

    def codes(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        codes: NDArray[np.int64] = self.index.codes(places)
        own_codes: NDArray[np.int64] = codes[self.batch.are_states(codes) != 0]
        return own_codes
