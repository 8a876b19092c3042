"""The checked build for a whole solve: mistakes far from the start are named."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.command import call, plugins
from support.thirty_lines import TicTacToe

import gamekit
from gamekit import BoardGame, Layout, RulesError, UnsupportedError
from gamekit.layout import LOSS, Counter, Grid
from gamekit.layout.compiler.build import interpreted_batch
from gamekit.layout.compiler.module import ModuleWriter
from gamekit.testing import check_rules
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.rules_agreement import Backend


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


class BelowTheFirst(FarAndDense):
    """The index becomes -1, which plain Python takes for the last one."""

    def play(self, s: Any, move: int) -> None:
        s.left -= move
        if s.left == 50:
            s.board[s.left - 51] = 0


class ReadsBeyondInIsState(FarAndDense):
    """A test of which codes are states reads what is not there; all codes are put to it before a solve."""

    def play(self, s: Any, move: int) -> None:
        s.left -= move

    def is_state(self, s: Any) -> bool:
        return s.left != 50 or s.board[s.left - 51] >= 0


@pytest.mark.release
def test_a_mistake_far_from_the_start_is_named() -> None:
    with pytest.raises(RulesError) as error:
        gamekit.solve(FarAndDense(), checked=True)
    message = str(error.value)
    assert message.startswith("test_checked.py, line ")
    assert "in Far.play: an index or a value is 50, which is not from 0 to" in message
    assert message.endswith("to move: s.board[s.left]")


@pytest.mark.release
def test_a_mistake_is_named_in_a_work_folder(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="an index or a value is 50"):
        gamekit.solve(Far(), checked=True, work=tmp_path)


@pytest.mark.release
def test_a_mistake_of_is_state_is_named() -> None:
    with pytest.raises(
        RulesError, match=r"in ReadsBeyondInIsState.is_state: an index or a value is -1, .* at 50 "
    ):
        gamekit.solve(ReadsBeyondInIsState(), checked=True)


def check(game: type[BoardGame], *options: str) -> str:
    with plugins(games={"far": game}):
        return call("check", "far", "--max-states", "500", "--examples", "5", *options).out


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(Far, id="explored", marks=pytest.mark.release),
        pytest.param(BelowTheFirst, id="plain rules go on", marks=pytest.mark.release),
    ],
)
def test_check_finds_a_mistake_far_from_the_start(game: type[BoardGame]) -> None:
    line = 1 + inspect.getsourcelines(game.play)[1] + 2
    expression = "s.board[s.left - 51]" if game is BelowTheFirst else "s.board[s.left]"
    assert check(game).startswith("far: the rules hold")  # no sample comes there
    found, *_ = check(game, "--all").splitlines()
    assert found.startswith(
        f"far: the rules are broken: {game.__name__}.compiled_rules() cannot expand every state: "
        f"test_checked.py, line {line}, in {game.play.__qualname__}: an index or a value is "
    )
    assert re.search(r" at 5[12] \.\.\.?, (first|second) to move: ", found)
    assert found.endswith(expression)


@pytest.mark.slow
def test_check_finds_a_mistake_in_a_single_state() -> None:
    game = BelowTheFirst()
    backend = Backend(Probe(game), is_complete=False)
    backend.compile()
    code = game.encode((51, 0, 0, 0))
    with pytest.raises(PromiseError) as error:
        backend.neighbours("successors", code)
    before = f"BelowTheFirst.compiled_rules().successors({code}) goes out of range: test_checked.py, line "
    assert str(error.value).startswith(before)


@pytest.mark.slow
def test_check_takes_the_checked_build_that_was_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    written = []
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))  # where nothing has passed yet
    write = ModuleWriter.write
    monkeypatch.setattr(ModuleWriter, "write", lambda writer: [written.append(writer), write(writer)][1])
    check_rules(Far(), max_states=50, examples=2)
    assert [writer.is_checked for writer in written] == [False, True]


def test_all_methods_of_the_checked_build_run_as_plain_python() -> None:
    game = BelowTheFirst()
    batch = interpreted_batch(game)
    right, wrong = (np.array([game.encode((left, 0, 0, 0))]) for left in (60, 51))
    assert batch.expand(right).counts.tolist() == [2]
    assert batch.parents(right).size == 2
    assert (batch.movers(right), batch.are_states(right)) == (0, 1)
    with pytest.raises(RulesError, match=r"an index or a value is -1, .*, at 51 "):
        batch.expand(wrong)


class ManyMoves(BoardGame):
    """Players place stones in turn, on more squares than are compared one by one to find moves to the same state."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(board=Grid(5, 8, ".X"))

    def start(self) -> dict[str, Any]:
        return {}

    def options(self, s: Any) -> Iterator[int]:
        yield from s.board.where(0)

    def play(self, s: Any, square: int) -> None:
        s.board[square] = 1


@pytest.mark.slow
def test_arithmetic_that_wraps_gives_no_warning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_CACHE", str(tmp_path))
    with warnings.catch_warnings(record=True) as given:
        warnings.simplefilter("always")
        assert check_rules(ManyMoves(), max_states=20, examples=1).breaches == ()
    assert [str(warning.message) for warning in given] == []


@pytest.mark.slow
def test_right_rules_give_the_same_solution() -> None:
    game = gamekit.load_game("three-mens-morris")
    checked, quick = gamekit.solve(game, checked=True), gamekit.solve(game, backend="python")
    assert checked.backend == "compiled"
    assert (checked.root, checked.counts()) == (quick.root, quick.counts())


def test_where_it_has_no_meaning_it_is_refused() -> None:
    for game, options, message in (
        (Far(), {"backend": "python"}, "in plain Python, an index beyond the end raises an error"),
        (TicTacToe(), {}, "TicTacToe gives no compiled rules, which checked needs"),
    ):
        with pytest.raises(UnsupportedError, match=message):
            gamekit.solve(game, checked=True, **options)


@pytest.mark.slow
def test_the_command_line_has_it() -> None:
    assert call("solve", "three-mens-morris", "--checked").status == 0
    refused = call("solve", "nim", "--checked", "--backend", "python")
    assert refused.status == 2
    assert "checked needs the compiled backend" in refused.err
