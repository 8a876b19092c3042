"""Grundy values: theorems on arbitrary games, and what solving a sum as a game says of it."""

from __future__ import annotations

from functools import reduce
from operator import xor

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.rulesets import AnyImpartial, impartial_rulesets

import gamekit
from gamekit import LimitError, RulesError, UnsupportedError
from gamekit.cgt import (
    ImpartialRuleset,
    OutcomeClass,
    as_game,
    grundy_value,
    load_ruleset,
    mex,
    outcome_class,
    winning_options,
)
from gamekit.cgt.impartial.grundy import GrundyWalker


def naive(game: AnyImpartial, position: int) -> int:
    """Return the Grundy value by the definition."""
    return min(set(range(99)) - {naive(game, option) for option in game.options(position)})


@given(st.lists(st.integers(0, 9)))
def test_mex_is_the_least_that_is_missing(values: list[int]) -> None:
    assert mex(values) not in values
    assert all(smaller in values for smaller in range(mex(values)))


@given(impartial_rulesets())
def test_the_value_is_that_of_the_definition(game: AnyImpartial) -> None:
    for position in range(len(game.listed)):
        assert grundy_value(game, position) == naive(game, position)


@given(impartial_rulesets())
def test_the_value_is_zero_where_the_next_player_loses(game: AnyImpartial) -> None:
    is_won = outcome_class(game) == OutcomeClass.NEXT
    assert (grundy_value(game) > 0) == is_won == bool(winning_options(game))
    assert (gamekit.solve(as_game(game)).root.winner == "first") == is_won
    assert all(grundy_value(game, option) == 0 for option in winning_options(game))


@pytest.mark.parametrize("heaps", [(), (7,), (3, 4, 5), (1, 2, 3), (9, 9, 4)])
def test_nim_is_its_own_theory(heaps: tuple[int, ...]) -> None:
    """Bouton 1901."""
    assert grundy_value(load_ruleset("nim", {"heaps": list(heaps)})) == reduce(xor, heaps, 0)


def test_no_game_is_too_deep() -> None:
    class Single(ImpartialRuleset[int]):
        def start(self) -> int:
            return 2_001  # deeper than Python nests calls

        def options(self, position: int) -> list[int]:
            return [position - 1] if position else []

    assert grundy_value(Single()) == 1


def test_a_walker_visits_each_position_once() -> None:
    walker = GrundyWalker(load_ruleset("kayles", [20]))
    walker.value((20,))
    visited = len(walker.values)
    walker.value((20, 19, 18))
    assert len(walker.values) == visited + 1


# --- what is refused ----------------------------------------------------------------------------------------------


def test_partizan_rulesets_have_no_grundy_values() -> None:
    from support.rulesets import AnyPartizan

    with pytest.raises(UnsupportedError, match="for impartial rulesets, and AnyPartizan is partizan"):
        grundy_value(AnyPartizan((((), ()),)))


def test_loops_are_refused() -> None:
    game = AnyImpartial(((1,), (0,)))
    with pytest.raises(
        UnsupportedError,
        match="games without loops, and play of AnyImpartial can return to 1; ask for loopy values",
    ):
        grundy_value(game)


def test_too_many_positions_are_refused() -> None:
    with pytest.raises(LimitError, match=r"\(3,\)|3 of Nim|has more than 3 followers"):
        grundy_value(load_ruleset("nim", [3, 4, 5]), max_positions=3)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (lambda _, __: 7, r"Bad.options\(5\) returned 7; it must return a list, or yield"),
        (lambda _, __: [[]], "a position of Bad must be hashable; this one is a list"),
        (lambda _, __: 1 / 0, r"Bad.options\(5\) raised ZeroDivisionError: division by zero"),
    ],
)
def test_broken_rules_are_blamed(options: object, message: str) -> None:
    cls = type("Bad", (ImpartialRuleset,), {"start": lambda _: 5, "options": options})
    with pytest.raises(RulesError, match=message):
        grundy_value(cls())


@pytest.mark.slow
def test_positions_with_too_many_options_have_no_value() -> None:
    """Whether these are endless is not known; the same is said of positions in texts, and by `prove`."""
    endless = type("Bad", (ImpartialRuleset,), {"start": lambda _: 5, "options": lambda _, __: iter(int, 1)})
    most = "lists more than 1,000,000 options, the limit, so no kind of value can be found for this position"
    with pytest.raises(LimitError, match=rf"Bad.options\(5\) {most}"):
        grundy_value(endless())
    assert_refused(call("value", "nim", "100000000 5"), f"Nim.options(100000000 5) {most}", 3)
    with pytest.raises(
        LimitError, match="returned more than 1,000,000 entries, the most that a state may have"
    ):
        gamekit.solve(as_game(endless()))
