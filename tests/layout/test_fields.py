"""Fields: their notation, and what symmetry and an exchange of the players do to them."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.paths import ROOT

from gamekit import layout
from gamekit.drawing.text_boards import read_board
from gamekit.errors import InputError
from gamekit.layout import Cell, Counter, Grid, Hand, Layout, Permutation, Pits, Points
from gamekit.layout.fields.field import Field
from gamekit.layout.fields.signs import owners_exchanged
from gamekit.layout.notation import format_move

TRIANGLE = [[1, 2], [0, 2], [0, 1]]

FIELDS: list[Field] = [
    Grid(3, 4, ".XO"),
    Grid(1, 1, ".LGECHlgech"),
    Points(TRIANGLE, ".B"),
    Hand("GCgc", most=2),
    Counter(300),
    Counter(9, 3),
    Pits(6, most=20),
    Cell(12),
    Cell(Grid(3, 3), pieces=2),
]


@pytest.mark.parametrize("field", FIELDS, ids=repr)
@given(data=st.data())
def test_what_is_written_is_read(field: Field, data: st.DataObject) -> None:
    cells = tuple(
        data.draw(st.lists(st.integers(0, field.values - 1), min_size=field.places, max_size=field.places))
    )
    text = field.format(cells)
    assert field.parse(text) == cells
    assert not set(text) & set(" ,")


@given(st.permutations(range(7)))
def test_a_permutation_is_read(order: list[int]) -> None:
    assert Permutation(7).parse(Permutation(7).format(order)) == tuple(order)


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (Grid(2, 2), "XO/X"),
        (Grid(2, 2), "XOXO"),
        (Grid(2, 2), "XY/.."),
        (Points(TRIANGLE), "X."),
        (Hand("Gg", 2), "GGG"),
        (Hand("Gg", 2), "X"),
        (Hand("Gg", 2), ""),
        (Counter(5), "6"),
        (Counter(5), "-1"),
        (Counter(5), "two"),
        (Counter(5, 2), "1"),
        (Cell(4), "4"),
        (Cell(Grid(2, 2)), "c1"),
        (Permutation(3), "0.1.1"),
        (Permutation(3), "0.1"),
    ],
)
def test_what_cannot_be_read_is_refused(field: Field, text: str) -> None:
    with pytest.raises(InputError):
        field.parse(text)


@pytest.mark.parametrize("field", [*FIELDS, Permutation(4)], ids=repr)
def test_players_who_change_places_twice_are_where_they_were(field: Field) -> None:
    image = field.exchanged()
    for value in range(field.values):
        cells = (value,) + (0,) * (field.places - 1)
        assert image.of(image.of(cells)) == cells


def test_signs_of_two_players() -> None:
    assert owners_exchanged(".bwr") == (0, 1, 2, 3)  # three signs that nobody tells apart
    assert owners_exchanged(".bw#") == (0, 2, 1, 3)
    assert owners_exchanged("_XO") == (0, 2, 1)
    assert owners_exchanged(".Kk") == (0, 2, 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Grid(0, 3),
        lambda: Grid(3, 401),
        lambda: Grid(3, 3, ".XX"),
        lambda: Grid(3, 3, ""),
        lambda: Grid(3, 3, ". X"),
        lambda: Hand("Gg", most=-1),
        lambda: Counter(True),
        lambda: Cell(0),
        lambda: Permutation(0),
        lambda: Layout(),
        lambda: Layout(board=3),
        lambda: Layout(turn=Counter(1)),
        lambda: Layout(board=Grid(2, 3), symmetry="transpose").group,
        lambda: Layout(board=Grid(2, 3), symmetry="twist").group,
        lambda: Layout(board=Grid(2, 2), symmetry=[{"board": [0, 1, 2]}]).group,
        lambda: Layout(board=Grid(2, 2), symmetry=[{"bord": [0, 1, 2, 3]}]).group,
        lambda: Layout(board=Grid(2, 2), dense="most"),
        lambda: Layout(board=Grid(2, 2), dense=[(3, 2)]),
        lambda: Layout(board=Grid(2, 2), dense=[(1,)]),
        lambda: Layout(board=Grid(2, 2), clock=Counter(1), dense=[(1, 1)]),
        lambda: Layout(
            board=Grid(2, 2), clock=Counter(1), dense={"board": [(1, 1)], "board clock": [(1, 1, 0)]}
        ),
        lambda: Layout(
            board=Grid(2, 2), left=Counter(1), clock=Counter(1), dense={"board clock": [(1, 1, 0)]}
        ),
        lambda: Layout(board=Grid(2, 2), clock=Counter(1), dense={"board clock": [(1, 1, 2)]}),
        lambda: Layout(board=Grid(2, 2), place=Permutation(2), dense={"board place": [(1, 1, 0, 1)]}),
    ],
)
def test_what_is_no_layout_is_refused_in_a_sentence(make: Any) -> None:
    with pytest.raises(InputError):
        make()


KINDS = [
    kind
    for kind in vars(layout).values()
    if isinstance(kind, type) and issubclass(kind, Field) and kind is not Field
]
ROW = re.compile(r"\| `\w+\(.*\)` \| `(\w+\(.*\))` \| .* \| `([^`]+)`.*\|")


def test_the_examples_of_the_guide_are_written_as_it_says() -> None:
    rows = ROW.findall((ROOT / "docs" / "how-to" / "write-a-board-game.md").read_text())
    assert {text.partition("(")[0] for text, _ in rows} == {kind.__name__ for kind in KINDS}
    for constructor, notation in rows:
        field = eval(constructor, {kind.__name__: kind for kind in KINDS})
        assert field.format(field.parse(notation)) == notation


def test_numbers_of_a_move_that_are_no_squares_are_written_as_they_are() -> None:
    name = Grid(3, 3, ".XO").place_name
    moves: list[tuple[Any, list[int]]] = [(4, [0]), ((2, 5), [0, 1]), ((2, 5), [0]), ((9, 2), [1]), (9, [])]
    assert [format_move(move, name, places) for move, places in moves] == ["b2", "c3-c2", "c3-5", "9-c3", "9"]


def test_a_permutation_has_the_rows_of_its_board() -> None:
    tiles = Permutation(12, columns=4)
    cells = (*range(11, -1, -1),)
    assert tiles.format(cells) == "11.10.9.8/7.6.5.4/3.2.1.0"
    assert tiles.parse("11.10.9.8/7.6.5.4/3.2.1.0") == cells
    assert tiles.render(cells) == "11 10  9  8\n 7  6  5  4\n 3  2  1  0"
    assert Permutation(12).render(cells) is None
    with pytest.raises(
        InputError, match="columns of a permutation must divide its number of places, 5; it is 2"
    ):
        Permutation(5, columns=2)


def test_columns_beyond_the_alphabet_have_two_letters() -> None:
    grid = Grid(2, 28, ".X")
    assert [grid.place_name(place) for place in (0, 25, 26, 27, 55)] == ["a2", "z2", "aa2", "ab2", "ab1"]
    board = read_board(grid.render([0] * 55 + [1]))
    assert board is not None
    assert (board.column_names[-2:], board.row_names) == (("aa", "ab"), ("2", "1"))
    assert [sign for row in board.rows for sign in row].index("X") == 55
    with pytest.raises(InputError, match="columns of a grid must be from 1 to 400; they are 401"):
        Grid(1, 401)


class _Nothing(Counter):
    """A field that says nothing of its size."""

    places = None  # type: ignore[assignment]


def test_a_field_without_a_size_is_refused() -> None:
    message = "Layout: the class of dials, _Nothing, must define places and values as integers"
    with pytest.raises(InputError, match=message):
        Layout(dials=_Nothing(3))
