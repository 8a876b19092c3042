"""Nothing that is read from a file is executed, but the rules that the command line names and what Numba keeps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import gamekit

HERE = Path(str(gamekit.__file__)).parent

MAY_EXECUTE = {
    "analysis/judge/runner.py": {"exec", "compile"},  # the program that is judged, in a process of its own
    "device/targets.py": {
        "exec",
        "compile",
    },  # the rules' text, made in this process, and the kernels of the package
    "game/conditions.py": {"eval", "compile"},  # conditions and claims that the user types
    "layout/compiler/interpreted.py": {"exec", "compile"},
    "layout/compiler/load.py": {"exec", "compile"},  # the text in memory, never a file
    "layout/plain/state.py": {"exec", "compile"},
    "layout/layout.py": {"eval"},
    "layout/symmetry.py": {"exec"},
    "game/rules_files/__init__.py": {"spec_from_file_location"},
}
"""The builtins and functions by which modules execute texts, which they have made themselves, and files."""

EXECUTING = {"exec", "eval", "compile", "execfile", "run_path", "run_module", "spec_from_file_location"}

READING = {"pickle", "marshal", "shelve", "dill", "cloudpickle", "joblib"}
"""Modules whose `load` and `loads` execute what they read."""


HINT = re.compile(
    rf"\b({'|'.join({*EXECUTING, *READING, 'load', 'loads'} - {'compile'})})\(|\bcompile\(|np\.load"
)


def calls(path: Path) -> Iterator[tuple[str, ast.Call]]:
    text = path.read_text(encoding="utf-8").replace("re.compile(", "")
    if not HINT.search(text):  # to parse all modules takes seconds
        return
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func), node


@pytest.mark.slow
def test_work_folders_and_tables_hold_data_only() -> None:
    """Folders of work, tables, certificates and claims may come from anybody: they are numbers, texts and JSON."""
    executing: dict[str, set[str]] = {}
    for path in HERE.rglob("*.py"):
        name = path.relative_to(HERE).as_posix()
        for function, call in calls(path):
            module, _, last = function.rpartition(".")
            assert module not in READING or last in ("dump", "dumps"), f"{name}:{call.lineno}: {function}"
            if module == "np" and last in ("load", "memmap", "fromfile"):
                allowed = {keyword.arg: ast.unparse(keyword.value) for keyword in call.keywords}
                is_data = last != "load" or allowed.get("allow_pickle") == "False"
                assert is_data, f"{name}:{call.lineno}: {function}"
            if last in EXECUTING and module in ("", "runpy", "importlib.util"):
                executing.setdefault(name, set()).add(last)
    assert executing == MAY_EXECUTE


def test_only_numba_s_own_files_are_unpickled() -> None:
    """Numba unpickles what `SealedFiles` lets it, and nothing else reads pickles."""
    for path in HERE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "IndexDataCacheFile" in text:
            assert path.name == "numba_files.py"
        assert "allow_pickle=True" not in text
        assert "Unpickler" not in text
