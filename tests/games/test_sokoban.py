"""Sokoban: levels of Microban (D. W. Skinner, 2000, free to distribute with credit), and what solutions say.

The levels are in `examples/microban.xsb`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

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


@pytest.mark.parametrize(
    ("level", "steps"),  # found by a breadth-first search that shares no code with gamekit
    cases(quick=[(1, 33)], slow=[(3, 41), (5, 25)]),
)
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


@pytest.mark.parametrize(
    ("level", "is_lost"),
    [
        ("#######/#--..-#/#-$$--#/#-$$--#/#@-..-#/#######", True),  # four boxes in a square
        ("#######/#--..-#/#-#$--#/#-$$--#/#@-.--#/#######", True),  # a wall and three boxes
        ("########/#-.----#/#-**---#/#-**-$-#/#@-----#/########", False),
        ("#######/#-$$--#/#-----#/#..@--#/#######", True),  # a pair along a wall
        ("#######/#-**--#/#-$.@-#/#######", False),
        (
            "#######/#..-#-#/#--$$-#/#--#@-#/#######",
            True,
        ),  # one of a pair is above a wall, the other below one
        ("#######/#..---#/#-$---#/#--$--#/#--@--#/#######", False),
    ],
)
def test_boxes_that_nobody_can_move_any_more_are_lost_at_once(level: str, is_lost: bool) -> None:
    game = Sokoban(level)
    assert (game.outcome(game.initial_state()) == -1) is is_lost
    assert not is_lost or game.ending(game.initial_state()) == "a box can no longer be pushed to a goal"


@pytest.mark.parametrize("seed", range(20))
def test_what_is_lost_at_once_cannot_be_solved(seed: int) -> None:
    """By a search that knows only walls, boxes and goals, in warehouses drawn at random."""
    random = Random(seed)
    game = Sokoban(Sokoban.draw_instance(random, 5)["level"])
    floor = {*range(game.wall)}
    start = (game.begins[0], frozenset(game.begins[1:]))
    steps, reached = {start: 0}, [start]
    for man, boxes in reached:  # grows while it is walked
        if all(game.is_goal[box] for box in boxes):
            break
        for way in range(4):
            goes = game.beside[man][way]
            beyond = game.beside[goes][way]
            if goes in floor and (goes not in boxes or (beyond in floor and beyond not in boxes)):
                after = goes, boxes ^ {goes, beyond} if goes in boxes else boxes
                if after not in steps:
                    steps[after] = steps[man, boxes] + 1
                    reached.append(after)
    else:
        steps[man, boxes] = -1
    least = gamekit.solve(game).answer
    assert (least if least is not None else -1) == steps[man, boxes]


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
