"""The checked build: rules that test every index, run on some states before the quick ones are trusted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import Any, Final, NoReturn, TypeVar

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import (
    BAD_OUTCOME,
    GOES_ON,
    NO_MOVES,
    TOO_MANY,
    Batch,
    Codes,
    Expansion,
)
from gamekit.engine.runtime.arrays import ranges
from gamekit.errors import RulesError
from gamekit.game.checked_values import is_integer
from gamekit.game.compiled import MAX_PAYOFF
from gamekit.layout.compiler.arithmetic import FLOATING, fault
from gamekit.layout.compiler.interpreted import InterpretedBatch
from gamekit.layout.compiler.syntax import tree_of
from gamekit.layout.mistakes import Site, mistake, place_of

Found = TypeVar("Found")

FIRST_STATES, FIRST_STATES_LATER, NEIGHBOURS = 1_000, 500, 4_000
"""Before a solve, the checked build expands this many states, or fewer that have this many neighbours: 0.2 seconds.

The second number is for an instance whose rules were tried with another one before."""

NUMBERS: Final = ("tier", "progress", "order")
"""The methods that return a number for states in which play continues."""

STATES_A_CALL: Final = 100
"""The most states that are expanded at a time."""

BREACH: Final = 3
"""The number of arguments of the error of a check: the index of its site, the number found, and the limit."""

LEAST_SPREAD, MOST_SPREAD, CODES_A_SPREAD_ONE = 50, 500, 100
"""The least and the largest number of codes tried, and how many codes there are for each, if the rules were tried with
another instance before. This takes most of the time of many small inputs: 50 codes of cat and mouse take about 4 ms."""


@attrs.frozen(eq=False)
class CheckedBatch(Batch):
    """The checked build of a game's rules, for a whole solve: a breach names the author's line and the state.

    Attributes:
        sites: the places that the checked build tests.
    """

    sites: list[Site]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game alone, as a batch does."""
        return type(self.game).checked_rules, (self.game,)

    def expand(self, codes: Codes) -> Expansion:
        return self.checked(super().expand, codes)

    def parents(self, codes: Codes) -> Codes:
        return self.checked(super().parents, codes)

    def movers(self, codes: Codes) -> NDArray[np.int8]:
        return self.checked(super().movers, codes)

    def are_states(self, codes: Codes) -> NDArray[np.int8]:
        return self.checked(super().are_states, codes)

    def tiers(self, codes: Codes) -> Codes:
        return self.checked(super().tiers, codes)

    def progress(self, codes: Codes) -> Codes:
        return self.checked(super().progress, codes)

    def try_payoffs(self, codes: Codes) -> None:
        """Compute the payoffs of states; whether they are integers was decided when the rules were compiled."""

    def try_numbers(self, codes: Codes) -> None:
        """Compute the other numbers of states in which play continues, apart from the order of a search."""
        if self.rules.tier is not None:
            self.tiers(codes)
        if self.rules.progress is not None:
            self.progress(codes)

    def checked(self, call: Callable[[Codes], Found], codes: Codes) -> Found:
        """Return the result of a call for some codes; raise a `RulesError` about the first code that fails a check."""
        try:
            return call(codes)
        except IndexError as breach:
            if len(breach.args) != BREACH:
                raise
            for code in codes:  # which one it is
                try:
                    call(np.array([code], dtype=np.int64))
                except IndexError as error:
                    raise self.out_of_range(int(code), error) from None
            raise

    def out_of_range(self, code: int, error: IndexError) -> RulesError:
        """Return the error about a check that failed for a code, in `k_within` or a function of `arithmetic`."""
        number, value, limit = error.args
        site = self.sites[number]
        try:
            state = self.game.format_state(self.game.decode(code))
        except Exception:  # `is_state` is also called for codes that no state has
            state = f"code {code}"
        if site.operation:
            what = fault(site.operation, value, limit)
        elif limit == FLOATING:
            what = f"this leaves a piece above the empty square {value}"
        elif limit:
            what = f"an index or a value is {value}, which is not from 0 to {limit - 1}"
        else:
            what = f"an index or a value is {value}, and there is nothing to index"
        return mistake(site.place, site.expression, f"{what}, at {state}")

    def breach(self, problem: int, function: str, code: int) -> NoReturn:
        """Raise the error that a method of the author's breaks a promise at a code."""
        most = getattr(self.rules, f"max_{function}")
        yields = ("back", "most_back") if function == "predecessors" else ("options", "most_moves")
        messages = {
            BAD_OUTCOME: ("over", f"this returns a payoff that is not from -{MAX_PAYOFF} to {MAX_PAYOFF}"),
            NO_MOVES: ("options", "this yields no move, although over returns None and stuck is None"),
            TOO_MANY: (yields[0], f"this yields more than {most} moves, the limit that {yields[1]} sets"),
        }
        if problem not in messages:
            super().breach(problem, function, code)
        method, why = messages[problem]
        raise _mistaken(self.game, method, f"{why}, at {self.describe(code)}{self.remedy(code)}")

    def find_breach(self) -> None:
        """Check all states, after a kernel has met a breach in one of them that it cannot name.

        Raises:
            RulesError: an index or a value is out of range.
        """
        for part in ranges(self.rules.size):
            codes = np.arange(part.start, part.stop, dtype=np.int64)
            codes = codes[self.are_states(codes) != 0]
            goes_on = self.expand(codes).outcomes == GOES_ON
            self.try_numbers(codes[goes_on])
            if self.rules.predecessors is not None:
                self.parents(codes)


@attrs.frozen(eq=False)
class TrialBatch(CheckedBatch, InterpretedBatch):
    """The checked build as plain Python: nothing need be compiled, and a call takes some hundred times as long."""

    def try_payoffs(self, codes: Codes) -> None:
        """Refuse a method that returns something other than an integer as a payoff, as the plain rules do."""
        self._try_integers("over", self.rules.outcome, codes, "a payoff or None")

    def try_numbers(self, codes: Codes) -> None:
        """Refuse a method that returns something other than an integer as a tier, progress or order."""
        for name in NUMBERS:
            if (function := getattr(self.rules, name)) is not None:
                self._try_integers(name, function, codes, "an integer")

    def _try_integers(self, name: str, function: Callable[..., Any], codes: Codes, must: str) -> None:
        def values(codes: Codes) -> list[Any]:
            return [function(code, self.parameters) for code in codes.tolist()]

        for code, value in zip(codes.tolist(), self.checked(values, codes), strict=True):
            if not is_integer(value):
                why = f"this must return {must}; it returns {value!r} at {self.describe(code)}"
                raise _mistaken(self.game, name, why)


def try_first_states(batch: CheckedBatch, start: int, most: int = FIRST_STATES) -> None:
    """Expand at `most` so many first states that play reaches by the checked build; compare their parents and children.

    Raises:
        RulesError: an index or a value is out of range, or `back` leaves out a move or yields one too many. The
            author's line and the states are named.
    """
    waiting = [start]
    known = {start}
    children: dict[int, list[int]] = {}
    parents: dict[int, list[int]] = {}
    neighbours = 0
    while len(children) < min(len(waiting), most) and neighbours < NEIGHBOURS:
        # parents are told apart if they are of one state
        number = 1 if batch.rules.predecessors is not None else STATES_A_CALL
        codes = np.array(waiting[len(children) : most][:number], dtype=np.int64)
        batch.try_payoffs(codes)
        expansion = batch.expand(codes)
        if len(goes_on := codes[expansion.outcomes == GOES_ON]):
            batch.try_numbers(goes_on)
        neighbours += len(expansion.children)
        if batch.rules.predecessors is not None:
            parents[int(codes[0])] = batch.parents(codes).tolist()
            neighbours += len(parents[int(codes[0])])
        children_left = iter(expansion.children.tolist())
        for code, count in zip(codes.tolist(), expansion.counts.tolist(), strict=True):
            children[code] = list(islice(children_left, count))
            waiting += [child for child in dict.fromkeys(children[code]) if child not in known]
            known.update(children[code])
    if parents:
        _hold_against_parents(batch, children, parents)


def _hold_against_parents(
    batch: Batch, children: dict[int, list[int]], parents: dict[int, list[int]]
) -> None:
    """Refuse rules by which some state is the parent of another, but not the other its child, or the reverse."""
    for code, leads_to in children.items():
        for child in leads_to:
            if code not in parents.get(child, (code,)):
                before, after = batch.describe(code), batch.describe(child)
                raise _mistaken(
                    batch.game, "back", f"this must yield the move that leads from {before} to {after}"
                )
    for code, leading_here in parents.items():
        for parent in leading_here:
            if children.get(parent) and code not in children[parent]:
                before, after = batch.describe(parent), batch.describe(code)
                raise _mistaken(
                    batch.game,
                    "back",
                    f"this yields a move that leads from {before} to {after}, but options does not",
                )


def _mistaken(game: Any, name: str, why: str) -> RulesError:
    method = getattr(game, name)
    tree = tree_of(method)
    return mistake(place_of(method, tree), f"def {name}(...)", why)


def try_spread_states(batch: CheckedBatch) -> None:
    """Expand states with equally spaced codes by the checked build.

    Raises:
        RulesError: an index or a value is out of range. The author's line and the state are named.
    """
    size = batch.rules.size
    wanted = min(max(size // CODES_A_SPREAD_ONE, LEAST_SPREAD), MOST_SPREAD)
    distance = (size // wanted) | 1  # an odd one, so that both players are to move in some
    codes = np.arange(0, size, distance, dtype=np.int64)
    codes = codes[batch.are_states(codes) != 0]
    batch.try_payoffs(codes)
    batch.try_numbers(codes[batch.expand(codes).outcomes == GOES_ON])
    if batch.rules.predecessors is not None:
        batch.parents(codes)
