"""Instances that are drawn, changed, listed and made smaller: each is one that the game accepts."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice, permutations
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.each_game import NAMES, TYPICAL, games

from gamekit import InputError
from gamekit.game.instances import Instances, instances_of
from gamekit.game.kinds import Choice, Graph, Grid, Integer, Items
from gamekit.game.registry import game_class, load_game
from games.cat_mouse import CatMouse
from games.nim import Nim

KINDS = [
    Integer(-3, 4),
    Integer(2),
    Choice("abc"),
    Items(Integer(0, 2), least=0, most=3),
    Items(Choice("+-"), is_text=True),
    Graph(),
    Graph(named=2),
    Grid("#.MC", once="MC"),
    Grid("#.", longest=2),
]


@games(TYPICAL, set(NAMES))
def test_every_game_accepts_what_is_drawn_changed_and_made_smaller(name: str) -> None:
    instances = instances_of(game_class(name))

    def walk(seed: int) -> list[dict[str, Any]]:
        random, found = Random(seed), []
        for size in (4, 5):
            found.append(instances.draw(random, size))
            for _ in range(3):
                found.append(instances.change(found[-1], random))
            found += islice(instances.smaller(found[-1]), 5)
        return found

    for parameters in walk(1):
        load_game(name, parameters)
    assert walk(2) == walk(2)


@pytest.mark.parametrize("kind", KINDS, ids=str)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5, deadline=None)
def test_values_stay_of_their_kind(kind: Any, seed: int) -> None:
    random = Random(seed)
    value = kind.draw(random, 3)
    for _ in range(3):
        value = kind.change(value, random)
    some = [other for size in range(1, 5) for other in islice(kind.every(size), 30)]
    if isinstance(kind, Items | Grid) and len(value) < 4 and kind != Items(Choice("+-"), is_text=True):
        assert len(some) == len({str(other) for other in some})  # once each
    steps = 0
    while (value := next(kind.smaller(value), None)) is not None:
        steps += 1
        assert steps < 1_000  # it ends


def test_all_values_of_a_size_are_yielded_once() -> None:
    assert sum(1 for _ in Graph(named=3).every(4)) == 64  # a single node without a meaning
    assert [sum(1 for _ in Items(Integer(0, 1)).every(size)) for size in (1, 2, 3)] == [1, 5, 8]
    grids = list(Grid("#.MCF", once="MCF").every(4))
    assert (
        len(grids) == len({str(grid) for grid in grids}) == 3 * 24 * 2
    )  # shapes, orders, and the fourth sign


def test_graphs_without_an_order_are_all_there_but_for_their_names() -> None:
    def shape(graph: list[list[int]]) -> str:
        orders = permutations(range(len(graph)))
        return min(str([sorted(order.index(j) for j in graph[i]) for i in order]) for order in orders)

    few, random = {shape(graph) for graph in Graph().every(4)}, Random(0)
    assert len(few) == 11  # all graphs with 4 nodes, by their shapes
    assert {shape(Graph().draw(random, 4)) for _ in range(20)} <= few


def test_lists_of_the_same_length_grow_and_shrink_together() -> None:
    def accept(values: dict[str, Any]) -> None:
        if len(values["a"]) != len(values["b"]):
            raise InputError("the lengths differ")

    row = Items(Integer(1, 9))
    instances, random = Instances({"a": row, "b": row}, accept, "two rows"), Random(1)
    assert {"a": [1], "b": [2]} in instances.smaller({"a": [1, 1], "b": [1, 2]})
    values, lengths = {"a": [1, 1], "b": [1, 2]}, set()
    for _ in range(100):
        values = instances.change(values, random)
        lengths.add(len(values["a"]))
    assert len(lengths) > 1


def test_parameters_that_are_fixed_stay() -> None:
    instances, random = instances_of(CatMouse, mouse=1, cat=2, hole=0), Random(0)
    values = instances.draw(random, 5)
    for _ in range(20):
        values = instances.change(values, random)
        assert (values["mouse"], values["cat"], values["hole"]) == (1, 2, 0)


def test_a_game_says_how_to_draw_and_change_its_instances() -> None:
    @attrs.frozen
    class Pairs(Nim):
        @classmethod
        def draw_instance(cls, random: Random, size: int) -> Mapping[str, Any]:
            return {"heaps": [size, size]}

        def change_instance(self, random: Random) -> Mapping[str, Any]:
            return {"heaps": [heap + 1 for heap in self.heaps]}

    instances = instances_of(Pairs)
    assert instances.draw(Random(0), 3)["heaps"] == [3, 3]
    assert instances.change({"heaps": [3, 3], "misere": False}, Random(0))["heaps"] == [4, 4]


def test_a_size_that_no_instance_has_is_refused() -> None:
    with pytest.raises(InputError, match="accepts none of 1,000 instances of size 1"):
        instances_of(CatMouse).draw(Random(0), 1)


@pytest.mark.parametrize(
    ("kind", "size"), [(Graph(named=2, most=5), 9), (Grid("#.MC", once="MC", longest=4), 9)], ids=str
)
def test_what_grows_is_a_little_larger_and_ends(kind: Any, size: int) -> None:
    random = Random(1)
    instances = Instances({"it": kind}, lambda _: None, "it")
    values, sizes = {"it": kind.draw(random, 4)}, []
    while (other := instances.grown(values, random, size)) is not None:
        values = other
        sizes.append(len("".join(values["it"])) if isinstance(kind, Grid) else len(values["it"]))
    assert sizes == sorted(set(sizes))
    assert sizes[-1] <= size
    assert Instances({"it": Integer()}, lambda _: None, "it").grown({"it": 1}, random, 9) is None
