"""`play` in a terminal: an opening line, colour where it is wanted, small graphs drawn."""

from __future__ import annotations

import pytest
from support.command import call
from support.terminal import session

import gamekit
from gamekit.cli.play_session import OPENING
from gamekit.cli.terminal_board import board_in_text

ESCAPE = "\x1b["


def test_small_graphs_are_drawn_and_others_listed() -> None:
    game = gamekit.load_game("cat-mouse", {"graph": [[1], [0, 2], [1, 3], [2]], "mouse": 1, "cat": 3})
    drawn = board_in_text(game, game.initial_state())
    assert all(drawn.count(label) == 1 for label in ("H:0", "M:1", "2", "C:3"))
    assert "0 - 1" not in drawn
    assert drawn.endswith("H hole, C cat, M mouse")
    long = [[1], *([i - 1, i + 1] for i in range(1, 59)), [58]]
    game = gamekit.load_game("cat-mouse", {"graph": long, "mouse": 30, "cat": 50})
    assert board_in_text(game, game.initial_state()) == game.render(game.initial_state())


def test_what_stands_on_several_nodes_is_explained_once() -> None:
    game = gamekit.load_game("cops-and-robber")
    drawn = board_in_text(game, game.parse_state("cops 0 1, robber nowhere, robber to move"))
    assert drawn.endswith("\n\nC cop")


def test_a_board_of_points_is_drawn_with_its_other_fields_below() -> None:
    game = gamekit.load_game("morris")
    shown = board_in_text(game, game.initial_state()).splitlines()
    assert shown[0].startswith("a3---")
    assert shown[-1] == "in hand: WWWBBB"


@pytest.mark.slow
def test_a_terminal_shows_colour_unless_it_is_not_wanted() -> None:
    typed = ["values", "2", "quit"]
    coloured = session(typed, "tic-tac-toe", environment={"TERM": "xterm"})
    assert ESCAPE in coloured
    assert " ".join(coloured.split()).count(OPENING) == 1
    plain = session(typed, "tic-tac-toe", environment={"TERM": "xterm", "NO_COLOR": "1"})
    assert ESCAPE not in plain
    assert " ".join(plain.split()).count(OPENING) == 1


def test_over_a_pipe_there_is_neither_colour_nor_an_opening_line() -> None:
    out = call("play", "nim", "-p", "heaps=[2]", stdin="values\nquit\n").out
    assert "take 2 from a heap of 2: wins in 1" in out
    assert ESCAPE not in out
    assert OPENING not in out
