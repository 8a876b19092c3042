"""An error about a parameter names it in `field`, for every parameter of every game and ruleset."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from support.each_game import TYPICAL
from support.marks import cases

from gamekit import InputError, UnknownNameError
from gamekit.cgt import load_ruleset
from gamekit.cgt.registered_games import names
from gamekit.cgt.registry import RULESETS, parameters_of
from gamekit.game.parameters import unstructure
from gamekit.game.registry import GAMES, load_game, registered
from games.rulesets.hackenbush import Hackenbush

QUICK = TYPICAL | {"chess-variant", "clobber"}
EACH_GAME = {*registered(GAMES), *names()}

NUMBERS = (-1, 0, 1, 2, 3, 5, 100, 10**6)
OTHERS = (True, False, None, 1.5, {}, {"a": 1})
TEXTS = ("", "x", "left", "??/??", "K", "KK", "A=??", "0.77")
LISTS = (
    [],
    [-1],
    [1, 1],
    [0, 1, 2, 3],
    [10**6],
    ["x"],
    [True],
    [""],
    ["a", "a"],
    [[]],
    [[1]],
    [[1], [0]],
    [[0]],
)


def spoiled(value: Any) -> Iterator[Any]:
    """Yield values of which some are none that a parameter with this value may have."""
    yield from (*NUMBERS, *OTHERS, *TEXTS, *LISTS)
    if isinstance(value, str):
        yield from (
            f"{value}?",
            value + value,
            value[:-1],
            value[1:],
            value.lower(),
            value.upper(),
            value[::-1],
        )
        yield from (
            value.replace(sign, other) for sign, other in ("/ ", ".x", "$.", "@.", "b.", "AB") if value
        )
        yield "/".join([value] * 12)
    if isinstance(value, list):
        yield from (
            value + value,
            value[:-1],
            value[1:],
            value[::-1],
            [*value, 99],
            [*value, "x"],
            [*value, [0]],
        )
        yield from (
            [*value[:i], entry, *value[i + 1 :]] for i in range(min(len(value), 3)) for entry in (-1, "#", [])
        )
    if type(value) is int:
        yield from (value + 1, value - 1, 2 * value, 3 * value)


def refusal_of(load: Callable[[str, Any], Any], name: str, parameters: dict[str, Any]) -> InputError | None:
    """Return the error with which parameters are refused; None if they are not, or name no ruleset."""
    try:
        load(name, parameters)
    except InputError as error:
        return error
    except UnknownNameError:
        pass
    return None


def assert_blamed(load: Callable[[str, Any], Any], name: str, parameters: dict[str, Any]) -> None:
    for parameter, value in parameters.items():
        refusals = [refusal_of(load, name, {**parameters, parameter: other}) for other in spoiled(value)]
        assert any(refusals), parameter
        for error in filter(None, refusals):
            assert error.field in parameters, error
            assert error.field == parameter or re.search(rf"\b{error.field}\b", str(error)), error


@pytest.mark.parametrize("name", cases(quick=sorted(QUICK), slow=sorted(EACH_GAME - QUICK)))
def test_an_error_names_the_parameter_of_a_game(name: str) -> None:
    assert_blamed(load_game, name, unstructure(load_game(name)))


@pytest.mark.parametrize("name", cases(quick=["nim"], slow=sorted({*registered(RULESETS)} - {"nim"})))
def test_an_error_names_the_parameter_of_a_ruleset(name: str) -> None:
    assert_blamed(load_ruleset, name, parameters_of(load_ruleset(name)))


def test_the_parameter_that_was_given_is_blamed_and_not_one_inside_it() -> None:
    with pytest.raises(InputError, match="code must be text") as caught:
        load_ruleset("impartial", {"ruleset": "octal", "parameters": {"code": 7}})
    assert caught.value.field == "parameters"


@pytest.mark.parametrize("value", [3, None, ["lr"]])
def test_a_text_is_a_text_in_python_too(value: Any) -> None:
    with pytest.raises(InputError, match="trees must be text") as caught:
        Hackenbush(trees=value)
    assert caught.value.field == "trees"
