"""Atomic weights: published ones, and their laws on random all-small games; LaTeX."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from support.rulesets import short_games

from gamekit import UnsupportedError
from gamekit.cgt import (
    ShortGame,
    atomic_weight,
    canonical_form,
    format_latex,
    integer,
    is_all_small,
    load_ruleset,
    parse_game,
    short_game,
)


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
    ],
)
def test_atomic_weights(game: str, weight: str) -> None:
    assert str(atomic_weight(parse_game(game))) == weight


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


@given(short_games(4))
def test_other_games_have_none(game: ShortGame) -> None:
    assume(not is_all_small(game))
    with pytest.raises(UnsupportedError, match="atomic weights are for all-small games"):
        atomic_weight(game)


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
        ("{2||1|0}", r"\{2\mid \{1\mid 0\}\}"),
        ("{0||0|-2}", r"\operatorname{Tiny}(2)"),
    ],
)
def test_latex(game: str, text: str) -> None:
    assert format_latex(parse_game(game)) == text
