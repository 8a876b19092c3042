"""What a newcomer types first: parameters one by one, JSON on the command line, Tab, and options of one word."""

from __future__ import annotations

import inspect
import os
import pty
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
from support.command import SEVENTEEN, assert_refused, call, plugins
from support.marks import cases

import gamekit
from gamekit.analysis.planning.estimate import Estimate
from gamekit.cli.completion import SHELLS
from gamekit.cli.fit import MemoryCheck
from gamekit.cli.main import cli
from gamekit.cli.reports import row_lines
from gamekit.cli.verbs import VERBS
from gamekit.errors import LimitError
from gamekit.game.registry import load_game
from gamekit.layout import BoardGame, Grid, Layout
from gamekit.solvers import size_trial
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with

# --- what games there are ---------------------------------------------------------------------------------------


def test_on_a_terminal_long_texts_go_on_under_their_beginning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.cli.reports.sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("COLUMNS", "60")
    text = "a word that is long, and others after it, and so on without an end"
    assert row_lines({"one": text, "three": "short"}) == [
        "one    a word that is long, and others after it, and so on\n       without an end",
        "three  short",
    ]


@pytest.mark.slow
def test_on_a_terminal_no_text_is_wider(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Of each verb that prints sentences; in a pipe, each stays in a line."""
    runs = [
        ["probe", str(tmp_path / "t"), "--state", "3 4 5, first to move"],
        ["verify", str(tmp_path / "t")],
        ["sum", "nim", "nim"],
        ["leetcode", "913", "[[1,3],[0],[3],[0,2]]"],
        ["play", "nim"],
    ]
    assert call("solve", "nim", "--save", str(tmp_path / "t")).status == 0
    in_pipe = [call(*arguments).out for arguments in runs]
    assert all(max(map(len, out.splitlines())) > 60 for out in in_pipe)
    monkeypatch.setattr("gamekit.cli.reports.is_on_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "60")
    folded = [call(*arguments).out for arguments in runs]
    longest = max(len(word) for out in folded for word in out.split())
    assert all(len(line) <= max(60, longest) for out in folded for line in out.splitlines())
    assert [out.split() for out in folded] == [out.split() for out in in_pipe]


# --- parameters -----------------------------------------------------------------------------------------------


def parameters(*arguments: str) -> dict[str, object]:
    result = call("solve", *arguments, "--json", "--no-verify")
    assert result.status == 0, result
    found: dict[str, object] = result.json["parameters"]
    return found


def test_parameters_one_by_one_go_over_the_defaults() -> None:
    assert parameters("tic-tac-toe", "-p", "columns=2") == {
        "rows": 3, "columns": 2, "length": 3, "symmetry": False, "misere": False
    }  # fmt: skip


def test_a_list_needs_no_brackets_and_a_word_no_quotes() -> None:
    assert parameters("nim", "-p", "heaps=1,2")["heaps"] == [1, 2]
    assert parameters("nim", "-p", "heaps=[1, 2]")["heaps"] == [1, 2]
    assert parameters("pocket-cube", "-p", "turns=U,U'", "-p", "scramble=U U")["turns"] == ["U", "U'"]


def test_json_on_the_command_line_and_a_parameter_that_replaces_one_of_its() -> None:
    arguments = ("nim", "-i", '{"heaps": [9], "misere": true}', "-p", "heaps=2")
    assert parameters(*arguments) == {"heaps": [2], "misere": True}
    assert parameters("nim", "--input", " [1, 2]")["heaps"] == [1, 2]


def test_another_name_of_a_parameter_replaces_it_as_well() -> None:
    grid = '{"grid": ["M.C...F"], "catJump": 1, "mouseJump": 4}'
    found = parameters("cat-mouse-ii", "-i", grid, "-p", "mouse-jump=3")
    assert (found["cat_jump"], found["mouse_jump"]) == (1, 3)
    assert parameters("cat-mouse-ii", "-i", grid, "-p", "mouseJump=3") == found


def test_a_value_goes_into_value() -> None:
    result = call("value", "nim", "-p", "heaps=3,5", "--json")
    assert result.json["parameters"] == {"heaps": [3, 5]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-p", "heap=1"], "nim has no parameter 'heap'; did you mean 'heaps'?"),
        (["-p", "heaps"], "-p must be followed by NAME=VALUE; it is followed by 'heaps'"),
        (["-p", "heaps=x"], "heaps[0] must be an integer; it is 'x'"),
        (["-p", "misere=1"], "misere must be true or false; it is 1"),
        (["-p", "misere=NaN"], "misere must be true or false; it is 'NaN'"),
        (["-p", "heaps=1", "-p", "heaps=2"], "nim: a parameter must be given once; -p gives heaps twice"),
        (
            ["-i", "null", "-p", "heaps=1"],
            "cannot read null: No such file or directory, and it is in no notation of nim (heaps, mcgs), "
            "of which gamekit info nim shows examples",
        ),
        (["-i", '{"heaps": [1], "heaps": [2]}'], "--input is not good JSON: the key 'heaps' occurs twice"),
        (["-i", "[1, 2"], "--input is not JSON: Expecting ',' delimiter at column 6"),
        (["--inputs", "x", "-p", "heaps=1"], "--inputs and --parameter exclude each other (see gamekit solve --help)"),
    ],
)  # fmt: skip
def test_parameters_that_are_wrong(arguments: list[str], message: str) -> None:
    assert_refused(call("solve", "nim", *arguments), message)


# --- options --------------------------------------------------------------------------------------------------


def test_every_summary_fits_into_80_columns() -> None:
    with click.Context(cli, terminal_width=78, max_content_width=78) as context:
        text = cli.get_help(context)
    lines = text.partition("Commands:\n")[2].splitlines()
    assert len(lines) == len(VERBS)
    assert max(map(len, lines)) <= 78


@pytest.mark.parametrize("name", VERBS)
def test_the_summary_of_a_verb_begins_its_help(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert (
        inspect.cleandoc(command.help or "").partition("\n\n")[0].replace("\n", " ").startswith(VERBS[name])
    )


@pytest.mark.parametrize("name", cases(quick=["sequence"], slow=["value", "tabulate", "sum"]))
def test_the_examples_in_the_help_of_a_verb_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    examples = re.findall(r"^gamekit (.+)$", inspect.cleandoc(command.help or ""), re.MULTILINE)
    assert examples
    for example in examples:
        if "--plot" in example:
            pytest.importorskip("matplotlib")
        assert call(*shlex.split(example)).status == 0, example


def test_an_option_has_one_short_name_and_a_short_name_one_option() -> None:
    short: dict[str, str] = {}
    with click.Context(cli) as context:
        commands = [cli.get_command(context, name) for name in VERBS]
    for command in commands:
        assert command is not None
        for option in command.params:
            names = sorted(option.opts, key=len)
            if isinstance(option, click.Option) and len(names[0]) == 2:
                assert short.setdefault(names[0], names[-1]) == names[-1]
    assert {"-i", "-p", "-s", "-o", "-f", "-q", "-b", "-t", "-m"} <= set(short)


def test_brief_is_one_line() -> None:
    result = call("solve", "cat-mouse", "-i", SEVENTEEN, "-b")
    assert result.out == "cat-mouse: cat wins in 80 plies (verified: all 544 states)\n"
    folklore = call("solve", "cat-mouse", "--cap", "3", "--cap-means", "draw", "--brief").out
    assert "UNSOUND" in folklore
    assert_refused(
        call("solve", "nim", "--brief", "--json"),
        "--json and --brief exclude each other (see gamekit solve --help)",
    )


def test_a_long_line_is_moves_with_the_boards_at_its_ends() -> None:
    out = call("solve", "nim").out
    assert "take 2 from a heap of 3, take 1 from a heap of 1" in out
    boards = out.partition("main line")[2]
    assert "\n0          11: take" in boards
    assert "5: take" not in boards
    assert "5: take" in call("solve", "nim", "--full-line").out


def test_quiet_leaves_out_notes_and_not_errors(tmp_path: Path) -> None:
    file = tmp_path / "nim.dot"
    assert ": 91 states" in call("export", "nim", "-o", str(file)).err
    assert call("export", "nim", "-o", str(file), "-f", "--quiet").err == ""
    assert call("solve", "nix", "-q").err.startswith("gamekit: no game is called 'nix'")


def test_the_ending_says_the_format(tmp_path: Path) -> None:
    for name, begins in (("a.dot", "digraph"), ("a.json", "{"), ("a.graphml", "<graphml"), ("a.pg", "parity"),
                         ("a.html", "<!DOCTYPE html>")):  # fmt: skip
        file = tmp_path / name
        assert call("export", "nim", "-p", "heaps=1,2", "--output", str(file)).status == 0
        assert file.read_text().lower().startswith(begins.lower())


@pytest.mark.parametrize(
    "arguments",
    [["export", "nim"], ["plot", "histogram", "nim"], ["thermograph", "domineering"]],
    ids=lambda a: a[0],
)
def test_no_file_is_overwritten_without_force(tmp_path: Path, arguments: list[str]) -> None:
    file = tmp_path / ("old.dot" if arguments[0] == "export" else "old.svg")
    file.write_text("mine")
    message = f"cannot write {file}: the file exists already; --force overwrites it"
    assert_refused(call(*arguments, "--output", str(file)), message)
    assert file.read_text() == "mine"


def test_a_state_goes_by_the_same_option_everywhere(tmp_path: Path) -> None:
    text = "mouse 3, cat 2, mouse to move"
    table = str(tmp_path / "table")
    call("solve", "cat-mouse", "--save", table)
    said = [
        call(verb, subject, "-s", text)
        for verb, subject in (("solve", "cat-mouse"), ("explain", "cat-mouse"), ("probe", table))
    ]
    assert all((result.status, text in result.out) == (0, True) for result in said)
    assert call("probe", table, text, "--state", text).out.count("\n") == 2
    assert "not both" in call("explain", "cat-mouse", text, "-s", text).err


# --- a game that does not fit ---------------------------------------------------------------------------------


@pytest.mark.release
def test_a_game_that_cannot_fit_ends_with_an_estimate(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game("connect-four", {"width": 4, "height": 4, "length": 4})
    shown: list[object] = []

    def show(*phase: object) -> None:
        shown.append(phase[0])

    check = MemoryCheck(game, SolveOptions(memory="1MiB"), show, large=1000, seconds=1.0)
    check("exploring", 999, None)
    with pytest.raises(
        LimitError, match=r"^by a quick estimate, about 161,029 states need at least .* 1\.0 MiB are"
    ):
        check("exploring", 1000, None)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(
        LimitError,
        match=r"in files either; gamekit prove may decide one state, by some [1-9][\d,]+ positions if a trial",
    ):
        MemoryCheck(game, SolveOptions(memory="1MiB"), show, large=1000, seconds=1.0)("exploring", 1000, None)
    assert "exploring" in shown
    check("exploring", 2000, None)  # once is enough
    capsys.readouterr()
    MemoryCheck(game, SolveOptions(), show, large=1000, seconds=1.0)("exploring", 1000, None)  # it fits
    said = r"gamekit: by a quick estimate, this takes 161,029 states, [\d.,]+ \w+ of memory, [\w. ]+ s\n"
    assert re.fullmatch(said, capsys.readouterr().err)


def test_an_estimate_that_came_to_nothing_is_made_again(monkeypatch: pytest.MonkeyPatch) -> None:
    found = iter([Estimate(1, None, None), Estimate(1000, None, None)])
    seconds: list[float] = []

    def plan(*_: object, **options: float) -> SimpleNamespace:
        seconds.append(options["seconds"])
        states, runs = Estimate(50, None, None), [SimpleNamespace(memory=next(found))]
        return SimpleNamespace(states=states, runs=runs, limit=100, proof=None)

    monkeypatch.setattr("gamekit.analysis.planning.plan.plan", plan)
    check = MemoryCheck(load_game("nim"), SolveOptions(), lambda *_: None, large=10, seconds=1.0)
    check("exploring", 10, None)
    check("exploring", 39, None)
    with pytest.raises(
        LimitError, match="at least 50 states need at least 1,000 bytes of memory, and 100 bytes are"
    ):
        check("exploring", 40, None)
    assert seconds == [1.0, 2.0]


class Lone(BoardGame):
    """A man walks from corner to corner of a large board, on which there is nobody else."""

    players = ("solver",)

    def layout(self) -> Layout:
        return Layout(board=Grid(8, 8, ".MX"))

    def start(self) -> dict[str, Any]:
        return {"board": [1] + [0] * 63}

    def options(self, s: Any) -> Any:
        man = s.board.index(1)
        yield from (goes for goes in (man - 1, man + 1, man - 8, man + 8) if 0 <= goes < 64)

    def play(self, s: Any, goes: int) -> None:
        s.board[s.board.index(1)] = 0
        s.board[goes] = 1

    def over(self, s: Any) -> int | None:
        return 1 if s.board[63] == 1 else None


@pytest.mark.slow
def test_a_board_on_which_play_cannot_be_explored_is_refused_before_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = load_game("tic-tac-toe", {"rows": 8, "columns": 8})
    trial = size_trial.SizeTrial(game, 2_000, lambda *_: None)
    trial("exploring", 19_999, None)
    message = r"^TicTacToe has more than 2,000 states, the limit .* need 103: board 102; gamekit plan "
    with pytest.raises(LimitError, match=message):
        trial("exploring", 20_000, None)
    monkeypatch.setattr(size_trial, "TRIED_AT", 100)
    with pytest.raises(LimitError, match="more than 100,000 states, the limit for plain rules"):
        solve_with(game, SolveOptions(max_plain_states=100_000))


def test_a_large_board_on_which_little_can_happen_is_not_refused() -> None:
    size_trial.SizeTrial(Lone(), 64, lambda *_: None)("exploring", 20_000, None)
    assert len(gamekit.solve(Lone())) == 64


# --- Tab ------------------------------------------------------------------------------------------------------


def completed(line: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return what Bash is offered at the end of a line, which it breaks into words at `=` and `:`."""
    words = line.replace("=", " = ").replace(":", " : ").split(" ")
    words = [word for word in words[:-1] if word] + words[-1:]
    if not words[-1] and line[-1] in "=:":
        words.pop()
    monkeypatch.setenv("_GAMEKIT_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    result = call()
    assert (result.status, result.err) == (0, "")
    return [text.partition(",")[2] for text in result.out.splitlines() if text]


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("gamekit so", ["solve"]),
        ("gamekit solve connect-", ["connect-four"]),
        ("gamekit solve kay", ["kayles"]),
        ("gamekit solve connect-four -p ", ["width=", "height=", "length=", "symmetry=", "scored="]),
        ("gamekit solve connect-four -p w", ["width="]),
        ("gamekit solve connect-four --json -p width=4 -p h", ["height="]),
        ("gamekit solve nim -p misere=", ["true", "false"]),
        ("gamekit solve nim -p misere=f", ["false"]),
        ("gamekit solve nim --solver ret", ["retrograde"]),
        ("gamekit solve nim --solver minimax:c", ["cap=", "cap_means="]),
        ("gamekit solve nim --solver minimax:cap_means=d", ["draw"]),
        ("gamekit value domin", ["domineering"]),
        ("gamekit sum domin", ["domineering"]),
        ("gamekit info retro", ["retrograde"]),
        ("gamekit solve nim --stat", ["--state"]),
        ("gamekit solve unheard-of -p ", []),
        ("gamekit solve open_spiel:tic", []),
        ("gamekit solve open_spiel:unheard-of -p ", []),
        ("gamekit solve -p ", []),
        ("gamekit verify mi", ["mice"]),
        ("gamekit explain mic", ["mice"]),
        ("gamekit explain ./ot", ["./other/"]),
    ],
)
def test_tab(line: str, offered: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("mice", "other", ".hidden"):
        (tmp_path / name).mkdir()
    (tmp_path / "mice" / "manifest.json").write_text("{}")
    monkeypatch.chdir(tmp_path)
    assert completed(line, monkeypatch) == offered


def test_a_plugin_that_is_broken_spoils_no_tab(monkeypatch: pytest.MonkeyPatch) -> None:
    with plugins(games={"bent": 3}):
        assert completed("gamekit solve bent -p ", monkeypatch) == []
        assert completed("gamekit solve ben", monkeypatch) == ["bent"]


@pytest.mark.parametrize("shell", SHELLS)
def test_the_scripts_of_the_shells(shell: str) -> None:
    result = call("completion", shell)
    assert (result.status, result.err) == (0, "")
    assert f"_GAMEKIT_COMPLETE={shell}_complete" in result.out


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which a shell finds the command, and a file to complete."""
    command = tmp_path / "gamekit"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m gamekit "$@"\n')
    command.chmod(0o755)
    (tmp_path / "heaps.json").write_text("[1, 2]")
    return {**os.environ, "HOME": str(tmp_path), "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.slow
def test_bash_itself(environment: dict[str, str]) -> None:
    script = """
eval "$(gamekit completion bash)"
COMP_WORDS=(gamekit solve nim -p misere = t) COMP_CWORD=6
compopt() { :; }
_gamekit_completion gamekit
printf '%s|' "${COMPREPLY[@]}"
"""
    done = subprocess.run(
        ["bash", "--norc", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("true|", "")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish")
def test_fish_itself(environment: dict[str, str]) -> None:
    script = """
gamekit completion fish | source
cd
complete -C"gamekit solve nim --input=hea"
complete -C"gamekit solve nim --input hea"
complete -C"gamekit solve nim --solver=retro"
complete -C"gamekit solve nim --solver minimax:cap=3,cap_means=d"
complete -C"gamekit solve nim --input=unheard-of"
"""
    done = subprocess.run(
        ["fish", "--no-config", "-c", script], env=environment, capture_output=True, text=True, check=True
    )
    offered = ["--input=heaps.json", "heaps.json", "--solver=retrograde", "minimax:cap=3,cap_means=draw"]
    assert (done.stdout.splitlines(), done.stderr) == (offered, "")


ZSHRC = """
autoload -U compinit; compinit -u -d $ZDOTDIR/dump
eval "$(gamekit completion zsh)"
shown() { print -r -- "$BUFFER" >> $ZDOTDIR/lines; BUFFER= }
zle -N shown; bindkey '^T' shown; PS1='READY '; cd
_unknown() { print -r -- "$words" >> $ZDOTDIR/unknown; return 1 }
zstyle ':completion:*' completer _complete _unknown
"""


@pytest.mark.release
@pytest.mark.skipif(shutil.which("zsh") is None, reason="there is no zsh")
def test_zsh_itself(environment: dict[str, str], tmp_path: Path) -> None:
    expected = {
        "gamekit solve nim --input=hea": "gamekit solve nim --input=heaps.json ",
        "gamekit solve nim --input hea": "gamekit solve nim --input heaps.json ",
        "gamekit solve nim --solver=retro": "gamekit solve nim --solver=retrograde ",
        "gamekit solve nim --solver minimax:cap_means=d": "gamekit solve nim --solver minimax:cap_means=draw ",
        "gamekit solve connect-four -p w": "gamekit solve connect-four -p width=",
        "gamekit solve unheard-of": "gamekit solve unheard-of",
    }
    (tmp_path / ".zshrc").write_text(ZSHRC)
    lines = tmp_path / "lines"
    lines.touch()
    settings = {**environment, "ZDOTDIR": str(tmp_path), "TERM": "dumb"}
    mine, theirs = pty.openpty()
    streams = {"stdin": theirs, "stdout": theirs, "stderr": theirs}
    with subprocess.Popen(["zsh", "-d", "-i"], env=settings, start_new_session=True, **streams) as shell:
        said = b""
        while b"READY" not in said:
            said += os.read(mine, 4096)
        for number, line in enumerate(expected, 1):
            os.write(mine, line.encode() + b"\t\x14")
            while lines.read_text().count("\n") < number:
                os.read(mine, 4096)
        shell.kill()
    os.close(mine)
    os.close(theirs)
    assert lines.read_text().splitlines() == [*expected.values()]
    left_to_zsh = (tmp_path / "unknown").read_text()
    assert left_to_zsh == "gamekit solve unheard-of\n"
