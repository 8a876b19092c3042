"""`Solution`: the value of every state, the number of plies until the end, and the best moves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from operator import itemgetter
from typing import Any, TypeVar, cast, overload

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import Arena
from gamekit.errors import InputError, UnknownStateError
from gamekit.game.checked_rules import Rules
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.game.movers_view import rules_from
from gamekit.game.protocol import Game, Move, State, has_conversions
from gamekit.game.sentences import winner_at
from gamekit.game.values import SECOND, Value, endless_payoff, preference_key, turn_limit, value_of
from gamekit.solution.arena_store import INFINITE, UNSOLVED, ArenaStore
from gamekit.solution.questions import Questions, Selection
from gamekit.solution.statistics import Statistics, statistics_of
from gamekit.solution.store import CodeStore, Info, Store, places_of
from gamekit.solution.verdict import Answers, Line, States, Status, Verdict

__all__ = ["Line", "Selection", "Solution", "Status", "Verdict"]

Default = TypeVar("Default")


@attrs.frozen(eq=False, repr=False)
class Solution(Questions[State, Move]):
    """The values of a game. Look states up with `solution[state]`, or `solution.root`.

    The stored results ignore the rules' own turn limit, if the game has one (`max_plies`). Look-ups apply the limit: a
    forced end counts only if it comes within the plies that are left.

    Attributes:
        store: the results, which lie beside an arena, in the engine's columns, in a work folder or in a table.
        start: the state from which play starts.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> solution = gamekit.solve(Nim(heaps=(1, 2)))
    >>> print(solution.root)
    WIN in 3 for first
    """

    store: Store
    start: State

    @classmethod
    def of_arena(
        cls,
        arena: Arena[State, Move],
        solver: str,
        status: NDArray[Any],
        payoff: NDArray[Any],
        remoteness: NDArray[Any],
        **about: Any,
    ) -> Solution[State, Move]:
        """Return the solution of an arena from columns with one entry per state.

        Args:
            arena: the states and edges.
            solver: the solver, with its options.
            status: a `Status` for each state.
            payoff: the payoff in the arena's perspective; for states whose status is ENDLESS, the payoff of infinite
                play.
            remoteness: the number of plies until the end for states whose status is ENDED.
            about: further fields of `Info`: `unsound`, `statistics`, `seconds`, `is_part`.
        """
        info = Info(solver, states_from=arena.states_from, edges_from=arena.edges_from, **about)
        # the numbers of members, for which NumPy takes half the time
        value = np.where(status == Status.UNSOLVED.value, UNSOLVED, payoff.astype(np.int64, copy=False))
        plies = np.where(status == Status.ENDLESS.value, INFINITE, remoteness.astype(np.int64, copy=False))
        rules, root = rules_from(arena.game, arena.perspective), arena.states[arena.root]
        initial = rules.initial_state_as_given()
        start = initial if rules.canonical(initial) == root else root
        return cls(ArenaStore.beside(arena, info, value, plies), start)

    def __repr__(self) -> str:
        return f"<Solution of {self.game!r} by {self.solver}: {self.root}>"

    def __len__(self) -> int:
        return self.store.states

    def _repr_html_(self) -> str:
        from gamekit.drawing.board import Board
        from gamekit.drawing.html import heading, paragraph, table

        longest = self.longest_by_value()
        rows = [
            (value.name, f"{number:,}", f"{longest[value]:,}" if value in longest else "")
            for value, number in self.counts().items()
        ]
        whose = "for the player to move" if len(self.game.players) > 1 else "value"
        proof = self.unsound and f"UNSOUND: {self.unsound}. This proves nothing."
        return "".join(
            [
                heading(str(self.root)),
                Board(self.game, self.start)._repr_html_(),
                table((whose, "states", "longest, in plies"), rows),
                paragraph(f"{len(self):,} states and {self.edges:,} edges, solved by {self.solver}."),
                paragraph(proof or "gamekit.verify(solution) checks every state against the rules."),
            ]
        )

    @property
    def game(self) -> Game[State, Move]:
        """The rules of the game."""
        return self.store.game

    @property
    def solver(self) -> str:
        """The solver, with its options."""
        return self.store.info.solver

    @property
    def backend(self) -> str:
        """The rules used to solve the game: "python" (the plain ones) or "compiled"."""
        return self.store.info.backend

    @property
    def method(self) -> str | None:
        """The way in which values propagated to predecessors; only the compiled backend has several methods."""
        return self.store.info.method

    @property
    def unsound(self) -> str | None:
        """The reason why the values cannot be trusted, or None."""
        return self.store.info.unsound

    @property
    def statistics(self) -> Mapping[str, Any]:
        """Statistics of the solver's work, for display."""
        return self.store.info.statistics

    @property
    def seconds(self) -> Mapping[str, float]:
        """Wall time in seconds by phase, as far as it was measured."""
        return self.store.info.seconds

    @property
    def edges(self) -> int:
        """The number of edges; two moves that lead to the same state are one edge."""
        return self.store.edges

    @property
    def states(self) -> Sequence[State]:
        """The states, by place."""
        return States(self.store)

    @cached_property
    def arena(self) -> Arena[State, Move]:
        """The states and edges, in the mover's view if the solution was found in it.

        Raises:
            UnsupportedError: the edges are not kept; `loaded` derives them from the rules again.
        """
        arena: Arena[State, Move] = self.store.arena
        root = self.place_of(self.start)
        return arena if root == arena.root else attrs.evolve(arena, root=root)

    @property
    def root(self) -> Verdict[State]:
        """The verdict on the state from which play starts."""
        return self.verdict_on(self.start)

    @property
    def answer(self) -> Any:
        """The answer in the form the game defines; None if the root is unsolved."""
        return None if self.root.value is Value.UNSOLVED else self.game.answer(self)

    @property
    def status(self) -> NDArray[np.int8]:
        """A `Status` for each state, in the order of iteration."""
        return self._columns[0]

    @property
    def payoff(self) -> NDArray[np.int64]:
        """The payoff to the first player for each state; 0 for unsolved states."""
        return self._columns[1]

    @property
    def remoteness(self) -> NDArray[np.int32]:
        """The number of plies until the end for each state; 0 if the status is not ENDED."""
        return self._columns[2]

    @cached_property
    def _columns(self) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
        store = self.store
        value, plies = store.results().at(slice(None))
        places = np.flatnonzero(value != store.no_state)
        value, plies = value[places], plies[places]
        unsolved, endless = value == store.unsolved, plies == store.infinite
        status = np.where(unsolved, Status.UNSOLVED, np.where(endless, Status.ENDLESS, Status.ENDED))
        payoff = np.where(unsolved, 0, value).astype(np.int64)
        if store.perspective == "mover":
            movers = np.fromiter(map(store.game.to_move, self.states), dtype=np.int8, count=len(value))
            payoff[movers == SECOND] *= -1
        remoteness = np.where(unsolved | endless, 0, plies).astype(np.int32)
        return status.astype(np.int8), payoff, remoteness

    def place_of(self, state: State) -> int:
        """Return the place of a state, or of its canonical representative.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        place = self.store.place_of(state)
        if place is None:
            is_text = isinstance(state, str) and not isinstance(self.start, str)
            hint = "; game.parse_state makes a state of a text" if is_text else ""
            raise UnknownStateError(f"play cannot reach this state: {self.describe(state)}{hint}")
        return place

    def __contains__(self, state: object) -> bool:
        return self.store.place_of(state) is not None

    def describe(self, state: Any) -> str:
        """Return a state as text, even if the game cannot format it."""
        return Rules(self.game).describe(state)

    def named(self, text: str) -> State | None:
        """Return the state that the game formats as `text`, or None; only if states are kept in memory."""
        return cast(State | None, self.store.named(text))

    def __getitem__(self, state: State) -> Verdict[State]:
        return self.verdict_on(state)

    @overload
    def get(self, state: State) -> Verdict[State] | None: ...
    @overload
    def get(self, state: State, default: Default) -> Verdict[State] | Default: ...
    def get(self, state: State, default: Any = None) -> Any:
        """Return the verdict on a state, or `default` if it is not in the solution."""
        try:
            return self[state]
        except UnknownStateError:
            return default

    def __iter__(self) -> Iterator[Verdict[State]]:
        for places in places_of(self.store):
            yield from map(self.verdict, places.tolist())

    def verdict(self, place: int, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on the state at a place.

        Args:
            place: the place of the state; in an arena, its index.
            plies_left: the plies left until the rules' turn limit; all of them by default.

        Raises:
            InputError: the argument is not a place.
        """
        if not isinstance(place, (int, np.integer)) or not 0 <= place < self.store.places:
            raise InputError(
                f"verdict takes a place from 0 to {self.store.places - 1:,}, and verdict_on takes a state; "
                f"this is {safe_repr(place, longest=60)}"
            )
        return self._verdict(self.store.state_at(place), place, plies_left)

    def verdict_on(self, state: State, plies_left: int | None = None) -> Verdict[State]:
        """Return the verdict on a state, as `verdict` returns it for a place.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        return self._verdict(state, self.place_of(state), plies_left)

    def _verdict(self, state: State, place: int, plies_left: int | None) -> Verdict[State]:
        game, store, player = self.game, self.store, int(self.game.to_move(state))
        payoff, remoteness = store.result_at(place)
        if payoff == store.unsolved:
            return Verdict(state, game.players[player], Value.UNSOLVED, None, None, None)
        left = self._limit if plies_left is None else plies_left
        plies: int | None = remoteness
        if remoteness == store.infinite or (left is not None and remoteness > left):
            payoff, plies = endless_payoff(game), None
        elif store.perspective == "mover" and player == SECOND:
            payoff = -payoff
        value = value_of(payoff, player, ended=plies is not None)
        return Verdict(state, game.players[player], value, payoff, plies, winner_at(game, payoff))

    @cached_property
    def _limit(self) -> int | None:
        return turn_limit(self.game)

    def probe(self, codes: NDArray[np.int64]) -> Answers:
        """Return the results of many codes at once.

        Args:
            codes: int64, one-dimensional.

        Raises:
            UnsupportedError: the states have no codes.
            TableError: a block that is needed is damaged.
        """
        store, limit = self.store, self.game.max_plies
        value, plies = store.look_up(np.asarray(codes, dtype=np.int64))
        found = value != store.no_state
        solved = found & (value != store.unsolved)
        ended = solved & (plies != store.infinite)
        if limit is not None:
            ended &= plies <= limit
        payoff = np.where(ended, value, np.where(solved, self.game.infinite_play, 0))
        return Answers(found, solved, payoff, ended, np.where(ended, plies, 0))

    def state_of(self, code: int) -> State:
        """Return the state with this code; if codes are from the mover's view, either of the two states that have it.

        Raises:
            UnsupportedError: the states have no codes.
            UnknownStateError: no state has this code.
        """
        state: State | None = self.store.state_of(code)
        if state is None:
            raise UnknownStateError(
                f"no state of {self.store.info.path or 'this solution'} has the code {code}"
            )
        return state

    def replies(
        self, state: State, plies_left: int | None = None
    ) -> list[tuple[Move, State, Verdict[State]]]:
        """Return each move with the state it leads to and the verdict there, best first.

        Moves of equal worth keep the order in which the game lists them; moves to unsolved states come last. The list
        is empty if the game is over or no plies are left.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        return [reply for _, reply in self._ranked(state, plies_left)]

    def _ranked(self, state: State, left: int | None) -> list[tuple[Any, tuple[Move, State, Verdict[State]]]]:
        """Return the replies to a state with their sort keys, best first, if `left` plies are left."""
        self.place_of(state)
        left = self._limit if left is None else left
        if left == 0 or self.game.outcome(state) is not None:
            return []
        left = None if left is None else left - 1
        player, ranked = self.game.to_move(state), []
        for move in self.game.moves(state):
            verdict, key = self._after(state, move, left), (-math.inf, 0.0)
            if verdict.payoff is not None:
                key = preference_key(player, verdict.payoff, verdict.plies_before, self.game.infinite_play)
            ranked.append((key, (move, verdict.state, verdict)))
        return sorted(ranked, key=itemgetter(0), reverse=True)

    def _after(self, state: State, move: Move, left: int | None) -> Verdict[State]:
        """Return the verdict on the state that a move leads to, if `left` plies are left there."""
        game = self.game
        verdict = self.verdict_on(game.apply(state, move), left)
        if has_conversions(game):
            tier, after = game.tier_of(state), game.tier_of(verdict.state)
            return attrs.evolve(verdict, is_converted=tier != after and game.converts(tier, after))
        return verdict

    def best_moves(self, state: State, plies_left: int | None = None) -> list[Move]:
        """Return the moves that keep the value of the state and lose no time.

        The list is empty if the game is over, no plies are left, or the state is unsolved.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        if self[state].value is Value.UNSOLVED:
            return []
        ranked = self._ranked(state, plies_left)
        return [reply[0] for key, reply in ranked if key == ranked[0][0]]

    def first_best(self, state: State, plies_left: int | None = None) -> list[Move]:
        """Return the first of the best moves alone, which takes no look at the moves after it; or no move.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        verdict, left = self.verdict_on(state, plies_left), self._limit if plies_left is None else plies_left
        is_over = left == 0 or self.game.outcome(state) is not None
        if not is_over and verdict.payoff is not None and self.store.info.unsound is None:
            left = None if left is None else left - 1
            for move in self.game.moves(state):
                after = self._after(state, move, left)
                if (after.payoff, after.plies_before) == (verdict.payoff, verdict.remoteness):
                    return [move]
        return self.best_moves(state, plies_left)[:1]

    def line(self, state: State | None = None) -> Line[State, Move]:
        """Return best play from `state` (the root by default), always choosing the first of the best moves.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        current = self.start if state is None else state
        seen, moves, left = {current: 0}, list[Move](), self._limit
        while best := self.first_best(current, left):
            current = self.game.apply(current, best[0])
            moves.append(best[0])
            if current in seen:
                return Line(self.game, (*seen, current), tuple(moves), seen[current])
            seen[current] = len(moves)
            left = None if left is None else left - 1
        return Line(self.game, tuple(seen), tuple(moves), None)

    def loaded(self, max_states: int = DEFAULT_MAX_STATES) -> Solution[State, Move]:
        """Return the same solution with its arena; if edges are not kept, they are derived from the rules again.

        The arena holds the states of both players, even if a place of this solution stands for two states.

        Args:
            max_states: the largest number of states to hold with their edges.

        Raises:
            UnsupportedError: there are too many states to hold.
            TableError: a block is damaged, or states contradict each other.
            RulesError: the solution lacks a state that play reaches.
        """
        derive = partial(ArenaStore.derived, start=self.start, max_states=max_states)
        return attrs.evolve(self, store=self.store.with_edges(derive))

    def as_played(self) -> Solution[State, Move]:
        """Return the same solution with an arena of both players' states, if its arena has the mover's view.

        Any other solution is returned as it is.
        """
        is_halved = self.store.perspective == "mover" and self.store.edges_are_plain
        return self.loaded() if is_halved else self

    def starting_from(self, state: State) -> Solution[State, Move]:
        """Return the same solution with another root.

        Raises:
            UnknownStateError: the state is not in the solution.
        """
        self.place_of(state)
        return attrs.evolve(self, start=state)

    def tally(self) -> Statistics:
        """Return the number of states by value and remoteness, with all plies of the turn limit left."""
        return self._statistics

    @cached_property
    def _statistics(self) -> Statistics:
        return statistics_of(self.store)

    @property
    def _is_of_either(self) -> bool:
        """Whether each place stands for a state of either player."""
        store = self.store  # the rules, which may have to be compiled, are asked last
        if store.perspective != "mover" or not isinstance(store, CodeStore):
            return False
        return store.batch.rules.passed is not None

    @cached_property
    def _both_sides(self) -> Solution[State, Move]:
        """The solution itself, or the same solution with a place for each state of either player.

        Raises:
            UnsupportedError: the solution is from the mover's view, and has too many states to hold with their edges.
        """
        return self.loaded() if self.store.perspective == "mover" else self
