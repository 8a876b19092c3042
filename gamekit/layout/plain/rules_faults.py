"""`RulesFaults`: the errors about plain rules that do what they must not, with the author's line.

The rules are run once more for the error, with a state that watches every change.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from types import CodeType
from typing import Any, Final

import attrs

from gamekit.errors import RulesError
from gamekit.game.foreign_errors import safe_repr
from gamekit.layout.layout import Cells
from gamekit.layout.plain.misfits import misfits
from gamekit.layout.return_values import AGAIN

MOST_TRIED: Final = 100_000
"""The number of states searched for a move that leads to a number out of range, which takes up to 2 seconds."""


@attrs.frozen(eq=False)
class RulesFaults:
    """The errors about the rules of a game.

    Attributes:
        game: the board game.
    """

    game: Any

    def unlisted(self, method: Callable[[Any], Any], view: Any, error: TypeError) -> Exception:
        """Return the error about moves that could not be listed, which may be the author's own."""
        try:
            moves = method(view)
        except TypeError:
            return error
        if isinstance(moves, Iterable):
            return error
        return wrong_in(
            method, f"this returns {safe_repr(moves, 100)}; it must yield moves, or return a list of them"
        )

    def changed(self, function: Callable[[Any], Any], state: Cells) -> Exception:
        """Return the error about a function that has changed the state that it was to read."""
        if error := self._raised_by(state, function, may_change=False):
            return error
        return wrong_in(function, f"this changes the state, at {self.game.format_state(state)}")

    def wrong_move(self, state: Cells, move: Any, returned: Any) -> Exception:
        """Return the error about a move that changes the turn, or about a wrong result of `play`."""
        game = self.game
        if error := self._raised_by(state, game.play, move):
            return error
        if returned is AGAIN and game.always_passes:
            again = f"{type(game).__name__}.play returned AGAIN"
            return RulesError(f"{again}; {game.always_passes}, every move passes the turn")
        must = "it must return AGAIN if the same player moves again, else None"
        why = f"this returns {safe_repr(returned, 100)}; {must}"
        return wrong_in(game.play, f"{why}, {self._after(state, move)}")

    def wrong_move_back(self, state: Cells, move: Any) -> Exception:
        """Return the error about a move that changes the turn when it is taken back."""
        unplay, seen = self.game.unplay, self.game.passed(state)
        return self._raised_by(seen, unplay, move) or wrong_in(
            unplay, "this changes the turn, which passes back by itself"
        )

    def unfit(self, state: Cells) -> Exception:
        """Return the error about a tuple that its layout cannot hold: the line of the move that leads there."""
        game = self.game
        for before, move in self._moves():
            if why := misfits(game.board, game.apply(before, move)):
                error = self._raised_by(before, game.play, move)
                return error or wrong_in(game.play, f"{why}, {self._after(before, move)}")
        why = misfits(game.board, state) or "every number of a state must be an integer, and one is not"
        return wrong_in(game.play, f"{why}, in the state {safe_repr(state, 100)}")

    def _moves(self) -> Iterator[tuple[Cells, Any]]:
        """Yield states with their moves, breadth first from the start, until the rules raise an error."""
        game = self.game
        waiting = [game.initial_state()]
        known = {*waiting}
        try:
            for state in waiting:  # it grows
                for move in [] if game.outcome(state) is not None else game.moves(state):
                    yield state, move
                    child = game.canonical_state(game.apply(state, move))
                    if child not in known and len(known) < MOST_TRIED:
                        known.add(child)
                        waiting.append(child)
        except Exception:
            return

    def _after(self, state: Cells, move: Any) -> str:
        return f"at {self.game.format_state(state)}, move {safe_repr(move, 100)}"

    def _raised_by(
        self, state: Cells, function: Callable[..., Any], *move: Any, may_change: bool = True
    ) -> Exception | None:
        from gamekit.layout.plain.watched import WatchedState

        shown = self.game.format_state(state)
        try:
            function(WatchedState(self.game.board, state, may_change=may_change, shown=shown), *move)
        except Exception as error:
            return error
        return None


@lru_cache
def refuse_lost_moves(method: Callable[..., Any]) -> None:
    """Refuse a method that yields moves and also returns some, which Python ignores.

    Raises:
        RulesError: it does; the line is named.
    """
    code = getattr(inspect.unwrap(method), "__code__", None)
    if code and code.co_flags & inspect.CO_GENERATOR and (line := _line_of_value(code)):
        raise wrong_in(method, "either yield all moves or return them everywhere", line)


def _line_of_value(code: CodeType) -> int | None:
    """Return a line on which a function returns something else than None; None if there is no such line."""
    value: Any = None
    for instruction in dis.get_instructions(code):
        if instruction.opname == "RETURN_CONST":
            value = instruction.argval
        if instruction.opname in ("RETURN_CONST", "RETURN_VALUE") and value is not None:
            return instruction.positions.lineno if instruction.positions else code.co_firstlineno
        value = instruction.argval if instruction.opname == "LOAD_CONST" else instruction
    return None


def wrong_in(method: Callable[..., Any], why: str, line: int | None = None) -> RulesError:
    """Return the error about a line of a method, or about the method as a whole, at its first line."""
    from gamekit.layout.mistakes import Place, mistake

    code = getattr(inspect.unwrap(method), "__code__", None)
    if code is None:
        return RulesError(f"{safe_repr(method)}: {why}")
    place = Place(code.co_filename, line or code.co_firstlineno, code.co_qualname)
    return mistake(place, place.source or f"def {code.co_name}(...)", why)
