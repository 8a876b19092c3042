"""Boards as bits beside boards as sets of squares."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.rulesets.free_squares import (
    Squares,
    across,
    components,
    cropped,
    down,
    flipped,
    images,
    mirrored,
    read_board,
    rows_of,
    transposed,
)

Places = frozenset[tuple[int, int]]


def boards() -> st.SearchStrategy[Squares]:
    sizes = st.tuples(st.integers(1, 5), st.integers(1, 5))
    texts = sizes.flatmap(
        lambda size: st.lists(
            st.text(".#", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
        )
    )
    return texts.map("|".join).map(read_board).map(lambda squares: cropped(*squares))


def places(squares: Squares) -> Places:
    return frozenset(
        (r, c) for r, row in enumerate(rows_of(squares)) for c, square in enumerate(row) if square == "."
    )


def moved(found: Places) -> Places:
    """Return squares in the corner."""
    top = min((r for r, _ in found), default=0)
    left = min((c for _, c in found), default=0)
    return frozenset((r - top, c - left) for r, c in found)


@given(boards())
def test_dominoes_lie_on_free_neighbours(squares: Squares) -> None:
    free = places(squares)
    for laid, (dr, dc) in ((across, (0, 1)), (down, (1, 0))):
        expected = {free - {(r, c), (r + dr, c + dc)} for r, c in free if (r + dr, c + dc) in free}
        assert {places((squares[0], left)) for left in laid(squares)} == expected


@given(boards())
def test_components_are_all_squares_but_the_lonely_ones(squares: Squares) -> None:
    free = places(squares)
    parts = components(squares)
    joined = {(r, c) for r, c in free if free & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}}
    assert sum(len(places(part)) for part in parts) == len(joined)
    assert all(components(part) == [part] for part in parts)


@given(boards())
def test_symmetry(squares: Squares) -> None:
    free = places(squares)
    assert moved(places(mirrored(squares))) == moved(frozenset((r, -c) for r, c in free))
    assert moved(places(flipped(squares))) == moved(frozenset((-r, c) for r, c in free))
    assert moved(places(transposed(squares))) == moved(frozenset((c, r) for r, c in free))
    assert transposed(transposed(squares)) == squares
    assert all(sorted(images(image)) == sorted(images(squares)) for image in images(squares))


@given(boards(), st.integers(0, 3), st.integers(0, 3))
def test_cropping_moves_a_board_to_the_corner(squares: Squares, down_by: int, right_by: int) -> None:
    width, free = squares
    height = -(-free.bit_length() // width)
    wide = width + right_by
    rows = [free >> width * row & (1 << width) - 1 for row in range(height)]
    shifted = sum(row << (wide * (i + down_by) + right_by) for i, row in enumerate(rows))
    assert cropped(wide, shifted) == squares
