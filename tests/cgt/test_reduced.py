"""Reduced canonical forms: infinitesimals do not count in them, and nothing else is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.command import call
from support.rulesets import impartial_rulesets, short_games

from gamekit.cgt import ShortGame, canonical_form, integer, parse_game, reduced_canonical_form
from gamekit.cgt.partizan.reduced import at_most_nearly


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("^", "0"),
        ("*2", "0"),
        ("{{2|0}|0}", "0"),
        ("Tiny(2)", "0"),
        ("{2|-1/2}", "{2|-1/2}"),
        ("{2*|^}", "{2|0}"),
        ("{3*||2|1^}", "{3||2|1}"),
        ("{3/4|1/2*}", "{3/4|1/2}"),
    ],
)
def test_known_forms(game: str, text: str) -> None:
    """Worked out by hand."""
    assert reduced_canonical_form(parse_game(game)) is parse_game(text)


@given(short_games())
def test_the_difference_is_an_infinitesimal(game: ShortGame) -> None:
    reduced = reduced_canonical_form(game)
    assert (game - reduced).stops == (0, 0)
    assert reduced_canonical_form(reduced) is reduced
    assert reduced_canonical_form(-game) is -reduced


@given(short_games(5), short_games(4), impartial_rulesets(4))
def test_games_that_differ_by_an_infinitesimal_have_one_form(
    game: ShortGame, other: ShortGame, small: object
) -> None:
    nimber = canonical_form(small)  # type: ignore[arg-type]
    assert reduced_canonical_form(game + nimber) is reduced_canonical_form(game)
    same = reduced_canonical_form(game) is reduced_canonical_form(other)
    assert same == ((game - other).stops == (0, 0))
    assert (at_most_nearly(game, other) and at_most_nearly(other, game)) == same


@given(short_games(6))
def test_no_simpler_form_is_near(game: ShortGame) -> None:
    """Without any one of its options the game is another, even if infinitesimals do not count."""
    reduced = reduced_canonical_form(game)
    for option in reduced.left if reduced.value is None else ():
        rest = [other for other in reduced.left if other is not option]
        if rest:
            assert not any(at_most_nearly(option, other) for other in rest)
    for option in reduced.left if reduced.value is None else ():
        assert not any(at_most_nearly(reply, reduced) for reply in option.right)
    assert reduced is integer(0) or game.stops == reduced.stops


def test_the_command_shows_it() -> None:
    assert call("value", "domineering", "....|....", "--json").json["about"]["reduced canonical form"] == "0"
