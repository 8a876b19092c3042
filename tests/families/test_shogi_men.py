"""`ShogiMen`: how men step, change hands and are promoted, by a small shogi with other men and other ends."""

from __future__ import annotations

from typing import Any

import attrs
import pytest
from support.backends import assert_backends_agree
from support.marks import cases
from support.notation import check_notation

import gamekit
from gamekit import InputError
from gamekit.families.shogi_men import ShogiMen
from gamekit.layout import LOSS
from gamekit.layout.geometry import AROUND, DIAGONAL, STRAIGHT


@attrs.frozen
class Small(ShogiMen):
    """Pawn, silver and king on 3×3 squares: a pawn becomes a gold; whoever can take the king wins."""

    setup: str = "k../p../..K, S in hand, first to move"

    rows, columns, most, king = 3, 3, 1, "K"
    ways = {
        "P": STRAIGHT[:1],
        "S": STRAIGHT[:1] + DIAGONAL,
        "T": STRAIGHT + DIAGONAL[:2],
        "K": AROUND,
    }
    promotions = {"P": "T"}
    stuck = LOSS

    def over(self, s: Any) -> int | None:
        return 1 if self.taking(s, s.board.index(self.royal[1 - s.turn])) else None


class Leaning(Small):
    """The silver steps to the left only, so that mirror images differ."""

    ways = {**Small.ways, "S": [(-1, -1)]}


def moves(text: str) -> list[str]:
    game = Small(text)
    state = game.initial_state()
    return [game.format_move(state, move) for move in game.moves(state)]


def after(text: str, move: str) -> str:
    game = Small(text)
    state = game.initial_state()
    return game.format_state(game.apply(state, game.parse_move(state, move)))


def test_the_second_players_men_step_the_other_way() -> None:
    silver = [move for move in moves("k../.S./..K, first to move") if move[0] == "S"]
    assert silver == ["Sb2xa3", "Sb2-b3", "Sb2-c3", "Sb2-a1"]
    silver = [move for move in moves("k../.s./..K, second to move") if move[0] == "S"]
    assert silver == ["Sb2-c3", "Sb2-a1", "Sb2-b1", "Sb2xc1"]


def test_men_change_hands_and_are_promoted() -> None:
    assert after("k../P../..K, first to move", "Kc1-b1") == "k../P../.K., second to move"
    assert after("kt./P../..K, second to move", "Ka3xa2") == ".t./k../..K, p in hand, first to move"
    assert after("k.t/.P./..K, first to move", "Pb2-b3+") == "kTt/.../..K, second to move"
    assert after("k.t/..S/..K, first to move", "Sc2xc3") == "k.S/.../..K, P in hand, second to move"
    assert after("k../.../..K, p in hand, second to move", "P*b1") == "k../.../.pK, first to move"


def test_men_never_come_or_go() -> None:
    game = Small()
    assert game.material(game.initial_state()) == {"P": 1, "S": 1, "K": 1, "k": 1}
    assert game.parse_state("kt./.../..K, s in hand, second to move")
    with pytest.raises(InputError, match="a state must have the same pieces as the setup, "):
        game.parse_state("k../.../..K, S in hand, first to move")


def test_symmetry_is_that_of_the_steps() -> None:
    assert len(Small().board.group) == 2
    assert len(Leaning().board.group) == 1


@pytest.mark.parametrize("kind", cases(quick=[Small], slow=[Leaning]))
def test_moves_are_taken_back(kind: type[Small]) -> None:
    game = kind("k../.../..K, P in hand, first to move")
    going_on = {state for state in gamekit.explore(game).states if game.outcome(state) is None}
    for state in going_on:
        assert all(state in game.predecessors(child) for child in game.children(state))
        for before in game.predecessors(state):
            assert game.outcome(before) is not None or state in game.children(before)


@pytest.mark.slow
def test_notation() -> None:
    check_notation(Small("k../.../..K, P in hand, first to move"))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "man"), [(Small, "P"), (Leaning, "S")])
def test_both_backends_agree(kind: type[Small], man: str) -> None:
    assert_backends_agree(kind(f"k../.../..K, {man} in hand, first to move"))
