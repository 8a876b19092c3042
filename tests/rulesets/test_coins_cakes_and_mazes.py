"""Coin turning, Eatcake, Fission, Maze, Arc Kayles, Partizan Euclid and variants of nim beside published figures."""

from __future__ import annotations

import itertools
import re
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import (
    as_game,
    canonical_form,
    grundy_value,
    integer,
    is_all_small,
    load_ruleset,
    mex,
    nim_product,
    outcome_class,
    parse_game,
)
from gamekit.cgt.impartial.grundy import GrundyWalker
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.rules import CheckedRuleset
from gamekit.drawing.board import Board
from gamekit.drawing.spots import named_spots
from gamekit.drawing.surfaces import CELL
from gamekit.testing import check_game

NEW = [
    "arc-kayles",
    "coin-turning",
    "coin-turning-product",
    "eatcake",
    "fission",
    "maze",
    "nim-with-a-pass",
    "partizan-euclid",
    "partizan-take-and-break",
    "slow-exact-nim",
    "take-and-break",
]

DAWSON = [0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3]
"""The first values of the octal game 0.07 (OEIS A002187)."""


# --- coins --------------------------------------------------------------------------------------------------------


def coins(code: str, to: int) -> list[int]:
    """Return the values of single heads at the places from 1 on."""
    walker = GrundyWalker(load_ruleset("coin-turning", {"code": code}))
    return [walker.value((place,)) for place in range(1, to + 1)]


@pytest.mark.parametrize(
    ("code", "values"),
    cases(
        quick=[
            ("1-2", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20"),  # nim, in Turning Turtles
            ("1-3", "1 2 4 7 8 11 13 14 16 19 21 22 25 26 28 31 32 35 37 38"),  # Mock Turtles
            ("3", "0 0 1 2 4 7 8 11 13 14 16 19 21 22 25 26 28 31 32 35"),  # Triplets
            ("1+C", "1 2 1 4 1 2 1 8 1 2 1 4 1 2 1 16 1 2 1 4"),  # Ruler
            ("1-5C", "1 2 1 4 1 2 1 4 1 2 1 4 1 2 1 4 1 2 1 4"),  # Ruler Fives
            ("1-5", "1 2 4 8 16 31 32 64 103"),  # Moebius, OEIS A054016
            ("1-9", "1 2 4 8 16 32 64 128 256 511"),  # Moidores
        ],
        slow=[("1-5", "1 2 4 8 16 31 32 64 103 128 171 213 256 301 342 439 475 494 512 558")],
        release=[
            (
                "1-9",
                "1 2 4 8 16 32 64 128 256 511 512 1024 2048 4096 7711 8192 16384 26215 32768 43691",
            )
        ],
    ),
)
def test_values_of_single_heads(code: str, values: str) -> None:
    """Where no other source is named: CGSuite's tests, which number coins from 1, too."""
    expected = list(map(int, values.split()))
    assert coins(code, len(expected)) == expected


@pytest.mark.parametrize(
    ("name", "once", "doubled"),
    [("coin-turning", "2 5", "2 2 5"), ("coin-turning-product", "1x2 2x2", "1x2 2x2 2x2")],
)
def test_two_coins_in_a_place_are_explained_where_they_lie(name: str, once: str, doubled: str) -> None:
    ruleset = load_ruleset(name)
    (first, *others), told = ruleset.prompts, "A coin that is turned to heads twice becomes two."
    assert ruleset.prompts_in(ruleset.parse_position(once)) == [first, *others]
    assert ruleset.prompts_in(ruleset.parse_position(doubled)) == [f"{told} {first}", *others]


@pytest.mark.parametrize("code", ["1-2", "1-3", "2", "1+C"])
def test_a_row_of_coins_is_worth_the_sum_of_its_heads(code: str) -> None:
    """Coins as they lie on a table, where a second turn takes back the first, by a search of its own."""
    others = load_ruleset("coin-turning", {"code": code}).moves_of  # type: ignore[attr-defined]

    @cache
    def value(heads: frozenset[int]) -> int:
        return mex(value(heads ^ {place, *turned}) for place in heads for turned in others(place))

    single = [0, *coins(code, 6)]
    for number in range(5):
        for heads in itertools.combinations(range(1, 7), number):
            assert value(frozenset(heads)) == reduce(xor, (single[place] for place in heads), 0)


@pytest.mark.parametrize(
    ("rows", "columns", "most"),
    cases(
        quick=[("1-2", "1-2", 6), ("1-2", "1+C", 6), ("1-3", "3", 5)],
        slow=[("1-2", "1-2", 12), ("1-3", "1+C", 8), ("1-3", "1-3", 7)],
    ),
)
def test_the_tartan_theorem(rows: str, columns: str, most: int) -> None:
    """*Winning Ways*, chapter 14: a coin of a product is worth the nim product of its values in the two games."""
    walker = GrundyWalker(load_ruleset("coin-turning-product", {"rows": rows, "columns": columns}))
    down, across = coins(rows, most), coins(columns, most)
    for row, column in itertools.product(range(most), repeat=2):
        assert walker.value(((row + 1, column + 1),)) == nim_product(down[row], across[column])


@pytest.mark.parametrize("code", ["", "0", "3-2", "1-", "C", "1+2", "1 - 2", "1000"])
def test_codes_that_say_nothing_are_refused(code: str) -> None:
    with pytest.raises(InputError, match="a code is the numbers of coins that a move turns"):
        load_ruleset("coin-turning", {"code": code})
    with pytest.raises(InputError, match="a code is the numbers of coins that a move turns"):
        load_ruleset("coin-turning-product", {"columns": code})


# --- heaps and numbers --------------------------------------------------------------------------------------------


def test_two_heaps_and_a_pass() -> None:
    """R. Low and W. Chan (2015): the player to move loses at 2k - 1 and 2k, and at nothing, if nobody has passed."""
    walker = GrundyWalker(load_ruleset("nim-with-a-pass"))
    for pair in itertools.combinations_with_replacement(range(1, 11), 2):
        assert (walker.value((pair, True)) == 0) == (pair[1] - pair[0] == 1 and pair[0] % 2 == 1)
        assert walker.value((pair, False)) == pair[0] ^ pair[1]
    assert walker.value(((), False)) == 0


@pytest.mark.parametrize("most", cases(quick=[4], slow=[9]))
def test_three_heaps_and_a_pass_by_a_search_of_its_own(most: int) -> None:
    @cache
    def value(heaps: tuple[int, ...], passes: int) -> int:
        options = {
            value((*heaps[:i], left, *heaps[i + 1 :]), passes)
            for i, heap in enumerate(heaps)
            for left in range(heap)
        }
        return mex(options | {value(heaps, 0)} if passes and any(heaps) else options)

    walker = GrundyWalker(load_ruleset("nim-with-a-pass"))
    for heaps in itertools.combinations_with_replacement(range(1, most + 1), 3):
        assert walker.value((heaps, True)) == value(heaps, 1)


def slow(heaps: tuple[int, ...], k: int) -> int:
    ruleset = load_ruleset("slow-exact-nim", {"heaps": list(heaps), "k": k})
    return grundy_value(ruleset)


def test_slow_exact_nim_of_one_heap_and_of_all_heaps() -> None:
    """If a move takes from every heap, the smallest one counts the moves; if from one, all counters do."""
    for heaps in itertools.combinations_with_replacement(range(5), 3):
        assert slow(heaps, 3) == heaps[0] % 2
        assert slow(heaps, 1) == sum(heaps) % 2
        assert slow(heaps, 4) == 0


def test_slow_exact_nim_by_a_search_of_its_own() -> None:
    @cache
    def value(heaps: tuple[int, ...]) -> int:
        return mex(
            value(tuple(heap - (i in chosen) for i, heap in enumerate(heaps)))
            for chosen in itertools.combinations(range(3), 2)
            if all(heaps[i] for i in chosen)
        )

    for heaps in itertools.combinations_with_replacement(range(6), 3):
        assert slow(heaps, 2) == value(heaps)


def test_slow_exact_nim_of_all_heaps_but_one() -> None:
    """A move that wins keeps the least even heap or, if all are odd, a largest one.

    V. Gurvich and others, "On remoteness functions of exact slow k-NIM with k+1 piles", 2023.
    """
    for count, most in ((3, 7), (4, 5)):
        for heaps in itertools.combinations_with_replacement(range(most), count):
            if slow(heaps, count - 1):
                kept = min((heap for heap in heaps if heap % 2 == 0), default=max(heaps))
                rest = list(heaps)
                rest.remove(kept)
                assert slow((kept, *(heap - 1 for heap in rest)), count - 1) == 0


@pytest.mark.parametrize(
    ("code", "values"),
    [
        ("0.3F", "0 1 2 0 1 2 3 4 5 3 4 5 6 7 8 6 7 8 9 10 11"),
        (".77", "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1"),
        ("0.3...", "0 1 2 3 4 5 6 7"),
        ("4.3...", "0 1 2 4 3 5 6 8 7"),
        ("8.0", "0 0 0 1 1 2 2 3 3"),
    ],
)
def test_hexadecimal_codes(code: str, values: str) -> None:
    """CGSuite's tests for 0.3F; the others are octal, but for 8.0, where a heap is broken into three."""
    walker = GrundyWalker(load_ruleset("take-and-break", {"code": code}))
    expected = list(map(int, values.split()))
    assert [walker.value((heap,) if heap else ()) for heap in range(len(expected))] == expected


def test_a_partizan_subtraction_game() -> None:
    """CGSuite's tests: Left takes 1 or 3 counters, and Right 2 or 3."""
    value = canonical_form(load_ruleset("partizan-take-and-break", [6]))
    assert value is parse_game("{1|1,{1|0}||0,{1|0}|0|||0,{1|0}|0}")


@pytest.mark.parametrize("code", ["", "0", "0.", "2.3", "0.G", "0.3..", "0.3f"])
def test_wrong_hexadecimal_codes_are_refused(code: str) -> None:
    for name, parameter in (("take-and-break", "code"), ("partizan-take-and-break", "right")):
        with pytest.raises(InputError, match="a hexadecimal code must be 0, 4, 8 or C, a point, and digits"):
            load_ruleset(name, {parameter: code})


def test_partizan_euclid() -> None:
    """The row of 8 in CGSuite's tests; they count 0, where nobody can move, as a number, too."""
    walker = CanonicalWalker(load_ruleset("partizan-euclid"))
    values = [walker.value((8, number)) for number in range(1, 9)]
    assert values == list(map(parse_game, ["0", "0", "v", "0", "0", "^", "^5", "0"]))


def test_long_numbers_of_partizan_euclid() -> None:
    """A move at least halves the larger number within two moves, so play is short."""
    ruleset = load_ruleset("partizan-euclid")
    first, second = 1, 1
    for _ in range(100):
        first, second = second, first + second
    assert str(outcome_class(ruleset, (second, first))) in "LRNP"
    assert canonical_form(ruleset, (6 * first, first)) is integer(0)


# --- boards -------------------------------------------------------------------------------------------------------


def test_cakes_of_eight_rows_to_be_eaten() -> None:
    """CGSuite's tests."""
    expected = (
        "^ | {^|||^*|v||0} | {^^|*} | {^^|*||0,{0|vv*}} | {^3|^*||*} | "
        "{^3|^*||*|||0,{0,{^|0,v*}|||0|vv*||0}} | {0||^^*|0|||*} | *"
    )
    walker = CanonicalWalker(load_ruleset("eatcake"))
    for columns, text in enumerate(expected.split(" | "), 1):
        value = walker.value(((8, columns),))
        assert value is parse_game(text)
        assert is_all_small(value)


@pytest.mark.parametrize(
    ("board", "value"),
    [("....|..x.|....|....", "0"), (".x.x|....|..x.|....", "-1"), (".|x|.", "1"), (".x.", "-1")],
)
def test_fission(board: str, value: str) -> None:
    """The first two are from the tests of cgt-rs (T. Maciosowski); in the others, one stone is split once."""
    assert canonical_form(load_ruleset("fission", {"board": board})) is parse_game(value)


def test_marks_of_squares_in_a_maze_leave_its_walls_free() -> None:
    maze: Any = load_ruleset("maze")
    spots = named_spots(maze.svg((0,)))
    assert all(spot.half_width <= CELL / 2 - 3 for spot in spots.values())


def test_a_maze_without_walls_is_worth_the_squares_below_less_those_beside() -> None:
    """By induction: a move of one square is the best one."""
    for is_far in (True, False):
        ruleset = load_ruleset("maze", {"board": "....|....|....", "is_far": is_far})
        for row, column in itertools.product(range(3), range(4)):
            assert canonical_form(ruleset, (4 * row + column,)) is integer((2 - row) - (3 - column))


@pytest.mark.parametrize(
    ("board", "value"),
    [
        ("._|..", "-1/2"),
        ("_.|..", "0"),
        ("..]|...", "-1"),
        ("..|_.|..", "1"),
        ("J.|..", "0"),
        ("._|].|].", "{1|0}"),
    ],
)
def test_mazes(board: str, value: str) -> None:
    """Worked out by hand."""
    assert canonical_form(load_ruleset("maze", {"board": board})) is parse_game(value)


@pytest.mark.parametrize("nodes", [2, 5, 14])
def test_arc_kayles_on_paths_and_cycles(nodes: int) -> None:
    """On a path it is the octal game 0.07; a move on a cycle leaves a path of two nodes less."""
    path = [[node + 1] for node in range(nodes - 1)] + [[]]
    assert grundy_value(load_ruleset("arc-kayles", {"graph": path})) == DAWSON[nodes - 1]
    cycle = [[(node + 1) % (nodes + 2)] for node in range(nodes + 2)]
    assert grundy_value(load_ruleset("arc-kayles", {"graph": cycle})) == (DAWSON[nodes - 1] == 0)


@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (3, 3), (3, 4)])
def test_arc_kayles_on_a_board_is_cram(rows: int, columns: int) -> None:
    graph: list[list[int]] = [[] for _ in range(rows * columns)]
    for row, column in itertools.product(range(rows), range(columns)):
        node = row * columns + column
        graph[node] += [node + 1] * (column + 1 < columns) + [node + columns] * (row + 1 < rows)
    board = "|".join(["." * columns] * rows)
    cram = grundy_value(load_ruleset("cram", {"board": board}))
    assert grundy_value(load_ruleset("arc-kayles", {"graph": graph})) == cram


# --- as rulesets --------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("name", NEW)
def test_they_are_games_that_keep_their_promises(name: str) -> None:
    ruleset = load_ruleset(name)
    check_game(as_game(ruleset), examples=20)
    rules: CheckedRuleset[Any] = CheckedRuleset(ruleset)
    for player in (0, 1):
        for position in [rules.start(), *rules.options(rules.start(), player)]:
            assert rules.read(rules.text(position)) == position
            assert ruleset.render(position)


@pytest.mark.parametrize("name", NEW)
def test_moves_are_shown_on_the_drawing(name: str) -> None:
    game = as_game(load_ruleset(name))
    state = game.initial_state()
    spots = named_spots(Board(game, state).svg)
    for move in game.moves(state):
        gesture = game.gesture(state, move)
        assert gesture is None or spots.keys() >= {*gesture.places}


def test_moves_have_names() -> None:
    for name, parameters, expected in (
        ("arc-kayles", {}, "take 0 and 1"),
        ("coin-turning", {"heaps": [5], "code": "1-3"}, "turn 5, 2, 1"),
        ("eatcake", {"cakes": "1x1"}, "eat column 1 of the 1×1"),
        ("eatcake", {"cakes": "2x3"}, "eat column 2 of the 2×3"),
        ("nim-with-a-pass", {"heaps": [2]}, "Pass"),
        ("nim-with-a-pass", {"heaps": [2]}, "take 1 from a heap of 2"),
        ("slow-exact-nim", {"heaps": [3, 3, 4], "k": 2}, "take 1 from 4 and 3"),
        ("maze", {}, "a3 down 2"),
    ):
        ruleset = load_ruleset(name, parameters)
        options = [*ruleset.options_of(ruleset.start(), 0)]
        names = [ruleset.format_option(ruleset.start(), option, 0) for option in options]
        assert expected in names
        assert len({*names}) == len({*options})


def test_equal_heaps_are_clicked_alike() -> None:
    ruleset = load_ruleset("slow-exact-nim", {"heaps": [3, 3, 3], "k": 2})
    gesture = ruleset.gesture((3, 3, 3), (2, 2, 3), 0)
    assert gesture is not None
    assert (gesture.steps, gesture.twins) == (("2:2", "1:2"), (("0:2", "1:2"),))


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("arc-kayles", "9", "nodes are numbers from 0 to 4"),
        ("coin-turning", "x", "heaps are written as numbers"),
        ("coin-turning-product", "3", "a row and a column from 1 to 40"),
        ("coin-turning-product", "3x41", "a row and a column from 1 to 40"),
        ("coin-turning-product", "", "there is none"),
        ("eatcake", "0x2", "a cake is written as rows and columns"),
        ("fission", "o", "a board has the signs . x #"),
        ("maze", "9", "tokens must stand on nodes from 0 to 8"),
        ("nim-with-a-pass", "pass", "heaps are written as numbers"),
        ("partizan-euclid", "5", "two numbers of at least 1"),
        ("partizan-euclid", "5 0", "two numbers of at least 1"),
        ("slow-exact-nim", "-1", "heaps are written as numbers"),
    ],
)
def test_wrong_positions_are_refused(name: str, text: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        load_ruleset(name).parse_position(text)


def test_wrong_parameters_are_refused() -> None:
    for name, parameters, rule in (
        ("partizan-euclid", [3], "numbers must be two numbers; there are 1"),
        ("slow-exact-nim", {"k": 0}, "k must be an integer of at least 1; it is 0"),
        ("maze", {"board": ".#"}, "a board has the signs"),
    ):
        with pytest.raises(InputError, match=rule):
            load_ruleset(name, parameters)


def test_long_rows_are_not_drawn() -> None:
    assert load_ruleset("coin-turning", [41]).svg((41,)) is None
    assert load_ruleset("coin-turning").svg((2, 2)) != load_ruleset("coin-turning").svg((2,))


def test_coins_are_drawn_over_the_numbers_of_their_places() -> None:
    drawing = load_ruleset("coin-turning", [3]).svg((3,))
    assert drawing is not None
    assert re.findall(r">(\d+)</text>", drawing) == ["1", "2", "3"]
