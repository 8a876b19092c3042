"""`Walker`: one walk over the followers of a position for every kind of value that options determine."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Final, Generic, TypeVar

from gamekit.cgt.quick_rules import QuickRules
from gamekit.cgt.ruleset import LEFT, RIGHT, CompiledOptions, Followers, Position, Ruleset
from gamekit.errors import LimitError, UnsupportedError
from gamekit.game.garbage import rare_garbage_collection

V = TypeVar("V")

DEFAULT_MAX_POSITIONS: Final = 5_000_000

PartsAndOptions = tuple[list[Position] | None, list[Position], list[Position]]
"""The positions on which a value depends: the parts; or None, Left's options, and Right's in partizan rulesets."""


class LoopError(UnsupportedError):
    """Values of this kind exist only in games that end, but play can return to a position."""


class Walker(ABC, Generic[Position, V]):
    """Computes values of one kind for the positions of a ruleset, each of them once.

    The walk goes depth first with a stack of its own, so that no game is too deep for it.

    Attributes:
        called: the plural name of these values, for messages.
        is_impartial: whether only impartial rulesets have such values.
        cheaper: the advice at the end of the message about too many positions.
    """

    called: ClassVar[str]
    is_impartial: ClassVar[bool]
    cheaper: ClassVar[str]

    def __init__(self, ruleset: Ruleset[Position], *, max_positions: int = DEFAULT_MAX_POSITIONS) -> None:
        """Make a walker that stops with an error after it has met `max_positions` positions."""
        self.rules = QuickRules(ruleset)
        require = self.rules.require_impartial if self.is_impartial else self.rules.require_adding
        require(self.called)
        self.max_positions = max_positions
        self._values: dict[Position, V] = {}
        self._by_number: tuple[Followers, list[V]] | None = None  # values that are not in the table yet
        self._has_sides = not ruleset.is_impartial
        self._takes_numbers = self.of_parts is None or not self.rules.has_parts

    @property
    def values(self) -> dict[Position, V]:
        """The value of each position met so far. A position comes after those on which its value depends."""
        if self._by_number is not None:
            followers, values = self._by_number
            self._values |= zip(followers.positions(), values, strict=True)
            self._by_number = None
        return self._values

    @abstractmethod
    def of_options(self, left: Sequence[V], right: Sequence[V]) -> V:
        """Return the value of a position from those of Left's and Right's options."""

    of_parts: Callable[[Sequence[V]], V] | None = None
    """Return the value of a sum from those of its parts; None if it does not follow from them."""

    stops: Callable[[V], tuple[float, float]] | None = None
    """Return the adorned Left and Right stop of a value, in any unit, or NaN; None if values have none."""

    def of_negative(self, value: V) -> V:
        """Return the value of a position with the players exchanged; the same, if the ruleset is impartial."""
        return value

    @rare_garbage_collection()
    def value(self, position: Position) -> V:
        """Return the value of a position.

        Raises:
            LimitError: there are more than `max_positions` positions to visit.
            UnsupportedError: play can return to a position.
            RulesError: the ruleset breaks a promise.
        """
        start = self.rules.canonical(position)
        values = self.values
        # the path from the start to the top of the stack
        expanded: dict[Position, PartsAndOptions[Position]] = {}
        stack = [start]
        # if the start is its own negative, its followers are pairs of negatives, and one of each pair is walked; but
        # earlier walks may have left one value of a pair, and the other would come before those of its options
        in_pairs = not values and self._has_sides and self.rules.negative(start) == start
        while stack:
            top = stack[-1]
            if top in values:
                stack.pop()
            elif (expansion := expanded.pop(top, None)) is not None:
                values[top] = top_value = self._evaluated(expansion)
                if in_pairs:
                    negative = self.rules.negative(top)
                    if negative is not None and negative not in values and negative not in expanded:
                        values[negative] = self.of_negative(top_value)
            else:
                expanded[top] = parts, left, right = self._expanded(top)
                for child in [*left, *right] if parts is None else parts:
                    if child in expanded:
                        self._refuse_loop(child)
                    if child not in values:
                        stack.append(child)
                compiled = self.rules.compared if self._takes_numbers else None
                if compiled and (by_number := self._walk_by_number(compiled, start)) is not None:
                    return by_number
                if len(values) + len(expanded) > self.max_positions:
                    self._stop(position)
        return values[start]

    def _walk_by_number(self, compiled: CompiledOptions, start: Position) -> V | None:
        """Return the value of a position, after those of all its followers; None if compiled rules do not list them."""
        followers = compiled.followers(start, self.max_positions)
        if followers is None:
            self._takes_numbers = False
            return None
        self._by_number = followers, followers.values(self.of_options, self.stops)
        return self._by_number[1][-1]

    def table(self, position: Position) -> dict[Position, V]:
        """Return a table that proves the value of a position: the values computed so far, and that of the position."""
        self.value(position)
        return self.values

    def is_worth(self, position: Position, value: V) -> bool:
        """Return whether a position has the value `value`; a search may know this before it knows the value."""
        return self.value(position) == value

    def _expanded(self, position: Position) -> PartsAndOptions[Position]:
        rules = self.rules
        if self.of_parts and (parts := rules.parts(position)) != [position]:
            return parts, [], []
        left = rules.options(position, LEFT)
        return None, left, rules.options(position, RIGHT) if self._has_sides else []

    def _evaluated(self, expansion: PartsAndOptions[Position]) -> V:
        values, (parts, left, right) = self.values, expansion
        if self.of_parts and parts is not None:
            return self.of_parts([values[part] for part in parts])
        of_left = [values[option] for option in left]
        return self.of_options(of_left, [values[option] for option in right] if self._has_sides else of_left)

    def _refuse_loop(self, position: Position) -> Any:
        other = (
            "loopy values (--kind loopy)"
            if self.rules.ruleset.is_impartial
            else "sides (--kind sides) or outcome classes (--kind outcome)"
        )
        raise LoopError(
            f"{self.called} are for games without loops, and play of {self.rules.name} can return to "
            f"{self.rules.describe(position)}; ask for {other} instead"
        )

    def _stop(self, position: Position) -> Any:
        raise LimitError(
            f"{self.rules.describe(position)} of {self.rules.name} has more than {self.max_positions:,} followers to "
            f"visit, the limit that was set; if memory allows, raise --max-positions (max_positions in Python), or "
            f"{self.cheaper}"
        )
