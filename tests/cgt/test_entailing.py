"""Entailing and complimenting moves: published values, and sums beside a search that knows no values."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache, partial
from itertools import combinations_with_replacement
from typing import Any

import attrs
import pytest
from support.marks import cases

from gamekit import InputError, UnsupportedError
from gamekit.cgt import (
    ImpartialRuleset,
    OutcomeClass,
    analyse_sum,
    canonical_form,
    genus,
    grundy_value,
    load_ruleset,
    loopy_value,
    misere_canonical_form,
    position_of,
)
from gamekit.cgt.impartial.entailing import beside
from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.valuation import valuate

Nodes = tuple[int, ...]


def stacks_by_the_definition(to: int) -> list[int | None]:
    """Return the values of stacks of Top Entails, where None is loony, by the recursion of Winning Ways."""
    values: list[int | None] = [0]
    lost_entailed = -1  # the heaps beside which whoever has to move in the stack before loses, as bits
    for stack in range(1, to + 1):
        won = lost_entailed
        for small in range(1, stack // 2 + 1):
            left, right = values[small], values[stack - small]
            if left is not None and right is not None:
                won |= 1 << (left ^ right)
        lost_entailed, first = ~won, ~won & won + 1
        values.append(first.bit_length() - 1 if first else None)
    return values


@pytest.mark.parametrize(("to", "loony"), cases(quick=[(60, [1, 3])], slow=[(2_600, [1, 3, 2403, 2505])]))
def test_loony_stacks_of_top_entails(to: int, loony: list[int]) -> None:
    """J. West, "New values for Top Entails", Games of No Chance, 1996: up to 600,000 there is only 33,243 besides."""
    assert [stack for stack, value in enumerate(stacks_by_the_definition(to)) if value is None] == loony


@pytest.mark.parametrize("to", cases(quick=[24], slow=[80]))
def test_stacks_have_the_values_of_the_definition(to: int) -> None:
    ruleset = load_ruleset("top-entails")
    wanted = stacks_by_the_definition(to)
    for stack in range(to, 0, -7):
        found = valuate(ruleset, (stack,))
        assert found.value == ("loony" if wanted[stack] is None else str(wanted[stack]))
        assert found.check().ok


# --- sums of random games, beside a search that knows no values ---------------------------------------------------


@attrs.frozen
class Demands(ImpartialRuleset[Nodes]):
    """Tokens on nodes of a graph; whoever moves to a node of `demanding` has to be answered by the same token.

    The token that has to move comes first, as -1 - n for the node n.
    """

    edges: tuple[tuple[int, ...], ...] = ((), (0,))
    demanding: frozenset[int] = frozenset()

    is_entailing = True

    def start(self) -> Nodes:
        return (len(self.edges) - 1,)

    def is_entailed(self, position: Nodes) -> bool:
        return bool(position) and position[0] < 0

    def options(self, position: Nodes) -> Iterator[Nodes]:
        for i, token in enumerate(position[:1] if self.is_entailed(position) else position):
            for end in self.edges[token if token >= 0 else -1 - token]:
                others = (*position[:i], *position[i + 1 :])
                yield tuple(sorted((-1 - end if end in self.demanding else end, *others)))

    def parts(self, position: Nodes) -> Iterator[Nodes]:
        return ((token,) for token in position)


def random_demands(generator: random.Random) -> Demands:
    nodes = generator.randint(3, 7)
    edges = tuple(tuple(end for end in range(node) if generator.random() < 0.55) for node in range(nodes))
    return Demands(edges, frozenset(node for node in range(nodes) if generator.random() < 0.4))


def outcome_by_search(ruleset: Demands, position: Nodes) -> OutcomeClass:
    @cache
    def wins(at: Nodes) -> bool:
        return any(not wins(option) for option in ruleset.options(at))

    return OutcomeClass.NEXT if wins(position) else OutcomeClass.PREVIOUS


@pytest.mark.parametrize("graphs", cases(quick=[12], slow=[100], release=[3_000]))
def test_sums_of_random_games_have_the_outcomes_of_their_values(graphs: int) -> None:
    generator = random.Random(graphs)
    loony = 0
    for _ in range(graphs):
        ruleset = random_demands(generator)
        nodes = range(len(ruleset.edges))
        entailed = [(-1 - node, *rest) for node in nodes for rest in ((), *((other,) for other in nodes))]
        sums = [*combinations_with_replacement(nodes, 2), *combinations_with_replacement(nodes, 3), *entailed]
        for position in generator.sample(sums, 12):
            found = valuate(ruleset, position)
            assert found.outcome == outcome_by_search(ruleset, position), (ruleset, position)
            assert set(found.winning[0]) == {
                option
                for option in ruleset.options(position)
                if outcome_by_search(ruleset, option) == OutcomeClass.PREVIOUS
            }
            assert found.check().ok
            loony += found.value == "loony"
    assert loony


def test_a_complimenting_move_lets_the_same_player_move_again() -> None:
    """The move from 3 to 2 has one answer, to 1. Whoever makes it moves again, and wins beside all heaps but one."""
    ruleset = Demands(((), (0,), (1,), (2,)), frozenset({2}))
    assert valuate(ruleset, (3,)).value == "1"
    assert valuate(ruleset, (-3,)).value == "to be answered, won beside 1"


def test_without_entailing_moves_values_are_grundy_values() -> None:
    kayles = load_ruleset("kayles", [5])
    assert valuate(kayles, (5, 7), "entailing").value == str(grundy_value(kayles, (5, 7)))


def test_sets_beside_heaps() -> None:
    for value in range(-20, 20):
        for heap in range(9):
            total = beside(value, heap)
            assert all(total >> n & 1 == value >> (n ^ heap) & 1 for n in range(40))


# --- what is refused ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [kind for kind in KINDS if not kind_called(kind).bears_entailing])
def test_other_kinds_that_add_are_refused(kind: str) -> None:
    ruleset = load_ruleset("top-entails", [4])
    with pytest.raises(UnsupportedError, match="do not say which moves have to be answered"):
        valuate(ruleset, ruleset.start(), kind)


def test_sums_and_functions_for_one_kind_are_refused() -> None:
    ruleset: Any = load_ruleset("top-entails", [4])
    kinds = (grundy_value, canonical_form, genus, misere_canonical_form, loopy_value)
    for refused in (*(partial(kind, ruleset) for kind in kinds), lambda: analyse_sum(position_of(ruleset))):
        with pytest.raises(UnsupportedError, match="--kind entailing or outcome"):
            refused()
    with pytest.raises(InputError, match="must be one without entailing moves"):
        load_ruleset("impartial", {"ruleset": "top-entails"})


@pytest.mark.parametrize("text", ["3! 4!", "3!!", "!", "x"])
def test_stacks_that_are_none(text: str) -> None:
    with pytest.raises(InputError):
        load_ruleset("top-entails").parse_position(text)


def test_a_sum_with_other_rulesets_has_values() -> None:
    total: Any = load_ruleset("sum", {"summands": ["top-entails:5 7", "nim:3"]})
    found = valuate(total, total.start())
    assert (found.value, found.check().ok) == ("2", True)
    outcome = valuate(total, total.start(), "outcome")
    assert outcome.outcome == found.outcome
    assert set(outcome.winning[0]) == set(found.winning[0])
