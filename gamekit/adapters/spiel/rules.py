"""`SpielGame`: an OpenSpiel game as a `Game`."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, ClassVar, Final

from gamekit.adapters.spiel.loaded_game import AUTO, LoadedGame
from gamekit.adapters.spiel.positions import STATE_KEYS, Position
from gamekit.game.foreign_errors import on_one_line
from gamekit.game.parameters import check_choice, unstructure
from gamekit.game.protocol import Game

_COLOUR: Final = re.compile("\x1b\\[[0-9;]*m")


class SpielGame(Game[Position, int]):
    """An OpenSpiel game. A subclass has the parameters of one game as fields, and `state_key`.

    Moves are OpenSpiel's numbers of actions.
    """

    short_name: ClassVar[str]
    """The name of the game in OpenSpiel."""

    _loaded: LoadedGame

    def load(self, name: str, state_key: str) -> LoadedGame:
        """Load the game, whose name comes with its parameters, and return it."""
        check_choice("state_key", state_key, (AUTO, *STATE_KEYS))
        object.__setattr__(self, "_loaded", LoadedGame(name, state_key))
        return self._loaded

    @property
    def players(self) -> tuple[str, ...]:
        return self._loaded.players

    def initial_state(self) -> Position:
        return self._loaded.start()

    def to_move(self, state: Position) -> int:
        return state.player

    def moves(self, state: Position) -> list[int]:
        return [*self._loaded.state_of(state).legal_actions()]

    def apply(self, state: Position, move: int) -> Position:
        return self._loaded.child(state, move)

    def outcome(self, state: Position) -> int | None:
        return state.payoff

    def format_state(self, state: Position) -> str:
        return state.text

    def parse_state(self, text: str) -> Position:
        return self._loaded.find(text)

    def format_move(self, state: Position, move: int) -> str:
        """Return OpenSpiel's text of an action, with its number if another legal action has the same text."""
        text = self._action_text(state)
        shared = sum(text(action) == text(move) for action in self.moves(state)) > 1
        return f"{text(move)} ({move})" if shared else text(move)

    def render(self, state: Position) -> str:
        return _COLOUR.sub("", self._loaded.state_of(state).to_string()).rstrip("\n")

    def position_of(self, state: Any) -> Position:
        """Return the position of an OpenSpiel state of this game.

        Raises:
            InputError: the state belongs to another game.
        """
        return self._loaded.position_of(state)

    def _action_text(self, state: Position) -> Callable[[int], str]:
        there = self._loaded.state_of(state)
        return lambda action: on_one_line(there.action_to_string(state.player, action)).strip() or str(action)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SpielGame) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"open_spiel:{self._loaded.name}"

    def __reduce__(self) -> tuple[Any, ...]:
        from gamekit.game.registry import load_game

        return load_game, (self.registered_as, unstructure(self))

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.registered_as, *unstructure(self).items()
