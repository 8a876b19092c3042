"""`ValueKind`: one kind of value of positions, and `Valuation`, the value of one position with its proof."""

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
    """The value of a position, of one kind, with its proof and the winning moves that follow.

    Attributes:
        kind: the name of the kind.
        value: the value, ready for JSON.
        sentence: the value in words.
        outcome: the outcome class that follows.
        winning: the options that win for each player, in the order Left and Right, as the ruleset lists them; none for
            a player who cannot win by moving first.
        positions: the number of positions that were visited.
        proof: the proof of the value.
        checker: the independent checker of such proofs.
        about: further facts, ready for JSON, such as the temperature.
        by: the way in which the value was found: "walk" over all followers, or "search".
        undecided: the number of options, up to symmetry, that a search could not decide within its limit.
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
        called: the noun for such a value in sentences.
        claims: the kinds of claim about such values.
        cheaper: the advice at the end of a message if a value takes too long to find.
        is_game: whether values are games in the notation of `parse_game`.
        follows_from_options: whether the value of a position depends on nothing but the values of its options.
        bears_entailing: whether values say who wins even if some moves have to be answered in the same part of a sum.
    """

    name: ClassVar[str]
    called: ClassVar[str]
    claims: ClassVar[tuple[type[Claim], ...]]
    cheaper: ClassVar[str]
    is_game: ClassVar[bool] = False
    follows_from_options: ClassVar[bool] = True
    bears_entailing: ClassVar[bool] = False

    @abstractmethod
    def walk(self, ruleset: Ruleset[Any], position: Any, max_positions: int) -> Valuation:
        """Return the value of a position from a walk over its followers."""

    search: Callable[[Ruleset[Any], Any, int], Valuation] | None = None
    """Return the value of a position from a search among some followers; None if this kind has no search."""

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
        """Return the valuation of a position by this kind; a value that is not an integer becomes text."""
        shown = value if isinstance(value, int) else str(value)
        sentence = f"{self.called} {value}"
        return Valuation(self.name, shown, sentence, outcome, winning, positions, proof, checker, **more)
