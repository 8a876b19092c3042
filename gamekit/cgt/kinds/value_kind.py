"""`ValueKind`: one kind of value of positions, and `Valuation`, what it says of one."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Literal

import attrs

from gamekit.cgt.kinds.claim import Claim
from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.proof_report import ProofReport, Proved
from gamekit.cgt.ruleset import Ruleset

By = Literal["walk", "search"]


@attrs.frozen
class Valuation(Proved):
    """What one kind of value says of a position.

    Attributes:
        kind: the name of the kind.
        value: the value, ready for JSON.
        sentence: the value in words.
        outcome: the outcome class that follows.
        winning: the options that win for each player, in the order Left and Right, as the ruleset lists them; only for
            players who move first and win.
        positions: how many positions were visited.
        proof: what proves the value.
        checker: the independent checker of such proofs.
        about: further facts, ready for JSON, such as the temperature.
        by: whether a walk over all followers found the value, or a search.
        undecided: for how many options a search did not find out, within the limit, whether they win; those that are
            alike by symmetry count as one.
    """

    kind: str
    value: Any
    sentence: str
    outcome: OutcomeClass
    winning: tuple[list[Any], list[Any]]
    positions: int
    proof: Any
    checker: Callable[[Any], ProofReport]
    about: dict[str, Any] = attrs.field(factory=dict)
    by: By = "walk"
    undecided: int = 0


class ValueKind(ABC):
    """A kind of value of positions.

    Attributes:
        name: the name of the kind.
        called: what such a value is called in sentences.
        claims: the kinds of claim about such values.
        cheaper: what to do where a value takes too long to find, at the end of a message.
    """

    name: ClassVar[str]
    called: ClassVar[str]
    claims: ClassVar[tuple[type[Claim], ...]]
    cheaper: ClassVar[str]

    @abstractmethod
    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        """Return the value of a position from a walk over its followers."""

    search: Callable[[Ruleset[Any], Any, int], Valuation] | None = None
    """Return the value by a search among some of the followers; None if such values are not searched."""

    def valuation(
        self,
        value: Any,
        outcome: OutcomeClass,
        winning: tuple[list[Any], list[Any]],
        positions: int,
        proof: Any,
        checker: Callable[[Any], ProofReport],
        **more: Any,
    ) -> Valuation:
        """Return what this kind says of a position; a value that JSON has not is text there."""
        shown = value if isinstance(value, int) else str(value)
        sentence = f"{self.called} {value}"
        return Valuation(self.name, shown, sentence, outcome, winning, positions, proof, checker, **more)
