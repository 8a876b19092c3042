"""Tables of values: published ones, all their forms, searches in them, and what is kept of them."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import load_ruleset, tabulate
from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.kinds.value_kind import ValueKind
from gamekit.cgt.tabulation import Question, Row, matches, rows_of, valued
from gamekit.cgt.templates import Template
from gamekit.game.rules_files import VARIABLE

BOARDS = ("tabulate", "domineering", "{m*n*.}", "-r", "m=1-2", "-r", "n=1-3")

HEAP = """
from gamekit.cgt import ImpartialRuleset

class Heap(ImpartialRuleset[int]):
    def start(self):
        return 1

    def options(self, heap):
        return range(heap)

    def parse(self, text):
        return int(text)
"""


def test_domineering_is_tabulated_as_it_is_published() -> None:
    """Berlekamp, Conway, Guy, "Winning Ways", chapter 5."""
    grid = tabulate("domineering", "{m*n*.}", {"m": range(1, 4), "n": range(1, 4)})
    assert grid.is_grid
    assert grid.cells() == [
        ["m\\n", "1", "2", "3"],
        ["1", "0", "-1", "-1"],
        ["2", "1", "±1", "{2|-1/2}"],
        ["3", "1", "{1/2|-2}", "±1"],
    ]


def test_cram_is_tabulated_by_its_grundy_values() -> None:
    """2×n is worth 0 for even n and 1 for odd n; 3×n is worth 1, 1, 0 for n from 1 on."""
    cells = tabulate("cram", "{m*n*.}", {"m": [2, 3], "n": [1, 2, 3]}).cells()
    assert cells[1:] == [["2", "1", "0", "1"], ["3", "1", "1", "0"]]


def test_all_positions_of_a_size_are_listed() -> None:
    table = tabulate("clobber", "???", signs="xo.")
    assert len(table.rows) == 27
    worth_up = [row.position for row in table.rows if matches(row, {"value": "{0|*}"})]
    assert worth_up == ["xxo", "oxx"]
    hot = [row.position for row in table.rows if matches(row, {"temperature": "0/1", "outcome": "N"})]
    assert set(hot) >= {"xox", "xo.", ".xo"}
    assert not matches(table.rows[0], {"nothing": "1"})


@pytest.mark.slow
def test_processes_find_the_same_values() -> None:
    rows = rows_of(Template("{n*t}.{n*f}"), {"n": [1, 2, 3]})
    question = Question("toads-and-frogs")
    assert list(valued(question, rows, workers=2)) == list(valued(question, rows))


def test_a_ruleset_that_is_an_object_is_tabulated() -> None:
    domineering = load_ruleset("domineering")
    table = tabulate(domineering, "{m*n*.}", {"m": [1, 2], "n": [1, 2]})
    assert table == tabulate("domineering", "{m*n*.}", {"m": [1, 2], "n": [1, 2]})
    with pytest.raises(InputError, match="Domineering is an object, which has its own; leave parameters out"):
        tabulate(domineering, "..", parameters={"board": ".."})


def test_a_limit_leaves_a_question_mark() -> None:
    question = Question("domineering", max_positions=10, seconds=5)
    small, large = valued(question, rows_of(Template("{n*n*.}"), {"n": [1, 4]}))
    assert (small.shown("value"), large.facts, large.shown("value")) == ("0", None, "?")


@pytest.mark.parametrize(
    ("text", "ranges", "signs", "part"),
    [
        ("{n}", {}, "", "depends on n, so ranges must be for n; they are for none"),
        ("3", {"n": [1]}, "", "depends on no number"),
        ("?", {}, "", "a position with wildcards needs signs"),
        ("x", {}, "xo", "signs are for the wildcards"),
        ("{n*?}", {"n": [30]}, "xo", "at most 1,000,000 positions"),
    ],
)
def test_tables_that_are_refused(text: str, ranges: dict[str, list[int]], signs: str, part: str) -> None:
    with pytest.raises(InputError, match=part):
        rows_of(Template(text), ranges, signs)


# --- forms --------------------------------------------------------------------------------------------------------


def test_a_table_has_five_forms() -> None:
    table = tabulate("domineering", "{m*n*.}", {"m": [2], "n": [2, 3]})
    assert table.text() == "m\\n  2   3\n2    ±1  {2|-1/2}"
    assert table.csv() == "m\\n,2,3\n2,±1,{2|-1/2}"
    assert table.markdown() == "| m\\n | 2 | 3 |\n| --- | --- | --- |\n| 2 | ±1 | {2&#124;-1/2} |"
    assert r"2 & $\pm 1$ & $\{2\mid -\frac{1}{2}\}$ \\" in table.latex()
    shown = ET.fromstring(table._repr_html_())
    assert [cell.text for cell in shown.iter("td")] == ["2", "±1", "{2|-1/2}"]


def test_only_games_become_formulas() -> None:
    heaps = tabulate("nim", "2 {n}", {"n": [1]}).latex()
    assert r"1 & 2 1 & $3$ & N \\" in heaps
    assert r"1 & 1 & 1\textasciicircum{}031 & P" in tabulate("nim", "{n}", {"n": [1]}, kind="genus").latex()


def test_a_genus_is_compared_as_text() -> None:
    (row,) = tabulate("nim", "{n}", {"n": [2]}, kind="genus").rows
    assert matches(row, {"value": row.shown("value")})
    assert not matches(row, {"value": "^20 + 2"})


def test_a_game_is_compared_with_games_alone() -> None:
    (row,) = tabulate("nim", "{n}", {"n": [2]}).rows
    assert matches(row, {"value": "1 + 1", "kind": "grundy"})
    with pytest.raises(InputError, match="a game must be written as in"):
        matches(row, {"value": "two"})


@pytest.mark.parametrize(
    ("more", "part"),
    [
        ({"workers": 0}, "workers must be at least 1; it is 0"),
        ({"fact": "outcom"}, "has a fact called 'outcom'; did you mean 'outcome'"),
    ],
)
def test_arguments_that_are_refused(more: dict[str, Any], part: str) -> None:
    with pytest.raises(InputError, match=part):
        tabulate("nim", "2 {n}", {"n": [1]}, **more)


def test_a_list_has_a_line_for_each_position() -> None:
    table = tabulate("toads-and-frogs", "{n*t}.{n*f}", {"n": [1, 2]}, fact="temperature")
    assert table.cells() == [
        ["n", "position", "value", "outcome", "temperature"],
        ["1", "t.f", "*", "N", "0"],
        ["2", "tt.ff", "*", "N", "0"],
    ]


# --- the command --------------------------------------------------------------------------------------------------


def test_the_verb_shows_a_grid_and_data() -> None:
    assert call(*BOARDS).out == "m\\n  1  2   3\n1    0  -1  -1\n2    1  ±1  {2|-1/2}\n"
    assert "-1  1   5/4" in call(*BOARDS, "--show", "temperature").out
    rows = call(*BOARDS, "--json").json["rows"]
    assert all(row["facts"]["verified"] for row in rows)
    assert [row["numbers"] for row in rows][:2] == [{"m": 1, "n": 1}, {"m": 1, "n": 2}]
    assert call(*BOARDS, "--where", "value=+-1", "--format", "csv").out == "m\\n,2\n2,±1\n"


def test_kept_values_are_not_found_again(tmp_path: Path) -> None:
    file = tmp_path / "boards.values"
    first = call(*BOARDS, "--save", str(file))
    header, *lines = file.read_text().splitlines()
    assert (json.loads(header)["gamekit_values"], len(lines)) == ("domineering", 6)
    file.write_text(
        "\n".join([header, *lines[:3], lines[3].replace('"-', '"7-')])
    )  # so that it shows what is read
    again = call(*BOARDS, "--save", str(file))
    assert again.status == 0
    assert len(file.read_text().splitlines()) == 7
    file.write_text("\n".join([header, *lines[:2]]))
    assert call(*BOARDS, "--save", str(file)).out == first.out
    other = call("tabulate", "cram", "{m*n*.}", "-r", "m=1", "-r", "n=1", "--save", str(file))
    assert_refused(other)
    assert "keeps values of another ruleset, or of another kind" in other.err


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("no table", ": line 2 is not JSON: Expecting value at column 1"),
        ('{"position": "..", "facts": {"value": NaN}}', ": line 2 is not good JSON: NaN is not valid JSON"),
        ('{"position": "..", "position": "."}', ": line 2 is not good JSON: the key 'position' occurs twice"),
        ('{"position": ".."}', ""),
        ("5", ""),
    ],
)
def test_kept_values_are_read_strictly(tmp_path: Path, line: str, why: str) -> None:
    file = tmp_path / "boards.values"
    header = {"gamekit_values": "domineering", "parameters": {"board": "...|..."}, "kind": None}
    file.write_text(f"{json.dumps(header)}\n{line}\n")
    refused = f"{file} is not a file of `gamekit tabulate --save`{why}; --force overwrites it"
    assert_refused(call(*BOARDS, "--save", str(file)), refused)


def test_a_shorter_run_loses_no_kept_values(tmp_path: Path) -> None:
    file = tmp_path / "heaps.values"
    for numbers in ("n=1-6", "n=1-2", "n=6-8"):
        assert call("tabulate", "nim", "{n}", "-r", numbers, "--save", str(file)).status == 0
    _, *lines = map(json.loads, file.read_text().splitlines())
    assert [line["position"] for line in lines] == list("12345678")
    assert all(line["facts"]["value"] == line["position"] for line in lines)


def test_values_of_a_file_of_rules_are_not_kept_after_a_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.chdir(tmp_path)
    rules = tmp_path / "heap.py"
    rules.write_text(HEAP)
    command = ("tabulate", "heap.py:Heap", "{n}", "-r", "n=1-2", "--save", "heap.values")
    assert [call(*command).status for _ in range(2)] == [0, 0]
    rules.write_text(f"{HEAP}# changed\n")
    changed = call(*command)
    assert_refused(changed)
    assert "keeps values of another ruleset, of its file before a change, or of another kind" in changed.err
    assert call(*command, "--force").status == 0


def test_what_was_not_found_is_said() -> None:
    result = call("tabulate", "domineering", "{n*n*.}", "-r", "n=1-4", "--max-positions", "30")
    assert (result.status, "1 position of 4 had no value within the limits" in result.err) == (3, True)
    assert "....|....|....|....  ?" in result.out


@pytest.mark.parametrize(
    ("arguments", "part"),
    cases(
        quick=[
            (("domineering", "{n*.}"), "ranges must be for n"),
            (("domineering", "{n*.}", "-r", "n=3-1"), "two numbers in order"),
            (("domineering", "{n*.}", "-r", "n=x"), "two numbers in order"),
            (
                ("domineering", "{n*.}", "-r", "n=1", "--where", "value"),
                "--where must be followed by FACT=TEXT",
            ),
            (("nim", "{n}", "-r", "n=1-3", "-r", "n=2-2"), "each letter must have one range; n has two"),
            (("domineering", "{n*x}", "-r", "n=1"), "is not a position of Domineering"),
            (("nosuch", "{n}", "-r", "n=1"), "no ruleset is called 'nosuch'"),
            (
                ("nim", "{n}", "-r", "n=1", "--show", "outcom"),
                "has a fact called 'outcom'; did you mean 'outcome'?",
            ),
        ],
        slow=[
            (
                ("nim", "{n}", "-r", "n=1", "--where", "mean=1"),
                "none of the positions has a fact called 'mean'",
            )
        ],
    ),
)
def test_commands_that_are_refused(arguments: tuple[str, ...], part: str) -> None:
    result = call("tabulate", *arguments)
    assert_refused(result)
    assert part in result.err


@pytest.mark.parametrize("kind", [*KINDS, "none of these", []])
def test_a_value_is_read_as_a_game_if_its_kind_says_so(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    row = Row({}, "x", {"kind": kind, "value": "1/2", "outcome": "N"})
    is_game = kind in [*KINDS] and kind_called(kind).is_game
    assert ((row.game("value") is not None), row.game("outcome")) == (is_game, None)
    monkeypatch.setattr(ValueKind, "is_game", True)  # as a new kind may say
    assert (row.game("value") is not None) == (kind in [*KINDS])
