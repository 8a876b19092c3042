"""Rankings are bijections: every number has a word, and every word that counts has one number; plain and compiled."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, factorial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.compiled_ranking import compiled_ranking
from support.marks import cases

from gamekit.errors import InputError
from gamekit.layout import Grid, Layout
from gamekit.layout.linear_codes import PlaneCode
from gamekit.layout.ranking import HalfOrders, Listed, Multisets, Orders, Placements, Product, Ranking, Whole
from gamekit.layout.ranking.least_sets import LeastSets
from gamekit.layout.ranking.placements import rank_least
from gamekit.layout.ranking.sets import (
    MOST_SETS,
    all_sets,
    binomials_of,
    chunk_closings,
    chunk_ranks,
    closed,
    nth_set,
    opened,
    rank_set,
)

ALTERNATING = [i % 2 == 1 for i in range(16)]

RANKINGS: list[Ranking] = [
    Placements(6, [(1, 2), (2, 2), (0, 0), (3, 3)]),
    Placements(5, [(1,), (3,)]),
    Placements(5, [(1, 1, 1), (2, 1, 0)]),
    Placements(6, [(1, 2), (2, 1), (0, 3)], [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0)]),
    Placements(20, [(9,)]),  # with a large table
    Placements(34, [(33,), (20,)]),
    Placements(32, [(8,)]),  # its sets are too many for a table
    Placements(18, [(2, 5), (5, 3)], [tuple(range(18)), tuple(range(17, -1, -1))]),
    Placements(20, [(1, 5), (5, 7)], [tuple(range(20)), tuple(range(19, -1, -1))]),  # with large tables
    Placements(
        4, [(2, 0, 0, 3), (0, 2, 3, 0), (1, 1, 1, 1)], widths=[2, 3]
    ),  # with numbers of pieces in hand
    Placements(6, [(1, 2, 4), (2, 1, 0), (2, 1, 3)], [(0, 1, 2, 3, 4, 5), (5, 4, 3, 2, 1, 0)], widths=[3]),
    Multisets(1, 3),
    Multisets(5, 1),
    Multisets(5, 3),
    Multisets(9, 4, shared=False),
    Multisets(4, 4, shared=False),
    Orders(1),
    Orders(2),
    Orders(6),
    Orders(9),  # its words are too many for a table
    HalfOrders(3, [True] * 3),
    HalfOrders(6, [False] * 6),
    HalfOrders(7, ALTERNATING[:7]),
    Listed([5, 2, 7, 0], bits=3),
    Whole(9),
]


def spread(size: int) -> list[int]:
    """Return all numbers below a small size, and some below a large one."""
    return list(range(size)) if size <= 5_100 else [size * i // 2_000 for i in range(2_000)] + [size - 1]


@pytest.mark.parametrize("ranking", RANKINGS, ids=lambda ranking: type(ranking).__name__)
def test_every_number_has_a_word_of_its_own(ranking: Ranking) -> None:
    numbers = spread(ranking.size)
    words = [ranking.unrank(number) for number in numbers]
    assert len(set(words)) == len(numbers)
    assert 0 <= min(words) <= max(words) < 1 << ranking.bits
    assert [ranking.rank(word) for word in words] == numbers


def word_of(values: Any, width: int) -> int:
    word = 0
    for value in values:
        word = word << width | value
    return word


@pytest.mark.parametrize("n", range(1, 7))
def test_orders_are_numbered_as_they_are_sorted(n: int) -> None:
    ranking = Orders(n)
    words = [word_of(order[:-1], ranking.width) for order in permutations(range(n))]
    assert [ranking.unrank(number) for number in range(factorial(n))] == words


@pytest.mark.parametrize(
    "odd", [[False] * 6, [True] * 6, ALTERNATING[:6], [True, True, False, False, True, False]]
)
def test_half_orders_are_all_those_of_their_parity(odd: list[bool]) -> None:
    ranking = HalfOrders(6, odd)
    those = {
        word_of(order[:-1], ranking.width)
        for order in permutations(range(6))
        if sum(a > b for a, b in combinations(order, 2)) % 2 == odd[order.index(0)]
    }
    assert {ranking.unrank(number) for number in range(ranking.size)} == those
    assert len(those) == ranking.size == 360


@given(st.integers(3, 13), st.booleans(), st.data())
def test_large_orders_come_back(n: int, half: bool, data: st.DataObject) -> None:
    ranking = HalfOrders(n, ALTERNATING[:n]) if half else Orders(n)
    number = data.draw(st.integers(0, ranking.size - 1))
    assert ranking.rank(ranking.unrank(number)) == number


@pytest.mark.parametrize("shared", [True, False])
@pytest.mark.parametrize(("places", "count"), [(1, 1), (4, 2), (6, 3), (5, 5)])
def test_multisets_are_all_that_ascend(places: int, count: int, shared: bool) -> None:
    ranking = Multisets(places, count, shared=shared)
    chosen = (combinations_with_replacement if shared else combinations)(range(places), count)
    those = {word_of(pieces, ranking.width) for pieces in chosen}
    assert {ranking.unrank(number) for number in range(ranking.size)} == those
    assert ranking.size == len(those)


@pytest.mark.parametrize(("places", "count"), [(6, 0), (6, 3), (9, 4), (12, 12)])
def test_sets_are_numbered_in_their_order(places: int, count: int) -> None:
    stride, binomials = places + 1, binomials_of(places, count)
    sets = sorted(sum(1 << place for place in chosen) for chosen in combinations(range(places), count))
    ranks = chunk_ranks(places, count)
    assert [rank_set(subset, places, count, ranks) for subset in sets] == list(range(comb(places, count)))
    assert [nth_set(rank, count, stride, binomials) for rank in range(comb(places, count))] == sets
    table, firsts = all_sets(places, [0] * count + [len(sets)])
    assert (table, firsts) == (sets, [0] * (count + 1))


def test_a_table_of_sets_stays_small() -> None:
    assert all_sets(30, [0, 0, 1, MOST_SETS]) == ([], [])
    assert all_sets(32, [0, 0, 0, 0, 0, 1 << 17]) == ([], [])
    assert len(all_sets(16, [comb(16, size) for size in range(17)])[0]) == 1 << 16
    table, firsts = all_sets(20, [0] * 9 + [1 << 17])
    assert isinstance(table, memoryview)
    assert (len(table), firsts[-1], table[-1]) == (
        1 << 17,
        0,
        nth_set((1 << 17) - 1, 9, 21, binomials_of(20, 9)),
    )


def mill_board() -> list[tuple[int, ...]]:
    """Return the symmetries of a board of three squares one in another: 8 of the square, and the rings exchanged."""
    turns = [[(a * i + b) % 8 for i in range(8)] for a in (1, 7) for b in range(0, 8, 2)]
    rings = [(0, 1, 2), (2, 1, 0)]
    return [tuple(8 * ring + place for ring in order for place in turn) for order in rings for turn in turns]


def orbits_by_burnside(places: int, size: int, symmetry: Sequence[Sequence[int]]) -> int:
    """Return how many sets of a size there are up to symmetry, from the cycles of each permutation."""
    total = 0
    for permutation in symmetry:
        ways = [1] + [0] * size
        seen: set[int] = set()
        for start in range(places):
            length, place = 0, start
            while place not in seen:
                seen.add(place)
                place = permutation[place]
                length += 1
            if length:
                ways = [n + (ways[i - length] if i >= length else 0) for i, n in enumerate(ways)]
        total += ways[size]
    return total // len(symmetry)


@pytest.mark.parametrize(
    "sizes", [range(6), pytest.param(range(13), marks=pytest.mark.release)], ids=["few", "all"]
)
def test_least_sets_are_counted_by_burnside(sizes: range) -> None:
    known = [1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880, 124124, 157668, 170854]
    found = LeastSets.of(24, sizes, mill_board())
    assert found is not None
    assert list(found.sizes) == [known[size] for size in sizes]
    assert known == [orbits_by_burnside(24, size, mill_board()) for size in range(13)]


def test_large_tables_number_as_small_ones_do() -> None:
    symmetry = mill_board()
    ranking = Placements(24, [(3, 6)], symmetry)
    assert isinstance(ranking.arguments["orbits"].leads, memoryview)
    assert ranking.size == 8774 * comb(18, 3)
    numbers = range(0, ranking.size, ranking.size // 500)
    for number in numbers:
        word = ranking.unrank(number)
        assert ranking.rank(word) == number
        plane = word >> 24
        assert plane == min(
            sum(1 << image[place] for place in range(24) if plane >> place & 1) for image in symmetry
        )


SQUARE = [image.places for image in Layout(board=Grid(3, 3), symmetry="mirror transpose").group]


@pytest.mark.parametrize("counts", [(2, 1), (1, 2), (0, 4), (3, 0), (3, 3)])
def test_of_placements_that_are_alike_the_least_has_a_number(counts: tuple[int, int]) -> None:
    ranking = Placements(9, [(1, 1), counts], SQUARE)
    cells = [0] * (9 - sum(counts)) + [1] * counts[0] + [2] * counts[1]
    code = PlaneCode(9, signs=2)
    seen, numbers = set(), set()
    placements = set(permutations(cells))
    for placement in placements:
        images = [code.code_of([placement[place] for place in places]) for places in SQUARE]
        seen.add(min(images))
        numbers.add(ranking.rank(min(images)))
    most = len(placements) / 2 if counts[1] else len(placements)
    assert len(numbers) == len(seen) <= ranking.size - ranking.starts[1] <= most


@given(st.integers(0, (1 << 20) - 1), st.integers(0, (1 << 20) - 1))
def test_places_that_are_taken_are_left_out_and_put_back(subset: int, taken: int) -> None:
    wide = opened(subset, taken)
    assert wide & taken == 0
    assert closed(wide, taken, 40, chunk_closings()) == subset


@given(st.lists(st.sampled_from(RANKINGS), min_size=1, max_size=4), st.data())
def test_a_product_numbers_all_combinations(parts: list[Ranking], data: st.DataObject) -> None:
    product = Product(parts)
    number = data.draw(st.integers(0, product.size - 1))
    assert product.rank(product.unrank(number)) == number


def test_what_is_not_among_the_words_has_no_number() -> None:
    with pytest.raises(ValueError, match="not among"):
        Placements(4, [(1, 1)]).rank(0b0001)
    with pytest.raises(ValueError, match="not among"):
        Placements(4, [(1, 1), (0, 0)]).rank(0b0010_1100)
    for word in (
        0b0000_0001,
        0b10_0000_0001,
        0b01_0000_0000,
    ):  # none, two, and one in hand but none on the board
        with pytest.raises(ValueError, match="not among"):
            Placements(8, [(1, 1)], widths=[2]).rank(word)
    with pytest.raises(ValueError, match="not among"):
        Listed([0, 3], bits=2).rank(1)
    with pytest.raises(ValueError, match="not among"):
        HalfOrders(4, [False] * 4).rank(0b00_01_11)  # an odd order
    with pytest.raises(InputError, match="twice"):
        Placements(4, [(1, 1), (1, 1)])


def test_a_ranking_of_nothing() -> None:
    assert Placements(4, []).size == Listed([], bits=2).size == 0


@pytest.mark.parametrize(
    "ranking",
    cases(slow=RANKINGS[::16], release=RANKINGS[3::4]),  # compiled one by one
    ids=lambda ranking: type(ranking).__name__,
)
def test_compiled_rankings_are_the_plain_ones(ranking: Ranking) -> None:
    product = Product([Whole(3), ranking, Whole(2)])
    rank, unrank = compiled_ranking(product)
    numbers = spread(product.size)
    words = [unrank(number) for number in numbers]
    assert words == [product.unrank(number) for number in numbers]
    assert [rank(np.int64(word)) for word in words] == numbers


def number_of_the_least(ranking: Placements, word: int) -> int:
    """Return the number of the least image of a placement, -1 if it has none."""
    return rank_least(word, *ranking.given(rank_least))  # type: ignore[arg-type]


@pytest.mark.parametrize("counts", cases(quick=[[(2, 1), (1, 2)]], slow=[[(1, 2, 2)], [(0, 4), (3, 3)]]))
def test_the_number_of_the_least_image_is_found_without_the_images(counts: list[tuple[int, ...]]) -> None:
    everything = Placements(9, counts)
    ranking = Placements(9, counts, SQUARE)
    assert ranking.has_least
    for number in range(everything.size):
        word = everything.unrank(number)
        planes = [word >> 9 * kind & 0x1FF for kind in range(ranking.kinds)]
        images = [
            sum(
                1 << image[place] + 9 * kind
                for kind, plane in enumerate(planes)
                for place in range(9)
                if plane >> place & 1
            )
            for image in SQUARE
        ]
        assert ranking.unrank(number_of_the_least(ranking, word)) == min(images)
    assert number_of_the_least(ranking, 0) == -1
    # the same with a number above the sets, which no image changes
    in_hand = Placements(9, [(*row, 5) for row in counts], SQUARE, widths=[3])
    above = 5 << 9 * ranking.kinds
    for number in range(everything.size):
        word = everything.unrank(number)
        assert number_of_the_least(in_hand, word | above) == number_of_the_least(ranking, word)
        assert number_of_the_least(in_hand, word) == -1
