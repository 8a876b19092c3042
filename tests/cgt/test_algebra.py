"""The algebra of games: identities on random games, and published values."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rulesets import AnyPartizan, partizan_rulesets, short_games

from gamekit import InputError, LimitError
from gamekit.cgt import (
    OutcomeClass,
    PartizanRuleset,
    ShortGame,
    canonical_form,
    dyadic,
    integer,
    nimber,
    outcome_class,
    parse_game,
    star,
    tiny,
    up,
)
from gamekit.cgt.ruleset import Player

NUMBERS = st.integers(0, 12).map(lambda quarters: Fraction(quarters, 4))
UNITS = (
    st.sampled_from(["1", "1/2", "^", "^*", "Tiny(1)", "{1|0}", "{0||0|v*}", "2^*"])
    .map(parse_game)
    .filter(lambda game: game > 0)
)


# --- what a game is asked -----------------------------------------------------------------------------------------


@given(short_games())
def test_what_a_game_says_of_itself(game: ShortGame) -> None:
    assert game.outcome == OutcomeClass.of(left_first=not game <= 0, right_first=game >= 0)
    assert (game.left_options, game.right_options) == (game.left, game.right)
    walls = game.thermograph()
    assert (game.mean, game.temperature) == (walls.mean, walls.temperature)
    assert game.stops == (game.left_stop, game.right_stop)


@given(short_games(5), short_games(5))
def test_the_mean_is_linear_and_the_temperature_of_a_sum_is_not_above_both(
    a: ShortGame, b: ShortGame
) -> None:
    assert (a + b).mean == a.mean + b.mean
    assert (a + b).temperature <= max(a.temperature, b.temperature)


def test_a_number_is_a_float() -> None:
    assert float(parse_game("-3/4")) == -0.75
    with pytest.raises(
        LimitError, match=r"a float holds numbers up to about 1.8e308.* of 2,001 binary digits"
    ):
        float(integer(1 << 2000))
    with pytest.raises(InputError, match=r"only a number can become a float, and \^ is not a number"):
        float(up)


@pytest.mark.parametrize(
    ("by", "part"),
    [
        ("x", "an integer or a dyadic Fraction; this is 'x'"),
        (star, r"cooled by a number, and \* is not a number"),
    ],
)
def test_a_game_is_cooled_by_a_number(by: Any, part: str) -> None:
    game = parse_game("{3|0}")
    assert game.cool(integer(1)) is game.cool(1)
    with pytest.raises(InputError, match=part):
        game.cool(by)


def test_notebooks_show_formulas_and_drawings() -> None:
    assert parse_game("{2||1|0}")._repr_latex_() == r"$\{2\mid\!\mid 1\mid 0\}$"
    for text in ("{2|-1/2}", "3", "*", "±1"):
        picture = parse_game(text).thermograph()._repr_svg_()
        lines = ET.fromstring(picture).findall("{http://www.w3.org/2000/svg}polyline")
        assert len(lines) == 4
    assert "mean 3/4, temperature 5/4" in parse_game("{2|-1/2}").thermograph()._repr_svg_()


# --- temperature theory -------------------------------------------------------------------------------------------


@given(short_games(5), short_games(5), NUMBERS)
def test_cooling_is_linear_and_undoes_heating(a: ShortGame, b: ShortGame, by: Fraction) -> None:
    assert a.cool(by) + b.cool(by) == (a + b).cool(by)
    assert a.cool(by).cool(by) == a.cool(2 * by)
    assert a.cool(0) is a
    assert a.heat(by).cool(by) is a


@pytest.mark.slow
@given(short_games(5), NUMBERS)
def test_heating_changes_no_mean_and_treats_players_alike(a: ShortGame, by: Fraction) -> None:
    assert -a.heat(by) == (-a).heat(by)
    assert a.heat(0) is a
    assert a.heat(by).mean == a.mean


def test_heating_is_not_linear() -> None:
    """Found by chance, and by a program that knows nothing but the definitions."""
    a, b = parse_game("{0|-1}"), parse_game("v*")
    assert str(a.heat(1)) == "{1|-2}"
    assert str(b.heat(1)) == "{1|-1,{0|-2}}"
    assert str((a + b).heat(1)) == "{2|0,±1||-1|-3,{-2|-4}}"
    assert (a + b).heat(1) > a.heat(1) + b.heat(1)


@given(short_games(5))
def test_overheating_from_one_by_nothing_changes_nothing(a: ShortGame) -> None:
    assert a.overheat(1, 0) is a
    assert (-a).overheat(up, star) == -a.overheat(up, star)


@given(short_games(4), short_games(4), UNITS)
def test_norton_products_are_linear_and_keep_the_order(a: ShortGame, b: ShortGame, unit: ShortGame) -> None:
    """A. Siegel, "Combinatorial Game Theory", 2013, section II.7, for positive units."""
    assert a.norton(unit) + b.norton(unit) == (a + b).norton(unit)
    assert (a <= b) == (a.norton(unit) <= b.norton(unit))
    assert a.norton(1) is a
    assert integer(3).norton(unit) is 3 * unit


@given(short_games(4))
def test_the_norton_product_with_up_is_an_overheating(a: ShortGame) -> None:
    """The best incentive of up is ↑∗, so a move gains ⇑∗."""
    assert a.norton(up) == a.overheat(up, parse_game("^2*"))


@pytest.mark.parametrize("unit", ["0", "*", "-1", "±1", "v"])
def test_a_norton_product_takes_a_positive_unit(unit: str) -> None:
    with pytest.raises(
        InputError, match=f"needs a positive unit; {unit.replace('*', '[*]')} is not positive"
    ):
        integer(1).norton(parse_game(unit))


# --- sums of other kinds ------------------------------------------------------------------------------------------


class Both(PartizanRuleset[tuple[ShortGame, ShortGame]]):
    """Two canonical forms, in both of which a player moves or, if the sum is selective, in one or both."""

    def __init__(self, first: ShortGame, second: ShortGame, is_selective: bool) -> None:
        self.first, self.second, self.is_selective = first, second, is_selective

    def start(self) -> tuple[ShortGame, ShortGame]:
        return self.first, self.second

    def options(self, position: tuple[ShortGame, ShortGame], player: Player) -> Any:
        g, h = position
        ours, theirs = (g.right, h.right) if player else (g.left, h.left)
        yield from ((i, j) for i in ours for j in theirs)
        if self.is_selective:
            yield from ((i, h) for i in ours)
            yield from ((g, j) for j in theirs)


@pytest.mark.release
@given(short_games(4), short_games(4))
def test_conjunctive_and_selective_sums_are_those_of_the_definition(a: ShortGame, b: ShortGame) -> None:
    for is_selective in (False, True):
        both = a.selective_sum(b) if is_selective else a.conjunctive_sum(b)
        other = b.selective_sum(a) if is_selective else b.conjunctive_sum(a)
        negative = (-a).selective_sum(-b) if is_selective else (-a).conjunctive_sum(-b)
        assert both is canonical_form(Both(a, b, is_selective)) is other
        assert both.outcome == outcome_class(Both(a, b, is_selective))
        assert negative is -both
    assert a.selective_sum(0) is a
    assert a.conjunctive_sum(0) is integer(0)


@given(partizan_rulesets(5), short_games(4), short_games(4))
def test_an_ordinal_sum_keeps_the_order_of_its_second_game(
    of: AnyPartizan, a: ShortGame, b: ShortGame
) -> None:
    """The Colon Principle: "Winning Ways", chapter 7."""
    base = canonical_form(of)
    assert base.ordinal_sum(0) is base
    assert integer(0).ordinal_sum(a) is a
    assert not a <= b or base.ordinal_sum(a) <= base.ordinal_sum(b)
    assert -base.ordinal_sum(a) is (-base).ordinal_sum(-a)


@pytest.mark.parametrize("sizes", [(1, 1), (2, 3), (3, 3), (4, 2)])
def test_conjunctive_sums_of_nim_heaps_are_the_smaller_heap(sizes: tuple[int, int]) -> None:
    assert nimber(sizes[0]).conjunctive_sum(nimber(sizes[1])) is nimber(min(sizes))


def test_published_values() -> None:
    """Stalks of "Winning Ways": a Left edge with a Right edge above is 1:-1 = 1/2, and *:1 is ↑∗."""
    assert integer(1).ordinal_sum(-1) == Fraction(1, 2)
    assert star.ordinal_sum(1) is up + star
    assert dyadic(3, 8) == Fraction(3, 8)
    assert 0 < tiny(5) < tiny(1) < up
    assert star.heat(1) is parse_game("±1")
    assert up.heat(1) is parse_game("{1||0|-2}") - 0
