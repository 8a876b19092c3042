"""Every state of a game that has few enough, found breadth-first without trusting the game."""

from __future__ import annotations

from collections.abc import Hashable
from functools import partial
from itertools import chain
from typing import Any

import attrs

from gamekit.testing.checks import RULES, Check
from gamekit.testing.probe import Probe
from gamekit.testing.record import Record, fault_of

_STRIDE = 256


@attrs.frozen
class Places:
    """States in the order they were found, each with the state it was found from and the move that led there."""

    came_from: dict[Hashable, tuple[Hashable, str] | None]

    def way_to(self, state: Hashable) -> tuple[str, ...] | None:
        """Return the moves that lead to a state; None if it is listed, but no play was found to reach it."""
        steps: list[str] = []
        while step := self.came_from[state]:
            state, move = step
            steps.append(move)
        return tuple(reversed(steps)) if state == next(iter(self.came_from)) else None


def enumerate_states(probe: Probe, record: Record, max_states: int) -> Places | None:
    """Return all states, the initial one and those nearest to it first, or None if there are too many.

    Found are the states that play can reach, their representatives, and what can be reached from those that the game
    lists. The rules of each are checked on the way, and from a state that breaks them nothing is explored.
    """
    places = Places({})
    came_from = places.came_from
    for start in chain([probe.ask("initial_state")], probe.listed or ()):
        if start in came_from:
            continue
        came_from[start] = None
        queue = [start]
        for state in queue:  # grows while it is walked
            record.states[state] = None
            if len(record.states) % _STRIDE == 0:
                record.progress("exploring", len(record.states), None)
            for child, step in _steps(state, probe, record, places):
                if child not in came_from:
                    came_from[child] = (state, step)
                    queue.append(child)
            if "apply" in record.breaches:
                return places  # the state may be spoilt, and with it others that share its parts
            if len(came_from) > max_states:
                return None
    return places


def _steps(state: Any, probe: Probe, record: Record, places: Places) -> list[tuple[Any, str]]:
    """Return the states one step away, each with the move in words; none where the rules do not hold."""
    walk = partial(places.way_to, state)
    if not all(record.attempt(check.name, partial(check.run, probe, state), walk) for check in RULES):
        return []
    steps: list[tuple[Any, str]] = []

    def collect() -> None:
        for move in probe.moves(state):
            steps.append((probe.ask("apply", state, move), probe.describe_move(state, move)))

    record.attempt("apply", collect, walk)  # fails only if the game is fickle
    if fault_of(probe, "canonical_state", partial(probe.canonical, state)) is None:
        steps.append((probe.canonical(state), "symmetry"))
    return steps


def check_everywhere(probe: Probe, record: Record, places: Places, checks: list[Check]) -> None:
    """Make these checks in every state, each until it fails."""
    for i, state in enumerate(record.states):
        if i % _STRIDE == 0:
            record.progress("checking", i, len(record.states))
        for check in checks:
            if check.name not in record.breaches:
                record.attempt(check.name, partial(check.run, probe, state), partial(places.way_to, state))
