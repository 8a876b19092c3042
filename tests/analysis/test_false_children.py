"""A game's own `children`, in place of its moves: what a false one returns is refused, and found by a whole check."""

from __future__ import annotations

import pytest

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate


class Count(gamekit.Game[tuple[int, int], int]):
    """Count up to 100 by one or two; whoever comes there first wins."""

    players = ("a", "b")
    false_at, last = 0, 100

    def initial_state(self) -> tuple[int, int]:
        return 0, 0

    def to_move(self, state: tuple[int, int]) -> int:
        return state[1]

    def moves(self, state: tuple[int, int]) -> list[int]:
        return [step for step in (1, 2) if state[0] + step <= self.last]

    def apply(self, state: tuple[int, int], move: int) -> tuple[int, int]:
        return state[0] + move, 1 - state[1]

    def outcome(self, state: tuple[int, int]) -> int | None:
        return None if state[0] < self.last else 1 if state[1] else -1

    def children(self, state: tuple[int, int]) -> list[tuple[int, int]]:
        children = super().children(state)
        return children[:1] if state[0] == self.false_at else children


class FalseLater(Count):
    false_at = 95


class WithoutAWin(Count):
    false_at = 98


class LongWithoutAWin(Count):
    false_at, last = 301, 600


class NeverFalse(Count):
    false_at = -1


def test_false_children_are_refused_where_play_begins() -> None:
    with pytest.raises(
        gamekit.RulesError, match=r"Count\.children.*returned .*to which moves and apply lead"
    ):
        gamekit.solve(Count(), backend="python")


def test_a_whole_check_looks_at_children_everywhere() -> None:
    solution = gamekit.solve(FalseLater(), backend="python")
    report = gamekit.verify(solution, all_states=True)
    assert not report.ok
    assert "FalseLater.children" in report.problems[0]
    assert "(95, " in report.problems[0]


def test_no_value_rests_on_children_alone() -> None:
    """Whoever is at 98 wins by two, which false children leave out; values that are false fit together."""
    solution = gamekit.solve(WithoutAWin(), backend="python")
    assert solution[1, 1].value != gamekit.solve(NeverFalse(), backend="python")[1, 1].value
    assert "WithoutAWin.children" in gamekit.verify(solution).problems[0]


def test_no_certificate_rests_on_children_alone() -> None:
    """Whoever is at 301 wins by two, so whoever begins at 0 cannot win; false children say otherwise."""
    certificate = gamekit.prove(LongWithoutAWin()).certificate()
    assert certificate.claims[0].player == 0
    assert not check_certificate(certificate).ok


def test_true_children_pass() -> None:
    assert gamekit.verify(gamekit.solve(NeverFalse(), backend="python"), all_states=True).ok
