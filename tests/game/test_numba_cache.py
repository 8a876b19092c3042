"""Numba compiles where it can write neither beside the modules nor in the user's folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from zipfile import ZipFile

import pytest

import gamekit
import games

THEIRS = """
import numba

@numba.njit(cache=True)
def double(number):
    return 2 * number
"""


def installed(folder: Path) -> Path:
    """Copy the packages to where nobody, not even root, can make a folder for what is compiled: a file is there."""
    for package in (gamekit, games):
        source = Path(str(package.__file__)).parent
        shutil.copytree(source, folder / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "theirs.py").write_text(THEIRS)
    for place, _, _ in [*os.walk(folder)]:
        Path(place, "__pycache__").touch()
    return folder


def run(folder: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if "CACHE" not in name}
    environment |= {"HOME": os.devnull, "TMPDIR": str(folder / "temporary"), "PYTHONPATH": str(folder)}
    (folder / "temporary").mkdir(exist_ok=True)
    command = [sys.executable, "-P", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, env=environment | variables, cwd=folder, check=False
    )


@pytest.mark.release
def test_without_a_folder_that_can_be_written_all_is_compiled_and_that_is_said_once(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    names = (
        "from gamekit.game.kernel_compiler import compiled; from gamekit.solvers.retrograde import attract"
    )
    code = f"import gamekit, theirs; {names}; compiled(attract); print(theirs.double(2))"
    found = run(folder, "-c", code)
    assert (found.returncode, found.stdout) == (0, "4\n"), found.stderr
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith("gamekit: no writable cache folder")
    assert not [*(folder / "temporary").iterdir()]  # nothing is left behind


@pytest.mark.release
def test_the_compiled_backend_and_check_need_no_folder_that_can_be_written(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    for verb in (["solve", "--backend", "compiled"], ["check"]):
        found = run(folder, "-m", "gamekit", verb[0], "cat-mouse", *verb[1:])
        assert found.returncode == 0, found.stdout + found.stderr
        assert found.stderr.count("\n") == 1


NOWHERE = """
import tempfile

def none():
    raise FileNotFoundError(2, "No usable temporary directory found")

tempfile.gettempdir = none
import gamekit
import numpy as np
from gamekit.engine.codes.batch import batch_of

game = gamekit.load_game("nim")
code = game.encode(game.initial_state())
print(batch_of(game).expand(np.array([code])).counts)
"""


@pytest.mark.release
def test_rules_are_compiled_where_nothing_at_all_can_be_written(tmp_path: Path) -> None:
    found = run(installed(tmp_path), "-c", NOWHERE)
    assert (found.returncode, found.stdout) == (0, "[12]\n"), found.stderr
    assert found.stderr.count("\n") == 1
    assert found.stderr.startswith("gamekit: no writable cache folder")


@pytest.mark.slow
def test_among_temporary_files_that_others_can_exchange_nothing_is_kept(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    (folder / "temporary").mkdir()
    (folder / "temporary").chmod(0o777)
    found = run(folder, "-c", "import gamekit, theirs; print(theirs.double(2))")
    assert (found.returncode, found.stdout) == (0, "4\n"), found.stderr
    assert not [*(folder / "temporary").iterdir()]


@pytest.mark.release
def test_a_module_in_an_archive_is_kept_in_private_folders_only(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "theirs.zip", "w") as archive:
        archive.writestr("theirs.py", THEIRS)
    (tmp_path / "home").mkdir()
    first = f"import sys; sys.path[:0] = [{str(tmp_path / 'theirs.zip')!r}]"
    code = f"{first}; import gamekit, theirs; theirs.double(2)"
    source = str(Path(str(gamekit.__file__)).parents[1])
    for mode in (0o755, 0o757):
        (tmp_path / "home").chmod(mode)
        found = run(tmp_path, "-c", code, HOME=str(tmp_path / "home"), PYTHONPATH=source)
        assert found.returncode == 0, found.stderr
        kept = [*(tmp_path / "home").rglob("*.nbi")]
        assert bool(kept) == (mode == 0o755)
        for path in kept:
            path.unlink()


@pytest.mark.slow
def test_a_folder_that_is_named_is_used_in_silence(tmp_path: Path) -> None:
    folder = installed(tmp_path)
    found = run(
        folder, "-c", "import gamekit, theirs; theirs.double(2)", NUMBA_CACHE_DIR=str(folder / "kept")
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert list((folder / "kept").rglob("*.nbi"))


def test_signatures_of_classes_that_are_no_more_do_not_keep_others_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")  # which loads the module below
    from gamekit.game.numba_files import SealedFiles

    files = SealedFiles(str(tmp_path), "kernel", "stamp")
    module = ModuleType("gone")
    module.Gone = type("Gone", (), {"__module__": "gone"})  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "gone", module)
        files.save(module.Gone, "old")
        assert files.load(module.Gone) == "old"
    files.save("signature", "new")
    assert files.load("signature") == "new"
