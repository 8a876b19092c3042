"""Boards as bits beside boards as sets of squares."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.rulesets.free_squares import (
    Squares,
    across,
    down,
    groups,
    least_image,
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
    return texts.map("|".join).map(read_board)


def places(squares: Squares) -> Places:
    return frozenset(
        (r, c) for r, row in enumerate(rows_of(squares)) for c, square in enumerate(row) if square == "."
    )


def moved(found: Places) -> Places:
    """Return squares in the corner."""
    top = min((r for r, _ in found), default=0)
    left = min((c for _, c in found), default=0)
    return frozenset((r - top, c - left) for r, c in found)


def written(found: Places) -> str:
    """Return a board with these free squares as text."""
    width, height = (max((place[k] for place in found), default=0) + 1 for k in (1, 0))
    return "|".join("".join(".#"[(r, c) not in found] for c in range(width)) for r in range(height))


@given(boards())
def test_dominoes_lie_on_free_neighbours(squares: Squares) -> None:
    free = places(squares)
    for laid, (dr, dc) in ((across, (0, 1)), (down, (1, 0))):
        expected = {free - {(r, c), (r + dr, c + dc)} for r, c in free if (r + dr, c + dc) in free}
        assert {places((squares[0], left)) for left in laid(squares)} == expected


@given(boards())
def test_components_are_all_squares_but_the_lonely_ones(squares: Squares) -> None:
    free = places(squares)
    parts = [(squares[0], group) for group in groups(squares)]
    joined = {(r, c) for r, c in free if free & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}}
    assert sum(len(places(part)) for part in parts) == len(joined)
    assert all(groups(part) == [part[1]] for part in parts)


@given(boards())
def test_symmetry(squares: Squares) -> None:
    free = places(squares)
    joined = {(r, c) for r, c in free if free & {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}}
    images = [moved(frozenset((i * r, j * c) for r, c in joined)) for i in (1, -1) for j in (1, -1)]
    least = least_image(squares)
    assert places(least) in images or (least == (1, 0) and not joined)
    assert least_image(least) == least
    assert all(least_image(read_board(written(image))) == least for image in images)
    assert moved(places(transposed(squares))) == moved(frozenset((c, r) for r, c in free))
    assert places(transposed(transposed(squares))) == free


@given(boards())
def test_symmetry_with_rows_and_columns_exchanged(squares: Squares) -> None:
    least = least_image(squares, is_turned=True)
    assert least == min(least_image(squares), least_image(transposed(squares)))
    assert least == least_image(transposed(squares), is_turned=True)
