"""What is said where OpenSpiel is not installed, and that gamekit does without it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from support.command import assert_refused, call, run

import gamekit
from gamekit import UnsupportedError
from gamekit.adapters import open_spiel

MISSING = "games of OpenSpiel need pyspiel, which is not installed: pip install open_spiel"


@pytest.fixture
def _no_pyspiel(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] in ("pyspiel", "open_spiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [_Hiding(), *sys.meta_path])


class _Hiding:
    """A finder of modules that finds none of OpenSpiel's."""

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name.partition(".")[0] in ("pyspiel", "open_spiel"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)


@pytest.mark.usefixtures("_no_pyspiel")
@pytest.mark.parametrize(
    "verb", ["solve", "info", "check", "explain", "plan", "play", "explore", "prove", "compare"]
)
def test_a_verb_says_what_to_install(verb: str) -> None:
    assert_refused(call(verb, "open_spiel:tic_tac_toe"), MISSING)


@pytest.mark.usefixtures("_no_pyspiel")
def test_python_says_what_to_install() -> None:
    with pytest.raises(UnsupportedError, match=MISSING):
        open_spiel("tic_tac_toe")
    with pytest.raises(UnsupportedError, match=MISSING):
        gamekit.load_game("open_spiel:tic_tac_toe")
    assert call("list", "--json").json["elsewhere"] == {}


@pytest.mark.slow
def test_nothing_is_imported_before_it_is_used() -> None:
    code = "import gamekit, gamekit.adapters, sys; gamekit.load_game('nim'); print('pyspiel' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False\n"
    assert run("solve", "nim", "--brief").status == 0
