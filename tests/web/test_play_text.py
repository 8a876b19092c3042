"""A play that is pasted as text: whatever the page prints of one is read back, in every game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.each_game import each_kind_of_game
from support.marks import cases

from gamekit.errors import InputError
from gamekit.game.registry import game_class, load_game
from gamekit.web.server.readings import read_anything


@each_kind_of_game
@pytest.mark.parametrize("between", cases(quick=[", "], slow=[" ", "\n", "; "]))
def test_the_moves_that_a_page_prints_are_read_back(name: str, between: str) -> None:
    parameters = game_class(name).example
    game, draws = load_game(name, parameters), random.Random(1)
    state, moves = game.initial_state(), []
    while len(moves) < 8 and game.outcome(state) is None:
        move = draws.choice(list(game.moves(state)))
        moves.append(str(game.format_move(state, move)))
        state = game.apply(state, move)
    found = read_anything(name, between.join(moves), parameters, None)
    assert (found["moves"], found["start"]) == (moves, None)
    assert found["state"] == str(game.format_state(state))


@pytest.mark.parametrize(
    ("name", "text", "moves"),
    [
        ("tic-tac-toe", "1. a1 b2 2. c3", ["a1", "b2", "c3"]),
        ("chess-ending", "1. Kf2 Ke6 2. Ra2+", ["Kf2", "Ke6", "Ra2"]),
        ("kalah", "1 2", ["first pit", "second pit"]),
        ("hex", "a1b2", ["a1", "b2"]),
        ("connect-four", "334", ["c", "c", "d"]),
        ("sokoban", "ll", ["left", "left"]),
        ("umul-gonu", "1-2 0-1", ["1-2", "0-1"]),  # not the result of a record
    ],
)
def test_a_play_is_read_as_people_write_it(name: str, text: str, moves: list[str]) -> None:
    cls = game_class(name)
    found = read_anything(name, text, cls.presets.get(cls.first_preset, cls.example), None)
    assert (found["start"], found["moves"]) == (None, moves)


@pytest.mark.parametrize(
    ("name", "text", "moves", "comments"),
    [
        (
            "tic-tac-toe",
            "{go} a1 {a  corner}{good}, b2 {the\nmiddle}",
            2,
            [[0, "go"], [1, "a corner good"], [2, "the middle"]],
        ),
        ("tic-tac-toe", "1. a1 {so} b2 1-0", 2, [[1, "so"]]),
        ("chess-ending", "1. Kf2 {near} Ke6 2. Ra2+ {check}", 3, [[1, "near"], [3, "check"]]),
    ],
)
def test_comments_in_braces_are_read(name: str, text: str, moves: int, comments: list[list[Any]]) -> None:
    cls = game_class(name)
    found = read_anything(name, text, cls.presets.get(cls.first_preset, cls.example), None)
    assert (len(found["moves"]), found["comments"]) == (moves, comments)


def test_a_play_goes_on_from_the_start_of_the_page() -> None:
    start = "..X/.O./X.."
    found = read_anything("tic-tac-toe", "c1", None, start)
    assert (found["start"], found["moves"]) == (start, ["c1"])


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("tic-tac-toe", "a1 b2 zz", "as a play, column 7: 'zz' is not a move there"),
        ("tic-tac-toe", "a1 b1 a2 b2 a3 b3", "column 16: the game is over before 'b3'"),
        (
            "nim",
            "hello",
            "column 1: 'hello' is not a move there; a move reads like 'take 1 from a heap of 1'",
        ),
    ],
)
def test_what_is_neither_a_position_nor_a_play_is_told(name: str, text: str, message: str) -> None:
    parameters: Any = {"heaps": [1]} if name == "nim" else None
    with pytest.raises(InputError, match="neither a position") as told:
        read_anything(name, text, parameters, None)
    assert message in str(told.value)
