"""`keep_within`: a game that takes more memory than there is fails, and the server goes on."""

from __future__ import annotations

import resource
from typing import Final

from gamekit.engine.memory import Budget, of_the_machine

SHARE: Final = 0.9
"""How much of the machine's memory may be taken in all; the compiled gear plans with a little less."""


def keep_within(memory: str | None) -> None:
    """Have this process told that the memory is out before the system ends it for that.

    Plain rules make states of any size, so that no number of states keeps them within the memory of the machine.

    Args:
        memory: what the compiled gear may take, which is left to it.
    """
    most = max(int(SHARE * of_the_machine()), Budget.of(memory).limit)
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    set_before = [limit for limit in (soft, hard) if limit != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([most, *set_before]), hard))
