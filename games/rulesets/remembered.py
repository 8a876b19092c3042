"""`Remembered`: the results of a function by its argument, which are looked up faster than in an `lru_cache`."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TypeVar

Argument = TypeVar("Argument", bound=Hashable)
Result = TypeVar("Result")


class Remembered(dict[Argument, Result]):
    """The results of a function by its argument; once there are `most` of them, all are forgotten.

    >>> squares = Remembered(lambda n: n * n, most=2)
    >>> [squares[n] for n in (2, 3, 4)], dict(squares)
    ([4, 9, 16], {4: 16})
    """

    def __init__(self, function: Callable[[Argument], Result], most: int) -> None:
        """Remember nothing yet."""
        super().__init__()
        self._function, self._most = function, most

    def __missing__(self, argument: Argument) -> Result:
        result = self._function(argument)
        if len(self) >= self._most:
            self.clear()
        self[argument] = result
        return result
