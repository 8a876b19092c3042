"""`gamekit compose`, for people, as JSON and as files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.command import Result, assert_refused, call


def assert_says(result: Result, message: str) -> None:
    assert_refused(result)
    assert message in result.err


def test_for_people() -> None:
    result = call("compose", "hexapawn", "--plies", "3..9", "--only-move", "--count", "2")
    assert result.status == 0
    assert "3 fit among 5 states." in result.out
    assert "Black to move wins in 3 plies" in result.out
    assert "solution: b3xa2, b1xa2, c3-c2" in result.out


def test_json() -> None:
    report = call("compose", "hexapawn", "--plies", "3..", "--json").json
    assert (report["game"], report["candidates"], report["examined"]) == ("hexapawn", 5, 5)
    assert report["fitting"] >= len(report["puzzles"]) > 0


@pytest.mark.parametrize(
    ("ending", "beginning"),
    [(".html", "<!doctype html>"), (".svg", "<svg"), (".jsonl", '{"game": "hexapawn"')],
)
def test_files(tmp_path: Path, ending: str, beginning: str) -> None:
    path = tmp_path / f"book{ending}"
    arguments = ("compose", "hexapawn", "--count", "2", "--output", str(path))
    assert call(*arguments).status == 0
    assert path.read_text().startswith(beginning)
    assert_says(call(*arguments), "--force overwrites it")


def test_a_notation_of_other_programs() -> None:
    arguments = ("compose", "nim", "-p", "heaps=[1,2]", "--count", "1", "--notation")
    assert "\n1 2, first to move\n1 2\ndifficulty" in call(*arguments, "heaps").out
    assert call(*arguments, "heaps", "--json").json["puzzles"][0]["written"] == "1 2"
    assert_says(call(*arguments, "xsb"), "nim has no notation 'xsb'; known: heaps")


def test_a_table_is_taken(tmp_path: Path) -> None:
    table = str(tmp_path / "hexapawn.table")
    assert call("solve", "hexapawn", "--save", table).status == 0
    from_table, solved = (call("compose", name, "--json").json for name in (table, "hexapawn"))
    assert from_table["puzzles"] == solved["puzzles"]


def test_instances() -> None:
    arguments = (
        "compose",
        "nim",
        "--search",
        "--size",
        "2",
        "--rounds",
        "2",
        "--threads",
        "1",
        "--count",
        "1",
    )
    result = call(*arguments)
    assert result.status == 0
    assert "fit among 8 instances." in result.out
    assert 'parameters: {"heaps"' in result.out
    assert "gamekit: First to move wins in" in result.err
    assert json.dumps(call(*arguments, "--json").json) == json.dumps(call(*arguments, "--json").json)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--plies", "many"), "neither a number of plies"),
        (("--output", "book.pdf"), "--output takes a FILE that ends in .html, .svg, .jsonl"),
        (("--where", "s.board["), "where must be an expression"),
        (("--where", "s.(", "--plies", "77"), "where must be an expression"),
        (("--seconds", "3"), "--seconds is for --search"),
        (("--search", "--sample", "3"), "--search and --sample exclude each other"),
        (("--mover", "green"), "green"),
        (("--plies", "77", "--output", "none.svg"), "0 fit among 0 states; wish for less"),
    ],
)
def test_wrong_options(arguments: tuple[str, ...], message: str) -> None:
    assert_says(call("compose", "hexapawn", *arguments), message)
