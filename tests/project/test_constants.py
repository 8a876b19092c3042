"""Tests pass sizes and limits as arguments; they do not patch constants, which may be read before or elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.paths import ROOT

PATCHES = {"setattr", "patch", "object"}
PROJECT = ("gamekit", "games")


def patched_constants(source: str) -> Iterator[str]:
    """Yield the constants of gamekit or of its games that a test patches."""
    tree = ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    ours = {
        (alias.asname or alias.name).partition(".")[0]
        for node in imports
        for alias in node.names
        if str(getattr(node, "module", alias.name)).partition(".")[0] in PROJECT
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        if getattr(node.func, "attr", getattr(node.func, "id", "")) not in PATCHES:
            continue
        match node.args:
            case [ast.Constant(str(path)), *_]:
                owner, _, name = path.rpartition(".")
            case [ast.JoinedStr() as path, *_]:
                owner, _, name = ast.unparse(path)[2:-1].rpartition(".")
                name = name.upper() if name.startswith("{") else name  # computed: it could be any
            case [module, ast.Constant(str(name)), *_]:
                owner = "gamekit" if ast.unparse(module).partition(".")[0] in ours else ""
            case _:
                continue
        if name.isupper() and owner.partition(".")[0] in PROJECT:
            yield f"{name}, in line {node.lineno}"


@pytest.mark.slow
def test_no_test_patches_a_constant() -> None:
    found = {
        str(path.relative_to(ROOT)): patched
        for path in (ROOT / "tests").rglob("*.py")
        if path != Path(__file__) and (patched := list(patched_constants(path.read_text())))
    }
    assert not found, "pass them as arguments; what bounds the engine's memory belongs into Tuning"


@pytest.mark.parametrize(
    "patch",
    [
        'monkeypatch.setattr("gamekit.engine.work.MOST", 1)',
        'mock.patch("games.nim.MOST_HEAPS", 1)',
        'mock.patch(f"gamekit.web.{limit}", 1)',
        'from gamekit.engine import work\nmonkeypatch.setattr(work, "MOST", 1)',
        'import gamekit\nmock.patch.object(gamekit.engine, "MOST", 1)',
    ],
)
def test_each_way_to_patch_one_is_found(patch: str) -> None:
    assert list(patched_constants(patch))


@pytest.mark.parametrize(
    "patch",
    [
        'monkeypatch.setattr("gamekit.engine.solve", other)',
        'import benchmarks\nmonkeypatch.setattr(benchmarks, "SECTIONS", [])',
        'from gamekit.engine import work\nmonkeypatch.setattr(work, "history", None)',
    ],
)
def test_other_patches_are_allowed(patch: str) -> None:
    assert not list(patched_constants(patch))
