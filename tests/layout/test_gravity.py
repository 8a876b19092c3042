"""Grids with gravity: short codes, the same rules by both backends, and refusals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.backends import assert_backends_agree

import gamekit
from gamekit import BoardGame, InputError, Layout, RulesError, UnsupportedError
from gamekit.layout import Counter, Grid
from gamekit.layout.coding.codes import coding_of
from gamekit.layout.linear_codes import ColumnCode


def contents(rows: int, columns: int) -> Iterator[tuple[int, ...]]:
    """Yield all contents of a grid in which nothing floats."""
    grid = Grid(rows, columns, gravity=True)
    yield from (cells for cells in product(range(3), repeat=grid.places) if grid.floating(cells) is None)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 3), (5, 1), (2, 3), (3, 2)])
def test_every_content_has_a_code_of_its_own(rows: int, columns: int) -> None:
    code = ColumnCode(rows, columns)
    numbers = {code.code_of(cells): cells for cells in contents(rows, columns)}
    assert len(numbers) == (2 ** (rows + 1) - 1) ** columns
    assert all(
        0 <= number < code.size and code.cells_of(number) == cells for number, cells in numbers.items()
    )


@given(st.integers(1, 8), st.data())
def test_large_grids_have_codes(columns: int, data: st.DataObject) -> None:
    rows = 62 // columns - 1
    pieces = [data.draw(st.lists(st.integers(1, 2), max_size=rows)) for _ in range(columns)]
    cells = tuple(
        (column[row] if row < len(column) else 0) for row in reversed(range(rows)) for column in pieces
    )
    code = ColumnCode(rows, columns)
    assert code.cells_of(code.code_of(cells)) == cells
    assert code.code_of(cells) < code.size <= 1 << 62


class Drops(BoardGame):
    """Players drop stones of their own; a counter and whose turn it is are parts of the code, too."""

    columns = 3
    symmetry = ""
    alike = False

    def layout(self) -> Layout:
        board = Grid(3, self.columns, ".XO", gravity=True)
        return Layout(left=Counter(6), board=board, symmetry=self.symmetry, alike=self.alike)

    def start(self) -> dict[str, int]:
        return {"left": 6}

    def options(self, s: Any) -> Iterator[int]:
        for column in range(self.columns):
            if s.board[column] == 0:
                yield column

    def play(self, s: Any, column: int) -> None:
        square = column
        while square + self.columns < len(s.board) and s.board[square + self.columns] == 0:
            square += self.columns
        s.board[square] = 1 + s.turn
        s.left -= 1

    def over(self, s: Any) -> int | None:
        if s.left == 0:
            return s.board.count(1) - s.board.count(2) + 2 * (s.board[6] - s.board[8])
        return None


class Mirrored(Drops):
    symmetry = "mirror"

    def over(self, s: Any) -> int | None:
        return 2 * s.board[7] - s.board[1] if s.left == 0 else None


class Alike(Drops):
    alike = True


class AlikeAndMirrored(Mirrored):
    alike = True

    def over(self, s: Any) -> int | None:
        return 1 if s.left == 0 and s.board[4] == 1 + s.turn else 0 if s.left == 0 else None


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Drops, Mirrored, Alike, AlikeAndMirrored])
def test_the_backends_agree(kind: type[Drops]) -> None:
    assert_backends_agree(kind())
    plain, compiled = (gamekit.solve(kind(), backend=backend) for backend in ("python", "compiled"))
    assert (len(plain), str(plain.root)) == (len(compiled), str(compiled.root))


class Floats(Drops):
    """The first stones do not fall to the bottom."""

    def play(self, s: Any, column: int) -> None:
        s.board[column + self.columns if s.left < 4 else column + 2 * self.columns] = 1 + s.turn
        s.left -= 1


def test_the_checked_build_finds_what_floats() -> None:
    with pytest.raises(
        RulesError, match=r"in Floats.play: this leaves a piece above the empty square 7, at 3 "
    ):
        gamekit.solve(Floats(), backend="compiled")


def test_a_state_in_which_a_piece_floats_has_no_code() -> None:
    game = Drops()
    with pytest.raises(
        RulesError, match=r"every piece must have fallen to the lowest empty square; one is above a1 in"
    ):
        game.encode((0, *(0, 0, 0, 1, 0, 0, 0, 0, 0), 0))


def test_texts_in_which_a_piece_floats_are_refused() -> None:
    with pytest.raises(InputError, match="every piece must have fallen to the lowest empty square"):
        Drops().parse_state("4 .../X../.O., first to move")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"symmetry": "flip"}, "a grid with gravity can have only the symmetry mirror"),
        ({"symmetry": "transpose"}, "a grid with gravity can have only the symmetry mirror"),
        ({"symmetry": [{"board": [3, 1, 2, 0]}]}, "a symmetry must move whole columns"),
        ({"dense": "all"}, "leave out dense, or gravity of board"),
        ({"alike": "rotate"}, "a grid with gravity can have only the symmetry mirror"),
    ],
)
def test_what_gravity_excludes(arguments: Any, message: str) -> None:
    def images_of() -> Any:
        layout = Layout(board=Grid(2, 2, gravity=True), **arguments)
        return layout.group, layout.exchange

    with pytest.raises(InputError, match=message):
        images_of()


def test_columns_are_permuted() -> None:
    layout = Layout(board=Grid(2, 3, gravity=True), symmetry=[{"board": [1, 2, 0, 4, 5, 3]}])
    assert len(layout.group) == 3


def test_gravity_needs_two_signs() -> None:
    with pytest.raises(
        InputError, match=r"must have two signs besides the empty one, as in '.XO'; these are '.XOY'"
    ):
        Grid(2, 2, ".XOY", gravity=True)


def test_what_does_not_fit_says_how_much_each_field_takes() -> None:
    with pytest.raises(UnsupportedError, match="need 66: left 3, board 63"):
        coding_of(Layout(left=Counter(6), board=Grid(8, 7, gravity=True), alike=True), players=2)
