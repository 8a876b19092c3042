"""The size of a game that has plain rules alone, and what it takes to solve it by them."""

from __future__ import annotations

import time
from typing import Any, Final

import attrs
import numpy as np

from gamekit.arena import DEFAULT_MAX_STATES, explore
from gamekit.engine.memory import held, in_words
from gamekit.errors import LimitError
from gamekit.planning.costs import Run
from gamekit.planning.deadline import Deadline
from gamekit.planning.figures import Figure
from gamekit.planning.sources import PlainSource
from gamekit.planning.states import Size, sampled
from gamekit.solvers.retrograde import Retrograde
from gamekit.solving import run as solved

EXPLORED: Final = 1_000_000
"""Up to so many states are explored, which tells their number exactly."""

WIDTH: Final = 2000
DRAWS: Final = 60_000

BYTES_A_STATE: Final = 700
"""What an arena takes for a state of plain rules, about: the state itself, its edges, and their reverse."""

SOLVING: Final = 0.3
"""How long solving takes, in times of exploring."""

TIME: Final = 2.0


@attrs.define
class _Found:
    """A progress callback that remembers how many states were found until the time was over."""

    deadline: Deadline
    states: int = 0

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        self.states = max(self.states, done)
        self.deadline(phase, done, total)


def size_and_run(game: Any, limit: int, deadline: Deadline, seed: int) -> tuple[Size, Run]:
    """Return how large a game is, and what it takes to solve it."""
    began = time.perf_counter()
    found = _Found(deadline.part(0.6))
    try:
        arena = explore(game, max_states=EXPLORED, progress=found)
        solved(Retrograde(), arena)
    except LimitError:
        a_state = (time.perf_counter() - began) / max(found.states, 1)
        source = PlainSource(game)
        size = sampled(source, deadline, seed, width=WIDTH, draws=DRAWS, most=None, least=found.states)
        seconds = size.states.times(a_state * (1 + SOLVING), TIME)
    else:
        number, edges = Figure.exactly(len(arena)), Figure.exactly(arena.edges)
        size = Size(number, number, edges, None, "all of them were found", np.empty(0, dtype=np.int64))
        seconds = Figure.about(time.perf_counter() - began, TIME)
    memory = size.states.times(BYTES_A_STATE, 2.0)
    memory = memory.plus(held())
    nothing = Figure.exactly(0)
    why_not = None
    if size.states.usable > DEFAULT_MAX_STATES:
        why_not = f"plain rules stop at {DEFAULT_MAX_STATES:,} states, unless --max-states says otherwise"
    if memory.usable > limit:
        why_not = f"{in_words(limit)} of memory are allowed"
    return size, Run("memory", 1, "edges", seconds, memory, nothing, nothing, why_not)
