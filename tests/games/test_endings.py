"""How a game ended: where somebody has won, people read what happened."""

from __future__ import annotations

import random

import pytest
from support.marks import cases

import gamekit
from gamekit import load_game
from gamekit.game.registry import GAMES, registered
from gamekit.game.sentences import it_is_over
from gamekit.layout import LOSS, TIE, BoardGame, Counter, Layout

SCORES = {"dots-and-boxes", "othello"}
"""Games in which the margin says how they were won."""

PLAYS, LONGEST = 20, 120
QUICK = {"cops-and-robber", "fox-and-hounds", "nim"}


@pytest.mark.parametrize(
    "name", cases(quick=sorted(QUICK), slow=sorted({*registered(GAMES)} - SCORES - QUICK))
)
def test_a_finished_game_says_what_happened(name: str) -> None:
    game, chance = load_game(name), random.Random(0)
    for _ in range(PLAYS):
        state = game.initial_state()
        for _ in range(LONGEST):
            if (payoff := game.outcome(state)) is not None:
                assert game.ending(state) or not payoff
                break
            state = game.apply(state, chance.choice(list(game.moves(state))))


class Step(BoardGame):
    """A piece goes one, two or three steps: then nobody can move, or there is a tie, or it falls."""

    players = ("Ann", "Bob")
    stuck = LOSS
    won_by = "the piece has fallen"

    def layout(self) -> Layout:
        return Layout(left=Counter(3))

    def start(self) -> dict[str, int]:
        return {"left": 3}

    def options(self, s):  # type: ignore[no-untyped-def]
        if s.left == 3:
            yield 1
            yield 2
            yield 3

    def play(self, s, step):  # type: ignore[no-untyped-def]
        s.left -= step

    def over(self, s):  # type: ignore[no-untyped-def]
        if s.left == 0:
            return 1
        return TIE if s.left == 1 else None


def test_won_by_is_said_only_where_somebody_has_won_by_the_rules() -> None:
    game = Step()
    stuck, tied, won = (game.apply(game.initial_state(), step) for step in (1, 2, 3))
    assert [game.ending(state) for state in (stuck, tied, won)] == [
        "Bob cannot move",
        None,
        "the piece has fallen",
    ]
    assert it_is_over(game, -1, game.ending(won)) == "the game is over, Bob has won: the piece has fallen"
    assert gamekit.solve(game).root.value is gamekit.Value.WIN
