from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from support.marks import cases
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from gamekit.drawing.colours import COLOURS
from games.order_and_chaos import OrderAndChaos
from games.wild_tic_tac_toe import WildTicTacToe

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


@cache
def margin(board: str, full: int, line: int) -> int:
    """Return what the mover gets, by plain recursion: `line` where there is a line, `full` where none has room.

    Both are to the player to move; the other player gets the opposite in the position before.
    """
    if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
        return line
    if "." not in board:
        return full
    # Order's payoffs change their signs with the mover, those of wild tic-tac-toe stay
    other = (-full, -line) if abs(full) else (full, line)
    places = [i for i, sign in enumerate(board) if sign == "."]
    return max(-margin(f"{board[:i]}{mark}{board[i + 1 :]}", *other) for i in places for mark in "XO")


# https://en.wikipedia.org/wiki/Wild_tic-tac-toe: the first player wins, and misère it is a draw.


@pytest.mark.slow
@pytest.mark.parametrize(("misere", "value", "line"), [(False, Value.WIN, -1), (True, Value.TIE, 1)])
def test_wild_tic_tac_toe_has_its_published_value(misere: bool, value: Value, line: int) -> None:
    root = gamekit.solve(WildTicTacToe(misere=misere)).root
    assert root.value is value
    assert root.payoff == margin("." * 9, 0, line)


def test_on_four_squares_the_third_mark_or_the_second_decides() -> None:
    assert gamekit.solve(WildTicTacToe(2, 2)).root.remoteness == 2
    assert gamekit.solve(WildTicTacToe(2, 2, misere=True)).root.winner == "second"


@pytest.mark.slow
@pytest.mark.parametrize("chaos_first", [False, True])
def test_order_wins_on_nine_squares(chaos_first: bool) -> None:
    root = gamekit.solve(OrderAndChaos(chaos_first=chaos_first)).root
    assert root.winner == "Order"
    by_recursion = margin("." * 9, -1, 1) if not chaos_first else -margin("." * 9, 1, -1)
    assert root.payoff == by_recursion == 1


@pytest.mark.parametrize(
    ("game", "winner", "plies"),
    cases(
        release=[
            (OrderAndChaos(4, 4), "Order", 13),
            (WildTicTacToe(4, 4), None, 16),
        ]
    ),
)
def test_on_sixteen_squares(game: Any, winner: str | None, plies: int) -> None:
    solution = gamekit.solve(game, backend="compiled")
    assert (solution.root.winner, solution.root.remoteness) == (winner, plies)
    assert gamekit.verify(solution).ok


def test_notation_and_parameters() -> None:
    check_notation(OrderAndChaos(2, 2))
    check_notation(WildTicTacToe(2, 2))
    with pytest.raises(InputError, match="length is 4, but side is 3"):
        WildTicTacToe(3, 4)


@pytest.mark.parametrize("name", ["order-and-chaos", "wild-tic-tac-toe"])
def test_marks_that_nobody_owns_have_one_colour(name: str) -> None:
    game = gamekit.load_game(name)
    state = game.initial_state()
    for text in ("X a1", "O b1"):
        state = game.apply(state, game.parse_move(state, text))
    assert set(re.findall(r'data-piece="plain (#\w+) [XO]"', game.svg(state) or "")) == {COLOURS["black"]}
