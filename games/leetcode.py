"""LeetCode's games: problems about best play, each as a game with the answer that the site expects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import accumulate
from typing import Any, Final

import attrs

from gamekit.errors import InputError
from gamekit.game import board_parameters
from gamekit.game.kinds import Choice, Graph, Grid, Integer, Items, Kind
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
        method: the name of the method of `Solution` that answers it.
        game: a function that makes the game from the input, in the order of the site.
        inputs: the kind of each value of the input, by the site's names. Their limits are the site's, but for numbers,
            which gamekit must solve within seconds.
        answer: a function that returns the answer that the site expects, from the solution of the game and the input;
            by default whether Alice wins.
        allows: a function that returns whether the site may give this input, as far as the kinds do not say it.
        hard: inputs on which programs are wrong that are right on most: those with very long play.
    """

    title: str
    method: str
    inputs: Mapping[str, Kind]
    game: Callable[..., Game[Any, Any]]
    answer: Callable[..., Any] = lambda solution, *_: solution.root.payoff > 0
    allows: Callable[..., bool] = lambda *_: True
    hard: tuple[tuple[Any, ...], ...] = ()


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


def _cat_mouse(graph: board_parameters.Graph) -> CatMouse:
    return CatMouse(graph)


def _cat_mouse_2(grid: list[str], cat_jump: int, mouse_jump: int) -> CatMouseII:
    return CatMouseII(tuple(grid), cat_jump, mouse_jump)


def _row(high: int, least: int = 1, most: int = 500, low: int = 1) -> Items:
    return Items(Integer(low, high), least, most)


# The cat needs 76 plies with 15 nodes, and 116 with 18; both graphs were found by a climb.
_LONG_CHASES: Final = (
    [
        [3], [6, 7, 10], [9, 11, 14], [0, 5, 6, 10, 13, 14], [5, 8, 13], [3, 4, 8], [1, 3, 10, 13],
        [1, 9, 10, 13, 14], [4, 5, 12], [2, 7, 11, 14], [1, 3, 6, 7, 11, 12], [2, 9, 10, 13], [8, 10, 13],
        [3, 4, 6, 7, 11, 12], [2, 3, 7, 9],
    ],
    [
        [6], [5, 7, 9, 10], [3, 8, 14, 15, 16, 17], [2, 7, 8, 12, 15, 17], [5, 6, 9, 13, 15], [1, 4, 13],
        [0, 4, 7, 9, 11, 12, 14, 16], [1, 3, 6, 9, 10], [2, 3, 11, 12, 15, 17], [1, 4, 6, 7, 11],
        [1, 7, 11, 12, 14], [6, 8, 9, 10, 17], [3, 6, 8, 10], [4, 5, 15], [2, 6, 10, 17],
        [2, 3, 4, 8, 13, 16], [2, 6, 15], [2, 3, 8, 11, 14],
    ],
)  # fmt: skip

# The mouse needs 71 plies, found by a climb, and 75 (LeetCode-Feedback, issue 24500).
_LONG_WAYS: Final = (
    [".....#.F", ".###....", ".#CM####", "..#.#...", "#.#...#.", "..#####.", ".###.##.", "........"],
    ["C#......", "M..####.", "###.....", "....####", ".####...", "......#.", "#######.", "F......."],
)

PROBLEMS: Final[dict[int, Problem]] = {
    292: Problem("Nim Game", "canWinNim", {"n": Integer(1, 250_000)}, _nim_game),
    294: Problem(
        "Flip Game II", "canWin", {"currentState": Items(Choice("-+"), 1, 60, is_text=True)}, _flip_game
    ),
    375: Problem(
        "Guess Number Higher or Lower II",
        "getMoneyAmount",
        {"n": Integer(1, 26)},
        _guess_number,
        lambda solution, *_: -solution.root.payoff,
    ),
    464: Problem(
        "Can I Win",
        "canIWin",
        {"maxChoosableInteger": Integer(1, 18), "desiredTotal": Integer(0, 300)},
        _can_i_win,
    ),
    486: Problem(
        "Predict the Winner",
        "predictTheWinner",
        {"nums": _row(10**7, most=20, low=0)},
        _take_ends,
        lambda solution, *_: solution.root.payoff >= 0,
    ),
    877: Problem(
        "Stone Game",
        "stoneGame",
        {"piles": _row(500, least=2)},
        _take_ends,
        allows=lambda piles: len(piles) % 2 == 0 and sum(piles) % 2 == 1,
    ),
    913: Problem(
        "Cat and Mouse",
        "catMouseGame",
        {"graph": Graph(named=3, most=50)},
        _cat_mouse,
        _answer,
        lambda graph: all(graph) and graph[2] != [0],
        hard=tuple((graph,) for graph in _LONG_CHASES),
    ),
    1025: Problem(
        "Divisor Game", "divisorGame", {"n": Integer(1, 2_000)}, _divisor_game, allows=lambda n: n <= 1_000
    ),
    1140: Problem(
        "Stone Game II",
        "stoneGameII",
        {"piles": _row(10**4, most=100)},
        _stone_game_2,
        lambda solution, piles: (sum(piles) + solution.root.payoff) // 2,
    ),
    1406: Problem(
        "Stone Game III", "stoneGameIII", {"stoneValue": _row(1_000, low=-1_000)}, _stone_game_3, _winner
    ),
    1510: Problem("Stone Game IV", "winnerSquareGame", {"n": Integer(1, 10_000)}, _stone_game_4),
    1563: Problem("Stone Game V", "stoneGameV", {"stoneValue": _row(10**6)}, _stone_game_5, _lead),
    1686: Problem(
        "Stone Game VI",
        "stoneGameVI",
        {"aliceValues": _row(100), "bobValues": _row(100)},
        _stone_game_6,
        lambda solution, *_: (solution.root.payoff > 0) - (solution.root.payoff < 0),
    ),
    1690: Problem("Stone Game VII", "stoneGameVII", {"stones": _row(1_000, least=2)}, _stone_game_7, _lead),
    1728: Problem(
        "Cat and Mouse II",
        "canMouseWin",
        {
            "grid": Grid("#.MCF", once="MCF", longest=8),
            "catJump": Integer(1, 8),
            "mouseJump": Integer(1, 8),
        },
        _cat_mouse_2,
        _answer,
        hard=tuple((grid, 1, 1) for grid in _LONG_WAYS),
    ),
    1872: Problem(
        "Stone Game VIII", "stoneGameVIII", {"stones": _row(10**4, 2, low=-(10**4))}, _stone_game_8, _lead
    ),
    1927: Problem("Sum Game", "sumGame", {"num": Items(Choice("0123456789?"), 2, is_text=True)}, _sum_game),
    2029: Problem("Stone Game IX", "stoneGameIX", {"stones": _row(10**4)}, _stone_game_9),
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
