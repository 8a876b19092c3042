"""The floors of the architecture, and the script that holds the code against them."""

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
    """A tree with the project's rules, and two rooms and one game that keep them."""
    for folder in ("docs/support", "gamekit/web/views", "gamekit/game", "gamekit/solvers", "games"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(FLOORS, tmp_path / "docs" / "support")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for module, text in {
        "gamekit/web/server.py": "from gamekit.solvers.base import Solver\nfrom gamekit.web import views",
        "gamekit/web/views/__init__.py": "",
        "gamekit/solvers/base.py": "import numpy\n\nfrom gamekit.game import protocol",
        "gamekit/game/protocol.py": "import gamekit.errors",
        "gamekit/errors.py": "",
        "games/nim.py": "import attrs\n\nfrom gamekit.game.protocol import Game\nfrom games import piles",
        "games/piles.py": "import re",
    }.items():
        (tmp_path / module).write_text(text)
    return tmp_path


@pytest.mark.slow
def test_the_code_keeps_to_the_floors() -> None:
    done = run(FLOORS)
    assert done.returncode == 0, done.stdout + done.stderr


def test_rooms_and_floors_are_counted(house: Path) -> None:
    done = run(house / "docs" / "support" / "floors.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert "rooms: 4 of at most 14\nfloors: 4 of at most 9\n" in done.stdout


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("gamekit/errors.py", "import gamekit.game", "gamekit.errors imports gamekit.game,"),
        (
            "gamekit/game/late.py",
            "def solve():\n    from gamekit.solvers import base",
            "gamekit.game.late imports gamekit.solvers.base,",
        ),
        (
            "gamekit/game/typed.py",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from gamekit.solvers.base import Solver",
            "gamekit.game.typed imports gamekit.solvers.base,",
        ),
        ("gamekit/game/relative.py", "from ..solvers import base", "gamekit.game.relative imports gamekit.solvers."),
        ("gamekit/game/all.py", "from gamekit import solve", "gamekit.game.all imports gamekit,"),
        ("gamekit/tables.py", "import gamekit.solvers", "which is not below gamekit.tables"),
        ("gamekit/web/views/page.py", "import gamekit.web.server", "which is not below gamekit.web.views"),
        ("gamekit/attic.py", "", "gamekit.attic is on no floor"),
        ("games/nim.py", "from gamekit.solvers.base import Solver", "not allow games"),
        ("games/nim.py", "def draw():\n    import numpy", "not allow games"),
    ],
)  # fmt: skip
def test_an_import_that_breaks_a_rule_is_found(house: Path, module: str, text: str, fault: str) -> None:
    (house / module).write_text(text)
    done = run(house / "docs" / "support" / "floors.py")
    assert done.returncode == 1
    assert fault in done.stdout


def test_a_circle_is_found(house: Path) -> None:
    (house / "gamekit" / "solvers" / "one.py").write_text("import gamekit.solvers.two")
    (house / "gamekit" / "solvers" / "two.py").write_text("def f():\n    import gamekit.solvers.one")
    done = run(house / "docs" / "support" / "floors.py")
    assert done.returncode == 1
    assert "in a circle" in done.stdout


def test_a_fifteenth_room_is_one_too_many(house: Path) -> None:
    for number in range(16):
        (house / "gamekit" / f"room_{number}.py").write_text("")
    done = run(house / "docs" / "support" / "floors.py")
    assert done.returncode == 1
    assert "20 rooms, more than 14" in done.stdout
