"""Compiled rules broken in every way, one at a time, and held against plain ones: what is wrong must be named."""

# ruff: noqa: ARG001, ARG005 (what a function is given, it need not use)

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from support import piles
from support.command import without_places
from support.marks import cases
from support.piles import FromTheMoversView, Piles, another, predecessors, rules_with, successors

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import NOT_OVER, CompiledRules
from gamekit.testing import PROMISES, check_rules

# --- rules that agree -------------------------------------------------------------------------------------------

ALL = ["outcome", "mover", "successors", "is_state", "predecessors"]


@pytest.mark.parametrize(("game", "functions"), cases(slow=[(FromTheMoversView(), ALL[:3]), (Piles(), ALL)]))
def test_whole_rules_agree(game: Piles, functions: list[str]) -> None:
    report = check_rules(game)
    assert report.ok, str(report)
    assert report.enumerated
    states = 20 if type(game) is Piles else 10
    assert str(report).splitlines()[2] == (
        f"the compiled rules say the same: {', '.join(functions)}; all {states} states compared"
    )
    assert {"compiled_rules", "encode", "decode"} < set(report.checks) <= set(PROMISES)


@pytest.mark.slow
@pytest.mark.parametrize("game", [Piles(60), FromTheMoversView(60)])
def test_whole_rules_of_a_large_game_agree(game: Piles) -> None:
    report = check_rules(game, max_states=100, examples=20)
    assert report.ok, str(report)
    assert not report.enumerated
    assert (report.drawn > 100) == (type(game) is Piles), "codes are drawn where they tell the states"


# --- rules that do not ------------------------------------------------------------------------------------------


@numba.njit(cache=True)
def outcome_of(code: int) -> int:
    return NOT_OVER if code > 1 else 2 * code - 1


successors_of = numba.njit(cache=True)(successors)
predecessors_of = numba.njit(cache=True)(predecessors)


def successors_but_one(code: int, parameters: Any, out: Any) -> int:
    count = successors_of(code, parameters, out)
    return count - 1 if count > 2 else count


@numba.njit(cache=True)
def with_another(code: int, out: Any, count: int) -> int:
    """Write a code behind one that is alone."""
    if count == 1:
        out[1] = code
        count = 2
    return count


def successors_and_one(code: int, parameters: Any, out: Any) -> int:
    return with_another(code, out, successors_of(code, parameters, out))


def successors_twice(code: int, parameters: Any, out: Any) -> int:
    count = successors_of(code, parameters, out)
    if count < 3:
        out[count] = out[0]
        count += 1
    return count


def successors_out_of_range(code: int, parameters: Any, out: Any) -> int:
    count = successors_of(code, parameters, out)
    if count < 3:
        out[0] = -1
    return count


def successors_far_behind_the_end(code: int, parameters: Any, out: Any) -> int:
    for i in range(100_000 if code < 12 else 0):
        out[i] = 0
    return successors_of(code, parameters, out)


def successors_behind_the_end(code: int, parameters: Any, out: Any) -> int:
    out[5] = 0
    return successors_of(code, parameters, out)


def predecessors_but_one(code: int, parameters: Any, out: Any) -> int:
    count = predecessors_of(code, parameters, out)
    return count - 1 if count == 3 else count


def predecessors_and_one(code: int, parameters: Any, out: Any) -> int:
    return with_another(code, out, predecessors_of(code, parameters, out))


def predecessors_that_are_over(code: int, parameters: Any, out: Any) -> int:
    return with_another(0, out, predecessors_of(code, parameters, out))


def wrong_outcome(code: int, parameters: Any) -> int:
    return 1 if code == 0 else outcome_of(code)


def late_outcome(code: int, parameters: Any) -> int:
    return NOT_OVER if code == 1 else outcome_of(code)


def large_outcome(code: int, parameters: Any) -> int:
    return NOT_OVER if code > 1 else 101


def outcome_of_the_start(code: int, parameters: Any) -> int:
    return 1 if code == 30 else outcome_of(code)


def outcome_that_raises(code: int, parameters: Any) -> int:
    if code == 1:
        raise ValueError("too late")
    return outcome_of(code)


def outcome_of_another_kind(code: int, parameters: Any) -> Any:
    return "over"


def wrong_mover(code: int, parameters: Any) -> int:
    return 0 if code == 3 else code % 2


def wrong_is_state(code: int, parameters: Any) -> int:
    return code != 3 and code // 2 // parameters[0] <= code // 2 % parameters[0]


def any_state(code: int, parameters: Any) -> int:
    return 1


def outcome_for_the_other(code: int, parameters: Any) -> int:
    return NOT_OVER if code else 1


BROKEN: dict[str, tuple[type[Piles], str]] = {
    "no compiled rules": (
        another(compiled_rules=lambda self: None),
        "Other.compiled_rules() returned None; it must be CompiledRules",
    ),
    "compiled rules that raise": (
        another(compiled_rules=lambda self: {}[0]),
        "Other.compiled_rules() raised KeyError: 0",
    ),
    "parameters of another type": (
        rules_with(parameters=np.array([4.0])),
        "Other.compiled_rules() returned parameters of type float64; "
        "they must be a one-dimensional array of int64",
    ),
    "parameters in a list": (
        rules_with(parameters=[4]),
        "Other.compiled_rules() returned parameters of type list; they must be a one-dimensional array of int64",
    ),
    "a function that Numba refuses": (
        rules_with(outcome=outcome_of_another_kind),
        "Other.compiled_rules().outcome cannot be compiled: TypingError: "
        "No conversion from Literal[str](over) to int64 for '$6return_value.1', defined at None",
    ),
    "a code beyond the size": (
        another(encode=lambda self, state: Piles.encode(self, state) + 20),
        "Other.encode((3, 3, 0)) returned 50; it must be an integer from 0 to 31, because size is 32"
        " [in the initial state]",
    ),
    "a fraction for a code": (
        another(encode=lambda self, state: Piles.encode(self, state) / 1),
        "Other.encode((3, 3, 0)) returned 30.0; it must be an integer from 0 to 31, because size is 32"
        " [in the initial state]",
    ),
    "codes that ignore symmetry": (
        another(encode=lambda self, state: (state[0] * (self.counters + 1) + state[1]) * 2 + state[2]),
        "Other.encode((3, 2, 1)) returned 29, but 23 for (2, 3, 1), its representative; they must share a code"
        " [after (1, 1)]",
    ),
    "codes that blur who is to move": (
        another(encode=lambda self, state: Piles.encode(self, state) | 1),
        "Other.encode((1, 3, 0)) returned 15, as it does for (1, 3, 1), where Bob is to move"
        " [after (0, 1), then (0, 1)]",
    ),
    "codes that blur the piles": (
        another(encode=lambda self, state: Piles.encode(self, (max(state[:2]),) * 2 + state[2:])),
        "Other.encode((1, 3, 1)) returned 31, as it does for (2, 3, 1), where moves lead elsewhere"
        " [after (0, 2)]",
    ),
    "a code that does not come back": (
        another(decode=lambda self, code: Piles.decode(self, code ^ 1)),
        "Other.decode(30) returned (3, 3, 1), whose code is 31; 30 is that of (3, 3, 0) [in the initial state]",
    ),
    "decode that raises": (
        another(decode=lambda self, code: {}[code]),
        "Other.decode(30) raised KeyError: 30 [in the initial state]",
    ),
    "decode that returns no state": (
        another(decode=lambda self, code: list(Piles.decode(self, code))),
        "Other.decode(30) returned a list, which cannot be hashed; states must be hashable [in the initial state]",
    ),
    "a wrong outcome": (
        rules_with(outcome=wrong_outcome),
        "Other.compiled_rules().outcome(0) returned 1; it must be -1, as in (0, 0, 0)"
        " [after (0, 1), then (0, 2), then (1, 1), then (1, 2)]",
    ),
    "play that goes on after its end": (
        rules_with(outcome=late_outcome),
        "Other.compiled_rules().outcome(1) returned NOT_OVER; it must be 1, as in (0, 0, 1)"
        " [after (0, 1), then (0, 1), then (0, 1), then (1, 1), then (1, 2)]",
    ),
    "play that ends at once": (
        rules_with(outcome=outcome_of_the_start),
        "Other.compiled_rules().outcome(30) returned 1; it must be NOT_OVER, as in (3, 3, 0)"
        " [in the initial state]",
    ),
    "a payoff out of range": (
        rules_with(outcome=large_outcome),
        "Other.compiled_rules().outcome(0) returned 101, but payoffs are from -100 to 100, or NOT_OVER"
        " [after (0, 1), then (0, 2), then (1, 1), then (1, 2)]",
    ),
    "an outcome that raises": (
        rules_with(outcome=outcome_that_raises),
        "Other.compiled_rules().outcome(1) raised ValueError: too late"
        " [after (0, 1), then (0, 1), then (0, 1), then (1, 1), then (1, 2)]",
    ),
    "an outcome that forgets the view": (
        rules_with(FromTheMoversView, outcome=outcome_for_the_other),
        "Other.compiled_rules().outcome(0) returned 1; it must be -1, seen by the mover, as in (0, 0, 0)"
        " [after (0, 1), then (0, 2), then (1, 1), then (1, 2)]",
    ),
    "a wrong mover": (
        rules_with(mover=wrong_mover),
        "Other.compiled_rules().mover(3) returned 0; it must be 1, as in (0, 1, 1)"
        " [after (0, 1), then (0, 2), then (1, 2)]",
    ),
    "a turn that does not pass": (
        another(
            FromTheMoversView,
            apply=lambda self, state, move: (*Piles.apply(self, state, move)[:2], move[1] % 2),
        ),
        "Other.compiled_rules() has no mover, but the turn does not pass with (0, 2) in (3, 3, 0)"
        " [in the initial state]",
    ),
    "a successor that is missing": (
        rules_with(successors=successors_but_one),
        "Other.compiled_rules().successors(23) leaves out 20, where (1, 1) leads from (2, 3, 1) [after (0, 1)]",
    ),
    "a successor too many": (
        rules_with(successors=successors_and_one),
        "Other.compiled_rules().successors(10) writes 10, which is (1, 1, 0), but no move leads there from (1, 1, 0)"
        " [after (0, 2), then (1, 2)]",
    ),
    "a successor twice": (
        rules_with(successors=successors_twice),
        "Other.compiled_rules().successors(30) writes 15 twice; it must write each code once [in the initial state]",
    ),
    "a successor that is no code": (
        rules_with(successors=successors_out_of_range),
        "Other.compiled_rules().successors(30) writes -1, but codes are from 0 to 31 [in the initial state]",
    ),
    "more successors than there is room for": (
        rules_with(max_successors=1),
        "Other.compiled_rules().successors(30) writes 2 codes, but max_successors is 1 [in the initial state]",
    ),
    "a note behind the room": (
        rules_with(successors=successors_behind_the_end),
        "Other.compiled_rules().successors(30) returned 2, but writes behind the room for 4 codes"
        " that max_successors gives [in the initial state]",
    ),
    "notes far behind the room": (
        rules_with(successors=successors_far_behind_the_end),
        "Other.compiled_rules().successors(6) raised IndexError: index 68 is out of bounds for axis 0 with size 68;"
        " compiled, it would run out of bounds unnoticed [after (0, 1), then (0, 2)]",
    ),
    "more predecessors than there is room for": (
        rules_with(max_predecessors=3),
        "Other.compiled_rules().predecessors(10) returned 2, but writes behind the room for 3 codes"
        " that max_predecessors gives [after (0, 2)]",
    ),
    "a predecessor that is missing": (
        rules_with(predecessors=predecessors_but_one),
        "Other.compiled_rules().predecessors(12) leaves out 23, where (1, 2) leads there from (2, 3, 1)"
        " [after (0, 1)]",
    ),
    "a predecessor too many": (
        rules_with(predecessors=predecessors_and_one),
        "Other.compiled_rules().predecessors(23) writes 23, which is (2, 3, 1), but no move leads from there"
        " [after (0, 1)]",
    ),
    "a state that is_state denies": (
        rules_with(is_state=wrong_is_state),
        "Other.compiled_rules().is_state(3) returned 0, but it is the code of (0, 1, 1)"
        " [after (0, 1), then (0, 2), then (1, 2)]",
    ),
    "no state, but is_state says so": (
        rules_with(is_state=any_state),
        "Other.compiled_rules().is_state(8) returned 1, but none of the 20 states has that code; it must return 0",
    ),
}

WALKS_SEE_THE_SAME = [
    "codes that ignore symmetry",
    *(
        pytest.param(fault, marks=pytest.mark.slow)
        for fault in (
            "a wrong mover",
            "a payoff out of range",
            "a successor twice",
            "a note behind the room",
            "a predecessor that is missing",
            "a state that is_state denies",
        )
    ),
]


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if number % 10 else [])  # Numba compiles rules for each
        for number, name in enumerate(BROKEN)
    ],
)
def test_what_is_broken_is_named(name: str) -> None:
    cls, message = BROKEN[name]
    report = check_rules(cls())
    assert [without_places(str(breach)) for breach in report.breaches] == [message]
    assert report.breaches[0].check in PROMISES


@pytest.mark.release
@pytest.mark.parametrize("name", WALKS_SEE_THE_SAME)
def test_what_is_broken_is_named_in_a_large_game_too(name: str) -> None:
    cls, _ = BROKEN[name]
    enumerated, walked = check_rules(cls()), check_rules(cls(6), max_states=10, examples=50)
    assert [breach.check for breach in walked.breaches] == [breach.check for breach in enumerated.breaches]
    assert not walked.enumerated


@pytest.mark.slow
def test_predecessors_may_name_states_where_the_game_is_over() -> None:
    assert check_rules(rules_with(predecessors=predecessors_that_are_over)()).ok


@pytest.mark.slow
def test_codes_that_are_drawn_see_what_walks_do_not() -> None:
    report = check_rules(rules_with(is_state=any_state)(30), max_states=10, examples=5)
    (breach,) = report.breaches
    assert (breach.check, breach.walk) == ("decode", None)
    assert "but is_state(" in breach.what


def test_what_the_codes_rely_on_comes_first() -> None:
    report = check_rules(BROKEN["a code beyond the size"][0]())
    assert report.notes == ("the compiled rules rely on codes and were not compared any further",)
    assert "compiled outcome" not in report.checks


def test_plain_rules_that_are_broken_are_not_compared() -> None:
    report = check_rules(another(predecessors=lambda self, state: [])())
    assert [breach.check for breach in report.breaches] == ["predecessors"]
    assert "compiled_rules" not in report.checks


def test_an_instance_may_have_no_compiled_rules() -> None:
    def none(self: Piles) -> CompiledRules:
        raise UnsupportedError("too many counters")

    report = check_rules(another(compiled_rules=none)())
    assert report.ok
    assert report.notes == ("no compiled rules to compare: too many counters",)


def test_functions_may_be_decorated() -> None:
    assert check_rules(rules_with(successors=successors_of, predecessors=predecessors_of)()).ok


@pytest.mark.release
def test_rules_that_stand_in_no_file_are_compared_too() -> None:
    """As in a notebook or in a shell: Numba can keep nothing of them on disk."""
    code = Path(piles.__file__).read_text().replace("(cache=True)", "")
    code += "\nfrom gamekit.testing import check_rules\nprint(check_rules(Piles()).ok)\n"
    done = subprocess.run([sys.executable, "-"], input=code, capture_output=True, text=True, check=True)
    assert done.stdout == "True\n"
