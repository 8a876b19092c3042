"""The results of moves out of a tier of dense codes, looked up and chosen from in one pass over the successors.

`JoinedRanges`, `FinishedTier.results_at` and `separate` compute the same in three passes with an array each. They
report which promise is broken, so this kernel leaves to them every case that it cannot handle.
"""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import numba
import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from gamekit.engine.codes.entries import ENDLESS, NONE, prefers
from gamekit.engine.codes.joined_ranges import JoinedRanges, range_of
from gamekit.engine.codes.ranges_index import Codes
from gamekit.engine.retrograde.result_numbers import NO_STATE


@attrs.frozen(eq=False)
class ResultTables:
    """Ranges of codes, and the addresses of the results of the finished tiers among them.

    Attributes:
        ranges: the ranges of the tier that is being solved and of finished ones.
        inside: uint8: whether a range belongs to the tier that is being solved.
        numbers: int64: for each range, the address of the pair number of its first code; 0 if pairs have no numbers.
        values: int64: for each range, the address of the value of its first code, or of the first pair.
        plies: int64: for each range, the address of the remoteness of its first code, or of the first pair.
        widths: int64: for each range, the number of bytes of a remoteness.
        columns: the columns, so that their memory is not freed.
    """

    ranges: JoinedRanges
    inside: NDArray[np.uint8]
    numbers: Codes
    values: Codes
    plies: Codes
    widths: Codes
    columns: tuple[tuple[NDArray[Any], ...], ...]

    @classmethod
    def of(cls, ranges: JoinedRanges, tier: int, finished: Mapping[int, Any]) -> ResultTables:
        """Return the tables of finished tiers, each of which has `results`."""
        columns = {
            number: tuple(map(np.ascontiguousarray, finished_tier.results.arrays))
            for number, finished_tier in finished.items()
        }
        rows = []
        for number, place in zip(ranges.tiers.tolist(), ranges.places.tolist(), strict=True):
            if number == tier:
                rows.append((0, 0, 0, 0))
                continue
            value, plies, *pairs = columns[number]
            width, row = plies.itemsize, 0 if pairs else place
            first = pairs[0].ctypes.data + place if pairs else 0
            rows.append((first, value.ctypes.data + row, plies.ctypes.data + row * width, width))
        numbers, values, plies_at, widths = np.array(rows, dtype=np.int64).reshape(-1, 4).T
        return cls(
            ranges,
            (ranges.tiers == tier).astype(np.uint8),
            numbers.copy(),
            values.copy(),
            plies_at.copy(),
            widths.copy(),
            tuple(columns.values()),
        )

    def separate(
        self, counts: Any, children: Any, movers: Any, infinite_play: int, from_movers_view: bool,
        inside_children: Any, entry_value: Any, entry_plies: Any,
    ) -> int:  # fmt: skip
        """Do the same as `entries.separate`; return -1, with invalid output, if a successor is not known as a state.

        The arguments are those of `entries.separate`, except that `counts` of successors inside are written only at
        the end.
        """
        inside_counts = np.empty_like(counts)
        tables = (
            self.ranges.begins,
            self.ranges.ends,
            self.inside,
            self.numbers,
            self.values,
            self.plies,
            self.widths,
        )
        written = inside_counts, inside_children, entry_value, entry_plies
        number: int = _separate(counts, children, tables, movers, infinite_play, from_movers_view, written)
        if number >= 0:
            counts[:] = inside_counts
        return number


def _loader(kind: Any) -> Any:
    @intrinsic
    def load(typing: Any, address: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = builder.inttoptr(arguments[0], context.get_value_type(kind).as_pointer())
            return context.cast(builder, builder.load(pointer), kind, types.int64)

        return types.int64(types.int64), generate

    return load


_int8, _uint8, _uint16, _uint32 = map(_loader, (types.int8, types.uint8, types.uint16, types.uint32))


@numba.njit(cache=True, nogil=True)
def _separate(
    counts: Any,
    children: Any,
    tables: Any,
    movers: Any,
    infinite_play: int,
    from_movers_view: bool,
    results: Any,
) -> int:
    """Write the results of `ResultTables.separate` to four arrays; the tables are its attributes, by range."""
    begins, ends, inside, numbers, values, plies_at, widths = tables
    inside_counts, inside_children, entry_value, entry_plies = results
    edge = 0
    written = 0
    at = 0
    begin, end = begins[0], ends[0]
    for i in range(len(counts)):
        sign = -1 if from_movers_view or movers[i] == 1 else 1
        own_sign = 1 if from_movers_view else sign
        without_end = own_sign * infinite_play
        inside_count = 0
        any_outside = False
        best_seen = np.int64(0)
        best_plies = np.int64(0)
        for j in range(edge, edge + counts[i]):
            code = children[j]
            if not begin <= code < end:
                at = range_of(code, begins)
                begin, end = begins[at], ends[at]
                if not begin <= code < end:
                    return -1
            if inside[at]:
                inside_children[written] = code
                written += 1
                inside_count += 1
                continue
            row = code - begin
            if numbers[at] != 0:
                row = _uint8(numbers[at] + row)
            seen = _int8(values[at] + row)
            if seen == NO_STATE:
                return -1
            width = widths[at]
            if width == 1:
                plies = _uint8(plies_at[at] + row)
                endless = plies == 0xFF
            elif width == 2:
                plies = _uint16(plies_at[at] + 2 * row)
                endless = plies == 0xFFFF
            else:
                plies = _uint32(plies_at[at] + 4 * row)
                endless = plies == 0xFFFFFFFF
            if endless:
                plies = np.int64(ENDLESS)
            seen = sign * seen
            if not any_outside or prefers(seen, plies, best_seen, best_plies, without_end):
                any_outside = True
                best_seen, best_plies = seen, plies
        edge += counts[i]
        inside_counts[i] = inside_count
        entry_value[i] = own_sign * best_seen
        entry_plies[i] = NONE if not any_outside else (ENDLESS if best_plies == ENDLESS else best_plies + 1)
    return written
