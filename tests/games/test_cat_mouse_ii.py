from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.marks import one_in
from support.notation import check_notation, check_pictures
from support.paths import DATA

import gamekit
from gamekit import InputError, Value, explore
from games.cat_mouse_ii import CatMouseII

CASES = [json.loads(line) for line in (DATA / "cat_mouse_1728.jsonl").read_text().splitlines()]

EXAMPLE_1 = CatMouseII(["####F", "#C...", "M...."], cat_jump=1, mouse_jump=2)


# --- known answers ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", one_in(8, range(len(CASES))))
def test_known_answer(number: int) -> None:
    case = CASES[number]
    solution = gamekit.solve(CatMouseII(case["grid"], case["cat_jump"], case["mouse_jump"]))
    root = solution.root
    assert (solution.answer, root.winner) == (case["answer"], case["winner"])
    if case["answer"]:
        assert (root.value, root.remoteness) == (Value.WIN, case["remoteness"])
    else:
        assert root.value is Value.LOSS
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize(
    ("grid", "cat_jump", "mouse_jump", "answer"),
    [  # the examples of the statement of LeetCode 1728
        (["####F", "#C...", "M...."], 1, 2, True),
        (["M.C...F"], 1, 4, True),
        (["M.C...F"], 1, 3, False),
    ],
)
def test_examples_of_the_statement(grid: list[str], cat_jump: int, mouse_jump: int, answer: bool) -> None:
    assert gamekit.solve(CatMouseII(grid, cat_jump, mouse_jump)).answer is answer


def test_a_cat_that_only_outlasts_the_mouse_has_no_remoteness() -> None:
    root = gamekit.solve(CatMouseII(["M#C", "###", "F.."], cat_jump=1, mouse_jump=1)).root
    assert (root.winner, root.value, root.remoteness) == ("cat", Value.LOSS, None)
    root = gamekit.solve(CatMouseII(["M#C", "###", ".F."], cat_jump=1, mouse_jump=1)).root
    assert (root.winner, root.remoteness) == ("cat", None)
    root = gamekit.solve(CatMouseII(["M.#CF"], cat_jump=1, mouse_jump=1)).root
    assert (root.winner, root.remoteness) == ("cat", 2)


class In73Plies(CatMouseII):
    max_plies = 73


class In72Plies(CatMouseII):
    max_plies = 72


def test_the_mouse_must_be_in_time() -> None:
    case = next(case for case in CASES if case["remoteness"] == 73)  # LeetCode-Feedback issue 7385
    parameters = (case["grid"], case["cat_jump"], case["mouse_jump"])
    assert (CatMouseII.max_plies, CatMouseII.infinite_play) == (1000, -1)
    assert gamekit.solve(In73Plies(*parameters)).root.remoteness == 73
    late = gamekit.solve(In72Plies(*parameters))
    assert (late.answer, late.root.winner, late.root.remoteness) == (False, "cat", None)


# --- the rules ----------------------------------------------------------------------------------------------


def moves(game: CatMouseII, text: str) -> list[str]:
    state = game.parse_state(text)
    return [game.format_move(state, move) for move in game.moves(state)]


def test_moves_go_straight_up_to_the_jump() -> None:
    game = CatMouseII(["C....", ".....", "..M..", ".....", "....F"], cat_jump=9, mouse_jump=1)
    assert moves(game, "mouse c3, cat a5, mouse to move") == [
        "stay",
        "d3",
        "b3",
        "c2",
        "c4",
    ]
    assert sorted(moves(game, "mouse c3, cat a5, cat to move")) == [
        "a1",
        "a2",
        "a3",
        "a4",
        "b5",
        "c5",
        "d5",
        "e5",
        "stay",
    ]


def test_walls_stop_a_jump_and_pieces_do_not() -> None:
    game = CatMouseII(["M.C#.F"], cat_jump=5, mouse_jump=5)
    assert moves(game, "mouse a1, cat c1, mouse to move") == ["stay", "b1", "c1"]
    game = CatMouseII(["MFC..", "....#"], cat_jump=5, mouse_jump=3)
    assert moves(game, "mouse a2, cat c2, mouse to move") == [
        "stay",
        "b2",
        "c2",
        "d2",
        "a1",
    ]


def test_how_it_ends() -> None:
    game = CatMouseII(["MFC."], cat_jump=1, mouse_jump=2)
    assert game.outcome((1, 2, 1)) == 1
    assert game.outcome((0, 1, 0)) == -1
    assert game.outcome((2, 2, 1)) == -1  # the mouse ran into the cat
    assert game.outcome((3, 3, 0)) == -1
    assert game.outcome((0, 2, 0)) is None


@pytest.mark.parametrize(
    "game",
    [
        EXAMPLE_1,
        CatMouseII(["M.C...F"], cat_jump=1, mouse_jump=4),
        CatMouseII([".M...", "..#..", "#..#.", "C#.#.", "...#F"], cat_jump=3, mouse_jump=1),
        CatMouseII(["M#.", "##C", ".F."], cat_jump=2, mouse_jump=2),
    ],
)
def test_predecessors_are_the_moves_backwards(game: CatMouseII) -> None:
    arena = explore(game)
    leading: dict[Any, set[Any]] = {state: set() for state in arena.states}
    for state in arena.states:
        if game.outcome(state) is None:
            for move in game.moves(state):
                leading[game.apply(state, move)].add(state)
    for state in arena.states:
        going_on = [parent for parent in game.predecessors(state) if game.outcome(parent) is None]
        assert sorted(going_on) == sorted(leading[state])


def test_walls_and_closed_rooms_are_no_states() -> None:
    game = CatMouseII(["M#.", "##C", ".F."], cat_jump=2, mouse_jump=2)
    # the mouse has 1 cell, the cat the 5 others, of which one, the food, ends the game before its next turn
    assert len(explore(game)) == 5 + 4


@pytest.mark.slow
def test_a_large_grid_with_long_jumps() -> None:
    rows = ["M.......", *["........"] * 6, "C......F"]
    solution = gamekit.solve(CatMouseII(rows, cat_jump=8, mouse_jump=8))
    assert len(solution) == 2 * 64 * 63
    assert (solution.root.winner, solution.root.remoteness) == ("cat", 2)


# --- both backends ---------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("case", CASES[:: len(CASES) // 8])
def test_compiled_rules_agree(case: dict[str, Any]) -> None:
    game = CatMouseII(case["grid"], case["cat_jump"], case["mouse_jump"])
    states = explore(game).states
    assert_backends_agree(game, states if len(states) < 2_000 else states[:: len(states) // 200])


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        EXAMPLE_1,
        CatMouseII(["M.C...F"], cat_jump=1, mouse_jump=4),
        CatMouseII([".M...", "..#..", "#..#.", "C#.#.", "...#F"], cat_jump=3, mouse_jump=1),
        CatMouseII(["M#.", "##C", ".F."], cat_jump=2, mouse_jump=2),
        CatMouseII(["M", ".", "#", "F", "C"], cat_jump=10**30, mouse_jump=10**9),
    ],
)
def test_compiled_rules_agree_in_every_state(game: CatMouseII) -> None:
    assert_backends_agree(game)


@pytest.mark.release
def test_compiled_rules_of_a_large_grid() -> None:
    rows = ["M".ljust(60, "."), *["." * 60] * 58, "C".rjust(59, ".") + "F"]
    game = CatMouseII(rows, cat_jump=60, mouse_jump=1)
    rules = game.compiled_rules()
    assert (rules.size, rules.max_successors) == (2 * 3600**2, 119)
    states = [(0, 3598, 0), (59, 3600 - 60, 0), (1830, 1830, 1), (1830, 77, 1), (3599, 8, 1), (8, 3599, 0)]
    assert_backends_agree(game, states)


# --- parameters ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        ([], "grid must have at least one row; it is empty"),
        (["", ""], "grid[0] must have at least one cell; it is empty"),
        ("M.C...F", "grid must be a list of rows; it is 'M.C...F'"),
        (5, "grid must be a list of rows; it is 5"),
        (["MCF", 7], "grid[1] must be text; it is 7"),
        (["M.C.F", "...", "....."], "grid[1] must have 5 cells, as grid[0] has; it has 3"),
        (["M.CF", "...X"], "grid[1][3] must be one of # . M C F; it is 'X'"),
        (["M.CF", "m..."], "grid[1][0] must be one of # . M C F; it is 'm'"),
        (["M.C.", "F..M"], "grid must have one M; there are two, grid[0][0] and grid[1][3]"),
        (["FFCM"], "grid must have one F; there are two, grid[0][0] and grid[0][1]"),
        ([".C.F"], "grid must have one M; there is none"),
        (["M..F"], "grid must have one C; there is none"),
        (["MC.."], "grid must have one F; there is none"),
    ],
)
def test_the_grid_is_checked(grid: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        CatMouseII(grid, cat_jump=1, mouse_jump=1)
    assert str(error.value) == message


@pytest.mark.parametrize("jump", [0, -1, 1.5, True, "2", None])
def test_jumps_are_checked(jump: Any) -> None:
    with pytest.raises(InputError) as error:
        CatMouseII(["MCF"], cat_jump=jump, mouse_jump=1)
    assert str(error.value) == f"cat_jump must be an integer of at least 1; it is {jump!r}"
    with pytest.raises(InputError) as error:
        CatMouseII(["MCF"], cat_jump=1, mouse_jump=jump)
    assert str(error.value) == f"mouse_jump must be an integer of at least 1; it is {jump!r}"


def test_jumps_may_be_longer_than_the_board() -> None:
    assert gamekit.solve(CatMouseII(["MC.F"], cat_jump=10**9, mouse_jump=10**9)).answer


def test_parameters_from_json() -> None:
    grid = ["####F", "#C...", "M...."]
    assert gamekit.load_game("cat-mouse-ii", {"grid": grid, "catJump": 1, "mouseJump": 2}) == EXAMPLE_1
    assert gamekit.load_game("cat-mouse-ii", {"grid": grid, "cat_jump": 1, "mouse_jump": 2}) == EXAMPLE_1


def test_instances_are_values_also_after_use() -> None:
    fresh, used = CatMouseII(["MC.F"], 1, 2), CatMouseII(["MC.F"], 1, 2)
    gamekit.solve(used)
    assert fresh == used
    assert hash(fresh) == hash(used)
    assert repr(used) == "CatMouseII(grid=('MC.F',), cat_jump=1, mouse_jump=2)"
    copy = pickle.loads(pickle.dumps(used))
    assert copy == used
    assert list(copy.moves(copy.initial_state())) == [0, 1, 2]


# --- for people ---------------------------------------------------------------------------------------------


def test_notation() -> None:
    check_notation(EXAMPLE_1)
    text = EXAMPLE_1.format_state(EXAMPLE_1.initial_state())
    assert text == "mouse a1, cat b2, mouse to move"


EXAMPLE_STATE = "'mouse a1, cat b2, mouse to move'"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", f"a state reads like {EXAMPLE_STATE}; this one is ''"),
        ("mouse 1, cat to move", f"a state reads like {EXAMPLE_STATE}; this one is 'mouse 1, cat to move'"),
        (
            "mouse a0, cat b2, cat to move",
            "mouse: the piece must be on a place from a3 to e1; it is on 'a0'",
        ),
        (
            "mouse a1, cat (1,1), cat to move",
            f"a state reads like {EXAMPLE_STATE}; this one is 'mouse a1, cat (1,1), cat to move'",
        ),
        (
            "mouse a1 b1, cat , cat to move",
            f"a state reads like {EXAMPLE_STATE}; this one is 'mouse a1 b1, cat , cat to move'",
        ),
        (
            "mouse a1, cat a2, cat to move",
            "the cat may not be in a wall: a2, grid[1][0], is '#'",
        ),
    ],
)
def test_other_texts_are_no_states(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        EXAMPLE_1.parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    check_pictures(EXAMPLE_1)
    assert EXAMPLE_1.render(EXAMPLE_1.initial_state()).splitlines() == [
        "3 # # # # F",
        "2 # C . . .",
        "1 M . . . .",
        "  a b c d e",
    ]
    assert EXAMPLE_1.render(EXAMPLE_1.parse_state("mouse e3, cat e2, cat to move")).splitlines() == [
        "3 # # # # M",
        "2 # . . . C",
        "1 . . . . .",
        "  a b c d e",
    ]
    walls = "".join(EXAMPLE_1.grid).count("#")
    assert EXAMPLE_1.svg(EXAMPLE_1.initial_state()).count("<rect") == 1 + 15 + walls  # the frame comes first


def test_any_state_can_be_the_start() -> None:
    for verdict in gamekit.solve(EXAMPLE_1).where(mover="mouse", remoteness=range(1, 1000)):
        moved = EXAMPLE_1.instance_from(verdict.state)
        root = gamekit.solve(CatMouseII(**moved, cat_jump=1, mouse_jump=2)).root
        assert (root.value, root.remoteness) == (verdict.value, verdict.remoteness)
