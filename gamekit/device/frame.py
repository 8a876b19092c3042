"""`Workspace`: the memory of one solve on a device, and the frame of words that tells kernels where it lies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Self

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device.device import Device, Memory
from gamekit.device.words import Count, Word
from gamekit.engine.runtime.arrays import ranges
from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import LimitError

PAYOFFS = 256
"""The number of payoffs as bytes."""

AT_ONCE = 1 << 26
"""The largest number of items for which a kernel is started: a driver ends one that takes seconds, if its card also
draws a screen."""


@attrs.define(eq=False)
class Workspace:
    """The memory of one solve on a device; it is given back at the end of a `with`.

    Attributes:
        device: the device.
        kernels: the kernels by name, as the device made them.
        what: what is solved, for error messages.
        words: the frame, of which `Word` says what the words are.
        counts: the memory of the counts.
        flags: the memory of the most plies of each payoff's results, plus 1.
        endings: the memory of marks for payoffs with which some state ends.
    """

    device: Device
    kernels: Mapping[str, Any]
    what: str
    words: NDArray[np.int64] = attrs.field(factory=lambda: np.zeros(len(Word), dtype=np.int64), init=False)
    counts: Memory = attrs.field(init=False)
    flags: Memory = attrs.field(init=False)
    endings: Memory = attrs.field(init=False)
    _frame: Memory = attrs.field(init=False)
    _held: list[Memory] = attrs.field(factory=list, init=False)
    _is_written: bool = attrs.field(default=False, init=False)

    def __enter__(self) -> Self:
        try:
            self._frame = self.allocate(8 * len(Word))
            self.counts = self.allocate(8 * len(Count))
            self.flags, self.endings = self.allocate(8 * PAYOFFS), self.allocate(8 * PAYOFFS)
            self.set_all({Word.COUNTS: self.counts, Word.FLAGS: self.flags, Word.ENDINGS: self.endings})
            self.device.write(self._frame, self.words)
            # a card takes memory for threads when a kernel first starts, and what is free then is asked for
            for kernel in self.kernels:
                self.device.run(self.kernels, kernel, self._frame, 0, 0)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        for memory in self._held:
            self.device.free(memory)

    def allocate(self, size: int) -> Memory:
        """Return new memory, filled with zeros.

        Raises:
            LimitError: the device has too little.
        """
        try:
            memory = self.device.allocate(max(size, 8))
        except MemoryError:
            raise LimitError(
                f"{self.what} does not fit into the memory of {self.device.name}: {format_bytes(size)} more are "
                f"needed, and {format_bytes(self.device.free_bytes())} are free; --device cpu solves it"
            ) from None
        self.device.clear(memory)
        self._held.append(memory)
        return memory

    def copy(self, array: NDArray[Any]) -> Memory:
        """Return new memory that holds an array."""
        memory = self.allocate(array.nbytes)
        self.device.write(memory, array)
        return memory

    def free(self, memory: Memory) -> None:
        """Give memory back early."""
        self._held.remove(memory)
        self.device.free(memory)

    @contextmanager
    def for_a_while(self) -> Iterator[None]:
        """Give back what is allocated meanwhile, at the end."""
        kept = list(self._held)
        yield
        for memory in [memory for memory in self._held if memory not in kept]:
            self.free(memory)

    def set(self, word: Word, value: Memory | int) -> None:
        """Give a word of the frame a number, or the address of memory."""
        number = value.address if isinstance(value, Memory) else int(value)
        if self.words[word] != number:
            self.words[word] = number
            self._is_written = False

    def set_all(self, words: Mapping[Word, Memory | int]) -> None:
        """Give several words of the frame a number or an address."""
        for word, value in words.items():
            self.set(word, value)

    def column(self, word: Word, values: Sequence[Memory | int]) -> None:
        """Make a word of the frame the address of a column of numbers or addresses."""
        numbers = [value.address if isinstance(value, Memory) else int(value) for value in values]
        self.set(word, self.copy(np.array(numbers, dtype=np.int64)))

    def run(self, kernel: str, last: int, first: int = 0) -> None:
        """Run a kernel over the items from `first` to before `last`."""
        if not self._is_written:
            self.device.write(self._frame, self.words)
            self._is_written = True
        for part in ranges(last - first, AT_ONCE):
            self.device.run(self.kernels, kernel, self._frame, first + part.start, first + part.stop)

    def read(self, memory: Memory, count: int, dtype: Any = np.int64, first: int = 0) -> NDArray[Any]:
        """Return items of an array on the device."""
        array = np.empty(count, dtype=dtype)
        self.device.read(memory, array, first * array.itemsize)
        return array

    def count(self) -> list[int]:
        """Return the counts, of which `Count` says what they are, after all kernels that run."""
        numbers: list[int] = self.read(self.counts, len(Count)).tolist()
        return numbers

    def set_count(self, which: Count, number: int = 0) -> None:
        """Give a count a number."""
        self.device.write(self.counts, np.array([number], dtype=np.int64), 8 * which)
