"""Loopy values: published ones, the definition, and what solving sums as games says."""

from __future__ import annotations

import random
from typing import Any

import attrs
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.marks import cases
from support.rulesets import impartial_rulesets

import gamekit
from gamekit import InputError, LimitError, UnsupportedError, Value
from gamekit.cgt import (
    LoopyValue,
    as_game,
    check_loopy_proof,
    grundy_value,
    label_graph,
    load_ruleset,
    loopy_value,
    position_of,
)
from gamekit.cgt.impartial.loopy import LoopyProof
from gamekit.cgt.sums.play import analyse_sum
from gamekit.cgt.valuation import valuate
from games.rulesets.digraph import Digraph

Graph = list[list[int]]


def graphs(most: int = 7) -> st.SearchStrategy[Graph]:
    return st.integers(1, most).flatmap(
        lambda size: st.lists(
            st.lists(st.integers(0, size - 1), max_size=3, unique=True), min_size=size, max_size=size
        )
    )


@pytest.mark.parametrize(
    ("graph", "values"),
    [
        ([[0]], "∞()"),
        ([[0, 1], []], "∞(0) 0"),
        ([[1], [0, 2], []], "0 1 0"),
        ([[1, 2], [0, 2], []], "∞(0) ∞(0) 0"),
        ([[0, 1], [2], []], "∞(1) 1 0"),
        ([[1], [2], [0, 3], []], "1 0 2 0"),
    ],
)
def test_known_values(graph: Graph, values: str) -> None:
    """Computed twice, by other programs, and checked against the outcomes of 9,265 sums."""
    proof = label_graph(graph)
    assert " ".join(str(proof.value(vertex)) for vertex in range(len(graph))) == values


@given(graphs(), st.data())
def test_sums_end_as_solving_them_as_games_says(graph: Graph, data: st.DataObject) -> None:
    nodes = st.integers(0, len(graph) - 1)
    tokens = data.draw(st.lists(nodes, min_size=1, max_size=3))
    total = position_of(Digraph(tuple(map(tuple, graph)), tuple(tokens))) + position_of(
        load_ruleset("nim"), (data.draw(st.integers(0, 3)),)
    )
    value = loopy_value(total)
    root = gamekit.solve(as_game(total)).root
    assert {"N": Value.WIN, "P": Value.LOSS, "D": Value.DRAW}[str(value.outcome)] == root.value


@pytest.mark.parametrize("sums", cases(quick=[30], slow=[200], release=[1000]))
def test_random_sums(sums: int) -> None:
    generator = random.Random(sums)
    for _ in range(sums):
        size = generator.randint(2, 6)
        graph = tuple(
            tuple(generator.sample(range(size), generator.randint(0, min(3, size)))) for _ in range(size)
        )
        game = Digraph(graph, (generator.randrange(size), generator.randrange(size)))
        root = gamekit.solve(as_game(game)).root
        assert {"N": "win", "P": "loss", "D": "draw"}[str(loopy_value(game).outcome)] == root.value


@given(graphs(12))
def test_labels_are_proved_and_compiled_ones_are_the_same(graph: Graph) -> None:
    proof = label_graph(graph)
    assert check_loopy_proof(proof) is None


@pytest.mark.slow
def test_compiled_labels_are_the_same() -> None:
    generator = random.Random(1)
    for _ in range(20):
        graph = [[generator.randrange(60) for _ in range(generator.randint(0, 4))] for _ in range(60)]
        plain, quick = label_graph(graph), label_graph(graph, compiled_from=0)
        assert (plain.labels == quick.labels).all()
        assert check_loopy_proof(quick) is None


@given(graphs(8), st.data())
def test_no_wrong_label_is_proved(graph: Graph, data: st.DataObject) -> None:
    proof = label_graph(graph)
    vertex = data.draw(st.integers(0, len(graph) - 1))
    labels = proof.labels.copy()
    labels[vertex] = data.draw(st.integers(-1, 4).filter(lambda wrong: wrong != labels[vertex]))
    counters = np.array(data.draw(st.permutations(range(len(graph)))), dtype=np.int32)
    for wrong in (attrs.evolve(proof, labels=labels), attrs.evolve(proof, labels=labels, counters=counters)):
        assert check_loopy_proof(wrong) is not None


def test_a_counter_falls_on_the_way_back() -> None:
    """Two vertices that lead to each other are draws; as 0 and 1, each would be proved by itself."""
    graph = np.array([0, 1, 2]), np.array([1, 0], dtype=np.int32)
    labels, counters = np.array([0, 1], dtype=np.int32), np.array([0, 0], dtype=np.int32)
    assert "cannot be reverted to 0 at a smaller counter" in str(
        check_loopy_proof(LoopyProof(*graph, labels, counters))
    )


@given(impartial_rulesets())
def test_games_that_end_have_their_grundy_values(game: Any) -> None:
    assert loopy_value(game) == LoopyValue(grundy_value(game))


values = st.one_of(
    st.integers(0, 7).map(LoopyValue),
    st.frozensets(st.integers(0, 7), max_size=3).map(lambda k: LoopyValue(None, k)),
)


@given(values, values, values)
def test_loopy_values_add(a: LoopyValue, b: LoopyValue, c: LoopyValue) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c)
    assert a + LoopyValue(0) == a


@pytest.mark.release
def test_a_million_positions() -> None:
    generator = np.random.default_rng(0)
    options = generator.integers(0, 1_000_000, size=(1_000_000, 3))
    degrees = generator.integers(0, 4, size=1_000_000)
    proof = label_graph(
        [row[:degree] for row, degree in zip(options.tolist(), degrees.tolist(), strict=True)]
    )
    assert (proof.labels == -1).any()
    assert proof.labels.max() >= 2


def test_what_is_refused() -> None:
    with pytest.raises(
        UnsupportedError, match="loopy values are for impartial rulesets, and Domineering is partizan"
    ):
        loopy_value(load_ruleset("domineering"))
    with pytest.raises(LimitError, match="more than 3 followers"):
        loopy_value(load_ruleset("nim", [9]), max_positions=3)
    with pytest.raises(InputError, match=r"graph\[0\] must list nodes from 0 to 0; it lists 1"):
        load_ruleset("digraph", {"graph": [[1]], "tokens": [0]})
    with pytest.raises(InputError, match="tokens must stand on nodes from 0 to 0; one is on 1"):
        load_ruleset("digraph", {"graph": [[]], "tokens": [1]})
    with pytest.raises(InputError, match="tokens are written as the nodes"):
        load_ruleset("digraph").parse_position("x")


def test_options_that_fall_into_parts_are_valued() -> None:
    heaps = load_ruleset("grundys-game", [10])
    assert str(valuate(heaps, heaps.start(), "loopy").value) == "0"
    total = position_of(load_ruleset("digraph"), None) + position_of(heaps, None)
    report = analyse_sum(total)
    assert report.proof is not None
    assert report.check().ok
