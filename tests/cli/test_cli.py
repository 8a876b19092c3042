from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import (
    EXAMPLES,
    FIFTY,
    SEVENTEEN,
    Countdown,
    assert_refused,
    call,
    countdown_with,
    plugins,
    run,
)
from support.each_game import NAMES, OF_A_KIND, TYPICAL, games
from support.marks import cases
from support.solutions import altered

import gamekit
from gamekit.cli.reports import side_by_side
from gamekit.game.registry import registered
from gamekit.solvers.registry import SOLVERS
from gamekit.solvers.retrograde import Retrograde

PROMISED = {
    "game": str,
    "solver": str,
    "state": str,
    "to_move": str,
    "value": str,
    "payoff": int,
    "winner": str,
    "remoteness": int,
    "best_moves": list,
    "line": list,
    "states": int,
    "edges": int,
    "seconds": float,
    "verified": bool,
}


def solved(*arguments: str, stdin: str = "") -> dict[str, Any]:
    """Return what `gamekit solve ... --json` prints, having checked that it is all it prints."""
    result = call("solve", *arguments, "--json", stdin=stdin)
    if result.json["value"] == "unsolved":
        assert result.status == 3
        assert result.err.endswith(" stopped at its cap before an answer\n")
    else:
        assert (result.status, result.err) == (0, "")
    assert result.out.count("\n") == 1
    return result.json


# --- solve --json ---------------------------------------------------------------------------------------------


def test_every_promised_field_is_there() -> None:
    report = solved("cat-mouse", "--input", SEVENTEEN)
    assert {name: type(report[name]) for name in PROMISED} == PROMISED
    assert report["answer"] == 2
    assert {name: report[name] for name in PROMISED if name not in ("line", "seconds")} == {
        "game": "cat-mouse",
        "solver": "retrograde",
        "state": "mouse 1, cat 2, mouse to move",
        "to_move": "mouse",
        "value": "loss",
        "payoff": -1,
        "winner": "cat",
        "remoteness": 80,
        "best_moves": ["14"],
        "states": 544,
        "edges": 2175,
        "verified": True,
    }
    assert len(report["line"]) == 80
    assert all(type(move) is str for move in report["line"])
    assert report["line"][0] == "14"
    assert 0 < report["seconds"] < 10


def test_a_draw_has_no_remoteness_and_a_line_that_comes_back() -> None:
    report = solved("cat-mouse", "--input", str(EXAMPLES / "cat-mouse.json"))
    assert [report[name] for name in ("value", "payoff", "winner", "remoteness", "answer")] == [
        "draw", 0, None, None, 0
    ]  # fmt: skip
    states = report["line_states"]
    assert states[report["line_repeats_from"]] == states[-1]


def test_a_scored_game_has_its_payoff() -> None:
    report = solved("kalah")
    root = gamekit.solve(gamekit.load_game("kalah")).root
    assert [report[name] for name in ("value", "payoff", "winner", "remoteness")] == ["loss", -2, "north", 5]
    assert (root.payoff, root.winner, root.remoteness) == (-2, "north", 5)
    assert [report["state"], report["answer"]] == ["south 2 2 (0), north 2 2 (0), south to move", "north"]


def test_cat_and_mouse_ii_answers_true_or_false() -> None:
    report = solved("cat-mouse-ii", "--input", str(EXAMPLES / "cat-mouse-ii.json"))
    assert [report[name] for name in ("value", "winner", "answer", "verified")] == [
        "win",
        "mouse",
        True,
        True,
    ]


def test_leetcode_s_field_names() -> None:
    parameters = {"grid": ["M.C...F"], "catJump": 1, "mouseJump": 4}
    report = solved("cat-mouse-ii", "--input", "-", stdin=json.dumps(parameters))
    assert report["parameters"] == {"grid": ["M.C...F"], "cat_jump": 1, "mouse_jump": 4}
    assert report["answer"] is True


@pytest.mark.parametrize(
    "name",
    cases(
        quick=sorted(TYPICAL),
        slow=[name for name in NAMES if name not in TYPICAL | OF_A_KIND | {"l-game", "neutreeko"}],
        release=[*sorted(OF_A_KIND), "l-game", "neutreeko"],
    ),
)
def test_every_game_solves_its_example_and_the_file_in_examples(name: str) -> None:
    example = solved(name)
    assert example["verified"] is True
    assert sum(example["counts"].values()) == example["states"]
    report = solved(name, "--input", str(EXAMPLES / f"{name}.json"), "--no-verify")
    assert (report["game"], report["verified"]) == (name, None)
    again = solved(name, "--input", "-", stdin=json.dumps(report["parameters"]))
    assert again["parameters"] == report["parameters"]
    assert again["line"] == report["line"]


def test_a_bare_list_is_the_first_parameter() -> None:
    report = solved(
        "cat-mouse", "--input", "-", stdin="[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]]"
    )
    assert report["parameters"]["graph"][0] == [2, 5]
    assert report["answer"] == 0


def test_a_byte_order_mark_is_no_harm() -> None:
    assert solved("nim", "--input", "-", stdin='\ufeff{"heaps": [1, 2]}')["remoteness"] == 3


def test_solving_from_another_state() -> None:
    report = solved("cat-mouse", "--input", SEVENTEEN, "--state", "mouse 3, cat 2, mouse to move")
    assert [report[name] for name in ("state", "value", "remoteness", "answer", "line")] == [
        "mouse 3, cat 2, mouse to move", "win", 1, 1, ["0"]
    ]  # fmt: skip
    assert report["states"] == 544


def test_a_terminal_state_has_no_moves() -> None:
    report = solved("cat-mouse", "--state", "mouse 0, cat 2, cat to move")
    assert [report[name] for name in ("value", "remoteness", "winner", "best_moves", "line")] == [
        "loss", 0, "mouse", [], []
    ]  # fmt: skip


def test_a_state_by_another_of_its_symmetric_forms() -> None:
    report = solved("nim", "--state", "5 0 3, first to move")
    assert [report["state"], report["best_moves"]] == ["5 0 3, first to move", ["take 2 from a heap of 5"]]


def test_a_state_of_a_game_too_large_to_see_whether_it_can_be_reached() -> None:
    board = "XOX/OXO/OX./..., X to move".partition(",")[0]
    result = call("solve", "tic-tac-toe", "--input", "-", "--state", board, "--max-states", "1000", "--json",
                  stdin='{"rows": 4, "columns": 3}')  # fmt: skip
    assert result.status == 0
    assert result.err == "gamekit: reachability of this state was not checked: too many states\n"
    assert result.json["state"] == board


@pytest.mark.parametrize(
    "solver", [*sorted(registered(SOLVERS)), "retrograde:kernel=plain", "minimax:cap=80"]
)
def test_every_solver_gives_the_same_answer(solver: str) -> None:
    report = solved("cat-mouse", "--input", SEVENTEEN, "--solver", solver)
    assert (report["solver"], report["value"], report["remoteness"]) == (solver, "loss", 80)


# --- solve with a cap -----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_cap_that_does_not_suffice_leaves_the_answer_open() -> None:
    report = solved("cat-mouse", "--input", SEVENTEEN, "--cap", "79")
    assert report["solver"] == "minimax:cap=79"
    assert [report[name] for name in ("value", "payoff", "winner", "remoteness", "answer", "verified")] == [
        "unsolved", None, None, None, None, False
    ]  # fmt: skip
    assert report["unsound"] is None


@pytest.mark.slow
def test_a_cap_that_suffices() -> None:
    report = solved("cat-mouse", "--input", SEVENTEEN, "--cap", "80")
    assert (report["value"], report["remoteness"], report["answer"]) == ("loss", 80, 2)


@pytest.mark.slow
def test_folklore_is_labelled_unsound() -> None:
    arguments = ("cat-mouse", "--input", SEVENTEEN, "--cap", "34", "--cap-means", "draw")
    report = solved(*arguments)
    assert (report["value"], report["verified"]) == ("draw", False)
    assert report["unsound"] == "what lies beyond the cap is taken for endless play"
    result = call("solve", *arguments)
    assert result.status == 0
    assert "UNSOUND: what lies beyond the cap is taken for endless play" in result.out


def test_folklore_from_the_solver_s_own_options() -> None:
    report = solved("cat-mouse", "--solver", "minimax:cap=3,cap_means=draw")
    assert report["unsound"]


# --- solve for people -----------------------------------------------------------------------------------------


def test_the_board_for_people() -> None:
    result = call("solve", "cat-mouse", "--input", SEVENTEEN)
    assert (result.status, result.err) == (0, "")
    first, *rest = result.out.splitlines()
    assert first == "cat-mouse: cat wins in 80 plies"
    rows = {line[:11].strip(): line[12:] for line in rest[1:11]}
    assert rows["state"] == "mouse 1, cat 2, mouse to move"
    assert rows["value"] == "LOSS in 80 for mouse"
    assert (rows["answer"], rows["best moves"], rows["edges"]) == ("2", "14", "2,175")
    assert rows["states"].startswith("544 (332 win, 212 loss")
    assert first + " (verified: all 544 states)" == rest[-1]
    assert result.out.count("verified") == 1
    assert "The main line, 80 plies:" in rest
    assert "\x1b" not in result.out


def test_a_draw_for_people_says_where_the_line_comes_back() -> None:
    out = call("solve", "cat-mouse").out
    assert out.startswith("cat-mouse: a draw by endless play\n")
    assert "comes back to board 1 after 5 plies" in out


def test_unsolved_for_people() -> None:
    result = call("solve", "cat-mouse", "--cap", "1")
    assert result.out.startswith("cat-mouse: unsolved by minimax:cap=1\n")
    assert (result.status, result.err) == (3, "gamekit: minimax:cap=1 stopped at its cap before an answer\n")


def test_a_long_line_is_shortened_unless_all_of_it_is_asked_for() -> None:
    short = call("solve", "cat-mouse", "--input", SEVENTEEN).out
    long = call("solve", "cat-mouse", "--input", SEVENTEEN, "--full-line").out
    assert "\n0  " in short
    assert "40: " not in short
    assert all(f"{i}: " in long for i in range(1, 81))


def test_not_verified_if_not_asked_for() -> None:
    assert call("solve", "nim", "--no-verify").out.endswith("nim: first wins in 11 plies (not verified)\n")


@pytest.mark.parametrize(
    "arguments",
    [
        ("solve", "kalah"),
        *(
            pytest.param(arguments, marks=pytest.mark.slow)
            for arguments in (("explain", "nim"), ("list",), ("info", "nim"), ("compare", "nim"))
        ),
    ],
)
def test_no_escape_codes_nor_messages_where_there_is_no_terminal(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert (result.status, result.err) == (0, "")
    assert "\x1b" not in result.out


QUICKLY = ("--solver", "retrograde", "--solver", "minimax:cap=40,cap_means=draw")

# --- compare --------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def comparison() -> dict[str, Any]:
    result = call("compare", "cat-mouse", "--input", SEVENTEEN, "--json")
    assert (result.status, result.err, result.out.count("\n")) == (0, "", 1)
    return result.json


@pytest.mark.release
def test_caps_up_to_79_fail_and_80_suffices(comparison: dict[str, Any]) -> None:
    failing, sufficient = comparison["caps"]
    assert [failing["first"], failing["last"], failing["value"], failing["suffices"]] == [
        0,
        79,
        "unsolved",
        False,
    ]
    assert [failing["folklore_value"], failing["folklore_right"]] == ["draw", False]
    assert [sufficient["first"], sufficient["value"], sufficient["remoteness"]] == [80, "loss", 80]
    assert sufficient["suffices"] is sufficient["folklore_right"] is True
    assert comparison["smallest_cap"] == 80


@pytest.mark.release
def test_sound_solvers_agree_and_folklore_is_wrong(comparison: dict[str, Any]) -> None:
    assert comparison["agree"] is True
    runs = {run["solver"]: run for run in comparison["runs"]}
    for solver in ("retrograde", "cycles", "minimax", "minimax:cap=80"):
        assert runs[solver]["verdict"] == {
            "player": "mouse", "value": "loss", "payoff": -1, "remoteness": 80, "winner": "cat"
        }  # fmt: skip
        assert runs[solver]["disagreement"] is runs[solver]["unsound"] is None
        assert runs[solver]["seconds"] > 0
        assert runs[solver]["peak_bytes"] > 0
    assert runs["retrograde"]["states_compared"] == 544
    assert runs["minimax:cap=79"]["verdict"]["value"] == "unsolved"
    folklore = runs["minimax:cap=40,cap_means=draw"]
    assert folklore["unsound"]
    assert folklore["disagreement"] == (
        "mouse 1, cat 2, mouse to move: DRAW for mouse, not LOSS in 80 for mouse"
    )


@pytest.mark.slow
def test_compare_for_people() -> None:
    result = call("compare", "cat-mouse", "--input", SEVENTEEN, *QUICKLY)
    assert (result.status, result.err) == (0, "")
    lines = [line.split() for line in result.out.splitlines()]
    assert ["0", "to", "79", "UNSOLVED:", "fails", "DRAW:", "WRONG"] in lines
    assert ["80", "LOSS", "in", "80:", "right", "LOSS", "in", "80:", "right"] in lines
    (folklore,) = (
        line for line in result.out.splitlines() if line.startswith("minimax:cap=40,cap_means=draw")
    )
    assert "(unsound)" in folklore
    assert "no: WRONG" in folklore
    assert "The smallest cap that suffices is 80." in result.out
    assert "The sound solvers agree" in result.out


@pytest.mark.slow
def test_compare_in_markdown() -> None:
    result = call("compare", "cat-mouse", "--input", SEVENTEEN, "--markdown", *QUICKLY)
    tables = [line for line in result.out.splitlines() if line.startswith("|")]
    assert "| 0 to 79 | UNSOLVED: fails | DRAW: WRONG |" in tables
    assert "| 80 | LOSS in 80: right | LOSS in 80: right |" in tables
    assert {line.count("|") for line in tables} == {7, 4}


@pytest.mark.release
def test_compare_what_is_asked_for() -> None:
    result = call("compare", "cat-mouse", "--input", SEVENTEEN, "--json", "--solver", "cycles", "--solver",
                  "minimax:cap=34,cap_means=draw", "--cap", "102")  # fmt: skip
    assert [run["solver"] for run in result.json["runs"]] == [
        "cycles",
        "minimax:cap=34,cap_means=draw",
        "minimax:cap=102",
        "minimax:cap=102,cap_means=draw",
    ]
    assert result.json["reference"] == "cycles"


@pytest.mark.slow
def test_a_draw_has_no_sufficient_cap() -> None:
    result = call("compare", "cat-mouse", "--json")
    assert result.json["smallest_cap"] is None
    assert result.json["caps_note"].startswith("No cap suffices")


def test_what_would_take_too_long_is_left_out_with_the_reason() -> None:
    result = call("compare", "cat-mouse", "--input", SEVENTEEN, "--patience", "0.01", "--json")
    assert result.status == 0
    (left_out,) = (run for run in result.json["runs"] if run["solver"] == "minimax")
    assert left_out["verdict"] is None
    assert left_out["left_out"].startswith("it would take about ")


@attrs.frozen
class Liar(Retrograde):
    """A solver that turns every win into a loss."""

    def solve(self, arena: Any, progress: Any = None) -> Any:
        return altered(truth := super().solve(arena, progress), payoff=-truth.payoff)


@pytest.mark.slow
@pytest.mark.parametrize("order", [("retrograde", "liar"), ("liar", "retrograde")])
def test_solvers_that_contradict_each_other_make_compare_fail(order: tuple[str, str]) -> None:
    arguments = ["compare", "cat-mouse", "--input", SEVENTEEN, "--solver", order[0], "--solver", order[1]]
    with plugins(solvers={"liar": Liar}):
        for_people, for_programs = call(*arguments), call(*arguments, "--json")
    assert (for_people.status, for_people.err) == (1, "")
    assert "DISAGREES on mouse 1, cat 2, mouse to move: " in for_people.out
    assert "agree on every state" not in for_people.out
    assert for_programs.status == 1
    assert for_programs.json["agree"] is False
    assert [run["disagreement"] is None for run in for_programs.json["runs"]] == [True, False]


def test_a_wrong_solution_fails_the_verification() -> None:
    with plugins(solvers={"liar": Liar}):
        for_people = call("solve", "nim", "--solver", "liar")
        for_programs = call("solve", "nim", "--solver", "liar", "--json")
        unasked = call("solve", "nim", "--solver", "liar", "--no-verify")
    assert (for_people.status, for_programs.status, unasked.status) == (1, 1, 0)
    assert for_programs.json["verified"] is False
    assert "is said to be" in for_people.out


# --- explain --------------------------------------------------------------------------------------------------


def test_why_a_state_is_won() -> None:
    result = call("explain", "cat-mouse", "mouse 3, cat 2, mouse to move", "--input", SEVENTEEN)
    assert (result.status, result.err) == (0, "")
    assert "mouse wins in 1 ply" in result.out
    assert "mouse plays 0 (winning in 1)" in result.out


def test_why_a_state_is_lost() -> None:
    out = call("explain", "cat-mouse", "--input", SEVENTEEN).out
    assert "cat wins in 80 plies: every move of mouse loses, and none takes longer." in out
    assert "5 loses in " in out  # one of the other moves, refuted


def test_why_a_state_is_drawn() -> None:
    out = call("explain", "cat-mouse").out
    assert "neither side can force an end" in out
    assert "The circle begins here:" in out
    assert "threatens to win" in out
    assert "and back to " in out


def test_why_a_state_is_a_tie() -> None:
    out = call("explain", "tic-tac-toe").out
    assert "a tie in 9 plies: neither side can do better" in out


def test_explain_with_boards() -> None:
    assert "a b c" in call("explain", "tic-tac-toe", "--boards").out.partition("a tie in")[2]


def test_explain_as_json() -> None:
    result = call("explain", "cat-mouse", "mouse 3, cat 2, cat to move", "--json")
    report = result.json
    assert (result.status, result.err, result.out.count("\n")) == (0, "", 1)
    assert report["game"] == "cat-mouse"
    assert report["state"] == "mouse 3, cat 2, cat to move"
    assert report["verdict"]["value"] == "draw"
    assert report["cycle_start"] == 0
    assert report["steps"][0]["replies"][0].keys() >= {"move", "state", "verdict", "keeps", "answer"}


# --- check, export and new ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", cases(quick=["cat-mouse"], slow=["nim"])
)  # CI runs the command on every game
def test_rules_that_hold(name: str) -> None:
    result = call("check", name, "--json", "--max-states", "500", "--examples", "10")
    assert (result.status, result.err) == (0, "")
    assert (result.json["game"], result.json["ok"], result.json["breaches"]) == (name, True, [])


def test_check_for_people() -> None:
    result = call("check", "nim", "--input", "-", stdin="[1, 2]")
    assert (result.status, result.err) == (0, "")
    assert result.out.startswith("nim: the rules hold: ")
    assert "\nwhere the game is over: 1 won by first, 1 won by second\n" in result.out
    assert result.out.endswith("; all 7 states compared\n")


def test_a_long_check_says_once_how_to_check_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.cli.verbs.check.LONG", 0)
    result = call("check", "nim", "--examples", "50")
    assert result.status == 0
    assert result.err.count("--examples 5 --max-states 2000") == 1


def test_rules_that_do_not_hold_make_check_fail() -> None:
    with plugins(games={"bent": countdown_with(apply=lambda _, state, move: [state - move])}):
        for_people, for_programs = call("check", "bent"), call("check", "bent", "--json")
    assert (for_people.status, for_people.err) == (1, "")
    assert "Bent.apply(3, 1) returned [2], a list, which cannot be hashed" in for_people.out
    assert (for_programs.status, for_programs.json["ok"]) == (1, False)
    assert for_programs.json["breaches"][0]["method"] == "apply"


@pytest.mark.parametrize(
    ("name", "beginning"),
    [("dot", "digraph {"), ("graphml", "<graphml"), ("json", "{"), ("pgsolver", "parity 6;")],
)
def test_export(name: str, beginning: str, tmp_path: Path) -> None:
    arguments = ("export", "nim", "--input", "-", "--format", name)
    printed = call(*arguments, stdin="[1, 2]")
    assert (printed.status, printed.err) == (0, "")
    assert printed.out.startswith(beginning)
    assert printed.out.endswith("\n")
    path = tmp_path / "nim.out"
    written = call(*arguments, "--output", str(path), stdin="[1, 2]")
    assert (written.status, written.out) == (0, "")
    assert written.err.startswith(f"gamekit: {path}: 7 states, ")
    assert path.read_text(encoding="utf-8") == printed.out


def test_new_makes_a_plugin_and_says_what_to_do_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = call("new", "cats-and-dogs")
    assert result.status == 0
    made = {Path(line) for line in result.out.splitlines()}
    assert Path("cats-and-dogs/pyproject.toml") in made
    assert made == {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    assert "in the environment where gamekit is installed" in result.err
    assert "pip install -e" in result.err
    again = call("new", "cats-and-dogs")
    assert (again.status, again.out, again.err.count("\n")) == (2, "", 1)


# --- the game's own example, and what stands in the wrong place -----------------------------------------------


def test_without_input_it_is_said_that_the_example_is_solved() -> None:
    said = 'the game\'s own example: {"heaps": [3, 4, 5], "misere": false}\n'
    assert f"\ninput       {said}" in call("solve", "nim").out
    assert call("explain", "nim").out.startswith(f"nim, {said}")
    assert call("play", "nim").out.startswith(f"nim, {said}")
    for verb in ("solve", "explain", "play"):
        options = [] if verb == "play" else ["--input", str(EXAMPLES / "nim.json")]
        if options:
            assert "own example" not in call(verb, "nim", *options).out
        if verb != "play":
            as_json = call(verb, "nim", "--json")
            assert (as_json.status, as_json.err) == (0, "")
            assert "own example" not in as_json.out


@pytest.mark.slow
def test_the_answer_is_shown_where_it_says_more_than_the_winner() -> None:
    assert "\nanswer      2\n" in call("solve", "cat-mouse", "--input", SEVENTEEN).out  # the cat, by LeetCode
    for game in ("nim", "tic-tac-toe"):  # won by the first; a tie
        assert "\nanswer " not in call("solve", game).out
        assert "answer" in call("solve", game, "--json").json


@pytest.mark.parametrize("verb", ["solve", "check", "compare", "plan", "play", "export"])
def test_a_file_behind_the_game_is_input(verb: str) -> None:
    assert_refused(
        call(verb, "cat-mouse", SEVENTEEN),
        f"Got unexpected extra argument ({SEVENTEEN}); did you mean --input {SEVENTEEN}? "
        f"(see gamekit {verb} --help)",
    )
    takes_state = verb in ("solve", "play", "export")
    assert_refused(
        call(verb, "cat-mouse", "no-file"),
        f"Got unexpected extra argument (no-file){'; a state goes behind --state' * takes_state} "
        f"(see gamekit {verb} --help)",
    )


def test_parameters_behind_the_game() -> None:
    assert "; did you mean -p rows=4?" in call("solve", "tic-tac-toe", "rows=4").err
    assert "; did you mean --input '[[1], [0]]'?" in call("play", "cat-mouse", "[[1], [0]]").err


def test_a_file_where_a_game_goes() -> None:
    assert_refused(
        call("solve", SEVENTEEN),
        f"{SEVENTEEN} is a file, not the name of a game; did you mean --input {SEVENTEEN}?",
    )


def test_a_file_of_rules_where_a_game_goes(tmp_path: Path) -> None:
    (tmp_path / "dodgem.py").touch()
    file = tmp_path / "dodgem.py"
    assert_refused(
        call("check", str(file)),
        f"{file} is a file; name the class in it, too, as {file}:CLASS",
    )


@pytest.mark.parametrize("verb", ["verify", "probe"])
def test_a_game_where_a_table_goes(verb: str) -> None:
    result = call(verb, "cat-mouse")
    assert_refused(result)
    assert f"{verb} takes a table, and cat-mouse is a game: gamekit solve cat-mouse --save DIR" in result.err
    assert ("verifies by itself" in result.err) == (verb == "verify")


@pytest.mark.slow
def test_a_page_is_said_to_be_written(tmp_path: Path) -> None:
    result = call("export", "nim", "--html", str(tmp_path / "nim.html"))
    assert (result.status, result.out) == (0, "")
    assert result.err.startswith(f"gamekit: {tmp_path / 'nim.html'}: 227 states, ")  # with the turned ones
    page = tmp_path / "mice.html"  # play comes to fewer states than the game lists
    result = call("export", "cat-mouse", "--input", SEVENTEEN, "--html", str(page))
    assert result.err.startswith(f"gamekit: {page}: 527 states, ")


# --- list and info --------------------------------------------------------------------------------------------


def test_list() -> None:
    out = call("list").out
    assert all(f"\n  {name} " in out for name in [*NAMES, *registered(SOLVERS)])
    report = call("list", "--json").json
    assert sorted(report["games"]) == NAMES
    assert sorted(report["solvers"]) == sorted(registered(SOLVERS))
    assert report["broken"] == []


@games(TYPICAL, set(NAMES))
def test_info_on_a_game(name: str) -> None:
    report = call("info", name, "--json").json
    game = gamekit.load_game(name)
    assert (report["name"], report["kind"], report["players"]) == (name, "game", list(game.players))
    assert report["parameters"]["additionalProperties"] is False
    assert all("description" in entry for entry in report["parameters"]["properties"].values())
    assert gamekit.load_game(name, report["example"]) == game
    for_people = call("info", name)
    assert (for_people.status, for_people.err) == (0, "")
    assert for_people.out.startswith(f"{name}, a game\n")


def test_info_shows_aliases_defaults_and_what_is_required() -> None:
    out = call("info", "cat-mouse-ii").out
    assert "  cat_jump or catJump: integer of at least 1, required\n" in out
    assert "  grid: list of strings, required\n" in out
    assert "max plies:      1000" in out
    assert "infinite play:  -1 to mouse" in out
    assert "  hole: integer, default 0\n" in call("info", "cat-mouse").out
    assert "  graph: list of lists of integers, required\n" in call("info", "cat-mouse").out
    assert "  heaps: list of integers of at least 0, default " in call("info", "nim").out
    assert "  discs: integer from 1 to " in call("info", "towers-of-hanoi").out
    assert "  tiles: list of integers or null, default " in call("info", "sliding-puzzle").out


def test_info_on_a_solver() -> None:
    report = call("info", "minimax", "--json").json
    assert report["kind"] == "solver"
    assert set(report["parameters"]["properties"]) == {"cap", "cap_means"}
    assert "Shannon" in report["description"]
    assert "cap_means: unknown or draw" in call("info", "minimax").out
    assert "parameters:\n  max_edges: integer, default " in call("info", "cycles").out


def test_a_plugin_is_listed_described_and_solved() -> None:
    with plugins(games={"countdown": Countdown}):
        assert "  countdown  " in call("list").out
        assert "Take one from three" in call("info", "countdown").out
        report = call("solve", "countdown", "--json").json
        assert call("explain", "countdown").status == 0
        assert call("compare", "countdown").status == 0
    assert [report["value"], report["winner"], report["remoteness"]] == ["win", "Ann", 3]


# --- the group itself -----------------------------------------------------------------------------------------


def test_help_mentions_every_verb_and_status() -> None:
    result = call("--help")
    assert (result.status, result.err) == (0, "")
    for verb in ("list", "info", "solve", "compare", "explain", "check", "export", "new"):
        assert f"\n  {verb} " in result.out
        help_text = call(verb, "--help")
        assert (help_text.status, help_text.err) == (0, "")
    assert "0 done; 1 a check failed; 2 bad input or usage; 3 a limit was" in result.out


def test_help_of_solve_mentions_every_option() -> None:
    out = " ".join(call("solve", "-h").out.split())
    for option in (
        "--input",
        "--state",
        "--solver",
        "--cap",
        "--cap-means",
        "--max-states",
        "--verify",
        "--json",
    ):
        assert option in out
    assert "- is stdin" in out
    assert "unsound" in out


def test_version() -> None:
    assert call("--version").out == f"gamekit, version {gamekit.__version__}\n"


@pytest.mark.slow
def test_the_real_entry_point() -> None:
    result = run("solve", "cat-mouse", "--input", SEVENTEEN, "--json")
    assert (result.status, result.err, result.out.count("\n")) == (0, "", 1)
    assert (result.json["answer"], result.json["remoteness"]) == (2, 80)
    assert call("solve", "cat-mouse", "--input", SEVENTEEN, "--json").json["line"] == result.json["line"]


@pytest.mark.slow
def test_the_real_entry_point_reads_stdin(tmp_path: Path) -> None:
    path = tmp_path / "nim.json"
    path.write_text('{"heaps": [1, 2]}')
    with path.open("rb") as stdin:
        result = run("solve", "nim", "--input", "-", stdin=stdin)
    assert result.status == 0
    assert result.out.startswith("nim: first wins in 3 plies\n")


# --- what is not imported -------------------------------------------------------------------------------------

HEAVY = {"numba", "scipy", "networkx", "llvmlite", "hypothesis"}


def imported_by(*arguments: str) -> set[str]:
    """Return the top-level modules that a run of the command line imports."""
    result = run(*arguments, environment={"PYTHONPROFILEIMPORTTIME": "1"})
    assert result.status == 0
    return {line.rpartition("|")[2].strip().partition(".")[0] for line in result.err.splitlines()}


@pytest.mark.slow
def test_solving_fifty_nodes_imports_nothing_heavy() -> None:
    assert "numpy" in (imported := imported_by("solve", "cat-mouse", "--input", FIFTY))
    assert not imported & HEAVY


def test_help_imports_not_even_numpy() -> None:
    assert "click" in (imported := imported_by("--help"))
    assert not imported & (HEAVY | {"numpy", "rich"})


def test_importing_gamekit_imports_nothing_at_all() -> None:
    import subprocess

    code = "import sys, gamekit; print(*sys.modules)"
    out = subprocess.run(
        [sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True
    ).stdout
    imported = {name.partition(".")[0] for name in out.split()}
    assert not imported & (HEAVY | {"numpy", "attrs", "attr", "click", "rich"})


# --- boards side by side --------------------------------------------------------------------------------------


def test_boards_fill_the_width_and_no_more() -> None:
    boards = ["aa\nbb", "c", "ddd\ne\nf"]
    assert side_by_side(boards, 80) == "aa    c    ddd\nbb         e\n           f"
    assert side_by_side(boards, 8) == "aa    c\nbb\n\nddd\ne\nf"
    assert side_by_side(boards, 1) == "aa\nbb\n\nc\n\nddd\ne\nf"
    assert side_by_side([], 80) == ""


def goes_on_for_ever(*players: str) -> type[gamekit.Game[Any, Any]]:
    """Return a game of one state that moves lead back to."""
    return countdown_with(
        players=players,
        to_move=lambda *_: 0,
        moves=lambda *_: [0],
        outcome=lambda *_: None,
    )


def test_a_lost_puzzle_and_an_endless_game_for_people() -> None:
    with plugins(games={"two": goes_on_for_ever("Ann", "Bob"), "one": goes_on_for_ever("Ann")}):
        assert call("solve", "two").out.startswith("two: a draw by endless play\n")
        assert call("solve", "one").out.startswith("one: unsolvable\n")
        assert call("solve", "one", "--json").json["value"] == "loss"
        assert "no move leads to the goal" in call("explain", "one").out


def test_a_cap_for_another_solver_is_refused() -> None:
    result = call("solve", "nim", "--solver", "retrograde", "--cap", "3")
    assert (result.status, result.err) == (2, "gamekit: retrograde has no parameter 'cap'; known: kernel\n")


@pytest.mark.release
def test_a_table_that_nobody_reads_to_the_end() -> None:
    result = subprocess.run(
        f"{sys.executable} -m gamekit compare nim | head -1", shell=True, capture_output=True, text=True
    )
    assert result.stderr == ""
