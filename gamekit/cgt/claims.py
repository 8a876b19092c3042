"""Write claims about values as JSON, with their proofs, and check such claims without computing the values again."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.kinds.claim import CheckedClaim, Claim, keyed, malformed, require_room
from gamekit.cgt.octal.code import OctalCode
from gamekit.cgt.octal.periods import Period, check_period
from gamekit.cgt.octal.sequence_proof import SequenceProof, check_sequence
from gamekit.cgt.octal.taking import ArithmeticPeriod, Taking, check_arithmetic_period
from gamekit.cgt.position_sequences import PositionSequenceClaim
from gamekit.cgt.proof_report import ProofReport
from gamekit.cgt.time_limit import check_in_time
from gamekit.errors import GamekitError, InputError
from gamekit.game.parameters import show, structure

CLAIM_KEY: Final = "gamekit_claim"


@attrs.frozen(kw_only=True)
class SequenceClaim(Claim):
    """The Grundy values of heaps of 0, 1, 2 and so on in an octal game; the values are their own proof."""

    name = "sequence"
    proof_class: ClassVar[type[Any]] = SequenceProof

    code: str
    values: tuple[int, ...]

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        require_room(len(proof.values) - 1, "heaps")
        return {"code": str(proof.code), "values": proof.values.tolist()}

    def sequence(self) -> tuple[OctalCode, NDArray[np.uint16]]:
        """Return the octal code and the Grundy values; refuse values that do not fit into 16 bits."""
        if strays := [value for value in self.values if not 0 <= value < 1 << 16]:
            raise malformed(f"values must be from 0 to 65,535; one is {show(strays[0])}")
        return OctalCode.parse(self.code), np.array(self.values, dtype=np.uint16)

    def check(self) -> CheckedClaim:
        proof = SequenceProof(*self.sequence())
        sentence = f"Grundy values of {proof.code} for heaps of 1 to {len(proof.values) - 1:,}"
        return CheckedClaim(sentence, check_sequence(proof))


@attrs.frozen(kw_only=True)
class PeriodClaim(SequenceClaim):
    """The period of Grundy values of heaps, with its exceptions, and the values that prove it."""

    name = "period"
    proof_class = Period

    period: int
    last_exception: int
    exceptions: tuple[tuple[int, int], ...]

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        return {
            **super().written(proof, ruleset_name),
            "period": proof.period,
            "last_exception": proof.last_exception,
            "exceptions": list(proof.exceptions.items()),
        }

    def check(self) -> CheckedClaim:
        code, values = self.sequence()
        exceptions = keyed(self.exceptions, "a heap of {:,}".format)
        proof = Period.claimed(code, self.period, self.last_exception, exceptions, values)
        report = ProofReport(0, problem="no such period", of="heap") if proof is None else check_period(proof)
        which = f"last of {len(exceptions):,} exceptions" if len(exceptions) > 1 else "only exception"
        but = f"; the {which} is {self.last_exception:,}" if exceptions else ""
        return CheckedClaim(f"{code} has period {self.period:,} for ever{but}", report)


@attrs.frozen(kw_only=True)
class ArithmeticPeriodClaim(Claim):
    """The period and the saltus of the values of heaps from which counters are taken, with the values that prove it."""

    name = "arithmetic-period"
    proof_class: ClassVar[type[Any]] = ArithmeticPeriod

    numbers: tuple[int, ...]
    all_but: bool
    period: int
    saltus: int
    first: int
    recurs: int
    values: tuple[int, ...]

    @classmethod
    def written(cls, proof: Any, ruleset_name: str) -> dict[str, Any]:
        require_room(len(proof.values), "heaps")
        fields = attrs.asdict(proof)
        return {**fields.pop("taking"), **fields}

    def check(self) -> CheckedClaim:
        fields = attrs.asdict(self)
        taking = Taking(fields.pop("numbers"), fields.pop("all_but"))
        sentence = f"heaps, {taking}, have period {self.period:,} and saltus {self.saltus:,} for ever"
        sentence += f" from {self.first:,} on" if self.first else ""
        return CheckedClaim(sentence, check_arithmetic_period(ArithmeticPeriod(taking, **fields)))


_CLASSES: Final[list[type[Claim]]] = [
    PeriodClaim,
    SequenceClaim,
    ArithmeticPeriodClaim,
    PositionSequenceClaim,
]
for _kind in KINDS:
    _CLASSES.extend(kind_called(_kind).claims)
CLAIMS: Final = {claim.name: claim for claim in _CLASSES}
_BY_PROOF: Final = {claim.proof_class: claim for claim in _CLASSES}

_BREAKS: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Matches what no text of a claim may contain: control characters, line and paragraph separators, surrogates."""


def claim_of(proof: Any, name: str = "") -> dict[str, Any]:
    """Return the claim that a proof proves, ready for JSON.

    Args:
        proof: a proof of any kind of value, such as a `GrundyProof`, an `OutcomeTable` or a `Period`.
        name: the name of the ruleset; by default, that of its class.

    Raises:
        LimitError: the proof has more than 1,000,000 entries.
        InputError: the proof is the misère quotient of a ruleset, without the element of a position.
    """
    claim = _BY_PROOF[type(proof)]
    return {CLAIM_KEY: claim.name, **claim.written(proof, name)}


def check_claim(data: Any, seconds: float | None = None) -> CheckedClaim:
    """Check the proof of a claim; return the claim in words, and the report of the check.

    Args:
        data: the claim, as JSON gives it.
        seconds: the time that the check may take; by default, there is no limit.

    Raises:
        InputError: the data are not a claim, or are malformed.
        LimitError: the check takes longer than `seconds`.

    >>> from gamekit.cgt import load_ruleset, prove_grundy_value
    >>> claim = claim_of(prove_grundy_value(load_ruleset("nim", [1, 2])), "nim")
    >>> checked = check_claim(claim)
    >>> print(checked.sentence, checked.report, sep="; ")
    1 2 of nim has the Grundy value 3; verified: all 4 positions; the symmetry was tried in 4 positions
    """
    if (
        not isinstance(data, dict)
        or not isinstance(data.get(CLAIM_KEY), str)
        or data[CLAIM_KEY] not in CLAIMS
    ):
        kinds = ", ".join(sorted(CLAIMS))
        raise InputError(
            f"a claim must be a JSON object whose {CLAIM_KEY!r} is one of {kinds}; this is {show(data)}"
        )
    return check_in_time(_checked, data, seconds, "the claim", advice="")


def _checked(data: dict[str, Any]) -> CheckedClaim:
    claim = _read(CLAIMS[data[CLAIM_KEY]], {name: value for name, value in data.items() if name != CLAIM_KEY})
    try:
        return claim.check()
    except GamekitError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        raise malformed("its entries are inconsistent") from error


def _read(claim: type[Claim], fields: dict[str, Any]) -> Claim:
    """Return a claim from its fields; refuse texts with line breaks, because sentences about the claim quote them."""
    try:
        read = structure(claim, fields, "it")
    except InputError as error:
        raise malformed(str(error)) from None
    for place, text in _texts({name: value for name, value in fields.items() if name != "parameters"}, ""):
        if _BREAKS.search(text):
            raise malformed(
                f"{place[1:]} must be text without line breaks and control characters; it is {show(text)}"
            )
    return read


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield the place of each text in a JSON value, and the text."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, dict):
        for name, entry in value.items():
            yield from _texts(entry, f"{place}.{name}")
    elif isinstance(value, list):
        for i, entry in enumerate(value):
            yield from _texts(entry, f"{place}[{i}]")
