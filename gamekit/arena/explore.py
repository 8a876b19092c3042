"""`explore`: derive the arena of a game from its rules."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import Any, Generic, Literal

import attrs
import numpy as np

from gamekit.arena.arena import MAX_EDGES, Arena, array_of, edges_between, too_many_edges
from gamekit.arena.csr import Adjacency, indptr_of
from gamekit.errors import Advice, RulesError, UnknownStateError
from gamekit.game.checked_rules import STATES_A_REPORT, Rules
from gamekit.game.checked_values import PAYOFF_LIMIT
from gamekit.game.limits import DEFAULT_MAX_STATES, too_many_states
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, Move, State, supplies
from gamekit.game.representatives import check_representatives
from gamekit.game.values import FIRST


def explore(
    game: Game[State, Move],
    *,
    start: State | None = None,
    max_states: int = DEFAULT_MAX_STATES,
    max_edges: int = MAX_EDGES,
    within: int | None = None,
    movers_view: bool = False,
    progress: ProgressCallback | None = None,
) -> Arena[State, Move]:
    """Return the arena of a game.

    If the game supplies `states` and `predecessors`, these give the states and edges. With `states` alone, the moves
    give the edges. With neither, a breadth-first search from `start` finds both, and indices ascend with the distance
    from it.

    Args:
        game: the rules.
        start: the state from which to start; by default, the game's initial state.
        max_states: the largest number of states allowed.
        max_edges: the largest number of edges allowed.
        within: the largest distance from the start in plies; states at that distance get no edges. If it is given, the
            search runs even if the game lists its states.
        movers_view: whether to hold only one of two states that differ only by an exchange of the players, as the mover
            sees it, if the game says that its players are alike.
        progress: called every few thousand states with the phase, and the numbers of finished and of all states.

    Raises:
        RulesError: the game breaks a promise of the protocol.
        LimitError: there are more than `max_states` states, or `max_edges` edges.
        UnknownStateError: the game lists its states, and `start` is not one of them.

    >>> from games.nim import Nim
    >>> explore(Nim(heaps=(1, 1)))
    <Arena of Nim(heaps=(1, 1), misere=False): 3 states, 2 edges>
    """
    rules, progress = (rules_for_solving if movers_view else Rules)(game), progress or silent
    columns = _Columns(rules)
    origin = rules.initial_state() if start is None else rules.start(start)
    if within is None and start is None:
        rules.invoke("check_size", max_states)  # before anything is listed
    check_representatives(rules, origin)
    if within is not None or not supplies(game, "states"):
        return _search(columns, origin, max_states, max_edges, within, progress)

    states = listed_states(rules, max_states)
    index = dict(zip(states, range(len(states)), strict=True))
    if origin not in index:
        if start is None:
            rules.breach("states", origin, "leaves out this state, the initial one")
        raise UnknownStateError(f"{rules.in_brief(origin)} is not a state that {rules.name}.states() lists")
    for i in range(0, len(states), STATES_A_REPORT):
        progress("evaluating states", i, len(states))
        columns.add(states[i : i + STATES_A_REPORT])
    backwards = supplies(game, "predecessors")
    method: Literal["predecessors", "moves"] = "predecessors" if backwards else "moves"

    def report(done: int) -> None:
        progress("listing predecessors" if backwards else "listing moves", done, len(states))

    with nullcontext() if backwards else rules.unchanged(states, index):
        edges = edges_between(method, rules, states, columns.terminal, index, max_edges, report)
    if backwards:
        edges = _without_ends(rules, states, columns.terminal, edges)
    return columns.arena(
        states=states, index=index, root=index[origin], states_from="states", edges_from=method, given=edges
    )


@attrs.frozen
class _Columns(Generic[State, Move]):
    """The results of the rules for each state, in the order of the states."""

    rules: Rules[State, Move]
    mover: bytearray = attrs.field(factory=bytearray)
    terminal: bytearray = attrs.field(factory=bytearray)
    payoff: list[int] = attrs.field(factory=list)

    def add(self, states: Sequence[State]) -> None:
        outcomes, movers = self.rules.evaluate(states)
        self.mover.extend(movers)
        self.terminal.extend([outcome is not None for outcome in outcomes])
        self.payoff.extend([outcome or 0 for outcome in outcomes])

    def adder(self) -> Callable[[State], bool]:
        """Return a function that records a state's mover, end and payoff, and returns whether the state is terminal.

        The function calls the game directly and checks the results itself, because the loop is hot.
        """
        rules, players = self.rules, len(self.rules.game.players)
        outcome_of, mover_of, is_movers = rules.game.outcome, rules.game.to_move, rules.perspective == "mover"
        add_mover, add_end, add_payoff = self.mover.append, self.terminal.append, self.payoff.append

        def add(state: State) -> bool:
            try:
                outcome, mover = outcome_of(state), mover_of(state)
                is_payoff = outcome is None or (
                    type(outcome) is int and -PAYOFF_LIMIT <= outcome <= PAYOFF_LIMIT
                )
                is_right = is_payoff and type(mover) is int and 0 <= mover < players
            except Exception:
                is_right = False  # it is raised again below
            if not is_right:
                outcome, mover = rules.outcome(state), rules.mover(state)
            elif is_movers and mover:
                outcome, mover = outcome and -outcome, FIRST
            ends = outcome is not None
            add_mover(mover)
            add_end(ends)
            add_payoff(outcome or 0)
            return ends

        return add

    def arena(self, **fields: Any) -> Arena[State, Move]:
        return Arena(
            game=self.rules.game,
            mover=np.frombuffer(self.mover, dtype=np.int8),
            terminal=np.frombuffer(self.terminal, dtype=np.bool_),
            payoff=np.asarray(array_of("q", self.payoff)),
            perspective=self.rules.perspective,
            **fields,
        )


def _search(
    columns: _Columns[State, Move],
    origin: State,
    max_states: int,
    max_edges: int,
    within: int | None,
    progress: ProgressCallback,
) -> Arena[State, Move]:
    rules = columns.rules
    states = [origin]
    index = {origin: 0}
    number = index.setdefault
    targets, recent, degrees = array("i"), list[int](), list[int]()  # arrays grow slowly
    plies, rim = 0, 1  # the states from `rim` on are one ply further
    size, add_targets, add_degree, add = 1, recent.extend, degrees.append, columns.adder()
    look = min(16 * STATES_A_REPORT, max_states)
    with rules.unchanged(states, index):
        for i, state in enumerate(states):  # grows while it is walked
            if i == rim:
                plies, rim = plies + 1, len(states)
            if not i % STATES_A_REPORT:
                progress("exploring", i, None)
                targets.extend(array_of("i", recent))
                recent.clear()
            if add(state) or plies == within:
                add_degree(0)
                continue
            children: dict[int, None] = {}
            child = state
            try:
                for child in rules.children(state):
                    j = number(child, size)
                    if j == size:
                        states.append(child)
                        size += 1
                    children[j] = None
            except Exception:
                rules.hashable(child)
                raise
            add_targets(children)
            add_degree(len(children))
            if size > look:  # states with many children are long to expand
                _check_limit(rules.game, size, max_states)
                look = min(size + 16 * STATES_A_REPORT, max_states)
                progress("exploring", i, None)
            if len(targets) + len(recent) > max_edges:
                raise too_many_edges(rules, max_edges)
    targets.extend(array_of("i", recent))
    edges = Adjacency.of_degrees(array_of("q", degrees), targets)
    return columns.arena(
        states=states, index=index, root=0, states_from="exploration", edges_from="moves", given=edges
    )


def listed_states(rules: Rules[State, Move], max_states: int) -> list[State]:
    """Return the states that a game lists; raises `LimitError` if there are more than `max_states`."""
    states = rules.states(at_most=max_states)
    _check_limit(rules.game, len(states), max_states)
    return states


def _check_limit(game: Game[Any, Any], states: int, max_states: int) -> None:
    if states > max_states:
        nobody_set_it = max_states == DEFAULT_MAX_STATES
        more = [Advice("check", "looks for faults of the rules")] if nobody_set_it else []
        raise too_many_states(type(game).__name__, max_states, *more)


def _without_ends(
    rules: Rules[Any, Any], states: list[Any], terminal: bytearray, backwards: Adjacency
) -> Adjacency:
    """Return the edges without those from terminal states; raise if a state with moves is nobody's predecessor."""
    named = bytearray(terminal)
    np.frombuffer(named, dtype=np.bool_)[backwards.indices] = True
    if (i := named.find(0)) >= 0:
        for child in rules.children(states[i]):
            rules.outcome(child)  # raises if it is this state that is at fault, or where it leads to
        state = rules.in_brief(states[i])
        raise RulesError(
            "every state in which play goes on must be among the predecessors of its children; "
            f"{rules.name}.predecessors(...) never names {state}"
        )
    is_inside = ~np.frombuffer(terminal, dtype=np.bool_)[backwards.indices]
    return Adjacency(indptr_of(is_inside)[backwards.indptr], backwards.indices[is_inside])
