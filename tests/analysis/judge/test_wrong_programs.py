"""Wrong programs, each with one planted error, meet their refutation; right ones pass."""

from __future__ import annotations

from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.marks import cases

from gamekit.analysis.judge.answers import AnswerReport, ClimbGoal, _Search, judge_answers
from gamekit.analysis.judge.programs import program_of
from gamekit.game.values import Value
from gamekit.solvers.solve import solve
from games.leetcode import PROBLEMS, problem


def _programs() -> Any:
    spec = spec_from_file_location("wrong_programs", Path(__file__).with_name("wrong_programs.py"))
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


PROGRAMS = _programs()
QUICK = {"913 parity confused", "1510 the largest square only"}
OF_EACH_PROBLEM = {
    min(name for name in PROGRAMS.WRONG if name.startswith(f"{number} ")) for number in PROBLEMS
}
LONG = {"375 intervals", "1140 M is the last take", "1728 staying forbidden"}


def judged(folder: Path, name: str, text: str, **options: Any) -> AnswerReport:
    found, path = problem(int(name.split()[0])), folder / "solution.py"
    path.write_text(text)
    with program_of(str(path), method=found.method, seconds=60) as program:
        return judge_answers(found, program, **options)


def test_there_are_enough_of_them() -> None:
    assert len(PROGRAMS.WRONG) >= 30
    for programs in (PROGRAMS.WRONG, PROGRAMS.RIGHT):
        assert {int(name.split()[0]) for name in programs} == PROBLEMS.keys()


@pytest.mark.parametrize(
    "name",
    cases(
        quick=sorted(QUICK),
        slow=sorted(OF_EACH_PROBLEM - QUICK),
        release=sorted(PROGRAMS.WRONG.keys() - OF_EACH_PROBLEM - QUICK),
    ),
)
def test_a_wrong_program_is_refuted(tmp_path: Path, name: str) -> None:
    report = judged(tmp_path, name, PROGRAMS.WRONG[name], inputs=4_000, seconds=300)
    assert report.fault is not None, report
    assert report.fault.kind == "wrong", report
    assert report.fault.why
    if name.startswith("913"):
        assert len(report.fault.inputs["graph"]) <= 6


@pytest.mark.parametrize(
    "name",
    cases(
        slow=[name for name in PROGRAMS.RIGHT if name not in LONG],
        release=[name for name in PROGRAMS.RIGHT if name in LONG],
    ),
)
def test_a_right_program_passes(tmp_path: Path, name: str) -> None:
    report = judged(tmp_path, name, PROGRAMS.RIGHT[name], inputs=200, seconds=300)
    assert report.ok, report
    assert sum(report.tried.values()) >= 14  # of 375, more have too many states


@pytest.mark.release
@pytest.mark.parametrize("name", PROGRAMS.HARD)
def test_inputs_known_to_be_hard_refute_a_cap(tmp_path: Path, name: str) -> None:
    report = judged(tmp_path, name, PROGRAMS.HARD[name], inputs=100, seconds=300)
    assert report.fault is not None, report
    assert (report.fault.kind, report.fault.phase) == ("wrong", "hard"), report


@pytest.mark.release
@pytest.mark.parametrize("name", PROGRAMS.DEEP)
def test_long_play_refutes_what_short_play_does_not(tmp_path: Path, name: str) -> None:
    report = judged(tmp_path, name, PROGRAMS.DEEP[name], seconds=600)
    assert report.fault is not None, report
    assert report.fault.phase == "climb"
    if name.endswith("2n"):
        assert len(report.fault.inputs["graph"]) <= 9


def test_a_climb_starts_where_play_is_longest_and_grows(tmp_path: Path) -> None:
    found, path = problem(913), tmp_path / "solution.py"
    path.write_text("class Solution:\n    def catMouseGame(self, graph): return 0\n")
    with program_of(str(path), method=found.method) as program:
        search = _Search(found, program, Random(1), 60.0, 300)
        values = search._drawn(search.random, 6)
        assert values is not None
        moved = search._scored(values, ClimbGoal(Value.LOSS))
        assert moved.score == (solve(found.game(**moved.parameters)).root.remoteness,)
        larger = search.instances.grown(moved.parameters, search.random, 7)
        assert larger is not None
        assert len(larger["graph"]) == len(moved.parameters["graph"]) + 1
        assert search.instances.grown(larger, search.random, 7) is None


def test_hard_inputs_come_last_as_they_do_not_shrink_to_the_smallest() -> None:
    search = _Search(problem(913), program_of(command="none"), Random(3), 60.0, 40)
    phases = Counter[str]()
    for phase, _ in search._inputs():
        search.solved += phase != "climb"
        phases[phase] += 1
    assert [*phases] == ["all", "random", "climb", "hard"]
    assert phases["hard"] == len(problem(913).hard)


@pytest.mark.slow
def test_of_larger_inputs_only_those_with_longer_play_are_asked_about() -> None:
    search = _Search(problem(913), program_of(command="none"), Random(2), 60.0, 200)
    graph = [[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]
    asked = search._climb(ClimbGoal(Value.LOSS, 7), 6, {"graph": graph})
    plies = [solve(search.problem.game(**values)).root.remoteness for values in asked]
    assert plies == sorted(set(plies)) != []


@pytest.mark.slow
def test_no_value_of_a_smaller_input_is_larger() -> None:
    search = _Search(problem(1728), program_of(command="none"), Random(1), 60.0, 10, complete=4)
    small = [*search._small({"grid": ["CM.", "#.F"], "catJump": 2, "mouseJump": 2})]
    assert {"grid": ["M", ".", "F", ".", "C"], "catJump": 1, "mouseJump": 1} in small
    assert {(one["catJump"], one["mouseJump"]) for one in small} == {(1, 1), (1, 2), (2, 1), (2, 2)}
