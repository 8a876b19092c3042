"""Tables on the command line: written, asked, described, verified, explained and exported."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from support.command import SEVENTEEN, assert_refused, call
from support.damage import GAMES, SMALL, disk, solved
from support.marks import cases

import gamekit
from gamekit import LimitError
from gamekit.analysis.export.parquet import write_parquet

MICE = "mouse 3, cat 2, cat to move"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with tables of texts and of codes."""
    monkeypatch.chdir(tmp_path)
    assert call("solve", "cat-mouse", "--input", SEVENTEEN, "--save", "mice").status == 0
    assert call("solve", "connect-four", "--backend", "compiled", "--save", "four", "--compress").status == 0
    return tmp_path


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


# --- solve --save -------------------------------------------------------------------------------------------


def test_solve_says_where_the_table_is(tmp_path: Path) -> None:
    result = call("solve", "nim", "--save", str(tmp_path / "one"))
    assert result.status == 0
    assert f"\ntable       {tmp_path / 'one'}\n" in result.out
    report = call("solve", "nim", "--save", str(tmp_path / "two"), "--json").json
    assert report["table"] == str(tmp_path / "two")
    assert "table" not in call("solve", "nim", "--json").json
    assert gamekit.open_table(tmp_path / "two").root == gamekit.solve(gamekit.load_game("nim")).root


@pytest.mark.parametrize("verb", ["probe", "explain"])
def test_a_notation_that_is_only_read_is_refused_before_a_state_is_looked_up(
    verb: str, tmp_path: Path
) -> None:
    table = str(tmp_path / "mice")
    assert call("solve", "cat-mouse", "--input", "Bw", "--save", table).status == 0
    with mock.patch.object(gamekit.Solution, "__getitem__", side_effect=AssertionError("looked up")):
        result = call(verb, table, "--notation", "leetcode")
    assert_refused(
        result, "--notation must name a notation that is written; leetcode is only read, by --input"
    )


def test_what_cannot_be_written_is_refused_before_solving(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "thing").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    for name, message in (
        ("file", "this file exists already; name another folder"),
        ("full", "this folder exists already; name another folder"),
        ("link", "this file exists already; name another folder"),
        ("no/where", "No such file or directory"),
        ("file/inside", "Not a directory"),
    ):
        with mock.patch(
            "gamekit.cli.options.solve_from_text", side_effect=AssertionError("it is being solved")
        ):
            result = call("solve", "nim", "--save", str(tmp_path / name))
        assert (result.status, result.out) == (2, "")
        assert message in result.err
    assert call("solve", "nim", "--save", str(tmp_path / "empty")).status == 0
    assert "--compress needs --save" in call("solve", "nim", "--compress").err
    assert "--storage needs --save" in call("solve", "nim", "--storage", "lzma").err
    both = call("solve", "nim", "--save", "nim", "--storage", "lzma", "--compress")
    assert "--storage and --compress exclude each other" in both.err


def test_a_capped_search_may_be_kept(tmp_path: Path) -> None:
    result = call("solve", "nim", "--cap", "2", "--save", str(tmp_path / "table"))
    assert result.status == 3
    assert "UNSOLVED for first" in call("probe", str(tmp_path / "table")).out
    verified = call("verify", str(tmp_path / "table"))
    assert (verified.status, verified.out.count("are unsolved")) == (1, 1)


def test_what_is_unsound_says_so(tmp_path: Path) -> None:
    arguments = (
        "--solver",
        "minimax",
        "--cap",
        "2",
        "--cap-means",
        "draw",
        "--save",
        str(tmp_path / "table"),
    )
    assert call("solve", "nim", *arguments).status == 0
    for verb in ("probe", "explain", "info", "verify"):
        result = call(verb, str(tmp_path / "table"))
        assert "UNSOUND" in result.out + result.err or (verb == "verify" and result.status == 1)
    assert call("probe", str(tmp_path / "table"), "--json").json["unsound"]


# --- probe --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_probe_says_what_solve_says() -> None:
    truth = call("solve", "cat-mouse", "--input", SEVENTEEN, "--state", MICE, "--json").json
    found = call("probe", "mice", MICE, "--json").json
    assert found == {name: truth[name] for name in found}
    assert set(found) == {
        "game", "state", "to_move", "value", "payoff", "winner", "remoteness", "best_moves", "unsound",
    }  # fmt: skip
    assert call("probe", "mice").out == (
        "mouse 1, cat 2, mouse to move: LOSS in 80 for mouse; cat wins in 80 plies; best moves: 14\n"
    )
    both = call("probe", "mice", MICE, "mouse 1, cat 2, mouse to move", "--json")
    assert [answer["state"] for answer in lines(both.out)] == [MICE, "mouse 1, cat 2, mouse to move"]


@pytest.mark.usefixtures("folder")
def test_probe_of_what_is_no_state() -> None:
    for table, text, message in (
        ("mice", "nonsense", "a state reads like"),
        ("four", ".../.../XXX/OOO", "play cannot reach this state"),
    ):
        result = call("probe", table, text)
        assert (result.status, result.out) == (2, "")
        assert message in result.err


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_many_states_at_once() -> None:
    code = gamekit.load_game("connect-four").encode(gamekit.load_game("connect-four").initial_state())  # type: ignore[attr-defined]
    asked = ['".../.../.../..."', f"{code}", "true", '"what?"', "{", "99999999999999999999", f"  {code} ", ""]
    result = call("probe", "four", "--input", "-", stdin="\n".join(asked) + "\n")
    assert result.status == 2
    answers = lines(result.out)
    assert [answer.get("value") for answer in answers] == ["tie", "tie", None, None, None, None, "tie", None]
    assert all(set(answer) == {"error"} for answer in answers if "value" not in answer)
    complaints = result.err.splitlines()
    assert [line.split(":")[1] for line in complaints] == [f" line {i}" for i in (3, 4, 5, 6, 8)]
    Path("states.jsonl").write_text(f"{code}\n{code}\n")
    good = call("probe", "four", "--input", "states.jsonl")
    assert (good.status, good.err, good.out.count("\n")) == (0, "", 2)
    assert "not both" in call("probe", "four", "x", "--input", "states.jsonl").err
    assert "cannot read nowhere" in call("probe", "four", "--input", "nowhere").err


# --- verify, info -------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_verify() -> None:
    result = call("verify", "mice")
    assert (result.status, result.out) == (
        0,
        "mice: verified: all 544 states; 13 blocks as they were written\n",
    )
    report = call("verify", "four", "--json").json
    assert report["ok"]
    assert report["verification"]["checked"] == 2715
    assert call("verify", "four", "--threads", "2", "--memory", "4GiB").status == 0
    refused = call("verify", "four", "--memory", "1MB")
    assert (refused.status, refused.out) == (3, "")
    assert "verifying four needs" in refused.err
    refused = call("verify", "mice", "--memory", "1KB")
    assert (refused.status, refused.out) == (3, "")
    value = Path("mice/value.npy")
    value.write_bytes(value.read_bytes()[:-1] + b"\x7f")
    result = call("verify", "mice")
    assert (result.status, result.err) == (1, "")
    assert "mice/value.npy is damaged in block 2: its checksum does not match" in result.out


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_info() -> None:
    text = call("info", "mice").out
    for part in (
        "mice, a table of cat-mouse",
        "LOSS in 80 for mouse",
        "544 (332 win, 212 loss",
        "win in 79, loss in 80",
    ):
        assert part in text
    report = call("info", "four", "--json").json
    assert (report["kind"], report["game"], report["index"], report["compressed"]) == (
        "table", "connect-four", "keys", True,
    )  # fmt: skip
    sizes = {path.name: path.stat().st_size for path in Path("four").iterdir()}
    del sizes["manifest.json"]
    assert report["files"] == sizes
    assert report["bytes"] == sum(sizes.values())


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_a_registered_name_wins() -> None:
    Path("mice").rename("nim")
    assert call("info", "nim").out.startswith("nim, a game")
    assert call("info", "./nim").out.startswith("nim, a table of cat-mouse")
    assert call("explain", "nim").out.startswith('nim, the game\'s own example: {"heaps": [3, 4, 5]')
    assert call("explain", "./nim").out.startswith("mouse 1, cat 2, mouse to move")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("verb", cases(quick=["probe"], slow=["verify"]))
def test_what_is_no_table(verb: str) -> None:
    Path("empty").mkdir()
    for name, message in (("nowhere", "cannot open nowhere"), ("empty", "empty is not a table")):
        result = call(verb, name)
        assert (result.status, result.out) == (2, "")
        assert message in result.err


# --- explain, export ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_explain_is_the_same_from_a_table() -> None:
    for options in ([], ["--json"], [MICE], [MICE, "--boards"]):
        from_game = call("explain", "cat-mouse", "--input", SEVENTEEN, *options)
        assert call("explain", "mice", *options) == from_game
    of_example = call("explain", "connect-four").out
    said, reasons = of_example.split("\n\n", 1)
    assert said.startswith("connect-four, the game's own example: {")
    assert call("explain", "four").out == reasons


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_export_is_the_same_from_a_table() -> None:
    for form in ("dot", "json", "graphml"):
        near = ["--format", form, "--within", "2"]
        assert call("export", "mice", *near) == call("export", "cat-mouse", "--input", SEVENTEEN, *near)
    whole = call("export", "mice", "--format", "json").json
    truth = call("export", "cat-mouse", "--input", SEVENTEEN, "--format", "json").json
    strip = ("index", "successors")
    assert sorted(
        str({k: v for k, v in state.items() if k not in strip}) for state in whole["states"]
    ) == sorted(str({k: v for k, v in state.items() if k not in strip}) for state in truth["states"])
    result = call("export", "four", "--format", "dot")
    assert (result.status, result.out) == (2, "")
    assert "four is a table of codes, without edges: set --within to the number of plies" in result.err
    assert call("export", "mice", "--format", "dot", "--max-states", "5").status == 3


@pytest.mark.slow
@pytest.mark.usefixtures("folder")
def test_what_says_how_to_solve_is_refused() -> None:
    for option in (["--input", SEVENTEEN], ["--backend", "python"], ["--memory", "1GB"], ["--threads", "1"]):
        for verb in (["explain", "mice"], ["export", "mice", "--format", "dot"]):
            result = call(*verb, *option)
            assert (result.status, result.out) == (2, "")
            assert (
                result.err
                == f"gamekit: mice is a table, not a game; {option[0]} is for games, so leave it out\n"
            )
    assert "--max-states is for games" in call("explain", "mice", "--max-states", "5").err
    assert "--solver is for games" in call("export", "mice", "--format", "dot", "--solver", "minimax").err
    for verb in ("solve", "compare"):
        message = "mice is a table, not a game; probe, explain, play or explore it"
        assert_refused(call(verb, "mice"), message)


# --- Parquet ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.extra
@pytest.mark.parametrize(
    "kind",
    cases(
        quick=["keys", "dense", "states", "capped", "turn limit"],
        slow=[kind for kind in GAMES if kind.endswith("compressed")],
    ),
)
def test_parquet_has_a_row_for_each_state(kind: str, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    solution: Any
    if kind == "capped":
        solution = gamekit.solve(SMALL, solver="minimax", cap=3)
    elif kind == "turn limit":
        solution = gamekit.solve(gamekit.load_game("cat-mouse-ii"), backend="compiled")
    else:
        solution = solved(kind)
    gamekit.save_table(solution, tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table")
    game = solution.game
    write_parquet(solution, tmp_path / "solution.parquet")
    write_parquet(table, tmp_path / "table.parquet")
    rows = parquet.read_table(tmp_path / "table.parquet").to_pylist()
    ours = parquet.read_table(tmp_path / "solution.parquet").to_pylist()
    assert sorted(map(str, rows)) == sorted(map(str, ours))
    assert len(rows) == len(solution)
    in_movers_view = table.store.perspective == "mover"
    for row in rows[:: max(1, len(rows) // 300)]:
        state = table.state_of(row["code"]) if "code" in row else game.parse_state(row["state"])
        verdict = solution[state]
        assert (row["value"], row["remoteness"]) == (verdict.value, verdict.remoteness)
        if in_movers_view:
            sign = 1 if game.to_move(state) == 0 else -1
            assert (row["payoff"], row["to_move"]) == (sign * verdict.payoff, None)
        else:
            assert (row["payoff"], row["to_move"]) == (verdict.payoff, verdict.player)


@pytest.mark.slow
@pytest.mark.extra
@pytest.mark.usefixtures("folder")
def test_the_command_for_parquet() -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    for number, arguments in enumerate(
        (
            ["four", "--parquet"],
            ["four", "--format", "parquet"],
            ["connect-four", "--parquet"],
            ["connect-four", "--backend", "compiled", "--parquet"],
        )
    ):
        result = call("export", *arguments, "--output", f"{number}.parquet")
        assert (result.status, result.out) == (0, "")
        assert result.err.startswith(f"gamekit: {number}.parquet: 2,715 states, ")
        assert parquet.read_metadata(f"{number}.parquet").num_rows >= 2715
    assert "with --output FILE" in call("export", "four", "--parquet").err
    assert "exclude each other" in call("export", "four", "--parquet", "--format", "dot").err
    assert call("export", "connect-four", "--parquet", "--output", "x", "--max-states", "10").status == 3
    assert "cannot write no/where" in call("export", "four", "--parquet", "--output", "no/where").err
    assert not os.path.lexists("x")


@pytest.mark.extra
def test_a_full_disk_leaves_no_parquet(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow.parquet")
    with disk(tmp_path / "disk", "16k") as small:
        with pytest.raises(LimitError, match="No space left on device"):
            write_parquet(solved("keys"), small.path / "file")
        assert not list(small.path.iterdir())


@pytest.mark.usefixtures("folder")
def test_without_pyarrow() -> None:
    with mock.patch.dict(sys.modules, {"pyarrow": None}):
        result = call("export", "four", "--parquet", "--output", "four.parquet")
    assert (result.status, result.out) == (2, "")
    assert "needs pyarrow, which is not installed: pip install pyarrow" in result.err
