"""`difference`: where two solutions of one game disagree."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solution.store import Store, ranges

MAX_LOOK_UPS: Final = 100_000
"""These take some seconds."""


def difference(
    solution: Solution[Any, Any], reference: Solution[Any, Any], max_look_ups: int = MAX_LOOK_UPS
) -> tuple[int, str | None]:
    """Return how many states were compared, and a state with both verdicts if the solutions disagree.

    Only states that both solutions solve are compared. A solution beside an arena may cover a part of the states; any
    other must have all of them. If the root is among the states that differ, it is named, else the first of them.

    Args:
        solution: of the same game and start as `reference`.
        reference: what it is compared with.
        max_look_ups: how many states are looked up where places cannot be compared; of more, a sample of this size.
    """
    ours, theirs = solution.store.arrangement, reference.store.arrangement
    if ours is None or ours != theirs:
        compared, state = _by_state(solution, reference, max_look_ups)
    else:
        compared, state = _by_place(solution, reference)
    if state is None:
        return compared, None
    found = solution.get(state) or "no such state"
    return compared, f"{reference.describe(state)}: {found}, not {reference[state]}"


def _by_place(solution: Solution[Any, Any], reference: Solution[Any, Any]) -> tuple[int, Any]:
    root = reference.place_of(reference.start)
    compared, first = 0, None
    for part in ranges(reference.store.places):
        (ours, our_states), (theirs, their_states) = (_results(s.store, part) for s in (solution, reference))
        differs = our_states & their_states & (ours != theirs).any(axis=0)
        compared += int(np.count_nonzero(our_states & their_states))
        if part.start <= root < part.stop and differs[root - part.start]:
            first = root
        elif first is None and differs.any():
            first = part.start + int(np.argmax(differs))
    return compared, None if first is None else reference.store.state_at(first)


def _results(store: Store, part: slice) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return values and remotenesses, -1 where play never ends; and where there is a state with a value."""
    values, plies = store.values(part), store.remoteness(part).astype(np.int64)
    plies[plies == store.infinite] = -1
    return np.stack([values, plies]), (values != store.no_state) & (values != store.unsolved)


def _by_state(
    solution: Solution[Any, Any], reference: Solution[Any, Any], max_look_ups: int
) -> tuple[int, Any]:
    states: Any = reference.states
    if len(states) > max_look_ups:
        states = random.Random(0).sample(list(states), max_look_ups)
    is_part = solution.store.may_be_partial
    compared, first = 0, None
    for state in states:
        found, expected = solution.get(state), reference[state]
        if expected.value is Value.UNSOLVED or (is_part if found is None else found.value is Value.UNSOLVED):
            continue
        compared += 1
        if found != expected and (first is None or state == reference.start):
            first = state
    return compared, first
