"""Every verb that writes a file: what exists is kept, and a failure leaves nothing behind."""

from __future__ import annotations

import os
import resource
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.command import Result, assert_refused, call, run
from support.damage import disk

WRITERS: dict[str, tuple[list[str], str, str]] = {
    "value": (["value", "nim", "1 2"], "--save", "x.json"),
    "sequence": (["sequence", "0.77", "--to", "20"], "--save", "x.json"),
    "quotient": (["sequence", "0.123", "--to", "8", "--misere"], "--save", "x.json"),
    "sum": (["sum", "nim:1 2", "kayles:3"], "--save", "x.json"),
    "dot": (["export", "nim", "-p", "heaps=1,2"], "--output", "x.dot"),
    "graphml": (["export", "nim", "-p", "heaps=1,2"], "--output", "x.graphml"),
    "json": (["export", "nim", "-p", "heaps=1,2"], "--output", "x.json"),
    "pgsolver": (["export", "nim", "-p", "heaps=1,2"], "--output", "x.pg"),
    "parquet": (["export", "nim", "-p", "heaps=1,2"], "--output", "x.parquet"),
    "page": (["export", "nim", "-p", "heaps=1,2"], "--html", "x.html"),
    "plot": (["plot", "histogram", "nim", "-p", "heaps=1,2"], "--output", "x.svg"),
    "thermograph": (["thermograph", "domineering", "..|.."], "--output", "x.png"),
}
"""The arguments of a verb, its option that names a file, and a name."""


MODULES = {"plot": "matplotlib", "thermograph": "matplotlib", "parquet": "pyarrow"}
"""What some writers take, which is slow to load."""

WORK = (
    "gamekit.cgt.valuation.valuate",
    "gamekit.cgt.misere.quotient.heap_quotient",
    "gamekit.cgt.octal.sequences.grundy_sequence",
    "gamekit.cgt.partizan.canonical.canonical_form",
    "gamekit.cgt.sums.play.analyse_sum",
    "gamekit.cli.subject.Subject.solution",
)
"""What takes long before something is written."""

each_writer = pytest.mark.parametrize(
    "writer", [pytest.param(name, marks=[pytest.mark.slow] if name in MODULES else []) for name in WRITERS]
)


def wrote(writer: str, folder: Path, *more: str) -> Result:
    if writer in MODULES:
        pytest.importorskip(MODULES[writer])
    arguments, option, name = WRITERS[writer]
    return call(*arguments, option, str(folder / name), *more)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@each_writer
def test_a_file_that_exists_is_kept_unless_forced(writer: str, tmp_path: Path) -> None:
    name = WRITERS[writer][2]
    path = tmp_path / name
    path.write_text("mine")
    with pytest.MonkeyPatch.context() as monkeypatch:
        for work in WORK:  # none is done in vain
            monkeypatch.setattr(work, mock.Mock(side_effect=AssertionError(work)))
        result = wrote(writer, tmp_path)
    assert_refused(result, f"cannot write {path}: the file exists already; --force overwrites it")
    assert contents(tmp_path) == {name: b"mine"}
    assert wrote(writer, tmp_path, "--force").status == 0
    first = contents(tmp_path)
    assert list(first) == [name]
    assert len(first[name]) > 40
    path.unlink()
    assert wrote(writer, tmp_path).status == 0
    assert contents(tmp_path).keys() == {name}


@each_writer
@pytest.mark.parametrize(
    ("failure", "status"),
    [(OSError(28, "No space left on device"), 3), (KeyboardInterrupt(), 130)],
    ids=["full", "interrupted"],
)
def test_a_failure_leaves_the_old_file_and_nothing_else(
    writer: str, failure: BaseException, status: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: int) -> None:
        raise failure

    name = WRITERS[writer][2]
    for force in (True, False):
        if force:
            (tmp_path / name).write_text("mine")
        monkeypatch.setattr(os, "fsync", fail)
        result = wrote(writer, tmp_path, *(["--force"] if force else []))
        monkeypatch.undo()
        assert result.status == status, result
        assert result.err.splitlines()[-1].startswith("gamekit: ")
        assert "raised by" not in result.err
        assert contents(tmp_path) == ({name: b"mine"} if force else {})
        (tmp_path / name).unlink(missing_ok=True)


@pytest.mark.parametrize("writer", ["value", "dot", "page"])
def test_what_cannot_be_written_is_refused_before_the_work(writer: str, tmp_path: Path) -> None:
    result = wrote(writer, tmp_path / "missing")
    assert_refused(result)
    assert "cannot write" in result.err
    assert "No such file or directory" in result.err


def test_a_value_is_told_even_if_its_claim_cannot_be_saved() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    result = call("value", "nim", "1 2", "--save", "/dev/full")
    assert result.status == 3
    assert "Grundy value 3" in result.out
    assert result.err == "gamekit: cannot write /dev/full: No space left on device\n"


@each_writer
def test_devices_are_written_to(writer: str) -> None:
    if MODULES.get(writer) == "matplotlib":
        pytest.skip("the name of a picture says its format")
    if writer in MODULES:
        pytest.importorskip(MODULES[writer])
    arguments, option, _ = WRITERS[writer]
    more = ["--format", writer] if option == "--output" else []
    assert call(*arguments, *more, option, "/dev/null").status == 0


@pytest.mark.slow
@each_writer
def test_a_full_disk(writer: str, tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "20k") as small:
        small_file = small.path / WRITERS[writer][2]
        small_file.write_text("mine")
        (small.path / "filler").write_bytes(bytes(16_000))
        result = wrote(writer, small.path, "--force")
        assert result.status in (0, 3), result  # the smallest files fit
        if result.status:
            assert "No space left on device" in result.err
            assert small_file.read_text() == "mine"
        assert {path.name for path in small.path.iterdir()} == {"filler", small_file.name}


@pytest.mark.slow
def test_a_file_that_grows_too_large_is_a_limit(tmp_path: Path) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    path = tmp_path / "x.dot"
    path.write_text("mine")
    result = run("export", "nim", "-f", "--output", str(path), preexec_fn=limit)
    assert (result.status, result.err) == (3, f"gamekit: cannot write {path}: File too large\n")
    assert contents(tmp_path) == {"x.dot": b"mine"}


def test_a_plugin_package_is_made_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, left = Path.write_text, 3

    def some(self: Path, *arguments: Any, **more: Any) -> int:
        nonlocal left
        left -= 1
        if left < 0:
            raise OSError(28, "No space left on device")
        return real(self, *arguments, **more)

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(Path, "write_text", some)
    result = call("new", "fox")
    assert_refused(result, "cannot write fox: No space left on device", status=3)
    assert not list(tmp_path.iterdir())
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert call("new", "fox").status == 0
    assert (tmp_path / "fox" / "tests" / "test_fox.py").is_file()
