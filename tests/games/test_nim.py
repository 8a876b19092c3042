from __future__ import annotations

from functools import reduce
from itertools import combinations_with_replacement
from operator import xor
from typing import Any
from unittest import mock

import pytest
from support.marks import cases
from support.notation import check_notation

import gamekit
from gamekit import InputError, LimitError, Value
from games.nim import Nim


def wins(heaps: tuple[int, ...], *, misere: bool) -> bool:
    """Tell whether the player to move wins.

    C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of Mathematics 3, 1901.
    """
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(9, 9), (6, 7, 8), (4, 4, 5, 5), (2, 2, 2, 2, 3)])
def test_bouton_s_theorem_in_every_state(heaps: tuple[int, ...], misere: bool) -> None:
    solution = gamekit.solve(Nim(heaps, misere))
    for verdict in solution:
        assert (verdict.value is Value.WIN) == wins(verdict.state[:-1], misere=misere)
        assert (verdict.value is Value.LOSS) != wins(verdict.state[:-1], misere=misere)


@pytest.mark.parametrize("misere", cases(quick=[True], slow=[False]))
def test_bouton_s_theorem_from_many_heaps(misere: bool) -> None:
    for heaps in combinations_with_replacement(range(6), 3):
        root = gamekit.solve(Nim(heaps, misere)).root
        assert root.winner == ("first" if wins(heaps, misere=misere) else "second")


def test_whoever_takes_the_last_counter_wins_unless_it_is_misere() -> None:
    assert gamekit.solve(Nim((1,))).answer == "first"
    assert gamekit.solve(Nim((1,), misere=True)).answer == "second"


def test_the_order_of_heaps_does_not_matter() -> None:
    solution = gamekit.solve(Nim((5, 3, 4)))
    assert len(solution) == len(gamekit.solve(Nim((3, 4, 5)))) == 91
    assert solution[(5, 3, 4, 0)].value is solution[(3, 4, 5, 0)].value is Value.WIN
    assert solution.best_moves((5, 3, 4, 0)) == [(3, 2)]  # leaves 1, 4, 5, whose nim-sum is 0


def test_equal_heaps_offer_the_same_moves() -> None:
    assert list(Nim((2, 2)).moves((2, 2, 0))) == [(2, 1), (2, 2)]


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"heaps": []}, "heaps must have at least one heap; it is empty"),
        ({"heaps": [3, -1]}, "heaps[1] must be an integer of at least 0; it is -1"),
        ({"heaps": [True]}, "heaps[0] must be an integer of at least 0; it is True"),
        ({"heaps": [1, 2, 1.5]}, "heaps[2] must be an integer of at least 0; it is 1.5"),
        ({"misere": 1}, "misere must be true or false; it is 1"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        Nim(**parameters)
    assert str(error.value) == message


def test_notation() -> None:
    game = Nim((1, 2, 2, 11))
    check_notation(game)
    assert game.format_state(game.initial_state()) == "1 2 2 11, first to move"
    assert game.format_move(game.initial_state(), (11, 4)) == "take 4 from a heap of 11"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "3 4 5",
        "3 4, first to move",
        "3 4 x, first to move",
        "3 4 -5, first to move",
        "3 4 ٥, first to move",
    ],
)
def test_states_of_another_form_are_refused(text: str) -> None:
    with pytest.raises(InputError) as error:
        Nim().parse_state(text)
    assert str(error.value) == f"a state reads like '3 4 5, first to move'; this one is {text!r}"


def test_a_move_that_is_not_there_is_refused() -> None:
    with pytest.raises(InputError) as error:
        Nim().parse_move((1, 2, 3, 0), "take 4 from a heap of 3")
    assert str(error.value) == "'take 4 from a heap of 3' is not a move in 1 2 3, first to move"


def test_picture() -> None:
    assert Nim().render((0, 3, 10, 1)).splitlines() == [" 0", " 3 ooo", "10 oooooooooo"]


@pytest.mark.parametrize(
    "text", ["", "3 4", "3 4, third to move", "3 4, first", "3 4, first to move, please"]
)
def test_a_state_must_say_who_is_to_move(text: str) -> None:
    with pytest.raises(InputError) as error:
        Nim(heaps=(1, 2)).parse_state(text)
    assert str(error.value) == f"a state reads like '1 2, first to move'; this one is {text!r}"


def test_a_heap_that_is_far_too_large_is_refused_before_its_moves_are_listed() -> None:
    with (
        mock.patch.object(Nim, "options", side_effect=AssertionError("moves are listed")),
        pytest.raises(LimitError, match="it has 1,000,000,000 or more"),
    ):
        gamekit.solve(Nim((999_999_999,)), max_states=200)
