"""`gamekit play`: every command, over a pipe and at a terminal."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.command import (
    EXAMPLES,
    SEVENTEEN,
    Countdown,
    Result,
    assert_refused,
    call,
    countdown_with,
    plugins,
    run,
)
from support.each_game import each_small_kind_of_game
from support.scaffolded import load

from gamekit.cli.play_session import COMMANDS
from gamekit.cli.verbs.new import new_plugin

MICE = str(EXAMPLES / "cat-mouse.json")


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write no files into the project."""
    monkeypatch.chdir(tmp_path)


def play(*arguments: str, says: str = "") -> Result:
    """Play, typing these lines."""
    return call("play", *arguments, stdin=says)


def played(*arguments: str, says: str = "") -> str:
    """Play without mistakes, and return what is shown."""
    result = play(*arguments, says=says)
    assert (result.status, result.err) == (0, ""), result
    return result.out


def moves_in(out: str) -> list[str]:
    return [line for line in out.splitlines() if re.search(" plays? ", line)]


# --- every game ---------------------------------------------------------------------------------------------


@each_small_kind_of_game
def test_every_game_can_be_played(name: str) -> None:
    for side in ("both", "nobody"):
        out = played(name, "--as", side, "--values", "--hints", says="#1\nhint\nwhy\nhistory\nundo\nredo\n")
        assert moves_in(out)
    watched = moves_in(played(name, "--as", "nobody"))
    line = call("solve", name, "--no-verify", "--json").json
    if line["remoteness"] is not None:
        assert len(watched) == line["remoteness"]


def test_a_plugin_s_game_can_be_played(tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, "plain")
    with plugins(
        games={"cats-and-dogs": load(tmp_path / "cats-and-dogs/cats_and_dogs/rules.py", "CatsAndDogs")}
    ):
        out = played("cats-and-dogs", "--as", "second", says="values\nsave fox.json\n#1\n")
        assert "The game is over" in out
        assert "to move" in played("--resume", "fox.json")


def test_a_plugin_that_reads_moves_badly_is_no_traceback() -> None:
    def parse_move(_game: Any, _state: int, text: str) -> int:
        return [1][int(text)]

    with plugins(games={"bent": countdown_with(parse_move=parse_move)}):
        result = play("bent", "--as", "both", says="x\n7\n1\n")
    assert result.status == 0
    assert result.err.splitlines() == [
        "gamekit: 'x' is not a move in this state; the only move is 1; help lists the commands",
        "gamekit: '7' is not a move in this state; the only move is 1; help lists the commands",
    ]
    assert moves_in(result.out) == ["Ann plays 1"]


# --- a play -------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_perfection_wins_in_the_plies_that_it_takes() -> None:
    out = played("cat-mouse", "--input", SEVENTEEN, says="hint\n14\n")
    assert "hint: 14: cat wins in 80 plies. " in out
    assert moves_in(out)[0] == "mouse plays 14"
    watched = played("cat-mouse", "--input", SEVENTEEN, "--as", "nobody")
    assert len(moves_in(watched)) == 80
    assert watched.endswith("The game is over, and cat has won: the cat has caught the mouse.\n")


@pytest.mark.slow
def test_a_blunder_is_told_at_the_end() -> None:
    moves = "b2 a2 a3 c1 b3 c3 b1"
    blunder = "2. O played a2: X wins in 5 plies (a blunder: before it, a tie in 8 plies)\n"
    out = played("tic-tac-toe", "--as", "both", says=moves.replace(" ", "\n"))
    assert out.endswith(f"The game is over, and X has won: three in a row.\n{blunder}")
    assert played("tic-tac-toe", "--as", "both", says="b2\na2\nhistory\n").endswith(
        f"1. X played b2: a tie in 8 plies\n{blunder}"
    )


def test_a_drawn_circle_is_said_and_can_be_stopped() -> None:
    says = "3\n4\n3\n4\n3\n4\n3\n4\n"
    out = play("cat-mouse", "--input", MICE, says=says).out
    assert "Play goes in a circle: it was here after ply " in out
    assert "a draw by endless play.\n`stop` ends it so; or play on.\n" in out
    assert out.count("Play goes in a circle") == 1
    both = ("cat-mouse", "--input", MICE, "--as", "both")
    circle = "3\n5\n4\n2\n3\n"
    stopped = played(*both, says=circle + "stop\nthis is not read\n")
    assert stopped.endswith("Stopped: a draw by endless play.\n")
    early = play(*both, says="3\nstop\n")
    assert (
        early.err
        == "gamekit: stop ends play that has gone in a circle, and this play has not; use resign or quit\n"
    )
    watched = played("cat-mouse", "--input", MICE, "--as", "nobody")
    assert watched.splitlines()[-1].startswith("Play goes in a circle: it was here after ply 1. ")


@pytest.mark.slow
def test_the_turn_limit_is_shown_and_why_knows_of_it() -> None:
    says = "#1\n" * 996
    out = played("cat-mouse-ii", "--as", "both", says=f"{says}why\n")
    assert ", 4 plies left" in out
    assert out.splitlines()[-1] == (
        "cat wins by endless play: the 4 plies that the rules' turn limit leaves are too few for the end that "
        "there would be."
    )


def test_a_circle_ends_at_the_turn_limit() -> None:
    grid = {"grid": ["C...#", "...#F", "....#", "M...."], "cat_jump": 2, "mouse_jump": 5}
    out = played("cat-mouse-ii", "--as", "nobody", "--input", json.dumps(grid))
    assert "Whoever plays their best will not end it within the turn limit: cat wins" in out


def test_hints_and_values() -> None:
    out = played("nim", "--hints", "--values")
    assert "hint: take 2 from a heap of 3: first wins in 11 plies. Nothing else wins.\n" in out
    assert "2) take 2 from a heap of 3: wins in 11\n" in out
    for says in ("values\n", "values on\n", "values\nvalues off\nvalues\n"):
        assert "2) take 2 from a heap of 3: wins in 11\n" in played("nim", says=says)
    assert played("nim", says="values on\nvalues off\n").endswith("12) take 5 from a heap of 5\n")
    assert (
        play("nim", says="values perhaps\n").err
        == "gamekit: the command values takes on, off or nothing; you wrote 'perhaps'\n"
    )


def test_why_is_the_explanation() -> None:
    explained = call("explain", "nim").out
    assert explained.split("\n\n", 3)[3] in played("nim", says="why all\n")
    over = played("cat-mouse", "--input", MICE, "--as", "both", says="3\n5\n4\n2\nwhy\n")
    assert "neither side can force an end that it likes better" in over


@pytest.mark.slow
def test_why_tells_the_first_steps_and_all_of_them_when_asked() -> None:
    start = played("cat-mouse", "--input", SEVENTEEN)
    short, whole = (
        played("cat-mouse", "--input", SEVENTEEN, says=f"{says}\n").removeprefix(start).splitlines()
        for says in ("why", "why all")
    )
    assert short[0].startswith("cat wins in 80 plies: ")
    assert short[-2:] == ["... 77 more steps ...", "`why all` shows all steps."]
    assert short[:-2] == whole[: len(short) - 2]
    assert whole[-1] == "81. mouse 8, cat 8, mouse to move: the game is over."
    assert len(short) < 24 < len(whole)
    assert "why all" not in played("nim", "--state", "0 0 1, first to move", says="why\n")
    wrong = play("nim", says="why now\n")
    assert (wrong.status, wrong.err) == (
        0,
        "gamekit: why must be followed by all or by nothing; it is followed by 'now'\n",
    )


@pytest.mark.slow
def test_undo_redo_and_board() -> None:
    start, shown = played("tic-tac-toe"), played("tic-tac-toe", says="b2\n")
    assert start.startswith("tic-tac-toe, the game's own example: {")
    start = start.split("\n", 1)[1]  # that is said once
    assert played("tic-tac-toe", says="b2\nundo\n") == shown + start
    then = shown.split(f"{moves_in(shown)[-1]}\n")[1]
    assert played("tic-tac-toe", says="b2\nundo\nredo\n") == shown + start + then
    board = then.split("X to move")[0]
    assert played("tic-tac-toe", says="b2\nboard\n") == shown + board
    for says, message in (
        ("undo\n", "at most 0 moves can be taken back, because people have made no more; you asked for 1"),
        (
            "b2\nundo 2\n",
            "at most 1 moves can be taken back, because people have made no more; you asked for 2",
        ),
        ("redo\n", "at most 0 moves can be redone, because no more were taken back; you asked for 1"),
        ("undo x\n", "undo must be followed by a number of moves of at least 1; it is followed by 'x'"),
        ("redo 0\n", "redo must be followed by a number of moves of at least 1; it is followed by '0'"),
        ("quit now\n", "quit must stand alone; it is followed by 'now'"),
        ("save\n", "save must be followed by the name of a file"),
    ):
        result = play("tic-tac-toe", says=says)
        assert (result.status, result.err) == (0, f"gamekit: {message}\n")


def test_a_wrong_move_is_answered_by_near_ones() -> None:
    result = play("hexapawn", says="b1-b3\n")
    assert (result.status, result.err.count("\n")) == (0, 1)
    assert result.err.startswith("gamekit: 'b1-b3' is not a move in this state; the nearest move is b1-b2; ")
    assert moves_in(result.out) == []


def test_after_the_end() -> None:
    with plugins(games={"count": Countdown}):
        result = play(
            "count", "--as", "both", says="1\n1\n1\n1\nhint\nresign\nwhy\nundo\nhistory\nquit\nmoves\n"
        )
    assert result.err.splitlines() == [
        "gamekit: play is over, so the command must be undo, save FILE, history or quit; it is '1'",
        "gamekit: play is over: there is no move to choose",
        "gamekit: play is over: there is nothing to resign",
    ]
    assert "The game is over, and Ann has won." in result.out
    assert result.out.endswith("2. Bob played 1: Ann wins in 1 ply\n")


def test_resigning() -> None:
    assert played("hexapawn", says="resign\n").endswith("White resigns, black has won.\n")
    assert played("pocket-cube", says="resign\n").endswith("Solver resigns.\n")


def test_nobody_is_told_whose_turn_it_is_where_one_player_makes_all_moves() -> None:
    assert "to move" in played("nim")
    alone = [played("sliding-puzzle", "-p", "rows=2", "-p", "columns=2")]
    alone += [
        call(*verb, "towers-of-hanoi", "-p", "discs=2").out
        for verb in (["solve"], ["explain"], ["export", "--format", "dot"])
    ]
    for out in alone:
        assert out
        assert not re.search("to move|against every reply", out)


def test_a_hint_does_not_promise_the_same_plies_of_moves_that_keep_no_more_than_the_result() -> None:
    out = played("towers-of-hanoi", "-p", "discs=2", says="values\nhint\n")
    assert "1) A-B: solved in 3  2) A-C: solved in 4\n" in out
    assert "hint: A-B: solvable in 3 moves. Every move leads to the goal; none is faster than this.\n" in out


def test_help_lists_every_command() -> None:
    out = played("nim", says="help\n")
    for name in COMMANDS:
        assert f"\n  {name}" in out


def test_a_move_that_is_called_like_a_command() -> None:
    def format_move(_game: Any, _state: int, _move: int) -> str:
        return "quit"

    with plugins(games={"bent": countdown_with(format_move=format_move)}):
        out = played("bent", "--as", "both", says="quit\nquit\n/quit\nquit\n")
    assert moves_in(out) == ["Ann plays quit", "Bob plays quit"]


# --- saving and resuming ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_was_saved_goes_on() -> None:
    out = played("tic-tac-toe", "--as", "O", says="#1\nsave play.json\n")
    assert out.endswith("saved in play.json; gamekit play --resume play.json goes on\n")
    saved = json.loads(Path("play.json").read_text())
    assert (saved["game"], saved["people"], len(saved["moves"])) == ("tic-tac-toe", ["O"], 3)
    again = played("--resume", "play.json", says="save play.json\nundo\n")
    assert again.startswith(out.split(f"{moves_in(out)[-1]}\n")[1].split("saved in")[0])
    assert json.loads(Path("play.json").read_text()) == saved
    watched = played("tic-tac-toe", "--resume", "play.json", "--as", "nobody")
    assert "The game is over, and X has won: three in a row.\n2. O played" in watched


@pytest.mark.slow
def test_a_play_from_another_state_and_by_a_table() -> None:
    state = "X../.O./..X"
    assert call("solve", "tic-tac-toe", "--save", "table").status == 0
    of_table, of_game = (
        played(name, "--state", state, says=f"#1\nsave {file}\n")
        for name, file in (("table", "a.json"), ("tic-tac-toe", "b.json"))
    )
    assert of_table.replace("a.json", "b.json") == of_game.split("\n", 1)[1]
    assert Path("a.json").read_text() == Path("b.json").read_text()
    assert played("table", "--resume", "a.json") == played("--resume", "a.json")
    assert call("solve", "nim", "--save", "nim.table").status == 0
    assert_refused(play("nim.table", "--resume", "a.json"), "the saved play is of tic-tac-toe, not of nim")
    assert_refused(play("nim", "--resume", "a.json"), "the saved play is of tic-tac-toe, not of nim")
    assert_refused(
        play("table", "--backend", "python"),
        "table is a table, not a game; --backend is for games, so leave it out",
    )


def test_no_other_file_is_overwritten() -> None:
    Path("notes.json").write_text("[1]")
    Path("folder").mkdir()
    result = play("nim", says="save notes.json\nsave folder\nsave no/where.json\nsave a\0b\n")
    assert result.status == 0
    complaints = result.err.splitlines()
    assert complaints[0].startswith("gamekit: notes.json is left as it is: notes.json is not a play")
    assert complaints[1] == "gamekit: folder is left as it is: cannot read folder: Is a directory"
    assert complaints[2] == "gamekit: cannot write no/where.json: No such file or directory"
    assert complaints[3].startswith("gamekit: cannot write a")
    assert Path("notes.json").read_text() == "[1]"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "Missing argument 'GAME|DIR'. (see gamekit play --help)"),
        (("nim", "--as", "dog"), "--as must be first, second, both or nobody; it is 'dog'"),
        (
            ("nim", "--input", "-"),
            "the moves are read from stdin; name a file instead of - (see gamekit play --help)",
        ),
        (("--resume", "nowhere"), "cannot read nowhere: No such file or directory"),
        (
            ("cat-mous",),
            "'cat-mous' is neither a registered game nor a table's folder; did you mean 'cat-mouse'?",
        ),
    ],
)
def test_bad_usage(arguments: tuple[str, ...], message: str) -> None:
    assert_refused(play(*arguments), message)


def test_bad_plays() -> None:
    Path("play.json").write_text("{}")
    assert_refused(
        play("--resume", "play.json"),
        "play.json is not a play that gamekit saved: its format is not 'gamekit play'",
    )
    said = play("nim", "--resume", "play.json", "--state", "1").err
    assert "leave out parameters, --first, --play and --state" in said
    assert played("nim", says="#1\nsave good.json\n")
    good = json.loads(Path("good.json").read_text())
    for change in (
        {"state": "nonsense"},
        {"moves": ["nonsense"]},
        {"people": ["dog"]},
        {"parameters": {"heaps": -1}},
        {"game": "nowhere"},
    ):
        Path("bad.json").write_text(json.dumps({**good, **change}))
        assert_refused(play("--resume", "bad.json"))
    assert_refused(play("nim", "--max-states", "3"), status=3)


# --- pipes and terminals ------------------------------------------------------------------------------------


@pytest.mark.slow
def test_over_a_pipe_each_line_is_answered_at_once() -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gamekit", "play", "tic-tac-toe"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def read_to(text: str) -> None:
            assert process.stdout is not None
            while text not in process.stdout.readline():
                pass

        read_to("1) a3")
        for line in ("b2", "#1"):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            read_to("1) ")
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.slow
def test_a_reader_that_leaves_and_input_that_is_no_text() -> None:
    assert run("play", "nim", stdin=subprocess.DEVNULL).status == 0
    result = call("play", "nim", stdin=b"\xff\xfe\n\nquit\n")
    assert (result.status, result.err.count("\n")) == (0, 1)
    assert "is not a move in this state; the moves are" in result.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")
def test_at_a_terminal_there_is_a_prompt() -> None:
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "gamekit", "play", "nim"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        os.write(ours, b"moves\n\x04")
        out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert (process.returncode, b"Traceback" in err) == (0, False)
    assert (out + err).count(b"> ") == 2
    assert b"> " not in run("play", "nim").out.encode()
