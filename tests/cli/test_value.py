"""`gamekit value`: its report, its exit statuses, and the rulesets of plugins."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import Countdown, Result, assert_refused, call, plugins
from support.rulesets import AnyImpartial, AnyPartizan

from gamekit.cgt import ImpartialRuleset
from gamekit.cgt.registry import RULESETS, load_ruleset, ruleset_class
from gamekit.errors import PluginError
from gamekit.game.registry import registered
from games.rulesets.nim import Nim


class Endless(ImpartialRuleset[int]):
    """Walk up for ever."""

    def start(self) -> int:
        return 0

    def options(self, position: int) -> list[int]:
        return [position + 1]


class Wrong(Nim):
    """Nim, but heaps of one counter are said to be gone."""

    def parts(self, position: tuple[int, ...]) -> list[tuple[int, ...]]:  # type: ignore[override]
        return [(heap,) for heap in position if heap != 1]


def says(result: Result, part: str) -> None:
    """Check that bad input was refused, in a sentence with this part."""
    assert_refused(result)
    assert part in result.err


def test_the_report_for_people() -> None:
    result = call("value", "nim", "3 4 5")
    assert (result.status, result.err) == (0, "")
    assert result.out == (
        "position       3 4 5\nvalue          Grundy value 2\noutcome        N: whoever moves first wins\n"
        "winning moves  take 2 from a heap of 3\n"
        "proof          verified: all 19 positions; the symmetry was tried in 135 positions\n"
    )


def test_the_report_for_programs() -> None:
    found = call("value", "kayles", "--json").json
    assert found == {
        "ruleset": "kayles",
        "parameters": {"heaps": [10]},
        "position": "10",
        "kind": "grundy",
        "value": 2,
        "about": {},
        "outcome": "N",
        "winning": {key: ["1 8", "2 7", "3 6", "4 4"] for key in ("left", "right")},
        "undecided": 0,
        "by": "walk",
        "positions": found["positions"],
        "verified": True,
    }


def test_parameters_are_read_as_those_of_games() -> None:
    assert call("value", "nim", "--input", "-", "--json", stdin="[6, 5]").json["value"] == 3
    says(
        call("value", "nim", "--input", "-", stdin="null"), "parameters must be a JSON object; they are null"
    )
    says(call("value", "nim", "--input", "-", stdin="{}}"), "stdin")
    says(call("value", "nym"), "no ruleset is called 'nym'; did you mean 'nim'?")


def test_an_octal_code_stands_for_its_game() -> None:
    assert call("value", "0.137", "9 4").out == call("value", "octal", "9 4", "-p", "code=0.137").out
    says(call("value", "0.F", "3"), "use take-and-break -p code=0.F")


def test_kinds() -> None:
    assert call("value", "nim", "1 1 1", "--kind", "misere", "--json").json["outcome"] == "P"
    found = call("value", "nim", "1 2", "--kind", "outcome", "--json").json
    assert (found["value"], found["winning"]["right"], found["verified"]) == ("N", ["1 1"], True)


def test_canonical_forms_are_the_default_for_partizan_rulesets() -> None:
    found = call("value", "domineering", "...|...", "--json").json
    assert (found["kind"], found["value"], found["outcome"]) == ("canonical", "{2|-1/2}", "N")
    assert found["about"] == {
        "mean": "3/4",
        "temperature": "5/4",
        "left stop": "2",
        "right stop": "-1/2",
        "birthday": 3,
        "reduced canonical form": "{2|-1/2}",
        "LaTeX": r"\{2\mid -\frac{1}{2}\}",
    }
    assert found["winning"] == {"left": [".#.|.#."], "right": ["##.|...", ".##|...", "...|##.", "...|.##"]}
    assert "temperature    5/4" in call("value", "domineering", "...|...").out
    assert call("value", "nim", "2 1", "--kind", "canonical", "--json").json["value"] == "*3"


def test_loopy_values_are_the_default_where_play_can_go_on_for_ever() -> None:
    found = call("value", "digraph", "1 2", "--json").json
    assert (found["kind"], found["value"], found["outcome"], found["verified"]) == ("loopy", "∞()", "D", True)
    result = call("value", "digraph", "1")
    assert "loopy value ∞(0)" in result.out
    assert "N: whoever moves first wins" in result.out
    assert "winning moves  1 → 0" in result.out
    assert "D: neither player can force a win" in call("value", "digraph", "1 1").out


def test_a_search_says_so() -> None:
    rows = call("value", "clobber", "xoxo|oxox", "--by", "search").out
    assert "value          outcome class N\n" in rows
    assert "found by       search, which met " in rows
    assert call("value", "cram", "--by", "search", "--json").json["by"] == "search"
    says(
        call("value", "nim", "--kind", "misere", "--by", "search"),
        "a search can find only values of the kinds grundy and outcome",
    )


def test_many_winning_moves_are_counted() -> None:
    assert "and 5 more" in call("value", "kayles", "100").out


def test_bad_input_gets_a_sentence() -> None:
    says(
        call("value", "nim", "three"),
        "not a position of Nim: heaps are written as numbers of at most 9 digits, such as 3 4 5; not 'three'\n",
    )
    result = call("value", "nim", "9 9 8", "--max-positions", "5")
    assert (result.status, result.out) == (3, "")
    assert "the search has met more than 5 positions of Nim" in result.err
    result = call("value", "nim", "9 9 8", "--max-positions", "5", "--by", "walk")
    assert (result.status, result.out) == (3, "")
    assert "more than 5 followers" in result.err


@pytest.mark.parametrize(
    ("ruleset", "text"), [("hackenbush", "l" * 10_000), ("clobber", "lx" * 5_000), ("nim", "x " * 5_000)]
)
def test_a_long_text_is_cut_in_the_error(ruleset: str, text: str) -> None:
    refused = call("value", ruleset, text)
    says(refused, "...")
    assert len(refused.err) < 300


def test_rulesets_of_plugins() -> None:
    with plugins(rulesets={"endless": Endless, "wrong": Wrong, "duel": AnyPartizan, "set": AnyImpartial}):
        found = call("list", "--json").json["rulesets"]
        assert {"endless", "wrong", "nim"} <= set(found)
        result = call("value", "endless", "--max-positions", "50")
        assert result.status == 3
        wrong = call("value", "wrong", "1 2")
        assert wrong.status == 1
        assert "NOT VERIFIED: " in wrong.out
        duel = call("value", "duel", "--input", "-", stdin="[[[], []], [[0], []]]")
        assert "L: Left wins, whoever moves first" in duel.out
        assert "Left wins by   0" in duel.out
        refused = call("value", "duel", "--input", "-", "--kind", "grundy", stdin="[[[], []]]")
        says(refused, "are for impartial rulesets, and AnyPartizan is partizan")
        loop = call("value", "set", "--input", "-", "--kind", "grundy", stdin="[[1], [0]]")
        says(loop, "for games without loops, and play of AnyImpartial can return to 1")


def test_a_game_is_no_ruleset() -> None:
    with (
        plugins(rulesets={"countdown": Countdown}),
        pytest.raises(PluginError, match=r"\(plugged:found_0\) is not a subclass of gamekit.cgt.Ruleset"),
    ):
        ruleset_class("countdown")


@pytest.mark.parametrize("name", registered(RULESETS))
def test_bundled_rulesets_have_examples(name: str) -> None:
    cls = ruleset_class(name)
    assert load_ruleset(name) == load_ruleset(name, cls.example)
    assert cls.example
    assert cls.__doc__


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (
            ["value", "nim", "3 4 5"],
            "nim 3 4 5: Grundy value 2 (verified: all 19 positions; the symmetry was tried in 135 positions)",
        ),
        (["value", "nim", "1", "--no-verify"], "nim 1: Grundy value 1 (not verified)"),
        (["sum", "nim:1", "nim:1", "--no-verify"], "P: whoever moves second wins (not verified)"),
        (["sum", "0.77:10 3"], "N: whoever moves first wins"),
    ],
)
def test_brief_is_one_line(arguments: list[str], line: str) -> None:
    assert call(*arguments, "--brief").out == line + "\n"


@pytest.mark.parametrize("verb", [["value", "nim"], ["sum", "nim:1"]])
def test_brief_and_json_exclude_each_other(verb: list[str]) -> None:
    says(call(*verb, "--brief", "--json"), "--json and --brief exclude each other")


# --- games of the algebra -----------------------------------------------------------------------------------------


def test_a_derivation_says_why_options_do_not_matter() -> None:
    shown = call("value", "domineering", "...|...", "--derivation")
    assert "Left drops     a2-a1: ±1 is dominated by 2; c2-c1: ±1 is dominated by 2\n" in shown.out
    assert "Right drops    none\n" in shown.out
    found = call("value", "hackenbush", "lrrl e(l)r", "--derivation", "--json").json
    assert found["dropped"]["left"]["cut edge 6"] == "3/8v* is reversible through 3/8*"
    assert "dropped" not in call("value", "domineering", "...|...", "--json").json
    says(
        call("value", "kayles", "5", "--derivation"),
        "this value is of the kind grundy; ask for --kind canonical",
    )
    says(call("value", "col", "--derivation", "--brief"), "--brief and --derivation exclude each other")


def test_an_expression_is_valued_without_a_ruleset(tmp_path: Path) -> None:
    file = tmp_path / "claim.json"
    found = call("value", "--game", "{2||1|0} + ^2*", "--json", "--save", str(file)).json
    assert (found["ruleset"], found["value"], found["verified"]) == ("form", "{2^2*||1^2*|^2*}", True)
    assert found["about"] | {"mean": "5/4", "temperature": "3/4", "birthday": 6} == found["about"]
    assert "verified: all" in call("verify", str(file)).out


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        ((), "name a RULESET, or a game of the algebra with --game"),
        (("nim", "--game", "1"), "--game takes the place of RULESET, POSITION and parameters"),
        (("--game", "1", "-p", "heaps=2"), "--game takes the place of RULESET, POSITION and parameters"),
        (("--game", "{2|"), "every brace and parenthesis must be closed; a } is missing in '{2|'"),
        (("--game", "1+-1"), "+- is a switch"),
        (("form", "x"), "a game must be written as in {0|*}"),
    ],
)
def test_expressions_that_are_refused(arguments: tuple[str, ...], part: str) -> None:
    result = call("value", *arguments)
    assert_refused(result)
    assert part in result.err
