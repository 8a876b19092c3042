from __future__ import annotations

import pytest
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from games.mu_torere import MuTorere

# Wikipedia, "Mū tōrere", from the Gamescrafters' analysis: 1180 reachable positions, of which 208 are won, 128 lost.


def test_the_published_counts() -> None:
    solution = gamekit.solve(MuTorere()).loaded()
    assert solution.root.value is Value.DRAW
    assert solution.counts() == {Value.WIN: 208, Value.LOSS: 128, Value.DRAW: 844}


def test_up_to_symmetry_there_are_86() -> None:  # https://scientificgems.wordpress.com/2018/02/14/
    assert len(gamekit.solve(MuTorere(symmetry=True)).loaded()) == 86


@pytest.mark.parametrize(("men", "win"), [(1, False), (2, False), (3, True), (4, True), (5, True)])
def test_without_the_restriction_the_first_move_wins_from_three_men_on(men: int, win: bool) -> None:
    root = gamekit.solve(MuTorere(men=men, restricted=False)).root
    assert (root.value, root.remoteness) == ((Value.WIN, 1) if win else (Value.DRAW, None))


def test_who_may_go_to_the_centre() -> None:
    game, free = MuTorere(), MuTorere(restricted=False)
    start = game.initial_state()
    assert [game.format_move(start, move) for move in game.moves(start)] == ["0-8", "3-8"]
    assert len(list(free.moves(start))) == 4
    stuck = free.apply(start, (1, 8))
    assert (list(free.moves(stuck)), free.outcome(stuck)) == ([], 1)


def test_notation_and_parameters() -> None:
    check_notation(MuTorere())
    with pytest.raises(InputError, match="men must be an integer from 1 to 10; it is 0"):
        MuTorere(men=0)
