"""Grundy values by a search that visits a fraction of the followers, for positions that have too many for a walk.

For a position and a nim heap, the search asks whether the next player loses their sum, that is, whether the position
has the Grundy value of the heap. One winning move shows that it has not, whatever the other options are worth. If a
position falls into parts, the values of all but the largest are found first and added to the heap.

Source: J. Lemoine and S. Viennot, "Nimbers are inevitable", Theoretical Computer Science 462 (2012).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Generic, TypeVar

from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, Position, Ruleset
from gamekit.cgt.tasks import Task, completed, too_many, within_limit
from gamekit.cgt.time_limit import no_time_limit
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError

T = TypeVar("T")

Parts = tuple[Position, ...]
"""A sum of positions that cannot be divided."""


class GrundySearch(Generic[Position]):
    """A search for the Grundy values of positions of a ruleset.

    Attributes:
        values: the Grundy values of positions that cannot be divided, as far as they were needed. Each follows from
            earlier ones: an option of unknown value has a reply with the value of the position, so has another itself.
        positions: the number of positions that the search has met.
    """

    def __init__(self, ruleset: Ruleset[Position], *, max_positions: int = DEFAULT_MAX_POSITIONS) -> None:
        """Make a search that stops with an error after it has met `max_positions` positions.

        Raises:
            UnsupportedError: the ruleset is partizan.
        """
        self.rules = CheckedRuleset(ruleset)
        self.rules.require_impartial("Grundy values")
        self.max_positions = max_positions
        self.values: dict[Position, int] = {}
        self.positions = 0
        # for positions of unknown value: the values that they are known not to have, their different options as tuples
        # of parts, and their options that are not divided yet
        self._excluded: dict[Position, set[int]] = {}
        self._options: dict[Position, dict[Parts[Position], None]] = {}
        self._undivided: dict[Position, list[Position]] = {}
        self._path: set[tuple[Position, int]] = set()

    def value(self, position: Position) -> int:
        """Return the Grundy value of a position.

        Raises:
            LimitError: the search has met `max_positions` positions, or the time limit is over.
            LoopError: play can return to a position.
            RulesError: the ruleset breaks a promise.
        """
        start = self.rules.canonical(position)
        return self._completed(self._total(self.rules.indivisible_parts(start)))

    def table(self, position: Position) -> dict[Position, int]:
        """Return a table that proves the value of a position: the values that were needed, and that of the position."""
        return {**self.values, self.rules.canonical(position): self.value(position)}

    def is_worth(self, position: Position, value: int) -> bool:
        """Return whether a position has the Grundy value `value`, which can be far quicker than finding its value."""
        parts = self.rules.indivisible_parts(self.rules.canonical(position))
        return self._completed(self._is_worth(parts, value))

    def winning_options(self, position: Position) -> tuple[list[Position], int]:
        """Return the options with the Grundy value 0, and the number of options that the limit left undecided."""
        if not self.value(position):
            return [], 0
        with no_time_limit():
            options = self.rules.options(self.rules.canonical(position), LEFT)
        return within_limit(options, lambda option: self.is_worth(option, 0))

    def _completed(self, task: Task[T]) -> T:
        self._path.clear()  # a task that stopped at the limit has left its path
        return completed(task)

    def _total(self, parts: Iterable[Position]) -> Task[int]:
        total = 0
        for part in parts:
            if part not in self.values:
                value = 0
                while not (yield self._is_lost(part, value)):
                    value += 1
            total ^= self.values[part]
        return total

    def _is_worth(self, parts: Iterable[Position], value: int) -> Task[bool]:
        """Return whether parts have the nim-sum `value`; the largest of them may stay unknown."""
        unknown, value = self._without_known(parts, value)
        if not unknown:
            return value == 0
        if len(unknown) > 1:
            unknown.sort(key=lambda position: len(list(self._replies(position))))
            value ^= yield self._total(unknown[:-1])
        is_lost: bool = yield self._is_lost(unknown[-1], value)
        return is_lost

    def _is_lost(self, position: Position, heap: int) -> Task[bool]:
        """Return whether the next player loses the sum of an indivisible position and a nim heap of size `heap`."""
        known = self.values.get(position)
        if known is not None:
            return known == heap
        excluded = self._excluded.setdefault(position, set())
        if heap in excluded:
            return False
        couple = position, heap
        if couple in self._path:
            raise LoopError(
                f"Grundy values are for games without loops, and play of {self.rules.name} can return to "
                f"{self.rules.describe(position)}; ask for the loopy value instead (--kind loopy)"
            )
        self._path.add(couple)
        is_lost = True
        for smaller in range(heap):
            if smaller not in excluded and (yield self._is_lost(position, smaller)):
                is_lost = False
                break
        else:
            waiting = []
            for parts in self._replies(position):
                known = self._known(parts, heap)
                if known:
                    is_lost = False
                    break
                if known is None:
                    waiting.append(parts)
            waiting.sort(key=len, reverse=True)  # of many parts, most are small
            for parts in waiting if is_lost else ():
                if (yield self._is_worth(parts, heap)):
                    is_lost = False
                    break
            if not is_lost:
                excluded.add(heap)
        self._path.discard(couple)
        if is_lost:
            self.values[position] = heap
            del self._excluded[position], self._options[position], self._undivided[position]
        return is_lost

    def _known(self, parts: Iterable[Position], value: int) -> bool | None:
        """Return whether parts have the nim-sum `value`; None if that is not known without a search."""
        unknown, value = self._without_known(parts, value)
        if not unknown:
            return value == 0
        is_excluded = len(unknown) == 1 and value in self._excluded.get(unknown[0], ())
        return False if is_excluded else None

    def _without_known(self, parts: Iterable[Position], value: int) -> tuple[list[Position], int]:
        """Return the parts of unknown value, and the nim-sum that they must have if that of all parts is `value`."""
        unknown = []
        for part in parts:
            if part in self.values:
                value ^= self.values[part]
            else:
                unknown.append(part)
        return unknown, value

    def _replies(self, position: Position) -> Iterator[Parts[Position]]:
        """Yield the different options of a position, each as its parts; an option is divided when it is first needed.

        An error leaves everything as it was, so a stopped search can be resumed.
        """
        if position not in self._options:
            if self.positions >= self.max_positions:
                raise too_many(self.max_positions, self.rules.name)
            self._undivided[position] = self.rules.listed_options(position, LEFT)[::-1]
            self._options[position] = {}
            self.positions += 1
        divided, undivided = self._options[position], self._undivided[position]
        yield from tuple(divided)
        while undivided:
            parts = tuple(sorted(self.rules.indivisible_parts(undivided[-1]), key=hash))
            is_new = parts not in divided
            divided[parts] = None
            undivided.pop()
            if is_new:
                yield parts
