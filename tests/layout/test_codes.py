"""Codes come back as the cells they were made from, whatever fields a layout has, and dense ones have no gaps."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.errors import InputError, UnsupportedError
from gamekit.layout import Cell, Counter, Grid, Hand, Layout, Permutation, Pits
from gamekit.layout.coding.codes import coding_of
from gamekit.layout.linear_codes import PlaneCode, PositionalCode, SegmentedCode


@given(st.lists(st.integers(1, 6), min_size=1, max_size=6), st.booleans(), st.data())
def test_positional_codes_are_in_the_order_of_their_cells(
    values: list[int],
    in_bits: bool,
    data: st.DataObject,
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


@given(st.lists(st.integers(0, 2), min_size=9, max_size=9))
def test_segments_hold_their_cells(cells: list[int]) -> None:
    parts = [
        PositionalCode([3] * 2, in_bits=False),
        PlaneCode(4, signs=2),
        PositionalCode([3] * 3, in_bits=True),
    ]
    code = SegmentedCode(parts)
    assert code.cells_of(code.code_of(cells)) == tuple(cells)


def test_a_layout_that_is_too_large_says_which_field_takes_how_much() -> None:
    layout = Layout(board=Grid(6, 6, ".XO"), king=Cell(64), clock=Counter(50))
    with pytest.raises(UnsupportedError, match=r"62 bits.* need 70: board 58, king 6, clock 6"):
        coding_of(layout, players=2)


def test_pits_that_do_not_fit_have_room_for_as_many_seeds_as_do() -> None:
    layout = Layout(board=Pits(14, 36, has_stores=True, in_all=36))
    coding = coding_of(layout, players=2)
    assert coding.size == 2 * 37 * 25**12 <= 1 << 62
    for cells in (
        (*[3] * 6, 0) * 2,
        (24, 0, 0, 0, 0, 0, 12, *[0] * 7),
        (*[0] * 6, 36, *[0] * 7),
        (*[0] * 13, 36),
    ):
        code = coding.code_of((*cells, 1))
        assert 0 <= code < coding.size
        assert coding.cells_of(code) == (*cells, 1)
    for cells in ((25, *[0] * 12, 11), (*[0] * 12, 36, 0)):
        assert coding.code_of((*cells, 0)) >= coding.size
    with pytest.raises(UnsupportedError, match="a code has 62 bits"):
        coding_of(Layout(board=Pits(14, 72, has_stores=True, in_all=72)), players=2)


def test_bits_give_way_to_digits_where_these_are_fewer() -> None:
    assert coding_of(Layout(board=Grid(6, 6, ".XO")), players=2).size == 2 * 3**36
    assert coding_of(Layout(board=Grid(3, 3, ".XO")), players=2).size == 1 << 19


def test_what_follows_takes_no_bits() -> None:
    assert coding_of(Layout(tiles=Permutation(16)), players=1).size == 1 << 60
    assert coding_of(Layout(twists=Counter(2, 7, balanced=True)), players=1).size == 1 << 12


TWIST = Counter(2, 3, balanced=True)
DENSE: list[tuple[Layout, int, int]] = [  # the layout, the number of players and that of codes
    (Layout(tiles=Permutation(4), dense="all"), 1, 24),
    (Layout(tiles=Permutation(4, odd=[False, True, False, True]), dense="all"), 1, 12),
    (Layout(tiles=Permutation(4), dense="all"), 2, 48),
    (Layout(corners=Permutation(3), twists=TWIST, dense="all"), 1, 6 * 9),
    (Layout(twists=TWIST, corners=Permutation(3), left=Counter(4), dense="all"), 2, 9 * 6 * 5 * 2),
    (Layout(men=Cell(5, 3, like=True), left=Counter(1), dense="all"), 1, 35 * 2),
    (Layout(board=Grid(2, 2, ".XO"), left=Counter(2), dense={"board": [(1, 1), (2, 0)]}), 2, 18 * 3 * 2),
    (
        Layout(board=Grid(2, 2, ".XO"), left=Counter(2), dense={"board left": [(1, 1, 2), (2, 0, 0)]}),
        2,
        18 * 2,
    ),
    (
        Layout(
            board=Grid(3, 2, ".XO"),
            hand=Hand("XO", most=2),
            left=Counter(1),
            dense={"board hand": [(0, 0, 2, 2), (0, 1, 1, 2), (1, 1, 1, 1)]},
            symmetry="mirror",
            alike=True,
        ),
        2,
        (1 + 3 + 15) * 2,
    ),
    (
        Layout(left=Counter(2), board=Grid(3, 2, ".XO"), dense={"board": [(1, 1)]}, symmetry="mirror"),
        2,
        90 * 2,
    ),
    (Layout(king=Cell(Grid(8, 8)), dense="all", symmetry="mirror transpose"), 1, 10),
    (
        Layout(
            king=Cell(Grid(3, 3)), rook=Cell(Grid(3, 3), off="-"), dense="all", symmetry="mirror transpose"
        ),
        1,
        18,
    ),
    (Layout(men=Cell(Grid(3, 3), 2, like=True), dense="all", symmetry="mirror flip"), 1, 17),
    (
        Layout(
            kind=Counter(1),
            king=Cell(Grid(4, 4)),
            dense="all",
            symmetry="mirror transpose",
            only={"kind": {1: "mirror"}},
        ),
        1,
        3 + 8,
    ),
]


@pytest.mark.parametrize(("layout", "players", "size"), DENSE, ids=lambda value: type(value).__name__)
def test_dense_codes_have_no_gaps(layout: Layout, players: int, size: int) -> None:
    coding = coding_of(layout, players)
    assert coding.size == size
    found = [coding.cells_of(code) for code in range(size)]
    assert len(set(found)) == size
    assert [coding.code_of(cells) for cells in found] == list(range(size))
    assert list(coding.contents()) == found


@pytest.mark.parametrize(("layout", "players", "size"), DENSE, ids=lambda value: type(value).__name__)
def test_every_content_that_counts_has_a_dense_code(layout: Layout, players: int, size: int) -> None:
    """Of contents that are alike, the one with the least linear code."""
    coding = coding_of(layout, players)
    turns = range(2) if coding.has_turn else (None,)
    codes = set()
    for cells in product(*map(range, layout.values)):
        if all(
            counts(field, cells[layout.offsets[name] :], layout.counts_of(name))
            for name, field in layout.fields.items()
        ):
            least = min(
                layout.images(cells),
                key=lambda image: coding.linear.code_of((*image, 0)[: coding.linear.cells]),
            )
            codes |= {coding.code_of(least if turn is None else (*least, turn)) for turn in turns}
    assert codes <= set(range(size))
    if len(layout.group) == 1 or layout.fields.keys() <= {"king", "kind", "men"}:
        assert len(codes) == size


@given(st.booleans(), st.sets(st.integers(0, 17), max_size=4))
def test_a_list_of_everything_leaves_nothing_out(with_hand: bool, left_out: set[int]) -> None:
    hand = {"hand": Counter(2)} if with_hand else {}
    signs = [(x, o) for x in range(3) for o in range(3 - x)]
    possible = [(*row, held) for row in signs for held in range(3)] if with_hand else signs
    listed = [row for i, row in enumerate(possible) if i not in left_out]
    names = "board hand" if with_hand else "board"
    layout = Layout(board=Grid(2, 1, ".XO"), **hand, dense={names: listed})
    assert layout.lists_all == (len(listed) == len(possible))
    for cells in product(*map(range, layout.values)):
        assert layout.is_listed(cells) == ((cells[:2].count(1), cells[:2].count(2), *cells[2:]) in listed)


def counts(field: Any, cells: tuple[int, ...], classes: Any) -> bool:
    """Return whether a content of a field, with what comes after it, counts by what the field says of itself."""
    cells, after = cells[: field.places], cells[field.places :]
    if classes is not None:
        signs = tuple(map(cells.count, range(1, field.values)))
        return any(row == signs + after[: len(row) - len(signs)] for row in classes)
    if isinstance(field, Permutation):
        pairs = sum(a > b for i, a in enumerate(cells) for b in cells[i:])
        return sorted(cells) == list(range(field.n)) and (
            field.odd is None or pairs % 2 == field.odd[cells.index(0)]
        )
    return not getattr(field, "balanced", False) or sum(cells) % field.values == 0


def test_fewer_symmetries_for_some_states() -> None:
    layout = Layout(
        kind=Counter(2),
        king=Cell(Grid(4, 4)),
        symmetry="mirror transpose",
        only={"kind": {1: "mirror", 2: ""}},
    )
    assert [len(set(layout.images((kind, 1)))) for kind in range(3)] == [8, 2, 1]
    assert [layout.canonical((kind, 15)) for kind in range(3)] == [(0, 0), (1, 12), (2, 15)]


def test_like_pieces_are_exchanged() -> None:
    layout = Layout(men=Cell(9, 3, like=True))
    assert layout.canonical((5, 0, 3)) == (0, 3, 5)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Permutation(4, odd=[True]), "an entry for each of its 4 places"),
        (lambda: Permutation(2, odd=[True, False]), "at least 3"),
        (
            lambda: Layout(board=Grid(2, 2), left=Counter(2), dense=[(1, 1)]),
            "with several fields (board, left), dense must be a mapping",
        ),
        (lambda: Layout(left=Counter(2), dense={"left": [(1, 1)]}), "of a grid or graph"),
        (lambda: Layout(board=Grid(2, 2), dense={"bord": [(1, 1)]}), "'bord' is not the name of one"),
        (lambda: Layout(board=Grid(2, 2), dense={"": [(1, 1)]}), "'' is not the name of one"),
        (
            lambda: Layout(board=Grid(2, 2), left=Counter(2), dense={"board": [(1, 1, 1)]}),
            "numbers of the signs XO",
        ),
        (
            lambda: Layout(board=Grid(2, 2), left=Counter(2), dense={"board left": [(1, 1, 3)]}),
            "and then 1 of left",
        ),
        (
            lambda: Layout(left=Counter(2), board=Grid(2, 2), dense={"board left": [(1, 1, 1)]}),
            "that come next",
        ),
        (
            lambda: Layout(board=Grid(2, 2), o=Permutation(3), dense={"board o": [(1, 1, 0, 1, 2)]}),
            "since a permutation has only some contents",
        ),
        (lambda: Layout(board=Grid(2, 2), dense=[(1,)]), "numbers of the signs XO"),
        (lambda: Layout(board=Grid(2, 2), dense="some"), "dense must be 'all', a list of tuples, a mapping"),
        (lambda: Layout(board=Grid(2, 2), dense=True), "dense must be 'all', a list of tuples, a mapping"),
        (lambda: Layout(board=Grid(2, 2), left=Counter(2), dense=True), "or None; it is True"),
        (lambda: Layout(board=Grid(2, 2), dense=[1, 1]), "or None; it is [1, 1]"),
        (lambda: Layout(board=Grid(2, 2), dense=["11"]), "or None; it is ['11']"),
        (lambda: Layout(board=Grid(2, 2), dense=[(1.0, 1)]), "or None; it is [(1.0, 1)]"),
        (lambda: Layout(board=Grid(2, 2), dense={"board": 3}), "or None; it is {'board': 3}"),
        (lambda: Layout(board=Grid(2, 2), dense={0: [(1, 1)]}), "or None; it is {0: [(1, 1)]}"),
        (lambda: Layout(board=Grid(2, 2), only={"board": {1: "mirror"}}), "fields of one number"),
        (lambda: TWIST.parse("0.1.1"), "a multiple of 3"),
    ],
)
def test_what_does_not_fit_is_refused(make: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        make()
    assert message in str(error.value)
