"""Arguments of `prove` that are none are refused in a sentence, before anything is searched."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from support.command import assert_refused, call, countdown_with

import gamekit
from gamekit.errors import InputError, UnknownStateError, UnsupportedError
from games.connect_four import ConnectFour
from games.nim import Nim
from games.umul_gonu import UmulGonu

GAME = Nim(heaps=(1, 2))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seconds": "x"}, "seconds must be a number above 0; it is 'x'"),
        ({"seconds": float("nan")}, "seconds must be a number above 0; it is nan"),
        ({"seconds": True}, "seconds must be a number above 0; it is True"),
        ({"max_nodes": "a"}, "max_nodes must be an integer; it is 'a'"),
        ({"max_nodes": 1.5}, "max_nodes must be an integer; it is 1.5"),
        ({"max_nodes": True}, "max_nodes must be an integer; it is True"),
        ({"max_nodes": 0}, "max_nodes must be at least 1; it is 0"),
        ({"threads": True}, "threads must be an integer; it is True"),
        ({"memory": -1}, "memory must be a number of bytes or a size such as '12GiB'; it is -1"),
        ({"memory": True}, "memory must be a number of bytes or a size such as '12GiB'; it is True"),
        ({"backend": "plain"}, "backend must be auto, python or compiled; it is 'plain'"),
        ({"progress": 3}, "progress must be a function; it is 3"),
        ({"leaves": "hex.proof"}, "leaves must be a list of folders; it is 'hex.proof'"),
        ({"leaves": 5}, "leaves must be a list of folders; it is 5"),
        ({"leaves": [5]}, "a folder must be a string or a path; it is 5"),
        ({"leaves": [None]}, "a folder must be a string or a path; it is None"),
        ({"work": 5}, "a folder must be a string or a path; it is 5"),
        ({"exact": True, "at_least": 1}, "give at_least or exact, not both"),
        ({"at_least": 1.0}, "at_least must be an integer payoff between -2**62 and 2**62; it is 1.0"),
        ({"at_least": 2**62}, f"at_least must be an integer payoff between -2**62 and 2**62; it is {2**62}"),
        (
            {"at_least": -(2**62)},
            f"at_least must be an integer payoff between -2**62 and 2**62; it is {-(2**62)}",
        ),
    ],
    ids=str,
)
def test_a_bad_argument_is_refused(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError) as error:
        gamekit.prove(GAME, **arguments)
    assert str(error.value) == said


def test_leaves_of_a_certificate_are_a_list() -> None:
    for function in (gamekit.open_proof, gamekit.check_certificate):
        with pytest.raises(InputError, match="leaves must be a list of folders; it is 'slides'"):
            function("proof", leaves="slides")


@pytest.mark.parametrize("at_least", ["99999999999999999999", "-99999999999999999999"])
def test_a_payoff_that_cannot_be_is_not_asked_about(at_least: str) -> None:
    result = call("prove", "hexapawn", "--at-least", at_least)
    assert_refused(result)
    assert "at_least must be an integer payoff between -2**62 and 2**62" in result.err


def test_the_largest_payoff_may_be_asked_about() -> None:
    assert gamekit.prove(GAME, at_least=2**62 - 1, backend="python").bounds_of_state.upper == 1


@cache
def of_connect_four() -> Any:
    return gamekit.prove(ConnectFour(width=3, height=3, length=3), backend="python")


@pytest.mark.parametrize(
    "given", [ConnectFour(width=4, height=4).initial_state(), (1,) * 17, [1], "xx", None]
)
def test_a_proof_says_nothing_of_what_is_no_state(given: Any) -> None:
    proof = of_connect_four()
    for ask in (proof.bounds, proof.move):
        with pytest.raises(UnknownStateError, match="this is not a state of ConnectFour: "):
            ask(given)
    with pytest.raises(UnknownStateError, match="the start is not a state of ConnectFour: "):
        gamekit.prove(proof.game, given or 0)


@pytest.mark.parametrize(
    ("plies", "memory", "said"),
    [
        (1, 1200, "within 1 ply, and to show that none can ever be takes memory for more than 1 position"),
        (2, 1800, "within 2 plies, and to show that none can ever be takes memory for more than 2 positions"),
        (2, None, "within 2 plies"),
    ],
)
def test_one_of_a_kind_is_no_plural(plies: int, memory: int | None, said: str) -> None:
    """A countdown takes three plies, so no end is in reach of these limits."""
    proof = gamekit.prove(countdown_with(max_plies=plies)(), memory=memory, backend="python")
    assert proof.stopped == f"no end could be forced {said}"


def test_an_exact_payoff_needs_play_without_circles() -> None:
    with pytest.raises(
        UnsupportedError, match=r"UmulGonu: play can go in circles.*; omit exact, or ask for a payoff"
    ):
        gamekit.prove(UmulGonu(), exact=True)
