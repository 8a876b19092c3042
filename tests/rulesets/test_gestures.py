"""Moves on the boards of rulesets: each has a gesture of its own, from which alone the move can be made again."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from support.marks import cases

from gamekit.cgt import as_game, load_ruleset
from gamekit.cgt.ruleset import LEFT
from gamekit.drawing.board import Board
from gamekit.drawing.spots import named_spots
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture

PLAYS, PLIES = 4, 5


def played(game: Any) -> Iterator[tuple[Any, dict[Any, Gesture]]]:
    """Yield the first states of some plays, with the gesture of each move."""
    chance = random.Random(2)
    for _ in range(PLAYS):
        state = game.initial_state()
        for _ in range(PLIES):
            moves = list(game.moves(state))
            if not moves:
                break
            yield state, {move: game.gesture(state, move) for move in moves}
            state = game.apply(state, chance.choice(moves))


def amazon_moved(squares: list[str], steps: list[int]) -> None:
    leaves, goes, arrow = steps
    squares[goes], squares[leaves] = squares[leaves], "."
    squares[arrow] = "#"


def stone_jumped(squares: list[str], steps: list[int]) -> None:
    leaves, goes = steps
    squares[goes], squares[leaves] = squares[leaves], "."
    way = 1 if abs(goes - leaves) < 5 else 5
    for taken in range(min(leaves, goes) + way, max(leaves, goes), way):
        squares[taken] = "."


@pytest.mark.parametrize(
    ("name", "board", "made"),
    [
        ("amazons", "x....|.....|..#..|....o", amazon_moved),
        ("konane", "xoxox|oxoxo|xo.ox|oxoxo", stone_jumped),
    ],
)
def test_steps_say_what_a_move_does(name: str, board: str, made: Any) -> None:
    game = as_game(load_ruleset(name, {"board": board}))
    for state, gestures in played(game):
        places = named_spots(Board(game, state).svg)
        for move, gesture in gestures.items():
            assert places.keys() >= {*gesture.places}
            squares = list("".join(state[0]))
            made(squares, list(map(int, gesture.steps)))
            assert "".join(squares) == "".join(move)
        assert len({gesture.steps for gesture in gestures.values()}) == len(gestures)


@pytest.mark.parametrize("name", ["col", "snort"])
def test_every_square_that_may_be_coloured_makes_one_move(name: str) -> None:
    game = as_game(load_ruleset(name, {"board": "...|.l.|rl."}))
    for state, gestures in played(game):
        clicked = [square for gesture in gestures.values() for square in gesture.steps]
        own = (".", "lr"[state[1]])
        free = [str(square) for square, sign in enumerate("".join(state[0])) if sign in own]
        assert sorted(clicked) == sorted(free)
        for move, gesture in gestures.items():
            assert "".join(move)[int(gesture.steps[0])] == "LR"[state[1]]


@pytest.mark.parametrize(
    ("name", "drawn", "reduced"),
    [("col", "L..|...|..R", "#r.|r.l|.l#"), ("snort", "L..|...|..R", "#l.|l.r|.r#")],
)
def test_neighbours_of_coloured_squares_are_worked_out(name: str, drawn: str, reduced: str) -> None:
    ruleset = load_ruleset(name, {"board": drawn})
    position = ruleset.start()
    assert ruleset.parse_position(ruleset.format_position(position)) == position
    assert sorted("".join(position)) != sorted(reduced)
    assert ruleset.canonical_position(position) == ruleset.canonical_position(tuple(reduced.split("|")))


@pytest.mark.parametrize(
    ("name", "parameters", "names"),
    [
        ("konane", {"board": "xo.o.|.xo.."}, "a2-c2 a2-e2 b1-d1"),
        ("col", {"board": "L.|.."}, "b1"),
        ("snort", {"board": "L.|.."}, "b2 a1 b1"),
        ("chomp", {"rows": 2, "columns": 3}, "b2 c2 a1 b1 c1"),
        ("cram", {"board": ".#|..|.#"}, "a2-b2 a3-a2 a2-a1"),
        ("domineering", {"board": ".#|..|.#"}, "a3-a2 a2-a1"),
        ("clobber", {"board": "xo.|.xo"}, "a2-b2 b1-c1 b1-b2"),
        ("cannibal-clobber", {"board": "xx|.o"}, "a2-b2 b2-b1 b2-a2"),
        ("nogo", {"board": "...|x.."}, "a2 b2 c2 b1 c1"),
        ("backsliding-toads-and-frogs", {"row": ".tf."}, "b1-a1 b1-d1"),
        ("fox-against-geese", {"board": "x.x.|...o|...."}, "a3-b2 c3-b2"),
        ("toads-and-frogs", {"row": "t.tf."}, "a1-b1 c1-e1"),
        ("notakto", {"boards": "xxx|...|... xx.|xx.|..."}, "2:c3 2:c2 2:a1 2:b1 2:c1"),
        ("notakto", {"boards": "xx.|x..|..x"}, "c3 b2 c2 a1 b1"),
    ],
)
def test_moves_are_named_by_their_squares(name: str, parameters: Any, names: str) -> None:
    game = as_game(load_ruleset(name, parameters))
    state = game.initial_state()
    found = [game.format_move(state, move) for move in game.moves(state)]
    assert found == names.split()
    assert [game.parse_move(state, text) for text in found] == list(game.moves(state))
    with pytest.raises(InputError, match="'x' is not a move in"):
        game.parse_move(state, "x")


def test_pieces_of_cake_stay_where_they_are_cut() -> None:
    ruleset = load_ruleset("cutcake", {"cakes": "1x3 2x2 2x2"})
    game = as_game(ruleset)
    state = game.initial_state()
    assert [game.format_move(state, move) for move in game.moves(state)] == [
        "cut the 1×3 after column 1",
        "cut the 1×3 after column 2",
        "cut the first 2×2 after column 1",
        "cut the second 2×2 after column 1",
    ]
    gestures = [game.gesture(state, move) for move in game.moves(state)]
    steps = [("1 down 1",), ("1 down 2",), ("2 down 1",), ("3 down 1",)]
    assert [gesture.steps for gesture in gestures if gesture] == steps
    cut = game.apply(state, game.parse_move(state, "cut the second 2x2 after column 1"))
    assert game.format_state(cut) == "1x3@3,0 2x1@0,3 2x1@0,4 2x2@0,0, Right to move"
    assert game.parse_state(game.format_state(cut)) == cut
    before, after = (named_spots(game.svg(at) or "") for at in (state, cut))
    assert before["1 down 2"] == after["1 down 2"]
    done = ruleset.parse_position("1x1@0,0 1x1@0,1")
    assert ruleset.svg(done).count(' opacity="') == 2
    assert [*ruleset.parts(done)] == []


@pytest.mark.parametrize(
    ("name", "parameters"),
    cases(
        quick=[
            ("cram", {"board": "...|..#|..."}),
            ("domineering", {"board": "...|..#|..."}),
            ("clobber", {"board": "xoxo|ox.x|xoox"}),
            ("toads-and-frogs", {"row": "tt.tf..ff"}),
            ("notakto", {"boards": "...|.x.|... x..|.x.|..."}),
            ("hackenbush", {"trees": "l(re(l))(re(l))e er(lre)l er(lre)l lrlr ll"}),
            ("hackenbush-graph", {"edges": "0l1 1l2 2e0 0e1 1r3 3r2 3r3 0l0"}),
            ("cutcake", {"cakes": "1x3 3x3 3x3 4x5 2x6"}),
            ("node-kayles", {"graph": [[1, 2], [2], [3], [4, 5], [], []]}),
            ("nim", [3, 3, 5]),
            ("kayles", [5, 5, 2]),
            ("grundys-game", {"heaps": [4, 9]}),
            ("top-entails", {"heaps": [3, 4, 4]}),
            ("wythoff", [4, 4]),
            ("digraph", {"graph": [[0], [0, 2], [1, 2]], "tokens": [1, 1, 2]}),
            ("partizan-digraph", {"left": [[1], [0, 1]], "right": [[0], [0]], "tokens": [0, 1]}),
        ],
        slow=[
            ("sum", {"summands": ["nim:2 2 3", "kayles:4 4", "clobber", "wythoff"]}),
            ("octal", {"heaps": [2, 7, 9], "code": "4.777"}),
        ],
    ),
)
def test_each_move_has_one_name_and_each_name_one_move(name: str, parameters: Any) -> None:
    game = as_game(load_ruleset(name, parameters))
    for state, gestures in played(game):
        for move, gesture in gestures.items():
            assert game.parse_move(state, game.format_move(state, move)) == move
            if name == "node-kayles":  # nodes are called as their places are
                assert all(game.parse_move(state, twin) == move for twin, _ in gesture.twins)
        if drawing := game.svg(state):
            places = [*named_spots(drawing)]
            clicked = [gesture.steps for gesture in gestures.values()]
            clicked += [(twin,) for gesture in gestures.values() for twin, _ in gesture.twins]
            assert len(set(clicked)) == len(clicked)
            assert {step for steps in clicked for step in steps} <= {*places}


@pytest.mark.parametrize(
    ("name", "parameters", "names"),
    [
        ("toppling-dominoes", {"row": "#lre##l"}, "a falls left|a falls right|c falls right|d falls left"),
        (
            "hackenbush-graph",
            {"edges": "0l1 0l1 1r2 1e2"},
            "first blue ground-1|second blue ground-1|green 1-2",
        ),
        ("node-kayles", {"graph": [[1], [2], []]}, "take 0|take 1|take 2"),
        ("fission", {"board": "...|.x.|..."}, "split b2"),
        (
            "amazons",
            {"board": "x..|##o"},
            "a2 to b2, shoots a2|a2 to b2, shoots c2|a2 to c2, shoots b2|a2 to c2, shoots a2",
        ),
        ("coin-turning", {"heaps": [1, 3], "code": "1-3"}, "turn 1|turn 3|turn 3, 1|turn 3, 2|turn 3, 2, 1"),
        (
            "coin-turning-product",
            {"heads": "2x2"},
            "turn b2|turn b2 and a2|turn b2 and b1|turn the corners from a1 to b2",
        ),
        ("partizan-euclid", {"numbers": [8, 5]}, "leave 5 and 3"),
        ("hackenbush", {"trees": "l(r)(r)e lr lr r"}, "cut edge 1|cut edge 4|cut edge 5|cut edge 7"),
    ],
)
def test_moves_are_named_in_words(name: str, parameters: Any, names: str) -> None:
    game = as_game(load_ruleset(name, parameters))
    state = game.initial_state()
    found = [game.format_move(state, move) for move in game.moves(state)]
    assert found == names.split("|")
    assert [game.parse_move(state, text) for text in found] == list(game.moves(state))


@pytest.mark.parametrize(
    ("code", "steps"),
    [
        ("1-3", {"turn 3": "22", "turn 3, 2": "211", "turn 3, 1": "20", "turn 3, 2, 1": "210"}),
        ("2", {"turn 3, 2": "21", "turn 3, 1": "20"}),
        ("1+C", {"turn 3": "22", "turn 3, 2": "21", "turn 3, 2, 1": "20"}),
    ],
)
def test_coins_are_chosen_one_after_the_other(code: str, steps: dict[str, str]) -> None:
    game = as_game(load_ruleset("coin-turning", {"heaps": [3], "code": code}))
    state = game.initial_state()
    found = {
        game.format_move(state, move): "".join(game.gesture(state, move).steps) for move in game.moves(state)
    }
    assert found == steps


@pytest.mark.parametrize(
    ("name", "parameters"), [("kayles", {"heaps": [3]}), ("cutcake", {}), ("eatcake", {})]
)
def test_a_place_that_is_touched_broadly_shows_marks_their_shape(name: str, parameters: Any) -> None:
    drawing = load_ruleset(name, parameters).svg(load_ruleset(name, parameters).start())
    places = set(re.findall('<rect [^>]*data-place="([^"]*)"', drawing))
    assert places
    assert set(re.findall('data-shape="([^"]*)"', drawing)) == places


def test_a_move_may_be_typed_by_another_name() -> None:
    for name, parameters, text, same in (
        ("hackenbush-graph", {"edges": "0l1 1r2"}, "0l1", "blue ground-1"),
        ("hackenbush-graph", {"edges": "0l1 1r2"}, "blue 0-1", "blue ground-1"),
        ("toppling-dominoes", {"row": "ll"}, "b falls left", "a falls right"),
        ("coin-turning-product", {"heads": "1x2"}, "1x1", "turn b1 and a1"),
        ("coin-turning-product", {"heads": "1x2"}, "turn 1x2, 1x1", "turn b1 and a1"),
        ("amazons", {"board": "x.."}, "a1-b1/c1", "a1 to b1, shoots c1"),
        ("kayles", [5], "5 -> 1 + 2", "take pins 2 and 3"),
        ("wythoff", [1, 2], "take 1 from a heap of 2", "1 to the left"),
        ("arc-kayles", {"graph": [[1], [2], []]}, "0-1", "take 0 and 1"),
        ("fission", {"board": "...|.x.|..."}, "b2", "split b2"),
        ("maze", {}, "0 -> 6", "a3 down 2"),
        ("cutcake", {"cakes": "2x3"}, "cut the 2x3 after column 1", "cut the 2×3 after column 1"),
    ):
        game = as_game(load_ruleset(name, parameters))
        state = game.initial_state()
        assert game.parse_move(state, text) == game.parse_move(state, same)


@pytest.mark.parametrize(
    ("name", "parameters"),
    cases(
        quick=[("take-and-break", {"heaps": [10, 4]})],
        slow=[
            ("take-and-break", {"heaps": [9], "code": "8.EF"}),
            ("partizan-take-and-break", {"heaps": [8, 3], "left": "0.3F", "right": "0.0E7"}),
            ("octal", {"heaps": [7, 7], "code": "4.37"}),
            ("octal", {"heaps": [10]}),
            ("kayles", [6, 4]),
            ("grundys-game", [9, 4]),
            ("top-entails", [6, 6, 4]),
        ],
    ),
)
def test_a_place_of_a_heap_has_only_the_moves_that_take_what_is_there(name: str, parameters: Any) -> None:
    game = as_game(load_ruleset(name, parameters))
    for state, gestures in played(game):
        spots = named_spots(Board(game, state).svg)
        for one, other in combinations(spots.values(), 2):
            across, down = abs(one.x - other.x), abs(one.y - other.y)
            assert across >= one.half_width + other.half_width or down >= one.half_height + other.half_height
        steps = {gesture.steps for gesture in gestures.values()}
        assert {name for names in steps for name in names} <= spots.keys()
        twins = {twin: step for gesture in gestures.values() for twin, step in gesture.twins}
        assert not twins.keys() & {name for names in steps for name in names}
        for gesture in gestures.values():
            for twin, step in gesture.twins:
                assert twins[twin] == step
                assert twin.split(":")[1] == step.split(":")[1]


@pytest.mark.parametrize(
    ("name", "parameters", "prefix"),
    cases(
        quick=[("nim-with-a-pass", {"heaps": [1, 2, 3]}, "")],
        slow=[
            ("nim", [1, 2, 3], ""),
            ("slow-exact-nim", {"heaps": [3, 2, 1], "k": 1}, ""),
            ("sum", {"summands": ["nim:1 2 3", "kayles:2"]}, "1:"),
        ],
    ),
)
def test_heaps_stay_in_their_rows_when_another_is_taken(name: str, parameters: Any, prefix: str) -> None:
    game = as_game(load_ruleset(name, parameters))
    state = game.initial_state()
    before = named_spots(Board(game, state).svg)
    for move in game.moves(state):
        gesture = game.gesture(state, move)
        places = named_spots(Board(game, game.apply(state, move)).svg)
        if gesture and gesture.steps and gesture.steps[0].startswith(prefix):
            row, _, stone = gesture.steps[0].rpartition(":")
            stays = [place for place in before if not place.startswith(f"{row}:") or place[-1] < stone]
            assert all(places[place] == before[place] for place in stays)
            assert len(places) == len(stays)


def test_dominoes_fall_where_they_stand() -> None:
    ruleset = load_ruleset("toppling-dominoes", {"row": "lrre#l"})
    game = as_game(ruleset)
    state = (ruleset.start(), 1)
    assert state[0] == "lrre#l"
    move = game.parse_move(state, "b falls left")
    gesture = ruleset.gesture(state[0], move, 1)
    assert gesture is not None
    assert (move, gesture.steps, gesture.touched) == ("##re#l", ("1",), ("0",))


def test_pins_are_knocked_down_where_they_stand() -> None:
    game = as_game(load_ruleset("kayles", [5]))
    state = game.initial_state()
    gestures = {game.format_move(state, move): game.gesture(state, move) for move in game.moves(state)}
    assert gestures["take 1, leave 2 and 2"].steps == ("0:1:2",)
    assert gestures["take 2, leave 1 and 2"].steps == ("0:2:1",)
    assert gestures["take 2, leave 1 and 2"].touched == ("0:1:1", "0:1:2")
    assert gestures["take 2, leave 1 and 2"].twins == (("0:2:2", "0:2:1"),)


@pytest.mark.parametrize(
    ("code", "clicked"), [("0.3", "012345"), ("0.3F", "012345"), ("0.7", "012345"), ("0.03", "")]
)
def test_where_one_counter_may_be_taken_any_may_be_clicked(code: str, clicked: str) -> None:
    game = as_game(load_ruleset("take-and-break", {"heaps": [6], "code": code}))
    position = game.initial_state()
    gestures = [game.gesture(position, move) for move in game.moves(position)]
    places = {place for gesture in gestures if gesture for place in (*gesture.steps, *dict(gesture.twins))}
    assert places & {f"0:1:{n}" for n in range(6)} == {f"0:1:{n}" for n in clicked}


def test_of_edges_that_are_alike_the_one_is_gone_that_was_cut() -> None:
    game = as_game(load_ruleset("hackenbush", {"trees": "l(r)(r) lr lr"}), first="right")
    state = game.initial_state()
    assert [game.format_move(state, move) for move in game.moves(state)] == [
        f"cut edge {n}" for n in (2, 3, 5, 7)
    ]
    assert game.render(state) == "l(r)r lr lr\n1 2 3 45 67"
    cut = [game.apply(state, game.parse_move(state, text)) for text in "23"]
    assert [game.render(left).splitlines() for left in cut] == [
        ["l(.)r lr lr", "1   3 45 67"],
        ["l(r). lr lr", "1 2   45 67"],
    ]
    assert game.canonical_state(cut[0]) == game.canonical_state(cut[1])


def test_edges_keep_their_numbers_and_places_while_others_are_cut() -> None:
    game = as_game(load_ruleset("hackenbush", {"trees": "lrl e l(r)r"}))
    state = game.initial_state()
    before = named_spots(game.svg(state) or "")
    for cut, left in (("3", "124567"), ("7", "12456"), ("1", "456"), ("6", "45")):
        state = game.apply(state, game.parse_move(state, cut))
        places = named_spots(game.svg(state) or "")
        assert [*places] == list(left)
        assert all(before[place] == spot for place, spot in places.items())


@pytest.mark.parametrize(
    ("name", "parameters", "moves"),
    [
        ("nim", [1, 2], ["take 1 from a heap of 1", "take 2 from a heap of 2", "take 1 from a heap of 2"]),
        (
            "subtraction",
            {"heaps": [7], "numbers": [2, 5]},
            ["take 2 from a heap of 7", "take 5 from a heap of 7"],
        ),
        ("kayles", [3], ["take 1, at an end", "take 1, leave 1 and 1", "take 2, at an end"]),
        ("octal", {"heaps": [2], "code": "0.77"}, ["take 1 from a heap of 2", "take 2 from a heap of 2"]),
        ("grundys-game", [5], ["split 5 into 1 and 4", "split 5 into 2 and 3"]),
        (
            "wythoff",
            [1, 2],
            ["1 down", "2 to the left", "1 to the left", "1 along the diagonal"],
        ),
        ("wythoff", [1, 1], ["1 down", "1 along the diagonal"]),
        ("digraph", {"graph": [[], [1, 0]], "tokens": [1, 1]}, ["1 → 1", "1 → 0"]),
    ],
)
def test_moves_of_heaps_and_tokens_say_what_is_taken_or_left(name: str, parameters: Any, moves: Any) -> None:
    game = as_game(load_ruleset(name, parameters))
    state = game.initial_state()
    assert [game.format_move(state, move) for move in game.moves(state)] == moves
    typed = [text.replace("→", "->") for text in moves]
    assert [game.format_move(state, game.parse_move(state, text)) for text in typed] == moves


def test_of_a_stack_the_top_coin_alone_is_taken() -> None:
    ruleset: Any = load_ruleset("top-entails")
    assert ruleset.gesture((3, 3), (-3, 3), 0).steps == ("0:1:2",)
    assert dict(ruleset.gesture((3, 3), (-3, 3), 0).twins) == {"1:1:2": "0:1:2"}


@pytest.mark.parametrize(
    ("name", "heaps"),
    cases(quick=[("nim", [3, 3])], slow=[("subtraction", [3, 3]), ("nim-with-a-pass", [3, 3])]),
)
def test_of_heaps_that_are_alike_a_move_takes_from_the_one_that_was_clicked(
    name: str, heaps: list[int]
) -> None:
    ruleset = load_ruleset(name, heaps)
    start = ruleset.start()
    for row, nth in enumerate(("first", "second")):
        option = ruleset.parse_option(start, f"take 3 from the {nth} heap of 3", LEFT)
        assert ruleset.gesture(start, option, LEFT).steps == (f"{row}:0",)
        stones = {place.partition(":")[0] for place in named_spots(ruleset.svg(option) or "")}
        assert stones == {str(1 - row)}
