"""gamekit's own games in folders where the user has a `games.py`, or a package `games`, of their own."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest
from support.paths import ROOT

import gamekit
from gamekit.cli.verbs import VERBS
from gamekit.game import bundled

OWN = Path(gamekit.__file__).parents[1]
MINE = "MINE = 'the user wrote this'\n"


@pytest.fixture(params=["module", pytest.param("package", marks=pytest.mark.slow)])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Return a folder with a `games` of the user's own, in which a `nim` has nothing to do with gamekit's."""
    if request.param == "module":
        (tmp_path / "games.py").write_text(MINE)
    else:
        (tmp_path / "games").mkdir()
        (tmp_path / "games" / "__init__.py").write_text(MINE)
        (tmp_path / "games" / "nim.py").write_text(MINE)
    return tmp_path


@pytest.fixture(scope="session")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a source tree of gamekit that is not installed."""
    copy = tmp_path_factory.mktemp("tree")
    for package in ("gamekit", "games"):
        shutil.copytree(OWN / package, copy / package)
    return copy


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder into which a wheel of gamekit is unpacked."""
    if importlib.util.find_spec("hatchling") is None or not (ROOT / "gamekit").exists():
        pytest.skip("hatchling, which builds the wheel, or the source is not here")
    made = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(made)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True)
    with zipfile.ZipFile(next(made.glob("*.whl"))) as file:
        file.extractall(made / "site")
    return made / "site"


@pytest.fixture(scope="session")
def editable(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the Python of an environment in which the source is installed so that it can be edited."""
    if importlib.util.find_spec("hatchling") is None or not (ROOT / "gamekit").exists():
        pytest.skip("hatchling, which builds the wheel, or the source is not here")
    made = tmp_path_factory.mktemp("editable")
    build = f"from hatchling.build import build_editable; print(build_editable({str(made)!r}))"
    done = subprocess.run([sys.executable, "-c", build], cwd=ROOT, capture_output=True, text=True, check=True)
    venv.create(made / "venv", symlinks=True)
    site = Path(sysconfig.get_path("purelib", "venv", {"base": str(made / "venv")}))
    with zipfile.ZipFile(made / done.stdout.split()[-1]) as file:
        file.extractall(site)
    needed = [path for path in sys.path if path.endswith("-packages")]  # what gamekit depends on
    (site / "later.pth").write_text("\n".join(needed))
    return made / "venv" / "bin" / "python"


def environment(path: Path | None) -> dict[str, str]:
    """Return the environment in which a path, if one is given, stands before the gamekit that is installed."""
    return {**os.environ, **({} if path is None else {"PYTHONPATH": str(path)})}


def run(
    folder: Path, *arguments: str, path: Path | None = None, python: str | Path = sys.executable
) -> subprocess.CompletedProcess[str]:
    """Run Python in a folder."""
    command = [python, *arguments]
    return subprocess.run(
        command, cwd=folder, env=environment(path), capture_output=True, text=True, timeout=300
    )


VERBS_RUN = [
    ["list"],
    ["info", "nim"],
    ["plan", "nim", "--json"],
    ["solve", "nim", "--save", "nim.table"],
    ["solve", "cat-mouse", "--backend", "compiled"],
    ["verify", "nim.table"],
    ["info", "nim.table"],
    ["probe", "nim.table"],
    ["check", "tic-tac-toe", "--examples", "10", "--max-states", "100"],
    ["compare", "nim"],
    ["explain", "nim"],
    ["play", "nim"],
    ["export", "nim", "--format", "dot", "--output", "nim.dot"],
    ["plot", "histogram", "nim", "--output", "nim.svg"],
    ["new", "cats-and-dogs"],
    ["prove", "tic-tac-toe"],
    ["compose", "nim", "--count", "2"],
    ["value", "domineering", "..|.."],
    ["sequence", "0.137", "--to", "20"],
    ["tabulate", "domineering", "{n*.}", "-r", "n=1-3"],
    ["sum", "domineering:..", "kayles:2"],
    ["judge", "nim", "--claim", "s.heaps[0] ^ s.heaps[1] ^ s.heaps[2] > 0"],
    ["leetcode", "464", "10", "11"],
    ["thermograph", "domineering", "..|..", "--output", "four.svg"],
    ["completion", "bash"],
    ["cache"],
]

SCRIPT = """
import pickle, sys
import gamekit

game = gamekit.load_game("cat-mouse")
assert pickle.loads(pickle.dumps(game)) == game
solution = gamekit.solve(game, backend="compiled")
gamekit.save_table(solution, "mice.table")
assert gamekit.open_table("mice.table").game == game
assert "games" not in sys.modules
import games
assert games.MINE
assert not hasattr(games, "cat_mouse")
"""


@pytest.mark.slow
def test_a_script_has_the_games_of_both(folder: Path) -> None:
    (folder / "script.py").write_text(SCRIPT)
    result = run(folder, "script.py")
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
def test_a_source_tree_that_is_not_installed_knows_its_games(folder: Path, tree: Path) -> None:
    for here in (folder, tree):
        found = json.loads(run(here, "-m", "gamekit", "list", "--json", path=tree).stdout)
        assert set(bundled.GAMES) <= set(found["games"])
        assert found["broken"] == []
    where = run(folder, "-c", "import gamekit; print(gamekit.__file__)", path=tree).stdout
    assert Path(where.strip()).is_relative_to(tree)


@pytest.mark.slow
def test_a_class_is_the_same_by_either_name() -> None:
    code = """
import sys, types
import games.nim, gamekit, gamekit.game.bundled.nim as own
from games import chase
assert games.nim is own and type(gamekit.load_game("nim")) is games.nim.Nim
assert own.__spec__.name == own.__name__ == games.nim.Nim.__module__ == "gamekit.game.bundled.nim"
assert chase.__name__ == "gamekit.game.bundled.chase"

def missing(name):
    try:
        __import__(name)
    except ModuleNotFoundError as error:
        return str(error)

assert missing("games.chess") == "No module named 'games.chess'"
sys.modules["games"] = theirs = types.ModuleType("games")
theirs.__path__ = []
assert missing("games.quixo") == "No module named 'games.quixo'"
"""
    result = run(OWN, "-W", "error", "-c", code)
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["package"], indirect=True)
def test_an_editable_install_keeps_its_games(folder: Path, editable: Path) -> None:
    where = run(folder, "-c", "import gamekit; print(gamekit.__file__)", python=editable)
    assert Path(where.stdout.strip()) == ROOT / "gamekit" / "__init__.py"
    (folder / "script.py").write_text(SCRIPT)
    result = run(folder, "script.py", python=editable)
    assert result.returncode == 0, result.stderr
    result = run(folder, "-m", "gamekit", "solve", "nim", python=editable)
    assert result.returncode == 0, result
    assert "left out" not in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["package"], indirect=True)
def test_other_processes_find_the_compiled_rules(folder: Path) -> None:
    solve = ("-m", "gamekit", "solve", "quixo", "--work", "work", "--executor", "processes", "--threads", "2")
    result = run(folder, *solve, "--json")
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["verified"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("folder", "layout", "start"),
    [
        pytest.param("module", "tree", "module", marks=pytest.mark.release),
        pytest.param("package", "wheel", "script", marks=pytest.mark.release),
    ],
    indirect=["folder"],
)
def test_each_verb_as_a_process_of_its_own(
    folder: Path, layout: str | None, start: str, request: pytest.FixtureRequest
) -> None:
    path = request.getfixturevalue(layout) if layout else None
    (folder / "script.py").write_text("from gamekit.cli import main\nmain()\n")
    command = ["-m", "gamekit"] if start == "module" else ["script.py"]
    assert {verb for verb, *_ in VERBS_RUN} == {*VERBS} - {"explore"}  # which does not end of itself
    for arguments in VERBS_RUN:
        result = run(folder, *command, *arguments, path=path)
        assert result.returncode == 0, (arguments, result)
        assert "left out" not in result.stderr
    explore = [sys.executable, *command, "explore", "nim", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        explore, cwd=folder, env=environment(path), stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            said = process.stdout.readline()
            assert said.startswith("gamekit: exploring at http://")
            with urlopen(said.split()[3] + "api/games", timeout=60) as answer:
                offered = json.load(answer)
        finally:
            process.terminate()
    assert set(bundled.GAMES) <= {game["name"] for game in offered["games"]}
    assert offered["broken"] == []
