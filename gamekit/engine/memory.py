"""Memory is planned: what a solve will need is known before it is taken."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.errors import InputError, LimitError

SHARE: Final = 0.8
"""How much of the machine's memory is used where nothing else is said."""


MARGIN: Final = 32 << 20
"""What the kernels take once they are loaded, tasks on their way, and stacks."""


@attrs.frozen
class Budget:
    """The memory that may be taken, in bytes.

    >>> Budget.parse("12GiB")
    Budget(limit=12884901888)
    """

    limit: int

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read a size such as 12GiB, 500MB or 2G.

        Raises:
            InputError: it is none.
        """
        found = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?\s*", text, re.IGNORECASE)
        if not found:
            raise InputError(f"memory is a number with a unit, such as 12GiB or 500MB; this one is {text!r}")
        number, unit, binary = found.groups()
        power = "KMGT".find(unit.upper()) + 1 if unit else 0
        if len(number) > 20:
            raise InputError(f"memory is more than any machine has: {number[:20]}...")
        return cls(int(float(number) * (1024 if binary else 1000) ** power))

    @classmethod
    def of(cls, memory: int | str | None) -> Budget:
        """Return so many bytes, or what a text says, or most of this machine's memory."""
        if memory is None:
            return cls.of_this_machine()
        return cls.parse(memory) if isinstance(memory, str) else cls(memory)

    @classmethod
    def of_this_machine(cls) -> Budget:
        """Return most of the memory of this machine."""
        return cls(int(SHARE * of_the_machine()))

    def watch(self, doing: str) -> None:
        """Stop if what is taken already comes close to what there is.

        Raises:
            LimitError: with the number needed.
        """
        if held() + MARGIN > self.limit:
            give_back()
            self.check(held() + MARGIN, doing)

    def check(self, needed: int, doing: str) -> None:
        """Stop if more is needed than there is.

        Raises:
            LimitError: with the number needed.
        """
        if needed > self.limit:
            raise LimitError(
                f"{doing} needs {in_words(needed)} of memory, with the {in_words(held())} that are held already, "
                f"more than the {in_words(self.limit)} allowed"
            )


STATUS: Final = Path("/proc/self/status")


def held() -> int:
    """Return how many bytes this process holds now; where the system does not tell, how many it has held at most."""
    return _status("VmRSS")


def most_held() -> int:
    """Return how many bytes this process has held at most."""
    return _status("VmHWM")


def _status(name: str) -> int:
    try:
        found = re.search(rf"^{name}:\s*(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    except OSError:
        found = None
    if found:
        return int(found[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # on Linux it may be that of the parent process
    return peak if sys.platform == "darwin" else peak * 1024


def give_back() -> None:
    """Return freed memory to the system, where the C library keeps it until it is asked: up to a third of a solve's."""
    trim = _trim()
    if trim is not None:
        trim(0)


@cache
def _trim() -> Any:
    return getattr(ctypes.CDLL(None), "malloc_trim", None)


def in_words(number: float) -> str:
    """Return a number of bytes for people.

    >>> in_words(1536 * 1024**2)
    '1.5 GiB'
    """
    for unit in ("bytes", "KiB", "MiB", "GiB"):
        if number < 1024 or unit == "GiB":
            return f"{number:,.0f} {unit}" if unit == "bytes" else f"{number:,.1f} {unit}"
        number /= 1024
    raise AssertionError


def of_the_machine() -> int:
    """Return how much memory this machine has, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
