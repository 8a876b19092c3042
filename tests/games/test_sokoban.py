"""Sokoban: levels of Microban (D. W. Skinner, 2000, free to distribute with credit), and what solutions say.

The levels are in `examples/microban.xsb`.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import call
from support.marks import cases
from support.paths import EXAMPLES

import gamekit
from gamekit import InputError
from gamekit.arena import explore
from gamekit.game.reading import format_state
from games.notations.xsb import Xsb
from games.notations.xsb_rows import rows_of
from games.sokoban import Sokoban

MICROBAN = EXAMPLES / "microban.xsb"
LEVELS = [text for _, text in Xsb().split(MICROBAN.read_text())]
STEPS = {1: 33, 3: 41, 5: 25}
"""The least numbers of moves, found by a breadth-first search that shares no code with gamekit."""


@pytest.mark.parametrize(("level", "steps"), cases(quick=list(STEPS.items())))
def test_the_least_numbers_of_moves(level: int, steps: int) -> None:
    game = gamekit.load_game("sokoban", LEVELS[level - 1])
    solution = gamekit.solve(game)
    assert solution.answer == steps
    letters = game.notations[1].write_line(solution, solution.line())
    assert len(letters) == steps
    assert game.outcome(game.parse_state(letters)) == 1


@pytest.mark.parametrize("level", cases(quick=[1], slow=[5]))
def test_the_metrics_agree(level: int) -> None:
    text = "/".join(rows_of(LEVELS[level - 1]))
    moves, pushes, both = (
        gamekit.solve(Sokoban(text, metric=metric)) for metric in ("moves", "pushes", "pushes-then-moves")
    )
    assert both.answer["pushes"] == pushes.answer <= moves.answer <= both.answer["moves"]
    letters = both.game.notations[1].write_line(both, both.line())
    assert (len(letters), sum(map(str.isupper, letters))) == (both.answer["moves"], both.answer["pushes"])
    assert both.game.outcome(both.game.parse_state(letters)) == 1
    some = pushes.game.notations[1].write_line(pushes, pushes.line())
    assert pushes.game.outcome(pushes.game.parse_state(some)) == 1


def test_moves_after_pushes_are_counted_only_where_the_man_is_known() -> None:
    game = Sokoban("########/#@---$.#/########", metric="pushes-then-moves")
    assert gamekit.solve(game).answer == {"pushes": 1, "moves": 4}
    assert game.parse_state(game.format_state(game.initial_state())) == game.initial_state()
    for elsewhere in ("########/#---@$.#/########", "rr"):
        with pytest.raises(
            InputError, match=r"must stand on b2 in this state.*he is on .2: give the level by"
        ):
            game.parse_state(elsewhere)
    longer = Sokoban("########/#@$--.-#/########", metric="pushes-then-moves")
    pushed = gamekit.solve(longer, start=longer.parse_state("########/#-@$-.-#/########"))
    assert pushed.answer == {"pushes": 2}


def test_a_box_in_a_corner_is_lost_at_once() -> None:
    game = Sokoban("#####/#$@-#/#--.#/#####")
    solution = gamekit.solve(game)
    assert (solution.answer, solution.root.payoff, solution.root.remoteness) == (None, -1, 0)
    assert game.ending(game.initial_state()) == "a box can no longer be pushed to a goal"


def test_boxes_that_nobody_reaches_are_walls() -> None:
    game = Sokoban("########/#@$.#*##/########")
    assert (len(game.warehouse.boxes), gamekit.solve(game).answer) == (1, 1)


def test_a_level_whose_boxes_nobody_reaches_is_refused() -> None:
    with pytest.raises(InputError, match="level must have a box that the man can reach"):
        Sokoban("#####/#@--#/#####/##*##/#####")


@pytest.mark.parametrize("level", ["-######/-#@-$.#/-######", "-------/-#####-/-#@$.#-/-#####-/-------"])
def test_states_of_a_level_with_a_margin_come_back_from_xsb(level: str) -> None:
    game = Sokoban(level)
    for state in explore(game).states:
        assert game.parse_state(format_state(game, state, notation="xsb")) == state


@pytest.mark.slow
def test_a_collection_gives_a_table() -> None:
    result = call("solve", "sokoban", "--inputs", str(MICROBAN))
    rows = result.out.splitlines()
    assert result.status == 0
    assert rows[0].split() == ["states", "seconds", "result"]
    assert rows[1].endswith("solvable in 33 moves")
    assert rows[-1] == f"{len(LEVELS)} inputs of {len(LEVELS)} solved"


def test_a_solution_is_written(tmp_path: Path) -> None:
    level = tmp_path / "one.xsb"
    level.write_text(LEVELS[0])
    report = call("solve", "sokoban", "--input", str(level), "--notation", "lurd", "--json").json
    assert len(report["written"]) == 33
    after = call("solve", "sokoban", "--input", str(level), "--state", report["written"][:-1], "--brief")
    assert "solvable in 1 move" in after.out
