"""`Probe`: a game under examination, whose methods may do anything at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import islice
from typing import Any

from gamekit.arena.raised import in_words
from gamekit.game import Game, supplies

_LONGEST_TEXT = 200
_MOST_ANSWERS = 1_000_000  # so that an endless list of moves ends


class PromiseError(Exception):
    """What a method of the game did wrong.

    Attributes:
        method: its name.
        call: the method with its arguments, as text.
        what: what it did, and what it must do.
    """

    def __init__(self, method: str, call: str, what: str) -> None:
        super().__init__(f"{call} {what}")
        self.method = method
        self.call = call
        self.what = what


class Probe:
    """The methods of `game`, each called so that whatever goes wrong is a `PromiseError` that names it.

    Nothing here relies on any promise but those that were checked for the state in question before. Successors and
    predecessors are remembered, since each is needed from both ends of an edge.
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.name = type(game).__name__
        self.has_symmetry = supplies(game, "canonical_state")
        self.origin: Any = None  # the initial state, once it is known to be one
        self.listed: dict[Hashable, None] | None = (
            None  # the representatives of states(), once they are known
        )
        self._children: dict[Hashable, dict[Hashable, Any]] = {}
        self._parents: dict[Hashable, list[Hashable]] = {}

    # --- calling ------------------------------------------------------------------------------------------

    def ask(self, method: str, *arguments: Any, shown: str | None = None) -> Any:
        """Return what a method returns; `shown` are the arguments as text."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            raise self._raised(method, arguments, error, shown) from error

    def list_of(self, method: str, *arguments: Any, at_most: int = _MOST_ANSWERS) -> list[Any]:
        """Return what a method lists, or the beginning of that."""
        try:
            return list(islice(getattr(self.game, method)(*arguments), at_most))
        except Exception as error:
            raise self._raised(method, arguments, error, None) from error

    def _raised(
        self, method: str, arguments: tuple[Any, ...], error: Exception, shown: str | None
    ) -> PromiseError:
        return self.fault(method, arguments, f"raised {in_words(error)}", shown=shown)

    def fault(
        self, method: str, arguments: tuple[Any, ...], what: str, *, shown: str | None = None
    ) -> PromiseError:
        """Return a fault of a method; its first argument is taken for a state."""
        if shown is None:
            shown = ", ".join([*map(self.describe, arguments[:1]), *map(_safe_repr, arguments[1:])])
        return PromiseError(method, f"{self.name}.{method}({shown})", what)

    # --- in words -----------------------------------------------------------------------------------------

    def describe(self, state: Any) -> str:
        """Return a state as text on one line, whatever the game can or cannot do."""
        try:
            return _cut(_one_line(str(self.game.format_state(state))))
        except Exception:
            return _safe_repr(state)

    def describe_move(self, state: Any, move: Any) -> str:
        """Return a move as text on one line, whatever the game can or cannot do."""
        try:
            return _cut(_one_line(str(self.game.format_move(state, move))))
        except Exception:
            return _safe_repr(move)

    # --- what follows from the rules ----------------------------------------------------------------------

    def ends(self, state: Any) -> bool:
        """Tell whether the game is over."""
        return self.ask("outcome", state) is not None

    def moves(self, state: Any) -> list[Any]:
        """Return the moves of a state; none where the game is over."""
        return [] if self.ends(state) else self.list_of("moves", state)

    def hashed(self, state: Any, method: str, *arguments: Any, verb: str = "returned") -> Any:
        """Return a state that a method gave, if it can be a key."""
        try:
            hash(state)
        except Exception:
            kind = f"{_safe_repr(state)}, a {type(state).__name__}"
            what = f"{verb} {kind}, which cannot be hashed; states must be hashable"
            raise self.fault(method, arguments, what) from None
        return state

    def canonical(self, state: Any) -> Any:
        """Return the representative of a state."""
        if not self.has_symmetry:
            return state
        return self.hashed(self.ask("canonical_state", state), "canonical_state", state)

    def children(self, state: Any) -> dict[Any, Any]:
        """Return the representatives that moves lead to, each with the first move that does."""
        if state not in self._children:
            found: dict[Any, Any] = {}
            for move in self.moves(state):
                child = self.hashed(self.ask("apply", state, move), "apply", state, move)
                found.setdefault(self.canonical(child), move)
            self._children[state] = found
        return self._children[state]

    def parents(self, state: Any) -> list[Any]:
        """Return the representatives of the states that `predecessors` names."""
        if state not in self._parents:
            named = self.list_of("predecessors", state)
            named = [self.hashed(parent, "predecessors", state, verb="names") for parent in named]
            if twice := repeated(named):
                raise self.fault("predecessors", (state,), f"names {self.describe(twice[0])} twice")
            self._parents[state] = list(dict.fromkeys(map(self.canonical, named)))
        return self._parents[state]


def repeated(values: Iterable[Hashable]) -> list[Hashable]:
    """Return the values that occur more than once.

    >>> repeated([3, 1, 4, 1])
    [1]
    """
    return [value for value, times in Counter(values).items() if times > 1]


def _safe_repr(value: Any) -> str:
    try:
        return _cut(_one_line(repr(value)))
    except Exception:
        return f"<{type(value).__name__}>"


def _one_line(text: str) -> str:
    return " ".join(text.splitlines())


def _cut(text: str) -> str:
    return text if len(text) <= _LONGEST_TEXT else f"{text[: _LONGEST_TEXT - 3]}..."
