"""Rules in a file, with no package: on the command line, FILE.py:CLASS stands for a game or a ruleset."""

from __future__ import annotations

import json
import pickle
import sys
from pathlib import Path

import pytest
from support.command import assert_refused, call

from gamekit.errors import UnknownNameError
from gamekit.game import rules_files
from gamekit.game.registry import game_class, load_game
from gamekit.game.rules_files import VARIABLE, class_in_file

MINE = """
from gamekit.cgt import ImpartialRuleset

class Mine(ImpartialRuleset[str]):
    def start(self):
        return "......"

    def options(self, row):
        for i in range(len(row)):
            if "O" not in row[max(i - 1, 0) : i + 2]:
                yield row[:i] + "O" + row[i + 1 :]

TURN = 3

class Other: pass
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, but for a file of rules; what tests name in it is forgotten afterwards."""
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.syspath_prepend(tmp_path / "nowhere")  # so that the path is restored
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text(MINE)
    return tmp_path


@pytest.mark.slow
def test_value_sum_explanation_and_proof() -> None:
    """The values are those of Dawson's Kayles, 0.137: 0, 1, 1, 2, 0, 3, 1 (Guy and Smith 1956)."""
    assert call("value", "mine.py:Mine", "--json").json["value"] == 1
    assert call("value", "mine.py:Mine", ".....", "--json", "--save", "claim.json").json["value"] == 3
    total = call("sum", "mine.py:Mine:.....", "nim:2", "--json").json
    assert (total["values"], total["value"], total["summands"]) == ([3, 2], 1, [".....", "2"])
    explained = call("explain", "mine.py:Mine")
    assert "first wins in 3 plies" in explained.out
    assert call("--rules", "mine.py:Mine", "verify", "claim.json").out == (
        "..... of mine.py:Mine has the Grundy value 3: verified: all 13 positions\n"
    )
    assert call("solve", "mine.py:Mine", "--save", "table").status == 0
    assert call("verify", "table").out.startswith("table: verified: all 21 states")


@pytest.mark.slow
def test_the_class_alone_names_what_an_option_lists(folder: Path) -> None:
    (folder / "two.py").write_text(
        "from games.nim import Nim\nclass Two(Nim):\n    example = {'heaps': [1, 2]}\n"
    )
    rules = ("--rules", "mine.py:Mine", "--rules", "two.py:Two")
    total = call(*rules, "sum", "Mine:.....", "nim:2", "Two", "--json", "--save", "claim.json").json
    assert (total["values"], total["summands"]) == ([3, 2, 3], [".....", "2", "1 2"])
    assert "mine.py:Mine" in Path("claim.json").read_text()
    assert "verified" in call(*rules, "verify", "claim.json").out
    assert call(*rules, "value", "Mine", "--json").json["ruleset"] == "mine.py:Mine"
    assert call(*rules, "solve", "Two", "--json").json["game"] == "two.py:Two"
    assert call(*rules, "value", "nim", "3", "--json").json["ruleset"] == "nim"
    assert call("--rules", "mine.py:Mine", "value", "Two").err.startswith(
        "gamekit: no ruleset is called 'Two'"
    )


def test_a_class_that_two_files_have_is_named_in_full(folder: Path) -> None:
    (folder / "other.py").write_text(MINE)
    rules = ("--rules", "mine.py:Mine", "--rules", "other.py:Mine")
    assert_refused(
        call(*rules, "value", "Mine"),
        "--rules lists more than one Mine; name it in full: mine.py:Mine or other.py:Mine",
    )
    assert call(*rules, "value", "other.py:Mine").status == 0


def test_a_file_is_not_run_because_other_files_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert call("value", "mine.py:Mine", "--save", "claim.json").status == 0
    assert call("solve", "mine.py:Mine", "--save", "table").status == 0
    monkeypatch.setenv(VARIABLE, "")
    for name in [name for name in sys.modules if name.startswith(f"{rules_files.__name__}.")]:
        monkeypatch.delitem(sys.modules, name)
    message = (
        "mine.py:Mine', and gamekit runs a file of rules only if you name it yourself, as in "
        "`gamekit --rules mine.py:Mine VERB ...`"
    )
    summands = json.dumps(["mine.py:Mine:..."])
    for arguments in (
        ("verify", "claim.json"),
        ("verify", "table"),
        ("sum", "--input", summands),
        ("value", "sum", "--input", summands),
    ):
        result = call(*arguments)
        assert_refused(result)
        assert message in result.err
    with pytest.raises(UnknownNameError):
        load_game("mine.py:Mine")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("mine.py", "mine.py is a file; name the class in it, too, as mine.py:CLASS"),
        ("mine.py:Yours", "mine.py has no class Yours; it has Mine, Other"),
        ("mine.py:TURN", "mine.py has no class TURN; it has Mine, Other"),
        (
            "mine.py:Other",
            "mine.py:Other must be a subclass of gamekit.Game or of gamekit.cgt.Ruleset, and is not",
        ),
        ("no.py:Mine", "cannot read no.py: there is no such file"),
        ("wrong.py:Mine", "wrong.py cannot be run: ZeroDivisionError: division by zero (wrong.py, line 1)"),
        ("half.py:Half", "the ruleset half.py:Half does not define options"),
    ],
)
def test_what_is_no_rules(folder: Path, name: str, message: str) -> None:
    (folder / "wrong.py").write_text("1 / 0\n")
    half = "from gamekit.cgt import ImpartialRuleset\nclass Half(ImpartialRuleset):\n    def start(self): return 0\n"
    (folder / "half.py").write_text(half)
    for verb in ("value", "info"):
        assert_refused(call(verb, name), message)
    assert_refused(
        call("--rules", "mine", "list"), "rules in a file must be named FILE.py:CLASS; this is 'mine'"
    )


def test_a_game_in_a_file_and_what_lies_beside_it(folder: Path) -> None:
    (folder / "helper_of_games.py").write_text("HEAPS = (1, 2)\n")
    (folder / "two.py").write_text(
        "from games.nim import Nim\nfrom helper_of_games import HEAPS\n"
        "class Two(Nim):\n    example = {'heaps': list(HEAPS)}\n"
    )
    found = call("solve", "two.py:Two", "--json").json
    assert (found["game"], found["parameters"]["heaps"], found["value"]) == ("two.py:Two", [1, 2], "win")
    assert call("value", "two.py:Two", "--json").json["value"] == 3


def test_relative_imports_find_what_lies_beside_the_file(folder: Path) -> None:
    (folder / "heaps.py").write_text("from .most import MOST\nHEAPS = list(range(1, MOST))\n")
    (folder / "most.py").write_text("MOST = 3\n")
    (folder / "two.py").write_text(
        "from games.nim import Nim\nfrom . import heaps\nfrom .most import MOST\n"
        "class Two(Nim):\n    example = {'heaps': heaps.HEAPS}\n"
    )
    assert call("solve", "two.py:Two", "--json").json["parameters"]["heaps"] == [1, 2]
    for line, message in (
        (
            "from . import nothing",
            "ImportError: no file in the same folder has the name that is imported (wrong.py",
        ),
        ("from .nothing import more", "ModuleNotFoundError: No module named"),
        ("from .. import heaps", "ImportError: a relative import in a file of rules must stay in its folder"),
        (
            "from ..heaps import HEAPS",
            "ImportError: a relative import in a file of rules must stay in its folder",
        ),
    ):
        (folder / "wrong.py").write_text(f"{line}\n")
        found = call("value", "wrong.py:Wrong")
        assert_refused(found)
        assert f"wrong.py cannot be run: {message}" in found.err


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("raise BaseException('no')", "BaseException: no"),
        ("raise GeneratorExit", "GeneratorExit"),
        ("class Own(BaseException): pass\nraise Own('so')", "Own: so"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_whatever_a_file_raises_is_one_line(line: str, message: str, folder: Path) -> None:
    (folder / "wrong.py").write_text(f"{line}\n")
    for arguments in (("value", "wrong.py:Wrong"), ("--rules", "wrong.py:Wrong", "list")):
        found = call(*arguments)
        assert_refused(found)
        assert f"wrong.py cannot be run: {message} (wrong.py, line" in found.err


def test_an_interruption_of_a_file_is_one(folder: Path) -> None:
    (folder / "slow.py").write_text("raise KeyboardInterrupt\n")
    assert_refused(call("value", "slow.py:Slow"), "interrupted", status=130)


def test_what_a_file_prints_does_not_precede_an_answer(folder: Path) -> None:
    (folder / "helper_that_prints.py").write_text("print('helping')\n")
    (folder / "mine.py").write_text(f"print('running')\nimport helper_that_prints\n{MINE}")
    for arguments in (("value", "mine.py:Mine", "--json"), ("--rules", "mine.py:Mine", "list", "--json")):
        for name in [name for name in sys.modules if name.startswith(f"{rules_files.__name__}.")]:
            del sys.modules[name]
        sys.modules.pop("helper_that_prints", None)
        found = call(*arguments)
        assert (found.status, found.err) == (0, "running\nhelping\n")
        assert isinstance(found.json, dict)


def test_other_processes_find_the_classes() -> None:
    assert call("info", "mine.py:Mine").status == 0
    for cls in (class_in_file("mine.py:Mine"), game_class("mine.py:Mine")):
        assert pickle.loads(pickle.dumps(cls)) is cls
