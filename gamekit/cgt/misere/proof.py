"""A checker of misère quotients, which shares nothing with the search but the rules.

It checks that the multiplication table is that of a commutative monoid in which no two elements act alike, and that all
sums of atoms have the outcomes that the quotient states. For this it lists the pairs of a sum's element and the set of
its options' elements: there are finitely many, and they follow from those of the atoms. The name of an element has to
be a product of generators that is this element.

Source: T. Plambeck and A. Siegel, "Misère quotients for impartial games", J. Combin. Theory A 115, 2008.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.divisions import MOST_DIVIDED, Divisions
from gamekit.cgt.misere.quotient import MisereQuotient
from gamekit.cgt.misere.words import factors_of, is_letter
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import fault_of_code, fault_of_statement
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Ruleset
from gamekit.cgt.time_limit import require_time
from gamekit.cgt.tried_rules import TriedRules, unlike_options

Pair = tuple[int, frozenset[int]]
"""The element of a sum, and the set of the elements of its options."""


@attrs.frozen
class ElementProof:
    """The claim that a position has an element of a misère quotient, which says who wins in misère play.

    Attributes:
        quotient: the quotient of a ruleset, which proves the claim.
        position: the position.
        element: the element of the position.
        outcome: the outcome class of the position.
    """

    quotient: MisereQuotient
    position: Any
    element: int
    outcome: OutcomeClass

    @property
    def ruleset(self) -> Ruleset[Any]:
        """The rules of the position."""
        assert not isinstance(self.quotient.source, OctalCode)
        return self.quotient.source


def check_element(proof: ElementProof, *, most_divided: int | None = MOST_DIVIDED) -> ProofReport:
    """Check a quotient, and the element and outcome class that a proof claims of a position; see `check_quotient`."""
    quotient = proof.quotient
    rules: CheckedRuleset[Any] = CheckedRuleset(proof.ruleset)
    position = rules.canonical(proof.position)
    report = check_quotient(quotient, position, most_divided=most_divided)
    if not report.ok:
        return report
    parts, problem = rules.indivisible_parts(position), None
    if strays := [part for part in parts if part not in quotient.pretending]:
        problem = f"there is no element for {rules.describe(strays[0])}"
    elif (element := quotient.element(parts)) != proof.element:
        problem = f"{rules.describe(position)} is the element {quotient.names[element]}"
    elif (outcome := quotient.outcome(parts)) != proof.outcome:
        problem = f"the outcome class of {rules.describe(position)} is {outcome}"
    return attrs.evolve(report, problem=problem)


def check_quotient(
    quotient: MisereQuotient, position: Any = None, *, most_divided: int | None = MOST_DIVIDED
) -> ProofReport:
    """Check a misère quotient; the report counts transitions, the pairs of a sum's element and its options' elements.

    Args:
        quotient: the quotient.
        position: a position of its ruleset that is also compared with the sum of its parts.
        most_divided: the number of divided positions of a ruleset whose options are compared with those of the sum;
            None for as many as a few seconds allow.

    Raises:
        RulesError: the ruleset breaks a promise.

    >>> from gamekit.cgt.misere.quotient import heap_quotient
    >>> print(check_quotient(heap_quotient("0.123", 24)))
    verified: all 306 transitions
    """
    problem = _fault_of_monoid(quotient) or _fault_of_period(quotient)
    if problem is not None:
        return ProofReport(0, problem=problem, of="transition")
    pairs: dict[Pair, Any] = {}
    divisions: Divisions | None = None
    if isinstance(quotient.source, OctalCode):
        options_of: Callable[[Any], Iterable[list[Any]]] = partial(_options_of_heap, quotient.source)
    else:
        divisions = Divisions(TriedRules(quotient.source), most_divided)
        options_of = partial(_options_in, divisions)
        for atom in quotient.pretending:
            if unlike := unlike_options(divisions.rules, atom, divisions.rules.options(atom, LEFT)):
                return ProofReport(0, problem=unlike, of="transition")
        if position is not None:
            divisions.parts(divisions.rules.canonical(position))
    done: set[Any] = set()
    for atom, element in quotient.pretending.items():
        options = set()
        for option in options_of(atom):
            product = 0
            for part in option:
                if part not in done:
                    problem = f"an option of {atom!r} is a sum with {part!r}, which does not come before it"
                    return ProofReport(0, problem=problem, of="transition")
                product = quotient.products[product][quotient.pretending[part]]
            options.add(product)
        done.add(atom)
        pairs.setdefault((element, frozenset(options)), atom)
    if divisions is None:
        return _closed(quotient, pairs)
    if divisions.problem is not None:
        return ProofReport(0, problem=divisions.problem, of="transition")
    report = _closed(quotient, pairs)
    return attrs.evolve(divisions.report(report.checked, report.problem), of=report.of)


def _closed(quotient: MisereQuotient, atoms: dict[Pair, Any]) -> ProofReport:
    """Check the pairs of all sums, given the pairs of the atoms, and that each element is that of some sum."""
    products, portion = quotient.products, quotient.portion
    empty: Pair = (0, frozenset())
    sums: dict[Pair, tuple[Any, ...]] = {empty: ()}
    stack = [empty]
    while stack:
        require_time()
        pair = stack.pop()
        element, options = pair
        if (element in portion) != (bool(options) and not options & portion):
            parts = " + ".join(map(repr, sums[pair])) or "nothing"
            says = "a P-position" if element in portion else "an N-position"
            return ProofReport(
                len(sums), problem=f"{parts} is not {says}, as the quotient says", of="transition"
            )
        for (other, others), atom in atoms.items():
            joined = {products[other][option] for option in options}
            joined |= {products[element][option] for option in others}
            total = products[element][other], frozenset(joined)
            if total not in sums:
                sums[total] = (*sums[pair], atom)
                stack.append(total)
    problem = _fault_of_names(quotient)
    if missing := set(range(quotient.order)) - {element for element, _ in sums}:
        problem = f"no sum has the element {min(missing)}"
    return ProofReport(len(sums), problem=problem, of="transition")


def _fault_of_monoid(quotient: MisereQuotient) -> str | None:
    """Return why the table is not that of a commutative monoid whose elements act differently; None if it is."""
    order = quotient.order
    if {len(row) for row in quotient.products} != {order} or not all(
        0 <= entry < order for row in quotient.products for entry in row
    ):
        return "the multiplication table is not square, or has other elements"
    if not all(0 <= element < order for element in (*quotient.pretending.values(), *quotient.portion)):
        return "an atom or the P-portion has an element that does not exist"
    table: NDArray[Any] = np.array(quotient.products)
    if (table[0] != np.arange(order)).any() or (table != table.T).any():
        return "the multiplication table has no identity 0, or is not commutative"
    for element in range(order):
        require_time()
        if (table[table[element]] != table[element][table]).any():
            return "the multiplication is not associative"
    in_portion = np.isin(table, list(quotient.portion))
    return "two elements act alike" if len(np.unique(in_portion, axis=0)) != order else None


def _fault_of_names(quotient: MisereQuotient) -> str | None:
    """Return a sentence about a name that is not the product of generators for its element; None if all are."""
    generators = {}
    for name, atom in quotient.generators.items():
        if not is_letter(name) or atom not in quotient.pretending:
            return f"{name} = {atom!r} is not the generator of an atom"
        generators[name] = quotient.pretending[atom]
    if len(quotient.names) != quotient.order:
        return f"there are {len(quotient.names):,} names of {quotient.order:,} elements"
    for element, name in enumerate(quotient.names):
        if _product(quotient, generators, name) != element:
            return f"the element {element} is not the product {name}"
    return None


def _product(quotient: MisereQuotient, generators: dict[str, int], name: str) -> int | None:
    """Return the element of a word; None if it is not a word of generators or has more factors than one needs."""
    factors = factors_of(name)
    if factors is None or sum(copies for _, copies in factors) > quotient.order:
        return None
    product = 0
    for letter, copies in factors:
        if letter not in generators:
            return None
        for _ in range(copies):
            product = quotient.products[product][generators[letter]]
    return product


def _fault_of_period(quotient: MisereQuotient) -> str | None:
    """Return why the elements of heaps do not prove the claimed period; None if they do, or none is claimed."""
    code = quotient.source
    if not isinstance(code, OctalCode):
        return None if quotient.period is None else "only heaps have periods"
    heaps = len(quotient.pretending)
    if list(quotient.pretending) != list(range(1, heaps + 1)):
        return "the heaps are not those of 1 counter, of 2, and so on"
    if quotient.period is None:
        return None
    if fault := fault_of_code(code):
        return fault
    period, last = quotient.period
    if period < 1 or last < 0 or heaps < 2 * (last + 1) + 2 * period + len(code.digits):
        return "there are too few heaps to prove the period"
    for heap in range(last + 1, heaps - period + 1):
        if quotient.pretending[heap] != quotient.pretending[heap + period]:
            return f"heaps of {heap:,} and of {period:,} more have different elements"
    return fault_of_statement(np.array([0, *quotient.pretending.values()]), period, last, "element")


def _options_in(divisions: Divisions, atom: Any) -> Iterable[list[Any]]:
    return map(divisions.parts, divisions.rules.options(atom, LEFT))


def _options_of_heap(code: OctalCode, heap: int) -> Iterable[list[int]]:
    """Yield the options of a heap: take k counters and leave r heaps, for each r from 0 to 2 whose bit digit k has."""
    for taken in range(heap + 1):
        left = heap - taken
        rests = [[]] if not left else [[left], *([small, left - small] for small in range(1, left))]
        yield from (rest for rest in rests if code.digit(taken) >> len(rest) & 1)
