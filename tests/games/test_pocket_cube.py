from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from gamekit.families.cube_corners import turned
from games.pocket_cube import HARDEST, TURNS, PocketCube

CUBE = PocketCube.cube
SOLVED = CUBE.solved
QUARTERS = [turn for turn in TURNS if not turn.endswith("2")]

# how many states are so many turns from the solved one: OEIS A079761 and A079762
BY_DISTANCE = [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644]
BY_QUARTERS = [
    *(1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276),
]

HALVES = PocketCube(["U2", "R2", "F2"], "U2 F2 R2 U2")
UPPER_AND_RIGHT_HALF = PocketCube(["U", "R2"], "R2 U R2 U U U R2 U R2 U U U R2 U")


def example(**changes: Any) -> PocketCube:
    return PocketCube(**{**PocketCube.example, **changes})


# --- known answers ------------------------------------------------------------------------------------------


def numbers_by_distance(start: int, turns: Sequence[str], *, past_the_solved: bool) -> list[int]:
    """Return how many arrangements are so many turns away, by numbers of corners times those of twists."""
    new = np.ones(len(CUBE.orders) * len(CUBE.twistings), dtype=np.bool_)
    tables = [[np.array(rows)[:, 0] for rows in CUBE.effects([turn])] for turn in turns]
    frontier, found = np.array([start]), []
    while len(frontier):
        new[frontier] = False
        found.append(len(frontier))
        if not past_the_solved:
            frontier = frontier[frontier != 0]
        corners, twists = np.divmod(frontier, len(CUBE.twistings))
        reached = np.zeros(len(new), dtype=np.bool_)
        for of_corners, of_twists in tables:
            reached[of_corners[corners] * len(CUBE.twistings) + of_twists[twists]] = True
        frontier = np.flatnonzero(reached & new)
    return found


@pytest.mark.parametrize(
    ("turns", "by_distance"),
    [pytest.param(list(TURNS), BY_DISTANCE, marks=pytest.mark.slow), (QUARTERS, BY_QUARTERS)],
)
def test_how_far_states_are_from_the_solved_one(turns: list[str], by_distance: list[int]) -> None:
    """From the solved cube, for a turn leads as far away as the one that undoes it leads back."""
    assert numbers_by_distance(0, turns, past_the_solved=True) == by_distance


@pytest.mark.slow
@pytest.mark.parametrize("turns", list(product(("U", "U'"), ("R", "R'"), ("F", "F'"))), ids=" ".join)
def test_quarters_of_all_faces_make_all_states_without_the_solved_one(turns: tuple[str, ...]) -> None:
    """From one state to all others, and, since the turns that undo these are tried too, from all to that one."""
    game = PocketCube(turns)
    corners, twists, _ = game.initial_state()
    start = corners * len(CUBE.twistings) + twists
    assert sum(numbers_by_distance(start, turns, past_the_solved=False)) == sum(BY_DISTANCE)


@pytest.mark.parametrize(
    ("game", "states", "turns"), [(HALVES, 24, 4), (UPPER_AND_RIGHT_HALF, 120, 14), (example(), 5040, 13)]
)
def test_with_some_of_the_turns(game: PocketCube, states: int, turns: int) -> None:
    solution = gamekit.solve(game)
    assert solution.counts()[Value.WIN] == len(solution) == states
    assert solution.answer == solution.longest == turns
    assert gamekit.verify(solution).ok


@pytest.mark.release
def test_with_two_faces() -> None:
    game = PocketCube(["U", "U'", "U2", "R", "R'", "R2"], "R U2 R' U R2 U R' U R' U2 R U2 R' U")
    solution = gamekit.solve(game)
    assert len(solution) == 29_160  # 5! × 3^5
    assert solution.answer == solution.longest == 14
    assert_backends_agree(game, list(solution.states)[::5])


def test_what_cannot_be_solved_is_lost() -> None:
    solution = gamekit.solve(example(scramble="R"))
    assert (solution.answer, solution.root.value, len(solution)) == (None, Value.LOSS, 5040)


def test_what_is_solved_is_won() -> None:
    assert gamekit.solve(PocketCube(scramble="R U U' R'")).answer == 0


# --- both backends ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", cases(slow=[HALVES], release=[UPPER_AND_RIGHT_HALF]))
def test_compiled_rules_agree(game: PocketCube) -> None:
    assert_backends_agree(game)


@pytest.mark.release
def test_compiled_rules_agree_on_the_whole_cube() -> None:
    game = PocketCube()
    codes = np.random.default_rng(0).integers(game.compiled_rules().size, size=300).tolist()
    assert_backends_agree(game, [game.initial_state(), (0, 0, 0), *map(game.decode, codes)])


@pytest.mark.parametrize(
    ("game", "everywhere"),
    [
        (PocketCube(), True),
        (PocketCube(QUARTERS), True),
        (PocketCube(["U", "R'", "F"]), True),
        (PocketCube(scramble=""), False),  # play is over
        (PocketCube(["U", "R", "F2"]), False),
        (example(), False),
    ],
)
def test_codes_tell_the_states_where_play_comes_everywhere(game: PocketCube, everywhere: bool) -> None:
    assert game.coding.is_dense == everywhere


# --- the rules ----------------------------------------------------------------------------------------------


def test_turns() -> None:
    for face in "URF":
        quarter, back, half = (CUBE.turns[face + kind] for kind in ("", "'", "2"))
        assert turned(quarter, quarter) == half
        assert turned(half, half) == turned(quarter, back) == SOLVED
    state = SOLVED
    for turn in 6 * ["R", "U", "R'", "U'"]:  # a sequence that every book on the cube has
        assert state != SOLVED or turn == "R"
        state = turned(state, CUBE.turns[turn])
    assert state == SOLVED


def test_the_start() -> None:
    assert PocketCube() == PocketCube(list(TURNS))
    assert PocketCube().initial_state() == PocketCube(scramble=HARDEST).initial_state()
    assert PocketCube(QUARTERS).initial_state() == PocketCube().initial_state()
    some = PocketCube(["R", "U2", "U"])
    assert some.initial_state() == PocketCube(scramble="U2 R U2 R").initial_state()
    assert PocketCube(scramble="").initial_state() == (0, 0, 0)


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"turns": "U"}, "turns must be a list of names; it is 'U'"),
        ({"turns": 9}, "turns must be a list of names; it is 9"),
        ({"turns": []}, "turns must name at least one turn; it is empty"),
        ({"turns": ["U", "D"]}, "turns[1] must be one of U, U', U2, R, R', R2, F, F', F2; it is 'D'"),
        ({"turns": ["U", 2]}, "turns[1] must be one of U, U', U2, R, R', R2, F, F', F2; it is 2"),
        ({"turns": ["U", "U"]}, "turns[1] must differ from turns[0]; both are 'U'"),
        ({"turns": [["U"]]}, "turns[0] must be one of U, U', U2, R, R', R2, F, F', F2; it is ['U']"),
        ({"scramble": 7}, 'scramble must be turns, such as "R U2 F\'"; it is 7'),
        (
            {"scramble": "R U3"},
            "turn 1 of scramble must be one of U, U', U2, R, R', R2, F, F', F2; it is 'U3'",
        ),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        PocketCube(**parameters)
    assert str(error.value) == message


# --- for people ---------------------------------------------------------------------------------------------


def test_notation() -> None:
    check_notation(UPPER_AND_RIGHT_HALF)
    game = PocketCube()
    assert game.format_state((0, 0, 0)) == "URF UFL ULB UBR DFR DLF DRB"
    assert game.format_state(PocketCube(scramble="R").initial_state()) == "FRD UFL ULB FUR BDR DLF BRU"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a state must be 7 corners, such as 'URF UFL ULB UBR DFR DLF DRB'; this one is ''"),
        (
            "URF UFL ULB UBR DFR DLF BLD",
            "corner 6 must be one of URF, UFL, ULB, UBR, DFR, DLF, DRB, perhaps twisted; it is 'BLD'",
        ),
        (
            "URF UFL ULB UBR DFR DLF RFU",
            "every corner must occur once; corners 0 and 6, 'URF' and 'RFU', are the same one",
        ),
        (
            "URF UFL ULB UBR DFR DLF BDR",
            "turns cannot twist a single corner, so they cannot lead to 'URF UFL ULB UBR DFR DLF BDR'",
        ),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        PocketCube().parse_state(text)
    assert str(error.value) == message


def test_other_texts_are_no_turns() -> None:
    with pytest.raises(InputError) as error:
        HALVES.parse_move((0, 0, 0), "U")
    assert str(error.value) == "a move must be one of the turns U2 R2 F2; it is 'U'"


def test_pictures() -> None:
    check_pictures(HALVES)
    game = PocketCube(scramble="R U F'")
    assert game.render((0, 0, 0)).split("\n") == [
        "U U",
        "U U",
        "F F R R B B L L",
        "F F R R B B L L",
        "D D",
        "D D",
    ]
    assert sorted(game.render(game.initial_state()).replace("\n", " ").split()) == sorted("BDFLRU" * 4)


def test_the_names_of_faces_stand_beside_them() -> None:
    drawing = PocketCube(scramble="R U").svg((0, 0, 0))
    stickers = re.findall(r'<text x="([^"]+)" [^>]*bold"[^>]*>(.)</text>', drawing)
    names = {face: float(x) for x, face in re.findall(r'<text x="([^"]+)" [^>]*#22272d">(.)</text>', drawing)}
    assert sorted(names) == sorted("UFRLBD")
    for left, right in ("FR", "BL"):
        places = [np.mean([float(x) for x, face in stickers if face == side]) for side in (left, right)]
        assert names[left] < places[0] < places[1] < names[right]
