"""Like pieces: states that differ only by their order are alike, however many there are."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Counter, Grid, Layout
from gamekit.layout.layout import Cells

MIXED = {"lone": Cell(4), "pair": Cell(Grid(1, 4), 2, like=True), "kind": Counter(1)}
LAYOUTS = [
    Layout(men=Cell(Grid(2, 2), 4, like=True), symmetry="mirror transpose"),
    Layout(king=Cell(Grid(2, 2)), men=Cell(Grid(2, 2), 3, like=True), symmetry="mirror transpose"),
    Layout(**MIXED, others=Cell(Grid(1, 4), 3, like=True), symmetry="mirror"),
    Layout(**MIXED, symmetry="mirror", only={"kind": {1: ""}}),
    Layout(men=Cell(Grid(1, 4), 2, like=True), symmetry="mirror", dense="all"),
]


def orders_of(layout: Layout, cells: Cells) -> set[Cells]:
    """Return the cells with like pieces in every order."""
    found = {cells}
    for name, field in layout.fields.items():
        if field.like:
            part = slice(at := layout.offsets[name], at + field.places)
            orders = permutations(cells[part])
            found = {(*other[:at], *order, *other[part.stop :]) for order in orders for other in found}
    return found


@pytest.mark.parametrize("layout", LAYOUTS)
@given(data=st.data())
def test_the_least_of_all_images_in_all_orders_stands_for_them(layout: Layout, data: st.DataObject) -> None:
    cells = tuple(data.draw(st.integers(0, n - 1)) for n in layout.values)
    holding = [
        image for image in layout.group if all(image.values[i][cell] >= 0 for i, cell in enumerate(cells))
    ]
    images = {image.of(order) for order in orders_of(layout, cells) for image in holding}
    assert {layout.canonical(image) for image in images} == {min(images)}
    assert set(layout.images(cells)) <= images


class Steps(BoardGame):
    """Men that are alike step to an empty square beside them, until all are on the squares in the middle."""

    players: tuple[str, ...] = ("solver",)
    stuck = LOSS
    squares, men, made = 8, 3, dict[str, Any]()

    def layout(self) -> Layout:
        return Layout(men=Cell(Grid(1, self.squares), self.men, like=True), **self.made)

    def start(self) -> dict[str, Any]:
        return {"men": list(range(self.men))[::-1]}

    def options(self, s: Any) -> Any:
        for square in range(self.squares - 1):
            if square in s.men and square + 1 not in s.men:
                yield square, square + 1
            if square + 1 in s.men and square not in s.men:
                yield square + 1, square

    def play(self, s: Any, move: Any) -> None:
        leaves, goes = move
        s.men[s.men.index(leaves)] = goes

    def over(self, s: Any) -> int | None:
        low, high = (self.squares - 1) // 2 - 1, self.squares // 2 + 1
        return WIN if all(low <= man <= high for man in s.men) else None


class Mirrored(Steps):
    made = {"symmetry": "mirror"}


class MirroredDense(Steps):
    made = {"symmetry": "mirror", "dense": "all"}


class Many(Steps):
    squares, men = 12, 11

    def over(self, s: Any) -> int | None:
        return WIN if 0 not in s.men else None


class Neutral(BoardGame):
    """Black or white moves a man of their own, or one of two neutral ones, to an empty square beside it."""

    players = ("black", "white")
    stuck = LOSS
    side, made = 4, {"alike": "mirror", "symmetry": "mirror", "dense": {"board": [(1, 1)]}}

    def layout(self) -> Layout:
        row = Grid(1, self.side, ".BW")
        return Layout(board=row, men=Cell(row, 2, like=True), **self.made)

    def start(self) -> dict[str, Any]:
        return {"board": "B..W", "men": [1, 1]}

    def is_open(self, s: Any, square: int) -> bool:
        return bool(s.board[square] == 0 and square not in s.men)

    def options(self, s: Any) -> Any:
        for leaves in range(self.side):
            if s.board[leaves] == 1 + s.turn or leaves in s.men:
                for goes in range(self.side):
                    if (goes == leaves + 1 or leaves == goes + 1) and self.is_open(s, goes):
                        yield leaves, goes

    def play(self, s: Any, move: Any) -> None:
        leaves, goes = move
        if leaves in s.men:
            s.men[s.men.index(leaves)] = goes
        else:
            s.board[leaves], s.board[goes] = 0, 1 + s.turn


KINDS = [Steps, Mirrored, MirroredDense, Many, Neutral]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_that_are_compiled_lead_to_the_same_states(kind: type[BoardGame]) -> None:
    """Run as plain Python, which takes no time to compile."""
    game, rules = kind(), kind().checked_build.rules
    out = [0] * rules.max_successors  # plain Python keeps to integers of its own
    solution = gamekit.solve(game, backend="python")
    for state in [verdict.state for verdict in solution][:300]:
        code = game.encode(state)
        assert game.canonical_state(game.decode(code)) == game.canonical_state(state)
        assert rules.is_state is None or rules.is_state(code, rules.parameters)
        if game.outcome(state) is None:
            number = rules.successors(code, rules.parameters, out)
            assert set(out[:number]) == {*map(game.encode, game.children(state))}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_compiled_rules_find_the_same_solution(kind: type[BoardGame]) -> None:
    plain, compiled = (gamekit.solve(kind(), backend=backend) for backend in ("python", "compiled"))
    assert str(plain.root) == str(compiled.root)
    assert gamekit.verify(compiled, all_states=True).ok


def test_what_is_compiled_once_has_no_like_pieces() -> None:
    class Once(Steps):
        compiled_once = True

    with pytest.raises(RulesError, match="must not have symmetry or like pieces"):
        gamekit.solve(Once(), backend="compiled")
