"""The examples that the site prints with each problem, and random inputs against plain recursion."""

from __future__ import annotations

import json
import random
from collections.abc import Hashable
from functools import cache
from typing import Any

import pytest
from support.command import assert_refused, call
from support.marks import one_in

import gamekit
from gamekit.cli.verbs.leetcode import _values
from gamekit.game.bundled import leetcode
from games.taking import State, Taking

MICE = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"

EXAMPLES = [  # from the statements of the problems on leetcode.com
    (292, ["4"], False), (292, ["1"], True), (292, ["2"], True),
    (294, ["++++"], True), (294, ['currentState = "+"'], False),
    (375, ["10"], 16), (375, ["1"], 0), (375, ["2"], 1),
    (464, ["10", "11"], False), (464, ["10", "0"], True), (464, ["10", "1"], True),
    (486, ["nums = [1,5,2]"], False), (486, ["nums = [1,5,233,7]"], True),
    (877, ["[5,3,4,5]"], True), (877, ["[3,7,2,3]"], True),
    (913, [MICE], 0), (913, ["graph = [[1,3],[0],[3],[0,2]]"], 1),
    (1025, ["2"], True), (1025, ["n = 3"], False),
    (1140, ["[2,7,9,4,4]"], 10), (1140, ["[1,2,3,4,5,100]"], 104),
    (1406, ["[1,2,3,7]"], "Bob"), (1406, ["[1,2,3,-9]"], "Alice"), (1406, ["[1,2,3,6]"], "Tie"),
    (1510, ["1"], True), (1510, ["2"], False), (1510, ["4"], True),
    (1563, ["[6,2,3,4,5,5]"], 18), (1563, ["[7,7,7,7,7,7,7]"], 28), (1563, ["[4]"], 0),
    (1686, ["[1,3]", "[2,1]"], 1), (1686, ["aliceValues = [1,2], bobValues = [3,1]"], 0),
    (1686, ["[2,4,3]", "[1,6,7]"], -1),
    (1690, ["[5,3,1,4,2]"], 6), (1690, ["[7,90,5,1,100,10,10,2]"], 122),
    (1728, ['grid = ["####F","#C...","M...."], catJump = 1, mouseJump = 2'], True),
    (1728, ['["M.C...F"]', "1", "4"], True), (1728, ['["M.C...F"]', "1", "3"], False),
    (1872, ["[-1,2,-3,4,-5]"], 5), (1872, ["[7,-6,5,10,5,-2,-6]"], 13), (1872, ["[-10,-12]"], -22),
    (1927, ["5023"], False), (1927, ['num = "25??"'], True), (1927, ["?3295???"], False),
    (2029, ["[2,1]"], True), (2029, ["[2]"], False), (2029, ["[5,1,2,4,3]"], False),
]  # fmt: skip


@pytest.mark.parametrize(("number", "inputs", "answer"), one_in(3, EXAMPLES))
def test_the_examples_of_the_site(number: int, inputs: list[str], answer: Any) -> None:
    result = call("leetcode", str(number), *inputs)
    assert (result.status, result.err) == (0, "")
    first, second = result.out.splitlines()
    assert json.loads(first) == answer
    assert type(json.loads(first)) is type(answer)
    assert second.startswith(f"{number}, {leetcode.problem(number).title}: ")


def test_every_problem_has_an_example() -> None:
    assert {number for number, _, _ in EXAMPLES} == set(leetcode.PROBLEMS)
    help_text = call("leetcode", "--help").out
    assert all(str(number) in help_text for number in leetcode.PROBLEMS)


def recursed(game: Taking) -> int:
    """Return the payoff of best play, by recursion over the rule and the score alone."""
    sides = len(game.players)

    @cache
    def best(left: Hashable, lead: int, turn: int) -> int:
        if game.end is not None and (payoff := game.end(left, lead, turn)) is not None:
            return payoff
        found = []
        for move, after in game.rule(left):
            gain = 0 if game.score is None else game.score(left, move, turn)
            found.append(best(after, lead + (-gain if turn else gain), (turn + 1) % sides))
        if not found:
            return lead if game.score is not None else (1 if turn else -1)
        return min(found) if turn else max(found)

    return best(game.begin, 0, 0)


def accepted(problem: Any, inputs: list[Any]) -> bool:
    try:
        return problem.game(*inputs) is not None
    except gamekit.InputError:
        return False


@pytest.mark.parametrize("number", [number for number in leetcode.PROBLEMS if number not in (913, 1728)])
def test_random_inputs_against_recursion(number: int) -> None:
    rng, found = random.Random(number), leetcode.problem(number)
    for _ in range(3):
        inputs = [kind.draw(rng, 5) for kind in found.inputs.values()]
        while not accepted(found, inputs):
            inputs = [kind.draw(rng, 5) for kind in found.inputs.values()]
        game = found.game(*inputs)
        solution = gamekit.solve(game)
        assert solution.root.payoff == recursed(game)
        assert gamekit.verify(solution).ok


def test_a_class_of_taking() -> None:
    game = Taking(7, lambda left: ((k, left - k) for k in (1, 3, 4) if k <= left))
    assert gamekit.solve(game).root.winner == "Bob"  # 7 is a multiple of 7, the period of taking 1, 3 or 4
    assert game.apply(game.initial_state(), 3) == State(4, 0, 1)


def test_a_game_with_too_many_states_is_told_in_words_of_the_problem() -> None:
    result = call("leetcode", "1140", json.dumps(list(range(1, 60))), "--max-states", "1000")
    assert result.status == 3
    assert "problem 1140 has more than 1,000 states for this input" in result.err
    assert "gamekit p" not in result.err  # no advice to plan or to prove, which take a game by its name


@pytest.mark.parametrize("number", leetcode.PROBLEMS)
def test_children_are_those_that_moves_lead_to(number: int) -> None:
    inputs = next(inputs for other, inputs, _ in EXAMPLES if other == number)
    if number not in (913, 1728):
        game = leetcode.problem(number).game(*_values(tuple(inputs), leetcode.problem(number).inputs, number))
        start = game.initial_state()
        assert game.children(start) == [game.apply(start, move) for move in game.moves(start)]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["1", "[1]"], "problem 1 is not among those that gamekit knows: 292, 294, 375, "),
        (["464", "10"], "problem 464 takes 2 inputs (maxChoosableInteger, desiredTotal), not 1"),
        (["1"], "problem 1 is not among those that gamekit knows: 292, "),
        (["913"], "problem 913 takes 1 input (graph), not 0"),
        (["292", "0"], "n must be an integer of at least 1; it is 0"),
        (
            ["292", "1348820612"],
            "problem 292 can be solved for n up to 250,000, because gamekit lists every state; n is 1,348,820,612",
        ),
        (["375", "27"], "problem 375 can be solved for n up to 26, because "),
        (["1510", "100000"], "problem 1510 can be solved for n up to 10,000, because "),
        (["464", "20", "200"], "problem 464 can be solved for maxChoosableInteger up to 18, because "),
        (["1406", json.dumps([1] * 1001)], "stoneValue may have at most 1,000 entries; it has 1,001"),
        (["1927", "?" * 1002], "num may have at most 1,000 entries; it has 1,002"),
        (["877", "stones = [1]"], "problem 877 takes piles; yours are stones"),
        (["877", "3"], "piles must be a list; it is 3"),
        (["877", "[]"], "piles must have at least one entry"),
        (["877", "[1, true]"], "piles[1] must be an integer; it is true"),
        (["877", "[1, 2"], "piles is not JSON: "),
        (["913", "[[1], 2]"], "graph[1] must be a list; it is 2"),
        (["913", "[[1], [7]]"], ""),
        (["294", "+x+"], "currentState must have the signs + and - only; it has 'x'"),
        (["1927", "12x4"], "num must have an even number of digits and question marks; it is '12x4'"),
        (["1686", "[1]", "[1, 2]"], "both players value the same stones; there are 1 and 2 values"),
    ],
)
def test_inputs_that_are_refused(arguments: list[str], message: str) -> None:
    result = call("leetcode", *arguments)
    assert_refused(result)
    assert result.err.startswith(f"gamekit: {message}")
