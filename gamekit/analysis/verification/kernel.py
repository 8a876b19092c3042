"""The results that states must have, computed from the stored results of their successors without any solver.

The rule is stated twice, for whole arrays and as a loop that Numba compiles, and tests hold the two against each other:
most arenas are verified before Numba is loaded, and for large ones whole arrays take too much memory.

A result is packed into an integer: its payoff in the high bits, plies in the low 32, all of which are set for play
without end. The mover's preference is a key of the same form, which is larger for better results: the payoff for the
mover in the high bits, and in the low ones the plies or, if the mover minimises them at this payoff, 2^32 - 1 minus the
plies. So play without end counts as longer than any other.
"""

from __future__ import annotations

from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.game.kernel_compiler import compiled
from gamekit.solution.expander import RangeExpansion
from gamekit.solution.store import Results, Store


@attrs.frozen(eq=False)
class Levels:
    """The sizes (absolute values) of some payoffs, ascending. A payoff's level is the index of its size, with its sign.

    So levels compare as payoffs do, the level of 0 is 0, and negative payoffs have negative levels.

    >>> levels = Levels.of(np.array([-(10**18), 7, 0]))
    >>> levels.level(np.array([7, -(10**18), 10**18, -7])).tolist(), levels.payoff(-2)
    ([1, -2, 2, -1], -1000000000000000000)
    """

    sizes: NDArray[np.int64]

    @classmethod
    def of(cls, *payoffs: NDArray[Any]) -> Levels:
        """Return the levels of all these payoffs."""
        return cls(np.unique(np.concatenate([[0], *map(np.abs, payoffs)])))

    def level(self, payoffs: NDArray[Any]) -> NDArray[np.int64]:
        """Return the levels of some of these payoffs."""
        levels: NDArray[np.int64] = np.sign(payoffs) * np.searchsorted(self.sizes, np.abs(payoffs))
        return levels

    def payoff(self, level: int) -> int:
        """Return the payoff of a level."""
        return int(self.sizes[abs(level)]) * (1 if level > 0 else -1)


BITS_OF_PLIES: Final = 32
ENDLESS_PLIES: Final = (1 << BITS_OF_PLIES) - 1
"""The plies of play without end in a packed result."""

LARGEST_PAYOFF: Final = (1 << 31) - 1
"""The largest payoff that a packed result can have. If there are larger ones, their levels are packed instead."""

MAX_PROBLEMS: Final = 20
"""The largest number of wrong states that are named, in a range of places as in a report."""

STRAY: Final = -(1 << 63)
UNDETERMINED: Final = STRAY + 1
"""Marks in place of a result: a successor is not a state of the solution, or has no value. Both are below every key."""


@attrs.frozen
class Claims:
    """The form in which a solution stores its results.

    Attributes:
        remoteness_bound: a number above every remoteness.
        infinite_play: the payoff of play without end.
        from_movers_view: whether payoffs are to the mover, who changes with every move.
        no_state: the value at a place without a state.
        unsolved: the value of an unsolved state.
        infinite: the remoteness of play without end.
        compiled: whether to compile the kernel.
    """

    remoteness_bound: int
    infinite_play: int
    from_movers_view: bool
    no_state: int
    unsolved: int
    infinite: int
    compiled: bool

    @classmethod
    def of(cls, store: Store, *, compiled: bool) -> Claims:
        """Return the form in which a store keeps its results."""
        return cls(
            remoteness_bound=store.remoteness_bound,
            infinite_play=int(store.game.infinite_play),
            from_movers_view=store.perspective == "mover",
            no_state=store.no_state,
            unsolved=store.unsolved,
            infinite=store.infinite,
            compiled=compiled,
        )


@attrs.frozen
class Judgement:
    """The findings about the states in a range of places, in plain numbers, so that a checkpoint can record them.

    Attributes:
        states: the number of states, including places that store a result although the rules have no state there.
        edges: the number of edges that lead on from the states.
        unsolved: the number of states without a value.
        wrong: the number of wrong results.
        places: the places of wrong results; only the first ones if there are many.
        expected: the results that these places must have, packed; None where a move leads to no state.
        leads: the pairs of different tiers between which moves lead, if some of them are conversions.
    """

    states: int
    edges: int
    unsolved: int
    wrong: int
    places: tuple[int, ...]
    expected: tuple[int | None, ...]
    leads: tuple[tuple[int, int], ...] = ()


def judge(
    expansion: RangeExpansion, results: ResultArrays, part: slice, own: Results, claims: Claims
) -> Judgement:
    """Compare the stored results of the states in a range of places with the results that their successors imply.

    `own` holds the stored results of the range. The children of the expansion are places in `results`, negative if they
    are not states.
    """
    levels = _levels_of(expansion, results, own, claims)
    if levels is None:
        return _judge(expansion, results, part, own, claims)
    no_state, unsolved = -LARGEST_PAYOFF - 2, -LARGEST_PAYOFF - 1

    def levelled(value: NDArray[Any]) -> NDArray[np.int64]:
        marks = value == claims.no_state, value == claims.unsolved
        return np.select(marks, (no_state, unsolved), levels.level(np.where(marks[0] | marks[1], 0, value)))

    def of_levels(expected: int | None) -> int | None:
        return (
            None
            if expected is None
            else pack(levels.payoff(expected >> BITS_OF_PLIES), expected & ENDLESS_PLIES)
        )

    infinite_play = int(levels.level(np.array(claims.infinite_play)))
    judged = _judge(
        attrs.evolve(expansion, outcomes=levels.level(expansion.outcomes)),
        attrs.evolve(results, value=levelled(results.value)),
        part,
        (levelled(own[0]), own[1]),
        attrs.evolve(claims, infinite_play=infinite_play, no_state=no_state, unsolved=unsolved),
    )
    return attrs.evolve(judged, expected=tuple(map(of_levels, judged.expected)))


def _levels_of(
    expansion: RangeExpansion, results: ResultArrays, own: Results, claims: Claims
) -> Levels | None:
    """Return the levels of all payoffs that are stored or given by the rules; None if the payoffs are small."""
    values = (results.value, own[0])
    if max(column.dtype.itemsize for column in (*values, expansion.outcomes)) < BITS_OF_PLIES // 8:
        return None  # as those of compiled rules
    claimed = (value[(value != claims.no_state) & (value != claims.unsolved)] for value in values)
    payoffs = [np.array([claims.infinite_play]), expansion.outcomes[expansion.counts == 0], *claimed]
    is_large = max(int(np.abs(column).max(initial=0)) for column in payoffs) > LARGEST_PAYOFF
    return Levels.of(*payoffs) if is_large else None


def _judge(
    expansion: RangeExpansion, results: ResultArrays, part: slice, own: Results, claims: Claims
) -> Judgement:
    """Judge a range of places as `judge` does, if all payoffs are small."""
    expected = expected_results(expansion, results, claims)
    at = expansion.places - part.start
    payoff, plies = own[0][at].astype(np.int64), own[1][at].astype(np.int64)
    endless, unsolved = plies == claims.infinite, payoff == claims.unsolved
    wrong = pack(payoff, np.where(endless, ENDLESS_PLIES, plies)) != expected
    wrong[expected == UNDETERMINED] = False
    wrong |= ~endless & ((plies < 0) | (plies >= claims.remoteness_bound))
    wrong |= (np.abs(payoff) > LARGEST_PAYOFF) | (payoff == claims.no_state)
    against_the_rules = endless & (payoff != claims.infinite_play) & ~unsolved
    expected[against_the_rules & (expected != STRAY)] = pack(claims.infinite_play, ENDLESS_PLIES)
    wrong = np.flatnonzero((wrong | against_the_rules) & ~unsolved)
    first = wrong[:MAX_PROBLEMS]
    claimed = np.count_nonzero(own[0] != claims.no_state)
    strays = int(claimed - np.count_nonzero(payoff != claims.no_state))
    return Judgement(
        states=len(at) + strays,
        edges=len(expansion.children),
        unsolved=int(np.count_nonzero(unsolved)),
        wrong=len(wrong),
        places=tuple(expansion.places[first].tolist()),
        expected=tuple(None if result == STRAY else result for result in expected[first].tolist()),
        leads=() if expansion.conversions is None else expansion.conversions.leads,
    )


def expected_results(expansion: RangeExpansion, results: ResultArrays, claims: Claims) -> NDArray[np.int64]:
    """Return the results that states must have: packed, `STRAY` or `UNDETERMINED`; arguments are those of `judge`."""
    if not claims.compiled:
        return _expect_in_arrays(expansion, results, claims)
    expected = np.empty(len(expansion.places), dtype=np.int64)
    neighbours = expansion.outcomes, expansion.counts, expansion.children, expansion.movers
    how = claims.infinite_play, claims.from_movers_view, claims.no_state, claims.unsolved, claims.infinite
    # gathered first, as reads that do not wait for each other; a negative place gets a number that is not looked at
    numbers = None if results.numbers is None else results.numbers.take(expansion.children, mode="clip")
    arrays = results.value, results.remoteness, numbers
    conversions = None if expansion.conversions is None else expansion.conversions.are
    compiled(_expect)(*neighbours, conversions, *arrays, expected, *how)
    return expected


def _expect_in_arrays(expansion: RangeExpansion, results: ResultArrays, claims: Claims) -> NDArray[np.int64]:
    """Return the same results as `_expect`, by operations on whole arrays."""
    counts, children = expansion.counts, expansion.children
    # the sign of a child's payoff, and of the state's own, as the mover sees it
    sign = np.where(claims.from_movers_view | (expansion.movers == 1), -1, 1)
    own_sign = np.ones_like(sign) if claims.from_movers_view else sign
    without_end = own_sign * claims.infinite_play
    payoff, plies = (column.astype(np.int64) for column in results.at(children))
    plies[plies == claims.infinite] = ENDLESS_PLIES
    if expansion.conversions is not None:
        plies[expansion.conversions.are & (plies != ENDLESS_PLIES)] = 0
    seen = np.repeat(sign, counts) * payoff
    keys = pack(seen, _turned(seen, plies, np.repeat(without_end, counts)))
    keys[payoff == claims.unsolved] = UNDETERMINED
    keys[(children < 0) | (payoff == claims.no_state)] = STRAY
    expected: NDArray[np.int64] = pack(expansion.outcomes.astype(np.int64), 0)
    at = np.flatnonzero(counts)
    if len(at):
        begins = (np.cumsum(counts) - counts)[at]
        best, least = np.maximum.reduceat(keys, begins), np.minimum.reduceat(keys, begins)
        seen = best >> BITS_OF_PLIES
        plies = _turned(seen, best & ENDLESS_PLIES, without_end[at])
        known = pack(own_sign[at] * seen, plies + (plies != ENDLESS_PLIES))
        expected[at] = np.where(least <= UNDETERMINED, least, known)
    return expected


def _turned(seen: NDArray[Any], plies: NDArray[Any], without_end: NDArray[Any]) -> NDArray[Any]:
    """Return plies, or their difference to `ENDLESS_PLIES` if the mover minimises them; this is its own inverse."""
    minimises = (seen > without_end) | ((seen == without_end) & (seen >= 0))
    return np.where(minimises, ENDLESS_PLIES - plies, plies)


def pack(payoff: Any, plies: Any) -> Any:
    """Return a result, or each of many results, packed into an integer."""
    return (payoff << BITS_OF_PLIES) + plies


def unpack(result: int) -> tuple[int, int | None]:
    """Return the payoff and the plies of a packed result; the plies are None for play without end."""
    plies = result & ENDLESS_PLIES
    return result >> BITS_OF_PLIES, None if plies == ENDLESS_PLIES else plies


def _expect(  # type: ignore[no-untyped-def]
    outcomes, counts, children, movers, conversions, value, remoteness, numbers, expected,
    infinite_play, from_movers_view, no_state, unsolved, infinite,
):  # fmt: skip
    """Write the result that each state must have: its outcome, or one ply on from the result its mover prefers.

    `numbers`, if any, are those of the pairs of `value` and `remoteness` that the children have.
    Behind a conversion, a result is 0 plies away, unless it is play without end.

    In compiled form, `0 + number` widens a narrow number to int64, signed or not, and Numba compiles only the branches
    that `numbers is None` and `conversions is not None` select by type.
    """
    edge = 0
    for i in range(len(counts)):
        if counts[i] == 0:
            expected[i] = (0 + outcomes[i]) << 32
            continue
        # the sign of a child's payoff, and of the state's own, as the mover sees it
        sign = -1 if from_movers_view or movers[i] == 1 else 1
        own_sign = 1 if from_movers_view else sign
        without_end = own_sign * infinite_play
        best, strays, unknown = STRAY, False, False
        for j in range(edge, edge + counts[i]):
            child = children[j]
            if child < 0:
                strays = True
                continue
            row = child if numbers is None else numbers[j]
            payoff = 0 + value[row]
            if payoff == no_state:
                strays = True
                continue
            if payoff == unsolved:
                unknown = True
                continue
            plies = 0 + remoteness[row]
            if plies == infinite:
                plies = ENDLESS_PLIES
            elif conversions is not None:  # noqa: SIM102 – Numba prunes the branch only by such a condition
                if conversions[j]:
                    plies = 0
            seen = sign * payoff
            gain = seen - without_end
            if gain > 0 or (gain == 0 and seen >= 0):  # the mover minimises plies
                plies = ENDLESS_PLIES - plies
            best = max(best, (seen << 32) + plies)
        edge += counts[i]
        if strays:
            expected[i] = STRAY
        elif unknown:
            expected[i] = UNDETERMINED
        else:
            seen, plies = best >> 32, best & ENDLESS_PLIES
            gain = seen - without_end
            if gain > 0 or (gain == 0 and seen >= 0):
                plies = ENDLESS_PLIES - plies
            if plies != ENDLESS_PLIES:
                plies += 1
            expected[i] = ((own_sign * seen) << 32) + plies
