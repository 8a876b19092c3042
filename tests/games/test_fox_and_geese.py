from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from games.fox_and_geese import FoxAndGeese

SMALL: dict[str, Any] = {"side": 4, "corner": 1, "geese": 6}

# Nothing is published about boards of this size; below is a second program.

Place = tuple[int, int]
Position = tuple[Place, frozenset[Place], bool]  # the fox, the geese, whether the fox is to move


class SecondProgram:
    """The game by sets of places; who wins is found by going over all positions until none changes."""

    def __init__(self, side: int, corner: int, geese: int, fewest: int) -> None:
        edge = {*range(corner), *range(side - corner, side)}
        self.board = [(y, x) for y in range(side) for x in range(side) if y not in edge or x not in edge]
        self.fewest = fewest
        self.start: Position = (self.board[len(self.board) // 2], frozenset(self.board[:geese]), True)

    def after(self, position: Position) -> Iterator[Position]:
        fox, geese, fox_moves = position
        if len(geese) < self.fewest:
            return
        steps = ((0, 1), (0, -1), (1, 0), (-1, 0))
        free = {*self.board} - geese - {fox}
        if fox_moves:
            for dy, dx in steps:
                one, two = (fox[0] + dy, fox[1] + dx), (fox[0] + 2 * dy, fox[1] + 2 * dx)
                if one in free:
                    yield one, geese, False
                elif one in geese and two in free:
                    yield two, geese - {one}, False
            return
        for y, x in geese:
            for dy, dx in steps[:3]:
                if (y + dy, x + dx) in free:
                    yield fox, geese - {(y, x)} | {(y + dy, x + dx)}, True

    def plies(self) -> tuple[str | None, int | None, int]:
        """Return who wins, in how many plies, and how many positions there are."""
        after: dict[Position, list[Position]] = {}
        waiting = [self.start]
        while waiting:
            position = waiting.pop()
            if position not in after:
                after[position] = list(self.after(position))
                waiting += after[position]
        won: dict[Position, tuple[bool, int]] = {  # whether the mover wins, in how many plies
            position: (len(position[1]) < self.fewest and position[2], 0)
            for position, others in after.items()
            if not others
        }
        ply = 0
        while True:
            ply += 1
            found = {}
            for position, others in after.items():
                if position not in won:
                    told = [won.get(other) for other in others]
                    if any(other and not other[0] for other in told):
                        found[position] = (True, ply)
                    elif all(other and other[0] for other in told):
                        found[position] = (False, ply)
            if not found:
                break
            won |= found
        wins, plies = won.get(self.start, (None, None))
        return {None: None, True: "fox", False: "geese"}[wins], plies, len(after)


@pytest.mark.parametrize(
    ("geese", "fewest"),
    [(4, 3), pytest.param(5, 4, marks=pytest.mark.slow), pytest.param(6, 6, marks=pytest.mark.slow)],
)
def test_a_second_program_agrees(geese: int, fewest: int) -> None:
    solution = gamekit.solve(FoxAndGeese(**{**SMALL, "geese": geese}, fewest=fewest))
    winner, plies, positions = SecondProgram(4, 1, geese, fewest).plies()
    assert (solution.root.winner, solution.root.remoteness) == (winner, plies)
    assert len(solution) <= positions <= 2 * len(solution)  # a state stands for its mirror image


@pytest.mark.release
def test_eight_geese_win_on_21_points() -> None:
    solution = gamekit.solve(FoxAndGeese(side=5, corner=1, geese=8), backend="compiled", max_states=5_000_000)
    assert (solution.root.winner, solution.root.remoteness, len(solution)) == ("geese", 42, 4_098_755)
    assert solution.counts() == {Value.WIN: 263_720, Value.LOSS: 128_097, Value.DRAW: 3_706_938}
    assert gamekit.verify(solution).ok


def test_a_fox_that_takes_all_but_enough_geese_wins() -> None:
    game = FoxAndGeese(side=3, corner=0, geese=3, fewest=3)
    state = game.parse_state("GGG.F...., geese to move")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["a3-a2", "c3-c2"]
    state = game.parse_state("G...FG..., fox to move")
    assert (game.outcome(state), game.ending(state)) == (1, "the fox has taken a goose")


def test_a_fox_that_cannot_move_has_lost() -> None:
    game = FoxAndGeese(side=3, corner=0, geese=3, fewest=2)
    assert game.outcome(game.parse_state(".....G.GF, fox to move")) is None  # it jumps
    assert game.outcome(game.parse_state("..G..GGGF, fox to move")) == -1


def test_geese_go_back_where_they_may() -> None:
    state = "F......G., geese to move"
    forwards, freely = (
        FoxAndGeese(side=3, corner=0, geese=1, fewest=1, retreat=may) for may in (False, True)
    )
    assert len(list(forwards.moves(forwards.parse_state(state)))) == 2
    assert len(list(freely.moves(freely.parse_state(state)))) == 3


def test_notation_and_parameters() -> None:
    check_notation(FoxAndGeese(side=3, corner=0, geese=3, fewest=2))
    with pytest.raises(InputError, match="at most 16 geese stand above the fox; geese are 17"):
        FoxAndGeese(geese=17)
    assert gamekit.solve(FoxAndGeese(**{**SMALL, "geese": 5}, fewest=4)).root.value is Value.DRAW
