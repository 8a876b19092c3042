"""LeetCode's games: problems about best play, each as a game with the answer that the site expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

import attrs

from gamekit.errors import InputError
from gamekit.game.board_parameters import Graph
from gamekit.game.protocol import Game

from .cat_mouse import CatMouse
from .cat_mouse_ii import CatMouseII
from .taking import Taking

Numbers = list[int]


@attrs.frozen
class Problem:
    """A problem of LeetCode.

    Attributes:
        title: the title of the problem.
        game: a function that makes the game from the input, in the order of the site.
        inputs: the form of the input, by the site's names: the range of a number, or an example of the type of any
            other input.
        answer: a function that returns the answer that the site expects, from the solution of the game and the input;
            by default whether Alice wins.
    """

    title: str
    inputs: Mapping[str, Any]
    game: Callable[..., Game[Any, Any]]
    answer: Callable[..., Any] = lambda solution, *_: solution.root.payoff > 0


def _lead(solution: Any, *_: Any) -> Any:
    return solution.root.payoff


def _winner(solution: Any, *_: Any) -> str:
    return solution.root.winner or "Tie"


def _answer(solution: Any, *_: Any) -> Any:
    return solution.answer


def _by_ends(piles: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Take the first number of a row (0), or the last (-1)."""
    if piles:
        yield 0, piles[1:]
    if len(piles) > 1:
        yield -1, piles[:-1]


def _take_ends(numbers: Numbers) -> Taking:
    return Taking(tuple(numbers), _by_ends, lambda row, end, _: row[end])


def _nim_game(n: int) -> Taking:
    return Taking(n, lambda left: ((k, left - k) for k in (1, 2, 3) if k <= left))


def _flip_game(signs: str) -> Taking:
    if wrong := set(signs) - {"+", "-"}:
        raise InputError(f"currentState must have the signs + and - only; it has {min(wrong)!r}")

    def rule(left: str) -> Iterator[tuple[int, str]]:
        return ((i, f"{left[:i]}--{left[i + 2 :]}") for i in range(len(left) - 1) if left[i : i + 2] == "++")

    return Taking(signs, rule)


def _guess_number(n: int) -> Taking:
    def rule(range_: tuple[int, ...]) -> Iterator[tuple[Any, tuple[int, ...]]]:
        low, high, *guess = range_
        if guess:
            yield "lower", (low, max(guess[0] - 1, low))
            yield "higher", (min(guess[0] + 1, high), high)
        elif low < high:
            yield from ((number, (low, high, number)) for number in range(low, high + 1))

    return Taking((1, n), rule, lambda range_, move, _: -move if len(range_) == 2 else 0)


def _can_i_win(largest: int, total: int) -> Taking:
    if largest * (largest + 1) // 2 < total:
        return Taking(0, lambda _: ())  # nobody comes so far

    def rule(position: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
        used, left = position
        for number in range(1, largest + 1):
            if left > 0 and not used >> number & 1:
                yield number, (used | 1 << number, left - number)

    return Taking((0, total), rule, end=lambda *_: 1 if total <= 0 else None)


def _divisor_game(n: int) -> Taking:
    return Taking(n, lambda left: ((k, left - k) for k in range(1, left) if left % k == 0))


def _stone_game_2(piles: Numbers) -> Taking:
    def rule(position: tuple[int, int]) -> Iterator[tuple[int, tuple[int, int]]]:
        i, most = position
        return ((k, (i + k, max(most, k))) for k in range(1, min(2 * most, len(piles) - i) + 1))

    return Taking((0, 1), rule, lambda position, k, _: sum(piles[position[0] : position[0] + k]))


def _stone_game_3(values: Numbers) -> Taking:
    return Taking(
        0,
        lambda i: ((k, i + k) for k in (1, 2, 3) if i + k <= len(values)),
        lambda i, k, _: sum(values[i : i + k]),
    )


def _stone_game_4(n: int) -> Taking:
    return Taking(n, lambda left: ((k * k, left - k * k) for k in range(1, left + 1) if k * k <= left))


def _stone_game_5(values: Numbers) -> Taking:
    def rule(row: tuple[int, ...]) -> Iterator[tuple[Any, tuple[int, ...]]]:
        for i in range(1, len(row)):
            left, right = row[:i], row[i:]
            if sum(left) <= sum(right):
                yield (i, "left"), left
            if sum(left) >= sum(right):
                yield (i, "right"), right

    def score(row: tuple[int, ...], move: tuple[int, str], _: int) -> int:
        return sum(row[: move[0]] if move[1] == "left" else row[move[0] :])

    return Taking(tuple(values), rule, score, players=("Alice",))


def _stone_game_6(alice: Numbers, bob: Numbers) -> Taking:
    if len(alice) != len(bob):
        raise InputError(f"both players value the same stones; there are {len(alice)} and {len(bob)} values")

    def rule(stones: frozenset[int]) -> Iterator[tuple[int, frozenset[int]]]:
        return ((stone, stones - {stone}) for stone in sorted(stones))

    return Taking(frozenset(range(len(alice))), rule, lambda _, stone, player: (alice, bob)[player][stone])


def _stone_game_7(stones: Numbers) -> Taking:
    return Taking(tuple(stones), _by_ends, lambda row, end, _: sum(row) - row[end])


def _stone_game_8(stones: Numbers) -> Taking:
    sums = list(accumulate(stones))  # what is merged is worth the sum of all stones up to there

    def rule(merged: int) -> Iterator[tuple[int, int]]:
        return ((i, i) for i in range(merged + 1, len(stones)))

    return Taking(0, rule, lambda _, i, __: sums[i])


def _sum_game(num: str) -> Taking:
    if len(num) % 2 or set(num) - set("0123456789?"):
        raise InputError(f"num must have an even number of digits and question marks; it is {num!r}")
    half = len(num) // 2
    digits = sum(int(digit) * (1 if i < half else -1) for i, digit in enumerate(num) if digit != "?")
    blanks = num[:half].count("?"), num[half:].count("?")

    def rule(position: tuple[int, int, int]) -> Iterator[tuple[Any, tuple[int, int, int]]]:
        lead, left, right = position
        for digit in range(10):
            if left:
                yield ("left", digit), (lead + digit, left - 1, right)
            if right:
                yield ("right", digit), (lead - digit, left, right - 1)

    def end(position: tuple[int, int, int], *_: int) -> int | None:
        return None if position[1] + position[2] else (1 if position[0] else -1)

    return Taking((digits, *blanks), rule, end=end)


def _stone_game_9(stones: Numbers) -> Taking:
    counts = tuple(sum(stone % 3 == rest for stone in stones) for rest in range(3))

    def rule(position: tuple[tuple[int, ...], int]) -> Iterator[tuple[int, Any]]:
        left, total = position
        for rest in range(3):
            if left[rest]:
                fewer = tuple(number - (kind == rest) for kind, number in enumerate(left))
                yield rest, (fewer, (total + rest) % 3)

    def end(position: tuple[tuple[int, ...], int], _: int, player: int) -> int | None:
        left, total = position
        if left != counts and total == 0:
            return -1 if player else 1  # who has just taken loses
        return None if sum(left) else -1

    return Taking((counts, 0), rule, end=end)


def _cat_mouse(graph: Graph) -> CatMouse:
    return CatMouse(graph)


def _cat_mouse_2(grid: list[str], cat_jump: int, mouse_jump: int) -> CatMouseII:
    return CatMouseII(tuple(grid), cat_jump, mouse_jump)


_row = [1]
PROBLEMS: Final[dict[int, Problem]] = {
    292: Problem("Nim Game", {"n": range(1, 250_001)}, _nim_game),
    294: Problem("Flip Game II", {"currentState": ""}, _flip_game),
    375: Problem(
        "Guess Number Higher or Lower II",
        {"n": range(1, 27)},
        _guess_number,
        lambda solution, *_: -solution.root.payoff,
    ),
    464: Problem("Can I Win", {"maxChoosableInteger": range(1, 19), "desiredTotal": range(301)}, _can_i_win),
    486: Problem(
        "Predict the Winner", {"nums": _row}, _take_ends, lambda solution, *_: solution.root.payoff >= 0
    ),
    877: Problem("Stone Game", {"piles": _row}, _take_ends),
    913: Problem("Cat and Mouse", {"graph": [_row]}, _cat_mouse, _answer),
    1025: Problem("Divisor Game", {"n": range(1, 2_001)}, _divisor_game),
    1140: Problem(
        "Stone Game II",
        {"piles": _row},
        _stone_game_2,
        lambda solution, piles: (sum(piles) + solution.root.payoff) // 2,
    ),
    1406: Problem("Stone Game III", {"stoneValue": _row}, _stone_game_3, _winner),
    1510: Problem("Stone Game IV", {"n": range(1, 10_001)}, _stone_game_4),
    1563: Problem("Stone Game V", {"stoneValue": _row}, _stone_game_5, _lead),
    1686: Problem(
        "Stone Game VI",
        {"aliceValues": _row, "bobValues": _row},
        _stone_game_6,
        lambda solution, *_: (solution.root.payoff > 0) - (solution.root.payoff < 0),
    ),
    1690: Problem("Stone Game VII", {"stones": _row}, _stone_game_7, _lead),
    1728: Problem(
        "Cat and Mouse II",
        {"grid": [""], "catJump": range(1, 9), "mouseJump": range(1, 9)},
        _cat_mouse_2,
        _answer,
    ),
    1872: Problem("Stone Game VIII", {"stones": _row}, _stone_game_8, _lead),
    1927: Problem("Sum Game", {"num": ""}, _sum_game),
    2029: Problem("Stone Game IX", {"stones": _row}, _stone_game_9),
}
"""The problems by their numbers on the site. The ranges are the site's, or what gamekit solves within seconds."""


def problem(number: int) -> Problem:
    """Return a problem.

    Raises:
        InputError: gamekit does not know this one.
    """
    if number not in PROBLEMS:
        raise InputError(
            f"problem {number} is not among those that gamekit knows: {', '.join(map(str, PROBLEMS))}"
        )
    return PROBLEMS[number]
