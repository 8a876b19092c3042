"""What can happen to a table, tried for real: it is said, and nothing that is asked gets a wrong answer."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from support.command import call
from support.damage import GAMES, SMALL, disk, forged, rewrite, saved, solved
from support.marks import cases

import gamekit
from gamekit import InputError, LimitError
from gamekit.analysis.verification.table_check import check_table
from gamekit.errors import TableError
from gamekit.tables.files import BLOCK, npy_header
from gamekit.tables.writing import check_target, write_table

QUICK, SLOW = "keys, compressed", ("states", "dense, compressed")
each_kind = pytest.mark.parametrize(
    "kind",
    cases(quick=[QUICK], slow=SLOW, release=sorted(GAMES.keys() - {QUICK, *SLOW})),
)

# --- flipped bits -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("flips", cases(quick=[10], release=[50]))
@each_kind
def test_every_flipped_bit_is_found(kind: str, flips: int, tmp_path: Path) -> None:
    folder = saved(kind, tmp_path)
    truth = solved(kind)
    rng = random.Random(flips)
    files = sorted(folder.iterdir())
    states = list(truth.states)
    assert check_table(folder).ok
    for i in range(flips):
        file = files[i % len(files)]
        whole = file.read_bytes()
        bit = rng.randrange(8 * len(whole))
        changed = bytearray(whole)
        changed[bit // 8] ^= 1 << bit % 8
        file.write_bytes(changed)
        report = check_table(folder)
        assert not report.ok, (file.name, bit)
        assert file.name in report.problems[0], (file.name, bit, report.problems)
        assert_nothing_lies(folder, truth, rng.sample(states, 20))
        file.write_bytes(whole)
    assert check_table(folder).ok


def assert_nothing_lies(folder: Path, truth: Any, states: list[Any]) -> None:
    """Assert that each state gets the right answer or none."""
    try:
        table = gamekit.open_table(folder)
    except TableError:
        return
    answered = 0
    for state in states:
        try:
            assert table[state] == truth[state]
            answered += 1
        except TableError:
            with pytest.raises(TableError):  # neither is it said that there is no such state
                table.get(state)
    if truth.backend == "compiled":
        try:
            answers = table.probe(np.array([truth.game.encode(state) for state in states]))
        except TableError:
            assert answered < len(states)
        else:
            assert answers.found.all()
            assert answered == len(states)


# --- files cut, missing, moved, forged ----------------------------------------------------------------------


def damaged_at_once(folder: Path, message: str) -> None:
    """Assert that a table is found to be damaged by opening it, by verifying it, and on the command line."""
    with pytest.raises(TableError, match=message):
        gamekit.open_table(folder)
    assert check_table(folder).problems
    for verb, status in (("probe", 2), ("info", 2), ("verify", 1)):
        result = call(verb, str(folder))
        assert result.status == status
        assert (result.out + result.err).count("\n") == 1


@pytest.mark.slow
@each_kind
def test_every_file_has_to_be_whole_and_there(kind: str, tmp_path: Path) -> None:
    folder = saved(kind, tmp_path)
    for file in sorted(folder.iterdir()):
        whole = file.read_bytes()
        for size in (0, 1, len(whole) // 2, len(whole) - 1):
            file.write_bytes(whole[:size])
            damaged_at_once(folder, file.name)
        file.write_bytes(whole + b"\0")
        damaged_at_once(folder, file.name)
        file.unlink()
        if file.name == "manifest.json":
            with pytest.raises(InputError, match=r"is not a table: it has no manifest\.json"):
                gamekit.open_table(folder)
        else:
            damaged_at_once(folder, rf"{file.name} is missing")
        file.mkdir()
        damaged_at_once(folder, f"{file.name} is not a plain file")
        file.rmdir()
        os.mkfifo(file)
        damaged_at_once(folder, f"{file.name} is not a plain file")
        file.unlink()
        (tmp_path / "elsewhere").write_bytes(whole)
        file.symlink_to(tmp_path / "elsewhere")
        damaged_at_once(folder, f"{file.name} is a symbolic link")
        file.unlink()
        file.write_bytes(whole)
    assert check_table(folder).ok


def test_a_header_that_promises_too_much(tmp_path: Path) -> None:
    folder = saved("keys", tmp_path)
    value = folder / "value.npy"
    rows = value.read_bytes()[128:]
    value.write_bytes(npy_header("|i1", 1 << 60) + rows)
    damaged_at_once(folder, "its header is not that of")
    value.write_bytes(npy_header("|O8", len(rows)) + rows)
    damaged_at_once(folder, "its header is not that of")


@pytest.mark.slow
def test_a_manifest_that_promises_too_much(tmp_path: Path) -> None:
    folder = saved("dense", tmp_path)
    whole = (folder / "manifest.json").read_bytes()

    def more_rows(manifest: dict[str, Any]) -> None:
        manifest["places"] = 1 << 60
        for file in manifest["files"].values():
            file["rows"], file["bytes"] = 1 << 60, 128 + (1 << 60)

    def other_type(manifest: dict[str, Any]) -> None:
        manifest["files"]["value.npy"]["dtype"] = "|O8"

    def other_file(manifest: dict[str, Any]) -> None:
        manifest["files"]["../value.npy"] = manifest["files"].pop("value.npy")

    def other_root(manifest: dict[str, Any]) -> None:
        manifest["root"]["place"] = 1 << 40

    def no_checksums(manifest: dict[str, Any]) -> None:
        manifest["files"]["value.npy"]["crc32"] = ""

    def another_value(manifest: dict[str, Any]) -> None:
        manifest["counts"]["luck"] = 1

    def wide_values(manifest: dict[str, Any]) -> None:
        manifest["files"]["value.npy"]["dtype"] = "<i2"

    def a_word(manifest: dict[str, Any]) -> None:
        manifest["states"] = "many"

    for change in (
        more_rows,
        other_type,
        other_file,
        other_root,
        no_checksums,
        another_value,
        wide_values,
        a_word,
    ):
        rewrite(folder, change)
        damaged_at_once(folder, r"manifest.json is invalid")
        (folder / "manifest.json").write_bytes(whole)
    (folder / "manifest.json").write_bytes(b"[" * 100_000)
    damaged_at_once(folder, "manifest.json is damaged")


@pytest.mark.parametrize("name", ["keys", "result"])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bytes(1 << 24), "it says that it holds 16,777,216 bytes"),
        (bytes(BLOCK + 1), f"it says that it holds {BLOCK + 1} bytes"),
        (None, "it cannot be decompressed"),
    ],
)
def test_a_frame_that_promises_something_else(
    name: str, content: bytes | None, message: str, tmp_path: Path
) -> None:
    folder = saved("keys, compressed", tmp_path)
    forged(folder, name, 1, b"no frame" if content is None else zstandard.compress(content))
    table: Any = gamekit.open_table(folder)
    column = table.store.files.columns[name]
    for read in (lambda: column.block(1), lambda: column.many(np.arange(2)), column.all_rows):
        with pytest.raises(TableError, match=f"{name}.zst is damaged in block 1: {message}"):
            read()
    assert f"block 1: {message}" in check_table(folder).problems[0]


# --- what is refused ----------------------------------------------------------------------------------------


def refused(folder: Path, message: str, **how: Any) -> None:
    with pytest.raises(InputError, match=message):
        gamekit.open_table(folder, **how)
    with pytest.raises(InputError, match=message):
        check_table(folder, **how)
    if not how:
        result = call("verify", str(folder))
        assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)


def test_a_table_from_the_future(tmp_path: Path) -> None:
    folder = saved("states", tmp_path)
    rewrite(folder, lambda manifest: manifest.update(version=3, made_by="gamekit 9.0", shape="new"))
    refused(
        folder, r"a table of format 3, made by 'gamekit 9.0'; this version of gamekit reads format 2; use"
    )
    rewrite(folder, lambda manifest: manifest.update(format="something"))
    refused(folder, "is not a gamekit table")


def test_other_games_parameters_and_rules(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL), tmp_path / "mice")
    other = type(SMALL)(graph=SMALL.graph, hole=1)
    refused(tmp_path / "mice", "is a table with other parameters: hole is 0, not 1", game=other)
    refused(tmp_path / "mice", "is a table of cat-mouse, not of nim", game=gamekit.load_game("nim"))
    rewrite(tmp_path / "mice", lambda manifest: manifest["parameters"].update(hole=1))
    refused(tmp_path / "mice", "for other rules: the rules of cat-mouse have changed since")
    rewrite(tmp_path / "mice", lambda manifest: manifest.update(game="chess"))
    refused(tmp_path / "mice", "a game that is not known here: no game is called 'chess'")
    rewrite(tmp_path / "mice", lambda manifest: manifest.update(game="antigravity:Game"))
    refused(
        tmp_path / "mice", "no game is called 'antigravity:Game', and gamekit runs a file of rules only if"
    )
    assert "antigravity" not in sys.modules


def test_other_codes_are_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gamekit.save_table(gamekit.solve(SMALL, backend="compiled"), tmp_path / "codes")
    gamekit.save_table(gamekit.solve(SMALL, backend="python"), tmp_path / "texts")
    monkeypatch.setattr(type(SMALL), "encode", lambda _, state: sum(state))
    refused(tmp_path / "codes", "for other rules")
    assert gamekit.open_table(tmp_path / "texts").root.value == "draw"


# --- claims that are wrong ----------------------------------------------------------------------------------


@pytest.mark.parametrize("compress", [False, True])
@pytest.mark.parametrize("backend", ["compiled", "python"])
def test_a_wrong_value_is_found(backend: Any, compress: bool, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SMALL, backend=backend)
    state = (3, 4, 1)
    solution.store.remoteness(slice(0, solution.store.places))[solution.place_of(state)] += 2
    gamekit.save_table(solution, tmp_path / "table", compress=compress)
    report = check_table(tmp_path / "table")
    assert not report.ok
    assert SMALL.format_state(state) in str(report.problems)


@pytest.mark.parametrize("backend", ["compiled", "python"])
@pytest.mark.parametrize(
    "field", ["counts", "longest", "longest_by_value", "edges", "states", "payoffs", "root"]
)
def test_a_wrong_count_is_found(backend: Any, field: str, tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL, backend=backend), tmp_path / "table")

    def change(manifest: dict[str, Any]) -> None:
        if field in ("counts", "longest_by_value"):
            manifest[field]["win"] += 1
        elif field == "payoffs":
            manifest[field] = [-1]
        elif field == "root":
            manifest[field]["place"] -= 1
        else:
            manifest[field] -= 1

    rewrite(tmp_path / "table", change)
    report = check_table(tmp_path / "table")
    assert not report.ok
    assert field in str(report.problems)


@pytest.mark.parametrize("backend", ["compiled", "python"])
@pytest.mark.parametrize("state", ["nonsense", "mouse 3, cat 3, cat to move"])
def test_a_wrong_root_is_found(backend: Any, state: str, tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL, backend=backend), tmp_path / "table")
    rewrite(tmp_path / "table", lambda manifest: manifest["root"].update(state=state))
    report = check_table(tmp_path / "table")
    assert "its root is" in report.problems[0]


@pytest.mark.parametrize(
    ("backend", "problem"),
    [
        ("compiled", "payoffs_to is not the player to whom the compiled rules give payoffs"),
        ("python", "the rules are not the same for both players"),
    ],
)
def test_payoffs_to_another_player_are_found(backend: Any, problem: str, tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL, backend=backend), tmp_path / "table")
    rewrite(tmp_path / "table", lambda manifest: manifest.update(payoffs_to="mover"))
    assert problem in check_table(tmp_path / "table").problems[0]


@pytest.mark.parametrize(
    ("field", "value"), [("players", ["cat", "mouse"]), ("infinite_play", 1), ("max_plies", 9)]
)
def test_what_a_table_says_of_the_game_is_compared(field: str, value: Any, tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL), tmp_path / "table")
    rewrite(tmp_path / "table", lambda manifest: manifest.update({field: value}))
    assert f"the manifest says that {field} is" in check_table(tmp_path / "table").problems[0]


def test_keys_in_another_order_are_found(tmp_path: Path) -> None:
    solution: Any = gamekit.solve(GAMES["keys"][0], backend="compiled")
    keys = solution.store.solved.state.index.keys
    keys[[10, 11]] = keys[[11, 10]]
    gamekit.save_table(solution, tmp_path / "table")
    assert (
        "keys.npy is damaged in block 0: its keys do not ascend"
        in check_table(tmp_path / "table").problems[0]
    )


def test_of_two_who_save_at_a_time_one_is_told_so(tmp_path: Path) -> None:
    solution = gamekit.solve(SMALL)
    rename = Path.rename

    def late(part: Path, folder: Path) -> Path:
        monkeypatch.undo()
        gamekit.save_table(solution, folder)
        return rename(part, folder)

    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(Path, "rename", late)
        with pytest.raises(
            InputError, match=r"cannot write .*: another process has just written the same folder$"
        ):
            gamekit.save_table(solution, tmp_path / "table")
    assert [path.name for path in tmp_path.iterdir()] == ["table"]
    assert gamekit.open_table(tmp_path / "table").root == solution.root


# --- disks --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "size"), [("keys", "64k"), ("keys, compressed", "8k"), ("states", "64k")])
def test_a_full_disk(kind: str, size: str, tmp_path: Path) -> None:
    with disk(tmp_path / "disk", size) as small:
        with pytest.raises(LimitError, match=r"cannot write .*(are free there|No space left on device)"):
            gamekit.save_table(solved(kind), small.path / "table", compress=GAMES[kind][2])
        assert not list(small.path.iterdir())


def test_a_full_disk_on_the_command_line(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "64k") as small:
        result = call("solve", "tic-tac-toe", "--save", str(small.path / "table"))
        assert (result.status, result.out, result.err.count("\n")) == (3, "", 1)
        assert not list(small.path.iterdir())


def test_a_disk_that_cannot_be_written(tmp_path: Path) -> None:
    with disk(tmp_path / "disk", "1m") as small:
        folder = saved("states", small.path)
        small.make_read_only()
        assert check_table(folder).ok
        with pytest.raises(InputError, match=r"cannot write .*: Read-only file system"):
            gamekit.save_table(solved("states"), small.path / "other")
        began = time.monotonic()
        result = call("solve", "dobutsu-shogi", "--backend", "compiled", "--save", str(small.path / "other"))
        assert (result.status, result.out) == (2, "")
        assert time.monotonic() - began < 5  # before it is solved


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everywhere")
    tmp_path.chmod(0o500)
    with pytest.raises(InputError, match=r"cannot write .*: Permission denied"):
        saved("states", tmp_path)


# --- interruptions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stop", [KeyboardInterrupt, MemoryError, OSError(5, "Input/output error")])
def test_nothing_is_left_of_what_is_interrupted(stop: Any, tmp_path: Path) -> None:
    def chunks() -> Any:
        yield {"value": np.zeros(5000, dtype=np.int8), "remoteness": np.zeros(5000, dtype=np.uint8)}
        assert [path.suffix for path in tmp_path.iterdir()] == [".part"]
        raise stop

    def never(_: Any) -> Any:
        pytest.fail("a manifest was asked for")

    dtypes = {"value": "|i1", "remoteness": "|u1"}
    with pytest.raises((KeyboardInterrupt, MemoryError, InputError)):
        write_table(tmp_path / "table", chunks(), dtypes, 10_000, never, "npy")
    assert not list(tmp_path.iterdir())


def test_what_a_killed_process_has_left_is_removed_by_the_next_one(tmp_path: Path) -> None:
    left, others = tmp_path / "a[b].0123abcd.part", ("a[b].part", "b.0123abcd.part", "a[b].0123abcd.part.old")
    for name in (left.name, *others):
        (tmp_path / name).mkdir()
        (tmp_path / name / "value.npy").touch()
    gamekit.save_table(solved("keys"), tmp_path / "a[b]")
    assert {path.name for path in tmp_path.iterdir()} == {"a[b]", *others}


def test_what_another_process_is_writing_is_left_alone(tmp_path: Path) -> None:
    def chunks() -> Any:
        begun = list(tmp_path.iterdir())
        check_target(tmp_path / "table")
        assert list(tmp_path.iterdir()) == begun != []
        yield {"value": np.zeros(5000, dtype=np.int8), "remoteness": np.zeros(5000, dtype=np.uint8)}
        raise KeyboardInterrupt

    dtypes = {"value": "|i1", "remoteness": "|u1"}
    with pytest.raises(KeyboardInterrupt):
        write_table(tmp_path / "table", chunks(), dtypes, 10_000, str, "npy")


SAVING = """
import sys, gamekit
table = gamekit.open_table(sys.argv[1])
for i in range(10_000):
    print("begin", flush=True)
    gamekit.save_table(table, f"{sys.argv[2]}/{i}", compress=i % 2 == 1)
"""


@pytest.mark.release
def test_a_process_killed_while_saving(tmp_path: Path) -> None:
    folder = saved("keys", tmp_path)
    rng = random.Random(15)
    for i in range(15):
        place = tmp_path / f"round {i}"
        place.mkdir()
        arguments = [sys.executable, "-c", SAVING, str(folder), str(place)]
        with subprocess.Popen(arguments, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            time.sleep(rng.random() * 0.2)
            process.send_signal(signal.SIGKILL)
        tables = [path for path in place.iterdir() if path.suffix != ".part"]
        assert len(list(place.iterdir())) <= len(tables) + 1
        for table in tables[-3:]:
            assert gamekit.open_table(table).root == solved("keys").root
            assert check_table(table).ok
        for left in place.glob("*.part"):
            gamekit.save_table(solved("keys"), place / left.name.split(".")[0])
        assert not list(place.glob("*.part"))
