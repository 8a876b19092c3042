"""The memory budget: the memory that a solve needs is estimated before it is allocated."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import sys
from pathlib import Path
from typing import Final

import attrs

from gamekit.errors import Advice, InputError, LimitError

USUAL_SHARE: Final = 0.8
"""The share of the machine's memory that is used by default."""

MARGIN: Final = 32 << 20
"""The memory, in bytes, for loaded kernels, tasks in flight, and stacks."""

PLANNED: Final = "planned peak memory"
PEAK: Final = "peak memory"
"""The entries of statistics that are numbers of bytes."""


@attrs.frozen
class Budget:
    """The memory that may be used, in bytes.

    >>> Budget.parse("12GiB")
    Budget(limit=12884901888)
    """

    limit: int

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read a size such as 12GiB, 500MB or 2G.

        Raises:
            InputError: the text is not a size.
        """
        match = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*([KMGT]?)(i?)B?\s*", text, re.IGNORECASE)
        if not match:
            raise InputError(f"memory must be a number with a unit, such as 12GiB or 500MB; it is {text!r}")
        number, unit, binary = match.groups()
        power = "KMGT".find(unit.upper()) + 1 if unit else 0
        if len(number) > 20:
            raise InputError(f"memory is more than any machine has: {number[:20]}...")
        return cls(int(float(number) * (1024 if binary else 1000) ** power))

    @classmethod
    def of(cls, memory: int | str | None = None) -> Budget:
        """Return a budget of `memory` bytes, of a size such as "12GiB", or by default of most of the memory."""
        if memory is None:
            return cls(int(USUAL_SHARE * of_the_machine()))
        return cls.parse(memory) if isinstance(memory, str) else cls(memory)

    def watch(self, doing: str, advice: tuple[Advice, ...] = ()) -> None:
        """Refuse to continue if the memory in use comes close to the limit; `advice` names alternatives.

        Raises:
            LimitError: the memory in use comes close to the limit; the message says how much is needed.
        """
        if held() + MARGIN > self.limit:
            give_back()
            self.check(held() + MARGIN, doing, advice)

    def check(self, needed: int, doing: str, advice: tuple[Advice, ...] = ()) -> None:
        """Refuse work that needs more memory than the limit; `advice` names alternatives.

        Raises:
            LimitError: `needed` bytes are more than the limit; the message says how much is needed.
        """
        if needed > self.limit:
            raise LimitError(
                f"{doing} needs {format_bytes(needed)} of memory, including {format_bytes(held())} that are in use "
                f"already, but only {format_bytes(self.limit)} are allowed",
                advice=advice,
            )


STATUS: Final = Path("/proc/self/status")


def held() -> int:
    """Return the number of bytes that this process holds now, or at its peak if the system has no current number."""
    return _status("VmRSS")


def most_held() -> int:
    """Return the number of bytes that this process has held at its peak."""
    return _status("VmHWM")


def _status(name: str) -> int:
    try:
        match = re.search(rf"^{name}:\s*(\d+) kB$", STATUS.read_text(), re.MULTILINE)
    except OSError:
        match = None
    if match:
        return int(match[1]) * 1024
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # on Linux it may be that of the parent process
    return peak if sys.platform == "darwin" else peak * 1024


def give_back() -> None:
    """Return freed memory to the system; the C library keeps up to a third of a solve's memory otherwise."""
    getattr(ctypes.CDLL(None), "malloc_trim", lambda _: 0)(0)


def format_bytes(number: float) -> str:
    """Return a number of bytes for people.

    >>> format_bytes(1536 * 1024**2)
    '1.5 GiB'
    """
    power = sum(number >= 1024**i for i in (1, 2, 3))
    decimals, unit = min(power, 1), ("bytes", "KiB", "MiB", "GiB")[power]
    return f"{number / 1024**power:,.{decimals}f} {unit}"


def of_the_machine() -> int:
    """Return the memory of this machine, in bytes."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
