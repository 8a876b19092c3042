"""`Walker`: one walk over the followers of a position for every kind of value that options determine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Generic, Protocol, TypeVar

import attrs

from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT, RIGHT, Position, Ruleset
from gamekit.errors import LimitError, UnsupportedError

V = TypeVar("V")

DEFAULT_MAX_POSITIONS: Final = 5_000_000


class LoopError(UnsupportedError):
    """A kind of value is for games that end, and play can return to a position."""


class Kind(Protocol[V]):
    """A kind of value.

    Attributes:
        called: what it is called in messages, in the plural.
        adds: whether the value of a sum follows from those of its parts.
        is_impartial: whether only impartial rulesets have it.
        cheaper: what to do where it is too much to compute, at the end of a message.
    """

    called: str
    adds: bool
    is_impartial: bool
    cheaper: str

    def of_options(self, left: Sequence[V], right: Sequence[V]) -> V:
        """Return the value of a position from those of Left's and Right's options."""

    def of_parts(self, parts: Sequence[V]) -> V:
        """Return the value of a sum from those of its parts; not called unless `adds`."""

    def of_negative(self, value: V) -> V:
        """Return the value of a position with the players exchanged."""


@attrs.frozen
class Expansion(Generic[Position]):
    """What the value of a position depends on: either its parts or its options.

    Attributes:
        parts: the parts, or None if the position cannot be divided.
        left: Left's options.
        right: Right's options.
    """

    parts: list[Position] | None
    left: list[Position]
    right: list[Position]

    @property
    def children(self) -> list[Position]:
        """The positions that have to have a value first."""
        if self.parts is not None:
            return self.parts
        return self.left if self.right is self.left else [*self.left, *self.right]


class Walker(Generic[Position, V]):
    """Values of one kind of the positions of a ruleset, each computed once.

    The walk goes depth first with a stack of its own, so that no game is too deep for it.

    Attributes:
        values: the value of each position met so far. A position comes after those on which its value depends.
    """

    def __init__(
        self, ruleset: Ruleset[Position], kind: Kind[V], *, max_positions: int = DEFAULT_MAX_POSITIONS
    ) -> None:
        """Make a walker that has met no position.

        Args:
            ruleset: the rules.
            kind: the kind of value.
            max_positions: the number of positions after which to stop.

        Raises:
            UnsupportedError: the ruleset is partizan, and the kind of value is for impartial ones.
        """
        self.rules = Rules(ruleset)
        if kind.is_impartial:
            self.rules.require_impartial(kind.called)
        self.kind = kind
        self.max_positions = max_positions
        self.values: dict[Position, V] = {}

    def value(self, position: Position) -> V:
        """Return the value of a position.

        Raises:
            LimitError: too many positions.
            UnsupportedError: play can return to a position.
            RulesError: the ruleset breaks a promise.
        """
        start = self.rules.canonical(position)
        values = self.values
        expanded: dict[Position, Expansion[Position]] = {}  # the path from the start to the top of the stack
        stack = [start]
        # the followers of a position that is its own negative are each other's: half of them are walked
        # of earlier walks, only one value of two may be known, so that the other would come before its options
        in_pairs = not values and not self.rules.ruleset.is_impartial and self.rules.negative(start) == start
        while stack:
            top = stack[-1]
            if top in values:
                stack.pop()
            elif (expansion := expanded.pop(top, None)) is not None:
                values[top] = found = self._evaluated(expansion)
                if in_pairs:
                    negative = self.rules.negative(top)
                    if negative is not None and negative not in values and negative not in expanded:
                        values[negative] = self.kind.of_negative(found)
            else:
                expanded[top] = expansion = self._expanded(top)
                for child in expansion.children:
                    if child in expanded:
                        self._refuse_loop(child)
                    if child not in values:
                        stack.append(child)
                if len(values) + len(expanded) > self.max_positions:
                    self._stop(position)
        return values[start]

    def table(self, position: Position) -> dict[Position, V]:
        """Return what proves the value of a position: the values met so far, and this one."""
        self.value(position)
        return self.values

    def is_worth(self, position: Position, value: V) -> bool:
        """Return whether a position has a value, as a search may know sooner than which it has."""
        return self.value(position) == value

    def _expanded(self, position: Position) -> Expansion[Position]:
        rules = self.rules
        if self.kind.adds and (parts := rules.parts(position)) != [position]:
            return Expansion(parts, [], [])
        left = rules.options(position, LEFT)
        return Expansion(None, left, left if rules.ruleset.is_impartial else rules.options(position, RIGHT))

    def _evaluated(self, expansion: Expansion[Position]) -> V:
        values = self.values
        if expansion.parts is not None:
            return self.kind.of_parts([values[part] for part in expansion.parts])
        left = [values[option] for option in expansion.left]
        return self.kind.of_options(
            left,
            left if expansion.right is expansion.left else [values[option] for option in expansion.right],
        )

    def _refuse_loop(self, position: Position) -> Any:
        others = (
            "it has loopy values"
            if self.rules.ruleset.is_impartial
            else "it has outcome classes (--kind outcome)"
        )
        raise LoopError(
            f"{self.kind.called} are for games without loops, and play of {self.rules.name} can return to "
            f"{self.rules.describe(position)}: {others}"
        )

    def _stop(self, position: Position) -> Any:
        raise LimitError(
            f"{self.rules.describe(position)} of {self.rules.name} has more than {self.max_positions:,} followers to "
            f"visit, the limit that was set; if memory allows, raise --max-positions (max_positions in Python), or "
            f"{self.kind.cheaper}"
        )
