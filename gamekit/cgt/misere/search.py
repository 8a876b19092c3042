"""Finding a misère quotient: a monoid is guessed from a box of sums, and kept only if transitions show it to be right.

A sum of atoms has an element x, and a set E of elements: those of its options. For a finite monoid, the pairs (x, E) of
all sums are finitely many; two sums together have the pair (xy, yE ∪ xF). The monoid separates P- from N-positions if,
for each pair, x lies in the P-portion exactly if E is not empty and has no element of the P-portion.

Atoms come one after the other. Mostly the next one acts as an element of the quotient that is known, which a few
transitions show or refute. Where it acts as none, the quotient grows: a box of copies of some atoms gives a new monoid.

Source: T. Plambeck and A. Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115, 2008, on transition
algebras.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, count
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.time_limit import TimeLimitError, has_time_limit, require_time
from gamekit.game.progress import ProgressCallback

AtomOptions = Sequence[Sequence[int]]
"""The options of an atom, each as the numbers of the atoms that add up to it."""

Pair = tuple[int, int]
"""An element, and a set of elements as the bits of an integer."""

IDENTITY_ELEMENT = 0

Word = Mapping[int, int]
"""A sum: how many copies of each generator."""

MOST_SUMS_IN_A_BOX: Final = 1 << 16
"""The most sums of a box if there is no limit of time."""

MOST_SUMS_IN_TIME: Final = 1 << 20
"""The most sums of a box within a limit of time, because memory has a limit, too."""

SUMS_A_LOOK: Final = 1 << 14
"""The number of sums between two looks at the clock."""

SLACKS: Final = (4, 6, 8)
"""The number of copies of an atom that a box has at first, then the numbers to try if that does not suffice.

Within a limit of time, ever more copies are tried.
"""


class Transitions:
    """The pairs of all sums of the added atoms: the element of a sum, and the set of those of its options.

    Attributes:
        products: the multiplication table; element 0 is the identity.
        portion: the P-portion, as bits.
        pairs: the pairs met so far, all of which agree with the P-portion.
    """

    def __init__(self, products: Sequence[Sequence[int]], portion: int) -> None:
        self.products = products
        self.portion = portion
        self.generators: dict[Pair, None] = {}
        self.pairs: set[Pair] = {(IDENTITY_ELEMENT, 0)}
        self._images: dict[Pair, int] = {}

    def add(self, pair: Pair) -> bool:
        """Add the pair of an atom and return True; if a pair would contradict the P-portion, only return False."""
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
        """Return the set of the products of an element with each element of a set; sets are bits of an integer."""
        key = element, elements
        image = self._images.get(key)
        if image is None:
            row, image = self.products[element], 0
            while elements:
                lowest = elements & -elements
                image |= 1 << row[lowest.bit_length() - 1]
                elements ^= lowest
            self._images[key] = image
        return image

    def _is_right(self, pair: Pair) -> bool:
        element, options = pair
        return bool(self.portion >> element & 1) == (options != 0 and not options & self.portion)


@attrs.define
class PartialQuotient:
    """The misère quotient of the first atoms.

    Attributes:
        products: the multiplication table; element 0 is the identity.
        portion: the P-portion, as bits.
        elements: the element of each atom.
        words: a sum of generators for each element.
        complete: whether the quotient is that of all atoms that were asked for.
    """

    products: list[list[int]]
    portion: int
    elements: list[int]
    words: list[dict[int, int]]
    complete: bool = False


def find_quotient(atoms: Sequence[AtomOptions], progress: ProgressCallback | None = None) -> PartialQuotient:
    """Return the misère quotient of atoms, or of as many of the first atoms as the time limit and the search allow.

    Raises:
        TimeLimitError: the time limit was over before any atom had an element.
    """
    quotient = PartialQuotient([[0]], 0, [], [{}])
    transitions = Transitions(quotient.products, 0)
    grower = _Grower(atoms)
    while len(quotient.elements) < len(atoms):
        atom = len(quotient.elements)
        try:
            options = _element_set(quotient, atoms[atom])
            element = _element_for(transitions, options, len(quotient.products))
            grown = grower.grown(atom) if element is None else None
        except TimeLimitError:
            if not quotient.elements:
                raise
            return quotient
        if element is not None:
            quotient.elements.append(element)
        elif grown is not None:
            quotient, transitions = grown
        else:
            return quotient
        if progress:
            progress("finding the quotient", len(quotient.elements), len(atoms))
    quotient.complete = True
    return quotient


def _element_for(transitions: Transitions, options: int, order: int) -> int | None:
    """Return the element as which an atom acts, given the set of its options' elements; None if it acts as none."""
    for element, known in transitions.generators:
        if known == options:
            return element
    return next((element for element in range(order) if transitions.add((element, options))), None)


def _element_set(quotient: PartialQuotient, options: AtomOptions) -> int:
    elements = 0
    for option in options:
        element = IDENTITY_ELEMENT
        for part in option:
            element = quotient.products[element][quotient.elements[part]]
        elements |= 1 << element
    return elements


class TooLargeError(Exception):
    """A box would have more sums than it may."""


class Box:
    """All sums of up to `tops[g]` copies of each generator g.

    More copies are folded: one more than the top counts as one less than the top. The fold is a guess, and so is all
    that follows from it.

    Attributes:
        generators: the atoms, by number, ascending; the options of each are sums of smaller ones.
        classes: the class of each sum, as a number, dtype int64; sums of the same class are alike.
        outcomes: 1 for each sum that is a P-position, else 0; dtype uint8.
    """

    def __init__(self, tops: Mapping[int, int], options: Mapping[int, Sequence[Word]], most: int) -> None:
        self.generators = sorted(tops)
        self.tops = [tops[g] for g in self.generators]
        self.weights = np.cumprod([1, *(top + 1 for top in self.tops)]).tolist()
        self.size = self.weights.pop()
        if self.size > most:
            raise TooLargeError
        require_time()
        sums = np.arange(self.size)
        self.copies = [
            sums // weight % (top + 1) for weight, top in zip(self.weights, self.tops, strict=True)
        ]
        self.times = [
            np.where(copies < top, sums + weight, sums - weight)
            for copies, weight, top in zip(self.copies, self.weights, self.tops, strict=True)
        ]
        self.outcomes = self._outcomes([options[g] for g in self.generators])
        self.classes = self._classes()

    def weight(self, generator: int) -> int:
        """Return the place of the sum that is one copy of a generator; below it are the sums of smaller generators."""
        return int(self.weights[self.generators.index(generator)])

    def word(self, place: int) -> dict[int, int]:
        """Return the sum at a place, as the number of copies of each generator."""
        counted = zip(self.generators, self.copies, strict=True)
        return {g: int(copies[place]) for g, copies in counted if copies[place]}

    def simplest(self, places: NDArray[Any]) -> int:
        """Return the one of some places whose sum has the fewest summands; if there are several, the first."""
        summands = sum((copies[places] for copies in self.copies), np.zeros(len(places), dtype=np.int64))
        return int(places[np.lexsort((places, summands))[0]])

    def top_of(self, generator: int) -> int:
        """Return the least top that makes this generator's fold right in this box: powers recur from there on."""
        at = self.generators.index(generator)
        top, weight = self.tops[at], self.weights[at]
        powers = [self.classes[copies * weight] for copies in range(top + 1)]
        recurs = (copies for copies in range(top - 1) if powers[copies + 2] == powers[copies])
        return max(next(recurs, top - 1) + 1, 1)

    def _outcomes(self, options: Sequence[Sequence[Word]]) -> NDArray[np.uint8]:
        """Return which sums are P-positions. Moves lead to smaller places, because options have smaller generators."""
        leads = []
        for words in options:
            places_of_words = {}
            for word in words:
                require_time()
                places = np.arange(self.size)
                for g, copies in word.items():
                    for _ in range(copies):
                        places = self.times[self.generators.index(g)][places]
                places_of_words[places.tobytes()] = places.tolist()
            leads.append(list(places_of_words.values()))
        is_p = bytearray(self.size)
        copies_of = [copies.tolist() for copies in self.copies]
        moves = [
            (copies, weight, lists)
            for copies, weight, lists in zip(copies_of, self.weights, leads, strict=True)
            if lists
        ]
        for place in range(1, self.size):
            if place % SUMS_A_LOOK == 0:
                require_time()
            can_move = can_win = False
            for copies, weight, lists in moves:
                if copies[place]:
                    can_move = True
                    if any(is_p[listed[place - weight]] for listed in lists):
                        can_win = True
                        break
            is_p[place] = can_move and not can_win
        return np.frombuffer(bytes(is_p), dtype=np.uint8)

    def _classes(self) -> NDArray[np.int64]:
        """Return the coarsest classes that respect outcomes and sums, by refining them as Moore does for automata."""
        classes = self.outcomes.astype(np.int64)
        known = 0
        while known < (number := int(classes.max()) + 1):
            require_time()
            known, refined = number, classes
            for times in self.times:
                refined = np.unique(refined * number + classes[times], return_inverse=True)[1]
            classes = refined
        return classes


class _Grower:
    """Guesses the quotient of the first atoms by boxes.

    Attributes:
        tops: the generators, with the most copies of each that a box needs.
        words: for each other atom, a sum of smaller generators that seems alike.
    """

    def __init__(self, atoms: Sequence[AtomOptions]) -> None:
        self.atoms = atoms
        self.tops: dict[int, int] = {}
        self.words: dict[int, dict[int, int]] = {}
        self.slack = SLACKS[0]

    def grown(self, atom: int) -> tuple[PartialQuotient, Transitions] | None:
        """Return the quotient of all atoms up to this one, and its transitions; None if no quotient was found.

        Raises:
            TimeLimitError: the time limit is over.
        """
        for self.slack in chain(SLACKS, count(SLACKS[-1] + 2, 2) if has_time_limit() else ()):
            try:
                self._identify_all(atom)
                quotient = self._quotient(atom)
            except TooLargeError:
                return None
            transitions = Transitions(quotient.products, quotient.portion)
            if all(
                transitions.add((element, _element_set(quotient, self.atoms[number])))
                for number, element in enumerate(quotient.elements)
            ):
                return quotient, transitions
        return None

    def _identify_all(self, last: int) -> None:
        """Find a word for each atom up to `last`; an atom without one becomes a generator, and all begins again."""
        atom = 0
        while atom <= last:
            if atom not in self.tops:
                self.words.pop(atom, None)
                box = self._box({**self.tops, atom: self.slack})
                weight = box.weight(atom)
                same = np.flatnonzero(box.classes[:weight] == box.classes[weight])
                if len(same):
                    self.words[atom] = box.word(box.simplest(same))
                else:
                    self.tops[atom] = box.top_of(atom)
                    self._raise_tops()
                    atom = -1
            atom += 1

    def _raise_tops(self) -> None:
        """Raise the tops of generators whose fold is no longer right since the newest generator was added."""
        raised = True
        while raised:
            raised = False
            for generator, top in list(self.tops.items()):
                trial = self._box({**self.tops, generator: max(self.slack, top)})
                if (needed := trial.top_of(generator)) > top:
                    self.tops[generator] = needed
                    raised = True

    def _box(self, tops: dict[int, int]) -> Box:
        most = MOST_SUMS_IN_TIME if has_time_limit() else MOST_SUMS_IN_A_BOX
        return Box(tops, {generator: self._option_words(generator, tops) for generator in tops}, most)

    def _option_words(self, atom: int, generators: dict[int, int]) -> list[dict[int, int]]:
        words = []
        for option in self.atoms[atom]:
            word: dict[int, int] = {}
            for part in option:
                for generator, copies in ({part: 1} if part in generators else self.words[part]).items():
                    word[generator] = word.get(generator, 0) + copies
            words.append(word)
        return words

    def _quotient(self, last: int) -> PartialQuotient:
        """Return the quotient that the box of the generators suggests; it is not yet shown to be right."""
        box = self._box(self.tops)
        first = sorted(map(int, np.unique(box.classes, return_index=True)[1]))
        number = {int(box.classes[place]): element for element, place in enumerate(first)}
        element_at = [number[int(class_)] for class_ in box.classes]
        words = [box.word(place) for place in first]
        steps = dict(zip(box.generators, box.times, strict=True))

        def multiplied(place: int, word: dict[int, int]) -> int:
            for generator, copies in word.items():
                for _ in range(copies):
                    place = int(steps[generator][place])
            return element_at[place]

        products = []
        for place in first:
            require_time()
            products.append([multiplied(place, word) for word in words])
        portion = sum(1 << element for element, place in enumerate(first) if box.outcomes[place])
        elements = [
            multiplied(0, {atom: 1} if atom in self.tops else self.words[atom]) for atom in range(last + 1)
        ]
        return PartialQuotient(products, portion, elements, words)
