"""`Device`: what runs kernels, a graphics card or, in tests, this processor."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import attrs
from numpy.typing import NDArray

from gamekit.device.rules_source import RulesSource


@attrs.frozen(eq=False)
class Memory:
    """Memory of a device.

    Attributes:
        address: the address on the device.
        size: the number of bytes.
    """

    address: int
    size: int


class Device(Protocol):
    """Runs kernels over memory of its own.

    Attributes:
        name: the name of the device, for people.
    """

    name: str

    def free_bytes(self) -> int:
        """Return the number of bytes that are free."""

    def allocate(self, size: int) -> Memory:
        """Return new memory.

        Raises:
            MemoryError: there is too little.
        """

    def free(self, memory: Memory) -> None:
        """Give memory back."""

    def write(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        """Copy an array to the device, `at` bytes behind the beginning of some memory."""

    def read(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        """Copy memory of the device, from `at` bytes behind its beginning, into an array, after all kernels."""

    def copy(self, to: Memory, of: Memory, size: int) -> None:
        """Copy the first bytes of some memory to other memory of the device."""

    def clear(self, memory: Memory) -> None:
        """Fill memory with zeros."""

    def kernels(self, source: RulesSource, names: Sequence[str]) -> Mapping[str, Any]:
        """Translate kernels and return them by name, for `run`."""

    def run(self, kernels: Mapping[str, Any], name: str, frame: Memory, first: int, last: int) -> None:
        """Start a kernel with items from `first` to before `last`, behind those that were started before."""
