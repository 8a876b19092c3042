"""Outcome classes, and rulesets as games: two ways to the same winner."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from support.rulesets import AnyImpartial, AnyPartizan, impartial_rulesets, partizan_rulesets

import gamekit
from gamekit import InputError
from gamekit.cgt import OutcomeClass, as_game, load_ruleset, outcome_class
from gamekit.testing import check_game


def winner(game: Any, first: Any, play: Any) -> str | None:
    solution = gamekit.solve(as_game(game, first=first, play=play))
    assert gamekit.verify(solution).ok
    return solution.root.winner


@pytest.mark.parametrize("play", ["normal", "misere"])
@given(game=partizan_rulesets())
def test_who_wins_is_what_solving_the_game_says(game: AnyPartizan, play: Any) -> None:
    found = outcome_class(game, play=play)
    assert (winner(game, "left", play) == "Left") == found.left_wins_first
    assert (winner(game, "right", play) == "Left") == found.left_wins_second


@given(impartial_rulesets())
def test_impartial_positions_favour_no_player_by_name(game: AnyImpartial) -> None:
    assert outcome_class(game) in (OutcomeClass.NEXT, OutcomeClass.PREVIOUS)


def test_the_classes() -> None:
    found = [
        OutcomeClass.of(left_first=left, right_first=right)
        for left, right in itertools.product((True, False), repeat=2)
    ]
    assert "".join(found) == "LNPR"
    assert all(
        OutcomeClass.of(left_first=found.left_wins_first, right_first=found.left_wins_second) == found
        for found in set(OutcomeClass) - {OutcomeClass.DRAW}
    )


@pytest.mark.parametrize("heaps", list(itertools.combinations_with_replacement(range(4), 3)))
def test_misere_nim_is_bouton_s(heaps: tuple[int, ...]) -> None:
    """As normal play while a heap has two counters; else the parity of the heaps decides, the other way round."""
    normal = heaps[0] ^ heaps[1] ^ heaps[2] != 0
    expected = normal if max(heaps) > 1 else not normal
    found = outcome_class(load_ruleset("nim", {"heaps": list(heaps)}), play="misere")
    assert (found == OutcomeClass.NEXT) == expected


# --- as games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["kayles", "chomp", "cram"])
def test_rulesets_are_games_that_keep_the_promises_of_games(name: str) -> None:
    check_game(as_game(load_ruleset(name)), examples=20)


@given(partizan_rulesets())
def test_states_are_read_as_they_are_written(game: AnyPartizan) -> None:
    played: Any = as_game(game, first="right")
    state = played.initial_state()
    assert played.format_state(state) == f"{len(game.listed) - 1}, Right to move"
    assert played.parse_state(played.format_state(state)) == state
    for move in [] if played.outcome(state) is not None else played.moves(state):
        assert played.parse_move(state, played.format_move(state, move)) == move


@pytest.mark.parametrize("text", ["5", "5, to move", "5, left to move", "x, Left to move", ", Left to move"])
def test_what_is_no_state(text: str) -> None:
    with pytest.raises(InputError):
        as_game(load_ruleset("kayles")).parse_state(text)


def test_unknown_players_and_plays_are_refused() -> None:
    ruleset: Any = load_ruleset("kayles")
    wrong: Any = "Left"
    with pytest.raises(InputError, match="first must be left or right; it is 'Left'"):
        as_game(ruleset, first=wrong)
    with pytest.raises(InputError, match="play must be normal or misere; it is 'Left'"):
        as_game(ruleset, play=wrong)
