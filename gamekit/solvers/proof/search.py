"""`Search`: what finds bounds on the values of positions."""

from __future__ import annotations

from typing import Any, Protocol

from numpy.typing import NDArray

from gamekit.solvers.proof.limits import SearchLimits

SearchState = dict[str, NDArray[Any]]
"""All that the next results of a search depend on, by name."""


class Search(Protocol):
    """A search for bounds: `CompiledSearch`, whose positions are codes, or `PlainSearch`, whose positions are states.

    Attributes:
        name: the backend whose rules it uses.
        limits: when to stop.
        nodes: how many positions were expanded.
        nodes_per_look: how many positions are expanded while one is looked at in Python, roughly.
        nodes_of_trial: how many positions the trial of an order has expanded, which do not count among `nodes`.
        largest: the largest payoff, by its size, that was met.
    """

    name: str
    limits: SearchLimits
    nodes: int
    nodes_per_look: int
    largest: int

    @property
    def nodes_of_trial(self) -> int: ...

    def children(self, position: Any, who: int) -> list[tuple[Any, int, int | None]]:
        """Return the successors of a position: each with its mover, and with its payoff to player 0 if it is an end."""

    def bound(self, position: Any, who: int, want: int, *, resume: bool = False) -> int:
        """Return a bound of what a position is worth to its mover: a lower one if it is `want` or more, else an upper.

        Args:
            position: the position.
            who: its mover.
            want: the payoff that the bound is compared with.
            resume: go on with the search that the state is of.

        Raises:
            RepetitionError: play goes in circles.
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """

    def within(
        self, position: Any, who: int, player: int, at_least: int, plies: int, *, resume: bool = False
    ) -> bool:
        """Return whether a player can force an end that pays so much within some plies.

        Raises:
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """

    def forget(self) -> None:
        """Discard everything found so far."""

    def state(self) -> SearchState:
        """Return all that what is found next depends on, as arrays."""

    def restore(self, state: SearchState) -> None:
        """Go on from a state.

        Raises:
            KeyError: it is not one.
            ValueError: it is not one.
        """
