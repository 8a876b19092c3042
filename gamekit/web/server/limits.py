"""`Limits`: how much heavy work may take."""

from __future__ import annotations

from typing import Final

import attrs

from gamekit.engine.runtime.memory_budget import of_the_machine
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.web.server.jobs import AT_ONCE

CHECKS_AT_ONCE: Final = 1
"""How many solutions are verified or compared at a time."""

MEMORY_SHARE: Final = 0.9
"""The share of the machine's memory that all processes at work may take; the compiled backend plans with less."""


@attrs.frozen
class Limits:
    """How much a library solves, verifies and keeps.

    Attributes:
        solutions: how many solutions are kept when another game is solved.
        memory: how many bytes of memory they take together, roughly.
        plain_states: how many states plain rules solve, without --max-states.
        verified_states: how many states a solution has that is verified; more take so long that `gamekit solve` is left
            to verify them.
        process_memory: how many bytes of memory a process may take, unless the options of the library plan with more.
        opening: how many seconds it may take to make a game of its parameters.
        working: how many, to solve, to verify or to compare.
        answering: how many, to answer a question of a page.
    """

    solutions: int = 50
    memory: int = attrs.field(factory=lambda: min(2_000_000_000, of_the_machine() // 10))
    plain_states: int = DEFAULT_MAX_STATES
    verified_states: int = 5_000_000
    process_memory: int = attrs.field(
        factory=lambda: int(MEMORY_SHARE * of_the_machine()) // (AT_ONCE + CHECKS_AT_ONCE)
    )
    opening: float = 15.0
    working: float = 3600.0
    answering: float = 300.0
