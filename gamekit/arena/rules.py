"""`Rules`: a game's methods, each checked for what the protocol promises.

A breach is a `RulesError` that names the method, what it returned and the state it was asked about.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Generic, NoReturn

import numpy as np

from gamekit.arena.raised import in_words
from gamekit.errors import GamekitError, InputError, LimitError, RulesError
from gamekit.game import Game, Move, State, supplies

PAYOFF_LIMIT = np.iinfo(np.int32).max

MAX_MOVES = 1_000_000
"""A state with more moves, or more predecessors, than this is refused: a list of them might never end."""

MAX_EDGES = 250_000_000
"""An arena with more edges than this is refused: they and their reverse take some 5 GB."""

STRIDE = 4096
"""After so many states it is told how far the work is."""


class Rules(Generic[State, Move]):
    """The rules of `game` as a solver may rely on them: checked, canonical, without duplicates."""

    def __init__(self, game: Game[State, Move]) -> None:
        if Game not in type(game).__mro__:
            what = f"the class {game.__name__}" if isinstance(game, type) else _show(game)
            raise InputError(f"a game must be an instance of a subclass of gamekit.Game; this is {what}")
        self.game = game
        self.name = type(game).__name__
        self.has_symmetry = supplies(game, "canonical_state")
        self._check_constants()
        self._players = range(len(game.players))

    def _check_constants(self) -> None:
        players = self._constant("players")
        if (
            not isinstance(players, tuple | list)
            or len(players) not in (1, 2)
            or not all(isinstance(name, str) for name in players)
            or len(set(players)) < len(players)
        ):
            raise RulesError(
                f"{self.name}.players must be the different names of one or two players; it is {_show(players)}"
            )
        worth = self._constant("infinite_play")
        if not _is_payoff(worth):
            raise RulesError(f"{self.name}.infinite_play must be an integer payoff; it is {_show(worth)}")
        plies = self._constant("max_plies")
        if plies is not None and (not _is_integer(plies) or plies < 0):
            raise RulesError(
                f"{self.name}.max_plies must be None or an integer of at least 0; it is {_show(plies)}"
            )

    def _constant(self, name: str) -> Any:
        try:
            return getattr(self.game, name)
        except Exception as error:
            self._blame(f"{self.name}.{name}", error)

    def initial_state(self) -> State:
        """Return the canonical state in which the game begins."""
        try:
            state = self.game.initial_state()
        except Exception as error:
            self._blame(f"{self.name}.initial_state()", error)
        return self.canonical(state)

    def canonical(self, state: State) -> State:
        """Return the representative of a state, which must be hashable."""
        if self.has_symmetry:
            try:
                state = self.game.canonical_state(state)
            except Exception as error:
                self.blame("canonical_state", state, error)
        return self.hashable(state)

    def hashable(self, state: State) -> State:
        """Return the state itself if it can be a key."""
        try:
            hash(state)
        except Exception:
            raise RulesError(
                f"a state must be hashable; this one is a {type(state).__name__}: {_show(state)}"
            ) from None
        return state

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
            "outcome", state, f"returned {_show(payoff)}; it must be None or an integer payoff below 2**31"
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
        names = " or ".join(f"{i} ({name})" for i, name in enumerate(self.game.players))
        self.breach("to_move", state, f"returned {_show(player)}; it must be {names}")

    def moves(self, state: State) -> list[Move]:
        """Return the moves of a state that is not terminal; at least one."""
        try:
            found = self.game.moves(state)
        except Exception as error:
            self.blame("moves", state, error)
        moves = self._listed("moves", state, found)
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
        apply, canonical = self.game.apply, self.canonical
        moves = self.moves(state)
        try:
            children = [apply(state, move) for move in moves]
        except Exception as error:
            for move in moves:
                self.apply(state, move)  # raises again, now knowing at which move
            self.blame("apply", state, error)
        if self.has_symmetry:
            children = [canonical(child) for child in children]
        try:
            return list(dict.fromkeys(children))
        except Exception:
            for child in children:
                self.hashable(child)
            raise

    def predecessors(self, state: State) -> list[State]:
        """Return the canonical states that the game says lead to `state`."""
        try:
            found = self.game.predecessors(state)
        except Exception as error:
            self.blame("predecessors", state, error)
        parents: list[State] = self._listed("predecessors", state, found)
        if self.has_symmetry:
            return list(dict.fromkeys([self.canonical(parent) for parent in parents]))
        return parents

    def states(self, at_most: int) -> list[State]:
        """Return the different canonical states that the game says can occur; more than `at_most` are cut short."""
        found: dict[State, None] = {}
        try:
            states = self.game.states()
            if not self.has_symmetry:
                listed = list(islice(states, at_most + 1))
                return listed if len(listed) > at_most else list(dict.fromkeys(listed))
            for state in states:
                found[self.canonical(state)] = None
                if len(found) > at_most:
                    break
        except Exception as error:
            self._blame(f"{self.name}.states()", error)
        return list(found)

    def _listed(self, method: str, state: State, found: Any) -> list[Any]:
        """Return what a method returned, or yielded, as a list."""
        try:
            listed = list(islice(found, MAX_MOVES + 1))
        except Exception as error:
            if not isinstance(found, Iterable):
                self.breach(method, state, f"returned {_show(found)}; it must return a list, or yield")
            self.blame(method, state, error)
        if len(listed) > MAX_MOVES:
            raise LimitError(
                f"{self._call(method, state)} lists more than {MAX_MOVES:,}, the most that a state may have"
            )
        return listed

    def link(
        self,
        states: Sequence[State],
        terminal: Iterable[Any],
        index: Mapping[State, int],
        tell: Callable[[int], None] | None = None,
    ) -> tuple[list[int], list[int]]:
        """Return the successors of every state as indices, one list after the other, and how many each has.

        Every few thousand states, `tell` is told how many are done.
        """
        targets: list[int] = []
        degrees: list[int] = []
        for i, (state, ends) in enumerate(zip(states, terminal, strict=True)):
            if tell and not i % STRIDE:
                tell(i)
            children = [] if ends else self.successors(state)
            try:
                targets.extend(map(index.__getitem__, children))
            except KeyError:
                stray = next(child for child in children if child not in index)
                self.breach("moves", state, f"leads to {self.in_brief(stray)}, which states() leaves out")
            degrees.append(len(children))
            self.check_edges(len(targets))
        return targets, degrees

    def check_edges(self, edges: int) -> None:
        """Refuse more edges than there is memory for."""
        if edges > MAX_EDGES:
            raise LimitError(f"{self.name} has more than {MAX_EDGES:,} edges, the most that an arena holds")

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
        return _in_one_line(self.describe(state))

    def breach(self, method: str, state: Any, what: str) -> NoReturn:
        """Raise a `RulesError` about a method and a state."""
        raise RulesError(_in_one_line(f"{self._call(method, state)} {what}"))

    def blame(self, method: str, state: Any, error: Exception, *move: Any) -> NoReturn:
        """Raise a `RulesError` about a method that raised; an error of gamekit's own passes as it is."""
        self._blame(self._call(method, state, *move), error)

    def _blame(self, call: str, error: Exception) -> NoReturn:
        if isinstance(error, GamekitError | MemoryError):
            raise error
        raise RulesError(f"{call} raised {in_words(error)}") from error

    def _call(self, method: str, state: Any, *move: Any) -> str:
        arguments = ", ".join([self.in_brief(state), *map(_show, move)])
        return f"{self.name}.{method}({arguments})"


def _is_integer(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def _is_payoff(value: Any) -> bool:
    return _is_integer(value) and abs(int(value)) <= PAYOFF_LIMIT


def _show(value: Any) -> str:
    """Return a value for a message, whatever its `repr` does."""
    try:
        return _in_one_line(repr(value))
    except Exception:
        return f"<{type(value).__name__}>"


def _in_one_line(text: str, longest: int = 300) -> str:
    line = " ".join(part.strip() for part in text.splitlines())
    return line if len(line) <= longest else f"{line[: longest - 3]}..."
