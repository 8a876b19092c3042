"""`keep_within`: limits the memory of the process, so that a game that exceeds it fails and the server goes on."""

from __future__ import annotations

import resource
from typing import Final

from gamekit.engine.runtime.memory_budget import Budget, of_the_machine

SHARE: Final = 0.9
"""The share of the machine's memory that may be taken in all; the compiled backend plans with a little less."""


def keep_within(memory: int | str | None) -> None:
    """Limit the memory of this process, so that it raises MemoryError before the system kills it.

    Plain rules make states of any size, so a limit on their number does not limit their memory.

    Args:
        memory: the budget of the compiled backend, which the limit leaves room for.
    """
    most = max(int(SHARE * of_the_machine()), Budget.of(memory).limit)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    set_before = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([most, *set_before]), hard))
