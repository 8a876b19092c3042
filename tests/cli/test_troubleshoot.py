"""Every promise of docs/how-to/troubleshoot.md, run: a test for each of its sections."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.command import assert_refused, call, countdown_with, plugins
from support.paths import ROOT

from gamekit.game import foreign_errors
from gamekit.game.limits import DEFAULT_MAX_STATES

PAGE = (ROOT / "docs" / "how-to" / "troubleshoot.md").read_text()

slow = pytest.mark.slow


def test_every_section_has_a_test() -> None:
    assert re.findall("^## (.*)$", PAGE, flags=re.MULTILINE) == [
        "The shell does not find `gamekit`",
        "A parameter is refused",
        "The game has too many states",
        "The first solve of a game takes seconds",
        "gamekit does not use the cache folder {: #cache }",
        "The disk is full",
        "A solution is not verified",
        "The answer is not the one that you expect",
        "A plugin raises an error",
    ]


@slow
def test_the_module_runs_where_the_shell_does_not_find_gamekit() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "gamekit", "--version"], capture_output=True, check=True, text=True
    )
    assert found.stdout.startswith("gamekit, version")


def test_a_parameter_is_refused() -> None:
    assert "heaps: list of integers" in call("info", "nim").out
    assert call("solve", "cat-mouse", "-p", "graph=[[1], [0]]", "--json").status in (0, 2)
    result = call("solve", "nim", "-p", "heap=3")
    assert_refused(result)
    assert all(name in result.err for name in ("'heap'", "heaps"))


@pytest.mark.release
def test_a_game_with_too_many_states() -> None:
    command = next(line.split() for line in PAGE.splitlines() if line.startswith("gamekit plan"))
    assert "states" in call(*command[1:]).out
    assert f"{DEFAULT_MAX_STATES:,}" == "5,000,000"
    assert "5 million states" in " ".join(PAGE.split())
    result = call("solve", "three-mens-morris", "--max-states", "100", "--backend", "python")
    assert_refused(result, status=3)


@pytest.mark.release
def test_the_first_solve_compiles_and_plain_rules_do_not() -> None:
    script = (
        "import sys, gamekit; from games.tic_tac_toe import TicTacToe; {solve}; print('numba' in sys.modules)"
    )
    for backend, loads in (("python", False), ("compiled", True)):
        solve = f"gamekit.solve(TicTacToe(), backend={backend!r})"
        ran = subprocess.run(
            [sys.executable, "-c", script.format(solve=solve)], capture_output=True, check=True, text=True
        )
        assert ran.stdout == f"{loads}\n"


def test_a_cache_folder_that_others_can_write_to_is_not_used_until_they_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache"
    folder.mkdir()
    monkeypatch.setenv("GAMEKIT_CACHE", str(folder))
    folder.chmod(0o777)
    assert f"not used: other users can write to {folder}" in " ".join(call("cache").out.split())
    assert "chmod go-w" in PAGE
    folder.chmod(0o755)
    assert "not used" not in call("cache").out


def test_a_full_disk_is_a_limit_and_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    target = tmp_path / "claim.json"
    target.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    result = call("value", "nim", "1 2", "--save", str(target), "--force")
    assert (result.status, target.read_text()) == (3, "old")
    assert f"cannot write {target}: No space left on device" in result.err
    assert [*tmp_path.iterdir()] == [target]


def test_rules_that_contradict_themselves_are_wrong_and_check_says_where() -> None:
    """Moves lead from 3 to 1, where the first player wins, and `predecessors` leaves that out."""
    moves = {3: [2, 1], 4: [1]}
    bent = countdown_with(
        to_move=lambda *_: 0,
        moves=lambda _, state: moves[state],
        apply=lambda *arguments: arguments[-1],
        outcome=lambda _, state: {1: 1, 2: -1}.get(state),
        states=lambda _: [1, 2, 3, 4],
        predecessors=lambda _, state: {1: [4], 2: [3]}.get(state, []),
    )
    with plugins(games={"bent": bent}):
        solved, checked = call("solve", "bent"), call("check", "bent")
    assert (solved.status, "(wrong: " in solved.out) == (1, True)
    assert (checked.status, "Bent.predecessors(1) leaves out 3" in checked.out) == (1, True)


def test_a_cap_that_was_too_low_leaves_states_unsolved() -> None:
    result = call("solve", "cat-mouse", "--solver", "minimax:cap=1")
    assert (result.status, "are unsolved" in result.out, "cap" in result.err) == (3, True, True)


def test_an_explanation_gives_reasons() -> None:
    result = call("explain", "nim", "0 1 2, first to move")
    assert "not take 1 from a heap of 1: second threatens to win in 2" in result.out


def raising(*_: Any) -> Any:
    raise ZeroDivisionError("in the rules of the game")


@pytest.mark.parametrize(("setting", "is_whole"), [("1", True), ("0", False), (None, False)])
@pytest.mark.parametrize("method", ["outcome", "apply", "format_state", "svg"])
def test_a_plugin_that_raises_an_error(
    method: str, setting: str | None, is_whole: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(foreign_errors, "_shown", set())
    if setting is not None:
        monkeypatch.setenv("GAMEKIT_DEBUG", setting)
    with plugins(games={"bent": countdown_with(**{method: raising})}):
        result = call("solve", "bent")
    if method == "svg":  # which the answer does without
        assert (result.status, result.err) == (0, "")
        return
    assert result.status == 2
    assert ("Traceback (most recent call last)" in result.err) is is_whole
    assert "in raising\n    raise ZeroDivisionError" in result.err or not is_whole
    assert re.search(
        r"^gamekit: .*ZeroDivisionError: .*test_troubleshoot\.py, line \d+", result.err, re.MULTILINE
    )
