"""Games as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from support.rulesets import short_games

from gamekit import InputError
from gamekit.cgt import ShortGame, format_game, integer, nimber, parse_game, short_game
from gamekit.cgt.partizan.short_games import nus
from gamekit.errors import LimitError


@pytest.mark.slow
@given(short_games(8))
def test_games_are_read_as_they_are_written(game: ShortGame) -> None:
    assert parse_game(format_game(game)) is game


@pytest.mark.parametrize(
    "text",
    ["0", "-3", "1/2", "-3/4", "^", "v2", "*", "*3", "^*", "v3*2", "1^2*", "-1/2*", "±1", "±{*,^}", "±({2|1})",
     "{2|-1/2}", "{0|-2}", "Tiny(2)", "Miny(1)", "2Tiny(2)", "-1Miny(2)", "{1||0|-1}", "{2|1||-1|-3}", "{3|||2||1|0}",
     "{{3||2|1|||0||||-1}|-2}", "±(1*)", "±(1^)", "±{1,{2|1}}",
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
        ("{2|{1|0}}", "{2||1|0}"),
        ("+-1", "±1"),
        ("+-{*,^}", "±{*,^}"),
        ("±(*, ^)", "±{*,^}"),
        ("1 + +-1", "{2|0}"),
        ("{1^|-1v}", "±(1^)"),
        ("∗", "*"),
        ("1∗2", "1*2"),
        ("^^*", "^2*"),
        ("vvv", "v3"),
        ("2.^", "^2"),
        ("-3.*2", "*2"),
        ("3.±1", "±1"),
        ("1 + 3.+-1", "{2|0}"),
        ("2.{1|0}", "1"),
        ("^<1>", "^"),
        ("^<2>", "{0|v*}"),
        ("^[2]", "{^|*}"),
        ("v[2]", "{*|v}"),
        ("^[4]", "{^|*||*|||*}"),  # CGSuite 2: the uptimal expansion of {0|*||*|||*||||*} is 0.1111
        ("* + ^ + 2.^<2>", "{0||0|v*}"),  # and that of {0||0|v*} is *.12
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
     "1)", "{0|1,}", "{,|}", "{" * 300, "2.", "2.-1", "+-", "±±1", "^[", "^[x]", "^<", "1+-1", "^ +-1"],
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
    bars = "{0" + "".join("|" * count + "0" for count in range(1, 300)) + "}"
    for deep in ("1." * 3000 + "1", "1." * 3000 + "^", bars):
        with pytest.raises(InputError, match="nested at most 100 levels deep"):
            parse_game(deep)


def test_numbers_and_copies_have_a_limit() -> None:
    smallest = f"1/{2**1024}"
    assert format_game(parse_game(smallest)) == smallest
    assert parse_game(f"{10**9}.^") is nus(0, 10**9)
    with pytest.raises(LimitError, match="at most 1,000 digits"):
        parse_game("1" * 5000)
    with pytest.raises(
        LimitError, match=r"at most 1,000,000 copies; '10000000.Tiny\(1\)' has 10000000; write"
    ):
        parse_game("10000000.Tiny(1)")


@pytest.mark.parametrize(
    ("text", "written"), [("1.5", "write 3/2"), ("-0.5", "write 1/2"), ("2.1/2", "such as 3/2")]
)
def test_a_decimal_is_not_taken_for_copies(text: str, written: str) -> None:
    with pytest.raises(
        InputError, match=f"a number must be written as a fraction, without a point: {written}"
    ):
        parse_game(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [("−1½", "-3/2"), ("1 − ⅜", "5/8"), ("3⁄4", "3/4"), ("1/2.^", "{^2*|v*}"),
     ("½.v", "{^*|v2*}"), ("3/4.v", "-3/4.^")],
)  # fmt: skip
def test_signs_of_print_and_fractions_of_games(text: str, same: str) -> None:
    assert parse_game(text) is parse_game(same)


@pytest.mark.parametrize("text", ["1/2.*", "3/2.{1|-1}"])
def test_a_fraction_of_a_game_that_is_confused_with_zero(text: str) -> None:
    with pytest.raises(
        InputError, match=r"a fraction of a game, as in 1/2.*, needs one that is positive or negative"
    ):
        parse_game(text)


def test_a_loopy_game_is_no_short_game() -> None:
    for text in ("on", "5over", "{0|pass}", "a{0|a}", "1 & 0"):
        with pytest.raises(InputError, match="can go on for ever; parse_loopy_game reads such games"):
            parse_game(text)


def test_a_switch_is_not_taken_for_a_difference() -> None:
    """`+-1` is a switch in CGSuite and pycgt; `1+-1` is refused, because it could be read either way."""
    assert parse_game("+-1") is parse_game("±1")
    with pytest.raises(InputError, match=r"write \+ ±x, or - x; '1\+-1' has \+-1 beside another term"):
        parse_game("1+-1")


@pytest.mark.parametrize("power", [0, 33])
def test_powers_of_up_have_a_limit(power: int) -> None:
    for text in (f"^[{power}]", f"v<{power}>"):
        with pytest.raises(InputError, match=f"a power of up must be from 1 to 32; it is {power}"):
            parse_game(text)


def test_a_style_has_a_name() -> None:
    for game in (nimber(2), 3):
        with pytest.raises(InputError, match="called 'cgsuit'; did you mean 'cgsuite'"):
            format_game(game, style="cgsuit")  # type: ignore[arg-type]


# --- as CGSuite writes it -----------------------------------------------------------------------------------------


@given(short_games(8))
def test_games_are_read_as_they_are_written_for_cgsuite(game: ShortGame) -> None:
    assert parse_game(format_game(game, style="cgsuite")) is game


@pytest.mark.parametrize("power", range(2, 7))
def test_uptimals_are_written_by_their_powers(power: int) -> None:
    for text in (f"^[{power}]", f"v[{power}]", f"^<{power}>", f"v<{power}>"):
        for starred in (text, text + "*"):
            assert format_game(parse_game(starred), style="cgsuite") == starred
    assert sum((parse_game(f"^<{i}>") for i in range(1, power + 1)), integer(0)) is parse_game(f"^[{power}]")


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("±1", "+-1"),
        ("±{1,{2|0}}", "+-{1,{2|0}}"),
        ("1^2*3", "1+^2*3"),
        ("-1/2*", "-1/2+*"),
        ("v3*2", "v3*2"),
        ("1Tiny(2)", "1+Tiny(2)"),
        ("{±1,1/4|-2}", "{1/4,+-1|-2}"),
        ("{2||1|0}", "{2||1|0}"),
    ],
)
def test_a_text_for_cgsuite(text: str, written: str) -> None:
    """CGSuite 2 takes 1^2 for a power and 1*2 for a product, so there is a plus sign after a number."""
    assert format_game(parse_game(text), style="cgsuite") == written
    assert parse_game(written) is parse_game(text)
