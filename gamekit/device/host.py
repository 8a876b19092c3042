"""`Host`: a device that runs kernels on this processor, with threads in a random order; tests need no card with it."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device.device import Memory
from gamekit.device.rules_source import RulesSource
from gamekit.device.targets import machine_code

_KERNEL = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 5)


@attrs.frozen(eq=False)
class HostMemory(Memory):
    """Memory of this process."""

    array: NDArray[np.uint8]


@attrs.define(eq=False)
class Host:
    """This processor in place of a card.

    Attributes:
        threads: the number of threads into which the items of a kernel are divided.
        side_by_side: the number of those that run at the same time.
        seed: the seed of the order in which threads run; None for their own order.
        memory: the number of bytes that may be used, as on a card.
    """

    threads: int = 7
    side_by_side: int = 1
    seed: int | None = None
    memory: int = 1 << 33
    name: str = "this processor"
    _used: int = attrs.field(default=0, init=False)
    _engines: list[Any] = attrs.field(factory=list, init=False)
    """What keeps the code of kernels in memory."""
    _random: np.random.Generator = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        self._random = np.random.default_rng(self.seed)

    def free_bytes(self) -> int:
        return self.memory - self._used

    def allocate(self, size: int) -> HostMemory:
        if size > self.free_bytes():
            raise MemoryError
        self._used += size
        words = np.zeros((size + 7) // 8 + 1, dtype=np.int64)
        array = words.view(np.uint8)[:size]
        return HostMemory(int(words.ctypes.data), size, array)

    def free(self, memory: Memory) -> None:
        self._used -= memory.size

    def write(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        content = np.ascontiguousarray(array).view(np.uint8).reshape(-1)
        memory.array[at : at + len(content)] = content  # type: ignore[attr-defined]

    def read(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        into = array.view(np.uint8).reshape(-1)
        into[:] = memory.array[at : at + len(into)]  # type: ignore[attr-defined]

    def copy(self, to: Memory, of: Memory, size: int) -> None:
        to.array[:size] = of.array[:size]  # type: ignore[attr-defined]

    def clear(self, memory: Memory) -> None:
        memory.array[:] = 0  # type: ignore[attr-defined]

    def kernels(self, source: RulesSource, names: Sequence[str]) -> Mapping[str, Any]:
        engine, addresses = machine_code(source, names)
        self._engines.append(engine)
        return {name: _KERNEL(address) for name, address in addresses.items()}

    def run(self, kernels: Mapping[str, Any], name: str, frame: Memory, first: int, last: int) -> None:
        function = kernels[name]
        order = np.arange(self.threads)
        if self.seed is not None:
            self._random.shuffle(order)
        if self.side_by_side == 1:
            for thread in order.tolist():
                function(frame.address, first, last, thread, self.threads)
            return
        with ThreadPoolExecutor(self.side_by_side) as pool:
            calls = [
                pool.submit(function, frame.address, first, last, thread, self.threads)
                for thread in order.tolist()
            ]
            for call in calls:
                call.result()
