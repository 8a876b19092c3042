"""`Rules`: a game's methods, each checked for what the protocol promises.

A breach is a `RulesError` that names the method, what it returned and the state it was asked about.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, NoReturn

import numpy as np

from gamekit.errors import GamekitError, RulesError
from gamekit.game import Game, Move, State, supplies

PAYOFF_LIMIT = np.iinfo(np.int32).max


class Rules(Generic[State, Move]):
    """The rules of `game` as a solver may rely on them: checked, canonical, without duplicates."""

    def __init__(self, game: Game[State, Move]) -> None:
        self.game = game
        self.has_symmetry = supplies(game, "canonical_state")
        self._check_constants()
        self._players = range(len(game.players))

    def _check_constants(self) -> None:
        game, name = self.game, type(self.game).__name__
        players = game.players
        if (
            not isinstance(players, tuple | list)
            or len(players) not in (1, 2)
            or len(set(players)) < len(players)
        ):
            raise RulesError(
                f"{name}.players must be the different names of one or two players; it is {players!r}"
            )
        if not _is_payoff(game.infinite_play):
            raise RulesError(f"{name}.infinite_play must be an integer payoff; it is {game.infinite_play!r}")
        plies = game.max_plies
        if plies is not None and (not _is_integer(plies) or plies < 0):
            raise RulesError(f"{name}.max_plies must be None or an integer of at least 0; it is {plies!r}")

    def initial_state(self) -> State:
        """Return the canonical state in which the game begins."""
        try:
            state = self.game.initial_state()
        except Exception as error:
            self.blame("initial_state", "()", error)
        return self.canonical(state)

    def canonical(self, state: State) -> State:
        """Return the representative of a state, which must be hashable."""
        try:
            canonical = self.game.canonical_state(state) if self.has_symmetry else state
            hash(canonical)
        except TypeError as error:
            if "unhashable" in str(error):
                raise RulesError(
                    f"a state must be hashable; this one is a {type(state).__name__}: {state!r}"
                ) from None
            self.blame("canonical_state", state, error)
        except Exception as error:
            self.blame("canonical_state", state, error)
        return canonical

    def outcome(self, state: State) -> int | None:
        """Return the payoff of a terminal state, else None."""
        try:
            payoff = self.game.outcome(state)
        except Exception as error:
            self.blame("outcome", state, error)
        if payoff is None or (type(payoff) is int and -PAYOFF_LIMIT <= payoff <= PAYOFF_LIMIT):
            return payoff
        if _is_payoff(payoff):
            return operator.index(payoff)
        self.breach(
            "outcome", state, f"returned {payoff!r}; it must be None or an integer payoff below 2**31"
        )

    def mover(self, state: State) -> int:
        """Return the index of the player to move."""
        try:
            player = self.game.to_move(state)
        except Exception as error:
            self.blame("to_move", state, error)
        if type(player) is int and player in self._players:
            return player
        if _is_integer(player) and operator.index(player) in self._players:
            return operator.index(player)
        names = ", ".join(f"{i} ({name})" for i, name in enumerate(self.game.players))
        self.breach("to_move", state, f"returned {player!r}; it must be {names.replace(', ', ' or ')}")

    def moves(self, state: State) -> list[Move]:
        """Return the moves of a state that is not terminal; at least one."""
        try:
            moves = list(self.game.moves(state))
        except Exception as error:
            self.blame("moves", state, error)
        if not moves:
            self.breach(
                "moves", state, "returned nothing, and outcome(...) returned None: a state must have either"
            )
        return moves

    def apply(self, state: State, move: Move) -> State:
        """Return the canonical state that a move leads to."""
        try:
            child = self.game.apply(state, move)
        except Exception as error:
            self.blame("apply", state, error, move)
        return self.canonical(child)

    def successors(self, state: State) -> list[State]:
        """Return the different canonical states that the moves of a non-terminal state lead to."""
        apply, canonical, symmetric = self.game.apply, self.canonical, self.has_symmetry
        moves = self.moves(state)
        try:
            children = [apply(state, move) for move in moves]
        except Exception:
            for move in moves:
                self.apply(state, move)  # raises again, now knowing at which move
            raise
        if symmetric:
            children = [canonical(child) for child in children]
        try:
            return list(dict.fromkeys(children)) if len(children) > 1 else [*map(self.hashable, children)]
        except TypeError:
            return [*map(self.hashable, children)]

    def hashable(self, state: State) -> State:
        """Return the state itself if it can be a key."""
        try:
            hash(state)
        except TypeError:
            raise RulesError(
                f"a state must be hashable; this one is a {type(state).__name__}: {state!r}"
            ) from None
        return state

    def predecessors(self, state: State) -> Iterable[State]:
        """Return the canonical states that the game says lead to `state`."""
        try:
            parents = list(self.game.predecessors(state))
            if self.has_symmetry:
                parents = list(dict.fromkeys(map(self.game.canonical_state, parents)))
        except Exception as error:
            self.blame("predecessors", state, error)
        return parents

    def states(self) -> list[State]:
        """Return the different canonical states that the game says can occur."""
        try:
            states = self.game.states()
            return list(
                dict.fromkeys(map(self.game.canonical_state, states) if self.has_symmetry else states)
            )
        except Exception as error:
            self.blame("states", "()", error)

    def link(
        self, states: Sequence[State], terminal: Iterable[Any], index: Mapping[State, int]
    ) -> tuple[list[int], list[int]]:
        """Return the successors of every state as indices, one list after the other, and how many each has."""
        targets: list[int] = []
        degrees: list[int] = []
        for state, ends in zip(states, terminal, strict=True):
            children = [] if ends else self.successors(state)
            try:
                targets.extend(map(index.__getitem__, children))
            except KeyError:
                stray = next(child for child in children if child not in index)
                self.breach("moves", state, f"leads to {self.describe(stray)}, which states() leaves out")
            degrees.append(len(children))
        return targets, degrees

    def describe(self, state: Any) -> str:
        """Return a state as text, even where the game cannot format it."""
        try:
            return str(self.game.format_state(state))
        except Exception:
            return repr(state)

    def breach(self, method: str, state: Any, what: str) -> NoReturn:
        """Raise a `RulesError` about a method and a state."""
        raise RulesError(f"{type(self.game).__name__}.{method}({self.describe(state)}) {what}")

    def blame(self, method: str, state: Any, error: Exception, move: Any = None) -> NoReturn:
        """Raise a `RulesError` about a method that raised; an error of gamekit's own passes as it is."""
        if isinstance(error, GamekitError):
            raise error
        place = state if state == "()" else f"({self.describe(state)}{'' if move is None else f', {move!r}'})"
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise RulesError(f"{type(self.game).__name__}.{method}{place} raised {what}") from error


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_payoff(value: Any) -> bool:
    return _is_integer(value) and abs(int(value)) <= PAYOFF_LIMIT
