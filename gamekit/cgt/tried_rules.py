"""`TriedRules`: a ruleset for checkers, which compares positions with their representatives.

The module also has checks of tables in which each entry follows from earlier ones, for every kind of value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any, Final, Generic, TypeVar

import attrs

from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Position, Ruleset
from gamekit.errors import RulesError

V = TypeVar("V")

OPTIONS_TRIED: Final = 64
"""Up to this many options are all compared with their representatives; then, ever fewer of the others are."""


class TriedRules(CheckedRuleset[Position]):
    """The checked methods of a ruleset, which test its symmetry, too.

    A wrong symmetry yields values that agree with each other, so a check of the values alone would not show it. If a
    position and its representative have options with the same representatives, they are worth the same.
    """

    def __init__(self, ruleset: Ruleset[Position]) -> None:
        super().__init__(ruleset)
        self._random = Random(0)
        self._met = 0
        """The number of options that were not their own representatives."""

    def options(self, position: Position, player: Player) -> list[Position]:
        """Return the different options of a player, some of which are compared with their representatives."""
        if not self.has_symmetry:
            return super().options(position, player)
        representatives: dict[Position, None] = {}
        for option in self.listed_options(position, player):
            representatives[representative := self.canonical(option)] = None
            if option != representative:
                self._met += 1
                if self._random.random() * self._met < OPTIONS_TRIED:
                    self.compare(option, representative)
        return list(representatives)

    def compare(self, position: Position, representative: Position) -> None:
        """Compare the options of a position with those of its representative.

        Raises:
            RulesError: they differ.
        """
        if position == representative:
            return
        self.tried += 1
        players: tuple[Player, ...] = (LEFT,) if self.is_blind_to_player else (LEFT, RIGHT)
        for player in players:
            here, there = (
                set(super(TriedRules, self).options(at, player)) for at in (position, representative)
            )
            if differs := sorted(map(self.describe, here ^ there)):
                raise RulesError(
                    f"{self._named('canonical_position', position)} returned {self.describe(representative)}, but "
                    f"only one of the two positions has a move to {differs[0]}, up to symmetry"
                )


@attrs.frozen
class TableProof(Generic[V]):
    """A table of values in an order in which each entry follows from earlier ones. The order shows that play ends.

    Attributes:
        ruleset: the rules.
        position: the position that the table is about.
        value: the value of the position.
        table: the value of each position that the proof needs.
    """

    ruleset: Ruleset[Any]
    position: Any
    value: V
    table: Mapping[Any, V] = attrs.field(repr=lambda table: f"{len(table)} positions")


def fault_of_table(
    rules: CheckedRuleset[Any], proof: TableProof[V], fault_of: Callable[[Any, V, dict[Any, V]], str | None]
) -> tuple[int, str | None]:
    """Return the number of entries that hold, and why the next one or the claim does not; None if all hold.

    `fault_of` gets a position, its value, and the entries before it. It returns why the value does not follow.
    """
    known: dict[Any, V] = {}
    for position, value in proof.table.items():
        problem = fault_of(position, value, known)
        if rules.canonical(position) != position:
            problem = "not the representative of its class"
        if problem is not None:
            return len(known), f"{rules.describe(position)} = {value}: {problem}"
        known[position] = value
    claimed = rules.canonical(proof.position)
    if known.get(claimed) == proof.value:
        return len(known), None
    entry = f"the table has {known.get(claimed, 'no entry')} for {rules.describe(claimed)}"
    return len(known), f"{entry}, and the claim is {proof.value}"


def unlike_options(rules: CheckedRuleset[Any], position: Any, left: Iterable[Any]) -> str | None:
    """Return a sentence if Left's options of a position, which are given, are not Right's; None if they are.

    Checkers of values that only impartial games have call this for each position, whatever a ruleset says of itself.
    """
    if rules.is_blind_to_player or set(left) == set(rules.options(position, RIGHT)):
        return None
    differ = f"Left's options of {rules.describe(position)} are not Right's"
    return f"the claim is for impartial rulesets, and {rules.name} is partizan: {differ}"


def stray_option(
    rules: CheckedRuleset[Any], positions: Iterable[Any], known: Mapping[Any, Any]
) -> str | None:
    """Return a sentence about the first position that is not in `known`; None if all are."""
    for position in positions:
        if position not in known:
            return f"{rules.describe(position)} is not among the entries before it"
    return None
