"""Elements of misère quotients, claims about them, and claims about the quotients of heaps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from gamekit.cgt.kinds.claim import (
    CheckedClaim,
    Claim,
    ClaimedRules,
    NumberedPositions,
    PositionClaim,
    keyed,
    malformed,
)
from gamekit.cgt.kinds.value_kind import Valuation, ValueKind
from gamekit.cgt.misere.genus import GenusWalker
from gamekit.cgt.misere.proof import ElementProof, check_element, check_quotient
from gamekit.cgt.misere.quotient import MOST_ATOMS, MisereQuotient, misere_quotient, winning_in_misere
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import Ruleset
from gamekit.errors import InputError
from gamekit.game.parameters import show


@attrs.frozen(kw_only=True, slots=False)
class _Monoid:
    """The fields of a claim that describe a misère quotient, except for its source."""

    order: int
    products: tuple[tuple[int, ...], ...]
    portion: tuple[int, ...]
    names: tuple[str, ...]

    @staticmethod
    def monoid_of(quotient: MisereQuotient) -> dict[str, Any]:
        """Return the fields of this class for a quotient, ready for JSON."""
        return {
            "order": quotient.order,
            "products": quotient.products,
            "portion": sorted(quotient.portion),
            "names": quotient.names,
        }

    def quotient_of(
        self,
        source: Ruleset[Any] | OctalCode,
        pretending: Mapping[Any, int],
        generators: Mapping[str, Any],
        period: tuple[int, int] | None = None,
    ) -> MisereQuotient:
        """Return the quotient of a ruleset or of heaps that has this monoid."""
        portion = frozenset(self.portion)
        quotient = MisereQuotient(source, pretending, self.products, portion, self.names, generators, period)
        if self.order != quotient.order:
            raise malformed(
                f"order must be {quotient.order:,}, the number of rows of the table of products; it is {self.order:,}"
            )
        return quotient

    @property
    def size(self) -> str:
        """The size of the quotient, in words."""
        return f"order {self.order:,}, with {len(set(self.portion)):,} in the P-portion"


@attrs.frozen(kw_only=True)
class QuotientClaim(_Monoid, Claim):
    """The misère quotient of heaps of an octal code, which is its own proof."""

    name = "quotient"
    proof_class = MisereQuotient

    code: str
    period: tuple[int, int] | None
    generators: tuple[tuple[str, int], ...]
    table: tuple[tuple[int, int], ...]

    @classmethod
    def written(cls, proof: MisereQuotient, ruleset_name: str) -> dict[str, Any]:
        if not isinstance(proof.source, OctalCode):
            raise InputError(
                "a misère quotient of a ruleset cannot be saved without a position; save the proof of "
                "`valuate(ruleset, position, 'quotient')` instead"
            )
        return {
            "code": str(proof.source),
            "period": proof.period,
            **cls.monoid_of(proof),
            "generators": list(proof.generators.items()),
            "table": list(proof.pretending.items()),
        }

    def check(self) -> CheckedClaim:
        code, period = OctalCode.parse(self.code), self.period
        heaps = keyed(self.table, "a heap of {:,}".format)
        quotient = self.quotient_of(code, heaps, keyed(self.generators, str), period)
        of = f"{code}" if period else f"heaps of 1 to {len(heaps):,} of {code}"
        but = f"; the elements have period {period[0]:,} after a heap of {period[1]:,}" if period else ""
        return CheckedClaim(f"the misère quotient of {of} has {self.size}{but}", check_quotient(quotient))


@attrs.frozen(kw_only=True)
class ElementClaim(_Monoid, PositionClaim):
    """The element of a position in a misère quotient, and the quotient, which proves it."""

    name = "element"
    proof_class = ElementProof

    value: str
    outcome: OutcomeClass = attrs.field(converter=OutcomeClass)
    generators: tuple[tuple[str, str], ...]
    table: NumberedPositions

    @classmethod
    def fields_of(cls, proof: ElementProof, rules: ClaimedRules) -> dict[str, Any]:
        quotient = proof.quotient
        return {
            "value": quotient.names[proof.element],
            "outcome": str(proof.outcome),
            **cls.monoid_of(quotient),
            "generators": [[letter, rules.text(atom)] for letter, atom in quotient.generators.items()],
            "table": rules.rows(quotient.pretending, quotient.pretending.values()),
        }

    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        generators = keyed(((letter, rules.read(atom)) for letter, atom in self.generators), str)
        quotient = self.quotient_of(rules.ruleset, rules.by_position(self.table), generators)
        if len({*self.names}) != len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise malformed(f"the names of elements must differ; two are {show(twice)}")
        if self.value not in self.names:
            raise malformed(f"value must be one of {', '.join(self.names)}; it is {show(self.value)}")
        proof = ElementProof(quotient, position, self.names.index(self.value), self.outcome)
        predicate = (
            f"is the element {self.value} of a misère quotient of {self.size}; its misère outcome class is "
            f"{self.outcome}"
        )
        return predicate, check_element(proof, most_divided=None)


class Quotient(ValueKind):
    """The element of a position in the misère quotient of its followers, which decides all sums of them."""

    name = "quotient"
    called = "element"
    follows_from_options = False
    claims = (ElementClaim, QuotientClaim)
    cheaper = GenusWalker.cheaper

    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
        position = rules.canonical(position)
        quotient = misere_quotient(ruleset, position, max_atoms=min(max_positions, MOST_ATOMS))
        atoms = rules.indivisible_parts(position)
        element, outcome = quotient.element(atoms), quotient.outcome(atoms)
        winning = winning_in_misere(quotient, position)
        portion = [quotient.names[member] for member in sorted(quotient.portion)]
        generators = [f"{letter} = {rules.describe(atom)}" for letter, atom in quotient.generators.items()]
        return Valuation(
            self.name,
            quotient.names[element],
            f"{self.called} {quotient.names[element]} of the misère quotient, which has {quotient.order:,} elements",
            outcome,
            (winning, winning),
            len(quotient.pretending),
            ElementProof(quotient, position, element, outcome),
            check_element,
            {
                "order": quotient.order,
                "P-portion": ", ".join(portion) or "empty",
                "generators": "; ".join(generators) or "none",
            },
        )


KIND = Quotient()
