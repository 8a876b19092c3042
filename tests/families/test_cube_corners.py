"""Corners of a cube: what turns make of them, against turns of the stickers in space, and their texts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np
import pytest
from support.backends import assert_backends_agree

import gamekit
from gamekit import InputError, Value
from gamekit.families.cube_corners import PLACES, CubeCorners, turned, undo
from gamekit.families.cube_drawing import SHAPES
from gamekit.families.cube_game import CubeGame
from gamekit.layout import Counter, Layout

CUBE = CubeCorners()

Point = tuple[float, ...]


def stickers(faces: dict[str, list[str]]) -> dict[Point, str]:
    """Return the colour of each sticker by the place of its middle in space."""
    found = {}
    for face, colours in faces.items():
        corner, along, down = map(np.array, SHAPES[face])
        for (row, column), colour in zip(product(range(2), repeat=2), colours, strict=True):
            found[tuple((corner + (column + 0.5) * along + (row + 0.5) * down).tolist())] = colour
    return found


def quarter(point: Point, face: str) -> Point:
    """Return where a quarter turn of a face, clockwise as seen from outside, takes a point."""
    _, along, down = map(np.array, SHAPES[face])
    axis, at = np.cross(down, along), np.array(point)
    if at @ axis < 0:
        return point
    moved: Point = tuple((axis * (at @ axis) - np.cross(axis, at)).tolist())
    return moved


@pytest.mark.parametrize("face", "URFDLB")
def test_turns_are_those_of_the_cube_in_space(face: str) -> None:
    before = CUBE.scrambled(["R", "U2", "B'", "L", "D", "F'"])
    after = turned(before, CUBE.turns[face])
    assert stickers(CUBE.faces(after)) == {
        quarter(point, face): colour for point, colour in stickers(CUBE.faces(before)).items()
    }


def test_turns_by_other_angles() -> None:
    assert len(CUBE.turns) == 18
    for name in CUBE.turns:
        assert CUBE.scrambled([name, undo(name)]) == CUBE.solved
    assert CUBE.scrambled(["B", "B"]) == CUBE.turns["B2"]
    assert (
        CUBE.scrambled(6 * ["R", "U", "R'", "U'"])
        == CUBE.solved
        != CUBE.scrambled(3 * ["R", "U", "R'", "U'"])
    )


def test_faces_whose_corners_stay_do_not_turn() -> None:
    assert {turn[0] for turn in CubeCorners(PLACES[:7]).turns} == {*"URF"}
    assert {turn[0] for turn in CubeCorners(PLACES[:4]).turns} == {"U"}


def test_texts() -> None:
    state = CUBE.scrambled(["D", "B2", "L'"])
    assert CUBE.parse(CUBE.format(state)) == state
    with pytest.raises(
        InputError, match="turns cannot twist a single corner, so they cannot lead to 'RFU UFL"
    ):
        CUBE.parse("RFU UFL ULB UBR DFR DLF DRB DBL")


def test_effects_are_turns_by_number() -> None:
    cube = CubeCorners(PLACES[:4])
    state = cube.scrambled(["U"])
    orders, twistings = cube.effects(["U", "U2"])
    corners, twists = cube.numbers_of(state)
    assert (orders[corners][1], twistings[twists][1]) == cube.numbers_of(cube.scrambled(["U'"]))


class UpperFace(CubeGame):
    """Solve a cube of which only the upper face turns."""

    players = ("solver",)
    turns = ("U", "U2")
    cube = CubeCorners(PLACES[:4])

    def layout(self) -> Layout:
        return Layout(order=Counter(23), twists=Counter(26))

    def start(self) -> dict[str, int]:
        order, twists = self.cube.numbers_of(self.cube.scrambled(["U"]))
        return {"order": order, "twists": twists}

    def options(self, s: Any) -> Iterator[int]:
        yield from range(2)

    def play(self, s: Any, move: int) -> None:
        s.order, s.twists = self.effects[0][s.order][move], self.effects[1][s.twists][move]

    def over(self, s: Any) -> int | None:
        return 1 if s.order == s.twists == 0 else None


def test_a_game_on_other_corners() -> None:
    game = UpperFace()
    solution = gamekit.solve(game, backend="python")
    assert (solution.root.value, solution.root.remoteness, len(solution)) == (Value.WIN, 2, 4)
    assert game.format_state(game.initial_state()) == "UBR URF UFL ULB"
    assert [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())] == [
        "U",
        "U2",
    ]
    assert game.render((0, 0, 0)).splitlines()[2] == "F F R R B B L L"


@pytest.mark.slow
def test_both_backends_agree() -> None:
    assert_backends_agree(UpperFace())
