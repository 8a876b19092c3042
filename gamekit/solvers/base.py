"""The `Solver` protocol: the attributes and methods that gamekit requires of an algorithm."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.protocol import has_conversions

if TYPE_CHECKING:
    from gamekit.arena import Arena
    from gamekit.game.progress import ProgressCallback
    from gamekit.game.protocol import Move, State
    from gamekit.solution.solution import Solution
    from gamekit.solution.store import Store


class Solver(Protocol):
    """An algorithm: an `attrs.frozen` class whose fields are its options; the docstring cites its source."""

    takes_movers_view: ClassVar[bool] = False
    """Whether the solver solves arenas that show the mover's view."""

    takes_tiers: ClassVar[bool] = False
    """Whether the solver solves a game tier by tier; the arena of a tier has the results of other tiers as ends."""

    shows_loops: ClassVar[bool] = False
    """Whether a report on the solver's solution has an analysis of loops."""

    @property
    def takes_codes(self) -> bool:
        """Whether the solver also solves a game by its compiled rules, with `solve_codes`."""
        return False

    def can_solve(self, arena: Arena[Any, Any]) -> str | None:
        """Return None, or the reason why this solver cannot solve the arena."""
        return None

    def seconds(self, arena: Arena[Any, Any], plies: int) -> float:
        """Return a rough estimate of the time in seconds if the longest forced end is `plies` away."""
        return 0.0

    @abstractmethod
    def solve(
        self, arena: Arena[State, Move], progress: ProgressCallback | None = None
    ) -> Solution[State, Move]:
        """Return the values of the arena's states."""
        ...

    def solve_codes(self, game: Any, options: Any) -> Solution[Any, Any]:
        """Return the solution of a game, solved by its compiled rules; `options` are `SolveOptions`.

        The options name a folder of tiers only if the solver also takes tiers.

        Raises:
            UnsupportedError: the solver does not take codes.
        """
        raise UnsupportedError(f"{label(self)} does not work on compiled rules")


def label(solver: Solver) -> str:
    """Return a solver's name with the options that differ from its defaults, as `--solver` reads them.

    >>> from gamekit.solvers.minimax import Minimax
    >>> label(Minimax(cap=34))
    'minimax:cap=34'
    """
    name = type(solver).__name__.lower()
    cls: type[Any] = type(solver)
    options = ",".join(
        f"{field.name}={getattr(solver, field.name)}"
        for field in (attrs.fields(cls) if attrs.has(cls) else ())
        if getattr(solver, field.name) != field.default
    )
    return f"{name}:{options}" if options else name


def check_turn_limit(arena: Arena[Any, Any] | Store) -> None:
    """Refuse a game whose own turn limit (`max_plies`) remoteness alone cannot account for.

    Remoteness suffices if each side has only one way to gain over endless play: a forced gain then counts exactly if
    its remoteness lies within the limit. With several payoffs, a player may prefer a worse end within the limit to a
    better one that comes too late. Plies to the next conversion tell nothing about the end.

    Raises:
        UnsupportedError: remoteness does not suffice; the message gives the reason.
    """
    game = arena.game
    if game.max_plies is None:
        return
    if has_conversions(game):
        raise UnsupportedError(
            f"{type(game).__name__}: max_plies counts plies from the start, and converts has remoteness begin anew; "
            "count the plies in the state and leave max_plies out"
        )
    ends = list(arena.payoffs)
    if arena.perspective == "mover":
        ends = sorted({*ends, *(-payoff for payoff in ends)})
    gains = [payoff for payoff in ends if payoff > game.infinite_play]
    losses = [payoff for payoff in ends if payoff < game.infinite_play]
    against_winner = gains if game.infinite_play < 0 else losses
    simple = (
        len(gains) <= 1 and len(losses) <= 1 and game.infinite_play not in ends
        if game.infinite_play == 0
        else len(gains) + len(losses) == len(against_winner) <= 1
    )
    if simple:
        return
    raise UnsupportedError(
        f"{type(game).__name__}: max_plies together with payoffs {', '.join(map(str, ends))} and infinite play "
        f"worth {game.infinite_play} needs the plies in the state: count them there and leave max_plies out"
    )
