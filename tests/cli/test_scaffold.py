"""A new plugin works as it is: its tests pass, and it is found once it is installed."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from support.scaffolded import load

import gamekit
from gamekit import InputError
from gamekit.cli.new import new_plugin
from gamekit.game.registry import GAMES, registered
from gamekit.testing import check_game


def run(*arguments: str, folder: Path, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, which must succeed."""
    paths = [str(path)] if path else []
    paths += [entry for entry in os.environ.get("PYTHONPATH", "").split(os.pathsep) if entry]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def test_the_files_that_are_made(tmp_path: Path) -> None:
    made = new_plugin("fox-and-geese", tmp_path)
    home = tmp_path / "fox-and-geese"
    assert [path.relative_to(home).as_posix() for path in made] == [
        "pyproject.toml",
        "README.md",
        "fox_and_geese.py",
        "example.json",
        "tests/test_fox_and_geese.py",
    ]
    assert set(made) == {path for path in home.rglob("*") if path.is_file()}
    for path in made:
        text = path.read_text(encoding="utf-8")
        assert "$" not in text
        assert text.endswith("\n")
        assert "pip install gamekit" not in text, "another project has that name"


def test_the_project_file(tmp_path: Path) -> None:
    new_plugin("fox-and-geese", tmp_path)
    project = tomllib.loads((tmp_path / "fox-and-geese/pyproject.toml").read_text())
    assert project["project"]["name"] == "gamekit-fox-and-geese"
    assert "gamekit-solver" in project["project"]["dependencies"]
    assert project["project"]["entry-points"] == {GAMES.name: {"fox-and-geese": "fox_and_geese:FoxAndGeese"}}


def test_the_rules_hold_and_can_be_solved(tmp_path: Path) -> None:
    new_plugin("fox-and-geese", tmp_path)
    home = tmp_path / "fox-and-geese"
    cls = load(home / "fox_and_geese.py", "FoxAndGeese")
    assert json.loads((home / "example.json").read_text()) == cls.example
    game = cls(**cls.example)
    report = check_game(game)
    assert not report.notes
    solution = gamekit.solve(game)
    assert str(solution.root) == "WIN in 3 for first"
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_its_own_tests_pass(tmp_path: Path) -> None:
    new_plugin("fox-and-geese", tmp_path)
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", folder=tmp_path / "fox-and-geese")


def test_its_doctests_pass(tmp_path: Path) -> None:
    new_plugin("fox-and-geese", tmp_path)
    run("-m", "doctest", "fox_and_geese.py", folder=tmp_path / "fox-and-geese")


@pytest.mark.parametrize(
    ("name", "class_name"),
    [("game", "GameGame"), ("state", "StateGame"), ("none", "NoneGame"), ("x", "X"), ("a1-2b", "A12b")],
)
def test_names_that_might_get_in_the_way(name: str, class_name: str, tmp_path: Path) -> None:
    _, _, rules, _, test = new_plugin(name, tmp_path)
    project = tomllib.loads((tmp_path / name / "pyproject.toml").read_text())
    assert project["project"]["entry-points"][GAMES.name] == {name: f"{rules.stem}:{class_name}"}
    assert check_game(load(rules, class_name)()).ok
    assert f"from {rules.stem} import {class_name}\n" in test.read_text()


@pytest.mark.parametrize(
    "name",
    ["", "Fox", "fox_and_geese", "fox and geese", "-fox", "fox--geese", "7-up", "füchse", "../fox", "fox\n"],
)
def test_malformed_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        new_plugin(name, tmp_path)
    assert str(error.value) == (
        "a game's name must be words of small letters and digits, joined by hyphens, like fox-and-geese; "
        f"it is {name!r}"
    )
    assert not any(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("cat-mouse", "a game's name must be a new one; 'cat-mouse' is registered already"),
        ("class", "a game's name must not be that of a Python module or keyword; 'class' is one"),
        ("random", "a game's name must not be that of a Python module or keyword; 'random' is one"),
        ("games", "a game's name must not be that of a Python module or keyword; 'games' is one"),
    ],
)
def test_names_that_are_taken_are_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        new_plugin(name, tmp_path)
    assert str(error.value) == message


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "fox").mkdir()
    with pytest.raises(InputError) as error:
        new_plugin("fox", tmp_path)
    assert str(error.value) == f"the folder for the game must be a new one; {tmp_path / 'fox'} exists already"
    assert not any((tmp_path / "fox").iterdir())


def test_a_place_where_nothing_can_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError) as error:
        new_plugin("fox", tmp_path / "file")
    assert str(error.value).startswith(f"cannot write {tmp_path / 'file' / 'fox' / 'pyproject.toml'}: ")


@pytest.mark.slow
@pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None,
    reason="hatchling, which builds the plugin, is not installed",
)
def test_the_game_is_found_once_it_is_installed(tmp_path: Path) -> None:
    assert "fox-and-geese" not in registered(GAMES)
    new_plugin("fox-and-geese", tmp_path)
    site = tmp_path / "site"
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    run(*pip, "--target", str(site), str(tmp_path / "fox-and-geese"), folder=tmp_path)
    assert (site / "fox_and_geese.py").is_file()
    code = (
        "import gamekit; from gamekit.game.registry import GAMES, registered; "
        "assert 'fox-and-geese' in registered(GAMES); "
        "print(gamekit.solve(gamekit.load_game('fox-and-geese', {'counters': 8})).root)"
    )
    assert run("-c", code, folder=tmp_path, path=site).stdout == "LOSS in 4 for first\n"
