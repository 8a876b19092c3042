"""`Cuda`: a graphics card of NVIDIA's as a device, by the driver's own functions.

The package cuda-bindings (the extra `cuda`) calls the driver; nothing else of CUDA is needed, since the driver itself
translates PTX for the card. All work goes through one stream, so kernels and copies follow each other in their order.
Between the card and arrays, bytes go through page-locked memory in pieces: the bus carries one while the processor
copies the next, and what is written need not wait for kernels.
"""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from importlib import import_module
from threading import Lock
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device.device import Memory
from gamekit.device.rules_source import RulesSource
from gamekit.device.targets import ptx
from gamekit.engine.runtime.arrays import ranges
from gamekit.errors import DeviceError, LimitError, UnsupportedError

HOW_TO_INSTALL: Final = "pip install 'gamekit-solver[cuda]'"

BLOCK: Final = 128
"""The number of threads of a block."""

BLOCKS_A_PROCESSOR: Final = 16
"""The largest number of blocks for each multiprocessor: threads go through the items in steps, so more are no use."""

LOG_BYTES: Final = 4096
"""The length of the driver's report on PTX that it cannot translate."""

PIECE: Final = 1 << 24
"""The largest number of bytes that go over the bus at once."""

PIECES: Final = 4
"""The number of pieces for which there is page-locked memory."""


@attrs.define(eq=False)
class Cuda:
    """The first graphics card.

    Attributes:
        name: the name of the card.
        processors: the number of its multiprocessors.
        limit: the number of bytes that may be used at once; None if all of its memory may.
    """

    name: str
    processors: int
    limit: int | None
    _driver: Any
    _context: Any
    _used: int = attrs.field(default=0, init=False)
    _lock: Lock = attrs.field(factory=Lock, init=False)
    _staged: int = attrs.field(default=0, init=False)

    @classmethod
    def open(cls, memory: int | None = None, driver: Any = None) -> Cuda:
        """Return the first card, of which `memory` bytes may be used at once.

        Args:
            memory: the largest number of bytes; all of its memory by default.
            driver: the functions of the driver; by default those of `cuda.bindings.driver`.

        Raises:
            UnsupportedError: there is no card, no driver, or the package that calls the driver is missing.
        """
        if driver is None:
            try:
                driver = import_module("cuda.bindings.driver")
            except ImportError as error:
                raise UnsupportedError(
                    f"a graphics card needs the package cuda-bindings: {HOW_TO_INSTALL}"
                ) from error
        try:
            _called(driver, driver.cuInit(0))
            (number,) = _called(driver, driver.cuDeviceGetCount())
        except RuntimeError as error:  # the bindings have one of their own where no driver is found
            raise UnsupportedError(
                f"no driver of a graphics card answers: {str(error).splitlines()[0]}"
            ) from None
        if not number:
            raise UnsupportedError("no graphics card is found; --device cpu solves on the processor")
        (device,) = _called(driver, driver.cuDeviceGet(0))
        (name,) = _called(driver, driver.cuDeviceGetName(100, device))
        attribute = driver.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
        (processors,) = _called(driver, driver.cuDeviceGetAttribute(attribute, device))
        (context,) = _called(driver, driver.cuDevicePrimaryCtxRetain(device))
        return cls(bytes(name).split(b"\0")[0].decode(), int(processors), memory, driver, context)

    @property
    def driver_version(self) -> str:
        """The newest version of CUDA that the driver supports, such as "13.0"."""
        (version,) = self._call("cuDriverGetVersion")
        return f"{version // 1000}.{version % 1000 // 10}"

    def _call(self, function: str, *arguments: Any) -> Sequence[Any]:
        """Call a function of the driver and return what it returns.

        Raises:
            LimitError: the card has too little memory.
            DeviceError: the driver reports another error.
        """
        # each thread has a card of its own, and other programs in this process may change it
        _called(self._driver, self._driver.cuCtxSetCurrent(self._context))
        return _called(self._driver, getattr(self._driver, function)(*arguments))

    def free_bytes(self) -> int:
        free, _ = self._call("cuMemGetInfo")
        return int(free) if self.limit is None else max(min(int(free), self.limit - self._used), 0)

    def allocate(self, size: int) -> Memory:
        if self.limit is not None and size > self.limit - self._used:
            raise MemoryError
        try:
            (address,) = self._call("cuMemAlloc", size)
        except LimitError:
            raise MemoryError from None
        self._used += size
        return Memory(int(address), size)

    def free(self, memory: Memory) -> None:
        with suppress(DeviceError):  # of a kernel before, after which every call fails and all memory is lost
            self._call("cuMemFree", memory.address)
        self._used -= memory.size

    @cached_property
    def _pinned(self) -> NDArray[np.uint8]:
        """Page-locked memory of this process; ordinary memory, which is slower, if the driver has none."""
        size = PIECES * PIECE
        try:
            (address,) = self._call("cuMemAllocHost", size)
        except (DeviceError, LimitError):
            return np.empty(size, dtype=np.uint8)
        weakref.finalize(self, self._driver.cuMemFreeHost, int(address)).atexit = False
        return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(int(address)))

    def _room(self, size: int) -> NDArray[np.uint8]:
        """Return so much page-locked memory that no copy uses."""
        if self._staged + size > len(self._pinned):
            self._call("cuCtxSynchronize")
            self._staged = 0
        self._staged += size
        return self._pinned[self._staged - size : self._staged]

    def write(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        content = np.ascontiguousarray(array).reshape(-1).view(np.uint8)
        with self._lock:
            for part in ranges(len(content), PIECE):
                room = self._room(part.stop - part.start)
                room[:] = content[part]
                to = memory.address + at + part.start
                self._call("cuMemcpyHtoDAsync", to, room.ctypes.data, len(room), 0)

    def read(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        into = array.reshape(-1).view(np.uint8)
        with self._lock:
            before, arrived = slice(0), self._room(0)
            for part in ranges(len(into), PIECE):
                room = self._room(part.stop - part.start)
                of = memory.address + at + part.start
                self._call("cuMemcpyDtoHAsync", room.ctypes.data, of, len(room), 0)
                into[before] = arrived  # while the bus is busy
                self._call("cuCtxSynchronize")
                before, arrived = part, room
            into[before] = arrived

    def copy(self, to: Memory, of: Memory, size: int) -> None:
        self._call("cuMemcpyDtoD", to.address, of.address, size)

    def clear(self, memory: Memory) -> None:
        self._call("cuMemsetD8", memory.address, 0, memory.size)

    def kernels(self, source: RulesSource, names: Sequence[str]) -> Mapping[str, Any]:
        options = self._driver.CUjit_option
        log = bytearray(LOG_BYTES)  # a number in its place is refused
        which = [options.CU_JIT_ERROR_LOG_BUFFER, options.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
        text = ptx(source, names).encode() + b"\0"
        try:
            (module,) = self._call("cuModuleLoadDataEx", text, len(which), which, [log, LOG_BYTES])
        except DeviceError as error:
            said = log.split(b"\0")[0].decode(errors="replace").strip()
            raise DeviceError(f"the driver cannot translate the rules: {said or error}") from error
        return {name: self._call("cuModuleGetFunction", module, name.encode())[0] for name in names}

    def run(self, kernels: Mapping[str, Any], name: str, frame: Memory, first: int, last: int) -> None:
        numbers = np.array([frame.address, first, last], dtype=np.int64)
        addresses = np.array([numbers[i:].ctypes.data for i in range(len(numbers))], dtype=np.uint64)
        blocks = max(min(-(-(last - first) // BLOCK), BLOCKS_A_PROCESSOR * self.processors), 1)
        shape = (blocks, 1, 1, BLOCK, 1, 1)
        self._call("cuLaunchKernel", kernels[name], *shape, 0, 0, addresses.ctypes.data, 0)


def _called(driver: Any, returned: Sequence[Any]) -> Sequence[Any]:
    """Return what a function of the driver returned, without its status."""
    status, *values = returned
    if status == driver.CUresult.CUDA_SUCCESS:
        return values
    _, text = driver.cuGetErrorString(status)
    kind = LimitError if status == driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY else DeviceError
    said = (text or b"an unknown error").decode()
    raise kind(f"the graphics card reports: {said}; --device cpu does without it")
