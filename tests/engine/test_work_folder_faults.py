"""Work folders that are not what they should be: in use, of other work, foreign, damaged, or on a full disk."""

from __future__ import annotations

import json
import os
import random
import re
import zlib
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.damage import disk
from support.thirty_lines import TicTacToe
from support.work_folders import LOOPY, SMALL, Chain, FailingExecutor, assert_solved, files_of

import gamekit
from gamekit import InputError, LimitError, UnsupportedError
from gamekit.engine.retrograde.result_numbers import NO_STATE
from gamekit.engine.runtime.array_files import FileSink
from gamekit.engine.runtime.supersteps import SerialExecutor
from gamekit.engine.runtime.tuning import Tuning
from games.connect_four import ConnectFour

# --- refusals -----------------------------------------------------------------------------------------------


def test_two_at_a_time_are_refused(tmp_path: Path) -> None:
    refused: list[str] = []

    class Curious(SerialExecutor):
        def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
            if not refused:
                with pytest.raises(InputError, match=f"^{tmp_path} is locked by another process$") as found:
                    gamekit.solve(SMALL, work=tmp_path)
                refused.append(str(found.value))
            return super().submit(task, *arguments, **named)

    assert_solved(SMALL, gamekit.solve(SMALL, work=tmp_path, executor=Curious()))
    assert refused
    assert_solved(SMALL, gamekit.solve(SMALL, work=tmp_path))


@pytest.mark.parametrize("name", ["journal", "lock", "work.json"])
@pytest.mark.parametrize("what", ["link", "link to nothing", "pipe"])
def test_nothing_is_written_through_a_link_or_a_pipe_in_a_work_folder(
    name: str, what: str, tmp_path: Path
) -> None:
    folder, elsewhere = tmp_path / "work", tmp_path / "elsewhere"
    gamekit.solve(SMALL, work=folder)
    (folder / name).unlink()
    if what == "pipe":
        os.mkfifo(folder / name)
    else:
        (folder / name).symlink_to(elsewhere)
    if what == "link":
        elsewhere.write_text("precious")
    with pytest.raises(InputError, match=f"^{folder / name} is neither a plain file nor a folder"):
        gamekit.solve(SMALL, work=folder)
    assert not elsewhere.exists() if what != "link" else elsewhere.read_text() == "precious"


@pytest.mark.slow
def test_other_work_is_refused(tmp_path: Path) -> None:
    gamekit.solve(ConnectFour(width=3, height=3, length=3), work=tmp_path)
    for game, said in (
        (
            ConnectFour(width=3, height=2, length=3),
            r"connect-four with other parameters \(height: 3 in the folder, 2 now\); name another folder, or delete",
        ),
        (SMALL, "connect-four; name another folder"),
    ):
        with pytest.raises(InputError, match=f"holds a solve of {said}"):
            gamekit.solve(game, work=tmp_path)
    with pytest.raises(
        InputError,
        match=r"holds a solve of connect-four with another method: .predecessors. in the folder, .edges. now",
    ):
        gamekit.solve(ConnectFour(width=3, height=3, length=3), work=tmp_path, method="edges")


@pytest.mark.parametrize(
    ("settings", "writer"),
    [
        ({"format": 1, "game": "cat-mouse"}, "an earlier development version of gamekit 0.1.0"),
        ({"format": 99, "written by": "gamekit 9.9"}, "gamekit 9.9"),
        ({}, "an earlier development version of gamekit 0.1.0"),
    ],
)
def test_a_folder_of_another_format_is_refused_with_the_version_that_wrote_it(
    settings: dict[str, Any], writer: str, tmp_path: Path
) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    (tmp_path / "work.json").write_text(json.dumps(settings))
    before = {path: path.read_bytes() for path in files_of(tmp_path)}
    with pytest.raises(InputError, match=rf"was written by {writer} \(work folder format .*; finish it with"):
        gamekit.solve(SMALL, work=tmp_path)
    assert {path: path.read_bytes() for path in files_of(tmp_path)} == before


def test_the_version_that_wrote_a_folder_need_not_be_the_same(tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    settings = json.loads((tmp_path / "work.json").read_text())
    assert settings["written by"].startswith("gamekit ")
    (tmp_path / "work.json").write_text(json.dumps(settings | {"written by": "gamekit 9.9"}))
    assert_solved(SMALL, gamekit.solve(SMALL, work=tmp_path))


def test_other_sizes_of_rounds_are_refused(tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    with pytest.raises(InputError, match="holds a solve of cat-mouse with another tuning"):
        gamekit.solve(SMALL, backend="compiled", work=tmp_path, tuning=Tuning(scan_task=7))


def test_other_rules_of_the_same_name_are_refused(tmp_path: Path) -> None:
    settings = tmp_path / "work.json"
    gamekit.solve(SMALL, work=tmp_path)
    settings.write_text(json.dumps(json.loads(settings.read_text()) | {"rules": "other"}))
    with pytest.raises(InputError, match=r"holds a solve of cat-mouse with other rules; name another"):
        gamekit.solve(SMALL, work=tmp_path)


@pytest.mark.slow
def test_other_compiled_rules_are_refused_even_if_nothing_else_tells(tmp_path: Path) -> None:
    gamekit.solve(Chain(40, 3, first=1, second=-1), work=tmp_path / "a")

    class Secretly(Chain):
        def compiled_rules(self) -> Any:
            rules = super().compiled_rules()
            return attrs.evolve(rules, parameters=rules.parameters * [1, 1, -1, 1])

    settings = json.loads((tmp_path / "a" / "work.json").read_text())
    (tmp_path / "a" / "work.json").write_text(
        json.dumps(settings | {"game": f"{__name__}:{Secretly.__qualname__}"})
    )
    with pytest.raises(InputError, match=r"holds a solve of .*; name another folder"):
        gamekit.solve(Secretly(40, 3, first=1, second=-1), work=tmp_path / "a")


def test_a_folder_that_is_none_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("dear")
    with pytest.raises(
        InputError, match="must be a work folder or empty, but it holds letter; name another folder"
    ):
        gamekit.solve(SMALL, work=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter"]


def test_foreign_files_among_the_arrays_stay(tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    foreign = tmp_path / "arrays" / "2024-01-05"
    foreign.write_text("mine")
    (tmp_path / "arrays" / "999999-000000-0").mkdir()
    assert_solved(SMALL, gamekit.solve(SMALL, work=tmp_path))
    assert foreign.exists()


def test_a_folder_without_its_settings_is_refused(tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    (tmp_path / "work.json").unlink()
    with pytest.raises(InputError, match=r"has lost its work.json; delete the folder to start anew$"):
        gamekit.solve(SMALL, work=tmp_path)


def test_names_in_a_journal_that_lead_elsewhere_are_refused(tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    (tmp_path / "victim").write_text("mine")
    lines = (tmp_path / "journal").read_bytes().splitlines()
    text = re.sub(rb'"\d{6}-\d{6}-0"', b'"../victim"', lines[0][9:], count=1)
    lines[0] = b"%08x %s" % (zlib.crc32(text), text)
    (tmp_path / "journal").write_bytes(b"\n".join(lines) + b"\n")
    with pytest.raises(InputError, match="journal is damaged in line 1"):
        gamekit.solve(SMALL, work=tmp_path)
    assert (tmp_path / "victim").exists()


def test_a_verification_that_was_killed_begins_anew(tmp_path: Path) -> None:
    solution = gamekit.solve(LOOPY, work=tmp_path)

    with pytest.raises(KeyboardInterrupt):
        gamekit.verify(solution, executor=FailingExecutor(2))
    shards: Any = solution.store.solved.state.shards  # type: ignore[attr-defined]
    (array,) = shards[0].value
    entries = array.read(0, len(array)).copy()
    entries[np.flatnonzero(entries != NO_STATE)[0]] = 55
    shards[0] = attrs.evolve(shards[0], value=(FileSink(str(tmp_path), "wrong", "test")(entries),))
    assert not gamekit.verify(solution).ok


@pytest.mark.parametrize("text", ["", "[", "[]", "\xff", '{"format": NaN}', '{"format": 1, "format": 2}'])
def test_settings_that_are_none(text: str, tmp_path: Path) -> None:
    (tmp_path / "work.json").write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=r"work.json cannot be read"):
        gamekit.solve(SMALL, work=tmp_path)


def test_what_cannot_be_had(tmp_path: Path) -> None:
    with pytest.raises(UnsupportedError, match="TicTacToe gives no compiled rules"):
        gamekit.solve(TicTacToe(), work=tmp_path)
    with pytest.raises(UnsupportedError, match="need the compiled backend; backend is python"):
        gamekit.solve(SMALL, work=tmp_path, backend="python")
    with pytest.raises(UnsupportedError, match="method 'scan' needs all states in memory"):
        gamekit.solve(SMALL, work=tmp_path, method="scan")
    with pytest.raises(LimitError, match="has more than 5 states"):
        gamekit.solve(ConnectFour(width=3, height=3, length=3), work=tmp_path / "other", max_states=5)
    for executor in ("dask", "processes"):
        with pytest.raises(InputError, match=f"the executor {executor} needs a work folder"):
            gamekit.solve(SMALL, executor=executor)
    for executor in ("dusk", "threads=3", "dask=", ""):
        with pytest.raises(InputError, match=f"executor must be one of .*; it is {executor!r}"):
            gamekit.solve(SMALL, executor=executor)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=r"cannot work in .*file: Not a directory"):
        gamekit.solve(SMALL, work=tmp_path / "file")


# --- damage -------------------------------------------------------------------------------------------------


def damaged_in_the_middle(folder: Path, tasks: int) -> list[Path]:
    """Leave a work folder in the middle of a solve; return its arrays."""
    with pytest.raises(KeyboardInterrupt):
        gamekit.solve(LOOPY, work=folder, executor=FailingExecutor(tasks))
    return files_of(folder)


@pytest.mark.parametrize("tasks", [4, *(pytest.param(tasks, marks=pytest.mark.slow) for tasks in (12, 20))])
@pytest.mark.parametrize("damage", ["flip", "cut", "lose"])
def test_no_damaged_file_is_used(damage: str, tasks: int, tmp_path: Path) -> None:
    rng = random.Random(tasks)
    refused = 0
    for path in damaged_in_the_middle(tmp_path, tasks):
        content = path.read_bytes()
        if not content:
            continue
        if damage == "flip":
            bit = rng.randrange(8 * len(content))
            changed = bytearray(content)
            changed[bit // 8] ^= 1 << bit % 8
            path.write_bytes(changed)
        elif damage == "cut":
            path.write_bytes(content[: rng.randrange(len(content))])
        else:
            path.unlink()
        journal = (tmp_path / "journal").read_bytes()
        kept = {file: file.read_bytes() for file in files_of(tmp_path)}
        try:
            assert_solved(
                LOOPY, gamekit.solve(LOOPY, work=tmp_path)
            )  # of an unfinished round: it is made anew
        except InputError as error:
            said = str(error)
            refused += 1
            assert re.search(rf"{path.name} is damaged: .*; delete the work folder to start anew$", said)
        for file in files_of(tmp_path):
            file.unlink()
        for file, before in kept.items():
            file.write_bytes(before)
        (tmp_path / "journal").write_bytes(journal)
        path.write_bytes(content)
    assert refused


@pytest.mark.parametrize("flips", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_a_damaged_journal_is_refused(flips: int, tmp_path: Path) -> None:
    gamekit.solve(SMALL, work=tmp_path)
    journal = tmp_path / "journal"
    whole = journal.read_bytes()
    last_line = whole.rstrip(b"\n").rfind(b"\n") + 1
    rng = random.Random(0)
    for _ in range(flips):
        bit = rng.randrange(8 * last_line)
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        journal.write_bytes(changed)
        with pytest.raises(InputError, match=r"journal is damaged in line \d+; delete the work folder"):
            gamekit.solve(SMALL, work=tmp_path)
    journal.write_bytes(whole)
    assert_solved(SMALL, gamekit.solve(SMALL, work=tmp_path))


@pytest.mark.slow
def test_a_full_disk_is_said_and_with_more_room_it_goes_on(tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=4)
    with disk(tmp_path / "disk", "1M") as small:
        work = tmp_path / "disk" / "work"
        for _ in range(2):
            with pytest.raises(
                LimitError, match=r"^no space is left for .*; make room, and run the same solve again"
            ):
                gamekit.solve(game, work=work)
        assert not list((work / "arrays").glob("*.part"))
        small.change("size=64M")
        assert_solved(game, gamekit.solve(game, work=work))
        small.change("ro")
        with pytest.raises(InputError, match=r"^cannot work in .*: Read-only file system$"):
            gamekit.solve(game, work=work)
