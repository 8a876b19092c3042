"""Every state of a game that has few enough, found breadth-first without trusting the game."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from itertools import chain
from typing import Any

import attrs

from gamekit.testing.probe import Probe
from gamekit.testing.record import Record, fault_of
from gamekit.testing.report import Breach
from gamekit.testing.state_checks import RULES, Check

_STRIDE = 256


@attrs.define
class Places:
    """States in the order they were found, each with the number of the one it was found from and the move made there.

    They are known by number, for a state that a faulty game has changed is not found any more.
    """

    complete: bool = True
    states: list[Any] = attrs.field(factory=list)
    found_from: list[tuple[int, str] | None] = attrs.field(factory=list)
    numbers: dict[Hashable, int] = attrs.field(factory=dict)

    def add(self, state: Hashable, found_from: tuple[int, str] | None) -> None:
        """Take down a state, if it is a new one."""
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


def enumerate_states(probe: Probe, record: Record, max_states: int) -> Places:
    """Return all states, the initial one and those nearest to it first, or some `max_states` of them.

    Found are the states that play can reach, their representatives, and what can be reached from those that the game
    lists. The rules of each are checked on the way, and from a state that breaks them nothing is explored.
    """
    places = Places()
    explored = 0
    for start in chain([probe.origin], probe.listed or ()):
        places.add(start, None)
        while explored < len(places.states):
            if explored % _STRIDE == 0:
                record.progress("exploring", explored, None)
            _explore(probe, record, places, explored)
            explored += 1
            if "apply" in record.breaches:
                return places  # the state may be spoilt, and with it others that share its parts
            if len(places.states) > max_states:
                places.complete = False
                return places
    return places


def _explore(probe: Probe, record: Record, places: Places, number: int) -> None:
    """Check the rules of one state and, if they hold, take down those that are one step away."""
    state = places.states[number]
    record.states[state] = None
    walk = partial(places.way_to, number)
    if not all(record.attempt(check.name, partial(check.run, probe, state), walk) for check in RULES):
        return

    def collect() -> None:
        for move in probe.moves(state):
            places.add(probe.ask("apply", state, move), (number, probe.describe_move(state, move)))

    record.attempt("apply", collect, walk)  # fails only if the game is fickle
    if fault_of(probe, "canonical_state", partial(probe.canonical, state)) is None:
        places.add(probe.canonical(state), (number, "symmetry"))


def check_everywhere(probe: Probe, record: Record, places: Places, checks: list[Check]) -> None:
    """Make these checks in every state, each until it fails."""
    for number, state in enumerate(places.states):
        if number % _STRIDE == 0:
            record.progress("checking", number, len(places.states))
        for check in checks:
            if check.name not in record.breaches:
                record.attempt(check.name, partial(check.run, probe, state), partial(places.way_to, number))


def nearest_breach(probe: Probe, places: Places, check: Check, within: int) -> Breach | None:
    """Return what a check finds wrong in the first of these states that fewer than so many moves lead to."""
    for number, state in enumerate(places.states):
        walk = places.way_to(number) or ()
        if len(walk) >= within:
            return None
        if fault := fault_of(probe, check.name, partial(check.run, probe, state)):
            return Breach(check.name, fault.method, fault.call, fault.what, walk)
    return None
