"""Compiled rules that were kept: never taken from where others can write, and made anew where they are damaged."""

from __future__ import annotations

import hashlib
import importlib.util
import marshal
import os
import pickle
import random
import re
import shutil
import sys
from collections.abc import Callable
from importlib._bootstrap_external import _code_to_timestamp_pyc  # type: ignore[attr-defined]
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import call, run
from support.marks import cases

from gamekit.engine.codes.jit import compiled
from gamekit.game import private_cache
from gamekit.game.registry import load_game
from gamekit.layout.compiler import module
from gamekit.layout.compiler.build import build
from gamekit.layout.compiler.load import has_passed, kept, load, remember_passed
from gamekit.layout.compiler.module import IMPORTED, Built, hash_of_compiler, hash_of_modules

NOTHING = np.zeros(0, np.int64)

TEXT = "def twice(code, parameters):\n    return 2 * code\n"


@pytest.fixture(autouse=True)
def _nothing_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(private_cache, "_said", set())
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "cache"
    monkeypatch.setenv("GAMEKIT_CACHE", str(folder))
    return folder


def twice(text: str = TEXT) -> Any:
    """Return a function of a generated module, compiled, as a process gets it that has not loaded it yet."""
    made = load(Built(text, {}, []), "Twice")
    del sys.modules[made.__name__]
    function = compiled(made.twice, writes=False)
    assert function(21, NOTHING) == 42
    return function


def was_kept(function: Any) -> bool:
    return sum(function.stats.cache_hits.values()) > 0


def files_of(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


@pytest.mark.slow
def test_another_compiler_writes_other_modules(tmp_path: Path) -> None:
    """A module is kept under a hash of its text, and its text names the compiler."""
    own = Path(module.__file__).parent
    hashes = {hash_of_modules(own)}
    for path in own.glob("*.py"):
        other = tmp_path / path.stem
        shutil.copytree(own, other)
        with (other / path.name).open("a") as file:
            file.write("# changed\n")
        hashes.add(hash_of_modules(other))
    assert len(hashes) == 1 + len(list(own.glob("*.py")))
    game = load_game("tic-tac-toe")
    known = {f"gamekit.{name.removesuffix('.py').replace('/', '.')}" for name in IMPORTED}
    for is_checked in (False, True):
        text = build(game, is_checked=is_checked).built.text
        assert hash_of_compiler() in text
        imported = {*re.findall(r"(?m)^from (gamekit[\w.]*) import", text)}
        assert {name for name in imported if not name.startswith("gamekit.layout.compiler")} <= known


# --- others ---------------------------------------------------------------------------------------------------


class Payload:
    """Makes a folder when it is unpickled."""

    def __init__(self, marker: Path) -> None:
        self.marker = marker

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.marker),)


def poison(folder: Path, marker: Path) -> None:
    """Put code into everything that is kept, with right checksums, and beside it where Python looks for bytecode."""
    content = pickle.dumps(Payload(marker))
    for path in files_of(folder):
        if path.suffix in (".nbi", ".nbc"):
            path.write_bytes(content + hashlib.sha256(content).digest())
        if path.suffix == ".py":
            code = compile(f"import os; os.mkdir({str(marker)!r})\n{TEXT}", str(path), "exec")
            about, pyc = path.stat(), Path(importlib.util.cache_from_source(str(path)))
            pyc.write_bytes(_code_to_timestamp_pyc(code, int(about.st_mtime), about.st_size))
            assert marshal.loads(pyc.read_bytes()[16:]).co_names


def open_to_all(folder: Path) -> None:
    folder.chmod(0o777)


def open_above(folder: Path) -> None:
    folder.parent.chmod(0o777)


def given_away(folder: Path) -> None:
    if os.geteuid():
        pytest.skip("only root may give files away")
    for path in (folder, *folder.rglob("*")):
        os.chown(path, 4711, 4711)


def files_given_away(folder: Path) -> None:
    """Leave the folder private, which it was not when these were put there."""
    given_away(folder)
    for path in (folder, folder / "__pycache__"):
        os.chown(path, os.geteuid(), os.getegid())


def bytecode_folder_open(folder: Path) -> None:
    (folder / "__pycache__").chmod(0o777)


@pytest.mark.parametrize(
    "expose",
    cases(quick=[open_to_all], slow=[open_above, given_away, files_given_away, bytecode_folder_open]),
)
def test_what_others_have_put_there_never_runs(
    expose: Callable[[Path], None],
    cache: Path,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path / "home"))  # where Numba keeps what it can keep nowhere else
    marker = tmp_path / "marker"
    assert not was_kept(twice())
    assert was_kept(twice())
    poison(cache, marker)
    before = {path: path.read_bytes() for path in files_of(cache)}
    expose(cache)
    assert not was_kept(twice())
    assert not marker.exists()
    assert len(caplog.messages) == 1
    if expose is not files_given_away:
        assert {path: path.read_bytes() for path in files_of(cache)} == before


@pytest.mark.slow
def test_the_attack_works_on_who_has_made_the_folder(cache: Path, tmp_path: Path) -> None:
    """What the test above refuses is harmful indeed."""
    twice()
    poison(cache, tmp_path / "marker")
    twice()
    assert (tmp_path / "marker").exists()


def test_no_predictable_folder_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", os.devnull)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    theirs = tmp_path / f"gamekit-{os.getuid()}"
    theirs.mkdir(mode=0o777)
    module = load(Built(TEXT + "# nowhere\n", {}, []), "Twice")
    assert module.twice(2, NOTHING) == 4
    remember_passed("trial", "Twice")
    assert not has_passed("trial", "Twice")
    assert not list(theirs.iterdir())


def test_the_verb_says_that_the_folder_is_not_used(cache: Path) -> None:
    twice()
    assert call("cache", "--json").json["not_used"] is None
    assert list(kept())
    cache.chmod(0o777)
    assert not list(kept())
    found = call("cache", "--json").json
    assert (found["kept"], found["not_used"]) == ([], f"other users can write to {cache}")
    assert call("cache", "--clear").out.endswith(f"not used: other users can write to {cache}\n")
    assert files_of(cache)


@pytest.mark.slow
def test_a_solve_does_without_a_folder_that_others_can_write(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    environment = {"GAMEKIT_CACHE": str(tmp_path / "cache")}
    found = run("solve", "hexapawn", "--backend", "compiled", "--brief", environment=environment)
    assert (found.status, found.out[:32]) == (0, "hexapawn: black wins in 6 plies "), found
    assert found.err.splitlines()[0].startswith(f"gamekit: other users can write to {tmp_path}, so no ")
    assert not list(tmp_path.iterdir())


# --- damage ---------------------------------------------------------------------------------------------------


def damaged(path: Path, how: str, seed: int) -> None:
    rng, content = random.Random(seed), path.read_bytes()
    if how == "empty":
        path.write_bytes(b"")
    elif how == "bit" and content:
        changed = bytearray(content)
        changed[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(changed)
    elif how == "cut":
        path.write_bytes(content[: rng.randrange(len(content) + 1)])
    elif how == "random":
        path.write_bytes(rng.randbytes(len(content)))
    elif how == "longer":
        path.write_bytes(content + rng.randbytes(20))
    elif how == "unreadable":
        path.chmod(0)
    else:
        path.unlink()
        if how == "folder":
            (path / "in").mkdir(parents=True)
        elif how == "link":
            path.symlink_to(path.name)


WAYS = ("empty", "bit", "cut", "random", "longer", "unreadable", "folder", "link", "gone")


@pytest.mark.release
@given(data=st.data())
def test_what_is_damaged_is_made_anew(data: st.DataObject) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch, TemporaryDirectory() as place:
        folder = Path(place).resolve() / "cache"
        monkeypatch.setenv("GAMEKIT_CACHE", str(folder))
        twice()
        remember_passed("trial", "Twice")
        chosen = data.draw(st.sets(st.sampled_from(files_of(folder)), min_size=1))
        for path in sorted(chosen):
            damaged(path, data.draw(st.sampled_from(WAYS)), data.draw(st.integers(0, 1 << 20)))
        twice()
        if not has_passed("trial", "Twice"):
            remember_passed("trial", "Twice")
        assert has_passed("trial", "Twice")
        assert was_kept(twice())


@pytest.mark.slow
@pytest.mark.parametrize("how", cases(quick=["empty", "bit", "folder"], slow=WAYS[2:]))
def test_damage_is_said_once_and_never_again(
    how: str, cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice()
    for path in files_of(cache):
        damaged(path, "random" if how == "empty" and not path.stat().st_size else how, 1)
    twice()
    is_seen = how != "gone" and not (how == "unreadable" and os.geteuid() == 0)
    assert len(caplog.messages) == is_seen
    if is_seen:
        assert str(cache) in caplog.messages[0]
        assert "made anew" in caplog.messages[0]
    monkeypatch.setattr(private_cache, "_said", set())
    caplog.clear()
    assert was_kept(twice())
    assert not caplog.messages


def test_a_mark_is_as_it_was_written_or_none(cache: Path) -> None:
    remember_passed("trial", "Twice")
    assert has_passed("trial", "Twice")
    assert not has_passed("another trial", "Twice")
    (mark,) = files_of(cache)
    mark.write_bytes(b"\0")
    assert not has_passed("trial", "Twice")
    assert not files_of(cache)


def test_every_bit_counts(cache: Path) -> None:
    from numba.core import caching

    twice()
    index = next(path for path in files_of(cache) if path.suffix == ".nbi")
    content = index.read_bytes()
    files: Any = caching.IndexDataCacheFile(str(index.parent), index.name.removesuffix(".sealed.nbi"), "")
    for bit in range(0, 8 * len(content), 41):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        index.write_bytes(changed)
        assert files._load_index() == {}
        assert not index.exists()


@pytest.mark.slow
def test_data_of_another_function_are_not_taken_for_those_of_this_one(cache: Path) -> None:
    """Numba's index may name data that another process has written, or that were there before."""
    twice()
    (data,) = (path for path in files_of(cache) if path.suffix == ".nbc")
    other = TEXT.replace("2 * code", "3 * code")
    module = load(Built(other, {}, []), "Twice")
    assert compiled(module.twice, writes=False)(21, NOTHING) == 63
    (others,) = (path for path in files_of(cache) if path.suffix == ".nbc" and path != data)
    shutil.copy(others, data)
    assert not was_kept(twice())
    assert was_kept(twice())


def test_what_cannot_be_kept_is_said_and_works(
    cache: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise OSError(28, "No space left on device")

    twice()
    shutil.rmtree(cache / "__pycache__")
    monkeypatch.setattr(Path, "replace", full)
    assert not was_kept(twice())
    assert len(caplog.messages) == 1
    assert "No space left on device" in caplog.messages[0]


@pytest.mark.release
def test_a_solve_makes_anew_what_is_damaged(cache: Path) -> None:
    arguments = ["solve", "hexapawn", "--backend", "compiled", "--brief"]
    right = run(*arguments)
    assert (right.status, right.err) == (0, "")
    for number, path in enumerate(files_of(cache)):
        damaged(path, ("empty", "bit", "random", "folder", "cut")[number % 5], number)
    found = run(*arguments)
    assert (found.status, found.out) == (0, right.out)
    assert found.err.count("\n") == 1
    assert found.err.startswith("gamekit: ")
    assert run(*arguments) == right
