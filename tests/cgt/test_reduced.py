"""Reduced canonical forms: infinitesimals do not count in them, and nothing else is lost."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.command import call
from support.marks import cases
from support.rulesets import born_by, impartial_rulesets, short_games

from gamekit.cgt import ShortGame, canonical_form, integer, parse_game, reduced_canonical_form
from gamekit.cgt.partizan.canonical_proof import as_forms
from gamekit.cgt.partizan.comparison import FormComparison
from gamekit.cgt.partizan.form_facts import fault_of_reduced
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


@pytest.mark.slow
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


@pytest.mark.parametrize("day", cases(quick=[2], release=[3]))
def test_the_checker_takes_one_form_of_each_game(day: int) -> None:
    """Of all games born by that day, and of the games near it, of which only one is reduced."""
    games = born_by(day)
    near: dict[ShortGame, list[ShortGame]] = {}
    for game in games:
        near.setdefault(reduced_canonical_form(game), []).append(game)
    assert (len(games), len(near)) == {2: (22, 10), 3: (1474, 61)}[day]
    forms, numbers = as_forms(games)
    compare = FormComparison(forms)
    for reduced, others in near.items():
        for game in others:
            for claimed in (reduced, game, *others[:3], *list(near)[:9]):
                fault = fault_of_reduced(compare, numbers[game], numbers[claimed])
                assert (fault is None) == (claimed is reduced), (str(game), str(claimed))


def test_the_command_shows_it() -> None:
    assert call("value", "domineering", "....|....", "--json").json["about"]["reduced canonical form"] == "0"


def test_a_table_has_the_reduced_forms_of_all_positions() -> None:
    """A form that is reduced is its own reduced form, and `gamekit value` need not show it twice."""
    command = "tabulate", "toads-and-frogs", "{m*t}.{n*f}", "-r", "m=2", "-r", "n=1-3", "--show"
    assert call(*command, "reduced canonical form").out == "m\\n  1        2  3\n2    {1/2|0}  0  0\n"
    assert "reduced canonical form" not in call("value", "domineering", "..|..").out
