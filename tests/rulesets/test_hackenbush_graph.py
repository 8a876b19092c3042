"""Hackenbush on graphs beside the same game on trees, and beside the fusion principle."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamekit import InputError
from gamekit.cgt import as_game, canonical_form, check_canonical_proof, load_ruleset, nimber, parse_game
from gamekit.cgt import prove_canonical_form as prove
from gamekit.cgt.ruleset import LEFT
from gamekit.drawing.spots import named_spots
from gamekit.testing import check_game
from games.rulesets.hackenbush_edges import Edges, present, standing
from games.rulesets.hackenbush_graph import HackenbushGraph


@pytest.mark.parametrize(
    ("edges", "text"),
    [
        ("0l1 1r2", "1/2"),
        ("0l1 1r2 2r3", "1/4"),
        ("0l1 1l2 2l0", "3"),
        ("0e1 1e2 2e0", "*"),  # a circle of three is fused to three edges on the ground
        ("0e1 1e2 2e3 3e0", "0"),
        ("0e1 1e1", "*2"),  # a loop is an edge
        ("0e1 1e2 2e3 3e1", "*2"),
        ("0l1 0r1", "0"),
        ("0l0 0r0 0e0", "*"),
        ("0e1 1l2", "^*"),
        ("none", "0"),
    ],
)
def test_known_values(edges: str, text: str) -> None:
    """ "Winning Ways", chapters 2 and 7: stalks, circles and loops."""
    ruleset = load_ruleset("hackenbush-graph", {"edges": edges})
    assert canonical_form(ruleset) is parse_game(text)
    assert check_canonical_proof(prove(ruleset)).ok


@given(st.lists(st.tuples(st.integers(0, 7), st.sampled_from("lre")), min_size=1, max_size=7))
def test_trees_are_worth_the_same_by_both_rulesets(grown: list[tuple[int, str]]) -> None:
    """Node i + 1 stands on a node before it."""
    below = [(node % (i + 1), colour) for i, (node, colour) in enumerate(grown)]

    def written(node: int) -> list[str]:
        return [
            colour + "".join(f"({branch})" for branch in written(i + 1))
            for i, (base, colour) in enumerate(below)
            if base == node
        ]

    edges = " ".join(f"{base}{colour}{i + 1}" for i, (base, colour) in enumerate(below))
    trees = " ".join(written(0)).replace("()", "")
    graph = HackenbushGraph(edges)
    assert canonical_form(graph) is canonical_form(load_ruleset("hackenbush", {"trees": trees}))


def fused(edges: Iterable[tuple[int, int]], node: int) -> int:
    """Return the nimber of a green graph above a node: nodes on a circle are fused, then the colon principle holds."""
    left = sorted(edges)
    for i, (a, b) in enumerate(left):
        rest = left[:i] + left[i + 1 :]
        if a != b and b in reached(rest, a):
            merged = [(a if x == b else x, a if y == b else y) for x, y in rest]
            return fused([*merged, (a, a)], a if node == b else node)
    total = 0
    for a, b in left:
        if a == b == node:
            total ^= 1
        elif node in (a, b):
            above = b if a == node else a
            rest = [edge for edge in left if node not in edge or edge == (above, above)]
            nodes = reached(rest, above)
            total ^= 1 + fused([edge for edge in rest if edge[0] in nodes], above)
    return total


def reached(edges: Iterable[tuple[int, int]], node: int) -> set[int]:
    found = {node}
    for _ in range(10):
        for a, b in edges:
            if a in found or b in found:
                found |= {a, b}
    return found


def test_green_graphs_are_what_fusion_makes_them() -> None:
    chosen = random.Random(4)
    for _ in range(60):
        pairs = [(chosen.randint(0, 3), chosen.randint(0, 3)) for _ in range(chosen.randint(1, 7))]
        edges: Edges = present(standing(tuple(sorted((min(pair), max(pair), "e") for pair in pairs))))
        if edges:
            text = " ".join(f"{a}e{b}" for a, b, _ in edges)
            assert canonical_form(HackenbushGraph(text)) is nimber(fused([(a, b) for a, b, _ in edges], 0)), (
                text
            )


def test_of_edges_that_are_alike_the_one_is_gone_that_was_cut() -> None:
    ruleset = HackenbushGraph("0l1 0l1 1r2")
    before = named_spots(ruleset.svg(ruleset.start()))
    for cut, name in enumerate(("first", "second")):
        left = ruleset.parse_option(ruleset.start(), f"{name} blue ground-1", LEFT)
        assert named_spots(ruleset.svg(left)) == {
            place: before[place] for place in before if place != str(cut)
        }
        assert ruleset.canonical_position(left) == ((0, 1, "l"), (1, 2, "r"))


def test_it_keeps_the_promises_of_games() -> None:
    ruleset = HackenbushGraph("0l1 1r2 2e0 0r3")
    check_game(as_game(ruleset), examples=20)
    for position in [ruleset.start(), *ruleset.options_of(ruleset.start(), 0)]:
        assert ruleset.parse_position(ruleset.format_position(position)) == position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "edges are written as two nodes"),
        ("0x1", "edges are written as two nodes"),
        ("1l2", "every edge must be joined to the ground"),
        ("0l1 " * 201, "at most 200 edges; this one has 201"),
    ],
)
def test_what_is_no_graph(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_ruleset("hackenbush-graph", {"edges": text})
