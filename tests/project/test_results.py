"""The page Results: small programs that share nothing with gamekit find the same values, as far as they come."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import cache

import numba
import numpy as np
import pytest
from support.documentation import support
from support.marks import cases

import gamekit
from gamekit.cgt import find_period, grundy_sequence, grundy_value, load_ruleset
from games.cat_mouse import CatMouse

NODE_KAYLES = [2, 1, 1, 0, 3, 3, 2, 2, 2, 3, 3, 5, 2, 4, 1, 3]
"""The values of Node Kayles on lattices of three rows (OEIS A316632)."""

NOGO = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0]
"""The values of impartial NoGo on rows of 1 to 24 squares (computational results of MCGS, 2025)."""


def bits_of_lattice(rows: int, columns: int) -> list[int]:
    """Return the neighbours of each node, as bits."""
    near = []
    for r in range(rows):
        for c in range(columns):
            beside = ((r, c - 1), (r, c + 1), (r - 1, c), (r + 1, c))
            near.append(sum(1 << a * columns + b for a, b in beside if 0 <= a < rows and 0 <= b < columns))
    return near


def value_on_nodes(near: list[int], options: Callable[[int], Iterable[int]]) -> int:
    """Return the Grundy value of a game in which nodes are taken, and no others have an influence on a component."""

    @cache
    def value(nodes: int) -> int:
        total = 0
        while nodes:
            part, grown = 0, nodes & -nodes
            while part != grown:
                part, grown = grown, grown | sum_of(near, grown) & nodes
            nodes &= ~part
            total ^= (
                mex({value(option) for option in options(part)}) if part & part - 1 else value_of_one(part)
            )
        return total

    @cache
    def value_of_one(node: int) -> int:
        return mex({value(option) for option in options(node)})

    return value((1 << len(near)) - 1)


def sum_of(near: list[int], nodes: int) -> int:
    found = 0
    for node, beside in enumerate(near):
        if nodes >> node & 1:
            found |= beside
    return found


def mex(values: set[int]) -> int:
    return next(number for number in range(len(values) + 1) if number not in values)


@pytest.mark.parametrize("columns", cases(quick=[4], slow=[6, 8]))
def test_node_kayles_on_lattices(columns: int) -> None:
    near = bits_of_lattice(3, columns)

    def options(nodes: int) -> Iterable[int]:
        return (nodes & ~(near[node] | 1 << node) for node in range(len(near)) if nodes >> node & 1)

    graph = support("graphs").lattice(3, columns)
    ruleset = load_ruleset("node-kayles", {"graph": graph})
    found = grundy_value(ruleset, ruleset.start())
    assert found == value_on_nodes(near, options) == NODE_KAYLES[columns - 1]


@pytest.mark.parametrize(("rows", "columns"), cases(quick=[(3, 3)], slow=[(2, 7), (3, 4), (3, 5), (4, 4)]))
def test_cannibal_clobber_on_full_boards(rows: int, columns: int) -> None:
    """A move takes any node that has a neighbour: the stone that moves there looks like the one that was there."""
    near = bits_of_lattice(rows, columns)

    def options(nodes: int) -> Iterable[int]:
        return (nodes & ~(1 << v) for v in range(len(near)) if nodes >> v & 1 and near[v] & nodes)

    board = "|".join(["x" * columns] * rows)
    ruleset = load_ruleset("impartial", {"ruleset": "cannibal-clobber", "parameters": {"board": board}})
    found = grundy_value(ruleset, ruleset.start())
    assert found == value_on_nodes(near, options) == (2 if rows * columns % 2 else 0)


def test_cannibal_clobber_in_a_row_is_officers() -> None:
    values = []
    for stones in range(1, 21):
        board = {"ruleset": "cannibal-clobber", "parameters": {"board": "x" * stones}}
        ruleset = load_ruleset("impartial", board)
        values.append(grundy_value(ruleset, ruleset.start()))
    assert values == grundy_sequence("0.6", 20)[1:].tolist()


@pytest.mark.parametrize(("most", "proved"), cases(slow=[(18, 10)], release=[(22, 13)]))
def test_nogo_on_rows(most: int, proved: int) -> None:
    tables = support("nogo_rows").tables(most)
    assert [int(table[0]) for table in tables][1:] == NOGO[:most]
    for squares in range(1, proved + 1):
        ruleset = load_ruleset("impartial", {"ruleset": "nogo", "parameters": {"board": "." * squares}})
        assert grundy_value(ruleset, ruleset.start()) == NOGO[squares - 1]


@pytest.mark.parametrize(
    "text",
    cases(slow=["FCQb?", "G?bNBo", "ICOedHsy_"], release=["GEjerw", "H?qnFpu", "H?`ebYm", "I?bAVRuNo"]),
)
def test_the_longest_ends_of_cat_and_mouse(text: str) -> None:
    """Solved by gamekit from all starts, and by the sets of bits of docs/support/longest_play.py."""
    graphs, longest_play = support("graphs"), support("longest_play")
    near = longest_play.graph_of(text)
    for hole in range(len(near)):
        longest = [0, 0]
        for graph in graphs.starts(text, hole):
            root = gamekit.solve(CatMouse(graph)).root
            if root.winner is not None:
                winner = [longest_play.MOUSE, longest_play.CAT][str(root.winner) == "cat"]
                longest[winner] = max(longest[winner], root.remoteness or 0)
        assert tuple(longest) == longest_play.longest_ends(near, hole)


@numba.njit(cache=False)
def values_of_056(most: int) -> np.ndarray:  # type: ignore[type-arg]
    """Return the values of heaps of 0.56, by all ways to split them: a player takes one counter or two."""
    values, seen = np.zeros(most + 1, np.int64), np.zeros(1 << 12, np.int64)
    for heap in range(1, most + 1):
        if heap == 1:
            seen[0] = heap
        if heap > 2:
            seen[values[heap - 2]] = heap
        for taken in (1, 2):
            for part in range(1, (heap - taken) // 2 + 1):
                seen[values[part] ^ values[heap - taken - part]] = heap
        while seen[values[heap]] == heap:
            values[heap] += 1
    return values


@pytest.mark.parametrize("most", cases(slow=[3_000], release=[326_800]))
def test_the_octal_game_056(most: int) -> None:
    values = values_of_056(most)
    assert (values == grundy_sequence("0.56", most)).all()
    if most > 326_639 + 144:
        exceptions = np.flatnonzero(values[:-144] != values[144:])
        assert exceptions[-1] == 326_639


def values_of_octal_game(digits: list[int], most: int) -> list[int]:
    values = [0]
    for heap in range(1, most + 1):
        reached = set()
        for taken, digit in enumerate(digits[:heap], 1):
            left = heap - taken
            if digit & (2 if left else 1):
                reached.add(values[left])
            if digit & 4:
                reached |= {values[part] ^ values[left - part] for part in range(1, left // 2 + 1)}
        values.append(mex(reached))
    return values


@pytest.mark.parametrize("count", cases(slow=[20], release=[400]))
def test_periods_of_octal_games_of_four_digits(count: int) -> None:
    generator = random.Random(count)
    for _ in range(count):
        digits = generator.choices(range(8), k=4)
        found = find_period("0." + "".join(map(str, digits)), 300)
        if found is not None:
            last, values = max(found.exceptions, default=0), values_of_octal_game(digits, 300)
            assert values[last + 1 : -found.period] == values[last + 1 + found.period :]
            assert not last or values[last] != values[last + found.period]
            for shorter in range(1, found.period):
                assert values[last + 1 : -shorter] != values[last + 1 + shorter :]
