"""Every state of a game that has few enough, found breadth-first without trusting the game."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from itertools import chain
from typing import Any

import attrs

from gamekit.testing.probe import Probe
from gamekit.testing.report import Breach, Check, Record, fault_of
from gamekit.testing.state_checks import RULES

_STRIDE = 256


@attrs.define
class Places:
    """States in the order they were found, each with the number of the one it was found from and the move made there.

    They are known by number, because a state that a faulty game has changed cannot be looked up any more.
    """

    complete: bool = True
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
        """Return the moves that lead to a state; None if it is listed, but no play was found to reach it."""
        moves: list[str] = []
        while step := self.found_from[number]:
            number, move = step
            moves.append(move)
        return tuple(reversed(moves)) if number == 0 else None


def enumerate_states(record: Record, max_states: int) -> Places:
    """Return all states, the initial one and those nearest to it first, or some `max_states` of them.

    They are the states that play can reach, their representatives, and the states reachable from those that the game
    lists. The rules of each are checked on the way, and a state that breaks them is not explored any further.
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
            if len(places.states) > max_states:
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
        for move in probe.moves(state):
            child = probe.call("apply", state, move)
            if child not in places.numbers:
                places.add(child, (number, probe.describe_move(state, move)))

    record.attempt("apply", collect, walk=walk)  # fails only if the game is fickle
    if fault_of(probe, "canonical_state", probe.canonical, state) is None:
        places.add(probe.canonical(state), (number, "symmetry"))


def nearest_breach(probe: Probe, places: Places, check: Check, within: int) -> Breach | None:
    """Return the breach that `check` finds in the first of these states that fewer than `within` moves lead to."""
    for number, state in enumerate(places.states):
        walk = places.way_to(number) or ()
        if len(walk) >= within:
            return None
        if fault := fault_of(probe, check.name, check.run, probe, state):
            return Breach.of(check.name, fault, walk)
    return None
