"""Rules that are stated twice: "verified" says what was proved of which."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from support.command import call

import gamekit
from gamekit.game.compiled import NOT_OVER, CompiledGame, CompiledRules

STATES = 30_000
WRONG = 12_347


@attrs.frozen
class Countdown(CompiledGame[int, int]):
    """Take one or two; whoever takes the last wins. The compiled rules end the game at one state more."""

    players = ("Ann", "Bob")

    def initial_state(self) -> int:
        return STATES - 1

    def to_move(self, state: int) -> int:
        return state & 1

    def moves(self, state: int) -> list[int]:
        return [1] if state < 3 else [1, 3]

    def apply(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        return (-1 if self.to_move(state) == 0 else 1) if state == 0 else None

    def encode(self, state: int) -> int:
        return state

    def decode(self, code: int) -> int:
        return code

    def compiled_rules(self) -> CompiledRules:
        return CompiledRules(
            size=STATES,
            parameters=np.array([WRONG]),
            outcome=outcome,
            successors=successors,
            max_successors=2,
            mover=mover,
            is_state=is_state,
        )


def outcome(code: int, parameters: Any) -> int:
    if code == parameters[0]:
        return 1
    return -1 if code == 0 else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    out[0] = code - 1
    if code < 3:
        return 1
    out[1] = code - 3
    return 2


def mover(code: int, parameters: Any) -> int:  # noqa: ARG001
    return code & 1


def is_state(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1


@pytest.fixture(scope="module")
def solution() -> Any:
    return gamekit.solve(Countdown(), backend="compiled")


@pytest.mark.release
def test_what_was_proved_of_which_rules_is_said(solution: Any) -> None:
    report = gamekit.verify(solution)
    assert (report.checked, report.compared) == (STATES, 1000)
    assert (
        str(report)
        == "verified: all 30,000 states against the compiled rules; 1,000 states compared with the plain ones"
    )


@pytest.mark.slow
def test_one_state_in_which_the_rules_differ_is_found_if_all_are_compared(solution: Any) -> None:
    told: list[tuple[str, int, int | None]] = []
    report = gamekit.verify(solution, all_states=True, progress=lambda *said: told.append(said))
    assert not report.ok
    assert report.problems == (f"the plain and the compiled rules differ at {WRONG}",)
    assert ("comparing with the plain rules", STATES, STATES) in told


def test_plain_rules_are_not_spoken_of_twice() -> None:
    assert str(gamekit.verify(gamekit.solve(gamekit.load_game("cat-mouse")))) == "verified: all 60 states"


@pytest.mark.release
def test_the_commands_compare_all_states_if_asked(tmp_path: Any) -> None:
    table = str(tmp_path / "table")
    result = call("solve", "connect-four", "--backend", "compiled", "--all", "--save", table)
    assert "and all of them against the plain ones" in result.out
    assert "; 1,000 states compared with the plain ones" in call("verify", table).out
    assert "and all of them against the plain ones" in call("verify", table, "--all").out
    assert call("solve", "nim", "--all", "--no-verify").status == 2
