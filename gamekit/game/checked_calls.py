"""`CheckedCalls`: calls of a game's methods; what they raise is a `RulesError` that names the call and the state."""

from __future__ import annotations

from typing import Any, Generic, NoReturn

from gamekit.errors import GamekitError, InputError, RulesError
from gamekit.game.foreign_errors import describe_error, on_one_line, safe_repr
from gamekit.game.protocol import Game, Move, State


def _is_name(given: object) -> bool:
    """Return whether an argument is the name of a registered game."""
    from gamekit.game.registry import GAMES, adapted_names, registered

    return isinstance(given, str) and given in {*registered(GAMES), *adapted_names(GAMES)}


class CheckedCalls(Generic[State, Move]):
    """A game whose methods are called for a solver, and the words for what goes wrong there.

    Raises:
        InputError: `game` is not an instance of a subclass of `Game`.
    """

    def __init__(self, game: Game[State, Move]) -> None:
        if Game not in type(game).__mro__:
            what = f"the class {game.__name__}" if isinstance(game, type) else safe_repr(game)
            what += f", of which gamekit.load_game({game!r}) makes one" if _is_name(game) else ""
            raise InputError(f"a game must be an instance of a subclass of gamekit.Game; this is {what}")
        self.game = game
        self.name = type(game).__name__

    def describe(self, state: Any) -> str:
        """Return a state as text, even where the game cannot format it."""
        for as_text in (self.game.format_state, repr):
            try:
                return str(as_text(state))
            except Exception:
                continue
        return f"<{type(state).__name__}>"

    def in_brief(self, state: Any) -> str:
        """Return a state as text for a message, on one line."""
        return on_one_line(self.describe(state))

    def describe_move(self, state: Any, move: Any) -> str:
        """Return a move as text for a message, on one line, even where the game cannot format it."""
        try:
            return on_one_line(str(self.game.format_move(state, move)))
        except Exception:
            return safe_repr(move)

    def breach(self, method: str, state: Any, what: str) -> NoReturn:
        """Raise a `RulesError` about a method and a state."""
        stated = self.game.stated_in(method)
        raise RulesError(
            on_one_line(f"{self._call(method, state)} {what}") + (f"; {stated}" if stated else "")
        )

    def invoke(self, method: str, *arguments: Any) -> Any:
        """Return what a method of the game returns; blame it for what it raises."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            # the author of `order` has not written `order_of`, which calls it
            self._blame(self._call(method.removesuffix("_of"), *arguments), error)

    def _blame(self, call: str, error: Exception) -> NoReturn:
        """Raise a `RulesError` about a call that raised; an error of gamekit's own passes as it is."""
        if isinstance(error, GamekitError | MemoryError):
            raise error
        raise RulesError(f"{call} raised {describe_error(error)}") from error

    def _call(self, method: str, *arguments: Any) -> str:
        """Return a call as text; the first argument is a state, the second a move."""
        shown = ", ".join([*map(self.in_brief, arguments[:1]), *map(safe_repr, arguments[1:])])
        return f"{self.name}.{method}({shown})"
