"""`Levels`: small numbers in place of large payoffs, in the same order, so that results still pack into integers."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray


@attrs.frozen(eq=False)
class Levels:
    """The sizes of some payoffs in order. The level of a payoff is the place of its size, with the payoff's sign.

    So levels compare as payoffs do, 0 is that of 0, and a payoff to the other player has the level with the other sign.

    >>> levels = Levels.of(np.array([-(10**18), 7, 0]))
    >>> levels.level(np.array([7, -(10**18), 10**18, -7])).tolist(), levels.payoff(-2)
    ([1, -2, 2, -1], -1000000000000000000)
    """

    sizes: NDArray[np.int64]

    @classmethod
    def of(cls, *payoffs: NDArray[Any]) -> Levels:
        """Return the levels of all these payoffs."""
        return cls(np.unique(np.concatenate([[0], *map(np.abs, payoffs)])))

    def level(self, payoffs: NDArray[Any]) -> NDArray[np.int64]:
        """Return the levels of some of the payoffs."""
        levels: NDArray[np.int64] = np.sign(payoffs) * np.searchsorted(self.sizes, np.abs(payoffs))
        return levels

    def payoff(self, level: int) -> int:
        """Return the payoff of a level."""
        return int(self.sizes[abs(level)]) * (1 if level > 0 else -1)
