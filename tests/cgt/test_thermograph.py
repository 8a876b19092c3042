"""Thermographs beside cooled games, and the laws of means and temperatures."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rulesets import short_games

from gamekit import InputError
from gamekit.cgt import (
    ShortGame,
    birthday,
    canonical_form,
    cooled,
    dyadic,
    heated,
    integer,
    load_ruleset,
    mean,
    nimber,
    ordinal_sum,
    parse_game,
    short_game,
    temperature,
    thermograph,
)

temperatures = st.integers(0, 12).map(lambda quarters: Fraction(quarters, 4))


@given(short_games(), temperatures)
def test_the_walls_are_the_stops_of_the_cooled_game(game: ShortGame, t: Fraction) -> None:
    assert thermograph(game).at(t) == cooled(game, t).stops


@pytest.mark.slow
@given(short_games(5), short_games(5))
def test_means_add_and_temperatures_do_not_rise(a: ShortGame, b: ShortGame) -> None:
    assert mean(a + b) == mean(a) + mean(b)
    assert mean(-a) == -mean(a)
    assert temperature(a + b) <= max(temperature(a), temperature(b))
    assert temperature(-a) == temperature(a)


@given(short_games())
def test_walls_lean_inwards_and_meet(game: ShortGame) -> None:
    graph = thermograph(game)
    assert graph.left[-1] == graph.right[-1]
    assert graph.left[-1][1] == graph.mean
    for wall, side in ((graph.left, -1), (graph.right, 1)):
        for (t, value), (later, next_value) in pairwise(wall):
            assert (next_value - value) * side in (0, later - t)
    assert graph.at(Fraction(99)) == (graph.mean, graph.mean)


@given(short_games(), st.integers(1, 8))
def test_a_heated_game_cools_to_itself(game: ShortGame, quarters: int) -> None:
    by = Fraction(quarters, 4)
    if temperature(game) < 0:
        return
    assert cooled(heated(game, dyadic(by)), by) is game


def test_games_are_heated_and_cooled_by_plain_numbers() -> None:
    game = parse_game("{3|0}")
    assert heated(game, 1) is heated(game, integer(1)) is heated(game, Fraction(1))
    assert cooled(game, 1) is cooled(game, Fraction(1)) is parse_game("{2|1}")
    assert cooled(game, 0) is game
    for operation in (heated, cooled):
        with pytest.raises(InputError, match="must be a power of two; this is 1/3"):
            operation(game, Fraction(1, 3))


def test_a_game_is_not_cooled_by_less_than_nothing() -> None:
    with pytest.raises(InputError, match=r"must be at least 0; it is -1; heat the game with heat\(1\)"):
        cooled(parse_game("{3|0}"), -1)


@pytest.mark.parametrize(
    ("text", "expected", "middle"),
    [
        ("3", "-1", "3"),
        ("1/2", "-1/2", "1/2"),
        ("*", "0", "0"),
        ("^", "0", "0"),
        ("±1", "1", "0"),
        ("{2|-1/2}", "5/4", "3/4"),
        ("{-1|-7/2}", "5/4", "-9/4"),
        ("{4|{1|-1}}", "2", "2"),
        ("Miny(2)", "0", "0"),
        ("{{5|3}|0}", "2", "2"),
    ],
)
def test_known_thermographs(text: str, expected: str, middle: str) -> None:
    game = parse_game(text)
    assert (str(temperature(game)), str(mean(game))) == (expected, middle)


def test_birthdays() -> None:
    games = {"0": 0, "-3": 3, "1/2": 2, "*": 1, "^": 2, "±1": 2, "3/4": 3, "*5": 5, "^3": 4, "{3|0}": 4}
    assert {text: birthday(parse_game(text)) for text in games} == games


@given(st.text("lre", min_size=1, max_size=7))
def test_a_stalk_is_the_ordinal_sum_of_its_edges(stalk: str) -> None:
    edges = {"l": integer(1), "r": integer(-1), "e": nimber(1)}
    total = integer(0)
    for edge in reversed(stalk):
        total = ordinal_sum(edges[edge], total)
    assert canonical_form(load_ruleset("hackenbush", {"trees": stalk})) is total


def test_cooling_to_the_temperature_leaves_an_infinitesimal() -> None:
    switch = short_game([integer(3)], [integer(1)])
    assert cooled(switch, Fraction(1)) is integer(2) + nimber(1)
    assert cooled(switch, Fraction(5, 4)) is integer(2)
