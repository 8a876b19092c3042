"""What people type in their first week, and what they once got for it: an error of Python, or a silent other thing."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import assert_refused, call

from gamekit import InputError
from gamekit.cgt import (
    HeapTable,
    Ruleset,
    atomic_weight,
    birthday,
    canonical_form,
    cooled,
    down,
    dyadic,
    find_period,
    format_game,
    format_latex,
    genus,
    grundy_sequence,
    grundy_value,
    heated,
    integer,
    is_all_small,
    load_ruleset,
    loopy_value,
    mean,
    miny,
    misere_quotient,
    nimber,
    ordinal_sum,
    outcome_class,
    parse_game,
    parse_loopy_game,
    reduced_canonical_form,
    short_game,
    star,
    temperature,
    thermograph,
    tiny,
    winning_options,
)
from gamekit.cgt.valuation import valuate
from games.hex import Hex

# --- numbers stand for games --------------------------------------------------------------------------------------


def test_a_number_stands_for_the_game_that_it_is_wherever_a_game_is_wanted() -> None:
    assert short_game([1], [-1]) is parse_game("±1")
    assert short_game([Fraction(1, 2)], []) is integer(1)
    assert (mean(1), temperature(Fraction(1, 2)), birthday(3)) == (1, Fraction(-1, 2), 3)
    assert thermograph(2).mean == 2
    assert (cooled(1, 1), heated(1, 1), ordinal_sum(1, -1)) == (1, 1, Fraction(1, 2))
    assert (reduced_canonical_form(1), atomic_weight(0), is_all_small(1)) == (1, 0, False)
    assert (format_game(1), format_latex(Fraction(1, 2))) == ("1", r"\frac{1}{2}")


@pytest.mark.parametrize(
    "function", [mean, temperature, birthday, thermograph, is_all_small, atomic_weight, tiny]
)
def test_what_is_no_game_is_refused(function: Any) -> None:
    rule = "a game must be a ShortGame, an integer or a dyadic Fraction; this is "
    with pytest.raises(InputError, match=rf"{rule}'\^'; parse_game reads texts"):
        function("^")
    with pytest.raises(InputError, match=rf"{rule}0.5$"):
        function(0.5)
    with pytest.raises(InputError, match=rf"{rule}None$"):
        short_game([None], [])  # type: ignore[list-item]


def test_games_have_names_in_texts_too() -> None:
    assert parse_game("up + star - 2.down") is parse_game("^3*")
    assert parse_game("tiny(1) + miny({2|1})") is parse_game("Tiny(1) + Miny({2|1})")
    assert parse_loopy_game("{0|pass} + up") == parse_loopy_game("over")
    assert parse_loopy_game("upon + up") > parse_loopy_game("upon")
    for read, text in (parse_game, "up + x"), (parse_loopy_game, "over + up + x"):
        with pytest.raises(InputError, match=f"'{re.escape(text)}' is wrong at 'x'$"):
            read(text)


def test_a_switch_of_loopy_games_is_read() -> None:
    for text, same in ("±over", "{over|under}"), ("+-on", "{on|off}"), ("1 + ±(over + 1)", "{2over|under}"):
        assert parse_loopy_game(text) == parse_loopy_game(same)
    with pytest.raises(InputError, match=r"'over\+-1' is wrong at '\+-1'"):
        parse_loopy_game("over+-1")


def test_values_are_padded_in_tables() -> None:
    over = parse_loopy_game("over")
    assert (f"{star:>3}", f"{over:<5}|", f"{over.onside:>5}") == ("  *", "over |", " over")


def test_loopy_games_are_confused_too() -> None:
    on = parse_loopy_game("{1|pass} - 1")
    assert parse_loopy_game("{on|off}").confused_with(0)
    assert not on.confused_with(star)


@pytest.mark.parametrize("number", ["3", 2.0, None])
def test_integers_and_heaps_are_integers(number: Any) -> None:
    with pytest.raises(InputError, match=r"n in integer\(n\) must be an integer; it is"):
        integer(number)
    with pytest.raises(InputError, match="the size of a nim heap must be an integer of at least 0; it is"):
        nimber(number)
    with pytest.raises(InputError, match="a dyadic number must be a Fraction"):
        dyadic("1/2")  # type: ignore[arg-type]


def test_a_nim_heap_is_not_smaller_than_nothing() -> None:
    with pytest.raises(InputError, match="of at least 0; it is -1"):
        nimber(-1)


def test_a_dyadic_number_by_numerator_and_denominator() -> None:
    assert dyadic(3, 8) == Fraction(3, 8)
    assert dyadic(-1, 2) is parse_game("-1/2")
    for numbers in ((1, 0), (1, 3), (0.5, 2)):
        with pytest.raises(InputError):
            dyadic(*numbers)  # type: ignore[arg-type]


@pytest.mark.parametrize("integer_type", [np.uint8, np.int64])
def test_integers_of_other_libraries_stand_for_games(integer_type: Any) -> None:
    three = integer_type(3)
    assert short_game([three], [integer_type(100)]) is integer(4)
    assert dyadic(three, integer_type(8)) == Fraction(3, 8)
    assert (mean(three), three + star, star - three) == (3, parse_game("3*"), parse_game("-3*"))
    assert parse_loopy_game("over") + three == parse_loopy_game("3over")
    assert integer(3) == three
    assert star < three


def test_games_are_read_from_texts_alone() -> None:
    with pytest.raises(InputError, match=r"parse_game reads a text, such as '\{0\|\*\}'; this is 3"):
        parse_game(3)  # type: ignore[arg-type]


def test_stops_and_numbers_are_fractions() -> None:
    game = parse_game("{2|-1/2}")
    assert (game.left_stop, game.right_stop, game.number) == (2, Fraction(-1, 2), None)
    assert (parse_game("3/4^*").number, parse_game("^").number) == (Fraction(3, 4), 0)


@pytest.mark.parametrize(
    ("text", "is_true"), [("0", False), ("1", True), ("*", True), ("^", True), ("±1", True), ("-1/2", True)]
)
def test_zero_alone_is_false(text: str, is_true: bool) -> None:
    assert bool(parse_game(text)) == is_true


def test_functions_of_a_game_are_attributes_too() -> None:
    game = parse_game("{^2|v}")
    assert (game.atomic_weight, game.is_all_small, game.is_infinitesimal) == (Fraction(1, 2), True, True)
    assert (parse_game("{2|1*}").reduced, parse_game("1^").is_infinitesimal) == (parse_game("{2|1}"), False)
    assert (down, miny(2)) == (parse_game("v"), parse_game("Miny(2)"))


def test_an_integer_becomes_an_int() -> None:
    assert int(integer(-3)) == -3
    for text in ("1/2", "*", "{2|1}"):
        with pytest.raises(InputError, match=r"only an integer can become an int, and .* is not an integer"):
            int(parse_game(text))


@pytest.mark.parametrize("sides", [(1, 2), ([1], None)])
def test_options_are_listed(sides: Any) -> None:
    with pytest.raises(InputError, match=r"as in short_game\(\[0\], \[1\]\); these are"):
        short_game(*sides)


# --- positions and parameters -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "function",
    [
        grundy_value,
        outcome_class,
        canonical_form,
        loopy_value,
        genus,
        misere_quotient,
        winning_options,
        valuate,
    ],
)
def test_a_text_in_place_of_a_position_is_not_blamed_on_the_ruleset(function: Any) -> None:
    ruleset: Ruleset[Any] = load_ruleset("nim", [3, 4])
    with pytest.raises(
        InputError, match=r"position of Nim must be a tuple, such as \(3, 4\); this is the text '3 4'"
    ):
        function(ruleset, "3 4")


@pytest.mark.parametrize("position", [5, 2.5, [3, 63]])
def test_a_position_of_another_type_is_not_blamed_on_the_ruleset(position: Any) -> None:
    ruleset: Ruleset[Any] = load_ruleset("domineering")
    with pytest.raises(
        InputError, match=r"a position of Domineering must be a tuple, such as \(.*; this is "
    ):
        canonical_form(ruleset, position)


def test_a_position_of_another_type_is_taken_if_the_ruleset_takes_it() -> None:
    assert grundy_value(load_ruleset("kayles", [5]), [5]) == 4


def test_arrays_are_read_where_lists_are() -> None:
    assert load_ruleset("nim", np.array([3, 4])) == load_ruleset("nim", {"heaps": np.array([3, 4])})
    assert load_ruleset("nim", np.array([3, 4])) == load_ruleset("nim", [3, 4])
    graph = np.array([[1], [0]])
    assert load_ruleset("node-kayles", {"graph": graph}) == load_ruleset("node-kayles", {"graph": [[1], [0]]})
    with pytest.raises(InputError, match="heaps must be a list; it is 3"):
        load_ruleset("nim", {"heaps": np.array(3)})


def test_a_position_that_is_a_text_is_taken_as_it_is() -> None:
    assert canonical_form(load_ruleset("toads-and-frogs"), "t.f") is parse_game("*")


@pytest.mark.parametrize("number", [np.uint16(3), np.int64(3)])
def test_integers_of_numpy_are_integers(number: Any) -> None:
    assert load_ruleset("nim", [number, 4]) == load_ruleset("nim", {"heaps": [3, number + 1]})
    assert type(load_ruleset("nim", [number]).start()[0]) is int
    assert HeapTable("0.77", 20).analyse([number]) == HeapTable("0.77", 20).analyse([3])
    assert len(grundy_sequence("0.77", number)) == 4
    assert integer(number) is integer(3)
    assert nimber(number) is nimber(3)


WITHOUT_ATTRS = """
from gamekit.cgt import ImpartialRuleset

class Row(ImpartialRuleset[int]):
    def __init__(self, n=5):
        self.n = n

    def start(self):
        return self.n

    def options(self, n):
        return [n - 1, n - 2][:n]
"""


def test_a_class_without_attrs_is_told_where_parameters_come_from(tmp_path: Path) -> None:
    file = tmp_path / "row.py"
    file.write_text(WITHOUT_ATTRS)
    result = call("value", f"{file}:Row", "-p", "n=3")
    assert_refused(result)
    assert (
        "has no parameter 'n'; it has none: parameters are the fields of a class under @attrs.frozen"
        in result.err
    )


def test_a_parameter_of_a_ruleset_on_a_board_may_be_a_list(tmp_path: Path) -> None:
    file = tmp_path / "lone.py"
    file.write_text(
        """
import attrs
from gamekit.cgt import ImpartialRuleset
from gamekit.layout import BoardRuleset

@attrs.frozen
class Lone(BoardRuleset, ImpartialRuleset):
    beside: list[int] = [1, 0]
    board: str = ".."
    signs = ".#"

    def moves(self, s):
        for node in s.board.where(0):
            if s.board[self.beside[node]] == 0:
                yield node

    def play(self, s, node):
        s.board[node] = 1
"""
    )
    assert "Grundy value 1" in call("value", f"{file}:Lone").out
    assert "Grundy value 1" in call("value", f"{file}:Lone", "-p", "beside=[0,1]", "-p", "board=.#").out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("tabulate", "0.77", "{n}", "-r", "n=5"), "5         4      N"),
        (("sequence", "0.77", "--to", "5", "--kind", "genus"), "4^146"),
        (("sequence", "0.77", "--to", "5", "--kind", "grundy"), "1 2 3 1 4"),
        (("value", ".77", "5", "--brief"), "Grundy value 4"),
        (("sum", ".77:5", "0.07:6"), "4 ⊕ 3"),
    ],
)
def test_an_octal_code_stands_in_place_of_a_ruleset(arguments: tuple[str, ...], part: str) -> None:
    assert part in call(*arguments).out


def test_heaps_that_are_too_large_for_a_walk_are_decided_from_a_table() -> None:
    result = call("value", "0.77", "300", "--max-positions", "5")
    assert_refused(result, status=3)
    assert result.err.endswith("; or decide heaps from a table (gamekit sum '0.77:300')\n")


def test_the_name_of_a_ruleset_is_not_the_ruleset() -> None:
    with pytest.raises(InputError, match=r"gamekit\.cgt\.load_ruleset finds one by its name$"):
        canonical_form("domineering")  # type: ignore[arg-type]


def test_a_game_in_braces_is_a_summand() -> None:
    assert "The sum is ({2|-1}) + (*2)" in call("sum", "{2|-1}", "nim:2").out
    assert "the text is not a position of form: play of 'over'" in call("sum", "form:over", "nim:2").err


def test_a_file_of_rules_is_no_octal_code(tmp_path: Path) -> None:
    (tmp_path / "2.py").write_text(WITHOUT_ATTRS)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(tmp_path)
        for name in "2.py:Row", "./2.py:Row":
            assert call("sequence", name, "--to", "4").out.startswith("1 2 0 1\n")
            assert "1 ⊕ 1 = 0" in call("sum", f"{name}:1", f"{name}:4").out


def test_values_that_recur_without_a_proof_are_said_to_so_far() -> None:
    lasker = call("sequence", "4.3...", "--to", "20").out
    assert "the values so far recur with period 4 and saltus 4 after n = 0" in lasker


def test_facts_that_no_position_has_are_answered_with_those_that_they_have() -> None:
    result = call(
        "tabulate", "clobber", "{m*n*?}", "--signs", "xo", "-r", "m=1", "-r", "n=2", "--where", "value=1"
    )
    assert (result.status, result.out) == (0, "m  n  position  value  outcome\n")
    assert result.err == "none of the 4 positions has value=1; value is one of *, 0\n"


def test_a_board_game_shows_where_it_starts() -> None:
    assert Hex().start() == {"board": "........."}


@pytest.mark.parametrize(
    ("annotation", "why"),
    [("list", "write list[int]"), ("dict", "write dict[str, int]"), ("object", "the annotation object")],
)
def test_an_annotation_that_says_too_little(annotation: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "row.py"
    rules = WITHOUT_ATTRS.replace(
        "    def __init__(self, n=5):\n        self.n = n\n", f"    n: {annotation} = 5\n"
    )
    file.write_text("import attrs\n" + rules.replace("class Row", "@attrs.frozen\nclass Row"))
    result = call("value", f"{file}:Row", "-p", "n=3")
    assert_refused(result)
    assert "n cannot be read: the annotation" in result.err
    assert why in result.err


def test_a_hexadecimal_code_is_not_octal() -> None:
    with pytest.raises(InputError, match=r"0\.F4'; for digits up to F, use take-and-break -p code=0\.F4"):
        grundy_sequence("0.F4", 10)


# --- periods ------------------------------------------------------------------------------------------------------


def test_a_period_takes_twice_its_length_beside_twice_the_first_heap_to_prove() -> None:
    """In kayles n0 = 71, p = 12 and k = 2, so heaps up to 2n0 + 2p + k = 168 have to be computed."""
    assert find_period("0.77", 167) is None
    found = find_period("0.77", 168)
    assert found is not None
    assert len(found.values) == 169
