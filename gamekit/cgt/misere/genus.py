"""Genera: misère Grundy values of a position beside heaps of two (J. Conway, "On Numbers and Games", chapter 12)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from gamekit.cgt.impartial.grundy import mex
from gamekit.cgt.ruleset import Position, Ruleset
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, Walker


@attrs.frozen
class Genus:
    """The genus of a position.

    Attributes:
        grundy: the Grundy value of the position in normal play.
        misere: the misère Grundy values of the position, of the position with one heap of two, with two such heaps, and
            so on; the last two values alternate for ever.

    >>> print(Genus(4, (1, 4, 6)), Genus(4, (1, 4, 6)).beside(3))
    4^146 4
    """

    grundy: int
    misere: tuple[int, ...]

    def beside(self, twos: int) -> int:
        """Return the misère Grundy value of the position beside `twos` heaps of two."""
        last = len(self.misere) - 1
        return self.misere[twos if twos <= last else last - (twos - last) % 2]

    def _repr_html_(self) -> str:
        return "<p>{}<sup>{}</sup></p>".format(*str(self).split("^"))

    def __str__(self) -> str:
        digits = "".join(f"({value})" if value > 9 else str(value) for value in self.misere)
        return f"{self.grundy}^{digits}"


class GenusWalker(Walker[Position, Genus]):
    """Computes genera. They do not add, so no position is divided."""

    called = "genera"
    is_impartial = True
    cheaper = "ask who wins in misère play (gamekit prove --play misere)"

    def of_options(self, left: Sequence[Genus], right: Sequence[Genus]) -> Genus:
        return genus_of_options(left)


def genus_of_options(genera: Sequence[Genus]) -> Genus:
    """Return the genus of a position from the genera of its options.

    A misère Grundy value is the mex of those of the options, and 1 if there are none. Beside a heap of two, there are
    two options more: to take it away, and to leave a heap of one, which changes the last bit.

    >>> print(genus_of_options([]), genus_of_options([genus_of_options([])]))
    0^120 1^031
    """
    known = max((len(option.misere) for option in genera), default=0)
    values: list[int] = []
    while len(values) < 2 or not _alternates(values, known):
        at = len(values)
        options = {option.beside(at) for option in genera}
        if at:
            options |= {values[-1], values[-1] ^ 1}
        values.append(mex(options) if options else 1)
    while len(values) > 2 and values[-1] == values[-3]:
        values.pop()
    return Genus(mex(option.grundy for option in genera), tuple(values))


def _alternates(values: list[int], known: int) -> bool:
    """Return whether values alternate for ever: those of the options do from `known` on, and one value has recurred.

    From there on a value depends on the one before, and on whether its index is even, so all that follows recurs, too.
    """
    return len(values) >= known + 2 and len(values) > 2 and values[-1] == values[-3]


def genus(
    ruleset: Ruleset[Position],
    position: Position | None = None,
    *,
    max_positions: int = DEFAULT_MAX_POSITIONS,
) -> Genus:
    """Return the genus of a position.

    The arguments are those of `gamekit.cgt.grundy_value`.

    Raises:
        GamekitError: as `gamekit.cgt.grundy_value` does.

    >>> from gamekit.cgt import load_ruleset
    >>> print(genus(load_ruleset("kayles", [5])))
    4^146
    """
    walker = GenusWalker(ruleset, max_positions=max_positions)
    return walker.value(walker.rules.root(position))
