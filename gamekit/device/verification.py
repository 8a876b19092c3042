"""`judged`: what a device finds about a solution, a part of it at a time.

This room's solving and its verification share how rules become code and where a code's result lies, and nothing that
decides about values. What a device finds wrong is looked at again on this processor, which says what is expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

import attrs
import numpy as np

from gamekit.device import verification_kernel as v
from gamekit.device.device import Device, Memory
from gamekit.device.faults import FaultCheck
from gamekit.device.frame import AT_ONCE, Workspace
from gamekit.device.held_tiers import OtherTier, Results, each_group, row_of
from gamekit.device.indexes import put_index, put_rules
from gamekit.device.rules_source import RulesSource
from gamekit.device.words import Count, Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.runtime.arrays import ranges
from gamekit.errors import UnsupportedError
from gamekit.game.protocol import has_conversions
from gamekit.solution.store import Store

KERNELS: Final = ("verify",)
FILES: Final = ("index_kernels.py", "rules_kernels.py", "verification_kernel.py")
"""The kernel and the files of this folder that have it and what it calls."""


@attrs.frozen
class Found:
    """What a device finds in a range of places.

    Attributes:
        part: the range.
        states: the number of states, including places that have a result although the rules have no state there.
        edges: the number of edges that lead on from the states.
        unsolved: the number of states without a value.
        wrong: the number of wrong results.
        places: the first places with a wrong result.
    """

    part: slice
    states: int
    edges: int
    unsolved: int
    wrong: int
    places: tuple[int, ...]


class Verifier:
    """Compares the results of a solution on a device.

    Args:
        device: the device.
        batch: the compiled rules.

    Raises:
        UnsupportedError: the rules are not those of a board game, or the game counts to conversions.
    """

    def __init__(self, device: Device, batch: Batch) -> None:
        if has_conversions(batch.game):
            raise UnsupportedError(
                f"{batch.name} counts to conversions, which is verified on the processor only"
            )
        self.device, self.batch = device, batch
        self._kernels = device.kernels(RulesSource.of(batch, *FILES), KERNELS)

    def check(self, tiers: Mapping[int, Store], bound: int) -> Iterator[Found]:
        """Yield what is found in ranges of places of the first of some tiers; the others are those it leads to.

        `bound` is above every remoteness of the whole solution.

        Raises:
            LimitError: the results of one of the tiers do not fit into the memory of the device beside the first.
            RulesError: the rules break a promise.
        """
        (first, own), *others = tiers.items()
        with Workspace(self.device, self._kernels, "the solution") as space:
            put_rules(space, self.batch)
            space.set_all({Word.BOUND: bound, Word.WITHOUT_END: int(self.batch.game.infinite_play)})
            space.set(Word.MOVERS_VIEW, int(self.batch.from_movers_view))
            space.set(Word.WRONG_PLACES, wrong := space.allocate(8 * v.MOST_WRONG_PLACES))
            keys = put_index(space, _index_of(own), (_index_of(store) for _, store in others))
            row, more = row_of(space, *claims_of(own)), {tier: _other_tier(store) for tier, store in others}
            for is_last in each_group(space, row, keys, first, more, own.places):
                for part in ranges(own.places, AT_ONCE):
                    found = self._found(space, wrong, part)
                    if is_last:
                        yield found

    def _found(self, space: Workspace, wrong_places: Memory, part: slice) -> Found:
        space.device.clear(space.counts)
        space.run("verify", part.stop, part.start)
        counts = space.count()
        FaultCheck(self.batch)(counts)
        wrong = counts[Count.WRONG]
        places = space.read(wrong_places, min(wrong, v.MOST_WRONG_PLACES)).tolist()
        totals = counts[Count.STATES], counts[Count.EDGES], counts[Count.UNSOLVED]
        return Found(part, *totals, wrong, tuple(sorted(places)))


def _index_of(store: Store) -> Any:
    if store.bits is None:
        return RangesIndex.of(store.ranges or ((0, store.places),))
    return SortedIndex(store.keys(slice(0, store.places)), store.bits)


def _other_tier(store: Store) -> OtherTier:
    keys = None if store.bits is None else partial(_index_of, store)
    return OtherTier(store.places, store.pairs is not None, partial(claims_of, store), keys)


def claims_of(store: Store) -> Results:
    """Return the bytes of the number of a result, the numbers by place and the claims by number.

    If results have no numbers, the claims are by place and take 4 bytes.
    """
    results = store.results()
    claims = np.empty(len(results.value), dtype=np.uint32)
    for part in ranges(len(claims)):  # which may be many
        value, plies = results.value[part].astype(np.int64), results.remoteness[part].astype(np.int64)
        plies = np.where(plies == store.infinite, v.PLIES, np.minimum(plies, v.PLIES - 1))
        claims[part] = (value + 128) << 24 | plies
        claims[part][value == store.unsolved] = v.UNSOLVED_CLAIM
        claims[part][value == store.no_state] = v.NO_CLAIM
    return (4, claims, claims[:0]) if results.numbers is None else (1, results.numbers, claims)
