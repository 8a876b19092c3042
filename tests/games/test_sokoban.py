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
from games.notations.xsb import Xsb
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


@pytest.mark.parametrize("level", [1, 5])
def test_the_metrics_agree(level: int) -> None:
    text = "/".join(Xsb().rows(LEVELS[level - 1]))
    moves, pushes, both = (
        gamekit.solve(Sokoban(text, metric=metric)) for metric in ("moves", "pushes", "pushes-then-moves")
    )
    assert both.answer["pushes"] == pushes.answer <= moves.answer <= both.answer["moves"]
    letters = both.game.notations[1].write_line(both, both.line())
    assert (len(letters), sum(map(str.isupper, letters))) == (both.answer["moves"], both.answer["pushes"])
    assert both.game.outcome(both.game.parse_state(letters)) == 1
    some = pushes.game.notations[1].write_line(pushes, pushes.line())
    assert pushes.game.outcome(pushes.game.parse_state(some)) == 1


def test_a_box_in_a_corner_is_lost_at_once() -> None:
    game = Sokoban("#####/#$@-#/#--.#/#####")
    solution = gamekit.solve(game)
    assert (solution.answer, solution.root.payoff, solution.root.remoteness) == (None, -1, 0)
    assert game.ending(game.initial_state()) == "a box can no longer be pushed to a goal"


def test_boxes_that_nobody_reaches_are_walls() -> None:
    game = Sokoban("########/#@$.#*##/########")
    assert (len(game.warehouse.boxes), gamekit.solve(game).answer) == (1, 1)


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
