"""Atomic weights: published ones, and their laws on random all-small games; LaTeX."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from support.marks import cases
from support.rulesets import born_by, short_games

from gamekit import UnsupportedError
from gamekit.cgt import (
    ShortGame,
    atomic_weight,
    canonical_form,
    format_latex,
    integer,
    is_all_small,
    load_ruleset,
    nimber,
    parse_game,
    short_game,
)
from gamekit.cgt.partizan.canonical_proof import as_forms
from gamekit.cgt.partizan.weight_proof import _with_star, fault_of_weight
from gamekit.cgt.time_limit import time_limit
from gamekit.cgt.valuation import valuate


def all_small(game: ShortGame) -> ShortGame:
    """Return an all-small game with the shape of another: where only one player can move, both may move to 0."""
    zero = integer(0)
    left, right = ([all_small(option) for option in side] for side in (game.left, game.right))
    return short_game(left or [zero], right or [zero]) if left or right else zero


@pytest.mark.parametrize(
    ("game", "weight"),
    [
        ("0", "0"),
        ("*", "0"),
        ("*7", "0"),
        ("^", "1"),
        ("^*", "1"),
        ("v4*", "-4"),
        ("{^2|v}", "1/2"),
        ("±{*,^}", "0"),
        ("{0||0|0,*2}", "1"),
        ("Tiny(1)", "0"),
        ("^2 + Tiny(3)", "2"),
    ],
)
def test_atomic_weights(game: str, weight: str) -> None:
    assert str(atomic_weight(parse_game(game))) == weight


@pytest.mark.parametrize(
    ("ruleset", "position", "value", "weight"),
    [
        ("clobber", "xo", "*", "0"),
        ("clobber", "xxo", "^", "1"),
        ("clobber", "xxxo", "^2*", "2"),
        ("hackenbush", "er", "v*", "-1"),
        ("hackenbush", "eeel", "{0,*,*2,*3|0,*,*2}", "1"),
        ("clobber", ".", "0", None),
        ("hackenbush", "lr", "1/2", None),
        ("hackenbush", "l er", "1v*", None),
        ("domineering", "...|...", "{2|-1/2}", None),
    ],
)
def test_every_position_worth_an_all_small_game_but_0_shows_its_weight(
    ruleset: str, position: str, value: str, weight: str | None
) -> None:
    rules = load_ruleset(ruleset)
    found = valuate(rules, rules.parse_position(position))
    assert (found.value, found.about.get("atomic weight")) == (value, weight)
    assert found.proof.facts.atomic_weight is None if weight is None else found.check().ok


@given(short_games(5), short_games(5))
def test_atomic_weights_add_and_decide(first: ShortGame, second: ShortGame) -> None:
    g, h = all_small(first), all_small(second)
    assert is_all_small(g)
    weight = atomic_weight(g)
    assert atomic_weight(g + h) is weight + atomic_weight(h)
    assert atomic_weight(-g) is -weight
    if weight >= integer(2):
        assert g > integer(0)
    assert atomic_weight(g - g) is integer(0)


@pytest.mark.parametrize("day", cases(quick=[2], slow=[3]))
def test_the_checker_takes_one_weight_of_each_game(day: int) -> None:
    """Of all games born by the day before, and of the weight that is computed."""
    games, weights = born_by(day, all_small=True), born_by(day - 1)
    assert (len(games), len(weights)) == {2: (7, 4), 3: (67, 22)}[day]
    for game in games:
        right = atomic_weight(game)
        forms, numbers = as_forms([game, right, *weights])
        for weight in {right, *weights}:
            fault = fault_of_weight(forms, numbers[game], numbers[weight])
            assert (fault is None) == (weight is right), (str(game), str(weight))


@given(short_games(4))
def test_weights_of_random_games_are_proved(shape: ShortGame) -> None:
    game = all_small(shape)
    weight = atomic_weight(game)
    for claimed in (weight, weight + integer(1), weight + nimber(1), weight - parse_game("^")):
        forms, numbers = as_forms([game, claimed])
        fault = fault_of_weight(forms, numbers[game], numbers[claimed])
        assert (fault is None) == (claimed is weight)


def test_a_star_exchanges_two_neighbouring_heaps() -> None:
    for heaps in range(-300, 300):  # negative sets have all heaps from some size on
        exchanged = _with_star(heaps)
        assert all(exchanged >> heap & 1 == heaps >> (heap ^ 1) & 1 for heap in range(12))


@pytest.mark.parametrize(
    ("text", "weight"),
    [("^100", "100"), ("{^30|^}", "{28|3}"), ("{^30*|||^20|v||v15*}", "{28|||18|1||-11}"), ("*40", "0")],
)
def test_large_weights_are_proved_in_time(text: str, weight: str) -> None:
    game, right = parse_game(text), parse_game(weight)
    wrong = right + nimber(1)
    forms, numbers = as_forms([game, right, wrong])
    with time_limit(10):
        assert fault_of_weight(forms, numbers[game], numbers[right]) is None
        assert fault_of_weight(forms, numbers[game], numbers[wrong]) is not None


@pytest.mark.parametrize("weight", ["10000", "-7"])
def test_the_checker_refuses_a_large_weight_at_once(weight: str) -> None:
    """It would otherwise solve sums of as many ups."""
    game, claimed = parse_game("^"), parse_game(weight)
    forms, numbers = as_forms([game, claimed])
    fault = fault_of_weight(forms, numbers[game], numbers[claimed])
    assert fault is not None
    assert "is too large to be the atomic weight" in fault


@pytest.mark.parametrize("text", ["1", "{1|0}", "Tiny(2)", "1/2^"])
def test_the_checker_refuses_a_weight_of_a_game_that_is_not_all_small(text: str) -> None:
    game = parse_game(text)
    forms, numbers = as_forms([game, integer(0)])
    fault = fault_of_weight(forms, numbers[game], numbers[integer(0)])
    assert fault is not None
    assert "is not all small" in fault


@given(short_games(4))
def test_other_games_have_none(game: ShortGame) -> None:
    assume(not game.left_stop == game.right_stop == 0)
    with pytest.raises(UnsupportedError, match="atomic weights are for atomic games"):
        atomic_weight(game)


@pytest.mark.parametrize(
    ("game", "weight"),
    [
        ("Tiny(1)", "0"),
        ("-Tiny(2)", "0"),
        ("Tiny(1) + ^3*", "3"),
        ("{0|{0|-1}} + {^2|v}", "1/2"),
        ("{{2|0}|0}", "0"),
        ("{^|{0|-1}}", "0"),
        ("Tiny(1) + Tiny(2)", "0"),
        ("{^2|{^|-3}}", "1"),
    ],
)
def test_atomic_games_that_are_not_all_small(game: str, weight: str) -> None:
    """Tinies are smaller than any multiple of up; and weights add."""
    assert str(atomic_weight(parse_game(game))) == weight


@given(short_games(4), short_games(4))
def test_weights_of_infinitesimals_add(first: ShortGame, second: ShortGame) -> None:
    weights = []
    for game in (first, second, first + second):
        try:
            weights.append(atomic_weight(game))
        except UnsupportedError:
            return
    assert weights[0] + weights[1] is weights[2]
    if weights[0] >= 2:
        assert first > 0


def test_clobber_is_all_small() -> None:
    assert is_all_small(canonical_form(load_ruleset("clobber", {"board": "xxxo"})))
    assert str(atomic_weight(canonical_form(load_ruleset("clobber", {"board": "xxxo"})))) == "2"


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("0", "0"),
        ("-3/4", r"-\frac{3}{4}"),
        ("1^*3", r"1{\uparrow}{\ast}3"),
        ("v4", r"4{\downarrow}"),
        ("±1", r"\pm 1"),
        ("{2||1|0}", r"\{2\mid\!\mid 1\mid 0\}"),
        ("{0||0|-2}", r"\operatorname{Tiny}(2)"),
    ],
)
def test_latex(game: str, text: str) -> None:
    assert format_latex(parse_game(game)) == text
