"""What surrounds gamekit is input, too: encodings, Python's options, variables, folders, broken packages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.command import assert_refused, call, countdown_with, plugins, run
from support.marks import cases

import gamekit
from gamekit.cli.main import prepare_streams
from gamekit.engine.runtime import executors
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game import protocol
from gamekit.game.compiled import is_compiled
from gamekit.game.registry import description
from gamekit.solvers.solve_from_text import solve_from_text
from games.nim import Nim
from games.tic_tac_toe import TicTacToe

slow = pytest.mark.slow


# --- encodings ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1"])
def test_letters_that_an_encoding_lacks(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "out").open("w", encoding=encoding) as stdout:
        monkeypatch.setattr(sys, "stdout", stdout)
        monkeypatch.setattr(sys, "__stdout__", stdout)
        prepare_streams()
        sys.stdout.write("∞ ⊕ é 𝄞")
        sys.stdout.flush()
    assert (tmp_path / "out").read_bytes() == rb"\u221e \u2295 %b \U0001d11e" % "é".encode(encoding)


@slow
@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "ascii"])
def test_letters_that_stdout_lacks_are_replaced(encoding: str) -> None:
    """Fraenkel's ∞ is in none of these encodings; for ASCII, Click writes UTF-8."""
    result = run("value", "digraph", environment={"PYTHONIOENCODING": encoding})
    assert (result.status, result.err) == (0, "")
    infinity = "∞" if encoding == "ascii" else r"\u221e"
    assert f"loopy value {infinity}()" in result.out


@slow
def test_an_error_handler_that_the_user_chose_is_kept() -> None:
    result = run("value", "digraph", environment={"PYTHONIOENCODING": "latin-1:replace"})
    assert "loopy value ?()" in result.out


# --- docstrings --------------------------------------------------------------------------------------------------


def test_rules_without_a_docstring_are_described_by_their_name() -> None:
    undocumented = countdown_with()
    with plugins(games={"bent": undocumented}):
        assert call("info", "bent", "--json").json["description"] == "Bent"
    assert description(undocumented) == "Bent"
    assert description(Nim).startswith("In turn, the players take one or more counters")


@pytest.mark.parametrize(
    "verb", cases(slow=[["info", "nim"]], release=[["solve", "tic-tac-toe", "--backend", "compiled"]])
)
def test_python_that_drops_docstrings(verb: list[str]) -> None:
    run_so = subprocess.run(
        [sys.executable, "-OO", "-m", "gamekit", *verb], capture_output=True, check=True, text=True
    )
    for foreign in ("Protocol", "ABC", protocol.__doc__ or "", "Subclass it"):
        assert foreign not in run_so.stdout
    if verb == ["info", "nim"]:
        assert run_so.stdout.startswith("nim, a game\n\nNim\n")


# --- Numba -------------------------------------------------------------------------------------------------------


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.mark.slow
@pytest.mark.usefixtures("no_compiler")
def test_without_a_compiler_there_are_no_compiled_rules() -> None:
    game = TicTacToe()
    assert not is_compiled(game)
    assert gamekit.solve(game).store.info.backend == "python"
    for attempt in (
        lambda: gamekit.solve(game, backend="compiled"),
        lambda: gamekit.solve(game, checked=True),
        lambda: gamekit.prove(game, backend="compiled"),
    ):
        with pytest.raises(UnsupportedError, match="NUMBA_DISABLE_JIT turns off"):
            attempt()
    assert "the rules hold" in call("check", "nim").out


@pytest.mark.parametrize("threads", ["0", "-2"])
def test_a_compiler_without_threads(threads: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_NUM_THREADS", threads)
    result = call("solve", "quixo", "-p", "size=3", "--backend", "compiled")
    assert_refused(result)
    assert (
        f"NUMBA_NUM_THREADS, the number of Numba's threads, must be at least 1; it is {threads}" in result.err
    )


@pytest.mark.release
def test_a_process_without_a_compiler(tmp_path: Path) -> None:
    off = {"NUMBA_DISABLE_JIT": "1"}
    table = str(tmp_path / "table")
    assert call("solve", "nim", "--backend", "compiled", "--save", table).status == 0
    assert run("probe", table, environment=off).status == 0
    result = run("verify", table, environment=off)
    assert_refused(result)
    assert "NUMBA_DISABLE_JIT" in result.err
    for verb in ("solve", "plan"):
        assert run(verb, "nim", environment=off).status == 0
    assert run("solve", "nim", "--backend", "compiled", environment={"NUMBA_DISABLE_JIT": "no"}).status == 0


# --- names and folders -------------------------------------------------------------------------------------------


LONG = "a" * 300


@pytest.mark.parametrize(
    "arguments",
    [
        ("new", LONG),
        ("new", LONG, "--ruleset"),
        *((verb, LONG) for verb in ("solve", "check", "info", "plan", "compare", "value", "verify", "probe")),
        ("solve", f"{LONG}.py:Game"),
        ("--rules", f"{LONG}.py:Game", "list"),
        ("solve", "nim", "--save", LONG),
        ("solve", "nim", "--work", LONG),
        ("solve", "nim", "--input", LONG),
        ("export", "nim", "--output", f"{LONG}.dot"),
        ("play", "--resume", LONG),
        ("value", "nim", "--save", LONG),
        ("explain", LONG),
        ("solve", "nim", LONG),
    ],
)
def test_names_that_no_file_can_have(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*arguments)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "raised by" not in result.err
    assert "aaaa" in result.err or "has 300" in result.err
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "nim", "--save", "x"),
        ("solve", "nim", "--work", "x"),
        ("prove", "nim", "--save", "x"),
        ("new", "foo"),
    ],
)
def test_a_working_folder_that_was_deleted(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert call("solve", "nim").status == 0
    result = call(*arguments)
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert "raised by" not in result.err
    assert "the working folder was deleted: change to another folder" in result.err


# --- what is echoed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "nim", "{long}"),
        ("solve", "tic-tac-toe", "--state", "{long}"),
        ("play", "nim", "--state", "{long}"),
        ("value", "cram", "{long}"),
        ("sum", "nim:{long}"),
        ("sequence", "{long}"),
        ("solve", "nim", "-p", "{long}=1"),
        ("solve", "nim", "--backend", "{long}"),
        ("leetcode", "{long}"),
    ],
)
def test_long_texts_are_not_echoed_whole(arguments: tuple[str, ...]) -> None:
    result = call(*(word.format(long="x" * 50_000) for word in arguments))
    assert (result.status, result.err.count("\n")) == (2, 1)
    assert 40 < len(result.err) < 1200


def test_nor_are_they_in_python() -> None:
    with pytest.raises(InputError) as refused:
        solve_from_text(Nim((1, 2)), "x" * 50_000, gamekit.solvers.options.SolveOptions())
    assert len(str(refused.value)) < 200
    assert str(refused.value).startswith("a state reads like '1 2, first to move'; this one is 'xxx")


# --- errors that are no Exception --------------------------------------------------------------------------------


def test_rules_that_raise_what_is_no_exception() -> None:
    class OwnError(BaseException):
        pass

    def raising(*_: Any) -> Any:
        raise OwnError("so")

    with plugins(games={"bent": countdown_with(moves=raising)}):
        result = call("solve", "bent")
    assert_refused(result)
    assert "OwnError: so" in result.err


# --- packages ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("package", "arguments"),
    [
        ("pyarrow", ("export", "nim", "--format", "parquet", "--output", "x.parquet")),
        ("matplotlib", ("plot", "histogram", "nim", "--output", "x.svg")),
    ],
)
@pytest.mark.parametrize(
    ("content", "why"),
    [
        (
            "raise ImportError('numpy.core.multiarray failed to import')",
            "ImportError: numpy.core.multiarray failed",
        ),
        ("raise ValueError('numpy.dtype size changed')", "ValueError: numpy.dtype size changed"),
        ("import no_such_package", "ModuleNotFoundError: No module named 'no_such_package'"),
    ],
)
def test_an_extra_that_does_not_import_says_why(
    package: str,
    arguments: tuple[str, ...],
    content: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / package).mkdir()
    (tmp_path / package / "__init__.py").write_text(content)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    others = {name: found for name, found in sys.modules.items() if name.partition(".")[0] != package}
    with mock.patch.dict(sys.modules, others, clear=True):
        result = call(*arguments)
    assert (result.status, result.err.count("\n")) == (2, 1), result
    assert f"{package}, which is installed, but cannot be imported: {why}" in result.err
    assert "pip install" not in result.err


def test_nor_does_dask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "distributed.py").write_text("raise ImportError('no dask')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    message = "distributed, which is installed, but cannot be imported: ImportError: no dask"
    with pytest.raises(UnsupportedError, match=message), executors.ExecutorSpec("dask").pool(1):
        pass


# --- names of files ------------------------------------------------------------------------------------------------


def test_a_terminal_obeys_no_name_of_a_file() -> None:
    result = call("solve", "nim", "--input", "a\x1b[2Jb\x07")
    assert_refused(result)
    assert r"a\x1b[2Jb\x07" in result.err


# --- processes ---------------------------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        (partial(signal.raise_signal, signal.SIGKILL), LimitError, "killed or lost"),
        (partial(os._exit, 1), UnsupportedError, "could not be started; .* '__main__'"),
    ],
)
def test_a_process_that_is_killed_at_once_is_told_as_such(
    start: Any, error: type[Exception], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executors, "live_with_parent", start)
    with pytest.raises(error, match=message), executors.ExecutorSpec("processes", number=2).pool(1):
        pass
