"""Programs held against the truth: right ones pass, and wrong ones meet their smallest refutation."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from support.command import assert_refused, call
from support.marks import cases

import gamekit
from gamekit.analysis.judge import answers
from gamekit.analysis.judge.answers import AnswerReport, judge_answers
from gamekit.analysis.judge.evaluations import ClaimReport
from gamekit.analysis.judge.judge import judge
from gamekit.analysis.judge.players import PlayerReport
from gamekit.analysis.judge.programs import Program, ProgramReply, program_of
from gamekit.game.kinds import Integer
from games.leetcode import problem
from games.nim import Nim

RIGHT_292 = "class Solution:\n    def canWinNim(self, n: int) -> bool:\n        return n % 4 > 0\n"

SPELLS = {
    "crash": "        return [n][n - 6] and n % 4 > 0 if n > 5 else n % 4 > 0",
    "exit": "        sys.exit(0) if n == 3 else None\n        return n % 4 > 0",
    "end": "        os._exit(7) if n == 3 else None\n        return n % 4 > 0",
    "noise": "        print('{\"answer\": 1}', flush=True)\n        return n % 4 > 0",
    "deep": "        return self.canWinNim(n) if n == 3 else n % 4 > 0",
    "hang": "        while n == 3: pass\n        return n % 4 > 0",
    "type": "        return int(n % 4 > 0)",
    "object": "        return {n} if n == 3 else n % 4 > 0",
    "memory": "        return bytearray(1 << 40) if n == 3 else n % 4 > 0",
    "names": "        return List is not None and inf > 0 and cache and Counter and pow(2, 3, 5) == 3 and n % 4 > 0",
}


def written(folder: Path, body: str, head: str = "import os\n") -> str:
    path = folder / "solution.py"
    path.write_text(f"{head}class Solution:\n    def canWinNim(self, n: int) -> bool:\n{body}\n")
    return str(path)


def judged(path: str, **options: Any) -> AnswerReport:
    with program_of(path, method="canWinNim", **options) as program:
        return judge_answers(problem(292), program, seconds=100, inputs=40)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spell", "kind", "input_", "what"),
    [
        ("crash", "crash", 7, "IndexError: list index out of range (solution.py, line 4: [n][n - 6])"),
        ("exit", "crash", 3, "SystemExit: 0 (solution.py, line 4)"),
        ("end", "crash", 3, "the program ended by itself, with status 7"),
        ("deep", "crash", 3, "RecursionError: "),
        ("hang", "hang", 3, "no answer within 0.3 s"),
        ("type", "rubbish", 1, "1"),
        ("object", "rubbish", 3, "{3}"),
        ("memory", "crash", 3, "MemoryError (solution.py, line 4)"),
    ],
)
def test_what_a_program_does_is_a_verdict(
    tmp_path: Path, spell: str, kind: str, input_: int, what: str
) -> None:
    fault = judged(written(tmp_path, SPELLS[spell]), seconds=0.3 if spell == "hang" else 5).fault
    assert fault is not None
    assert (fault.kind, fault.inputs) == (kind, {"n": input_})
    assert str(fault.got).startswith(what)


@pytest.mark.slow
def test_a_hang_that_does_not_come_again_is_no_verdict(tmp_path: Path) -> None:
    been = str(tmp_path / "been")
    body = f"        if not os.path.exists({been!r}): open({been!r}, 'w').close(); time.sleep(600)\n"
    report = judged(written(tmp_path, f"{body}        return n % 4 > 0", head="import os, time\n"), seconds=2)
    assert report.ok, report
    assert Path(been).exists()


@pytest.mark.slow
@pytest.mark.parametrize("spell", ["noise", "names"])
def test_a_right_program_passes_whatever_it_prints_and_with_the_names_of_the_site(
    tmp_path: Path, spell: str
) -> None:
    report = judged(written(tmp_path, SPELLS[spell]))
    assert report.ok, report


@pytest.mark.slow
def test_a_command_is_kept_running() -> None:
    text = (
        "import sys, json\nfor line in sys.stdin: print(json.dumps(json.loads(line)[0] % 4 > 0), flush=True)"
    )
    with Program("python", [sys.executable, "-c", text]) as program:
        assert [program.ask(n).value for n in (1, 4, 8)] == [True, False, False]
    with Program("echo", ["echo", "hello"]) as program:
        assert program.ask(1).kind == "rubbish"
    with pytest.raises(gamekit.InputError, match="cannot run /no/such: No such file"):
        Program("none", ["/no/such"]).ask(1)


WRONG = Path(__file__).with_name("wrong_programs.py")
PAGE = Path(__file__).parents[3] / "docs/how-to/leetcode.md"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "file", "compiler", "command"),
    [
        ("cpp", "solution.cpp", "g++ -std=c++17 -o solution", "./solution"),
        ("java", "Main.java", "javac", "java Main"),
    ],
)
def test_the_programs_of_the_page_are_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, file: str, compiler: str, command: str
) -> None:
    if shutil.which(compiler.split()[0]) is None:
        pytest.skip(f"there is no {compiler.split()[0]}")
    monkeypatch.chdir(tmp_path)
    (text,) = re.findall(f"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)
    for planted in ("lead[0] >= 0", "lead[0] > 0"):
        Path(file).write_text(text.replace("lead[0] >= 0", planted))
        subprocess.run([*compiler.split(), file], check=True)
        report = judge(486, command=command, inputs=100)
        assert isinstance(report, AnswerReport)
        assert report.fault is None if ">=" in planted else report.fault.inputs == {"nums": [0]}, report


@pytest.mark.slow
def test_a_command_that_aborts() -> None:
    text = "import sys, os\nfor line in sys.stdin: os.abort()"
    with Program("python", [sys.executable, "-c", text]) as program:
        assert program.ask(1) == ProgramReply("crash", "the program ended by SIGABRT")


@pytest.mark.slow
def test_what_is_remembered_from_other_inputs_is_found_out(tmp_path: Path) -> None:
    body = "        seen.append(n)\n        return seen[0] % 4 > 0"
    fault = judged(written(tmp_path, body, head="seen = []\n")).fault
    assert fault is not None
    assert (fault.kind, fault.inputs, fault.got) == ("memory", {"n": 4}, True)


@pytest.mark.parametrize(
    ("text", "message"),
    cases(
        quick=[("x = 1", "LookupError: solution.py has no class Solution")],
        slow=[
            (
                "class Solution:\n    def one(self): ...\n    def two(self): ...",
                "must have the method canWinNim",
            ),
            ("1 +", "SyntaxError"),
        ],
    ),
)
def test_a_file_that_cannot_be_judged_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "solution.py").write_text(text)
    with pytest.raises(gamekit.InputError, match=message):
        judge(292, str(tmp_path / "solution.py"), inputs=1)


PLAYERS = """
import random
from games.nim import Nim
GAME = Nim(heaps=(1, 2, 2))
def best(state): return max(moves(state), key=lambda move: good(state, move))
def first(state): return min(moves(state))
def chance(state): return random.choice(moves(state))
def illegal(state): return "no move"
def crash(state): return [][1]
def moves(state): return list(GAME.moves(state))
def good(state, move):
    total = 0
    for heap in GAME.apply(state, move)[:-1]: total ^= heap
    return total == 0
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("players") / "players.py"
    path.write_text(PLAYERS)
    return str(path)


def report_on(bots: str, name: str, **options: Any) -> PlayerReport:
    report = judge(Nim(heaps=(1, 2, 2)), f"{bots}:{name}", **options)
    assert isinstance(report, PlayerReport)
    return report


@pytest.mark.slow
def test_a_perfect_player_keeps_every_value(bots: str) -> None:
    report = report_on(bots, "best", all_states=True)
    assert report.ok, report
    assert report.sides[0].result == "first wins in 5 plies"


@pytest.mark.slow
def test_a_player_that_errs_is_refuted_by_the_fastest_line(bots: str) -> None:
    report = report_on(bots, "first", player="first")
    (side,) = report.sides
    assert not report.ok
    game, state = Nim(heaps=(1, 2, 2)), Nim(heaps=(1, 2, 2)).initial_state()
    for move in re.findall(r"take \d+ from a heap of \d+", side.line):
        state = game.apply(state, game.parse_move(state, move))
    assert game.outcome(state) == (1 if side.loss == 0 else -1)
    for lapse in side.lapses:
        assert lapse.loss == 2
    assert "lets go of value in" in str(report)


@pytest.mark.parametrize(
    ("name", "what"),
    cases(
        quick=[("illegal", 'an illegal move in 1 2 2, first to move: "no move"')],
        slow=[("chance", "depends on chance"), ("crash", "crash in 1 2 2, first to move: IndexError")],
    ),
)
def test_a_player_that_breaks_a_rule_is_told_so(bots: str, name: str, what: str) -> None:
    (side,) = report_on(bots, name, player="first").sides
    assert what in str(side.breach)
    assert not side.ok


@pytest.mark.slow
def test_a_claim_is_compared_with_every_state() -> None:
    report = judge(Nim(heaps=(1, 2, 2)), claim="s.heaps[0] ^ s.heaps[1] ^ s.heaps[2] > 0")
    assert isinstance(report, ClaimReport)
    assert report.ok, report
    assert not judge(Nim(heaps=(1, 2, 2)), claim="s.heaps[0] > 0 and s.heaps[1] == s.heaps[2]").ok
    assert judge(Nim(heaps=(1, 2, 2)), claim="s.heaps[0] > 0 and s.heaps[1] == s.heaps[2]", whenever=True).ok
    wrong = judge(Nim(heaps=(1, 2, 2)), claim="lambda s: sum(s.heaps) - 1")
    assert isinstance(wrong, ClaimReport)
    assert wrong.smallest is not None
    assert "the claim is 0, and the truth is WIN in 1" in wrong.smallest


@pytest.mark.parametrize("most_states", [20_000, 10])
def test_each_input_of_a_finite_range_is_tried_once_or_counted_as_left_out(
    most_states: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "MOST_STATES", most_states)
    small = {"maxChoosableInteger": Integer(1, 4), "desiredTotal": Integer(0, 7)}
    held, asked = problem(464), list[tuple[int, ...]]()

    def ask(*arguments: int) -> ProgramReply:
        asked.append(arguments)
        return ProgramReply("answer", held.answer(gamekit.solve(held.game(*arguments)), *arguments))

    program: Any = SimpleNamespace(name="right", ask=ask)
    report = judge_answers(attrs.evolve(held, inputs=small), program, seconds=60)
    assert report.ok
    assert len(asked) == len(set(asked)) == sum(report.tried.values())
    assert (report.complete, len(asked) + report.left_out) == (8, 4 * 8)
    assert (report.left_out > 0) is (" with too many states" in str(report)) is (most_states == 10)


def test_only_failing_inputs_are_saved(bots: str, tmp_path: Path) -> None:
    result = call("judge", "tic-tac-toe", f"{bots}:best", "--save", str(tmp_path / "failing.jsonl"))
    assert (result.status, result.out) == (2, "")
    assert "--save keeps failing inputs of a problem" in result.err


@pytest.mark.slow
def test_the_verb_prints_saves_and_exits_with_1(tmp_path: Path) -> None:
    path, saved = written(tmp_path, "        return n % 5 > 0", head=""), tmp_path / "failing.jsonl"
    result = call("judge", "292", path, "--inputs", "50", "--save", str(saved))
    assert result.status == 1
    assert "n = 4\n  right answer: false\n  the program:  true\n  why: Bob wins in" in result.out
    assert json.loads(saved.read_text()) == {"n": 4, "answer": False}
    report = call("judge", "292", path, "--inputs", "50", "--json").json["reports"][0]
    assert (report["ok"], report["fault"]["inputs"], report["fault"]["expected"]) == (False, {"n": 4}, False)


def test_a_claim_sees_the_state_as_conditions_do(tmp_path: Path) -> None:
    (tmp_path / "claims.py").write_text("def differ(s):\n    return s.heaps[0] != s.heaps[1]\n")
    differ = "s.heaps[0] != s.heaps[1]"
    for claim in (differ, f"lambda s: {differ}", f"{tmp_path}/claims.py:differ"):
        assert judge(Nim(heaps=(1, 2)), claim=claim).ok
    report = judge(Nim(heaps=(1, 2)), claim="s[0]")
    assert isinstance(report, ClaimReport)
    assert "TypeError" in str(report.breach)


@pytest.mark.slow
def test_each_of_several_programs_meets_its_input(tmp_path: Path) -> None:
    paths = []
    for rest in (4, 5, 3):
        (tmp_path / f"rest{rest}.py").write_text(RIGHT_292.replace("4", str(rest)))
        paths.append(str(tmp_path / f"rest{rest}.py"))
    result = call("judge", "292", *paths, "--inputs", "20")
    assert result.status == 1
    right, wrong, other = result.out.split("\n\n")
    assert "rest4.py is right on" in right
    assert "n = 4\n" in wrong
    assert "n = 3\n" in other


@pytest.mark.slow
def test_several_players_make_a_table(bots: str) -> None:
    both = [f"{bots}:{name}" for name in ("best", "first")]
    result = call("judge", "nim", "-p", "heaps=[1,2]", *both)
    assert result.status == 1
    assert result.out.count("WRONG") >= 1
    assert "states asked" in result.out
    with_claim = call("judge", "nim", "-p", "heaps=[1,2]", both[0], "--claim", "s.heaps[0] != s.heaps[1]")
    assert f"{both[0]}\nas first: " in with_claim.out
    assert "s.heaps[0] != s.heaps[1] holds in all" in with_claim.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["913", "nothing.py"], "cannot read nothing.py: there is no such file"),
        (["913", "nothing"], "nothing is not a program: name FILE.py or FILE.py:NAME, or use --command"),
        (["7", "nothing.py"], "problem 7 is not among those that gamekit knows: "),
        (["nim", "--claim", "1 +"], "1 + cannot be judged: SyntaxError"),
        (
            ["nim", "--claim", f"{WRONG}:gone"],
            f"{WRONG}:gone cannot be judged: LookupError: wrong_programs.py has no",
        ),
        (["nim", "--claim", ""], "a claim must be FILE.py:NAME or an expression"),
        (["nim", "--claim", "lambda s: 1", "--as", "nobody"], "there is no player 'nobody'; there are "),
        (["nim", "--claim", "lambda s: 1", "--seconds", "3"], "--seconds does not go with judging a claim"),
        (["913", "x.py", "--as", "mouse"], "--as does not go with judging answers"),
        (["913", "--claim", "lambda s: 1"], "a claim is about the states of a game"),
    ],
)
def test_what_cannot_be_judged_is_refused(arguments: list[str], message: str) -> None:
    result = call("judge", *arguments)
    assert_refused(result)
    assert result.err.startswith(f"gamekit: {message}")


@pytest.mark.slow
def test_reports_are_json_ready() -> None:
    report = judge(Nim(heaps=(1, 1)), claim="lambda s: True")
    assert json.dumps(attrs.asdict(report))
