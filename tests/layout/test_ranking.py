"""Ranks are bijections: every number is a placement, and every placement a number; in Python and compiled."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.errors import InputError, UnsupportedError
from gamekit.layout import Cell, Counter, Grid, Layout
from gamekit.layout.codes import PlaneCode, PositionalCode, coding_of
from gamekit.layout.ranking import Placements, closed, opened, rank_subset, subset_of


@pytest.mark.parametrize(("places", "count"), [(6, 0), (6, 3), (9, 4), (12, 12)])
def test_subsets_are_numbered_in_their_order(places: int, count: int) -> None:
    sets = sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), count))
    assert [rank_subset(subset) for subset in sets] == list(range(comb(places, count)))
    assert [subset_of(rank, count) for rank in range(comb(places, count))] == sets


@given(st.integers(0, (1 << 20) - 1), st.integers(0, (1 << 20) - 1))
def test_what_is_closed_can_be_opened(subset: int, without: int) -> None:
    subset &= ~without
    assert opened(closed(subset, without), without) == subset
    assert closed(subset, without).bit_count() == subset.bit_count()


@pytest.mark.parametrize(
    "placements",
    [
        Placements(6, [(1, 2), (2, 2), (0, 0), (3, 3)]),
        Placements(5, [(1,), (3,)]),
        Placements(5, [(1, 1, 1), (2, 1, 0)]),
        Placements(4, []),
    ],
    ids=lambda placements: str(placements.classes),
)
def test_placements_are_numbered_without_gaps(placements: Placements) -> None:
    found = [placements.unrank(number) for number in range(placements.size)]
    assert len(set(found)) == placements.size
    assert [placements.rank(planes) for planes in found] == list(range(placements.size))


def test_a_placement_of_no_class_has_no_number() -> None:
    with pytest.raises(ValueError, match="no class"):
        Placements(4, [(1, 1)]).rank(0b0001)
    with pytest.raises(InputError, match="twice"):
        Placements(4, [(1, 1), (1, 1)])


@given(st.lists(st.integers(1, 6), min_size=1, max_size=8), st.booleans(), st.data())
def test_positional_codes_are_in_the_order_of_their_cells(
    values: list[int], in_bits: bool, data: st.DataObject
) -> None:
    code = PositionalCode(values, in_bits=in_bits)
    cells = [tuple(data.draw(st.integers(0, n - 1)) for n in values) for _ in range(2)]
    numbers = [code.code_of(found) for found in cells]
    assert (numbers[0] < numbers[1]) == (cells[0] < cells[1])
    assert [code.cells_of(number) for number in numbers] == cells
    assert max(numbers) < code.size


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9))
def test_planes_hold_their_cells(cells: list[int]) -> None:
    code = PlaneCode(len(cells), signs=3)
    assert code.cells_of(code.code_of(cells)) == tuple(cells)


def test_a_layout_that_is_too_large_says_which_field_takes_how_much() -> None:
    layout = Layout(board=Grid(6, 6, ".XO"), king=Cell(64), clock=Counter(50))
    with pytest.raises(UnsupportedError, match=r"62 bits.* take 70: board 58, king 6, clock 6"):
        coding_of(layout, players=2)


def test_bits_give_way_to_digits_where_these_are_fewer() -> None:
    assert coding_of(Layout(board=Grid(6, 6, ".XO")), players=2).size == 2 * 3**36
    assert coding_of(Layout(board=Grid(3, 3, ".XO")), players=2).size == 1 << 19
