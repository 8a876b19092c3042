"""Transitions: what shows that a monoid with a P-portion decides every sum, of however many atoms.

A sum of atoms has an element x, and a set E of elements: those of its options. For a finite monoid, the pairs (x, E) of
all sums are finitely many; two sums together have the pair (xy, yE ∪ xF). The monoid tells P- from N-positions if for
each pair x lies in the P-portion just where E is not empty and meets the P-portion nowhere.

Source: T. Plambeck and A. Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115, 2008, on transition
algebras.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamekit.cgt.time_limit import require_time

Pair = tuple[int, int]
"""An element, and a set of elements as the bits of an integer."""

IDENTITY = 0


class Transitions:
    """The pairs of all sums of the atoms that were added.

    Attributes:
        products: the multiplication table; element 0 is the identity.
        portion: the P-portion, as bits.
        pairs: the pairs met so far, each of them right.
    """

    def __init__(self, products: Sequence[Sequence[int]], portion: int) -> None:
        self.products = products
        self.portion = portion
        self.generators: dict[Pair, None] = {}
        self.pairs: set[Pair] = {(IDENTITY, 0)}
        self._images: dict[Pair, int] = {}

    def add(self, pair: Pair) -> bool:
        """Add the pair of an atom, and return true; or return false, and change nothing, if a sum would be wrong."""
        if pair in self.generators:
            return True
        if not self._is_right(pair):
            return False
        new: set[Pair] = set()
        stack: list[tuple[Pair, tuple[Pair, ...]]] = [(known, (pair,)) for known in self.pairs]
        every = (*self.generators, pair)
        while stack:
            require_time()
            known, factors = stack.pop()
            for factor in factors:
                product = self._product(known, factor)
                if product in self.pairs or product in new:
                    continue
                if not self._is_right(product):
                    return False
                new.add(product)
                stack.append((product, every))
        self.pairs |= new
        self.generators[pair] = None
        return True

    def _product(self, one: Pair, other: Pair) -> Pair:
        x, y = one[0], other[0]
        return self.products[x][y], self._image(y, one[1]) | self._image(x, other[1])

    def _image(self, element: int, elements: int) -> int:
        """Return the set of the products of an element with each of a set."""
        key = element, elements
        found = self._images.get(key)
        if found is None:
            row, found = self.products[element], 0
            while elements:
                lowest = elements & -elements
                found |= 1 << row[lowest.bit_length() - 1]
                elements ^= lowest
            self._images[key] = found
        return found

    def _is_right(self, pair: Pair) -> bool:
        element, options = pair
        return bool(self.portion >> element & 1) == (options != 0 and not options & self.portion)
