"""`Probe`: a game under examination, whose methods may misbehave in any way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from functools import cache
from itertools import islice
from typing import Any

import attrs

from gamekit.game.checked_rules import MAX_MOVES
from gamekit.game.foreign_errors import describe_error, on_one_line, safe_repr
from gamekit.game.protocol import Game, supplies

_LONGEST_TEXT = 200


@attrs.define(eq=False)
class PromiseError(Exception):
    """A method of the game breaks a promise.

    Attributes:
        method: the name of the method.
        call: the method with its arguments, as text.
        what: the actual behaviour of the method, and the required one.
    """

    method: str
    call: str
    what: str

    def __str__(self) -> str:
        return f"{self.call} {self.what}"


class Probe:
    """The methods of `game`; whatever goes wrong in a call is a `PromiseError` that names the method.

    A check relies only on the promises that were checked in the same state before. Successors and predecessors are
    cached, because each is needed from both ends of an edge.

    Attributes:
        game: the rules.
        name: the name of the game's class.
        origin: the initial state, once it is known to be a state.
        listed: the representatives of `states()`, once they are known.
        canonical: a function that returns the representative of a state.
        view: a function that returns the mover's view of a state.
        children: a function that returns the representatives that moves lead to, each with the first move that leads to
            it.
        parents: a function that returns the representatives of the states that `predecessors` names.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.name = type(game).__name__
        self.origin: Any = None
        self.listed: dict[Hashable, None] | None = None
        has_symmetry = supplies(game, "canonical_state")
        self.canonical: Callable[[Any], Any] = cache(self._canonical) if has_symmetry else lambda state: state
        self.view: Callable[[Any], Any] = cache(self._view)
        self.children: Callable[[Any], dict[Any, Any]] = cache(self._children)
        self.parents: Callable[[Any], list[Any]] = cache(self._parents)

    # --- calling ------------------------------------------------------------------------------------------

    def call(self, method: str, *arguments: Any, shown: str | None = None) -> Any:
        """Call a method and return its result; `shown` are the arguments as text."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            raise self.fault(method, arguments, f"raised {describe_error(error)}", shown=shown) from error

    def list_of(self, method: str, *arguments: Any, at_most: int = MAX_MOVES) -> list[Any]:
        """Return the first `at_most` entries that a method lists."""
        listed = self.call(method, *arguments)
        if not isinstance(listed, Iterable):
            what = f"returned {safe_repr(listed, _LONGEST_TEXT)}; it must return a list, or yield"
            raise self.fault(method, arguments, what)
        try:
            return list(islice(listed, at_most))
        except Exception as error:
            raise self.fault(method, arguments, f"raised {describe_error(error)}") from error

    def fault(
        self, method: str, arguments: tuple[Any, ...], what: str, *, shown: str | None = None
    ) -> PromiseError:
        """Return the error about a method that breaks a promise; its first argument is shown as a state."""
        if shown is None:
            others = (safe_repr(argument, _LONGEST_TEXT) for argument in arguments[1:])
            shown = ", ".join([*map(self.describe, arguments[:1]), *others])
        if source := self.game.stated_in(method):
            what = f"{what}; {source}"
        return PromiseError(method, f"{self.name}.{method}({shown})", what)

    # --- as text ------------------------------------------------------------------------------------------

    def describe(self, state: Any) -> str:
        """Return a state as text on one line, even if the game cannot format it."""
        return self._text(state, "format_state", state)

    def describe_move(self, state: Any, move: Any) -> str:
        """Return a move as text on one line, even if the game cannot format it."""
        return self._text(move, "format_move", state, move)

    def _text(self, value: Any, method: str, *arguments: Any) -> str:
        try:
            return on_one_line(str(getattr(self.game, method)(*arguments)), _LONGEST_TEXT)
        except Exception:
            return safe_repr(value, _LONGEST_TEXT)

    # --- what follows from the rules ----------------------------------------------------------------------

    def ends(self, state: Any) -> bool:
        """Return whether the game is over in a state."""
        return self.call("outcome", state) is not None

    def moves(self, state: Any) -> list[Any]:
        """Return the moves of a state; none if the game is over."""
        return [] if self.ends(state) else self.list_of("moves", state)

    def hashed(
        self, state: Any, method: str, *arguments: Any, verb: str = "returned", shown: str | None = None
    ) -> Any:
        """Return a state that a method returned, after checking that it can be a key."""
        try:
            hash(state)
        except Exception:
            # `shown` stands for an argument that is not a state; then the state itself may be too odd to show
            value = "" if shown else f"{safe_repr(state, _LONGEST_TEXT)}, "
            what = f"{verb} {value}a {type(state).__name__}, which cannot be hashed; states must be hashable"
            raise self.fault(method, arguments, what, shown=shown) from None
        return state

    def _canonical(self, state: Any) -> Any:
        return self.hashed(self.call("canonical_state", state), "canonical_state", state)

    def _view(self, state: Any) -> Any:
        return self.hashed(self.call("movers_view", state), "movers_view", state)

    def _children(self, state: Any) -> dict[Any, Any]:
        moves: dict[Any, Any] = {}
        for move in self.moves(state):
            child = self.hashed(self.call("apply", state, move), "apply", state, move)
            moves.setdefault(self.canonical(child), move)
        return moves

    def _parents(self, state: Any) -> list[Any]:
        named = self.list_of("predecessors", state)
        named = [self.hashed(parent, "predecessors", state, verb="names") for parent in named]
        if twice := repeated(named):
            raise self.fault(
                "predecessors",
                (state,),
                f"names {self.describe(twice[0])} twice; it must name each state once",
            )
        return list(dict.fromkeys(map(self.canonical, named)))


def repeated(values: Iterable[Hashable]) -> list[Hashable]:
    """Return the values that occur more than once.

    >>> repeated([3, 1, 4, 1])
    [1]
    """
    return [value for value, times in Counter(values).items() if times > 1]
