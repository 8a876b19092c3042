"""The checked build for a whole solve: mistakes far from the start are named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.command import call
from support.thirty_lines import TicTacToe

import gamekit
from gamekit import BoardGame, Layout, RulesError, UnsupportedError
from gamekit.layout import LOSS, Counter, Grid


class Far(BoardGame):
    """Players count down; far from the start, `play` writes beyond the board."""

    stuck = LOSS
    FROM = 6000

    def layout(self) -> Layout:
        return Layout(left=Counter(self.FROM), board=Grid(1, 3))

    def start(self) -> dict[str, int]:
        return {"left": self.FROM}

    def options(self, s: Any) -> Iterator[int]:
        for take in (1, 2):
            if take <= s.left:
                yield take

    def play(self, s: Any, move: int) -> None:
        s.left -= move
        if s.left == 50:
            s.board[s.left] = 1


class FarAndDense(Far):
    """Likewise, solved in one kernel, because all its states are listed and moves are taken back."""

    def layout(self) -> Layout:
        return Layout(left=Counter(self.FROM), board=Grid(1, 2, ".X"), dense="all")

    def back(self, s: Any) -> Iterator[int]:
        for take in (1, 2):
            if s.left + take <= self.FROM:
                yield take

    def unplay(self, s: Any, move: int) -> None:
        s.left += move


@pytest.mark.parametrize("game", [Far(), FarAndDense()], ids=["explored", "dense"])
def test_a_mistake_far_from_the_start_is_named(game: Any) -> None:
    with pytest.raises(RulesError) as error:
        gamekit.solve(game, checked=True)
    message = str(error.value)
    assert message.startswith("test_checked.py, line ")
    assert "in Far.play: an index or a value is 50, which is not from 0 to" in message
    assert message.endswith("to move: s.board[s.left]")


def test_a_mistake_is_named_in_a_work_folder(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="an index or a value is 50"):
        gamekit.solve(Far(), checked=True, work=tmp_path)


def test_right_rules_give_the_same_solution() -> None:
    game = gamekit.load_game("three-mens-morris")
    checked, quick = gamekit.solve(game, checked=True), gamekit.solve(game, backend="python")
    assert checked.backend == "compiled"
    assert (checked.root, checked.counts()) == (quick.root, quick.counts())


def test_where_it_has_no_meaning_it_is_refused() -> None:
    for game, options, message in (
        (Far(), {"backend": "python"}, "in plain Python, an index beyond the end raises by itself"),
        (TicTacToe(), {}, "TicTacToe gives no compiled rules, which checked is for"),
    ):
        with pytest.raises(UnsupportedError, match=message):
            gamekit.solve(game, checked=True, **options)


def test_the_command_line_has_it() -> None:
    assert call("solve", "three-mens-morris", "--checked").status == 0
    refused = call("solve", "nim", "--checked", "--backend", "python")
    assert refused.status == 2
    assert "checked is for the compiled backend" in refused.err
