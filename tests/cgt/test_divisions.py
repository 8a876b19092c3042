"""A checker does not trust `parts`, whatever kind of value it checks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from support.command import call

from gamekit.cgt import ImpartialRuleset, PartizanRuleset, Ruleset, load_ruleset
from gamekit.cgt.kinds.value_kind import By
from gamekit.cgt.ruleset import Player
from gamekit.cgt.valuation import valuate


def _placed(row: str) -> Iterable[str]:
    for i in range(len(row)):
        if "O" not in row[max(i - 1, 0) : i + 2]:
            yield row[:i] + "O" + row[i + 1 :]


class Careless(ImpartialRuleset[str]):
    """Counters on a row, no two side by side; the parts forget that neighbours of a counter are taken."""

    def start(self) -> str:
        return "....."

    def options(self, position: str) -> Iterable[str]:
        return _placed(position)

    def parts(self, position: str) -> Iterable[str]:
        return position.replace("O", " ").split()


class CarelessOfTwo(PartizanRuleset[str]):
    """The same for Left; Right may not move."""

    def start(self) -> str:
        return "....."

    def options(self, position: str, player: Player) -> Iterable[str]:
        return () if player else _placed(position)

    def parts(self, position: str) -> Iterable[str]:
        return position.replace("O", " ").split()


class CarelessTokens(ImpartialRuleset[tuple[int, ...]]):
    """Two tokens that step between nodes 0 and 1, and from 1 to 2; the parts forget a move of both."""

    def start(self) -> tuple[int, ...]:
        return (0, 1)

    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        steps = {0: [1], 1: [0, 2], 2: []}
        for i, node in enumerate(position):
            for other in steps[node]:
                yield tuple(sorted((*position[:i], other, *position[i + 1 :])))
        if position == (0, 1):
            yield (2, 2)

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(node,) for node in position]


def shrunk(heaps: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    for i, heap in enumerate(heaps):
        for less in range(heap):
            yield tuple(sorted((*heaps[:i], *([less] if less else []), *heaps[i + 1 :])))


class PairVanishes(ImpartialRuleset[tuple[int, ...]]):
    """Nim in which two last heaps may be taken at once; the parts forget that, two moves after the start."""

    def start(self) -> tuple[int, ...]:
        return (1, 1, 1, 1)

    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return {*shrunk(position), *([()] if len(position) == 2 else [])}

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(heap,) for heap in position]


class PairVanishesForTwo(PartizanRuleset[tuple[int, ...]]):
    """The same with the same options for both players."""

    def start(self) -> tuple[int, ...]:
        return (1, 1, 1, 1)

    def options(self, position: tuple[int, ...], player: Player) -> Iterable[tuple[int, ...]]:
        return PairVanishes().options(position)

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return PairVanishes().parts(position)


class PairVanishesForRight(ImpartialRuleset[tuple[int, ...]]):
    """Nim in which Right may take two last heaps at once, and which says of itself that it is impartial."""

    def start(self) -> tuple[int, ...]:
        return (1, 1, 1, 1)

    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return shrunk(position)

    def options_of(self, position: tuple[int, ...], player: Player) -> Iterable[tuple[int, ...]]:
        return PairVanishes().options(position) if player else shrunk(position)

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return PairVanishes().parts(position)


class OneIsNothing(ImpartialRuleset[tuple[int, ...]]):
    """Nim in which a heap of 1 vanishes beside others; the parts forget that alone it can be taken."""

    def start(self) -> tuple[int, ...]:
        return (2, 9)

    def options(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        for heaps in shrunk(position):
            yield tuple(heap for heap in heaps if heap > 1) if len(heaps) > 1 else heaps

    def parts(self, position: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
        return [(heap,) for heap in position if heap > 1]


@pytest.mark.parametrize(
    ("ruleset", "kind", "by"),
    [
        (Careless(), "grundy", "walk"),
        (Careless(), "grundy", "search"),
        (Careless(), "quotient", "walk"),
        (CarelessOfTwo(), "canonical", "walk"),
        (CarelessOfTwo(), "outcome", "search"),
        (CarelessTokens(), "loopy", "walk"),
        (PairVanishes(), "grundy", "walk"),
        (PairVanishes(), "grundy", "search"),
        (PairVanishes(), "quotient", "walk"),
        (PairVanishes(), "loopy", "walk"),
        (PairVanishesForTwo(), "canonical", "walk"),
        (PairVanishesForTwo(), "outcome", "search"),
        (PairVanishesForRight(), "grundy", "walk"),
        (PairVanishesForRight(), "quotient", "walk"),
        (PairVanishesForRight(), "canonical", "walk"),
        (PairVanishesForRight(), "loopy", "walk"),
        (OneIsNothing(), "loopy", "walk"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_parts_whose_sum_has_other_options_are_found(ruleset: Ruleset[Any], kind: str, by: By) -> None:
    report = valuate(ruleset, ruleset.start(), kind, by=by).check()
    assert not report.ok
    assert "are not those of the sum of its parts" in str(report)


def test_the_position_itself_is_compared_too() -> None:
    """None of its followers is divided wrongly."""
    report = valuate(Careless(), "O.", "quotient").check()
    assert str(report) == (
        "NOT VERIFIED: the options of O. are not those of the sum of its parts: a move in a part leaves nothing, "
        "which is not an option"
    )


def test_loopy_sums_are_compared_as_far_as_they_are_divided() -> None:
    graph = {"graph": [[], [0, 2], [1, 0]], "tokens": [1, 2, 1]}
    ruleset = load_ruleset("digraph", graph)
    report = valuate(ruleset, ruleset.start(), "loopy").check()
    assert report.ok
    assert report.divided > 1
    assert not report.is_sample


@pytest.mark.release
def test_a_sum_of_large_heaps_is_verified_by_a_sample(tmp_path: Path) -> None:
    """All 9,902 positions with parts have 2.5 million options."""
    file = str(tmp_path / "claim.json")
    assert call("sum", "0.77:200 199 3", "--save", file).status == 0
    found = call("verify", file, "--json").json
    assert (found["ok"], found["all_compared"]) == (True, False)
    assert 1_000 < found["compared"] < 5_000
    sample = f"of positions that fall into parts, {found['compared']:,} were compared with the sum"
    assert call("verify", file).out.endswith(f"verified: all {found['checked']:,} positions; {sample}\n")
