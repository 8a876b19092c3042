"""`Conversions`: the moves behind which a game counts remoteness anew, and the tiers between which moves lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.errors import UnsupportedError
from gamekit.game.protocol import has_conversions


@attrs.frozen(eq=False)
class Conversions:
    """The conversions among some edges.

    Attributes:
        are: a boolean array that marks the edges that are conversions.
        leads: the pairs of different tiers between which edges lead.
    """

    are: NDArray[np.bool_]
    leads: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, game: Any, tiers: NDArray[np.int64], after: NDArray[np.int64]) -> Conversions:
        """Return the conversions among edges, of which the tiers at both ends are given."""
        are, leads = np.zeros(len(tiers), dtype=np.bool_), []
        for tier, begins in _each(tiers):
            for child, ends in _each(after[begins]):
                if child != tier:
                    leads.append((tier, child))
                    are[begins[ends]] = game.converts(tier, child)
        return cls(are, tuple(leads))


def check_counts_to_the_end(game: Any) -> None:
    """Refuse a game that counts remoteness to the next conversion.

    Raises:
        UnsupportedError: it does.
    """
    if has_conversions(game):
        raise UnsupportedError(
            f"{type(game).__name__} counts plies to the next conversion, and only a solve by tiers does that"
        )


def _each(numbers: NDArray[np.int64]) -> Iterator[tuple[int, NDArray[np.int64]]]:
    """Yield each of a few different numbers with the indices at which it is."""
    left = np.arange(len(numbers))
    while len(left):
        number = numbers[left[0]]
        is_it = numbers[left] == number
        yield int(number), left[is_it]
        left = left[~is_it]
