"""Whatever is put in: one line that says what is wrong and where, the right exit status, never a traceback."""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import (
    EXAMPLES,
    Countdown,
    assert_refused,
    call,
    countdown_with,
    plugins,
    run,
    start,
)
from support.marks import cases, one_in
from support.plugins import as_plugin

import gamekit
from gamekit import InputError, UnknownStateError
from gamekit.cli.sources import MOST_INPUT
from gamekit.game.registry import GAMES, registered
from gamekit.solvers.registry import SOLVERS

SOLVER_NAMES = sorted(registered(SOLVERS))


def refused(game: str, parameters: bytes | str, message: str, *arguments: str) -> None:
    assert_refused(call("solve", game, "--input", "-", *arguments, stdin=parameters), message)


# --- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "stdin is not JSON: Expecting value at column 1"),
        ('{"heaps": [1', "stdin is not JSON: Expecting ',' delimiter at column 13"),
        ("{'heaps': [1]}", "stdin is not JSON: Expecting property name enclosed in double quotes at column 2"),
        ('{"heaps": [1]} 2', "stdin is not JSON: Extra data at column 16"),
        ('{"heaps": [1], "heaps": [2]}', "stdin is not good JSON: the key 'heaps' occurs twice"),
        ('{"heaps": [NaN]}', "stdin is not good JSON: NaN is not valid JSON"),
        ('{"heaps": [-Infinity]}', "stdin is not good JSON: -Infinity is not valid JSON"),
        ('{"heaps": [1e999]}', "heaps[0] must be an integer; it is inf"),
        (b'{"heaps": "\xff"}', "stdin is not text in UTF-8: byte 0xff at 11"),
        ('{"heaps": [1]}'.encode("utf-16"), "stdin is not text in UTF-8: byte 0xff at 0"),
        ("null", "nim: the parameters must be a JSON object; they are null"),
        ("true", "nim: the parameters must be a JSON object; they are true"),
        ('"heaps"', "nim: the parameters must be a JSON object; they are 'heaps'"),
    ],
)  # fmt: skip
def test_what_is_no_json(text: bytes | str, message: str) -> None:
    refused("nim", text, message)


def test_an_integer_of_thousands_of_digits() -> None:
    result = call("solve", "nim", "--input", "-", stdin="[1" + "0" * 5000 + "]")
    assert_refused(result)
    assert result.err == "gamekit: stdin has an integer of more than 4,300 digits, the limit\n"


def test_nesting_without_end() -> None:
    result = call("solve", "nim", "--input", "-", stdin="[" * 100_000)
    assert_refused(result)
    assert result.err == "gamekit: stdin nests lists and objects too deeply to be read\n"
    deep = "[" * 500 + "]" * 500
    refused("nim", deep, f"heaps[0] must be an integer; it is {'[' * 57}...")


@pytest.mark.slow
def test_many_keys_are_read_quickly() -> None:
    text = json.dumps({f"key{i}": i for i in range(50_000)})
    began = time.perf_counter()
    refused("nim", f'{text[:-1]}, "key0": 1}}', "stdin is not good JSON: the key 'key0' occurs twice")
    refused("nim", text, "nim has no parameter 'key0'; known: heaps, misere")
    assert time.perf_counter() - began < 5


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    missing = str(tmp_path / "no\nsuch.json")
    assert_refused(call("solve", "nim", "--input", missing))
    missing = str(tmp_path / "nosuch.json")
    assert_refused(
        call("solve", "nim", "--input", missing), f"cannot read {missing}: No such file or directory"
    )
    assert_refused(call("solve", "nim", "--input", str(tmp_path)), f"cannot read {tmp_path}: Is a directory")


def test_a_file_is_named_in_the_message(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    path.write_bytes(b"\xef\xbb\xbf{")
    result = call("solve", "nim", "--input", str(path))
    assert_refused(result)
    assert result.err.startswith(f"gamekit: {path} is not JSON: Expecting property name")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="stdin cannot be closed like this on Windows")
def test_a_closed_stdin() -> None:
    result = run("solve", "nim", "--input", "-", stdin=None, preexec_fn=lambda: os.close(0))
    assert_refused(result, "cannot read stdin: it is closed")


# --- parameters -----------------------------------------------------------------------------------------------

GRID = {"cat_jump": 1, "mouse_jump": 1}


@pytest.mark.parametrize(
    ("game", "parameters", "message"),
    [
        ("cat-mouse", {}, "cat-mouse needs the parameter 'graph'"),
        ("cat-mouse", {"grpah": []}, "cat-mouse has no parameter 'grpah'; did you mean 'graph'?"),
        ("cat-mouse", {"graph": []}, "graph must have at least one node; it is empty"),
        ("cat-mouse", [], "graph must have at least one node; it is empty"),
        ("cat-mouse", {"graph": "01"}, "graph must be a list; it is '01'"),
        ("cat-mouse", {"graph": {"0": [1]}}, "graph must be a list; it is {'0': [1]}"),
        ("cat-mouse", {"graph": [[1], 0]}, "graph[1] must be a list; it is 0"),
        ("cat-mouse", [[1], [0], [], [0, 1.5]], "graph[3][1] must be an integer; it is 1.5"),
        ("cat-mouse", [[1], [True]], "graph[1][0] must be an integer; it is true"),
        ("cat-mouse", [[1], [None]], "graph[1][0] must be an integer; it is null"),
        ("cat-mouse", [[1], ["0"]], "graph[1][0] must be an integer; it is '0'"),
        ("cat-mouse", [[1], [0, 9]], "graph[1] lists neighbour 9, but nodes are 0..1"),
        ("cat-mouse", [[1], [-1]], "graph[1] lists neighbour -1, but nodes are 0..1"),
        ("cat-mouse", [[1], [0, 1]], "graph[1] lists 1, itself; a node is not its own neighbour"),
        ("cat-mouse", [[1, 1], [0]], "graph[0] must list each neighbour once; it lists 1 twice"),
        ("cat-mouse", [[1], []], "graph must go both ways: graph[0] lists 1, but graph[1] does not list 0"),
        ("cat-mouse", {"graph": [[1], [0]], "cat": 2}, "cat is 2, but nodes are 0..1"),
        ("cat-mouse", {"graph": [[1], [0]], "cat": 1.0}, "cat must be an integer; it is 1.0"),
        ("cat-mouse", {"graph": [[1], [0]], "mouse": False}, "mouse must be an integer; it is false"),
        ("cat-mouse-ii", {"grid": ["MCF"]}, "cat-mouse-ii needs the parameter 'cat_jump'"),
        ("cat-mouse-ii", {"grid": ["MC", "F"], **GRID}, "grid[1] must have 2 cells, as grid[0] has; it has 1"),
        ("cat-mouse-ii", {"grid": ["MCFM"], **GRID}, "grid must have one M; there are two, grid[0][0] and grid[0][3]"),
        ("cat-mouse-ii", {"grid": ["M.F"], **GRID}, "grid must have one C; there is none"),
        ("cat-mouse-ii", {"grid": [], **GRID}, "grid must have at least one row; it is empty"),
        ("cat-mouse-ii", {"grid": "MCF", **GRID}, "grid must be a list; it is 'MCF'"),
        ("cat-mouse-ii", {"grid": ["MCX"], **GRID}, "grid[0][2] must be one of # . M C F; it is 'X'"),
        ("cat-mouse-ii", {"grid": ["MCF"], **GRID, "catJump": 2},
         "cat-mouse-ii is given the parameter 'cat_jump' twice, as 'cat_jump' and as 'catJump'"),
        ("nim", {"heaps": [3, -1]}, "heaps[1] must be an integer of at least 0; it is -1"),
        ("nim", {"misere": 1}, "misere must be true or false; it is 1"),
        ("nim", {"x" * 500: 1}, f"nim has no parameter '{'x' * 56}...; known: heaps, misere"),
        ("sliding-puzzle", {"rows": 2, "columns": 2, "tiles": [0, 1, 1, 2]},
         "tiles[2] must differ from tiles[1]; both are 1"),
        ("sliding-puzzle", {"tiles": [0, "1"]}, "tiles[1] must be an integer; it is '1'"),
        ("tic-tac-toe", {"rows": 0}, "rows must be an integer from 1 to 100; it is 0"),
        ("three-mens-morris", [], "diagonals must be true or false; it is []"),
    ],
)  # fmt: skip
def test_parameters_that_break_a_rule(game: str, parameters: Any, message: str) -> None:
    refused(game, json.dumps(parameters), message)


def test_the_same_from_python() -> None:
    with pytest.raises(InputError, match=r"^graph\[0\] must be a list; it is 'ab'$"):
        gamekit.load_game("cat-mouse", {"graph": ["ab"]})
    with pytest.raises(InputError, match=r"^heaps\[0\] must be an integer; it is <function"):
        gamekit.load_game("nim", {"heaps": [refused]})
    with pytest.raises(InputError, match=r"^nim has no parameter 5; known: heaps, misere$"):
        gamekit.load_game("nim", {5: 5})


SOLVERS_KNOWN = sorted(registered(SOLVERS))

# --- names, options and states --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["solve", "cat-mose"], "no game is called 'cat-mose'; did you mean 'cat-mouse'?"),
        (["solve", "chess"], "no game is called 'chess'; did you mean 'chess-ending'?"),
        (["solve", "nim", "--solver", "retrogade"], "no solver is called 'retrogade'; did you mean 'retrograde'?"),
        (["solve", "nim", "--solver", ""], f"no solver is called ''; known: {', '.join(SOLVERS_KNOWN)}"),
        (["compare", "nim", "--solver", "alphabeta"], f"no solver is called 'alphabeta'; known: {SOLVERS_KNOWN[0]}, "),
        (["info", "cycle"], "no game, ruleset or solver is called 'cycle'; did you mean 'cycles'?"),
        (["solve", "nim", "--solver", "minimax:depth=3"], "minimax has no parameter 'depth'; known: cap, cap_means"),
        (["solve", "nim", "--solver", "minimax:cap"], "minimax: an option must read like cap=34; this one is 'cap'"),
        (["solve", "nim", "--solver", "minimax:cap=x"], "cap must be an integer; it is 'x'"),
        (["solve", "nim", "--solver", "minimax:cap=1.5"], "cap must be an integer; it is 1.5"),
        (["solve", "nim", "--solver", "minimax:cap=true"], "cap must be an integer; it is true"),
        (["solve", "nim", "--solver", "minimax:cap=" + "[" * 9999], "cap must be an integer; it is '[[["),
        (["solve", "nim", "--solver", "minimax:cap=-1"], "minimax: cap must be an integer of at least 0; it is -1"),
        (["solve", "nim", "--solver", "retrograde:kernel=2"], "kernel must be auto or plain or compiled; it is 2"),
        (["solve", "nim", "--solver", "cycles", "--cap", "3"], "cycles has no parameter 'cap'; known: max_edges"),
        (["solve", "nim", "--cap-means", "draw"], "minimax: cap_means='draw' needs a cap"),
        (["solve", "nim", "--cap", "-1"], "Invalid value for '--cap': -1 is not in the range x>=0."),
        (["solve", "nim", "--max-states", "0"], "Invalid value for '--max-states': 0 is not in the range x>=1."),
        (["solve", "nim", "--max-states", "many"], "Invalid value for '--max-states': 'many' is not a valid integer"),
        (["compare", "nim", "--patience", "-1"], "Invalid value for '--patience': -1.0 is not in the range x>=0."),
        (["solve", "l-game", "-p", "n=3"], "l-game has no parameter 'n'; it has none\n"),
        (["solve", "cops-and-robber", "--input", "graph"], "cannot read graph: "),
        (["solve", "cat-mouse", "--notation", "leetcode"],
         "--notation must name a notation that is written; leetcode is only read, by --input"),
        (["solve"], "Missing argument 'GAME'. (see gamekit solve --help)"),
        (["solve", "nim", "nim"], "Got unexpected extra argument (nim); a state goes behind --state"),
        (["slove"], "No such command 'slove'."),
        (["nim"], "a verb must come before 'nim', as in: gamekit solve nim (see gamekit --help)"),
        (["kayles"], "a verb must come before 'kayles', as in: gamekit value kayles (see gamekit --help)"),
        (["solve", "nim", "--inptu", "x"], "No such option"),
        (["solve", "nim", "--state", "5 5 5, first to move"], "play cannot reach this state: 5 5 5, first to move"),
        (["solve", "nim", "--state", "what"], "a state reads like '3 4 5, first to move'; this one is 'what'"),
        (["explain", "nim", "5 5 5, second to move"], "play cannot reach this state: 5 5 5, second to move"),
        (["explain", "cat-mouse", "mouse 0, cat 0, cat to move"], "the cat may not be in the hole: cat is 0 and so "),
        (["explain", "cat-mouse", "mouse 9, cat 1, cat to move"], "mouse: the piece must be on a place from 0 to 5; "),
        (["explain", "tic-tac-toe", "XX./.../..."], "X and O put pieces on the board in turn, X first, so 'XX./"),
        (["export", "nim", "--format", "png"], "Invalid value for '--format': 'png' is not one of "),
        (["export", "nim"],
         "Missing option '--format': one of dot, graphml, json, pgsolver, parquet; or name --output FILE "),
    ],
)  # fmt: skip
def test_names_options_and_states(arguments: list[str], message: str) -> None:
    result = call(*arguments)
    assert_refused(result)
    assert result.err.startswith(f"gamekit: {message}")


@pytest.mark.slow
def test_a_setting_replaces_the_state_of_a_text_with_its_parameter() -> None:
    given = ["-p", "start=Ka1 Rd2 kc3, white to move"]
    report = call("solve", "chess-ending", "--input", "8/8/8/8/8/1K6/3R4/k7 w", *given, "--json").json
    assert report["state"] == report["parameters"]["start"] == "Ka1 Rd2 kc3, white to move"


def test_a_table_is_saved_before_a_text_that_cannot_be_written(tmp_path: Path) -> None:
    wanted = ["--notation", "columns", "--save", str(tmp_path / "four")]
    result = call("solve", "connect-four", "--input", '{"width": 10, "height": 1, "length": 2}', *wanted)
    assert "columns writes moves on boards of at most 9 columns; this has 10" in result.err
    assert call("probe", str(tmp_path / "four")).status == 0


def test_no_verb_at_all_shows_the_help_and_fails() -> None:
    result = call()
    assert result.status == 2
    assert "Commands:" in result.out + result.err


@pytest.mark.parametrize("where", [".", "nowhere/there.json"])
def test_an_output_that_cannot_be_written(tmp_path: Path, where: str) -> None:
    path = str(tmp_path / where)
    result = call("export", "nim", "--format", "json", "--output", path)
    assert_refused(result)
    assert result.err.startswith(f"gamekit: cannot write {path}: ")


@pytest.mark.parametrize("solver", SOLVER_NAMES)
def test_states_that_are_not_in_the_arena(solver: str) -> None:
    solution = gamekit.solve(Countdown(), solver=solver)
    for junk in (17, "junk", None, [1], {}, 10**5000, object()):
        with pytest.raises(UnknownStateError, match="play cannot reach this state"):
            solution[junk]
        assert solution.get(junk) is None


@pytest.mark.parametrize(
    ("name", "backend"),
    [
        *(
            (name, backend)
            for name in ("cat-mouse",)  # whose rules are compiled for other tests, too
            for backend in ("python", "compiled")
        ),
        *((name, "python") for name in ("connect-four", "hexapawn", "sliding-puzzle", "teeko")),
        *(
            pytest.param(name, "compiled", marks=pytest.mark.slow)
            for name in ("connect-four", "hexapawn", "sliding-puzzle", "teeko")
        ),
    ],
)
@pytest.mark.parametrize(
    "start", one_in(4, [(start,) for start in ("x", "xx", 5, (), (1, 2), ["x"], (("x",), 0), object())])
)
def test_a_start_that_is_no_state_is_named(name: str, backend: str, start: Any) -> None:
    game = gamekit.load_game(name)
    with pytest.raises(UnknownStateError, match=f"^the start is not a state of {type(game).__name__}: "):
        gamekit.solve(game, backend=backend, start=start)  # type: ignore[arg-type]


def test_a_game_that_reads_no_text_starts_from_any_of_its_states() -> None:
    class Sets(gamekit.Game[frozenset[int], int]):  # which Python writes in a way that it does not read
        players = ("first", "second")

        def initial_state(self) -> frozenset[int]:
            return frozenset({1, 2, 3})

        def to_move(self, state: frozenset[int]) -> int:
            return (3 - len(state)) % 2

        def moves(self, state: frozenset[int]) -> list[int]:
            return sorted(state)

        def apply(self, state: frozenset[int], move: int) -> frozenset[int]:
            return state - {move}

        def outcome(self, state: frozenset[int]) -> int | None:
            return None if state else 1

    assert len(gamekit.solve(Sets(), start=frozenset({1, 2}))) == 4
    with pytest.raises(UnknownStateError, match=r"^the start is not a state of Sets: 'x'"):
        gamekit.solve(Sets(), start="x")  # type: ignore[arg-type]


# --- integers of NumPy's --------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["info", "solve", "compare", "explain", "check", "plan"])
@pytest.mark.parametrize("limit", cases(quick=[np.int64(50)], slow=[np.uint8(2), None]))
def test_constants_may_be_integers_of_numpy(verb: str, limit: Any) -> None:
    def said(**members: Any) -> Any:
        with plugins(games={"bent": countdown_with(**members)}):
            result = call(verb, "bent", *(["--seconds", "1"] if verb == "plan" else []), "--json")
        assert result.status == 0, result.err
        return result.json

    theirs = said(infinite_play=np.int64(0), max_plies=limit)
    ours = said(infinite_play=0, max_plies=None if limit is None else int(limit))
    told = ("infinite_play", "max_plies", "value", "remoteness", "line", "summary", "ok", "states")
    assert {key: theirs[key] for key in told if key in theirs} == {
        key: ours[key] for key in told if key in ours
    }


# --- the world around -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["list"], marks=pytest.mark.slow),
        ["solve", "cat-mouse", "--full-line"],
        pytest.param(["compare", "cat-mouse"], marks=pytest.mark.slow),
    ],
)
def test_a_reader_that_has_had_enough(arguments: list[str]) -> None:
    with start(*arguments) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        err = process.stderr.read()
    assert (process.returncode, err) == (0, b"")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        result = run("solve", "nim", stdout=full)
    assert (result.status, result.err) == (3, "gamekit: cannot write to stdout: No space left on device\n")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="stdout cannot be closed like this on Windows")
def test_a_closed_stdout() -> None:
    result = run("solve", "nim", preexec_fn=lambda: os.close(1))
    assert (result.status, result.err) == (0, "")


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there is no /dev/zero here")
def test_input_without_end() -> None:
    result = run("solve", "nim", "--input", "/dev/zero")
    assert_refused(result, "/dev/zero is longer than 67,108,864 bytes, the limit")
    with Path("/dev/zero").open("rb") as endless:
        assert_refused(run("solve", "nim", "--input", "-", stdin=endless))


@pytest.mark.slow
def test_a_line_without_end(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    too_long = b" " * (MOST_INPUT + 1)
    path.write_bytes(b'{"heaps": [1, 2, 3]}\n' + too_long)
    for arguments, stdin, place in (
        (("solve", "nim", "--inputs", str(path)), b"", path),
        (("solve", "nim", "--inputs", "-"), too_long, "stdin"),
        (("play", "nim"), too_long, "stdin"),
    ):
        result = call(*arguments, stdin=stdin)
        assert result.status == 2
        assert result.err == f"gamekit: {place} has a line of more than 67,108,864 bytes, the limit\n"


BREAKING = """
from games.nim import Nim

class Breaking(Nim):
    def answer(self, *_):
        raise {error}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "error",
    [
        "BrokenPipeError(32, 'Broken pipe')",
        "OSError(28, 'No space left')",
    ],
)
def test_an_error_of_the_system_in_a_game_is_not_taken_for_a_lost_stdout(error: str, tmp_path: Path) -> None:
    (tmp_path / "breaking.py").write_text(BREAKING.format(error=error))
    environment = as_plugin(tmp_path, "breaking", "breaking:Breaking")
    result = run("solve", "breaking", environment=environment)
    assert_refused(result)
    assert "stdout" not in result.err
    assert "breaking.py" in result.err


@pytest.mark.skipif(sys.platform == "win32", reason="stderr cannot be closed like this on Windows")
@pytest.mark.parametrize(
    "verb", cases(slow=[["explain"]], release=[["solve"], ["plan", "--seconds", "1"], ["compare"], ["check"]])
)
def test_a_closed_stderr(verb: list[str]) -> None:
    result = run(verb[0], "nim", *verb[1:], preexec_fn=lambda: os.close(2), stderr=None)
    assert result.status == 0
    assert result.out


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
def test_a_stderr_on_a_full_disk_leaves_the_status() -> None:
    with Path("/dev/full").open("wb") as full:
        result = run("solve", "nim", "--max-states", "1", stderr=full)
    assert (result.status, result.out) == (3, "")


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [["info", "sliding-puzzle"], pytest.param(["compare", "nim"], marks=pytest.mark.slow)]
)
def test_text_that_the_terminal_cannot_show(arguments: list[str]) -> None:
    result = run(*arguments, environment={"PYTHONIOENCODING": "ascii"})
    assert result.status in (0, 2)
    assert "Traceback" not in result.err


@pytest.mark.slow
def test_the_examples_are_good_input() -> None:
    for path in sorted(EXAMPLES.glob("*.json")):
        name = next(
            name for name in sorted(registered(GAMES), key=len, reverse=True) if path.stem.startswith(name)
        )
        gamekit.load_game(name, json.loads(path.read_text()))
