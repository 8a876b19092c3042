"""`ChessMen`: where men stand, which positions can occur, and their texts, by a game that ends with the first check."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest
from support.backends import assert_backends_agree

import gamekit
from gamekit import InputError, Value
from gamekit.families.chess_board import NOWHERE
from gamekit.families.chess_material import WHITE
from gamekit.families.chess_men import ChessMen
from gamekit.layout import LOSS, TIE


@attrs.frozen
class FirstCheck(ChessMen):
    """Nobody takes anything; whoever is in check loses, and so does whoever cannot move."""

    material: str = "KNK"
    rows: int = 4
    columns: int = 4

    stuck = LOSS

    def options(self, s: Any) -> Iterator[Any]:
        mine, theirs = self.occupied(s, s.turn), self.occupied(s, 1 - s.turn)
        king, other = s.men[s.turn], s.men[1 - s.turn]
        for path in self.paths[king]:
            for step in path:
                goes = step & 63
                is_free = not self.bits[goes] & (mine | theirs) and self.ways[other][goes] != 0
                if is_free and not self.threatens(s, 1 - s.turn, goes, mine | theirs, NOWHERE):
                    yield king, goes, 0
        if s.turn == WHITE:
            for path in self.paths[s.men[2]]:
                for step in path:
                    goes = step & 63
                    if self.bits[goes] & (mine | theirs):
                        break
                    yield self.stands[s.men[2]], goes, 1

    def play(self, s: Any, move: Any) -> None:
        leaves, goes, _ = move
        if leaves == s.men[s.turn]:
            s.men[s.turn] = goes
        else:
            s.men[2] = s.men[2] - leaves + goes

    def over(self, s: Any) -> int | None:
        if s.men[2] == self.gone:
            return TIE
        return LOSS if self.in_check(s, s.turn) else None


def test_men_stand_as_when_a_game_of_chess_begins() -> None:
    assert FirstCheck().start() == "Kc1 Nb1 kc4, white to move"
    assert FirstCheck("KPKR", 8, 8).start() == "Ke1 Pe2 ke8 rh8, white to move"


def test_states_are_the_positions_that_can_occur() -> None:
    game = FirstCheck("KRK")
    states = list(game.states())
    for state in states:
        assert game.parse_state(game.format_state(state)) == state
    for text in game.start(), "Ka1 Rb2 kd1, black to move":
        assert game.canonical_state(game.parse_state(text)) in states
    with pytest.raises(InputError, match="state: the player who has just moved may not be in check; it is "):
        game.parse_state("Ka1 Rb2 kb4, white to move")


@pytest.mark.parametrize(
    ("text", "in_check"),
    [
        ("Ka1 Rb2 kd2, black to move", [False, True]),
        ("Ka1 Rb2 kd3, black to move", [False, False]),
        ("Kc2 Ra2 kd4, black to move", [False, False]),
    ],
)
def test_who_is_in_check(text: str, in_check: list[bool]) -> None:
    game = FirstCheck("KRK")
    view = game._views.of(game.parse_state(text))
    assert [game.in_check(view, player) for player in range(2)] == in_check


def test_the_first_move_gives_check() -> None:
    game = FirstCheck()
    solution = gamekit.solve(game, backend="python")
    assert solution.root.value is Value.WIN
    assert solution.root.remoteness == 1
    assert game.format_move(game.initial_state(), (13, 4, 1)) == "Na3+"


@pytest.mark.slow
@pytest.mark.parametrize("material", ["KNK", "KRK"])
def test_both_backends_agree(material: str) -> None:
    assert_backends_agree(FirstCheck(material))
