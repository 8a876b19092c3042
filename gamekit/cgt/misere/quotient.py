"""Misère quotients: a finite monoid that determines who wins any sum of some positions in misère play.

Two sums are alike if adding any third sum to both gives the same outcome. The classes of alike sums are the quotient;
the P-portion are the classes of P-positions; the pretending function gives each atom its class.

Source: T. Plambeck and A. Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115, 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

import attrs
import numpy as np

from gamekit.cgt.misere.search import PartialQuotient, find_quotient
from gamekit.cgt.misere.words import letter, word
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.walker import LoopError
from gamekit.drawing.html import paragraph, table
from gamekit.errors import InputError, LimitError
from gamekit.game.progress import ProgressCallback

MOST_ATOMS: Final = 20_000
MOST_SHOWN: Final = 40

OptionSums = Callable[[Any], Iterable[Sequence[Any]]]
"""A function that returns the options of an atom, each as the atoms that add up to it."""


@attrs.frozen
class MisereQuotient:
    """A misère quotient, with its source.

    Attributes:
        source: a ruleset, or the octal code of heaps.
        pretending: the element of each atom: a position without parts, or the number of counters of a heap.
        products: the multiplication table; element 0 is the identity, the class of the empty sum.
        portion: the P-portion: the elements of P-positions.
        names: the name of each element: the product of some generators.
        generators: the atom of each letter in names.
        period: for heaps, the p and the last n for which pretending(n + p) differs from pretending(n), or 0 if there is
            none, provided that they prove that the quotient is that of heaps of all sizes; else None.
    """

    source: Ruleset[Any] | OctalCode
    pretending: Mapping[Any, int] = attrs.field(repr=lambda elements: f"<of {len(elements)} atoms>")
    products: tuple[tuple[int, ...], ...] = attrs.field(repr=False)
    portion: frozenset[int]
    names: tuple[str, ...]
    generators: Mapping[str, Any]
    period: tuple[int, int] | None = None

    @property
    def order(self) -> int:
        """The number of elements."""
        return len(self.products)

    def _repr_html_(self) -> str:
        portion = ", ".join(self.names[element] for element in sorted(self.portion))
        rows = ([self.names[i] for i in (j, *row)] for j, row in enumerate(self.products[:MOST_SHOWN]))
        return paragraph(f"{self.order} elements; P-positions: {portion}") + table(("×", *self.names), rows)

    def element(self, atoms: Iterable[Hashable]) -> int:
        """Return the element of a sum of atoms.

        Raises:
            InputError: an atom is not one of this quotient.
        """
        product = 0
        for atom in atoms:
            product = self.products[product][self._element_of(atom)]
        return product

    def outcome(self, atoms: Iterable[Hashable]) -> OutcomeClass:
        """Return who wins a sum of atoms in misère play.

        >>> heap_quotient("0.123", 24).outcome([1] * 1001)
        <OutcomeClass.PREVIOUS: 'P'>
        """
        return OutcomeClass.PREVIOUS if self.element(atoms) in self.portion else OutcomeClass.NEXT

    def _element_of(self, atom: Any) -> int:
        if atom in self.pretending:
            return self.pretending[atom]
        if atom == 0 and isinstance(self.source, OctalCode):
            return 0
        if self.period is not None and type(atom) is int and atom > 0:
            p, last = self.period
            return self.pretending[last + 1 + (atom - last - 1) % p]
        raise InputError(f"a sum in this quotient must consist of its atoms; {atom!r} is not one of them")


def misere_quotient(
    ruleset: Ruleset[Any],
    position: Any = None,
    *,
    max_atoms: int = MOST_ATOMS,
    progress: ProgressCallback | None = None,
) -> MisereQuotient:
    """Return the misère quotient of all sums of followers of a position.

    Args:
        ruleset: the rules.
        position: the position; by default the one in which play begins.
        max_atoms: the most followers without parts.
        progress: called with a description, the atoms done and all atoms.

    Raises:
        UnsupportedError: the ruleset is partizan, or play can return to a position.
        LimitError: there are more than `max_atoms` followers without parts, or no finite quotient was found.
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt import load_ruleset
    >>> quotient = misere_quotient(load_ruleset("kayles", [9]))
    >>> quotient.order, [quotient.names[element] for element in quotient.pretending.values()]
    (18, ['a', 'b', 'ab', 'a', 'c', 'ab', 'b', 'ab²', 'd'])
    """
    rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    rules.require_impartial("misère quotients")
    at = rules.root(position)

    def options(atom: Any) -> list[list[Any]]:
        return [rules.indivisible_parts(option) for option in rules.options(atom, LEFT)]

    atoms = _atoms_below(rules.indivisible_parts(at), options, max_atoms)
    quotient = _quotient_of(atoms, options, progress)
    if not quotient.complete:
        require_time()
        done = len(quotient.elements)
        raise LimitError(
            f"no misère quotient of {rules.describe(at)} was found: the quotient of its first {done:,} of "
            f"{len(atoms):,} followers has {len(quotient.products):,} elements, and with one more follower, it is "
            "infinite or too large to find; ask for the misère outcome class instead (--kind misere)"
        )
    return _named(ruleset, atoms, quotient)


def heap_quotient(
    code: OctalCode | str, to: int, *, progress: ProgressCallback | None = None
) -> MisereQuotient:
    """Return the misère quotient of heaps of 1 to `to` counters under an octal code, or of as many as could be found.

    The result has fewer heaps if the quotient with the next heap is infinite or too large to find, or time is over.

    If pretending(n + p) = pretending(n) for all n from n0 to 2·n0 + p + k, where k is the number of digits, it holds
    for ever, and the quotient is that of heaps of all sizes; then the result has a `period`.

    Args:
        code: the octal code, or its text.
        to: the largest heap, from 1 to 20,000 counters.
        progress: called with a description, the heaps done and all heaps.

    Raises:
        InputError: `code` is not an octal code, or `to` is out of range.

    >>> quotient = heap_quotient("0.123", 24)
    >>> quotient.order, len(quotient.portion), quotient.period
    (20, 5, (5, 4))
    """
    code = OctalCode.parse(code) if isinstance(code, str) else code
    if type(to) is not int or not 1 <= to <= MOST_ATOMS:
        raise InputError(f"the largest heap must be an integer from 1 to {MOST_ATOMS:,}; it is {to!r}")
    heaps = list(range(1, to + 1))
    quotient = _quotient_of(heaps, code.options, progress)
    return _named(code, heaps, quotient)


def winning_in_misere(quotient: MisereQuotient, position: Any) -> list[Any]:
    """Return the options of a position of the quotient's ruleset that are P-positions in misère play."""
    assert isinstance(quotient.source, Ruleset)
    rules: CheckedRuleset[Any] = CheckedRuleset(quotient.source)
    options = rules.options(rules.canonical(position), LEFT)
    return [
        option for option in options if quotient.element(rules.indivisible_parts(option)) in quotient.portion
    ]


def _atoms_below(start: Iterable[Any], options: OptionSums, most: int) -> list[Any]:
    """Return atoms and all their followers, options first; refuse loops, and more than `most` atoms."""
    listed: dict[Any, None] = {}
    opened: set[Any] = set()
    stack = list(start)
    while stack:
        atom = stack[-1]
        if atom in listed:
            stack.pop()
        elif atom in opened:
            listed[stack.pop()] = None
        else:
            opened.add(atom)
            for option in options(atom):
                for part in option:
                    if part in opened and part not in listed:
                        raise LoopError(
                            "misère quotients are for games without loops, and play can return to a position; "
                            "ask for the misère outcome class instead (--kind misere)"
                        )
                    if part not in listed:
                        stack.append(part)
            if len(opened) > most:
                raise LimitError(
                    f"the misère quotient would have more than {most:,} atoms, the limit; ask for the misère outcome "
                    "class instead (--kind misere)"
                )
    return list(listed)


def _quotient_of(
    atoms: Sequence[Any], options: OptionSums, progress: ProgressCallback | None
) -> PartialQuotient:
    number = {atom: i for i, atom in enumerate(atoms)}
    listed = []
    for atom in atoms:
        require_time()
        listed.append(list(dict.fromkeys(tuple(number[part] for part in option) for option in options(atom))))
    return find_quotient(listed, progress)


def _named(
    source: Ruleset[Any] | OctalCode, atoms: Sequence[Any], quotient: PartialQuotient
) -> MisereQuotient:
    used = sorted({atom for copies in quotient.words for atom in copies})
    letters = {atom: letter(i) for i, atom in enumerate(used)}
    names = tuple(
        word({letters[atom]: times for atom, times in sorted(copies.items())}) for copies in quotient.words
    )
    portion = frozenset(element for element in range(len(names)) if quotient.portion >> element & 1)
    period = _period(quotient.elements, source) if isinstance(source, OctalCode) else None
    return MisereQuotient(
        source,
        dict(zip(atoms, quotient.elements, strict=False)),
        tuple(map(tuple, quotient.products)),
        portion,
        names,
        {letters[atom]: atoms[atom] for atom in used},
        period,
    )


def _period(elements: Sequence[int], code: OctalCode) -> tuple[int, int] | None:
    """Return the least period that the elements of heaps prove, and its last exception; None if they prove none."""
    if code.repeats:
        return None
    values = np.array(elements)
    for period in range(1, len(values) // 2):
        differs = np.flatnonzero(values[:-period] != values[period:])
        last = int(differs[-1]) + 1 if len(differs) else 0
        if 2 * (last + 1) + 2 * period + len(code.digits) <= len(values):
            return period, last
    return None
