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
from support.command import run as command_run
from support.plugins import as_plugin
from support.scaffolded import load

import gamekit
from gamekit import InputError
from gamekit.cgt import as_game, canonical_form, load_ruleset
from gamekit.cgt.registry import RULESETS
from gamekit.cli.verbs.new import Kind, new_plugin
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


either_kind = pytest.mark.parametrize("kind", ["board", "plain"])
any_kind = pytest.mark.parametrize("kind", ["board", "plain", "ruleset"])


def test_the_files_that_are_made(tmp_path: Path) -> None:
    made = new_plugin("cats-and-dogs", tmp_path)
    home = tmp_path / "cats-and-dogs"
    assert [path.relative_to(home).as_posix() for path in made] == [
        "pyproject.toml",
        "README.md",
        "cats_and_dogs/__init__.py",
        "cats_and_dogs/rules.py",
        "example.json",
        "tests/test_cats_and_dogs.py",
    ]
    assert set(made) == {path for path in home.rglob("*") if path.is_file()}
    for path in made:
        text = path.read_text(encoding="utf-8")
        assert "$" not in text
        assert text.endswith("\n")
        assert "pip install gamekit" not in text, "another project has that name"


def test_the_project_file(tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path)
    project = tomllib.loads((tmp_path / "cats-and-dogs/pyproject.toml").read_text())
    assert project["project"]["name"] == "gamekit-cats-and-dogs"
    assert "gamekit-solver" in project["project"]["dependencies"]
    assert project["project"]["entry-points"] == {GAMES.name: {"cats-and-dogs": "cats_and_dogs:CatsAndDogs"}}


@either_kind
def test_the_rules_hold_and_can_be_solved(kind: Kind, tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, kind)
    home = tmp_path / "cats-and-dogs"
    cls = load(home / "cats_and_dogs/rules.py", "CatsAndDogs")
    assert json.loads((home / "example.json").read_text()) == cls.example
    game = cls(**cls.example)
    assert isinstance(game, gamekit.BoardGame) is (kind == "board")
    solution = gamekit.solve(game, backend="python")
    assert str(solution.root) == ("WIN in 3 for first" if kind == "plain" else "WIN in 5 for white")
    assert gamekit.verify(solution).ok
    name = "counters" if kind == "plain" else "rows"
    with pytest.raises(InputError, match=f"^{name} must be an integer .*; it is 0$"):
        cls(**{name: 0})


def test_a_ruleset_has_values_and_plays_as_a_game(tmp_path: Path) -> None:
    new_plugin("laying-tiles", tmp_path, "ruleset")
    home = tmp_path / "laying-tiles"
    project = tomllib.loads((home / "pyproject.toml").read_text())
    assert project["project"]["entry-points"] == {RULESETS.name: {"laying-tiles": "laying_tiles:LayingTiles"}}
    cls = load(home / "laying_tiles/rules.py", "LayingTiles")
    assert json.loads((home / "example.json").read_text()) == cls.example
    assert str(canonical_form(cls(row="..."))) == "*"
    assert str(canonical_form(cls(row="....#.."))) == "{2|1}"
    check_game(as_game(cls(row=".....")))
    with pytest.raises(InputError, match=r"^a row is 1 to 40 squares, each \. or #, such as .*; it is 'x'$"):
        cls(row="x")


IMPARTIAL = """
import attrs
from gamekit.cgt import ImpartialRuleset

@attrs.frozen
class TurningCoins(ImpartialRuleset[tuple[int, ...]]):
    coins: tuple[int, ...] = (0, 1)

    def start(self):
        return self.coins

    def options(self, coins):
        for i, coin in enumerate(coins):
            if coin:
                yield (*coins[:i], 0, *coins[i + 1 :])
"""


def test_the_tests_of_a_ruleset_hold_for_an_impartial_one_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its players have other names, and JSON has no tuples."""
    *_, rules, example, tests = new_plugin("turning-coins", tmp_path, "ruleset")
    rules.write_text(IMPARTIAL)
    example.write_text('{"coins": [1, 1, 0]}')
    monkeypatch.syspath_prepend(tmp_path / "turning-coins")
    monkeypatch.setitem(sys.modules, "turning_coins", None)  # leave no module behind
    del sys.modules["turning_coins"]
    its_tests = load(tests, "__dict__")
    for ruleset in its_tests["RULESETS"]:
        for first in ("left", "right"):
            its_tests["test_the_value_says_who_wins"](ruleset, first)
        its_tests["test_the_value_is_proved"](ruleset)
        its_tests["test_positions_are_read_as_they_are_written"](ruleset)


@pytest.mark.slow
def test_a_ruleset_that_is_installed_is_known_to_every_verb(tmp_path: Path) -> None:
    new_plugin("laying-tiles", tmp_path, "ruleset")
    home = tmp_path / "laying-tiles"
    plugin = as_plugin(home, "laying-tiles", "laying_tiles:LayingTiles", "gamekit.rulesets")
    for arguments, answer in (
        (("value", "laying-tiles", "..."), "canonical form *"),
        (("sum", "laying-tiles:...", "nim:1"), "whoever moves second wins"),
        (("solve", "laying-tiles", "--play", "misere", "--first", "right"), "verified"),
    ):
        result = command_run(*arguments, environment=plugin)
        assert (result.status, result.err) == (0, "")
        assert answer in result.out


@pytest.mark.slow
@either_kind
def test_its_rules_keep_their_promises(kind: Kind, tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, kind)
    assert not check_game(load(tmp_path / "cats-and-dogs/cats_and_dogs/rules.py", "CatsAndDogs")()).notes


@pytest.mark.slow
@any_kind
def test_its_own_tests_pass(kind: Kind, tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, kind)
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", folder=tmp_path / "cats-and-dogs")


@pytest.mark.release
def test_its_own_tests_pass_when_the_rules_are_edited(tmp_path: Path) -> None:
    """Men also step to empty squares, and are on two rows only; the parameter has another name."""
    *_, rules, example, _ = new_plugin("cats-and-dogs", tmp_path)
    text = rules.read_text()
    for old, new in (
        ("s.board[goes] == 2 - s.turn", "s.board[goes] != 1 + s.turn"),
        ("STRAIGHT", "AROUND"),
        ("stuck = LOSS", "stuck = TIE"),
        ("import LOSS", "import TIE"),
        ("columns", "files"),
        (
            'rows = [("WB" * self.files)',
            'rows = ["." * self.files if 0 < row < self.rows - 1 else ("WB" * self.files)',
        ),
        # Men that step to empty squares may go back and forth.
        (text[text.index("    def progress") : text.index("    @cached_property")], ""),
    ):
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text)
    example.write_text(example.read_text().replace("columns", "files"))
    run("-m", "pytest", "-q", "-p", "no:cacheprovider", "-W", "error", folder=tmp_path / "cats-and-dogs")


@pytest.mark.slow
def test_its_own_tests_fail_when_the_rules_are_wrong(tmp_path: Path) -> None:
    *_, rules, _, _ = new_plugin("cats-and-dogs", tmp_path)
    rules.write_text(
        rules.read_text().replace("s.board[goes] = 0, 1 + s.turn", "s.board[goes + 1] = 0, 1 + s.turn")
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command, cwd=tmp_path / "cats-and-dogs", capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 1
    assert "rules.py, line" in done.stdout


@pytest.mark.parametrize(
    ("name", "class_name"),
    [("game", "GameGame"), ("state", "StateGame"), ("none", "NoneGame"), ("x", "X"), ("a1-2b", "A12b")],
)
@either_kind
def test_names_that_might_get_in_the_way(name: str, class_name: str, kind: Kind, tmp_path: Path) -> None:
    _, _, _, rules, _, test = new_plugin(name, tmp_path, kind)
    module = rules.parent.name
    project = tomllib.loads((tmp_path / name / "pyproject.toml").read_text())
    assert project["project"]["entry-points"][GAMES.name] == {name: f"{module}:{class_name}"}
    assert gamekit.solve(load(rules, class_name)(), backend="python").root.value is gamekit.Value.WIN
    assert f"from {module} import {class_name}\n" in test.read_text()


@pytest.mark.parametrize(
    "name",
    ["", "Fox", "cats_and_dogs", "cats and dogs", "-fox", "cats--dogs", "7-up", "füchse", "../fox", "fox\n"],
)
def test_malformed_names_are_refused(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        new_plugin(name, tmp_path)
    assert str(error.value) == (
        "a game's name must be words of small letters and digits, joined by hyphens, like cats-and-dogs; "
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
    assert str(error.value).startswith(f"cannot write {tmp_path / 'file' / 'fox'}: ")


@pytest.mark.release
@pytest.mark.skipif(
    importlib.util.find_spec("hatchling") is None,
    reason="hatchling, which builds the plugin, is not installed",
)
def test_the_game_is_found_once_it_is_installed(tmp_path: Path) -> None:
    """With all files of the package, those that were added later, too."""
    assert "cats-and-dogs" not in registered(GAMES)
    new_plugin("cats-and-dogs", tmp_path)
    package = tmp_path / "cats-and-dogs/cats_and_dogs"
    (package / "numbers.py").write_text("MOST = 4\n")
    rules = (package / "rules.py").read_text()
    rules = rules.replace("\nimport attrs\n", "\nimport attrs\nfrom cats_and_dogs.numbers import MOST\n")
    (package / "rules.py").write_text(rules.replace("<= value <= 8", "<= value <= MOST"))
    site = tmp_path / "site"
    pip = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
    run(*pip, "--target", str(site), str(tmp_path / "cats-and-dogs"), folder=tmp_path)
    assert sorted(path.name for path in (site / "cats_and_dogs").glob("*.py")) == [
        "__init__.py",
        "numbers.py",
        "rules.py",
    ]
    code = (
        "import gamekit; from gamekit.game.registry import GAMES, registered; "
        "assert 'cats-and-dogs' in registered(GAMES); "
        "game = gamekit.load_game('cats-and-dogs', {'columns': 4}); "
        "print(gamekit.solve(game, backend='compiled').root)"
    )
    assert run("-c", code, folder=tmp_path, path=site).stdout == "LOSS in 8 for white\n"


@pytest.mark.release
def test_a_new_board_game_is_proved_with_nothing_written_but_its_rules(tmp_path: Path) -> None:
    """The example takes men as Clobber does, so the ruleset says who wins, by other code."""
    new_plugin("cats-and-dogs", tmp_path)
    home, folder = tmp_path / "cats-and-dogs", str(tmp_path / "proof")
    plugin = as_plugin(home, "cats-and-dogs", "cats_and_dogs:CatsAndDogs")
    board = ("-p", "rows=3", "-p", "columns=5")
    proved = command_run(
        "prove",
        "cats-and-dogs",
        *board,
        "--backend",
        "compiled",
        "--save",
        folder,
        "--json",
        environment=plugin,
    )
    assert proved.status == 0, proved
    assert proved.json["verified"]
    ruleset = load_ruleset("clobber", {"board": "xoxox|oxoxo|xoxox"})
    winner = gamekit.solve(as_game(ruleset)).root.winner
    assert proved.json["winner"] == {"Left": "white", "Right": "black"}[str(winner)]
    assert command_run("verify", folder, environment=plugin).status == 0
    played = command_run("play", folder, "--as", "both", environment=plugin)
    assert f"{proved.json['winner']} gets 1 or more" in played.out
