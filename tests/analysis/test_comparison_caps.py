"""Which cap suffices: what `compare` finds out by trying them all, in truth and by folklore."""

from __future__ import annotations

import random

import pytest
from support.comparing import EXAMPLE, LONG, by_solver
from support.graph_game import GraphGame, random_game

import gamekit
from gamekit import Value, compare
from gamekit.solvers.minimax import verdicts_by_cap
from games.cat_mouse import CatMouse
from games.cat_mouse_ii import CatMouseII
from games.tic_tac_toe import TicTacToe


@pytest.mark.release
def test_the_published_graph_needs_a_cap_of_80() -> None:  # LeetCode-Feedback issue 39999
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde"], caps=[17, 79, 80])
    assert comparison.smallest_cap == 80
    assert comparison.caps_note == "The smallest cap that suffices is 80."
    failing, sufficing = comparison.caps
    assert (failing.first, failing.last, failing.value, failing.suffices) == (0, 79, Value.UNSOLVED, False)
    assert (failing.folklore_value, failing.folklore_right) == (Value.DRAW, False)
    assert (sufficing.first, sufficing.last, sufficing.value, sufficing.remoteness) == (
        80,
        80,
        Value.LOSS,
        80,
    )
    assert sufficing.suffices
    assert sufficing.folklore_right
    runs = by_solver(comparison)
    for cap in (17, 79):
        assert runs[f"minimax:cap={cap}"].verdict.value is Value.UNSOLVED
        assert runs[f"minimax:cap={cap},cap_means=draw"].disagreement
        assert runs[f"minimax:cap={cap},cap_means=draw"].unsound
    assert runs["minimax:cap=80"].verdict.winner == "cat"


@pytest.mark.release
def test_a_row_says_how_many_plies_were_looked_ahead() -> None:
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde"], caps=[34])
    assert [run.cap for run in comparison.runs] == [None, 34, 34]
    _, rows = comparison.table()
    assert [row[1] for row in rows] == [
        "LOSS in 80 for mouse",
        "UNSOLVED for mouse, 34 plies ahead",
        "DRAW for mouse, 34 plies ahead",
    ]


def test_no_cap_suffices_for_a_draw() -> None:
    comparison = compare(EXAMPLE, ["retrograde"])
    assert comparison.smallest_cap is None
    assert comparison.caps_note.startswith("No cap suffices: however far a search looks")
    assert all(not caps.suffices and caps.folklore_right for caps in comparison.caps)


@pytest.mark.slow
def test_no_cap_short_of_the_rules_own_limit_suffices_where_the_cat_outlasts_the_mouse() -> None:
    comparison = compare(CatMouseII(["C...#", "...#F", "....#", "M...."], cat_jump=2, mouse_jump=5))
    assert comparison.runs[0].verdict.remoteness is None
    assert comparison.smallest_cap is None
    assert comparison.caps_note == "No cap suffices that is less than the rules' own limit of 1,000 plies."


@pytest.mark.parametrize("arenas", [15, pytest.param(60, marks=pytest.mark.slow)])
def test_ranges_cover_all_caps_once_and_say_what_minimax_says(arenas: int) -> None:
    for seed in range(arenas):
        comparison = compare(game := random_game(random.Random(seed)), ["retrograde"])
        assert comparison.caps[0].first == 0
        for here, after in zip(comparison.caps, comparison.caps[1:], strict=False):
            assert after.first == here.last + 1
        most = comparison.caps[-1].last
        arena = gamekit.explore(game)
        truth = comparison.runs[0].verdict
        for cap, (verdict, folklore) in enumerate(verdicts_by_cap(arena, most)):
            (here,) = (caps for caps in comparison.caps if caps.first <= cap <= caps.last)
            assert (here.value, here.remoteness) == (verdict.value, verdict.remoteness)
            assert (here.folklore_value, here.folklore_remoteness) == (folklore.value, folklore.remoteness)
            assert here.suffices == (verdict == truth)
            assert here.folklore_right == (folklore == truth)
        if comparison.smallest_cap is not None:
            assert comparison.smallest_cap == most
            assert gamekit.solve(game, solver="minimax", cap=most).root == truth
            if most:
                assert gamekit.solve(game, solver="minimax", cap=most - 1).root.value is Value.UNSOLVED


def test_a_tie_may_need_a_larger_cap_than_its_remoteness() -> None:
    """Bob ties at once; his other way must be seen through to where Ann, who could also lose there, wins."""
    corridor = tuple((i + 1,) for i in range(2, 10))
    game = GraphGame(((1, 2), (), *corridor, (11, 12), (), ()), (1,) * 10 + (0,) * 3, (0,) * 11 + (1, -1))
    comparison = compare(game, ["retrograde", "minimax:cap=9", "minimax:cap=10"])
    assert str(comparison.runs[0].verdict) == "TIE in 1 for Bob"
    assert comparison.smallest_cap == 10
    assert [run.verdict.value for run in comparison.runs] == [Value.TIE, Value.UNSOLVED, Value.TIE]
    assert compare(TicTacToe(symmetry=True), ["retrograde"]).smallest_cap == 9


def tie_or_circle(size: int) -> GraphGame:
    """Return a game in which Bob may tie at once or go round with Ann, who could also lose."""
    circle = tuple(((i - 2) % size + 3,) for i in range(4, size + 3))
    return GraphGame(((1, 3), (), (), (2, 4), *circle), (1, 0, 0) + (0,) * size, (0, 0, -1) + (0,) * size)


def test_a_tie_that_a_circle_could_better_for_all_a_search_knows_has_no_sufficient_cap() -> None:
    comparison = compare(tie_or_circle(3), ["retrograde", "minimax"])
    assert [str(run.verdict) for run in comparison.runs] == ["TIE in 1 for Bob"] * 2
    assert comparison.smallest_cap is None
    assert comparison.caps_note.startswith("No cap suffices: ")
    assert "That the root is a tie needs the whole arena" in comparison.caps_note


def test_trying_caps_ends_when_patience_does() -> None:
    comparison = compare(tie_or_circle(400), ["retrograde"], patience=0.02)
    assert (comparison.caps, comparison.smallest_cap) == ((), None)
    assert comparison.caps_note == "Not known: that takes longer than 20 ms."


def test_caps_are_not_tried_where_that_would_take_long() -> None:
    comparison = compare(CatMouse(LONG["graph"]), ["retrograde"], patience=1e-3)
    assert (comparison.caps, comparison.smallest_cap) == ((), None)
    assert comparison.caps_note.startswith("Not known: that would take about ")
