"""The states that a check of the rules examines, found without trusting the game.

They are all states, breadth-first, if there are few enough, and otherwise those of random walks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from itertools import chain, count
from typing import Any, Final

import attrs

from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import Breach, Check, Record, fault_of
from gamekit.testing.state_checks import RULES

_STRIDE = 256  # states between two calls of the progress callback
_LONGEST_WALK = 60  # moves
_WALKS_A_STRIDE = 10  # walks between two calls of the progress callback

MOVES_A_STATE: Final = 10
"""The number of moves per state that bounds on states assume. Checks make every move, so games with more moves per
state are sampled from fewer states on, and walked for fewer moves."""

Wrong = tuple[list[int], Breach]
"""The choices made on a walk until something went wrong, and the breach."""


@attrs.define
class Places:
    """States in the order they were found, each with the number of the state before it and the move that led to it.

    States are identified by number, because a state that a faulty game has changed cannot be looked up any more.
    """

    complete: bool = True
    moves: int = 0  # of the states explored
    states: list[Any] = attrs.field(factory=list)
    found_from: list[tuple[int, str] | None] = attrs.field(factory=list)
    numbers: dict[Hashable, int] = attrs.field(factory=dict)

    def add(self, state: Hashable, found_from: tuple[int, str] | None) -> None:
        """Append a state unless it is known."""
        new = len(self.states)
        if self.numbers.setdefault(state, new) == new:
            self.states.append(state)
            self.found_from.append(found_from)

    def way_to(self, number: int) -> tuple[str, ...] | None:
        """Return the moves that lead to a state; None if the state is listed, but no play was found to reach it."""
        moves: list[str] = []
        while step := self.found_from[number]:
            number, move = step
            moves.append(move)
        return tuple(reversed(moves)) if number == 0 else None


def enumerate_states(record: Record, max_states: int) -> Places:
    """Return all states, the initial one and those nearest to it first, or about `max_states` of them.

    Games with many moves per state (`MOVES_A_STATE`) give fewer states. These are the states that play can reach, their
    representatives, and the states reachable from those that the game lists. The rules of each state are checked on the
    way, and a state that breaks them is not explored any further.
    """
    places = Places()
    explored = 0
    for start in chain([record.probe.origin], record.probe.listed or ()):
        places.add(start, None)
        while explored < len(places.states):
            if explored % _STRIDE == 0:
                record.progress("exploring", explored, None)
            _explore(record, places, explored)
            explored += 1
            if "apply" in record.breaches:
                return places  # the state may be spoilt, and with it others that share its parts
            if len(places.states) > max_states or places.moves > max_states * MOVES_A_STATE:
                places.complete = False
                return places
    return places


def _explore(record: Record, places: Places, number: int) -> None:
    """Check the rules of one state and, if they hold, add the states that are one step away."""
    probe, state = record.probe, places.states[number]
    record.states[state] = None
    walk = partial(places.way_to, number)
    if not all(record.attempt(check.name, check.run, probe, state, walk=walk) for check in RULES):
        return

    def collect() -> None:
        moves = probe.moves(state)
        places.moves += len(moves)
        for move in moves:
            child = probe.call("apply", state, move)
            if child not in places.numbers:
                places.add(child, (number, probe.describe_move(state, move)))

    record.attempt("apply", collect, walk=walk)  # fails only if the game is fickle
    if fault_of(probe, "canonical_state", probe.canonical, state) is None:
        places.add(probe.canonical(state), (number, "symmetry"))


def nearest_breach(probe: Probe, places: Places, check: Check, within: int) -> Breach | None:
    """Return the breach that `check` finds in the first of these states to which fewer than `within` moves lead."""
    for number, state in enumerate(places.states):
        walk = places.way_to(number) or ()
        if len(walk) >= within:
            return None
        if fault := fault_of(probe, check.name, check.run, probe, state):
            return Breach.of(check.name, fault, walk)
    return None


def sample(record: Record, nearby: Places, checks: list[Check], examples: int) -> None:
    """Run these checks, first those of the rules, in the states of random walks, and record failures.

    After a failure the walks start again without the check that failed, so that one does not hide another. The breach
    recorded is the nearest among the states `nearby`, or else the one after the shortest walk.
    """
    active = {check.name: check for check in checks}
    record.checks.update(dict.fromkeys(active))
    while breach := _shortest_breach(record, [*active.values()], examples):
        check = active.pop(breach.check)
        nearest = nearest_breach(record.probe, nearby, check, within=len(breach.walk or ()))
        record.breaches[check.name] = nearest or breach
        if check in RULES:
            break


def _walk(record: Record, checks: list[Check], length: int, choose: Callable[[int], int]) -> Wrong | None:
    """Walk from the initial state, running checks in each state not yet found good, until something goes wrong.

    At most `length` moves are made, fewer if states have many moves; `choose` returns a number below its argument.
    """
    probe = record.probe
    choices: list[int] = []
    steps: list[str] = []
    met = 0
    try:
        state = probe.call("initial_state")
        while True:
            for check in checks if state not in record.states else ():
                if fault := fault_of(probe, check.name, check.run, probe, state):
                    return choices, Breach.of(check.name, fault, tuple(steps))
            record.states[state] = None
            if len(steps) == length or not (moves := probe.moves(state)):
                return None
            met += len(moves)
            if met > _LONGEST_WALK * MOVES_A_STATE:
                return None
            choices.append(choose(len(moves)))
            steps.append(probe.describe_move(state, moves[choices[-1]]))
            state = probe.call("apply", state, moves[choices[-1]])
    except PromiseError as fault:  # the same calls went well before: the game is fickle
        return choices, Breach.of("apply", fault, tuple(steps))


def _shortest_breach(record: Record, checks: list[Check], examples: int) -> Breach | None:
    from hypothesis import Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import FailedHealthCheck, Flaky, NoSuchExample

    breaches: list[Wrong] = []
    walks = count()

    def goes_wrong(data: st.DataObject) -> bool:
        if (walked := next(walks)) % _WALKS_A_STRIDE == 0:
            record.progress("walking", min(walked, examples), examples)
        length = data.draw(st.integers(0, _LONGEST_WALK))
        wrong = _walk(record, checks, length, lambda number: data.draw(st.integers(0, number - 1)))
        if wrong is not None:
            breaches.append(wrong)
        return wrong is not None

    phases = [Phase.generate, Phase.shrink]
    thorough = settings(max_examples=examples, derandomize=True, database=None, deadline=None, phases=phases)
    # No breach, a fickle game, or a walk inside a test of Hypothesis: `found` has whatever went wrong.
    with suppress(NoSuchExample, Flaky, FailedHealthCheck):
        find(st.data(), goes_wrong, settings=thorough)
    return min(breaches, key=lambda wrong: (len(wrong[0]), wrong[0]))[1] if breaches else None
