"""`edges_between`: the edges of listed states, from the moves or from the predecessors that a game names."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from struct import error, pack
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from gamekit.arena.csr import Adjacency
from gamekit.errors import LimitError, RulesError
from gamekit.game.checked_rules import MAX_MOVES, STRIDE, Rules
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.protocol import State, supplies

MAX_EDGES: Final = 250_000_000
"""An arena with more edges than this is refused: they and their reverse take some 5 GB."""

TOGETHER: Final = 256
"""The number of states whose predecessors are held at once: more fall out of the processor's cache."""


def edges_between(
    method: Literal["moves", "predecessors"],
    rules: Rules[State, Any],
    states: Sequence[State],
    terminal: Sequence[Any] | NDArray[np.bool_],
    index: Mapping[State, int],
    max_edges: int = MAX_EDGES,
    progress: Callable[[int], None] | None = None,
) -> Adjacency:
    """Return the edges between states: forwards from their moves, or backwards from their predecessors.

    Args:
        method: where the edges come from.
        rules: the rules that name them.
        states: the states.
        terminal: whether each state is terminal; then it has no moves.
        index: the index of each state.
        max_edges: the largest number of edges held at once.
        progress: called with the number of finished states, every `STRIDE` states.

    Raises:
        RulesError: the rules lead to a state that is not among `states`.
        LimitError: there are more than `max_edges` edges.
    """
    verb, find = ("leads to", rules.successors) if method == "moves" else ("lists", rules.predecessors)
    degrees, indices = array("q"), array("i")
    for first in range(0, len(states), TOGETHER):
        if progress and not first % STRIDE:
            progress(first)
        some = states[first : first + TOGETHER]
        if method == "predecessors" and _add_together(rules, some, index, max_edges, degrees, indices):
            continue
        for state, ends in zip(some, terminal[first : first + TOGETHER], strict=True):
            if ends and method == "moves":
                degrees.append(0)
                continue
            found = find(state)
            try:
                indices.extend(map(index.__getitem__, found))
            except (KeyError, TypeError):
                stray = next(other for other in found if rules.hashable(other) not in index)
                if method == "moves":
                    rules.outcome(stray)  # raises if it is not even a state
                rules.breach(method, state, f"{verb} {rules.in_brief(stray)}, which states() leaves out")
            degrees.append(len(found))
            if len(indices) > max_edges:
                raise too_many_edges(rules, max_edges)
    return Adjacency.of_degrees(degrees, indices)


def too_many_edges(rules: Rules[Any, Any], max_edges: int) -> LimitError:
    """Return the error about more edges than there is memory for."""
    return LimitError(f"{rules.name} has more than {max_edges:,} edges, the most that an arena holds")


def array_of(code: Literal["i", "q"], numbers: Sequence[int]) -> array[int]:
    """Return `array(code, numbers)`, in half the time."""
    return array(code, pack(f"{len(numbers)}{code}", *numbers))


def _add_together(
    rules: Rules[State, Any],
    states: Sequence[State],
    index: Mapping[State, int],
    max_edges: int,
    degrees: array[int],
    indices: array[int],
) -> bool:
    """Add the predecessors of many states at once, which is faster; return False if they must be checked one by one.

    Raises:
        RulesError: a game's own `numbered_predecessors` returns something else.
    """
    if rules.has_symmetry:
        return False
    own = supplies(rules.game, "numbered_predecessors")
    try:
        if own:
            given: Any = rules.game.numbered_predecessors(states, index)
        else:
            found: list[Any] = list(map(rules.game.predecessors, states))
            # a StopIteration of the game's would end `map` early
            if len(found) < len(states) or {*map(type, found)} != {list}:
                return False
            numbers = array("q", map(len, found))
            places = array("i", map(index.__getitem__, chain.from_iterable(found)))
    except Exception:  # it is raised again, at the state where it arises
        return False
    if own:
        if (numbered := _as_numbers(given, len(states), len(index))) is None:
            raise RulesError(
                f"{rules.name}.numbered_predecessors must return how many predecessors each of the {len(states)} given "
                f"states has, and the numbers of all these, from 0 to {len(index) - 1}; it returned {safe_repr(given)}"
            )
        numbers, places = numbered
    if len(indices) + len(places) > max_edges or max(numbers) > MAX_MOVES:
        return False
    degrees.extend(numbers)
    indices.extend(places)
    return True


def _as_numbers(given: Any, states: int, listed: int) -> tuple[array[int], array[int]] | None:
    """Return what `numbered_predecessors` gave for so many states of those listed; None if it cannot be that."""
    try:
        numbers, places = given
        numbers, places = array_of("q", numbers), array_of("i", places)
    except (TypeError, ValueError, error):
        return None
    if len(numbers) != states or min(numbers) < 0 or sum(numbers) != len(places):
        return None
    # read without signs, negative numbers are large
    most = int(np.frombuffer(places, np.uint32).max()) if places else -1
    return (numbers, places) if most < listed else None
