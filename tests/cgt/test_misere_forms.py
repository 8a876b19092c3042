"""Simplest forms in misère play, and tameness, beside "On Numbers and Games", chapter 12, and a naive search."""

from __future__ import annotations

from functools import cache
from itertools import chain, combinations

import pytest
from hypothesis import given
from support.rulesets import AnyImpartial, impartial_rulesets

from gamekit import UnsupportedError
from gamekit.cgt import MisereForm, genus, load_ruleset, misere_canonical_form, misere_form, tameness


@cache
def heap(size: int) -> MisereForm:
    return misere_form(map(heap, range(size)))


def test_how_many_games_are_born_by_a_day() -> None:
    """Grundy and Smith: 1, 2, 3, 5, 22, and 4,171,780 by day 5."""
    born, counts = {misere_form([])}, []
    for _ in range(5):
        counts.append(len(born))
        sets = chain.from_iterable(combinations(born, size) for size in range(len(born) + 1))
        born = set(map(misere_form, sets)) if len(born) < 6 else set()
    assert counts == [1, 2, 3, 5, 22]


def test_games_whose_options_are_nim_heaps() -> None:
    """Theorem 72: a nim heap, the least that is not an option, unless all options have size 2 at least."""
    for sizes in chain.from_iterable(combinations(range(5), number) for number in range(5)):
        least = next(size for size in range(6) if size not in sizes)
        expected = least if not sizes or min(sizes) < 2 else None
        assert misere_form(map(heap, sizes)).heap == expected


def test_forms_of_grundys_game_and_kayles() -> None:
    """In Grundy's game, heaps of 13 and 16 are a, and one of 18 is b; Kayles has another a."""
    grundy = load_ruleset("grundys-game")
    a = misere_form([heap(2) + heap(2), heap(2), heap(1)])
    assert misere_canonical_form(grundy, (13,)) is misere_canonical_form(grundy, (16,)) is a
    assert misere_canonical_form(grundy, (17,)) is heap(2)
    assert misere_canonical_form(grundy, (18,)) is misere_form([a + heap(2), a, heap(2), heap(0)])
    kayles = misere_canonical_form(load_ruleset("kayles"), (5,))
    assert kayles is misere_form([heap(2) + heap(2), heap(3), heap(2), heap(1)])


def test_the_prime_partition_of_the_game_whose_only_option_is_a_heap_of_two() -> None:
    only = misere_form([heap(2)])
    other = misere_form([only, misere_form([only, heap(3)]), heap(0)])
    assert heap(2) + other is only
    assert heap(2) + heap(2) is misere_form([heap(3), heap(2)])


@given(impartial_rulesets(6), impartial_rulesets(6))
def test_forms_say_who_wins_a_sum(one: AnyImpartial, other: AnyImpartial) -> None:
    def is_won(a: int, b: int) -> bool:
        options = [(x, b) for x in one.options(a)] + [(a, y) for y in other.options(b)]
        return not options or not all(is_won(x, y) for x, y in options)

    found = misere_canonical_form(one) + misere_canonical_form(other)
    assert found.is_won == is_won(one.start(), other.start())


def test_partizan_games_have_none() -> None:
    with pytest.raises(UnsupportedError, match="misère canonical forms are for impartial rulesets"):
        misere_canonical_form(load_ruleset("clobber"))


def test_long_chains_add_and_large_forms_have_a_text() -> None:
    """Each game of a chain has one option; a text of all options of a sum would have more signs than any memory."""
    chain = heap(2)
    for _ in range(1500):
        chain = misere_form([chain])
    assert (chain + heap(2)).is_won
    assert str(chain).count("{") == 1500
    assert str(heap(2) + heap(30)) == "{a form of more than 5,000 signs}"


def test_options_are_written_in_the_order_of_nim_heaps() -> None:
    assert str(misere_form([heap(1), heap(0), misere_form([heap(2)])])) == "*2"
    assert str(misere_form([heap(0), heap(1), heap(2), misere_form([heap(2)])])) == "{0,*,*2,{*2}}"


# --- tameness -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heaps", "expected"),
    [((4,), "tame"), ((5,), "restless"), ((4, 4), "tame"), ((9,), "wild"), ((7,), "tame"), ((8,), "tame")],
)
def test_tameness_in_kayles(heaps: tuple[int, ...], expected: str) -> None:
    """A heap of 5 is a restless example of the book; in CGSuite's tests, heaps of 7 and 8 are tame."""
    assert tameness(misere_canonical_form(load_ruleset("kayles"), heaps)) == expected


Shape = int | tuple["Shape", ...]
"""A nim heap, or the options of a game."""


def built(shape: Shape) -> MisereForm:
    return heap(shape) if isinstance(shape, int) else misere_form(map(built, shape))


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ((2,), "tame"),
        (((2,),), "tame"),
        (((2,), 0), "restive"),
        (((2,), 1), "restless"),
        ((((2,),), ((2,), 1)), "tame"),
        ((((2,),), (((2,), 0), 0, 1)), "tame"),  # the wild option has replies to 0^120 and 1^031
        ((((2,), 2, 0), ((2,), 3), 1), "wild"),
    ],
)
def test_labels_of_cgsuite(shape: Shape, expected: str) -> None:
    """CGSuite's tests: IsGenerallyTame, IsRestive and IsRestless."""
    assert tameness(built(shape)) == expected


@given(impartial_rulesets(7))
def test_a_restive_game_is_one_of_two_nim_heaps(ruleset: AnyImpartial) -> None:
    """Conway's rule for a restive game beside nim heaps, by a naive search; and a tame game is a sum of nim heaps."""
    label = tameness(misere_canonical_form(ruleset))
    if label not in ("tame", "restive"):
        return
    found = genus(ruleset)
    small, large = found.beside(0), found.grundy

    @cache
    def is_won(at: int, heaps: tuple[int, ...]) -> bool:
        options = [(option, heaps) for option in ruleset.options(at)]
        options += [
            (at, (*heaps[:i], left, *heaps[i + 1 :])) for i, size in enumerate(heaps) for left in range(size)
        ]
        return not options or not all(is_won(*option) for option in options)

    for heaps in ((1, 0), (2, 0), (3, 0), (2, 3), (4, 1), (5, 2)):
        beside = heaps[0] ^ heaps[1]
        size = small if all(heap in (0, 1, small, small ^ 1) for heap in heaps) else large
        if label == "tame":
            size = small if max(heaps) < 2 else large
        assert is_won(ruleset.start(), heaps) == (size != beside)


@given(impartial_rulesets(7), impartial_rulesets(7))
def test_a_sum_of_tame_games_is_one_of_nim_heaps(one: AnyImpartial, other: AnyImpartial) -> None:
    """Theorem 73."""
    forms = [misere_canonical_form(ruleset) for ruleset in (one, other)]
    if {*map(tameness, forms)} != {"tame"}:
        return
    values = [genus(ruleset) for ruleset in (one, other)]
    are_small = all(value.beside(0) != value.grundy for value in values)
    difference = values[0].grundy ^ values[1].grundy
    assert (forms[0] + forms[1]).is_won == ((difference == 0) == are_small)
    assert tameness(forms[0] + forms[1]) == "tame"
