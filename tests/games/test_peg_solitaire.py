"""Peg solitaire: how pegs jump, a small board against a search that knows nothing of gamekit, and the English board."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from gamekit.solution.store import ranges
from games.peg_solitaire import PegSolitaire

FOUR = {"side": 4, "corner": 0, "empty": "b4", "last": "c4"}


def positions_by_search(side: int, empty: tuple[int, int]) -> set[frozenset[tuple[int, int]]]:
    """Return the sets of pegs, as (row, column), that jumps make on a square board."""
    squares = [(i, j) for i in range(side) for j in range(side)]
    start = frozenset(square for square in squares if square != empty)
    found, todo = {start}, [start]
    while todo:
        pegs = todo.pop()
        for i, j in pegs:
            for down, right in ((0, 1), (0, -1), (1, 0), (-1, 0)):
                over, goes = (i + down, j + right), (i + 2 * down, j + 2 * right)
                if over in pegs and goes in squares and goes not in pegs:
                    after = pegs - {(i, j), over} | {goes}
                    if after not in found:
                        found.add(after)
                        todo.append(after)
    return found


@pytest.mark.slow
def test_four_by_four() -> None:
    solution = gamekit.solve(PegSolitaire(**FOUR))
    found = positions_by_search(4, (0, 1))
    assert len(solution) == len(found) == 1_871
    assert (solution.root.value, solution.answer) == (Value.WIN, 14)
    single = {next(iter(pegs)) for pegs in found if len(pegs) == 1}
    assert (0, 2) in single
    for row, column in ((3, 3), (0, 2), (1, 1)):
        game = PegSolitaire(side=4, corner=0, empty="b4", last=f"{'abcd'[column]}{4 - row}")
        assert (gamekit.solve(game).root.value == Value.WIN) == ((row, column) in single)


def test_symmetry_keeps_the_last_hole() -> None:
    images = {name: len(PegSolitaire(last=name).board.group) for name in ("d4", "d7", "c3", "a3")}
    assert images == {"d4": 8, "d7": 2, "c3": 2, "a3": 1}
    assert len(PegSolitaire().holes) == 33
    assert len(PegSolitaire().jumps) == 76  # of the English board


# G. I. Bell, OEIS A112737 and A112738: how many positions there are after each jump on the English board, up to
# symmetry, and from how many of them a single peg can be left in the centre.

POSITIONS = [
    1, 1, 2, 8, 39, 171, 719, 2_757, 9_751, 31_312, 89_927, 229_614, 517_854, 1_022_224, 1_753_737, 2_598_215,
    3_312_423, 3_626_632, 3_413_313, 2_765_623, 1_930_324, 1_160_977, 600_372, 265_865, 100_565, 32_250, 8_688, 1_917,
    348, 50, 7, 2,
]  # fmt: skip
FROM_WHICH_IT_IS_SOLVED = [
    1, 1, 2, 8, 38, 164, 635, 2_089, 6_174, 16_020, 35_749, 68_326, 112_788, 162_319, 204_992, 230_230, 230_230,
    204_992, 162_319, 112_788, 68_326, 35_749, 16_020, 6_174, 2_089, 635, 164, 38, 8, 2, 1, 1,
]  # fmt: skip


BITS = 11
"""So many holes are moved at a time, by a table."""


def positions_without_symmetry(solution: gamekit.Solution) -> int:
    """Return how many positions the states of a solution stand for: each for its different images."""
    game: Any = solution.game
    store: Any = solution.store
    images = [image.places for image in game.board.group]
    holes, found = len(game.holes), 0
    weight = [1 << hole for hole in range(holes)]
    for part in ranges(store.places):
        codes = store.codes(part)[store.values(part) != store.no_state]
        fixed = np.zeros(len(codes), dtype=np.int64)
        for places in images:
            moved = np.zeros(len(codes), dtype=np.int64)
            for first in range(0, holes, BITS):
                group = range(first, min(first + BITS, holes))
                table = np.zeros(1 << BITS, dtype=np.int64)
                for hole in group:
                    table |= (np.arange(1 << BITS) >> (hole - first) & 1) * weight[places[hole]]
                moved += table[codes >> first & (1 << BITS) - 1]
            fixed += moved == codes
        found += int((len(images) // fixed).sum())
    return found


@pytest.mark.slow
def test_positions_without_symmetry() -> None:
    game = PegSolitaire(side=5, corner=1)
    start = tuple(int(hole != game.first) for hole in range(len(game.holes)))
    found, todo = {start}, [start]
    while todo:
        pegs = todo.pop()
        for leaves, over, goes in game.jumps:
            if pegs[leaves] == pegs[over] == 1 and pegs[goes] == 0:
                after = list(pegs)
                after[leaves], after[over], after[goes] = 0, 0, 1
                if tuple(after) not in found:
                    found.add(tuple(after))
                    todo.append(tuple(after))
    assert positions_without_symmetry(gamekit.solve(game, backend="compiled")) == len(found) == 30_532


@pytest.mark.release
def test_the_english_board(tmp_path: Path) -> None:
    solution = gamekit.solve(PegSolitaire(), tiers=tmp_path / "pegs")
    assert len(solution) == sum(POSITIONS) == 23_475_688
    assert solution.counts()[Value.WIN] == sum(FROM_WHICH_IT_IS_SOLVED)
    assert solution.answer == 31
    of_tiers = [solution.store.tiers[32 - jumps].places for jumps in range(32)]
    assert of_tiers == POSITIONS
    assert positions_without_symmetry(solution) == 187_636_299


def test_how_it_ends() -> None:
    game = PegSolitaire(side=3, corner=0)
    assert game.outcome(game.parse_state("....o....")) == 1
    assert game.outcome(game.parse_state("o........")) == -1
    assert game.outcome(game.parse_state("oo.......")) is None


def test_notation_and_pictures() -> None:
    check_notation(PegSolitaire(**FOUR))
    check_pictures(PegSolitaire(side=3, corner=0, empty="b3"))


def test_what_is_no_hole_is_refused() -> None:
    with pytest.raises(InputError, match="last must be a hole, such as 'c7'; it is 'a7'"):
        PegSolitaire(last="a7")
    with pytest.raises(InputError, match="corner must be an integer from 0 to 1; it is 2"):
        PegSolitaire(side=4, corner=2)
