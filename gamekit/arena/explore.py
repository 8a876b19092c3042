"""`explore`: from the rules of a game to its arena."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from typing import Any, Generic, Literal

import attrs
import numpy as np

from gamekit.arena.adjacency import Adjacency, offsets_of
from gamekit.arena.arena import Arena
from gamekit.arena.limits import too_many_states
from gamekit.arena.rules import STRIDE, Rules
from gamekit.errors import RulesError, UnknownStateError
from gamekit.game import Game, Move, State, supplies

DEFAULT_MAX_STATES = 5_000_000
"""How many states `explore` holds before it gives up: some 2 to 4 GB where a state is a small tuple."""

ProgressCallback = Callable[[str, int, int | None], None]
"""Called now and then with what is being done, how much of it is done, and how much there is if that is known."""


def explore(
    game: Game[State, Move],
    *,
    start: State | None = None,
    max_states: int = DEFAULT_MAX_STATES,
    progress: ProgressCallback | None = None,
) -> Arena[State, Move]:
    """Return the arena of a game.

    Where the game supplies `states` and `predecessors`, they are all that is asked; with `states` alone the
    moves give the edges; with neither, breadth-first search from `start` finds both, so that indices ascend
    with the distance from it.

    Args:
        game: the rules.
        start: the state to start from; the game's initial state by default.
        max_states: how many states may be held at once.
        progress: told about the work every few thousand states.

    Raises:
        RulesError: the game breaks a promise of the protocol.
        LimitError: there are more than `max_states` states.
        UnknownStateError: the game lists its states, and `start` is not one of them.

    >>> from games.nim import Nim
    >>> explore(Nim(heaps=(1, 1)))
    <Arena of Nim(heaps=(1, 1), misere=False): 3 states, 2 edges>
    """
    rules = Rules(game)
    origin = rules.initial_state() if start is None else rules.canonical(start)
    if not supplies(game, "states"):
        return _search(rules, origin, max_states, progress)

    states = rules.states(at_most=max_states)
    _check_limit(game, len(states), max_states)
    index = {state: i for i, state in enumerate(states)}
    if origin not in index:
        if start is None:
            rules.breach("states", origin, "leaves out this state, the initial one")
        raise UnknownStateError(f"state cannot occur: {rules.in_brief(origin)} is not among states()")
    if supplies(game, "predecessors"):
        return _link_backwards(rules, states, index, origin, progress)
    return _link_forwards(rules, states, index, origin, progress)


def _search(
    rules: Rules[State, Move], origin: State, max_states: int, progress: ProgressCallback | None
) -> Arena[State, Move]:
    columns = _Columns(rules)
    states = [origin]
    index = {origin: 0}
    number = index.setdefault
    targets, degrees = array("i"), array("q")
    for i, state in enumerate(states):  # grows while it is walked
        if progress and not i % STRIDE:
            progress("exploring", i, None)
        children = [] if columns.note(state) else rules.successors(state)
        for child in children:
            j = number(child, len(states))
            if j == len(states):
                states.append(child)
            targets.append(j)
        degrees.append(len(children))
        _check_limit(rules.game, len(states), max_states)
        rules.check_edges(len(targets))
    return columns.arena(states, index, 0, "exploration", "moves", _adjacency(degrees, targets))


def _link_backwards(
    rules: Rules[State, Move],
    states: list[State],
    index: dict[State, int],
    origin: State,
    progress: ProgressCallback | None,
) -> Arena[State, Move]:
    columns = _Columns(rules)
    sources, degrees = array("i"), array("q")
    find = index.__getitem__
    for i, state in enumerate(states):
        if progress and not i % STRIDE:
            progress("listing predecessors", i, len(states))
        columns.note(state)
        before = len(sources)
        parents = rules.predecessors(state)
        try:
            sources.extend(map(find, parents))
        except (KeyError, TypeError):
            stray = next(parent for parent in parents if rules.hashable(parent) not in index)
            rules.breach("predecessors", state, f"lists {rules.in_brief(stray)}, which states() leaves out")
        degrees.append(len(sources) - before)
        rules.check_edges(len(sources))
    given = _adjacency(degrees, sources)
    _check_ways_on(rules, states, columns.terminal, given)
    return columns.arena(states, index, index[origin], "states", "predecessors", given)


def _link_forwards(
    rules: Rules[State, Move],
    states: list[State],
    index: dict[State, int],
    origin: State,
    progress: ProgressCallback | None,
) -> Arena[State, Move]:
    columns = _Columns(rules)
    for i, state in enumerate(states):
        if progress and not i % STRIDE:
            progress("asking for outcomes", i, len(states))
        columns.note(state)

    def tell(done: int) -> None:
        if progress:
            progress("asking for moves", done, len(states))

    targets, degrees = rules.link(states, columns.terminal, index, tell)
    return columns.arena(states, index, index[origin], "states", "moves", _adjacency(degrees, targets))


@attrs.frozen
class _Columns(Generic[State, Move]):
    """What the rules say of each state on its own, noted in the order of the states."""

    rules: Rules[State, Move]
    mover: bytearray = attrs.field(factory=bytearray)
    terminal: bytearray = attrs.field(factory=bytearray)
    payoff: array[int] = attrs.field(factory=lambda: array("i"))

    def note(self, state: State) -> bool:
        """Note who moves in a state and whether and how play ends there; tell whether it does."""
        outcome = self.rules.outcome(state)
        self.mover.append(self.rules.mover(state))
        ends = outcome is not None
        self.terminal.append(ends)
        self.payoff.append(outcome or 0)
        return ends

    def arena(
        self,
        states: list[State],
        index: dict[State, int],
        root: int,
        states_from: Literal["states", "exploration"],
        edges_from: Literal["predecessors", "moves"],
        given: Adjacency,
    ) -> Arena[State, Move]:
        return Arena(
            game=self.rules.game,
            states=states,
            index=index,
            root=root,
            mover=np.frombuffer(self.mover, dtype=np.int8),
            terminal=np.frombuffer(self.terminal, dtype=np.bool_),
            payoff=np.asarray(self.payoff, dtype=np.int32),
            states_from=states_from,
            edges_from=edges_from,
            given=given,
        )


def _check_limit(game: Game[Any, Any], states: int, max_states: int) -> None:
    if states > max_states:
        nobody_set_it = max_states == DEFAULT_MAX_STATES
        advice = (
            "; gamekit plan estimates how many there are, gamekit check looks for faults of the rules"
            if nobody_set_it
            else ""
        )
        raise too_many_states(type(game).__name__, max_states, advice)


def _check_ways_on(
    rules: Rules[Any, Any], states: list[Any], terminal: bytearray, backwards: Adjacency
) -> None:
    """Refuse predecessors that lead out of a terminal state or leave another one without a way on."""
    leads_on = np.bincount(backwards.targets, minlength=len(states)) > 0
    ends = np.frombuffer(terminal, dtype=np.bool_)
    for i in np.flatnonzero(leads_on == ends)[:1].tolist():
        if not ends[i]:
            rules.moves(states[i])  # raises if it is this state that is at fault
        name, state = rules.name, rules.in_brief(states[i])
        raise RulesError(
            f"{name}.predecessors(...) names {state}, but the game is over there"
            if ends[i]
            else f"{name}.predecessors(...) never names {state}, but moves lead on from there"
        )


def _adjacency(degrees: Iterable[int], targets: Iterable[int]) -> Adjacency:
    return Adjacency(offsets_of(np.asarray(degrees, dtype=np.int64)), np.asarray(targets, dtype=np.int32))
