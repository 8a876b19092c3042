"""Sentences agree with the number of the players they speak of, and say how a game ended."""

from __future__ import annotations

import pytest

import gamekit
from gamekit.analysis.play.play import Play
from gamekit.analysis.reasons import headline
from gamekit.game.sentences import conjugated
from gamekit.layout import LOSS, BoardGame, Counter, Layout


@pytest.mark.parametrize(
    ("player", "verb", "said"),
    [
        ("cops", "wins", "cops win"),
        ("cops", "loses", "cops lose"),
        ("cops", "has", "cops have"),
        ("cops", "is", "cops are"),
        ("robber", "wins", "robber wins"),
        (None, "has", "nobody has"),
    ],
)
def test_a_verb_agrees_with_its_player(player: str | None, verb: str, said: str) -> None:
    game = gamekit.load_game("cops-and-robber")
    assert conjugated(game, player, verb) == said


def test_several_cops_win() -> None:
    game = gamekit.load_game("cops-and-robber", {"graph": [[1], [0, 2], [1]], "cops": 1})
    solution = gamekit.solve(game, backend="python")
    assert headline(solution, solution.root) == "cops win in 3 plies"


class Countdown(BoardGame):
    """Take one or two of three counters; whoever cannot move loses."""

    players = ("Ann", "Bob")
    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(left=Counter(3))

    def start(self) -> dict[str, int]:
        return {"left": 3}

    def options(self, s):  # type: ignore[no-untyped-def]
        yield from range(1, min(2, s.left) + 1)

    def play(self, s, move):  # type: ignore[no-untyped-def]
        s.left -= move


def test_a_finished_play_says_how_it_ended() -> None:
    play = Play.begin(gamekit.solve(Countdown(), backend="python"), name="countdown")
    assert play.game.ending(play.state) is None
    for take in (1, 2):
        play = play.played(take)
    assert play.ending() == "the game is over, and Bob has won: Ann cannot move"
