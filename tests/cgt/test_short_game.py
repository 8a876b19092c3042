"""Canonical forms: the laws of the group of games, and the order, beside outcomes found by search alone."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, combinations, product
from operator import add, ge, gt, le, lt, mul, sub
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.rulesets import Difference, impartial_rulesets, partizan_rulesets, short_games

from gamekit import InputError, LimitError
from gamekit.cgt import (
    LEFT,
    OutcomeClass,
    PartizanRuleset,
    ShortGame,
    canonical_form,
    dyadic,
    grundy_value,
    integer,
    nimber,
    outcome_class,
    parse_game,
    short_game,
)
from gamekit.cgt.partizan.canonical import outcome_of
from gamekit.cgt.partizan.nus import PLACES

ZERO = integer(0)
NUMBERS = st.integers(-3, 3) | st.integers(-9, 9).map(lambda quarters: Fraction(quarters, 4))


@given(partizan_rulesets(), partizan_rulesets())
def test_the_order_is_that_of_the_outcome_of_the_difference(first: Any, second: Any) -> None:
    """G ≥ H if Left wins G - H as second player; the difference is searched, without canonical forms."""
    g, h = canonical_form(first), canonical_form(second)
    outcome = outcome_class(Difference(first, second))
    assert (g is h) == (outcome == OutcomeClass.PREVIOUS)
    assert (g >= h) == outcome.left_wins_second
    assert (g <= h) == (not outcome.left_wins_first)
    assert g.confused_with(h) == (outcome == OutcomeClass.NEXT)
    assert outcome_of(g - h) == outcome


@given(partizan_rulesets())
def test_the_outcome_is_that_of_the_canonical_form(game: Any) -> None:
    assert outcome_of(canonical_form(game)) == outcome_class(game)


@pytest.mark.slow
@given(short_games(5), short_games(5), short_games(4))
def test_games_are_a_partially_ordered_group(a: ShortGame, b: ShortGame, c: ShortGame) -> None:
    assert a - a is ZERO
    assert a + ZERO is a
    assert a + b is b + a
    assert (a + b) + c is a + (b + c)
    assert ZERO - (-a) is a
    assert -(a + b) is -a - b
    assert (a <= b) == (a + c <= b + c) == (-b <= -a)
    assert not a <= b or not b <= c or a <= c
    assert a + a + a is 3 * a
    assert -2 * a is -a - a


@pytest.mark.slow
@given(short_games(5), short_games(4))
def test_sums_have_the_options_of_the_definition(a: ShortGame, b: ShortGame) -> None:
    left = [option + b for option in a.left] + [a + option for option in b.left]
    right = [option + b for option in a.right] + [a + option for option in b.right]
    assert short_game(left, right) is a + b


@given(short_games())
def test_canonical_forms_have_no_dominated_and_no_reversible_options(game: ShortGame) -> None:
    for option, other in product(game.left, repeat=2):
        assert option is other or not option <= other
    for option, other in product(game.right, repeat=2):
        assert option is other or not option <= other
    assert not any(reply <= game for option in game.left for reply in option.right)
    assert not any(reply >= game for option in game.right for reply in option.left)
    assert short_game(game.left, game.right) is game


@given(short_games())
def test_stops_are_those_of_the_definition(game: ShortGame) -> None:
    def stop(game: ShortGame, left: bool) -> Fraction:
        if game.value is not None:
            return game.value
        return max(stop(g, False) for g in game.left) if left else min(stop(g, True) for g in game.right)

    assert game.stops == (stop(game, True), stop(game, False))


@given(impartial_rulesets())
def test_impartial_games_are_nimbers(game: Any) -> None:
    assert canonical_form(game) is nimber(grundy_value(game))


@given(st.fractions(-9, 9, max_denominator=1).flatmap(lambda n: st.integers(0, 6).map(lambda k: n / 2**k)))
def test_numbers_are_numbers(number: Fraction) -> None:
    game = dyadic(number)
    assert game.value == number
    assert dyadic(number + 1) - game is integer(1)
    assert (game >= ZERO) == (number >= 0)
    assert all(option < game for option in game.left)
    assert all(option > game for option in game.right)
    assert short_game(game.left, game.right) is game


@pytest.mark.parametrize("ups", range(-4, 5))
@pytest.mark.parametrize("size", range(5))
def test_ups_and_nimbers_are_what_their_options_make_them(ups: int, size: int) -> None:
    """The sums of their parts, whose options are added by the definition and not by counting."""
    up = short_game([ZERO], [nimber(1)])
    total = ups * up + nimber(size)
    assert short_game(total.left, total.right) is total
    step = up if ups > 0 else -up
    before = total - step
    left = [option + before for option in step.left] + [step + option for option in before.left]
    right = [option + before for option in step.right] + [step + option for option in before.right]
    assert short_game(left, right) is total
    assert total.left_stop == total.right_stop == 0


def subsets(games: list[ShortGame]) -> list[tuple[ShortGame, ...]]:
    return list(chain.from_iterable(combinations(games, size) for size in range(len(games) + 1)))


def antichains(games: list[ShortGame]) -> list[tuple[ShortGame, ...]]:
    found: list[tuple[ShortGame, ...]] = [()]
    for game in games:
        found += [(*chain_, game) for chain_ in found if all(game.confused_with(other) for other in chain_)]
    return found


def test_four_games_are_born_by_day_one_and_22_by_day_two() -> None:
    born = [ZERO]
    for expected in (4, 22):
        born = list({short_game(left, right) for left, right in product(subsets(born), repeat=2)})
        assert len(born) == expected
        if expected == 4:
            day_one = born
    assert set(day_one) == {ZERO, integer(1), integer(-1), nimber(1)}


@pytest.mark.slow
def test_1474_games_are_born_by_day_three() -> None:
    day_two = {
        short_game(*pair) for pair in product(subsets([ZERO, integer(1), integer(-1), nimber(1)]), repeat=2)
    }
    chains = antichains(sorted(day_two, key=str))
    assert len({short_game(left, right) for left, right in product(chains, repeat=2)}) == 1474


def test_games_can_be_pickled() -> None:
    game = parse_game("±{0,{{2|0},2Tiny(2)|{2|0},Miny(2)}}")
    assert pickle.loads(pickle.dumps(game)) is game


def test_numbers_that_are_none() -> None:
    with pytest.raises(InputError, match="must be a power of two; this is 1/3"):
        dyadic(Fraction(1, 3))
    with pytest.raises(LimitError, match="at most 1,024 binary places"):
        dyadic(Fraction(1, 2 ** (PLACES + 1)))
    with pytest.raises(LimitError, match="the simplest number that fits here has more"):
        short_game([Fraction(-3, 2**PLACES)], [Fraction(-2, 2**PLACES)])


@given(short_games(5), NUMBERS)
def test_a_number_stands_for_the_game_that_it_is(game: ShortGame, number: int | Fraction) -> None:
    same = dyadic(Fraction(number))
    assert same == number == same
    assert hash(same) == hash(number)
    assert {same: "found"}[number] == "found"  # type: ignore[index]
    assert (game == number, game != number) == (game is same, game is not same)
    assert (game + number, number + game) == (game + same, same + game)
    assert (game - number, number - game) == (game - same, same - game)
    assert (game < number, game <= number) == (game < same, game <= same) == (number > game, number >= game)
    assert (game > number, game >= number) == (game > same, game >= same) == (number < game, number <= game)
    assert game.confused_with(number) == game.confused_with(same)
    assert game - game == 0


@given(short_games(5), st.integers(-3, 3))
def test_a_multiple_is_a_sum(game: ShortGame, times: int) -> None:
    repeated = sum([game if times > 0 else -game] * abs(times))
    assert times * game == game * times == repeated


@pytest.mark.parametrize("other", ["0", 0.5, None, (1,)])
def test_what_is_no_number_is_not_compared_with_a_game(other: Any) -> None:
    game = parse_game("{2|-1/2}")
    assert game != other
    for operation in (add, sub, mul, lt, le, gt, ge):
        for operands in ((game, other), (other, game)):
            with pytest.raises(
                TypeError, match=r"not supported|unsupported operand|can't multiply|can only concatenate"
            ):
                operation(*operands)


def test_games_are_multiplied_by_integers_alone() -> None:
    for times in (parse_game("^"), Fraction(1, 2)):
        with pytest.raises(TypeError, match="unsupported operand"):
            parse_game("±1") * times  # type: ignore[operator]


def test_a_number_that_is_no_game_is_refused() -> None:
    third, game = Fraction(1, 3), parse_game("±1")
    assert game != third
    for operation in (add, sub, lt, le, gt, ge):
        for operands in ((game, third), (third, game)):
            with pytest.raises(InputError, match="must be a power of two; this is 1/3"):
                operation(*operands)


class Stack(PartizanRuleset[tuple[int, ...]]):
    """In one of two stacks of n, Left takes n moves, and Right one counter; -n are n moves that Left has."""

    def start(self) -> tuple[int, ...]:
        return 1000, 1000

    def options(self, position: tuple[int, ...], player: int) -> Iterator[tuple[int, ...]]:
        (size,) = position
        if size < 0:
            yield from ((size + 1,),) if player == LEFT else ()
        elif size:
            yield (-size,) if player == LEFT else (size - 1,)

    def parts(self, position: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        return ((size,) for size in position)


def test_what_is_nested_too_deep_is_refused() -> None:
    assert str(canonical_form(Stack(), (3,))) == "{3|||2||1|0}"
    with pytest.raises(LimitError, match="canonical forms are nested too deep to compare"):
        canonical_form(Stack())
