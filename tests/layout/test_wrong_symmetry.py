"""A symmetry that is none is found by every solve, on both backends, without `gamekit check`."""

from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import LOSS, BoardGame, Grid, Layout

BACKENDS = cases(quick=["python"], slow=["compiled"])


class Row(BoardGame):
    """X and O fill a row of five squares, and who cannot loses."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"), symmetry="mirror", alike=True)

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        yield from s.board.where(0)

    def play(self, s: Any, move: Any) -> Any:
        s.board[move] = 1 + s.turn


class LeftWins(Row):
    """Who takes the first square wins."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"), symmetry="mirror")

    def over(self, s: Any) -> Any:
        return -1 if s.board[0] == 2 - s.turn else None


class SecondSquareLater(Row):
    """The second square can be taken once the first one is."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"), symmetry="mirror")

    def options(self, s: Any) -> Any:
        for square in s.board.where(0):
            if square != 1 or s.board[0] != 0:
                yield square


class FirstWins(Row):
    """The first player wins in the end."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"), alike=True)

    def over(self, s: Any) -> Any:
        if 0 in s.board:
            return None
        return 1 if s.turn == 0 else -1


class SecondSkips(Row):
    """The second player cannot take the first square."""

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".XO"), alike=True)

    def options(self, s: Any) -> Any:
        for square in range(s.turn, 5):
            if s.board[square] == 0:
                yield square


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            LeftWins,
            r"LeftWins.canonical_state\((.*) to move\) returned .* to move, where outcome is .*; "
            r"it must be .*, as in the state itself",
        ),
        (
            SecondSquareLater,
            r"SecondSquareLater.canonical_state\(.* to move\) returned .* to move, but .* leads from .* to .*, "
            r"up to symmetry, and no move does from .*",
        ),
        (
            FirstWins,
            r"FirstWins.movers_view\(.*\) returned .*, where outcome is .*; it must be .*, as in the state itself, "
            r"with players exchanged",
        ),
        (
            SecondSkips,
            r"SecondSkips.movers_view\(.*\) returned .*, but .* leads from .* to .*, up to symmetry, "
            r"and no move does from .*, with players exchanged",
        ),
    ],
)
def test_a_wrong_symmetry_is_refused(game: type[BoardGame], message: str, backend: Any) -> None:
    lines = r"\w+ in layout \(.*, line \d+\) does not fit options \(.*, line \d+\)(,| or) play \(.*\)"
    with pytest.raises(RulesError, match=f"^{message}; {lines}$"):
        gamekit.solve(game(), backend=backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_right_one_is_not(backend: Any) -> None:
    assert str(gamekit.solve(Row(), backend=backend).root) == "WIN in 5 for first"


def test_an_outcome_that_does_not_fit_the_start_is_no_fault() -> None:
    """A game that is over at once has nothing to compare."""
    game = LeftWins()
    full = game.parse_state("XOXOX, second to move")
    assert gamekit.solve(game, start=full, backend="python").root.remoteness == 0


class Raises(Row):
    """Every move raises."""

    def play(self, s: Any, move: Any) -> Any:
        raise ValueError(move)


def test_other_faults_of_the_rules_are_named_as_ever() -> None:
    with pytest.raises(RulesError, match=r"^Raises\.apply\(.* to move, \d\) raised ValueError: \d "):
        gamekit.solve(Raises(), backend="python")
