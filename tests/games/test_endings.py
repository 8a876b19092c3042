"""How finished games ended, in words: where somebody has won, people read what happened."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit import load_game
from gamekit.game.registry import GAMES, registered
from gamekit.game.sentences import it_is_over
from gamekit.layout import LOSS, TIE, BoardGame, Counter, Layout

SMALL_TEEKO = {"size": 3, "men": 3}
STANDARD = {"size": 5, "men": 4}
ONE_RING = {"rings": 1, "flying": False}

ENDINGS: list[tuple[str, dict[str, Any] | None, str, str]] = [
    ("dao", None, "BBBB/.W.W/W.W./...., white to move", "four in a line"),
    ("dao", None, "BB../BBW./.W.W/..W., white to move", "four in a square"),
    ("dao", None, "B..B/WWWW/..../B..B, black to move", "four in a line"),  # who has just moved comes first
    ("dao", None, "B..B/WWWW/..../B..B, white to move", "four in the corners"),
    ("dao", None, "BW../WW../..../W.BB, black to move", "a stone of black's is locked into a corner"),
    ("teeko", SMALL_TEEKO, "BBB/RR./.R., red to move", "three in a row"),
    ("teeko", STANDARD, "BB.../BB.../R.R../..R.R/....., red to move", "four in a square"),
    ("teeko", STANDARD, "BBBB./RRRR./...../...../....., black to move", "four in a row"),
    ("morris", ONE_RING, "WW.W..B.B, - in hand, black to move", "black has two men left"),
    ("three-in-a-row", {"variant": "achi"}, "XXXOO.O.X, O to move", "three in a row"),
    ("wild-tic-tac-toe", None, "XXX/.../..., second to move", "three in a row"),
    ("wild-tic-tac-toe", None, "XOX/XOX/OXO, second to move", "the board is full"),
    ("order-and-chaos", None, "XOX/XOO/OXX, Order to move", "the board is full without a line"),
    ("sim", {"dots": 4}, "BB.BRR, red to move", "blue has closed a triangle"),
    ("tic-tac-toe", None, "XOX/XOO/OXX", "the board is full"),
    ("kalah", None, "south 0 0 (5), north 1 0 (2), north to move", "5 to 3, because south's pits are empty"),
    ("kalah", None, "south 0 0 (5), north 0 0 (3), north to move", "5 to 3, because all pits are empty"),
    ("dots-and-boxes", {"rows": 1, "columns": 2}, "xxxxxxx 1.1, first to move", "1 to 1"),
    ("chopsticks", None, "0.0.1.2, Ann to move", "both of Ann's hands are dead"),
    ("nim", None, "0 0 0, second to move", "first has taken the last counter"),
    ("dobutsu-shogi", None, ".l./.C./.../.L., first to move", "second's lion can be taken"),
    ("dobutsu-shogi", None, ".L./.../l.C/..., second to move", "first's lion has reached the last row"),
]


@pytest.mark.parametrize(("name", "parameters", "text", "how"), ENDINGS)
def test_games_say_how_they_ended(name: str, parameters: dict[str, Any] | None, text: str, how: str) -> None:
    game = load_game(name, parameters)
    state = game.parse_state(text)
    assert game.outcome(state) is not None
    assert game.ending(state) == how


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
    assert it_is_over(game, -1, game.ending(won)) == "the game is over, and Bob has won: the piece has fallen"
    assert gamekit.solve(game).root.value is gamekit.Value.WIN
