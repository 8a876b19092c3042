"""`LoadedGame`: a game that OpenSpiel has loaded, its states as positions, and the choice of their state key."""

from __future__ import annotations

import graphlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from random import Random
from threading import Lock
from typing import Any, Final

from gamekit.adapters.spiel.key_check import KeyCheck
from gamekit.adapters.spiel.package import pyspiel, refused_by_spiel
from gamekit.adapters.spiel.positions import (
    HISTORY,
    MOVES,
    OVER,
    STATE_KEYS,
    Position,
    text_of,
    text_of_moves,
)
from gamekit.adapters.spiel.refusals import refusal, refusal_of_payoffs
from gamekit.errors import InputError, RulesError, UnsupportedError
from gamekit.game.parameters import show

AUTO: Final = "auto"
"""The state key that stands for the coarsest one which a trial finds nothing against."""

MOVES_TRIED: Final = 1_000
"""The number of moves from the start on that a trial of a state key makes, and that of the moves in random plays."""

PLAYS: Final = 100
"""The largest number of random plays of a trial."""

FROM_FILE: Final = "filename="
"""The beginning of a parameter that names a file."""

SEARCHED: Final = 1_000_000
"""The number of positions that are searched for a text, from the start on."""

PLAYERS: Final = {1: ("solver",), 2: ("first", "second")}
"""The names of the players by their number; OpenSpiel numbers them."""


class LoadedGame:
    """A game of OpenSpiel's, with states as positions of one kind of state key.

    Attributes:
        name: the name of the game with its parameters, as OpenSpiel writes it.
        parameters: the parameters, with those that OpenSpiel completes.
        players: the names of the players.
        state_key: the kind of state key.
    """

    def __init__(self, name: str, state_key: str = AUTO) -> None:
        """Load a game.

        Args:
            name: the name of the game, with its parameters if it has any, as OpenSpiel reads it.
            state_key: one of `STATE_KEYS`, or `AUTO`.

        Raises:
            InputError: OpenSpiel refuses the game.
            UnsupportedError: gamekit cannot solve the game, or OpenSpiel is not installed.
        """
        module = pyspiel()
        if FROM_FILE in name:  # whoever made a table could name any file
            raise UnsupportedError(f"gamekit cannot solve OpenSpiel's {name}, because it is read from a file")
        with refused_by_spiel(f"OpenSpiel refuses {name}"):
            self._game = module.load_game(name)
            self._start = self._game.new_initial_state()
            self._start.to_string()  # which fails for a board with too many rows
        kind, number = self._game.get_type(), self._game.num_players()
        if why := refusal(kind) or refusal_of_payoffs(kind, number):
            raise UnsupportedError(f"gamekit cannot solve OpenSpiel's {name}, because it {why}")
        self.name = str(self._game)
        self.parameters: dict[str, Any] = self._game.get_parameters()
        self.players = PLAYERS[number]
        self.state_key = _fitting_key(self.name) if state_key == AUTO else state_key
        self._check = KeyCheck(self.name, self._text_of, self.after)
        self._recent: tuple[tuple[int, ...], Any] = ((), self._start)
        self._histories: dict[str, tuple[int, ...]] = {}
        self._unsearched, self._searching = self._reached(), Lock()

    def after(self, history: Sequence[int]) -> Any:
        """Return OpenSpiel's state after some legal moves; the caller may change it."""
        state = self._start.clone()
        for action in history:
            state.apply_action(action)
        return state

    def state_of(self, position: Position) -> Any:
        """Return OpenSpiel's state at a position; it must not be changed, because the next call may return it again."""
        history, state = self._recent
        if history != position.history:
            state = self.after(position.history)
            self._recent = (position.history, state)
        return state

    def position_of(self, state: Any) -> Position:
        """Return the position of a state of OpenSpiel's.

        Raises:
            InputError: the state is of another game.
        """
        if (other := str(state.get_game())) != self.name:
            raise InputError(f"a state of {self.name} is needed; this one is of {other}")
        made_before = len(self._start.history())  # where OpenSpiel begins in the midst of a game
        return self._position(state, tuple(state.history()[made_before:]))

    def start(self) -> Position:
        """Return the position in which the game begins."""
        return self._position(self._start, ())

    def child(self, position: Position, action: int) -> Position:
        """Return the position after a legal move.

        Raises:
            RulesError: the state key merges states with different futures, or OpenSpiel breaks a promise.
        """
        state = self.state_of(position).child(action)
        history = (*position.history, action)
        child = self._position(state, history)
        self._check.add(child.text, history, state)
        return child

    def find(self, text: str) -> Position:
        """Return the position with a text, or after the moves that a text gives.

        Raises:
            InputError: there is no such position, or too many would have to be searched.
        """
        word, _, rest = text.partition(":")
        if word == MOVES:
            return self._after_moves(rest.split())
        if word.partition(" ")[0] not in (*self.players, OVER):
            raise InputError(
                f"a state of {self.name} reads like {show(self.start().text)}, or like '{MOVES}: 4 0 8' for the moves; "
                f"this one is {show(text)}"
            )
        with self._searching:
            history = self._history_of(text)
        return self._position(self.after(history), history)

    def _history_of(self, text: str) -> tuple[int, ...]:
        """Return moves that lead to the state with a text, after searching for it unless it has been met."""
        known = self._histories
        if text not in known:
            for position in islice(self._unsearched, SEARCHED - len(known)):
                known[position.text] = position.history
                if position.text == text:
                    break
        if text not in known:
            reached = "is none that play reaches"
            if len(known) == SEARCHED:
                reached = f"is none of the first {SEARCHED:,}; give its moves instead, as in '{MOVES}: 4 0 8'"
            raise InputError(f"no state of {self.name} has the text {show(text)}: it {reached}")
        return known[text]

    def check_key(self) -> None:
        """Try the state key: in the first states, and in random plays.

        OpenSpiel's games end. So texts that come back in a circle leave out something that brings the end nearer.

        Raises:
            RulesError: the state key merges states with different futures.
        """
        start = self.start()
        met, left, tried = {start.text}, [start], 0
        before: dict[str, list[str]] = {}
        for position in left:
            for child in self._children(position):
                before.setdefault(child.text, []).append(position.text)
                tried += 1
                if child.text not in met:
                    met.add(child.text)
                    left.append(child)
            if tried > MOVES_TRIED:
                break
        try:
            graphlib.TopologicalSorter(before).prepare()
        except graphlib.CycleError as error:
            raise RulesError(
                f"{self.name}: the text {show(error.args[1][0])} comes back in the course of a play, which must end"
            ) from error
        choose, left_to_try = Random(0).choice, MOVES_TRIED
        for _ in range(PLAYS):
            position = start
            while position.payoff is None and left_to_try:
                position = self.child(position, choose(self.state_of(position).legal_actions()))
                left_to_try -= 1

    def _children(self, position: Position) -> list[Position]:
        if position.payoff is not None:
            return []
        return [self.child(position, action) for action in self.state_of(position).legal_actions()]

    def _reached(self) -> Iterator[Position]:
        """Yield the positions that play reaches, those after fewer moves first."""
        start = self.start()
        met, left = {start.text}, [start]
        for position in left:
            yield position
            for child in self._children(position):
                if child.text not in met:
                    met.add(child.text)
                    left.append(child)

    def _after_moves(self, numbers: list[str]) -> Position:
        state, history = self._start.clone(), list[int]()
        for number in numbers:
            action = int(number) if number.isdecimal() and len(number) < 10 else -1
            if state.is_terminal() or action not in state.legal_actions():
                raise InputError(
                    f"{number!r} is not a legal move of {self.name} after {text_of_moves(history)!r}; "
                    f"{self._legal(state)}"
                )
            state.apply_action(action)
            history.append(action)
        return self._position(state, tuple(history))

    def _legal(self, state: Any) -> str:
        if state.is_terminal():
            return "there the game is over"
        return f"legal are {' '.join(map(str, state.legal_actions()[:20]))}"

    def _position(self, state: Any, history: tuple[int, ...]) -> Position:
        if not state.is_terminal():
            player = state.current_player()
            if not 0 <= player < len(self.players):
                raise RulesError(
                    f"{self.name}: a player must be to move in {text_of_moves(history)!r}; it is {player}"
                )
            return Position(self._text_of(state), history, player, None)
        payoff = state.returns()[0]
        if payoff != int(payoff):
            raise RulesError(
                f"{self.name}: the returns must be integers, because gamekit's payoffs are; after "
                f"{text_of_moves(history)!r} they are {state.returns()}"
            )
        return Position(self._text_of(state), history, 0, int(payoff))

    def _text_of(self, state: Any) -> str:
        return text_of(state, self.state_key, self.players)


@lru_cache(maxsize=256)
def _fitting_key(name: str) -> str:
    """Return the coarsest kind of state key of a game that a trial finds nothing against."""
    for state_key in STATE_KEYS:
        try:
            LoadedGame(name, state_key).check_key()
        except RulesError:
            continue
        return state_key
    return HISTORY
