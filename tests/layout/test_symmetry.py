"""Images of states, and the groups that they make."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit.errors import InputError, LimitError
from gamekit.layout import Cell, Counter, Grid, Hand, Layout, Points
from gamekit.layout.geometry import automorphisms, lines, rays, rectangles, steps
from gamekit.layout.layout import shared
from gamekit.layout.symmetry import Image, group_of, unmoved

CUBE = [[a ^ 1, a ^ 2, a ^ 4] for a in range(8)]
PETERSEN = [
    [1, 4, 5],
    [0, 2, 6],
    [1, 3, 7],
    [2, 4, 8],
    [0, 3, 9],
    [0, 7, 8],
    [1, 8, 9],
    [2, 5, 9],
    [3, 5, 6],
    [4, 6, 7],
]


@pytest.mark.parametrize(
    ("layout", "images"),
    [
        (Layout(board=Grid(3, 3)), 1),
        (Layout(board=Grid(3, 3), symmetry="mirror"), 2),
        (Layout(board=Grid(2, 3), symmetry="mirror flip"), 4),
        (Layout(board=Grid(2, 3), symmetry="rotate mirror"), 4),
        (Layout(board=Grid(3, 3), symmetry="rotate90"), 4),
        (Layout(board=Grid(4, 4), symmetry="mirror transpose"), 8),
        (Layout(board=Grid(3, 3), king=Cell(Grid(3, 3)), symmetry="mirror"), 2),
        (Layout(board=Grid(2, 2), hand=Hand("Gg", 1), symmetry="mirror"), 2),
        (Layout(board=Points(CUBE), symmetry="automorphisms"), 48),
        (Layout(board=Points(PETERSEN), symmetry="automorphisms"), 120),
        (
            Layout(
                board=Points([[1], [0, 2], [1]]),
                man=Cell(Points([[1], [0, 2], [1]])),
                symmetry="automorphisms",
            ),
            2,
        ),
        (Layout(board=Grid(1, 3), symmetry=[{"board": [1, 2, 0]}]), 3),
    ],
)
def test_the_number_of_images(layout: Layout, images: int) -> None:
    assert len(layout.group) == images
    assert layout.group[0].places == tuple(range(layout.cells))


@pytest.mark.parametrize(
    "graph",
    [
        *(CUBE, [[1], [0, 2], [1, 3], [2]], [[], [2], [1]], [[1, 2, 3], [0], [0], [0]]),
        *(
            [[1, 3], [1, 3], [3, 4], [2, 4], [0, 4]],
            [[1], [2], [0]],
            [[0], [], [2]],
        ),  # edges that go one way, loops
    ],
)
def test_automorphisms_are_all_that_there_are(graph: list[list[int]]) -> None:
    nodes = range(len(graph))
    edges = {(a, b) for a in nodes for b in graph[a]}
    is_small = len(graph) < 7
    number = sum({(p[a], p[b]) for a, b in edges} == edges for p in permutations(nodes)) if is_small else 48
    generators = [Image(p, unmoved(len(graph), 1).values) for p in automorphisms(graph)]
    assert len(group_of(generators, unmoved(len(graph), 1))) == number
    for p in automorphisms(graph):
        assert {(p[a], p[b]) for a, b in edges} == edges


LAYOUTS = [
    Layout(board=Grid(2, 2, ".XO"), symmetry="mirror transpose", alike=True),
    Layout(board=Grid(2, 3, ".Kk"), hand=Hand("Pp", 2), symmetry="mirror", alike="rotate"),
    Layout(king=Cell(Grid(3, 3)), rook=Cell(Grid(3, 3)), symmetry="mirror transpose"),
    Layout(king=Cell(Grid(3, 3)), board=Grid(3, 3), symmetry="mirror transpose"),
]


@pytest.mark.parametrize("layout", LAYOUTS)
@given(data=st.data())
def test_images_share_their_least_one(layout: Layout, data: st.DataObject) -> None:
    cells = tuple(data.draw(st.integers(0, n - 1)) for n in layout.values)
    images = {image.of(cells) for image in layout.group}
    assert {layout.canonical(image) for image in images} == {min(images)}
    assert layout.exchanged(layout.exchanged(cells)) == cells


def test_more_images_than_pay_are_refused() -> None:
    complete = [[j for j in range(8) if j != i] for i in range(8)]
    with pytest.raises(LimitError, match=r"1,000 ways.*fewer symmetries"):
        _ = Layout(board=Points(complete), symmetry="automorphisms").group


def test_rays_end_at_the_edge() -> None:
    for square, (row, column) in enumerate(product(range(3), range(4))):
        for (down, right), ray in zip(
            [(0, 1), (-1, -1)], rays(3, 4, [(0, 1), (-1, -1)])[square], strict=True
        ):
            assert ray == [
                (row + k * down) * 4 + column + k * right
                for k in range(1, 5)
                if 0 <= row + k * down < 3 and 0 <= column + k * right < 4
            ]


@pytest.mark.parametrize(
    ("rows", "columns", "length", "number"), [(3, 3, 3, 8), (5, 5, 4, 28), (1, 4, 1, 4), (6, 7, 4, 69)]
)
def test_lines_are_counted(rows: int, columns: int, length: int, number: int) -> None:
    found = lines(rows, columns, length)
    assert len({frozenset(line) for line in found}) == len(found) == number


def test_rectangles_and_steps() -> None:
    assert len(rectangles(5, 5, 2, 2)) == 16
    assert steps(2, 2)[0] == [1, 2, 3]


# --- players who are alike ------------------------------------------------------------------------------------


def board(alike: Any) -> Layout:
    return Layout(board=Grid(2, 2, ".XO"), alike=alike)


def test_players_who_face_each_other_at_a_diagonal_are_alike_by_two_names_or_a_mapping() -> None:
    mirrored_at_the_other_diagonal = board("rotate transpose").exchange
    assert mirrored_at_the_other_diagonal == board({"board": [3, 1, 2, 0]}).exchange
    assert mirrored_at_the_other_diagonal.of((1, 1, 0, 2)) == (1, 2, 0, 2)
    assert board({"board": range(4)}).exchange == board(True).exchange != mirrored_at_the_other_diagonal


@pytest.mark.parametrize("alike", [None, 5, ["transpose"], [{"board": [3, 1, 2, 0]}]])
def test_what_says_nothing_of_players_is_refused(alike: Any) -> None:
    with pytest.raises(
        InputError, match=r"alike must be True, False, names of symmetries, or a mapping .*; it is "
    ):
        board(alike)


def test_a_mapping_must_permute_the_places() -> None:
    with pytest.raises(InputError, match="a symmetry of board must permute its places, 0 to 3"):
        _ = board({"board": [0, 0, 1, 2]}).exchange


def test_an_unknown_symmetry_is_told_from_those_there_are() -> None:
    with pytest.raises(InputError) as error:
        _ = Layout(board=Grid(2, 2), symmetry="mirrored").group
    assert str(error.value) == (
        "Layout: no field has the symmetry 'mirrored'; grids have mirror, flip, rotate, transpose, rotate90; "
        "graphs have automorphisms"
    )


@given(st.permutations(range(4)), st.lists(st.permutations(range(3)), min_size=4, max_size=4), st.data())
def test_the_function_of_an_image_returns_the_image(places: Any, values: Any, data: st.DataObject) -> None:
    image = Image(tuple(places), tuple(map(tuple, values)))
    cells = tuple(data.draw(st.lists(st.integers(0, 2), min_size=4, max_size=4)))
    assert image.function()(cells) == image.of(cells)
    moved = Image(image.places, unmoved(4, 3).values)
    assert moved.function()(cells) == moved.of(cells)


def test_equal_layouts_are_shared() -> None:
    def layout(symmetry: Any = "mirror", **more: Any) -> Layout:
        return shared(Layout(board=Grid(2, 2), symmetry=symmetry, **more))

    assert layout() is layout()
    assert layout([{"board": [1, 0, 3, 2]}]) is layout([{"board": (1, 0, 3, 2)}])
    others = [layout("flip"), layout(alike=True), layout(dense="all"), layout(left=Counter(1))]
    assert len({id(other) for other in [layout(), *others]}) == 5


def test_a_layout_whose_field_cannot_be_hashed_is_equal_to_itself_alone() -> None:
    one, other = (Layout(left=Counter(1, 2, exchange=[1, 0])) for _ in range(2))
    assert shared(one) is one
    assert shared(other) is other


@pytest.mark.parametrize("unfit", [-1, -2, -3, -4, -256])
def test_no_image_hides_a_number_below_0(unfit: int) -> None:
    exchanged = Image((1, 0), ((0, 2, 1), (0, 2, 1)))
    assert exchanged.function()((unfit, 1)) == (2, -1)
