"""`Cuda` against a driver of the tests: memory is this process's, and kernels are those that are lowered for it."""

# ruff: noqa: N802, N815 – the driver's own names

from __future__ import annotations

import ctypes
import gc
import importlib
import threading
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from support.generated import run_what_is_generated
from support.marks import cases

import gamekit
from gamekit import LimitError, UnsupportedError
from gamekit.device import cuda, targets
from gamekit.device.cuda import BLOCK, Cuda
from gamekit.device.frame import Workspace
from gamekit.device.retrograde import KERNELS
from gamekit.device.solve import kernels_of, solve_on
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.retrograde.solve import Solved
from gamekit.errors import DeviceError

SUCCESS, OUT_OF_MEMORY, OTHER = 0, 2, 700


class Driver:
    """The functions of a driver that `Cuda` calls, with 2 multiprocessors; work is done as late as it may be."""

    CUresult = SimpleNamespace(CUDA_SUCCESS=SUCCESS, CUDA_ERROR_OUT_OF_MEMORY=OUT_OF_MEMORY)
    CUdevice_attribute = SimpleNamespace(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT="multiprocessors")
    CUjit_option = SimpleNamespace(CU_JIT_ERROR_LOG_BUFFER=5, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES=6)

    def __init__(self, memory: int = 1 << 28, cards: int = 1) -> None:
        self.memory, self.cards = memory, cards
        self.held: dict[int, np.ndarray[Any, Any]] = {}
        self.refuses: str | None = None
        self.pinned: dict[int, Any] = {}
        self.has_pinned = True
        self.of_threads = 0
        self.started: set[Any] = set()
        self.work: list[Callable[[], Any]] = []
        self.thread = threading.local()
        self.modules: list[Any] = []
        self.blocks: list[int] = []
        self.sources: list[Any] = []

    def cuInit(self, flags: int) -> tuple[int]:
        assert flags == 0
        return (SUCCESS,)

    def cuDeviceGetCount(self) -> tuple[int, int]:
        return SUCCESS, self.cards

    def cuDeviceGet(self, number: int) -> tuple[int, str]:
        return (SUCCESS if number < self.cards else OTHER), f"device {number}"

    def cuDeviceGetName(self, length: int, device: str) -> tuple[int, bytes]:
        return SUCCESS, b"A card" + bytes(length - 6)

    def cuDeviceGetAttribute(self, attribute: str, device: str) -> tuple[int, int]:
        assert (attribute, device) == ("multiprocessors", "device 0")
        return SUCCESS, 2

    def cuDevicePrimaryCtxRetain(self, device: str) -> tuple[int, str]:
        return SUCCESS, "context"

    def cuCtxSetCurrent(self, context: str) -> tuple[int]:
        self.thread.context = context
        return (SUCCESS,)

    def cuCtxSynchronize(self) -> tuple[int]:
        assert self.thread.context == "context"
        while self.work:
            self.work.pop(0)()
        return (SUCCESS,)

    def _later(self, work: Callable[[], Any]) -> tuple[int]:
        assert self.thread.context == "context"
        self.work.append(work)
        return (SUCCESS,)

    def cuDriverGetVersion(self) -> tuple[int, int]:
        return SUCCESS, 13010

    def cuGetErrorString(self, status: int) -> tuple[int, bytes]:
        return SUCCESS, f"error {status}".encode()

    def cuMemGetInfo(self) -> tuple[int, int, int]:
        held = sum(array.nbytes for array in self.held.values()) + self.of_threads * bool(self.started)
        return SUCCESS, self.memory - held, self.memory

    def cuMemAlloc(self, size: int) -> tuple[int, ...]:
        if size > self.cuMemGetInfo()[1]:
            return (OUT_OF_MEMORY, 0)
        array = np.full(size + 64, 0xEE, dtype=np.uint8)[: size + -size % 8]
        self.held[array.ctypes.data] = array
        return SUCCESS, array.ctypes.data

    def cuMemFree(self, address: int) -> tuple[int]:
        self.cuCtxSynchronize()
        del self.held[address]
        return (SUCCESS,)

    def cuMemAllocHost(self, size: int) -> tuple[int, int]:
        if not self.has_pinned:
            return OUT_OF_MEMORY, 0
        memory = (ctypes.c_uint8 * size)()
        self.pinned[ctypes.addressof(memory)] = memory
        return SUCCESS, ctypes.addressof(memory)

    def cuMemFreeHost(self, address: int) -> tuple[int]:
        del self.pinned[address]
        return (SUCCESS,)

    def cuMemcpyDtoD(self, to: int, of: int, size: int) -> tuple[int]:
        return self._later(lambda: ctypes.memmove(to, of, size))

    def _send(self, to: int, of: int, size: int, stream: int) -> tuple[int]:
        assert stream == 0
        return self.cuMemcpyDtoD(to, of, size)

    cuMemcpyHtoDAsync = cuMemcpyDtoHAsync = _send

    def cuMemsetD8(self, address: int, value: int, size: int) -> tuple[int]:
        return self._later(lambda: ctypes.memset(address, value, size))

    def cuModuleLoadDataEx(
        self, text: bytes, number: int, options: list[int], values: list[Any]
    ) -> tuple[int, Any]:
        assert (number, options) == (2, [5, 6])
        if self.refuses is not None:
            said = self.refuses.encode() + b"\0"
            values[0][: len(said)] = said
            return OTHER, None
        assert text.endswith(b"\0")
        assert b".entry begin(" in text
        engine, addresses = targets.machine_code(*self.sources[-1])
        self.modules.append(engine)
        return SUCCESS, addresses

    def cuModuleGetFunction(self, module: Any, name: bytes) -> tuple[int, Any]:
        kernel = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 5)
        return SUCCESS, kernel(module[name.decode()])

    def cuLaunchKernel(self, function: Any, *arguments: Any) -> tuple[int]:
        blocks, *others = arguments
        assert others[:-2] == [1, 1, BLOCK, 1, 1, 0, 0]
        assert others[-1] == 0
        addresses = (ctypes.c_uint64 * 3).from_address(others[-2])
        frame, first, last = (ctypes.c_int64.from_address(address).value for address in addresses)
        self.blocks.append(blocks)
        self.started.add(id(function))
        if self.cuMemGetInfo()[1] < 0:
            return (OUT_OF_MEMORY,)

        def run() -> None:
            for thread in range(blocks * BLOCK):
                function(frame, first, last, thread, blocks * BLOCK)

        return self._later(run)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Driver:
    found = Driver()
    as_ptx = targets.ptx

    def remembered(*source: Any) -> str:
        found.sources.append(source)
        return as_ptx(*source)

    monkeypatch.setattr(cuda, "ptx", remembered)
    monkeypatch.setattr(cuda, "BLOCKS_A_PROCESSOR", 1)  # each thread is a call here
    return found


def solved(card: Cuda, name: str) -> Solved:
    game = gamekit.load_game(name)
    run_what_is_generated(game, is_checked=False)
    return solve_on(card, batch_of(game), game.encode(game.initial_state()))


@pytest.mark.parametrize("name", cases(slow=["dots-and-boxes", "quixo"]))
def test_a_card_solves(name: str, driver: Driver) -> None:
    card = Cuda.open(driver=driver)
    assert (card.name, card.processors, card.driver_version) == ("A card", 2, "13.1")
    found = solved(card, name)
    expected = gamekit.solve(gamekit.load_game(name), backend="compiled", device="cpu")
    assert (found.counts.states, found.counts.edges) == (expected.store.states, expected.store.edges)
    everything = slice(0, found.state.places)
    assert found.state.values(everything).tolist() == expected.store.values(everything).tolist()
    assert found.statistics["device"] == "A card"
    assert max(driver.blocks) <= 2
    assert not driver.held


@pytest.mark.slow
@pytest.mark.parametrize("limit", [None, 20_000])
def test_a_card_with_too_little_memory_is_said_to_have_too_little(limit: int | None, driver: Driver) -> None:
    driver.memory = 1 << 28 if limit else 20_000
    with pytest.raises(LimitError, match="Dao does not fit into the memory of A card"):
        solved(Cuda.open(limit, driver), "dao")
    assert not driver.held


@pytest.mark.parametrize("has_pinned", cases(quick=[True], slow=[False]))
def test_arrays_of_any_length_go_there_and_back(
    has_pinned: bool, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda, "PIECE", 100)
    driver.has_pinned = has_pinned
    card = Cuda.open(driver=driver)
    for length in (0, 1, 99, 100, 101, 399, 400, 401, 2000):
        array, memory = np.arange(2 * length, dtype=np.uint16)[::2], card.allocate(2 * length + 8)
        card.write(memory, np.array([7]))
        card.write(memory, array, 8)
        found, number = np.zeros(length, dtype=np.uint16), np.zeros(1, dtype=np.int64)
        card.read(memory, found, 8)
        card.read(memory, number)
        assert (found.tolist(), number.tolist()) == (array.tolist(), [7])
        card.free(memory)
    assert len(driver.pinned) == has_pinned
    del card
    gc.collect()
    assert not driver.pinned


def test_a_card_is_the_same_in_any_thread(driver: Driver) -> None:
    """A thread may have the number of one that ended, and others in this process use other cards."""
    card = Cuda.open(driver=driver)
    memory, found = card.allocate(8), np.zeros(3, dtype=np.int64)
    for number in range(3):
        driver.cuCtxSetCurrent("of somebody else")

        def work(number: int = number) -> None:
            card.write(memory, np.array([number + 1]))
            card.read(memory, found[number : number + 1])

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
    card.free(memory)
    assert found.tolist() == [1, 2, 3]


@pytest.mark.slow
def test_threads_have_their_memory_before_groups_are_made(driver: Driver) -> None:
    game = gamekit.load_game("nim")
    run_what_is_generated(game, is_checked=False)
    card, batch = Cuda.open(driver=driver), batch_of(game)
    driver.of_threads = 1 << 20
    with Workspace(card, kernels_of(card, batch), "nim"):
        assert driver.memory - card.free_bytes() > 1 << 20
        assert len(driver.started) == len(KERNELS)
    driver.of_threads = 1 << 28
    driver.started.clear()
    with pytest.raises(LimitError, match=r"^the graphics card reports: error 2"):
        Workspace(card, kernels_of(card, batch), "nim").__enter__()
    assert not driver.held


@pytest.mark.parametrize("function", cases(quick=["cuModuleLoadDataEx"], slow=["cuLaunchKernel"]))
def test_memory_that_the_driver_itself_lacks_is_a_limit(
    function: str, driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads need memory of their own, which the driver takes when it starts a kernel."""
    monkeypatch.setattr(driver, function, lambda *_: (OUT_OF_MEMORY, None))
    with pytest.raises(
        LimitError, match=r"^the graphics card reports: error 2; --device cpu does without it"
    ):
        solved(Cuda.open(driver=driver), "nim")
    assert not driver.held


@pytest.mark.slow
def test_after_an_error_of_a_kernel_the_error_is_told(
    driver: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every call fails after it, those that give memory back as well."""

    def breaks(*_: Any) -> tuple[int]:
        for name in [name for name in vars(Driver) if name.startswith("cuMem")]:
            monkeypatch.setattr(driver, name, lambda *_: (OTHER + 1,))
        return (OTHER,)

    monkeypatch.setattr(driver, "cuLaunchKernel", breaks)
    with pytest.raises(DeviceError, match=r"^the graphics card reports: error 700; --device cpu"):
        solved(Cuda.open(driver=driver), "nim")


@pytest.mark.slow
def test_what_the_driver_says_of_ptx_is_told(driver: Driver) -> None:
    driver.refuses = "ptxas fatal: nothing works"
    with pytest.raises(DeviceError, match="cannot translate the rules: ptxas fatal: nothing works"):
        solved(Cuda.open(driver=driver), "quixo")


@pytest.mark.slow
def test_an_error_of_the_driver_is_told(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "cuLaunchKernel", lambda *_: (OTHER,))
    with pytest.raises(DeviceError, match="the graphics card reports: error 700"):
        solved(Cuda.open(driver=driver), "quixo")


def test_a_machine_without_a_card(driver: Driver) -> None:
    driver.cards = 0
    with pytest.raises(UnsupportedError, match="no graphics card is found"):
        Cuda.open(driver=driver)


def test_a_driver_that_does_not_answer(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: int) -> None:
        raise RuntimeError("no libcuda.so\nand more")

    monkeypatch.setattr(driver, "cuInit", missing)
    with pytest.raises(UnsupportedError, match=r"no driver of a graphics card answers: no libcuda\.so$"):
        Cuda.open(driver=driver)


def test_the_extra_is_named_if_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(cuda, "import_module", missing)
    with pytest.raises(UnsupportedError, match=r"pip install 'gamekit-solver\[cuda\]'"):
        Cuda.open()


def test_the_bindings_take_what_is_given(driver: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The real bindings look at their arguments before they look for a driver, which is not there."""
    bindings = pytest.importorskip("cuda.bindings.driver")
    try:
        bindings.cuInit(0)
    except RuntimeError as error:
        missing = type(error)
    else:
        pytest.skip("there is a driver, which must not be given these addresses")
    handles = {
        "device 0": bindings.CUdevice(0),
        "context": bindings.CUcontext(0),
        "multiprocessors": bindings.CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT,
    }
    options = bindings.CUjit_option
    log_options = [options.CU_JIT_ERROR_LOG_BUFFER, options.CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES]
    of_first = {"cuModuleGetFunction": bindings.CUmodule(0), "cuLaunchKernel": bindings.CUfunction(0)}
    called = set()

    def given_to_both(name: str) -> Any:
        own = getattr(driver, name)

        def call(*given: Any) -> Any:
            called.add(name)
            real = [handles.get(value, value) if isinstance(value, str) else value for value in given]
            real = [log_options if value == [5, 6] else value for value in real]
            if name in of_first:
                real[0] = of_first[name]
            with pytest.raises(missing):  # and not a TypeError
                getattr(bindings, name)(*real)
            return own(*given)

        return call

    names = [name for name in vars(Driver) if name.startswith("cu")]
    for name in names:
        monkeypatch.setattr(driver, name, given_to_both(name))
    card = Cuda.open(driver=driver)
    assert card.driver_version == "13.1"
    solved(card, "dots-and-boxes")
    card.copy(card.allocate(8), card.allocate(8), 8)
    driver.cuMemFreeHost(driver.cuMemAllocHost(8)[1])
    with pytest.raises(DeviceError):
        card._call("cuDeviceGet", 1)
    assert called == {*names}


def test_nothing_of_cuda_is_loaded_by_importing_the_room() -> None:
    assert importlib.import_module("gamekit.device.cuda").Cuda is Cuda
