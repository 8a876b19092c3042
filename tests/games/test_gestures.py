"""Moves on the board: in every game, each move of the first plies has a gesture of its own, and ends where it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.each_game import NAMES, TYPICAL, games
from support.marks import cases

from gamekit import load_game
from gamekit.drawing.board import Board
from gamekit.drawing.spots import named_spots
from gamekit.game.gesture import Gesture
from gamekit.game.protocol import Game

PLIES = 6
PLAYS = 3
LARGER: dict[str, Any] = {
    "breakthrough": {"rows": 6, "columns": 6},
    "chess-ending": {"material": "KRK"},
    "chess-variant": {},
    "connect-four": {},
    "dao": {},
    "dobutsu-shogi": {},
    "dots-and-boxes": {"rows": 3, "columns": 3},
    "kalah": {"pits": 6, "seeds": 4},
    "morris": {"rings": 3},
    "klotski": {"moves": "finger"},
    "quixo": {"size": 5},
    "sim": {"dots": 6},
    "teeko": {},
}
"""Parameters of games whose examples are too small to show every kind of move."""

BY_NAME = {
    "chess-ending": "a pawn becomes one of several men",
    "chopsticks": "fingers that a split moves are a number, and no place",
    "cops-and-robber": "several cops move at once",
    "order-and-chaos": "either mark goes to the same square",
    "pocket-cube": "faces turn, and no sticker says which",
    "wild-tic-tac-toe": "either mark goes to the same square",
}
"""The games of which some moves are chosen by name, and why."""


def played(game: Game[Any, Any]) -> Iterator[tuple[Any, list[Any]]]:
    """Return states of the first plies of some plays, with their moves."""
    chance = random.Random(1)
    for _ in range(PLAYS):
        state = game.initial_state()
        for _ in range(PLIES):
            if game.outcome(state) is not None:
                break
            moves = list(game.moves(state))
            yield state, moves
            state = game.apply(state, chance.choice(moves))


@games(TYPICAL, set(NAMES))
def test_every_move_has_a_gesture_of_its_own_on_places_of_the_drawing(name: str) -> None:
    for game in [load_game(name), *([load_game(name, LARGER[name])] if name in LARGER else [])]:
        for state, moves in played(game):
            gestures = [game.gesture(state, move) or Gesture() for move in moves]
            places = named_spots(Board(game, state).svg)
            assert places.keys() >= {place for gesture in gestures for place in gesture.places}
            if name not in BY_NAME:
                assert all(gesture.steps for gesture in gestures)
                assert len({gesture.steps for gesture in gestures}) == len(moves)


@pytest.mark.parametrize(
    ("name", "parameters", "state", "move", "steps", "end"),
    [
        (
            "kalah",
            {"pits": 3},
            None,
            "second pit",
            (1,),
            1,
        ),  # not the pit of the other player whose seeds it takes
        ("morris", {"rings": 1, "flying": False}, "WW.B..B.., WB in hand, white to move", "c3xa1", (2, 6), 2),
        (
            "dobutsu-shogi",
            {"setup": "gle/.../.C./.LG, CE in hand, first to move"},
            "gle/.../.C./.LG, CE in hand, first to move",
            "drop elephant on a2",
            ("hand:E", 6),
            6,
        ),
        (
            "dobutsu-shogi",
            {"setup": "gle/.../.C./.LG, CE in hand, first to move"},
            "gle/.../.C./.LG, CE in hand, first to move",
            "chick b2-b3",
            (7, 4),
            4,
        ),
        ("quixo", {"size": 3}, None, "a2-a3", (3, 0), 0),
        ("peg-solitaire", {"side": 5, "corner": 1}, None, "c5-c3", (1, 10), 10),
        ("sliding-puzzle", {"rows": 2, "columns": 3}, None, "5", (1,), 2),
        ("connect-four", {}, None, "d", (38,), 38),
        ("nim", {"heaps": [3, 2]}, None, "take 2 from a heap of 3", ("heaps:0:1",), "heaps:0:1"),
        (
            "cat-mouse-ii",
            {"grid": ["####F", "#C...", "M...."], "cat_jump": 1, "mouse_jump": 2},
            None,
            "stay",
            (10, 10),
            10,
        ),
        (
            "chess-ending",
            {"start": "Kb3 Pc3 ka1, white to move", "material": "KPK", "board": 4},
            None,
            "c4=N",
            (6, 2),
            2,
        ),
        ("wolf-goat-cabbage", {}, None, "goat", ("goat:0",), "goat:1"),
    ],
)
def test_where_a_move_is_made(
    name: str, parameters: dict[str, Any], state: str | None, move: str, steps: Any, end: Any
) -> None:
    game = load_game(name, parameters)
    at = game.initial_state() if state is None else game.parse_state(state)
    gesture = game.gesture(at, game.parse_move(at, move))
    assert gesture is not None
    assert gesture.steps == tuple(map(str, steps))
    assert gesture.end == str(end)


@pytest.mark.parametrize(
    "name",
    cases(
        quick=["cram", "chopsticks"],
        slow=["arc-kayles", "cops-and-robber", "domineering", "missionaries-and-cannibals", "slow-exact-nim"],
    ),
)
def test_a_move_may_begin_with_each_of_its_equal_places(name: str) -> None:
    game = load_game(name)
    state = game.initial_state()
    for move in game.moves(state):
        gesture = game.gesture(state, move)
        assert gesture is not None
        assert gesture.unordered or gesture.ways
        assert all(len(steps) == len(gesture.steps) for steps, _ in gesture.ways)


def test_each_square_that_only_one_move_of_a_block_enters_makes_it() -> None:
    game = load_game("klotski", {"box": "b#/##/.."})
    state = game.initial_state()
    gesture = game.gesture(state, game.parse_move(state, "large block down"))
    assert gesture is not None
    assert gesture.steps == ("block:0", "5")
    assert gesture.ways == ((("block:0", "4"), "large block down"),)


def test_a_taken_man_is_touched_and_not_clicked() -> None:
    game = load_game("peg-solitaire", {"side": 5, "corner": 1})
    state = game.initial_state()
    gesture = game.gesture(state, game.parse_move(state, "c5-c3"))
    assert gesture is not None
    assert gesture.touched == ("5",)


@pytest.mark.parametrize(
    "name",
    cases(
        quick=["tic-tac-toe", "connect-four", "quixo", "three-mens-morris", "teeko"],
        slow=["dao", "neutreeko"],
    ),
)
def test_a_won_game_names_the_places_that_decided_it(name: str) -> None:
    game, chance, won = load_game(name), random.Random(2), 0
    for _ in range(40):
        state = game.initial_state()
        for _ in range(60):
            if game.outcome(state) is not None:
                break
            assert not list(game.deciding_places(state))
            state = game.apply(state, chance.choice(list(game.moves(state))))
        if game.outcome(state):
            won += 1
            places = named_spots(Board(game, state).svg)
            decided = [str(place) for place in game.deciding_places(state)]
            assert len(decided) >= 2 or name == "dao"  # a stone locked into a corner is no shape
            assert places.keys() >= set(decided)
    assert won > 5
