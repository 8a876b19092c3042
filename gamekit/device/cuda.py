"""`Cuda`: a graphics card of NVIDIA's as a device, by the driver's own functions.

The package cuda-bindings (the extra `cuda`) calls the driver; nothing else of CUDA is needed, since the driver itself
translates PTX for the card. All work goes through one stream, so kernels and copies follow each other in their order.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from threading import get_ident
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device.device import Memory
from gamekit.device.rules_source import RulesSource
from gamekit.device.targets import ptx
from gamekit.errors import DeviceError, UnsupportedError

HOW_TO_INSTALL: Final = "pip install 'gamekit-solver[cuda]'"

BLOCK: Final = 128
"""The number of threads of a block."""

BLOCKS_A_PROCESSOR: Final = 16
"""The largest number of blocks for each multiprocessor: threads go through the items in steps, so more are no use."""

LOG_BYTES: Final = 4096
"""The length of the driver's report on PTX that it cannot translate."""


@attrs.define(eq=False)
class CudaKernels:
    """Kernels that the driver has translated.

    Attributes:
        module: the driver's handle of all of them.
        functions: the driver's handle of each, by name.
    """

    module: Any
    functions: dict[str, Any]


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
    _threads: set[int] = attrs.field(factory=set, init=False)

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
        except (
            DeviceError,
            RuntimeError,
        ) as error:  # the bindings have an error of their own where no driver is found
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
            MemoryError: the card has too little memory.
            DeviceError: the driver reports another error.
        """
        if (
            thread := get_ident()
        ) not in self._threads:  # the driver asks each thread for the card that it means
            _called(self._driver, self._driver.cuCtxSetCurrent(self._context))
            self._threads.add(thread)
        return _called(self._driver, getattr(self._driver, function)(*arguments))

    def free_bytes(self) -> int:
        free, _ = self._call("cuMemGetInfo")
        return int(free) if self.limit is None else max(min(int(free), self.limit - self._used), 0)

    def allocate(self, size: int) -> Memory:
        if self.limit is not None and size > self.limit - self._used:
            raise MemoryError
        (address,) = self._call("cuMemAlloc", size)
        self._used += size
        return Memory(int(address), size)

    def free(self, memory: Memory) -> None:
        self._call("cuMemFree", memory.address)
        self._used -= memory.size

    def write(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        content = np.ascontiguousarray(array)
        if content.nbytes:
            self._call("cuMemcpyHtoD", memory.address + at, content.ctypes.data, content.nbytes)

    def read(self, memory: Memory, array: NDArray[Any], at: int = 0) -> None:
        if array.nbytes:
            self._call("cuMemcpyDtoH", array.ctypes.data, memory.address + at, array.nbytes)

    def copy(self, to: Memory, of: Memory, size: int) -> None:
        self._call("cuMemcpyDtoD", to.address, of.address, size)

    def clear(self, memory: Memory) -> None:
        self._call("cuMemsetD8", memory.address, 0, memory.size)

    def kernels(self, source: RulesSource, names: Sequence[str]) -> CudaKernels:
        options = self._driver.CUjit_option
        log = bytearray(LOG_BYTES)  # a number in its place is refused
        which = [options.CU_JIT_ERROR_LOG_BUFFER, options.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
        text = ptx(source, names).encode() + b"\0"
        try:
            (module,) = self._call("cuModuleLoadDataEx", text, len(which), which, [log, LOG_BYTES])
        except DeviceError as error:
            said = log.split(b"\0")[0].decode(errors="replace").strip()
            raise DeviceError(f"the driver cannot translate the rules: {said or error}") from error
        functions = {name: self._call("cuModuleGetFunction", module, name.encode())[0] for name in names}
        return CudaKernels(module, functions)

    def run(self, kernels: Any, name: str, frame: Memory, first: int, last: int) -> None:
        numbers = np.array([frame.address, first, last], dtype=np.int64)
        addresses = np.array([numbers[i:].ctypes.data for i in range(len(numbers))], dtype=np.uint64)
        blocks = min(-(-(last - first) // BLOCK), BLOCKS_A_PROCESSOR * self.processors)
        shape = (blocks, 1, 1, BLOCK, 1, 1)
        self._call("cuLaunchKernel", kernels.functions[name], *shape, 0, 0, addresses.ctypes.data, 0)


def _called(driver: Any, returned: Sequence[Any]) -> Sequence[Any]:
    """Return what a function of the driver returned, without its status."""
    status, *values = returned
    if status == driver.CUresult.CUDA_SUCCESS:
        return values
    if status == driver.CUresult.CUDA_ERROR_OUT_OF_MEMORY:
        raise MemoryError
    _, text = driver.cuGetErrorString(status)
    raise DeviceError(f"the graphics card reports: {(text or b'an unknown error').decode()}")
