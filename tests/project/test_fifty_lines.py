"""A game of neutreeko's size takes at most 50 lines, none of them about codes; the benchmarks say how fast it is.

Its figures are gamekit's own: the solution is verified, and compared with plain rules in some states.
"""

from __future__ import annotations

import inspect
import re
from xml.etree import ElementTree as ET

import pytest
import three_knights
from three_knights import ThreeKnights

import gamekit
from gamekit import Value
from gamekit.analysis.play.play import Play
from gamekit.web.views.neighbourhood import neighbourhood
from gamekit.web.views.position import position


def test_it_is_short_and_says_nothing_of_codes() -> None:
    text = inspect.getsource(three_knights)
    assert len(text.splitlines()) <= 50
    assert not re.search(
        r"cod(e|ing)|numba|numpy|int64|rank|<<|>>|back\(|unplay|is_state", text, re.IGNORECASE
    )


def test_it_has_a_board_on_which_it_is_played() -> None:
    game = ThreeKnights()
    state = game.initial_state()
    drawing = ET.fromstring(game.svg(state) or "")
    places = {element.get("data-place") for element in drawing.iter() if element.get("data-place")}
    assert places == set(map(str, range(25)))
    assert game.contents(state)["c2"] == "white knight"
    moves = list(game.moves(state))
    assert [game.parse_move(state, game.format_move(state, move)) for move in moves] == moves
    gestures = [game.gesture(state, move) for move in moves]
    assert [tuple(map(int, gesture.steps)) for gesture in gestures if gesture] == moves


@pytest.mark.release
def test_it_is_solved_played_and_explored() -> None:
    game = ThreeKnights()
    solution = gamekit.solve(game, backend="compiled")
    assert str(solution.root) == "WIN in 7 for white"
    assert solution.counts() == {
        Value.WIN: 2_538_916,
        Value.LOSS: 990_276,
        Value.TIE: 1_484,
        Value.DRAW: 11_324,
    }
    assert gamekit.verify(solution).ok
    play = Play.begin(solution, people=[])
    assert position(play)["board"]
    while not play.is_over:
        play = play.played(play.choice())
    assert len(play.turns) == 7
    assert len(neighbourhood(solution, within=1)["nodes"]) == 1 + len(list(game.moves(game.initial_state())))
