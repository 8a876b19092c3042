"""The allow-list of imports, and the script that holds the code against it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.paths import ROOT

FLOORS = ROOT / "docs" / "support" / "floors.py"


def run(script: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A tree with the project's rules, and two games that keep them."""
    for folder in ("docs/support", "gamekit/game", "games/rulesets"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(FLOORS, tmp_path / "docs" / "support")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, text in {
        "gamekit/game/protocol.py": "import numpy",
        "games/nim.py": "import attrs\n\nfrom gamekit.game.protocol import Game\nfrom games import piles",
        "games/piles.py": "import re",
        "games/rulesets/kayles.py": "from gamekit.cgt.ruleset import Ruleset",
    }.items():
        (tmp_path / module).write_text(text)
    return tmp_path


@pytest.mark.release
def test_the_code_keeps_to_the_list() -> None:
    done = run(FLOORS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_what_is_on_the_list_is_allowed(house: Path) -> None:
    done = run(house / "docs" / "support" / "floors.py")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("module", "text", "rule"),
    [
        ("games/nim.py", "from gamekit.solvers.base import Solver", "games"),
        ("games/nim.py", "def draw():\n    import numpy", "games"),
        ("games/nim.py", "from gamekit.cgt.ruleset import Ruleset", "games"),
        ("games/rulesets/kayles.py", "from gamekit.cgt.rules import CheckedRuleset", "games.rulesets"),
    ],
)
def test_an_import_that_is_not_on_the_list_is_found(house: Path, module: str, text: str, rule: str) -> None:
    (house / module).write_text(text)
    done = run(house / "docs" / "support" / "floors.py")
    assert done.returncode == 1
    assert f"which pyproject.toml does not allow {rule}\n" in done.stdout
