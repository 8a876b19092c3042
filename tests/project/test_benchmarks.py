"""The benchmarks: what the page is made from is well-formed, and the smallest sizes give the right answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import which
from typing import Any

import attrs
import numpy as np
import pytest
import results
import run as benchmarks
from inputs import cat_mouse, game_of, label
from rivals import programs
from section import Column, Target, largest, seconds_in_words
from sections import (
    SECTIONS,
    cpp,
    everyday,
    everyday_work,
    floor,
    growth,
    proofs,
    python_rules,
    rivals,
    threads,
)
from support.paths import ROOT

import gamekit


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
def test_every_section_is_on_the_page(section: Any) -> None:
    page = (ROOT / "docs" / "explanation" / "benchmarks.md").read_text()
    assert f'benchmarks.section("{section.name}")' in page


@pytest.mark.parametrize("name", results.load())
def test_committed_results_fit_the_sections(name: str) -> None:
    (section,) = (section for section in SECTIONS if section.name == name)
    found = results.load()[name]
    assert {"CPU", "cores", "memory", "Python", "g++", "date", "gamekit"} <= set(found["machine"])
    assert found["rows"]
    assert all(len(cells) == len(section.columns) for cells in section.cells(found["rows"]))
    for target in section.targets:
        assert target.verdict(found["rows"])[0] in ("met", "missed", "not measured")
    assert not [row for row in found["rows"] if row.get("agree") is False]


def test_results_are_kept_section_by_section(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    results.add(path, "one", {"CPU": "a"}, 1.23, [{"x": 1 / 3, "n": 1_234_567}], quick=True)
    results.add(path, "two", {"CPU": "b"}, 4.56, [], quick=False)
    results.add(path, "one", {"CPU": "c"}, 7, [{"x": 2}], quick=False)
    found = json.loads(path.read_text())
    assert list(found) == ["one", "two"]
    assert found["one"] == {"quick": False, "seconds": 7, "machine": {"CPU": "c"}, "rows": [{"x": 2}]}
    assert [path.name for path in tmp_path.iterdir()] == ["results.json"]


def test_figures_are_written_for_people() -> None:
    assert [seconds_in_words(s) for s in (71.26, 0.01234, 0.000_000_5)] == ["71.3 s", "12.3 ms", "0.50 µs"]
    assert Column("n", "n", "count").cell({"n": 1234567}) == "1,234,567"
    assert Column("n", "n", "count").cell({"n": None}) == Column("n", "n").cell({}) == "–"
    assert Column("n", "n", "yes").cell({"n": False}) == "NO"


@pytest.mark.parametrize(
    ("figures", "at_most", "verdict"),
    [([1, 2], True, "met"), ([1, 3], True, "missed"), ([3], False, "met"), ([1], False, "missed")],
)
def test_targets_are_met_or_missed(figures: list[int], at_most: bool, verdict: str) -> None:
    target = Target("", lambda rows: largest(rows, "x"), limit=2, at_most=at_most)
    assert target.verdict([{"x": figure} for figure in figures]) == (verdict, max(figures))
    assert target.verdict([{}]) == ("not measured", None)


def test_inputs_have_names() -> None:
    assert label("cat-mouse", {"nodes": 1000}) == "cat-mouse, 1,000 nodes"
    assert label("connect-four", {"width": 5, "height": 4, "length": 3}) == "connect-four 5×4, 3 in a line"
    assert game_of("cat-mouse", {"example": "cat-mouse-17"}).answer
    assert len(cat_mouse(20).graph) == 20


@pytest.mark.release
@pytest.mark.skipif(which("g++") is None, reason="no g++")
def test_the_cpp_program_finds_what_gamekit_finds(tmp_path: Path) -> None:
    program = tmp_path / "cat_mouse"
    subprocess.run(["g++", "-O0", str(cpp.BASELINE), "-o", str(program)], check=True)
    for example in ("cat-mouse", "cat-mouse-17", "cat-mouse-50"):
        game = game_of("cat-mouse", {"example": example})
        answer, seconds = cpp.rounds_of_cpp(program, game.graph, 2)
        assert answer == gamekit.solve(game, backend="python").answer
        assert len(seconds) == 2
    assert cpp.compare(program, nodes=20, turns=2, rounds=1)["agree"]


@pytest.mark.slow
def test_the_floor_looks_at_every_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    solution: Any = gamekit.solve(cat_mouse(20), backend="compiled", method="edges", threads=1)
    places = floor.successors_of(solution.store.solved, slice(0, solution.store.places))
    assert len(places) == solution.edges
    values = solution.store.values(slice(0, solution.store.places)).view(np.uint8)
    assert floor.gather(values, places) == int(values[places].sum(dtype=np.int64))
    assert set(floor.gather_all(solution.store.solved, [1, 2])) == {1, 2}
    monkeypatch.setattr(floor, "SAMPLE", 1000)
    assert set(floor.gather_anywhere(solution.store.solved, [1, 2])) == {1, 2}


@pytest.mark.release
def test_growth_and_threads_solve() -> None:
    small = {"width": 3, "height": 3, "length": 3}
    row = growth.solve("connect-four", small)
    assert (row["states"], row["answer"]) == (694, "TIE in 9 for red")
    assert growth.factor({"states": 1, "seconds": 1.0}, {"states": 4, "seconds": 9.0}) == 3
    both = [threads.solve("connect-four", small, number) for number in (1, 2)]
    assert both[0]["answer"] == both[1]["answer"]
    assert len(list(python_rules.measure(quick=True))) == 2


@pytest.mark.release
def test_small_proofs_are_right_and_measured() -> None:
    question = proofs.four(4, 4, "TIE for red")
    found = proofs.prove(**attrs.asdict(question))
    assert found["agree"]
    assert found["positions"] > 0
    assert found["seconds"] >= found["found"] + found["extracted"] + found["checked"] - 1e-6
    assert not proofs.prove(**attrs.asdict(attrs.evolve(question, answer="WIN for red")))["agree"]
    assert proofs.speed("unordered", "python", 100)["nodes"] == 100
    assert proofs.mates("KQK", 1)["equal"] == 1


def test_targets_of_proofs_name_rows() -> None:
    """A target whose rows have other names would never be measured."""
    rows = [
        {"what": one.what, "found": 1.0, "seconds": 1.0, "checked": 1.0, "bytes": 1, "peak": 1, "rate": 10**7}
        for one in (*proofs.QUESTIONS, *proofs.SPEEDS)
    ]
    rows += [{"what": "mates", "equal": proofs.MATES}] * 2
    assert {target.verdict(rows)[0] for target in proofs.PROOFS.targets} == {"met"}
    assert {target.verdict([])[0] for target in proofs.PROOFS.targets} == {"not measured"}


@pytest.mark.slow
def test_both_backends_say_the_same_to_the_rivals() -> None:
    given = {"name": "cat-mouse", "parameters": {"nodes": 20}}
    fast, plain = (rivals.by_gamekit(**given, backend=backend) for backend in ("compiled", "python"))
    assert {**fast, "seconds": 0} == {**plain, "seconds": 0}
    assert sum(fast["tally"].values()) == fast["states"] == 760


def test_a_rival_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    absent = attrs.evolve(rivals.RIVALS_KNOWN[0], package="absent-package")
    monkeypatch.setattr(rivals, "RIVALS_KNOWN", [absent])
    (row,) = rivals.measure(quick=True)
    assert row["note"] == "not installed"


def test_a_quick_run_fails_if_a_measurement_comes_to_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = attrs.evolve(
        benchmarks.SECTIONS[0], measure=lambda _: [{"input": "any", "note": "AttributeError"}]
    )
    monkeypatch.setattr(benchmarks, "SECTIONS", [broken])
    with pytest.raises(SystemExit, match="AttributeError"):
        benchmarks.main(["--quick"])


def test_every_bar_is_held_against_its_row() -> None:
    rows = [
        bar.row({bar.key: bar.limit * (2 if bar.at_most else 0.5), bar.profile: "why"})
        for work in everyday.WORKS
        for bar in work.bars
    ]
    assert [(row["held"], row["profile"]) for row in rows] == [(False, "why")] * len(rows)
    assert {target.verdict(rows)[0] for target in everyday.EVERYDAY.targets} == {"missed"}
    held = [bar.row({bar.key: bar.limit, bar.profile: "why"}) for work in everyday.WORKS for bar in work.bars]
    assert {(row["held"], row["profile"]) for row in held} == {(True, "")}
    assert {target.verdict(held)[0] for target in everyday.EVERYDAY.targets} == {"met"}


def test_a_row_without_a_figure_says_why() -> None:
    bar = everyday.Bar("both", "ratio", 0.25)
    assert bar.row({"ratio": None, "unknown": "nobody knows"})["profile"] == "nobody knows"
    assert everyday.EVERYDAY.targets[-1].verdict([bar.row({})])[0] == "not measured"


@pytest.mark.slow
def test_the_seconds_of_tests_are_those_that_pytest_tells(tmp_path: Path) -> None:
    (tmp_path / "test_nothing.py").write_text("def test_nothing():\n    pass\n")
    found = everyday_work._seconds_of_pytest(f"{sys.executable} -m pytest", tmp_path, {**os.environ})
    assert 0 <= found < 60


def test_a_program_that_is_not_built_has_the_time_that_was_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(programs.FOLDER, raising=False)
    assert programs.pons(6, 5) == (programs.PONS["6x5"], "Pons, recorded")
    assert programs.gamesman("dshogi") == (None, "")
    for name, text in (("c4solver-6x5", "echo ' 0 123 1500000'"), ("gamesman", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv(programs.FOLDER, str(tmp_path))
    assert programs.pons(6, 5) == (1.5, "Pons")
    seconds, name = programs.gamesman("dshogi")
    assert seconds is not None
    assert name == "GamesmanOne"


@pytest.mark.slow
@pytest.mark.skipif(which("g++") is None, reason="no g++")
def test_what_is_measured_every_day_is_right() -> None:
    found = [
        everyday_work.new_graphs(nodes=6, degree=3, before=1, number=4),
        everyday_work.car_parks(boards=1),
        everyday_work.warehouses(levels=4),
        everyday_work.solved("quixo", {"size": 2}, ""),
    ]
    assert all(row["agree"] for row in found)
