"""`judged`: what a device finds about a solution, a part of it at a time.

This room's solving and its verification share how rules become code and where a code's result lies, and nothing that
decides about values. What a device finds wrong is looked at again on this processor, which says what is expected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.device import verification_kernel as v
from gamekit.device.device import Device, Memory
from gamekit.device.faults import FaultCheck
from gamekit.device.frame import Workspace
from gamekit.device.indexes import KeysOnDevice, put_keys, put_ranges, put_rules
from gamekit.device.rules_source import RulesSource
from gamekit.device.words import Count, Word
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.ranges_index import RangesIndex
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.codes.state_index import SortedIndex
from gamekit.engine.runtime.arrays import ranges
from gamekit.errors import UnsupportedError
from gamekit.game.protocol import has_conversions
from gamekit.solution.store import Store

KERNELS: Final = ("verify",)
FILES: Final = ("index_kernels.py", "rules_kernels.py", "verification_kernel.py")
"""The kernel and the files of this folder that have it and what it calls."""

AT_ONCE: Final = 1 << 28
"""The largest number of places that one call of the kernel looks at, so that progress is seen."""


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
            LimitError: the results do not fit into the memory of the device.
            RulesError: the rules break a promise.
        """
        own = next(iter(tiers.values()))
        with Workspace(self.device, self._kernels, "the solution") as space:
            put_rules(space, self.batch)
            self._put_stores(space, tiers)
            wrong = space.allocate(8 * v.MOST_WRONG_PLACES)
            space.set(Word.WRONG_PLACES, wrong)
            space.set(Word.BOUND, bound)
            for part in ranges(own.places, AT_ONCE):
                yield self._found(space, wrong, part)

    def _put_stores(self, space: Workspace, tiers: Mapping[int, Store]) -> None:
        stores = list(tiers.values())
        if stores[0].bits is None:
            own, *others = [RangesIndex.of(store.ranges or ((0, store.places),)) for store in stores]
            put_ranges(space, own, dict(enumerate(others)))
        else:
            indexes = [SortedIndex(store.keys(slice(0, store.places)), stores[0].bits) for store in stores]
            put_keys(
                space, {tier: KeysOnDevice.of(space, one) for tier, one in zip(tiers, indexes, strict=True)}
            )
        rows = [claims_of(store.results(), store) for store in stores]
        space.column(Word.WIDTHS, [width for width, _, _ in rows])
        space.column(Word.RESULTS, [space.copy(numbers) for _, numbers, _ in rows])
        space.column(Word.TABLES, [space.copy(claims) for _, _, claims in rows])
        space.set_all(
            {
                Word.WITHOUT_END: int(self.batch.game.infinite_play),
                Word.MOVERS_VIEW: int(self.batch.from_movers_view),
            }
        )

    def _found(self, space: Workspace, wrong_places: Memory, part: slice) -> Found:
        for count in Count:
            space.set_count(count)
        space.run("verify", part.stop, part.start)
        counts = space.count()
        FaultCheck(self.batch)(counts)
        wrong = counts[Count.WRONG]
        places = space.read(wrong_places, min(wrong, v.MOST_WRONG_PLACES)).tolist()
        totals = counts[Count.STATES], counts[Count.EDGES], counts[Count.UNSOLVED]
        return Found(part, *totals, wrong, tuple(sorted(places)))


def claims_of(results: ResultArrays, store: Store) -> tuple[int, NDArray[Any], NDArray[np.uint32]]:
    """Return the bytes of the number of a result, the numbers by place and the claims by number.

    If results have no numbers, the claims are by place and take 4 bytes.
    """
    claims = np.empty(len(results.value), dtype=np.uint32)
    for part in ranges(len(claims)):  # which may be many
        value, plies = results.value[part].astype(np.int64), results.remoteness[part].astype(np.int64)
        plies = np.where(plies == store.infinite, v.PLIES, np.minimum(plies, v.PLIES - 1))
        claims[part] = (value + 128) << 24 | plies
        claims[part][value == store.unsolved] = v.UNSOLVED_CLAIM
        claims[part][value == store.no_state] = v.NO_CLAIM
    return (4, claims, claims[:0]) if results.numbers is None else (1, results.numbers, claims)
