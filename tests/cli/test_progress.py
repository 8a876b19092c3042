"""The line that shows how far work is."""

from __future__ import annotations

import ast
import contextlib
import os
import pty
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from support.command import call

import gamekit
from gamekit.cli.progress import NAME_CELLS, NARROWEST, SHORT_NAMES, STALE_SECONDS, Phase, ProgressBar

MEMORY = 1 << 30

INPUTS = {
    "python": '{"width": 3, "height": 3, "length": 3}',
    "compiled": '{"width": 4, "height": 4, "length": 4}',
}


def halfway() -> Phase:
    phase = Phase("solving", 0.0)
    for second in range(21):
        phase.advance(1_000_000 * second, 43_000_000, float(second))
    return phase


def phases() -> Iterator[str]:
    """Yield the names of phases that gamekit's code passes to progress callbacks."""
    for path in Path(gamekit.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] == "progress":
                names = ast.walk(node.args[0]) if node.args else ()
                yield from (str(name.value) for name in names if isinstance(name, ast.Constant))


@pytest.mark.release
def test_every_phase_has_a_name_that_fits() -> None:
    named = set(phases())
    assert {"exploring", "solving backwards", "scanning", "saving"} <= named
    assert [phase for phase in named if len(SHORT_NAMES.get(phase, phase)) > NAME_CELLS] == []
    assert SHORT_NAMES.keys() <= named


@pytest.mark.parametrize("width", [60, 80, 120])
def test_the_line_fits_and_most_of_it_is_the_bar(width: int) -> None:
    line = halfway().line(width, 20.0, MEMORY)
    assert len(line) <= width
    assert len(re.findall("[━─]", line)) >= NARROWEST
    assert line.startswith("solving    ━")
    for shown in (" 46%", "20.0M", "0:00:23 left"):
        assert shown in line


def test_steps_that_take_ever_longer_have_no_rate() -> None:
    rates = []
    for name in ("exploring", "deepening"):
        phase = Phase(name, 0.0)
        phase.advance(9, None, 3.0)
        rates.append("3/s" in phase.line(80, 3.0, MEMORY))
    assert rates == [True, False]


def test_on_a_narrow_terminal_the_bar_is_left() -> None:
    line = halfway().line(40, 20.0, MEMORY)
    assert len(line) <= 40
    assert len(re.findall("[━─]", line)) >= NARROWEST
    assert "46%" in line


def test_a_phase_never_goes_back() -> None:
    phase = halfway()
    phase.advance(3, 43_000_000, 21.0)
    assert phase.done == 20_000_000


def test_the_time_that_is_left_is_that_of_late_and_dropped_when_it_is_stale() -> None:
    phase = halfway()
    for second in range(21, 40):  # ten times as slow
        phase.advance(20_000_000 + 100_000 * (second - 20), 43_000_000, float(second))
    rate = phase.rate(39.0)
    assert rate is not None
    assert rate == pytest.approx(100_000, rel=0.05)
    assert "left" in phase.line(80, 39.0, MEMORY)
    assert "left" not in phase.line(80, 39.0 + STALE_SECONDS + 1, MEMORY)


def test_what_compiles_in_the_midst_of_a_phase_does_not_start_it_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    bar = ProgressBar()
    bar("exploring", 100_000, None)
    bar("loading", 0, None)
    bar("compiling", 0, None)
    bar("exploring", 1, None)
    assert bar._phase.done == 100_000
    bar("solving backwards", 5, 10)
    bar("exploring", 1, None)  # another game
    assert bar._phase.done == 1


def test_a_file_gets_a_line_a_minute_and_none_before(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter(map(float, range(0, 1000, 25)))
    monkeypatch.setattr("gamekit.cli.progress.time.monotonic", lambda: next(clock))
    bar = ProgressBar()
    for i in range(1, 7):
        bar("solving backwards", 10 * i, 80)
        assert capsys.readouterr().err.count("\n") == (i in (3, 6)), i
    bar("saving", 0, None)
    bar("saving", 5, None)
    bar("saving", 25, None)
    assert re.fullmatch(
        r"gamekit: saving after 3 min 45 s: 25, 1/s, [\d.]+ [MG]iB\n", capsys.readouterr().err
    )


@pytest.mark.slow
def test_a_terminal_sees_each_phase() -> None:
    code = (
        "import time; from gamekit.cli.progress import ProgressBar\n"
        "with ProgressBar() as tell:\n"
        "    while not (tell._live and tell._live.is_started): time.sleep(0.1)\n"
        "    for phase in 'exploring', 'solving backwards', 'verifying', 'saving':\n"
        "        tell(phase, 1, 2); time.sleep(0.4)"
    )
    terminal, theirs = pty.openpty()
    with subprocess.Popen([sys.executable, "-c", code], stderr=theirs) as process:
        os.close(theirs)
        seen = b""
        with contextlib.suppress(OSError):  # which says that the process has ended
            while part := os.read(terminal, 4096):
                seen += part
    os.close(terminal)
    assert process.returncode == 0
    for phase in (b"exploring", b"solving ", b"verifying", b"saving"):
        assert phase in seen


@pytest.mark.parametrize("backend", ["python", pytest.param("compiled", marks=pytest.mark.slow)])
def test_solve_shows_that_it_verifies(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    class Recorder(ProgressBar):
        def __init__(self) -> None:
            super().__init__()
            self._wanted = True

        def __enter__(self) -> ProgressBar:
            return self  # without a line in a terminal

        def __call__(self, phase: str, done: int, total: int | None) -> None:
            super().__call__(phase, done, total)
            shown.append((self._phase.name, self._phase.done, self._phase.total))

    monkeypatch.setattr(import_module("gamekit.cli.verbs.solve"), "ProgressBar", Recorder)
    result = call("solve", "connect-four", "--backend", backend, "--input", "-", stdin=INPUTS[backend])
    assert result.status == 0
    verifying = [(done, total) for name, done, total in shown if name == "verifying"]
    assert verifying[0] == (0, None)  # before rules are applied again, which may take long
    if backend == "compiled":  # in two tasks
        (first, half), (last, total) = verifying[1:]
        assert 0 < first < last == half == total == 161_029
