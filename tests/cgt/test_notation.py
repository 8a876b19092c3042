"""Games as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.rulesets import short_games

from gamekit import InputError
from gamekit.cgt import ShortGame, format_game, integer, nimber, parse_game, short_game


@given(short_games(8))
def test_games_are_read_as_they_are_written(game: ShortGame) -> None:
    assert parse_game(format_game(game)) is game


@pytest.mark.parametrize(
    "text",
    ["0", "-3", "1/2", "-3/4", "^", "v2", "*", "*3", "^*", "v3*2", "1^2*", "-1/2*", "±1", "±{*,^}", "±({2|1})",
     "{2|-1/2}", "{0|-2}", "Tiny(2)", "Miny(1)", "2Tiny(2)", "-1Miny(2)", "{1|{0|-1}}",
     "±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}"],
)  # fmt: skip
def test_what_is_canonical_is_written_so(text: str) -> None:
    assert format_game(parse_game(text)) == text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("{|}", "0"),
        ("{0|*}", "^"),
        ("{ 0 , * | 0 }", "^*"),
        ("{*|*}", "0"),
        ("{0||0|-2}", "Tiny(2)"),
        ("{2|0||0}", "Miny(2)"),
        ("{3|||2||1|0}", "{3|{2|{1|0}}}"),
        ("1 + * - ^", "1v*"),
        ("1-*", "1*"),
        ("--1", "1"),
        ("+1", "1"),
        ("-{2|0}", "{0|-2}"),
        ("(1/2)(1/2)", "1"),
        ("±1±1", "0"),
        ("↑↓*", "*"),
        ("⇑*", "^2*"),
        ("1⇓", "1v2"),
        ("⇑⇓ - ⇓", "^2"),
        ("{*,0,*2,*3|*,0,*2}", "{0,*,*2,*3|0,*,*2}"),
        ("±{2|1}", "±({2|1})"),
        ("3/2 - ±(1*)", "{5/2*|1/2*}"),
        ("-(^ + *)", "v*"),
    ],
)
def test_other_ways_to_write_a_game(text: str, written: str) -> None:
    assert format_game(parse_game(text)) == written


def test_tiny_is_less_than_every_up() -> None:
    tiny = parse_game("Tiny(1)")
    up = short_game([integer(0)], [nimber(1)])
    assert integer(0) < 9 * tiny < up


def test_options_are_listed_in_the_order_of_nimbers() -> None:
    heaps = ["0", "*", *(f"*{size}" for size in range(2, 12))]
    game = short_game(map(nimber, range(12)), map(nimber, range(11)))
    assert format_game(game) == f"{{{','.join(heaps)}|{','.join(heaps[:-1])}}}"


@pytest.mark.parametrize("size", ["-1", "0", "*", "v", "±1"])
@pytest.mark.parametrize("name", ["Tiny", "Miny"])
def test_tiny_and_miny_are_of_positive_games(name: str, size: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_game(f"1 + {name}({size})")
    assert str(caught.value).endswith(
        f"{name}(x) needs a positive game x; in {name}({size}), x is not positive"
    )


def test_tiny_of_a_positive_game_that_is_no_number() -> None:
    assert parse_game("Tiny(^)") is parse_game("{0||0|v}")


@pytest.mark.parametrize(
    "text",
    ["", " ", "x", "{0", "{0}", "{0|1|2}", "{0||1||2}", "1+", "1/0", "±", "Tiny()", "Tiny", "(1",
     "1)", "{0|1,}", "{,|}", "{" * 300],
)  # fmt: skip
def test_what_is_no_game(text: str) -> None:
    with pytest.raises(InputError):
        parse_game(text)


def test_nesting_has_a_limit() -> None:
    assert parse_game("(" * 50 + "1" + ")" * 50) is integer(1)
    with pytest.raises(InputError, match="nested at most 100 levels deep"):
        parse_game("(" * 200 + "1" + ")" * 200)
    with pytest.raises(InputError, match="nested at most 100 levels deep"):
        parse_game("{" * 200 + "|" + "}|" * 199 + "}")
