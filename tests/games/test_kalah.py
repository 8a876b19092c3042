from __future__ import annotations

from typing import Any

import attrs
import pytest
from support.marks import cases
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, UnsupportedError, Value
from gamekit.analysis.verification.certificate_check import check_certificate
from games.kalah import Kalah

VALUES = {"W": Value.WIN, "L": Value.LOSS, "D": Value.TIE}

# Irving, Donkers, Uiterwijk, Solving Kalah, ICGA Journal 23(3), 2000: for the first player, by seeds a pit.


@pytest.mark.parametrize(
    ("pits", "row"),
    cases(quick=[(1, "DLWLWD"), (2, "WLLLWW"), (3, "DW")], slow=[(3, "DWW")], release=[(3, "DWWW")]),
)
def test_published_values(pits: int, row: str) -> None:
    for seeds, letter in enumerate(row, start=1):
        assert gamekit.solve(Kalah(pits, seeds)).root.value is VALUES[letter]


@pytest.mark.parametrize(("pits", "seeds", "letter"), cases(slow=[(3, 5, "W")], release=[(3, 6, "L")]))
def test_published_values_of_larger_games(pits: int, seeds: int, letter: str) -> None:
    assert gamekit.solve(Kalah(pits, seeds)).root.value is VALUES[letter]


@attrs.frozen
class UntilMoreThanHalf(Kalah):
    """Also over once a player has more than half of the seeds."""

    def over(self, s: Any) -> int | None:
        store, south, north = self.pits, 0, 0
        for pit in range(self.pits):
            south += s.board[pit]
            north += s.board[pit + self.pits + 1]
        most = s.board[store] if s.board[store] > s.board[2 * store + 1] else s.board[2 * store + 1]
        if south > 0 and north > 0 and 2 * most <= self.total:
            return None
        margin: int = south + s.board[store] - north - s.board[2 * store + 1]
        return margin if s.turn == 0 else -margin


@pytest.mark.release
def test_the_published_number_of_positions() -> None:
    solution = gamekit.solve(UntilMoreThanHalf(4, 3), backend="compiled")
    assert (len(solution), solution.root.winner) == (4_604_996, "south")


@pytest.mark.parametrize(("pits", "seeds", "letter"), cases(release=[(4, 3, "W"), (5, 3, "W"), (6, 3, "W")]))
def test_published_values_that_one_proof_finds(pits: int, seeds: int, letter: str) -> None:
    proof = gamekit.prove(Kalah(pits, seeds), at_least=1, backend="compiled")
    assert (proof.winner == "south") == (letter == "W")
    assert check_certificate(proof.certificate()).ok


FULL = (0, 0, 0, 0, 1, 24, 8, 1, 0, 0, 0, 1, 1, 0, 0)


def test_a_pit_without_room_in_codes_is_named() -> None:
    """In codes of six pits and three seeds, 25 seeds have no room; South may come to that here."""
    game = Kalah(6, 3)
    assert game.decode(game.encode(FULL)) == FULL
    with pytest.raises(
        UnsupportedError, match=r"more than codes have room for.*south 0 0 0 0 0 25 \(8\), north"
    ):
        game.encode(game.apply(FULL, 4))


@pytest.mark.release
def test_compiled_rules_stop_at_a_pit_without_room() -> None:
    with pytest.raises(UnsupportedError, match=r"have room for, in south 0 0 0 0 0 25 \(8\), north"):
        gamekit.prove(Kalah(6, 3), FULL, backend="compiled")


@pytest.mark.parametrize(
    ("pits", "seeds", "margin"), [(4, 1, 2), pytest.param(4, 2, 6, marks=pytest.mark.slow)]
)
def test_published_margins(pits: int, seeds: int, margin: int) -> None:
    root = gamekit.solve(Kalah(pits, seeds)).root
    assert (root.payoff, root.winner) == (margin, "south")


@pytest.mark.parametrize(("pits", "seeds", "margin", "other"), [(2, 4, -12, -10), (2, 5, 6, 6), (3, 2, 4, 4)])
def test_empty_captures_change_how_much_is_won_but_not_who_wins(
    pits: int, seeds: int, margin: int, other: int
) -> None:  # found with plain rules written for the purpose
    assert gamekit.solve(Kalah(pits, seeds)).root.payoff == margin
    assert gamekit.solve(Kalah(pits, seeds, empty_capture=False)).root.payoff == other


def test_a_last_seed_stays_where_nothing_is_opposite_without_empty_captures() -> None:
    state = (1, 0, 0, 0, 1, 0, 0)  # South sows into a pit that is empty, opposite one that is empty, too
    assert Kalah(2, 1).apply(state, 0) == (0, 0, 1, 0, 1, 0, 1)
    assert Kalah(2, 1, empty_capture=False).apply(state, 0) == (0, 1, 0, 0, 1, 0, 1)


@pytest.mark.parametrize("seeds", range(1, 7))
def test_no_play_is_endless(seeds: int) -> None:
    assert Value.DRAW not in gamekit.solve(Kalah(2, seeds)).counts()


@pytest.mark.parametrize(
    ("before", "move", "after"),
    [
        # the last seed in one's own store: one moves again
        ((3, 0, 1, 0, 2, 1, 1, 0, 0), 2, (3, 0, 0, 1, 2, 1, 1, 0, 0)),
        ((2, 0, 0, 0, 2, 2, 2, 0, 1), 1, (2, 0, 0, 0, 2, 0, 3, 1, 1)),
        # in a pit that is not empty: the turn passes
        ((1, 1, 1, 0, 1, 1, 1, 0, 0), 0, (0, 2, 1, 0, 1, 1, 1, 0, 1)),
        # past the other's store: eight seeds end in one's own, seven in the pit they came from, now empty
        ((0, 1, 8, 0, 1, 1, 1, 0, 0), 2, (1, 2, 1, 2, 2, 2, 2, 0, 0)),
        ((0, 1, 7, 0, 1, 1, 1, 0, 0), 2, (1, 2, 0, 4, 0, 2, 2, 0, 1)),
        # the last seed in an empty pit of one's own takes the pit opposite
        ((1, 0, 1, 0, 1, 5, 1, 0, 0), 0, (0, 0, 1, 6, 1, 0, 1, 0, 1)),
        ((1, 5, 1, 0, 1, 0, 1, 0, 1), 0, (1, 0, 1, 0, 0, 0, 1, 6, 0)),
        # even if there is nothing in it
        ((1, 0, 1, 0, 1, 0, 1, 0, 0), 0, (0, 0, 1, 1, 1, 0, 1, 0, 1)),
        # but an empty pit of the other's is nothing special
        ((1, 0, 2, 0, 0, 1, 1, 0, 0), 2, (1, 0, 0, 1, 1, 1, 1, 0, 1)),
    ],
)
def test_sowing(before: tuple[int, ...], move: int, after: tuple[int, ...]) -> None:
    assert Kalah(pits=3, seeds=1).apply(before, move) == after


def test_only_pits_with_seeds_can_be_sown() -> None:
    game = Kalah(pits=3, seeds=1)
    state = (1, 0, 1, 0, 0, 5, 1, 0, 0)
    assert [game.format_move(state, move) for move in game.moves(state)] == ["first pit", "third pit"]
    assert [game.format_move((*state[:-1], 1), move) for move in game.moves((*state[:-1], 1))] == [
        "second pit",
        "third pit",
    ]


def test_each_keeps_the_seeds_on_their_own_side() -> None:
    game = Kalah(pits=2, seeds=2)
    assert game.outcome((0, 0, 3, 1, 2, 2, 0)) == 3 - 5
    assert game.outcome((1, 3, 2, 0, 0, 2, 0)) == 6 - 2
    assert game.outcome((2, 0, 2, 0, 2, 2, 0)) is None


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"pits": 0}, "pits must be an integer from 1 to 100; it is 0"),
        ({"pits": 2.0}, "pits must be an integer from 1 to 100; it is 2.0"),
        ({"seeds": -1}, "seeds must be an integer from 1 to 100; it is -1"),
        ({"seeds": True}, "seeds must be an integer from 1 to 100; it is True"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Kalah(**parameters)
    assert str(error.value) == message


@pytest.mark.parametrize(
    "game", cases(quick=[Kalah(), Kalah(pits=1, seeds=12)], slow=[Kalah(pits=3, seeds=2)])
)
def test_notation(game: Kalah) -> None:
    check_notation(game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a state reads like 'south 2 2 (0), north 2 2 (0), south to move'; this one is ''"),
        (
            "south 2 2 0, north 2 2 0, south to move",
            "a state reads like 'south 2 2 (0), north 2 2 (0), south to move'; "
            "this one is 'south 2 2 0, north 2 2 0, south to move'",
        ),
        (
            "south 2 2 (0), north 2 2 (1), south to move",
            "a state must have 8 seeds in all; 'south 2 2 (0), north 2 2 (1)' has 9",
        ),
    ],
)
def test_states_of_another_form_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        Kalah().parse_state(text)
    assert str(error.value) == message


def test_pictures() -> None:
    check_pictures(Kalah())
    assert Kalah(pits=3, seeds=5).render((0, 5, 15, 1, 2, 0, 3, 4, 0)).splitlines() == [
        "(4)   3   0   2",
        "      0   5  15 (1)",
    ]


def test_the_last_seeds_are_drawn_in_the_stores_of_those_who_keep_them() -> None:
    game = Kalah(2, 2)
    state = game.parse_state("south 0 0 (5), north 1 0 (2), north to move")
    assert game.swept(state) == game.parse_state("south 0 0 (5), north 0 0 (3), north to move")
    assert game.contents(state)["the store of north"] == "3"


def test_a_pit_whose_seeds_are_taken_is_touched_even_if_they_were_just_sown() -> None:
    game = Kalah(pits=3, seeds=2)
    assert game.gesture((0, 0, 5, 1, 0, 3, 0, 3, 0), 2).touched == ("6", "0")
