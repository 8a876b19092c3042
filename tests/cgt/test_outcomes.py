"""Outcome classes, and rulesets as games: two ways to the same winner."""

from __future__ import annotations

import itertools
import random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases
from support.rulesets import AnyImpartial, AnyPartizan, impartial_rulesets, partizan_rulesets

import gamekit
from gamekit import InputError
from gamekit.cgt import (
    LEFT,
    RIGHT,
    OutcomeClass,
    as_game,
    check_outcome_table,
    load_ruleset,
    outcome_class,
    outcome_table,
)
from gamekit.testing import check_game
from games.rulesets.partizan_digraph import PartizanDigraph


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
    winners = list(itertools.product((LEFT, RIGHT, None), repeat=2))
    assert [OutcomeClass.of_winners(*pair).winners for pair in winners] == winners
    assert {OutcomeClass.of_winners(*pair) for pair in winners} == set(OutcomeClass)
    assert len({found.in_words for found in OutcomeClass}) == 9


# --- where play can go on for ever --------------------------------------------------------------------------------


def edges(nodes: int, chosen: random.Random) -> tuple[tuple[int, ...], ...]:
    chance = chosen.choice((0.1, 0.25, 0.5))
    return tuple(tuple(end for end in range(nodes) if chosen.random() < chance) for _ in range(nodes))


@pytest.mark.parametrize("play", ["normal", "misere"])
@pytest.mark.parametrize("games", cases(quick=[12], slow=[40], release=[300]))
def test_all_nine_classes_are_what_solving_the_game_says(play: Any, games: int) -> None:
    chosen = random.Random(games)
    met = set()
    for _ in range(games):
        nodes = chosen.randint(2, 6)
        game = PartizanDigraph(edges(nodes, chosen), edges(nodes, chosen), (chosen.randrange(nodes),))
        table = outcome_table(game, play=play)
        assert check_outcome_table(table).ok
        for position, found in table.classes.items():
            winners = [
                gamekit.solve(as_game(game, position, first=first, play=play)).root.winner
                for first in ("left", "right")  # type: ignore[var-annotated]
            ]
            assert [
                None if winner is None else ("Left", "Right")[winner] for winner in found.winners
            ] == winners
            met.add(found)
    assert games < 100 or met == set(OutcomeClass)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ([[0]], [[]], "L"),  # on = {on|}
        ([[]], [[0]], "R"),  # off
        ([[0]], [[0]], "D"),  # dud
        ([[], [0]], [[], [1]], "L"),  # over = {0|over}
        ([[], [0, 1]], [[], [0]], "N"),  # {0,pass|0}
        ([[], [1]], [[], [0]], "R"),  # {pass|0}
        ([[], [2], [0]], [[], [0], [1]], "LD"),
    ],
)
def test_outcomes_of_known_loopy_games(left: Any, right: Any, expected: str) -> None:
    """Names: J. Conway, "Loopy games", 1978; A. Siegel, "Combinatorial Game Theory", chapter VI. Worked out by hand."""
    ruleset = load_ruleset("partizan-digraph", {"left": left, "right": right, "tokens": [len(left) - 1]})
    assert outcome_class(ruleset) == expected


@given(partizan_rulesets(), st.data())
def test_no_wrong_class_is_proved(game: AnyPartizan, data: st.DataObject) -> None:
    table = outcome_table(game)
    position = data.draw(st.sampled_from(list(table.classes)))
    wrong = data.draw(st.sampled_from(sorted(set(OutcomeClass) - {table.classes[position]})))
    report = check_outcome_table(attrs.evolve(table, classes={**table.classes, position: wrong}))
    assert not report.ok


def test_what_a_position_with_loops_is_worth() -> None:
    found = call("value", "partizan-digraph", "--json").json
    assert (found["kind"], found["value"], found["verified"]) == ("outcome", "L", True)
    result = call("value", "partizan-digraph", "--kind", "canonical")
    assert_refused(result)
    assert "ask for sides (--kind sides) or outcome classes (--kind outcome) instead" in result.err


@pytest.mark.parametrize("heaps", list(itertools.combinations_with_replacement(range(4), 3)))
def test_misere_nim_is_bouton_s(heaps: tuple[int, ...]) -> None:
    """As normal play while a heap has two counters; else the parity of the heaps decides, the other way round."""
    normal = heaps[0] ^ heaps[1] ^ heaps[2] != 0
    expected = normal if max(heaps) > 1 else not normal
    found = outcome_class(load_ruleset("nim", {"heaps": list(heaps)}), play="misere")
    assert (found == OutcomeClass.NEXT) == expected


# --- as games -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", cases(quick=["chomp", "cram"], slow=["kayles"]))
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
