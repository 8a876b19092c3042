"""`Rules`: the methods of a game, each with checks of its promises.

A breach is a `RulesError` that names the method, its result and the state about which it was asked.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any, ClassVar, Generic, NoReturn

from gamekit.errors import CallError, GamekitError, InputError, LimitError, RulesError, UnknownStateError
from gamekit.game.checked_values import (
    A_PAYOFF,
    CONSTANTS,
    PAYOFF_LIMIT,
    are_results,
    cannot_change,
    is_integer,
    is_payoff,
)
from gamekit.game.foreign_errors import describe_error, on_one_line, safe_repr
from gamekit.game.protocol import Game, Move, State, supplies
from gamekit.game.sentences import no_progress
from gamekit.game.values import Perspective

MAX_MOVES = 1_000_000
"""The largest number of moves or predecessors of a state; more are refused, because the list might never end."""

MAX_TIER = 1 << 62
"""The bound below which the number of every tier and the absolute value of every progress lie."""

STATES_A_REPORT = 4096
"""The number of states between two calls of a progress callback."""

CANONICAL_CACHE = 1 << 17
"""The number of entries above which the cache of representatives is emptied."""

WATCHED_CALLS = 64
"""The number of calls of `apply` that are watched for changing their state, and of `children` that are compared."""

MUTATES = "changed the state that it was given into {}; it must leave that state unchanged"


def _is_name(value: object) -> bool:
    from gamekit.game.registry import GAMES, is_known

    return isinstance(value, str) and is_known(GAMES, value)


class Rules(Generic[State, Move]):
    """The rules of `game` as a solver may rely on them: checked, canonical, without duplicates.

    Raises:
        InputError: `game` is not an instance of a subclass of `Game`.
    """

    perspective: ClassVar[Perspective] = "first"

    def __init__(self, game: Game[State, Move]) -> None:
        if Game not in type(game).__mro__:
            what = f"the class {game.__name__}" if isinstance(game, type) else safe_repr(game)
            what += f"; gamekit.load_game({game!r}) makes such an instance" if _is_name(game) else ""
            raise InputError(f"a game must be an instance of a subclass of gamekit.Game; this is {what}")
        self.game = game
        self.name = type(game).__name__
        self.has_symmetry = supplies(game, "canonical_state")
        self.has_children = supplies(game, "children")
        self._representatives: dict[State, State] = {}
        self.watched_calls_left = self.compared_calls_left = WATCHED_CALLS
        self._check_constants()
        self._number_of_players = len(game.players)

    def _check_constants(self) -> None:
        for name, (fits, promise) in CONSTANTS.items():
            try:
                value = getattr(self.game, name)
            except Exception as error:
                self._blame(f"{self.name}.{name}", error)
            if not fits(value):
                raise CallError(f"{self.name}.{name}", f"must be {promise}; it is {safe_repr(value)}")

    def initial_state(self) -> State:
        """Return the canonical state in which the game begins."""
        return self.canonical(self.initial_state_as_given())

    def initial_state_as_given(self) -> State:
        """Return the state in which the game begins, which need not be canonical."""
        state: State = self.invoke("initial_state")
        return state

    def start(self, given: Any, called: str = "the start") -> State:
        """Return the representative of `given`, a state to start from or to examine; `called` names it in messages.

        A value is refused where the rules' methods fail on it, or where its text is read as another state.

        Raises:
            UnknownStateError: `given` is not a state of the game.
        """
        what = f"{called} is not a state of {self.name}: {safe_repr(given)}"
        try:
            state = self.canonical(given)
            if self.outcome(state) is None:
                self.mover(state)
                self.successors(state)
            reread = state
            if supplies(self.game, "parse_state"):
                reread = self.canonical(self.game.parse_state(self.game.format_state(given)))
        except (LimitError, MemoryError):
            raise
        except Exception as error:
            reason = str(error) if isinstance(error, GamekitError) else describe_error(error)
            raise UnknownStateError(f"{what} ({on_one_line(reason)})") from error
        if reread != state:
            raise UnknownStateError(what)
        return state

    def canonical(self, state: State) -> State:
        """Return the representative of a state, which must be hashable."""
        return self.hashable(self.invoke("canonical_state", state) if self.has_symmetry else state)

    def hashable(self, state: State) -> State:
        """Return a state, after checking that it is hashable."""
        try:
            hash(state)
        except Exception:
            shown = f"a {type(state).__name__}: {safe_repr(state)}"
            raise RulesError(f"a state must be hashable; this one is {shown}") from None
        return state

    def outcome(self, state: State) -> int | None:
        """Return the payoff of a terminal state to the first player; None if the game is not over."""
        try:
            payoff = self.game.outcome(state)
        except Exception as error:
            self._blame(self._call("outcome", state), error)
        if payoff is None or (type(payoff) is int and -PAYOFF_LIMIT <= payoff <= PAYOFF_LIMIT):
            return payoff
        if is_payoff(payoff):
            return operator.index(payoff)
        what = f"returned {safe_repr(payoff)}; it must be None or {A_PAYOFF}"
        self.breach("outcome", state, what)

    def mover(self, state: State) -> int:
        """Return the index of the player to move."""
        try:
            player = self.game.to_move(state)
        except Exception as error:
            self._blame(self._call("to_move", state), error)
        if type(player) is int and 0 <= player < self._number_of_players:
            return player
        if is_integer(player) and 0 <= player < self._number_of_players:
            return operator.index(player)
        names = " or ".join(f"{i} ({name})" for i, name in enumerate(self.game.players))
        self.breach("to_move", state, f"returned {safe_repr(player)}; it must be {names}")

    def tier(self, state: State) -> int:
        """Return the number of the tier of a state, from 0 to `MAX_TIER` - 1."""
        tier = self.invoke("tier_of", state)
        if not is_integer(tier) or not 0 <= tier < MAX_TIER:
            what = f"returned {safe_repr(tier)}; it must be an integer of at least 0 and below 2**62"
            self.breach("tier", state, what)
        return operator.index(tier)

    def progress(self, state: State) -> int:
        """Return the progress of a state in which the game goes on: a number that rises with every move."""
        progress = self.invoke("progress_of", state)
        if not is_integer(progress) or not -MAX_TIER < progress < MAX_TIER:
            what = f"returned {safe_repr(progress)}; it must be an integer between -2**62 and 2**62"
            self.breach("progress", state, what)
        return operator.index(progress)

    def check_progress(self, state: State, child: State) -> None:
        """Refuse a move after which progress is not higher than before."""
        before, after = self.progress(state), self.progress(child)
        if after <= before:
            raise RulesError(
                no_progress(self.name, self.in_brief(state), before, self.in_brief(child), after)
            )

    def check_turns(self, state: State, children: list[State]) -> None:
        """Refuse moves that break a promise of the perspective; that of the first player has no promises."""

    def order(self, state: State) -> int:
        """Return a guess of how good a state looks for the player to move."""
        try:
            order = self.game.order_of(state)
        except Exception as error:
            self._blame(self._call("order", state), error)
        if type(order) is int:
            return order
        if not is_integer(order):
            self.breach("order", state, f"returned {safe_repr(order)}; it must be an integer")
        return operator.index(order)

    def evaluate(self, states: Sequence[State]) -> tuple[list[int | None], list[int]]:
        """Return the results of `outcome` and `mover` for many states, in half the time of single calls."""
        try:
            outcomes, movers = list(map(self.game.outcome, states)), list(map(self.game.to_move, states))
            # a StopIteration of the game's would end `map` early
            is_whole = len(outcomes) == len(movers) == len(states)
            if is_whole and are_results(outcomes, movers, self._number_of_players):
                return self._in_perspective(outcomes, movers)
        except Exception:
            pass  # the same is raised again below, at the state where it arises
        each = [(self.outcome(state), self.mover(state)) for state in states]
        return [outcome for outcome, _ in each], [mover for _, mover in each]

    def _in_perspective(
        self, outcomes: list[int | None], movers: list[int]
    ) -> tuple[list[int | None], list[int]]:
        """Convert the results of the game's `outcome` and `to_move` to those of `outcome` and `mover`."""
        return outcomes, movers

    def moves(self, state: State) -> list[Move]:
        """Return the moves of a state that is not terminal; at least one."""
        moves = self._listed("moves", state)
        if not moves:
            what = "returned nothing, and outcome(...) returned None: a state must have moves or an outcome"
            self.breach("moves", state, what)
        return moves

    def apply(self, state: State, move: Move) -> State:
        """Return the canonical state that a move leads to."""
        return self.canonical(self.invoke("apply", state, move))

    def child(self, state: State, move: Move) -> State:
        """Return the state that a move leads to, which need not be canonical."""
        try:
            return self.hashable(self._watched_apply(state, move))
        except Exception as error:
            self._blame(self._call("apply", state, move), error)

    def successors(self, state: State) -> list[State]:
        """Return the different canonical states that the moves of a non-terminal state lead to."""
        children = self.children(state)
        try:
            return list(dict.fromkeys(children))
        except Exception:
            for child in children:
                self.hashable(child)
            raise

    def children(self, state: State) -> list[State]:
        """Return the canonical state that each move of a non-terminal state leads to; some may be the same."""
        children = self.children_as_given(state)
        return self.representatives_of(children) if self.has_symmetry else children

    def children_as_given(self, state: State) -> list[State]:
        """Return the state that each move leads to, as the game gives it."""
        if self.has_children and not (self.watched_calls_left and self._is_watched(state)):
            try:
                children = self.game.children(state)
                if type(children) is not list:
                    children = list(children)
            except Exception:
                children = []  # the same is raised again below, at the move where it arises
            if children:
                if self.compared_calls_left > 0:
                    self._compare_children(state, children)
                return children
        apply = self._watched_apply if self.watched_calls_left else self.game.apply
        moves = self.moves(state)
        try:
            return [apply(state, move) for move in moves]
        except Exception as error:
            for move in moves:
                self.apply(state, move)  # raises again, now knowing at which move
            self._blame(self._call("apply", state), error)

    def _compare_children(self, state: State, children: list[State]) -> None:
        """Refuse `children` that are not the states to which moves lead; no other check would notice.

        Children that are derived from the same statement as the moves have nothing to be compared with.
        """
        if self.game.stated_in("children"):
            self.compared_calls_left = 0
            return
        self.compared_calls_left -= 1
        expected = [self.child(state, move) for move in self.moves(state)]
        if children != expected:
            actual, led = (", ".join(map(self.in_brief, states)) for states in (children, expected))
            self.breach(
                "children",
                state,
                f"returned {actual}; it must return the states to which moves and apply lead, {led}",
            )

    def representatives_of(self, states: list[State]) -> list[State]:
        """Return the representative of each state."""
        if len(states) > CANONICAL_CACHE:  # they would push out all others
            return [self.canonical(state) for state in states]
        known: dict[State, State] = self._representatives
        if len(known) > CANONICAL_CACHE:
            known.clear()
        representatives = []
        try:
            for state in states:
                if (representative := known.get(state)) is None:
                    representative = known[state] = self.canonical(state)
                representatives.append(representative)
        except Exception:
            for state in states:
                self.hashable(state)
            raise
        return representatives

    def _watched_apply(self, state: State, move: Move) -> State:
        """Return the result of the game's `apply`, and refuse it if it changes the state that it is given."""
        if not self.watched_calls_left or not self._is_watched(state):  # used up by the moves before this one
            return self.game.apply(state, move)
        self.watched_calls_left -= 1
        key, before = hash(state), safe_repr(state)
        child = self.game.apply(state, move)
        if hash(state) != key or safe_repr(state) != before:
            call = f"{self.name}.apply({before}, {safe_repr(move)})"
            raise RulesError(f"{call} {MUTATES.format(safe_repr(state))}")
        return child

    def _is_watched(self, state: State) -> bool:
        """Return whether to watch if `apply` changes a state; numbers, strings and tuples of these cannot change."""
        if not cannot_change(state):
            return True
        self.watched_calls_left -= 1
        return False

    @contextmanager
    def unchanged(self, states: Iterable[State], index: Mapping[State, int]) -> Iterator[None]:
        """Refuse states that are no longer found under their keys, because a method changed them."""
        try:
            yield
        except GamekitError:
            if not self.watched_calls_left:  # a changed state would explain any other error
                self._check_unchanged(states, index)
            raise
        self._check_unchanged(states, index)

    def _check_unchanged(self, states: Iterable[State], index: Mapping[State, int]) -> None:
        if all(map(operator.eq, map(index.get, states), range(len(index)))):
            return
        for i, (state, place) in enumerate(zip(states, map(index.get, states), strict=True)):
            if place != i:
                raise RulesError(f"{self.name}.apply(...) {MUTATES.format(self.in_brief(state))}")

    def predecessors(self, state: State) -> list[State]:
        """Return the canonical states that the game says lead to `state`."""
        parents: list[State] = self._listed("predecessors", state)
        return list(dict.fromkeys(self.representatives_of(parents))) if self.has_symmetry else parents

    def states(self, at_most: int) -> list[State]:
        """Return the different canonical states that the game lists; of more than `at_most`, only `at_most` + 1."""
        representatives: dict[State, None] = {}
        try:
            states = self.game.states()
            if not self.has_symmetry:
                listed = list(islice(states, at_most + 1))
                return listed if len(listed) > at_most else list(dict.fromkeys(listed))
            for state in states:
                representatives[self.canonical(state)] = None
                if len(representatives) > at_most:
                    break
        except Exception as error:
            self._blame(self._call("states"), error)
        return list(representatives)

    def _listed(self, method: str, state: State) -> list[Any]:
        result: Any = ()
        try:
            result = getattr(self.game, method)(state)
            listed = result if type(result) is list else list(islice(result, MAX_MOVES + 1))
        except Exception as error:
            if not isinstance(result, Iterable):
                self.breach(method, state, f"returned {safe_repr(result)}; it must return a list, or yield")
            self._blame(self._call(method, state), error)
        if len(listed) > MAX_MOVES:
            call = self._call(method, state)
            raise LimitError(
                f"{call} returned more than {MAX_MOVES:,} entries, the most that a state may have"
            )
        return listed

    # --- calls, and the words for what goes wrong there ---------------------------------------------------------

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
        source = self.game.stated_in(method)
        raise RulesError(
            on_one_line(f"{self._call(method, state)} {what}") + (f"; {source}" if source else "")
        )

    def invoke(self, method: str, *arguments: Any) -> Any:
        """Return the result of a method of the game; blame the game for an exception that the method raises."""
        try:
            return getattr(self.game, method)(*arguments)
        except Exception as error:
            # the author of `order` has not written `order_of`, which calls it
            self._blame(self._call(method.removesuffix("_of"), *arguments), error)

    def _blame(self, call: str, error: Exception) -> NoReturn:
        """Raise a `RulesError` about a call that raised an error; errors of gamekit and MemoryErrors pass unchanged."""
        if isinstance(error, GamekitError | MemoryError):
            raise error
        raise CallError(call, f"raised {describe_error(error)}") from error

    def _call(self, method: str, *arguments: Any) -> str:
        """Return a call as text; the first argument is a state, the second a move."""
        shown = ", ".join([*map(self.in_brief, arguments[:1]), *map(safe_repr, arguments[1:])])
        return f"{self.name}.{method}({shown})"
