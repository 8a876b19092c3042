"""Sprouts: who wins, as D. Applegate, G. Jacobson and D. Sleator found in 1991, and how many moves there are."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain
from random import Random
from typing import Any

import pytest
from support.marks import cases

from gamekit import InputError
from gamekit.cgt import (
    check_grundy_proof,
    check_outcome_table,
    load_ruleset,
    outcome_table,
    prove_grundy_value,
)
from gamekit.drawing.spots import box_of, named_spots, width_of
from games.rulesets.sprouts_boundaries import BEND, DEAD, curves_along
from games.rulesets.sprouts_drawing import FINISHED, HEIGHT, LAST, WIDTH, draw_regions
from games.rulesets.sprouts_moves import all_moves, lettered
from games.rulesets.sprouts_names import curves_on, ends_in, newest_in, read_named


@pytest.mark.parametrize(
    ("spots", "value"), cases(quick=[(0, 0), (1, 0), (2, 0)], slow=[(3, 1)], release=[(4, 1)])
)
def test_grundy_values(spots: int, value: int) -> None:
    """In normal play the first player wins if the number of spots is 3, 4 or 5 modulo 6."""
    proof = prove_grundy_value(load_ruleset("sprouts", {"spots": spots}))
    assert proof.value == value
    assert check_grundy_proof(proof, most_divided=None).ok


@pytest.mark.parametrize(
    ("spots", "outcome"), cases(quick=[(1, "N"), (2, "P")], slow=[(3, "P")], release=[(4, "P")])
)
def test_misere_outcomes(spots: int, outcome: str) -> None:
    """In misère play, the first player wins with 1 spot, and loses with 2, 3 and 4."""
    table = outcome_table(load_ruleset("sprouts", {"spots": spots}), play="misere")
    assert str(table.classes[table.position]) == outcome
    assert check_outcome_table(table).ok


@pytest.mark.parametrize("spots", [1, 2, 3])
def test_play_lasts_from_2n_to_3n_less_one_moves(spots: int) -> None:
    """E. Berlekamp, J. Conway and R. Guy, "Winning Ways", chapter 17."""
    ruleset: Any = load_ruleset("sprouts", {"spots": spots})

    @cache
    def lengths(position: str) -> frozenset[int]:
        options = {*map(ruleset.canonical_position, ruleset.options(position))}
        return frozenset({1 + n for option in options for n in lengths(option)} if options else {0})

    start = ruleset.canonical_position(ruleset.start())
    assert (min(lengths(start)), max(lengths(start))) == (2 * spots, 3 * spots - 1)


def test_a_position_is_read_as_it_is_written() -> None:
    ruleset: Any = load_ruleset("sprouts", {"spots": 3})
    waiting, seen = [ruleset.start()], set()
    while waiting and len(seen) < 200:
        position = waiting.pop()
        seen.add(position)
        assert ruleset.parse_position(ruleset.format_position(position)) == position
        waiting += set(ruleset.options(position)) - seen
    assert ruleset.parse_position("ba.0|ab") == ruleset.parse_position("0.xy|xy")


@pytest.mark.parametrize(
    "text", ["3", "a", "aab", "0a.a", "0..0", "0|", "ä", "AA", "A..B", "A|", "ABC|ABC|AB|AB", "A1"]
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        load_ruleset("sprouts").parse_position(text)


def test_a_loop_at_either_end_of_a_path_leaves_the_same() -> None:
    """The new spot lies where the old one was, between its neighbours along the boundary."""
    ruleset: Any = load_ruleset("sprouts")
    assert "1a2a" in ruleset.options("1a1a")
    assert "12aa" not in ruleset.options("1a1a")


@pytest.mark.parametrize("number", cases(quick=[10], slow=[50]))
def test_every_curve_can_be_clicked_and_has_a_name_of_its_own(number: int) -> None:
    ruleset: Any = load_ruleset("sprouts", {"spots": 2})
    waiting, seen = ["0.0", ruleset.start()], set()
    while waiting and len(seen) < number:
        position = waiting.pop(len(seen) % len(waiting))
        seen.add(position)
        options = {*ruleset.options(position)}
        names = {ruleset.format_option(position, option, 0): option for option in options}
        assert len(names) == len(options)
        assert all(ruleset.parse_option(position, name, 0) == option for name, option in names.items())
        spots = named_spots(ruleset.svg(position))
        gestures = {option: ruleset.gesture(position, option, 0) for option in options}
        ways = {option: {gesture.steps, *dict(gesture.ways)} for option, gesture in gestures.items()}
        assert {place for steps in ways.values() for ends in steps for place in ends} <= spots.keys()
        assert {(option, ends) for option, steps in ways.items() for ends in steps} == {
            (move.option, ends) for move in all_moves(position) for ends in (move.ends, move.ends[::-1])
        }
        called = [(ends, name) for gesture in gestures.values() for ends, name in gesture.ways]
        assert len({*called}) == len(called), "no two moves are called alike where they have the same ends"
        waiting += options - seen


@pytest.mark.parametrize("spots", cases(quick=[2], slow=[3]))
def test_spots_are_drawn_with_as_many_ends_as_they_have(spots: int) -> None:
    ruleset: Any = load_ruleset("sprouts", {"spots": spots})
    waiting, seen = [ruleset.canonical_position(ruleset.start())], set()
    while waiting:
        position = waiting.pop()
        seen.add(position)
        regions, signs = lettered(position)
        for boundary in (boundary for region in regions for boundary in region):
            if signs.get(boundary) == "0":
                continue
            curves = curves_along(boundary, {spot for spot, sign in signs.items() if sign == "1"})
            ends = Counter([*chain(*curves.lines), *(2 * [*chain(*curves.rings)])])
            assert {*boundary} <= ends.keys()
            assert all(
                number
                == (3 if spot.startswith(DEAD) else 1 if signs.get(spot) == "1" else 2)  # a bend has two, too
                for spot, number in ends.items()
            )
        waiting += {*ruleset.options(position)} - seen


@pytest.mark.parametrize(
    ("position", "names"),
    [
        ("0.0.0", "join 2 free spots|loop at a free spot|loop at a free spot, around a free spot"),
        ("0.ab|ab", "join a and a free spot|loop at a free spot|join a and b|join a and b in region 2"),
        ("ab|ab", "join a and b"),
        ("11", "loop at a spot with one end|join 2 spots with one end"),
        ("nothing", ""),
    ],
)
def test_moves_are_named_in_words(position: str, names: str) -> None:
    ruleset: Any = load_ruleset("sprouts")
    before = ruleset.parse_position(position)
    found = dict.fromkeys(ruleset.format_option(before, option, 0) for option in ruleset.options(before))
    assert "|".join(found) == names
    assert ("no curve can be drawn" in ruleset.svg(before)) == (not names)


def test_without_names_only_a_spot_on_two_sides_has_a_letter() -> None:
    assert re.findall(r">([a-z])</text>", draw_regions("0.12.ab|ab")) == ["a", "b", "a", "b"]


@pytest.mark.parametrize("position", ["2a2a.bc|bc", "0.ab|2cdc|d.ab"])
def test_regions_fill_the_picture(position: str) -> None:
    """Boundaries are no longer than their spots need, and may stand upright: spots stay large enough to touch."""
    drawing = draw_regions(position)
    assert max(width_of(drawing) / WIDTH, box_of(drawing)[3] / HEIGHT) < 1.5  # type: ignore[index]


def plays(spots: int, number: int) -> Iterator[tuple[str, set[str]]]:
    """Yield the positions of random plays, whose spots have names, and the options of each."""
    ruleset: Any = load_ruleset("sprouts", {"spots": spots})
    for seed in range(number):
        position, options = ruleset.start(), {*ruleset.options(ruleset.start())}
        while options:
            yield position, options
            position = Random(seed).choice(sorted(options))
            options = {*ruleset.options(position)}
        yield position, options


@pytest.mark.parametrize(("spots", "number"), cases(quick=[(3, 5)], slow=[(3, 200), (4, 50), (6, 10)]))
def test_names_change_no_moves(spots: int, number: int) -> None:
    """The options of a position with names are those of its representative, and the other way round."""
    ruleset: Any = load_ruleset("sprouts", {"spots": spots})
    for position, options in plays(spots, number):
        representative = ruleset.canonical_position(position)
        assert ruleset.canonical_position(representative) == representative
        assert {*map(ruleset.canonical_position, options)} == {
            *map(ruleset.canonical_position, ruleset.options(representative))
        }


@pytest.mark.parametrize(("spots", "number"), cases(quick=[(3, 1)], slow=[(3, 5), (4, 50), (6, 10)]))
def test_a_play_keeps_its_spots_and_regions(spots: int, number: int) -> None:
    """Each move adds one spot, and changes one region alone; all spots are drawn, with as many ends as they have."""
    for position, options in plays(spots, number):
        regions = read_named(position)
        ends, after = ends_in(regions), set(map(read_named, options))
        assert all((Counter(regions) - Counter(option)).total() == 1 for option in after)
        assert all({*ends_in(option)} == {*ends, newest_in(option)} for option in after)
        assert {*re.findall(r">([A-Z])</text>", draw_regions(position))} == {*ends}
        for walk in (walk for region in regions for walk in region):
            curves = curves_on(walk, ends)
            assert len(curves.lines) * 2 + sum(len(ring) for ring in _without_bends(curves.rings)) == (
                len(walk) if len(walk) > 1 else 0
            )


def _without_bends(rings: list[list[str]]) -> list[list[str]]:
    return [[spot for spot in ring if not spot.startswith(BEND)] for ring in rings]


def test_the_last_curve_and_its_spot_are_marked() -> None:
    assert LAST not in draw_regions("A.B")
    assert draw_regions("A.BC|BC").count(LAST) == 4, "two curves on both sides"


def test_regions_in_which_no_curve_can_be_drawn_are_grey() -> None:
    drawing = draw_regions("AB|ABC|ABC")
    assert drawing.count(FINISHED) == 3


def test_a_curve_passes_other_spots_at_a_distance() -> None:
    """The curve from D to F would run behind B."""
    drawing = draw_regions("ADCFGBGFED|CDE|CEF")
    spots = {
        letter: complex(float(x), float(y))
        for x, y, letter in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([A-Z])</text>', drawing)
    }
    for curve in re.findall(r'd="M([\d.-]+) ([\d.-]+)Q([\d.-]+) ([\d.-]+) ([\d.-]+) ([\d.-]+)"', drawing):
        x, y, *others = map(float, curve)
        here, pull, there = complex(x, y), complex(*others[:2]), complex(*others[2:])
        for place in spots.values():
            if min(abs(place - here), abs(place - there)) > 20:  # it is not at an end
                steps = (i / 20 for i in range(21))
                along = [here * (1 - t) ** 2 + 2 * pull * t * (1 - t) + there * t**2 for t in steps]
                assert min(abs(at - place) for at in along) >= 14
