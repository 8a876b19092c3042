"""Compiled rules that differ from the plain ones in a single state: only comparing all states finds it."""

# ruff: noqa: ARG001 (what a function is given, it need not use)

from __future__ import annotations

import re
from typing import Any

import pytest
from support.command import call, countdown_with, plugins, run, without_places
from support.marks import cases
from support.piles import FromTheMoversView, Piles, rules_with, write_neighbours

from gamekit.game.compiled import NOT_OVER
from gamekit.testing import check_game, check_rules

SIZES = 41
RARE = (7 * SIZES + 33) * 2
"""The code of (7, 33, 0), which no sample below comes across."""


def outcome(code: int, parameters: Any) -> int:
    return 0 if code == RARE else NOT_OVER if code > 1 else 2 * code - 1


def mover(code: int, parameters: Any) -> int:
    return 1 if code == RARE else code % 2


def is_state(code: int, parameters: Any) -> int:
    return code != RARE and code // 2 // parameters[0] <= code // 2 % parameters[0]


def too_few_successors(code: int, parameters: Any, out: Any) -> int:
    return write_neighbours(code, parameters[0], -1, out) - (code == RARE)


def another_successor(code: int, parameters: Any, out: Any) -> int:
    count = write_neighbours(code, parameters[0], -1, out)
    if code == RARE:
        out[0] = RARE
    return count


def too_few_predecessors(code: int, parameters: Any, out: Any) -> int:
    return write_neighbours(code, parameters[0], 1, out) - (code == RARE)


def another_predecessor(code: int, parameters: Any, out: Any) -> int:
    count = write_neighbours(code, parameters[0], 1, out)
    if code == RARE:
        out[0] = RARE
    return count


def outcome_for_the_mover(code: int, parameters: Any) -> int:
    return 1 if code == RARE // 2 else NOT_OVER if code else -1


def out_of_range(code: int, parameters: Any) -> int:
    return 101 if code == RARE else NOT_OVER if code > 1 else 2 * code - 1


BROKEN: dict[str, tuple[type[Piles], str]] = {
    "an outcome": (
        rules_with(outcome=outcome),
        "outcome(640) returned 0; it must be NOT_OVER, as in (7, 33, 0)",
    ),
    "an outcome, explored": (
        rules_with(outcome=outcome, is_state=None),
        "outcome(640) returned 0; it must be NOT_OVER, as in (7, 33, 0)",
    ),
    "an outcome for the mover": (
        rules_with(FromTheMoversView, outcome=outcome_for_the_mover),
        "outcome(320) returned 1; it must be NOT_OVER, seen by the mover, as in (7, 33, 0)",
    ),
    "a payoff out of range": (
        rules_with(outcome=out_of_range),
        "outcome(640) returned 101, but payoffs are from -100 to 100, or NOT_OVER",
    ),
    "a mover": (rules_with(mover=mover), "mover(640) returned 1; it must be 0, as in (7, 33, 0)"),
    "is_state": (
        rules_with(is_state=is_state),
        "is_state(640) returned 0, but it is the code of (7, 33, 0)",
    ),
    "too few successors": (
        rules_with(successors=too_few_successors),
        "successors(640) leaves out 639, where (1, 1) leads from (7, 33, 0)",
    ),
    "another successor": (
        rules_with(successors=another_successor),
        "successors(640) leaves out 477, where (0, 2) leads from (7, 33, 0)",
    ),
    "too few predecessors": (
        rules_with(predecessors=too_few_predecessors),
        "predecessors(640) leaves out 805, where (0, 2) leads there from (9, 33, 1)",
    ),
    "another predecessor": (
        rules_with(predecessors=another_predecessor),
        "predecessors(640) writes 640, which is (7, 33, 0), but no move leads from there",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", BROKEN)
def test_a_difference_in_a_single_state_is_found_among_all(fault: str) -> None:
    cls, message = BROKEN[fault]
    game = cls(SIZES - 1)
    sampled = check_rules(game, max_states=10, examples=4)
    assert sampled.ok, f"the sample would do: {sampled}"
    assert "(--all compares every state)" in str(sampled)
    report = check_rules(game, max_states=10, examples=4, all_states=True)
    assert f"Other.compiled_rules().{message}" in [without_places(str(breach)) for breach in report.breaches]
    (note,) = [note for note in report.notes if note.startswith("the rules differ at ")]
    assert re.fullmatch(r"the rules differ at [1-5] of (1,722|1,721|1,719|861) codes", note), note


@pytest.mark.slow
def test_a_promise_that_breaks_where_no_sample_comes_is_a_breach() -> None:
    game = rules_with(outcome=out_of_range, is_state=None)(SIZES - 1)
    assert check_rules(game, max_states=10, examples=4).ok
    (breach,) = check_rules(game, max_states=10, examples=4, all_states=True).breaches
    assert str(breach) == (
        "Other.compiled_rules() cannot expand every state: Other's compiled rules, at (7, 33, 0): "
        "outcome must be NOT_OVER or from -100 to 100, and is not"
    )


@pytest.mark.parametrize("cls", cases(quick=[FromTheMoversView], slow=[Piles, rules_with(is_state=None)]))
def test_all_states_are_compared_where_the_rules_agree(cls: type[Piles]) -> None:
    report = check_game(cls(SIZES - 1), max_states=10, examples=2, all_states=True)
    states = {Piles: 1722, FromTheMoversView: 861}.get(cls, 1719)  # three cannot be reached
    assert (report.compared, report.comparable) == (states, states)
    assert str(report).splitlines()[1].endswith(f"; all {states:,} states compared")


def test_what_was_compared_is_told() -> None:
    report = check_game(Piles(SIZES - 1), max_states=10, examples=2)
    assert 20 <= report.compared < 500
    assert report.comparable == 1722
    assert f"; {report.compared} of 1,722 states compared (--all compares every state)" in str(report)


@pytest.mark.release
def test_states_that_no_play_reaches_are_states_all_the_same() -> None:
    result = run("check", "cat-mouse", "--max-states", "50", "--all")  # of its 60 states, play reaches 28
    assert result.status == 0, result.out
    assert "; all 60 states compared" in result.out


def test_rules_that_are_stated_once_have_nothing_to_compare() -> None:
    with plugins(games={"plain": countdown_with()}):
        result = call("check", "plain", "--all", "--json")
    assert result.json["ok"]
    assert "the rules are stated once: there are no compiled rules to compare" in result.json["notes"]


@pytest.mark.release
def test_the_command_compares_all_states() -> None:
    result = run("check", "quixo", "--all", "--max-states", "20", "--examples", "2")
    assert result.status == 0
    assert "; all 21 states compared" in result.out
