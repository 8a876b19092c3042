"""What was saved of rules in a file opens wherever the file is now, and from Python: the fingerprint decides."""

from __future__ import annotations

import importlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call, run
from support.marks import cases

import gamekit
from gamekit.analysis.play.play import Saved
from gamekit.cgt import prove_grundy_value
from gamekit.cgt.claims import check_claim, claim_of
from gamekit.cli.rules_files import admit
from gamekit.errors import InputError, UnknownNameError
from gamekit.game import rules_files
from gamekit.game.registry import load_game
from gamekit.tables.certificate import open_certificate

POND = """
import attrs
import gamekit
from gamekit.cgt import ImpartialRuleset

TAKE = (1, 2)

@attrs.frozen
class Pond(gamekit.Game):
    "Take one or two frogs from a pond; whoever takes the last one wins."

    frogs: int = 5

    players = ("Ann", "Bob")
    def initial_state(self): return (self.frogs, 0)
    def to_move(self, state): return state[1]
    def moves(self, state): return [take for take in TAKE if take <= state[0]]
    def apply(self, state, move): return (state[0] - move, 1 - state[1])
    def outcome(self, state): return None if state[0] else (1 if state[1] else -1)
    def tier(self, state): return state[0]

class FrogRow(ImpartialRuleset):
    "Take one or two from a row."

    def start(self): return 5
    def options(self, row): return [row - take for take in TAKE if take <= row]
"""
slow = pytest.mark.slow

OTHER = POND.replace("TAKE = (1, 2)", "TAKE = (1, 3)")


def forget() -> None:
    """Forget the rules that were named or imported, as a new process does."""
    os.environ[rules_files.VARIABLE] = ""
    for name in [*sys.modules]:
        if name.startswith(f"{rules_files.__name__}.") or name.partition(".")[0] in ("pond", "home"):
            del sys.modules[name]
    importlib.invalidate_caches()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to work in, whose folder `home` has the file of rules."""
    monkeypatch.setenv(rules_files.VARIABLE, "")
    monkeypatch.syspath_prepend(tmp_path / "nowhere")  # so that the path is restored
    monkeypatch.setattr(sys, "dont_write_bytecode", True)  # the rules change within a second
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "pond.py").write_text(POND)
    forget()
    yield tmp_path
    forget()


def import_pond(place: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(place)
    importlib.invalidate_caches()
    return importlib.import_module("pond")


KINDS: dict[str, tuple[str, ...]] = {
    "table": ("solve", "{pond}", "--save", "table"),
    "certificate": ("prove", "{pond}", "--save", "certificate"),
    "tiers": ("solve", "{pond}", "--tiers", "tiers"),
    "work": ("prove", "{pond}", "--work", "work"),
    "play": ("play", "{pond}"),
    "claim": ("value", "{row}", "--save", "claim.json"),
    "row": ("solve", "{row}", "--save", "row"),
}
"""What saves one of each kind in the working folder."""

OPENINGS: dict[str, list[tuple[str, ...]]] = {
    "table": [
        ("verify", "table"),
        ("probe", "table"),
        ("explain", "table"),
        ("info", "table"),
        ("prove", "{pond}", "--leaves", "table"),
    ],
    "certificate": [("verify", "certificate")],
    "tiers": [("verify", "tiers"), ("solve", "{pond}", "--tiers", "tiers")],
    "work": [("prove", "{pond}", "--work", "work")],
    "play": [("play", "--resume", "play.json"), ("play", "{pond}", "--resume", "play.json")],
    "claim": [("verify", "claim.json")],
    "row": [("verify", "row")],
}
"""What opens each."""

SPELLINGS = "home/pond.py:Pond", "./home/pond.py:Pond", "{here}/home/pond.py:Pond"


def words(arguments: tuple[str, ...], spelling: str) -> list[str]:
    return [word.format(pond=spelling, row=spelling.replace(":Pond", ":FrogRow")) for word in arguments]


def save(kind: str, spelling: str) -> None:
    """Save one of a kind by the command line, which spells the file so."""
    moves = "take 2\n2\nsave play.json\n" if kind == "play" else ""
    assert call(*words(KINDS[kind], spelling), stdin=moves).status == 0


def open_each(kind: str, spelling: str) -> None:
    """Open one of a kind by the command line, in every way."""
    rules = words(("--rules", "{pond}", "--rules", "{row}"), spelling)
    for arguments in OPENINGS[kind]:
        forget()
        found = call(*rules, *words(arguments, spelling))
        assert (found.status, found.err.partition(" of ")[0] in ("", "continuing the search")) == (0, True), (
            found
        )


def open_in_python(kind: str, pond: Any) -> None:
    """Open one of a kind in Python, where the module is imported."""
    for game in (None, pond.Pond()):
        if kind in ("table", "tiers"):
            assert gamekit.open_table(kind, game=game).root.winner == "Ann"
        elif kind == "certificate":
            assert open_certificate("certificate", game=game)[0].game == pond.Pond()
    if kind == "row":
        for game in (None, load_game("pond:FrogRow")):
            assert gamekit.open_table("row", game=game).root.winner == "first"
    elif kind == "claim":
        checked = check_claim(json.loads(Path("claim.json").read_text()))
        assert (checked.report.ok, checked.sentence.partition(" has ")[0]) == (True, "5 of pond:FrogRow")
    elif kind == "play":
        saved = Saved.read(json.loads(Path("play.json").read_text()))
        game = load_game(saved.game, saved.parameters)
        play = gamekit.Play.resumed(gamekit.solve(game), saved, start=game.parse_state(saved.state))
        assert (len(play.turns), play.name) == (len(saved.moves), "pond:Pond")


@pytest.mark.slow
@pytest.mark.parametrize("spelling", [SPELLINGS[0], *(pytest.param(s, marks=slow) for s in SPELLINGS[1:])])
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_command_line_saved(
    kind: str, spelling: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    save(kind, spelling.format(here=folder))
    (folder / "elsewhere").mkdir()
    (folder / "home" / "pond.py").rename(folder / "elsewhere" / "pond.py")
    open_each(kind, f"{folder}/elsewhere/../elsewhere/pond.py:Pond")
    forget()
    open_in_python(kind, import_pond(folder / "elsewhere", monkeypatch))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_python_saved(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pond = import_pond(folder / "home", monkeypatch)
    if kind == "table":
        gamekit.save_table(gamekit.solve(pond.Pond()), "table")
    elif kind == "certificate":
        gamekit.prove(pond.Pond()).save("certificate")
    elif kind == "tiers":
        gamekit.solve(pond.Pond(), tiers=Path("tiers"))
    elif kind == "work":
        gamekit.prove(pond.Pond(), work="work")
    elif kind == "row":
        gamekit.save_table(gamekit.solve(load_game("pond:FrogRow")), "row")
    elif kind == "claim":
        Path("claim.json").write_text(json.dumps(claim_of(prove_grundy_value(pond.FrogRow()))))
    else:
        play = gamekit.Play.begin(gamekit.solve(pond.Pond()))
        Path("play.json").write_text(json.dumps(play.saved()))
    open_in_python(kind, pond)
    for spelling in SPELLINGS:
        open_each(kind, spelling.format(here=folder))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_changed_rules_are_refused(kind: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save(kind, SPELLINGS[0])
    (folder / "home" / "pond.py").write_text(OTHER)
    rules = words(("--rules", "{pond}", "--rules", "{row}"), SPELLINGS[1])
    for arguments in OPENINGS[kind]:
        if arguments[0] == "info":  # which reads no rules
            continue
        forget()
        found = call(*rules, *words(arguments, SPELLINGS[1]))
        if kind == "claim":
            assert (found.status, "FrogRow has the Grundy value 2: NOT VERIFIED" in found.out) == (1, True), (
                found
            )
        else:
            assert_refused(found)
            assert re.search("other rules|another fingerprint", found.err), found
    if kind in ("table", "tiers", "row"):
        forget()
        pond = import_pond(folder / "home", monkeypatch)
        for game in (None, load_game("pond:FrogRow") if kind == "row" else pond.Pond()):
            with pytest.raises(InputError, match="for other rules"):
                gamekit.open_table(kind, game=game)


@pytest.mark.parametrize(
    "kind", cases(quick=["table", "claim"], slow=["certificate", "play", "tiers", "row"])
)
def test_of_several_classes_the_fingerprint_tells_which_one(kind: str, folder: Path) -> None:
    save(kind, SPELLINGS[0])
    for place in ("a", "b", "c"):
        (folder / place).mkdir()
        (folder / place / "pond.py").write_text(POND if place == "b" else OTHER)
    rules = [word for place in "abc" for word in ("--rules", f"{place}/pond.py:Pond")]
    rules += [word.replace(":Pond", ":FrogRow") for word in rules]
    forget()
    found = call(*rules, *OPENINGS[kind][0])
    if kind == "claim":  # which has no fingerprint, as it is proved
        names = "a/pond.py:FrogRow, b/pond.py:FrogRow, c/pond.py:FrogRow"
        assert_refused(found, f"'home/pond.py:FrogRow' may be any of {names}; name only one of them")
    else:
        assert found.status == 0, found


@pytest.mark.parametrize(("name", "moves", "others"), [("Pond", {1, 2}, {1, 3}), ("FrogRow", {4, 3}, {4, 2})])
def test_a_name_in_full_is_not_mistaken_for_another(
    name: str, moves: set[int], others: set[int], folder: Path
) -> None:
    (folder / "home" / "other.py").write_text(OTHER)
    for spelling in (f"./home/pond.py:{name}", f"home/pond.py:{name}", f"home/other.py:{name}"):
        admit(spelling)
    for file, listed in (("./home/pond.py", moves), ("home/pond.py", moves), ("home/other.py", others)):
        game = load_game(f"{file}:{name}")
        assert set(game.moves(game.initial_state())) == listed


def test_nothing_is_run_because_data_name_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(folder / "home")
    save("table", "home/pond.py:Pond")
    manifest = Path("table", "manifest.json").read_text()
    assert '"game": "home/pond.py:Pond"' in manifest
    for name in ("home/pond.py:Pond", "pond:Pond", "os:system", "os.path:join"):
        forget()
        with pytest.raises((UnknownNameError, InputError), match="gamekit runs a file of rules only if"):
            load_game(name)
        assert "pond" not in sys.modules
    forget()
    found = call("verify", "table")
    assert_refused(found)
    assert "`gamekit --rules home/pond.py:Pond VERB ...`" in found.err


def test_a_change_beyond_the_fingerprint_is_found_by_verification(folder: Path) -> None:
    """The last take is what changes, and the fingerprint is of plays that stop before."""
    file = folder / "home" / "pond.py"
    file.write_text(POND.replace("frogs: int = 5", "frogs: int = 60"))
    save("table", SPELLINGS[0])
    file.write_text(
        file.read_text().replace("if take <= state[0]]", "if take <= state[0] and state != (2, 0)] or [2]")
    )
    forget()
    found = call("--rules", SPELLINGS[0], "verify", "table")
    assert (found.status, "wrong" in found.out) == (1, True), found


def test_a_class_of_another_name_is_not_meant(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games may agree in all the states that the fingerprint is of."""
    save("table", "home/pond.py:Pond")
    forget()
    (folder / "home" / "pond.py").write_text(POND.replace("class Pond", "class Lake"))
    lake = import_pond(folder / "home", monkeypatch).Lake
    with pytest.raises(InputError, match=r"is a table of home/pond\.py:Pond, not of pond:Lake"):
        gamekit.open_table("table", game=lake())
    with pytest.raises(InputError, match="is a table of a game that is not known here"):
        gamekit.open_table("table")


@pytest.mark.release
def test_processes_of_their_own(folder: Path) -> None:
    """What a script saves whose class is in `__main__` opens on the command line, and the other way round."""
    script = "\nif __name__ == '__main__':\n    gamekit.save_table(gamekit.solve(Pond()), 'table')\n"
    (folder / "home" / "pond.py").write_text(POND + script)
    subprocess.run([sys.executable, "home/pond.py"], check=True)
    moved = folder / "moved"
    shutil.copytree(folder / "home", moved)
    assert run("--rules", "moved/pond.py:Pond", "verify", "table").status == 0
    assert run("solve", str(moved / "pond.py:Pond"), "--save", "other").status == 0
    asks = "import sys, gamekit; sys.path.append('home'); import pond; print(gamekit.open_table('other').root.winner)"
    asked = subprocess.run([sys.executable, "-c", asks], capture_output=True, check=True)
    assert asked.stdout == b"Ann\n"


@pytest.mark.usefixtures("folder")
def test_a_ruleset_that_was_named_goes_before_an_imported_game_of_its_name() -> None:
    class FrogRow(gamekit.Game[int, int]):
        """A game that this process happens to know."""

    assert FrogRow.__name__ == "FrogRow"
    assert call("check", "home/pond.py:FrogRow", "--json").json["ok"]
