"""`Claim`: a claim about values with its proof, as a file has it; each kind is a class with the fields of its JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Hashable, Iterable
from typing import Any, ClassVar, Final, TypeAlias, TypeVar

import attrs

from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.registry import load_ruleset, name_of, parameters_of
from gamekit.cgt.tried_rules import TriedRules
from gamekit.errors import InputError, LimitError
from gamekit.game.rules_files import placed_class

T = TypeVar("T")
Key = TypeVar("Key", bound=Hashable)

MOST_ENTRIES: Final = 1_000_000

Sides: TypeAlias = tuple[tuple[T, ...], tuple[T, ...]]
"""A pair of what belongs to Left, such as options, and what belongs to Right."""

NumberedPositions: TypeAlias = tuple[tuple[str, int], ...]


class ClaimedRules(TriedRules[Any]):
    """The rules that a claim is about, which translate positions to texts and back."""

    def rows(self, positions: Collection[Any], *columns: Iterable[Any]) -> list[list[Any]]:
        """Return a table with a row for each position: its text, and its entry in each column."""
        require_room(len(positions), "positions")
        return [list(row) for row in zip(map(self.text, positions), *columns, strict=True)]

    def by_position(self, rows: Iterable[tuple[str, T]], needed: str | None = None) -> dict[Any, T]:
        """Return the values in the rows of a table, by position; refuse one without an entry for a text."""
        table = keyed(((self.read(written), value) for written, value in rows), self.describe)
        if needed is not None and self.read(needed) not in table:
            raise malformed(f"the table must have an entry for {needed}, and has none")
        return table

    def texts(self, sides: Iterable[Iterable[Any]]) -> list[list[str]]:
        """Return the texts of Left's positions, and of Right's."""
        return [list(map(self.text, positions)) for positions in sides]

    def positions(self, sides: Sides[str]) -> Sides[Any]:
        """Return the positions that Left's texts name, and those that Right's texts name."""
        left, right = sides
        return tuple(map(self.read, left)), tuple(map(self.read, right))


@attrs.frozen
class CheckedClaim:
    """A claim that was read from a file, and the report of its checker.

    Attributes:
        sentence: the claim in words.
        report: the verdict.
    """

    sentence: str
    report: ProofReport


class Claim(ABC):
    """A claim with its proof; the fields of a subclass are those that its JSON object has.

    Attributes:
        name: the name of this kind of claim.
        proof_class: the class of the proofs from which `written` makes such claims.
    """

    name: ClassVar[str]
    proof_class: ClassVar[type[Any]]

    @classmethod
    @abstractmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        """Return the fields of the claim that a proof proves, ready for JSON."""

    @abstractmethod
    def check(self) -> CheckedClaim:
        """Return the claim in words, and the verdict of the checker."""


@attrs.frozen(kw_only=True)
class PositionClaim(Claim):
    """A claim about a position of a ruleset.

    Attributes:
        ruleset: the name of the ruleset.
        parameters: the parameters of the ruleset.
        position: the text of the position.
    """

    ruleset: str
    parameters: Any
    position: str

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        rules = ClaimedRules(proof.ruleset)
        return {
            "ruleset": ruleset_name or name_of(proof.ruleset),
            "parameters": parameters_of(proof.ruleset),
            "position": rules.text(proof.position),
            **cls.fields_of(proof, rules),
        }

    @classmethod
    @abstractmethod
    def fields_of(cls, proof: Any, rules: ClaimedRules) -> dict[str, Any]:
        """Return the fields of this kind of claim beside the ruleset, its parameters and the position."""

    def check(self) -> CheckedClaim:
        rules = ClaimedRules(load_ruleset(self.ruleset, self.parameters))
        position = rules.read(self.position)
        rules.compare(rules.as_named(self.position), position)
        name = name_of(rules.ruleset) if placed_class(self.ruleset) else self.ruleset
        predicate, report = self.verdict(rules, position)
        return CheckedClaim(f"{self.position} of {name} {predicate}", report)

    @abstractmethod
    def verdict(self, rules: ClaimedRules, position: Any) -> tuple[str, ProofReport]:
        """Return the claim about the position, as the end of a sentence, and the report of the checker."""


def malformed(why: str) -> InputError:
    """Return the error about a claim that cannot be read."""
    return InputError(f"the claim is malformed: {why}")


def keyed(entries: Iterable[tuple[Key, T]], describe: Callable[[Key], str]) -> dict[Key, T]:
    """Return a dictionary of pairs of a key and a value; refuse two pairs with the same key."""
    by_key: dict[Key, T] = {}
    for key, value in entries:
        if key in by_key:
            raise malformed(f"each key must occur once; {describe(key)} occurs twice")
        by_key[key] = value
    return by_key


def require_room(count: int, what: str) -> None:
    """Refuse to save more entries than a claim may have."""
    if count > MOST_ENTRIES:
        raise LimitError(f"a claim can be saved with at most {MOST_ENTRIES:,} {what}; this one has {count:,}")


def unless_other(report: ProofReport, proved: Any, claimed: Any) -> ProofReport:
    """Return a report, with a problem added if the proved value is not the claimed one."""
    if not report.ok or str(proved) == str(claimed):
        return report
    return attrs.evolve(report, problem=f"the table proves {proved}, not {claimed}")
