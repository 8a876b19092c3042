"""Functions that rules call: which may change the state, and how often each is called."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.generated import run_what_is_generated
from support.marks import cases

import gamekit
from gamekit.errors import RulesError
from gamekit.layout import AGAIN, LOSS, BoardGame, Counter, Grid, Layout
from gamekit.layout.compiler.module import ModuleWriter


def abs(number: int) -> int:
    return number + 1


class Lonely(BoardGame):
    """A mark is put beside no other one; whoever cannot move loses. A helper is called from everywhere."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(board=Grid(1, 5, ".x"), left=Counter(5))

    def start(self) -> dict[str, int]:
        return {"left": 5}

    def is_lonely(self, s: Any, i: int) -> bool:
        return (i == 0 or s.board[i - 1] == 0) and (i == 4 or s.board[i + 1] == 0)

    def options(self, s: Any) -> Iterator[int]:
        for i in s.board.where(0):
            if self.is_lonely(s, i):
                yield i

    def play(self, s: Any, i: int) -> int | None:
        if self.is_lonely(s, i):
            s.board[i] = 1
        return None

    def over(self, s: Any) -> int | None:
        return LOSS if self.is_lonely(s, 2) and s.board[2] else None


class Taken(Lonely):
    """What a helper changes and returns is used in `play`."""

    def play(self, s: Any, i: int) -> int | None:
        s.board[i] = 1
        self.take(s)
        if self.take(s) == 3:
            return self.again(s)
        return None

    def take(self, s: Any) -> int:
        s.left = max(s.left - 1, 0)
        return s.left

    def again(self, s: Any) -> int | None:
        return AGAIN if self.is_lonely(s, 4) else None

    def order(self, s: Any) -> int:
        return abs(s.left)


@pytest.mark.parametrize("is_checked", [False, True])
@pytest.mark.parametrize("game", [Lonely(), Taken()])
def test_helpers_that_read_are_called_from_everywhere(game: Any, *, is_checked: bool) -> None:
    plain = gamekit.solve(game, backend="python")
    run_what_is_generated(game, is_checked=is_checked)
    generated = gamekit.solve(game, backend="compiled")
    assert (generated.root, generated.counts()) == (plain.root, plain.counts())


@pytest.mark.parametrize("game", cases(slow=[Lonely()], release=[Taken()]))
def test_helpers_that_read_are_called_from_everywhere_in_machine_code(game: Any) -> None:
    plain = gamekit.solve(game, backend="python")
    for compiled in (gamekit.solve(game, backend="compiled"), gamekit.solve(game, checked=True)):
        assert (compiled.root, compiled.counts()) == (plain.root, plain.counts())


class ChangesInOptions(Taken):
    def options(self, s: Any) -> Iterator[int]:
        if self.take(s):  # CALLED
            yield 0

    def take(self, s: Any) -> int:
        s.left = 0  # HERE
        return 1


class WithAndWithout(Lonely):
    def over(self, s: Any) -> int | None:
        return LOSS if self.is_one(s) else None  # HERE

    def play(self, s: Any, i: int) -> int | None:
        s.board[i] = 1
        return AGAIN if self.is_one(i) else None  # CALLED

    def is_one(self, what: Any) -> bool:
        return what == 1


class ChangesAnIndexTwice(Taken):
    def play(self, s: Any, i: int) -> int | None:
        s.board[self.take(s)] += 1  # HERE
        return None


class ChangesWhatIsSearchedTwice(Taken):
    def play(self, s: Any, i: int) -> int | None:
        s.board[i] = 1
        return AGAIN if self.twice(s) in s.board else None  # HERE

    def twice(self, s: Any) -> int:
        return self.take(s) + self.take(s)


class ChangesARowTwice(Taken):
    ROWS = [[0, 1], [2], [1], [0], [3]]

    def play(self, s: Any, i: int) -> int | None:
        s.board[self.ROWS[self.take(s)][0]] = 1  # HERE
        return None


class CallsItselfInAny(Lonely):
    def over(self, s: Any) -> int | None:
        return LOSS if self.is_deep(s, 3) else None

    def is_deep(self, s: Any, n: int) -> bool:
        return any(self.is_deep(s, n - 1) for i in range(n))  # HERE


class NoNumber(Taken):
    def play(self, s: Any, i: int) -> int | None:
        s.board[i] = 1
        return AGAIN if self.reset(s) == 0 else None  # HERE

    def reset(self, s: Any) -> None:
        s.left = 0


class NumberOrNone(Taken):
    def play(self, s: Any, i: int) -> int | None:
        s.board[i] = 1
        return AGAIN if self.reset(s) == 0 else None

    def reset(self, s: Any) -> int | None:  # HERE
        s.left = 0
        if s.board[0]:
            return 0


def line_of(game: type, mark: str) -> int:
    lines, first = inspect.getsourcelines(game)
    return first + next(i for i, line in enumerate(lines) if f"# {mark}" in line)


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (
            ChangesInOptions,
            "only play and unplay.* may change the state; ChangesInOptions.options calls this in line {}",
        ),
        (
            WithAndWithout,
            "with the state, and without it by WithAndWithout.play in line {}; write a function for each",
        ),
        (ChangesAnIndexTwice, r"this changes the state; assign its result to a name first: self.take\(s\)"),
        (ChangesWhatIsSearchedTwice, r"this changes the state; assign .* to a name first: self.twice\(s\)"),
        (ChangesARowTwice, r"this changes the state; assign .* to a name first: self.take\(s\)"),
        (CallsItselfInAny, "functions of rules cannot call themselves"),
        (NoNumber, r"this returns nothing: self.reset\(s\)"),
        (NumberOrNone, "this returns a number in one place and nothing in another"),
    ],
)
def test_a_call_that_cannot_work_is_refused_with_its_places(game: type, why: str) -> None:
    if "{}" in why:
        why = why.format(line_of(game, "CALLED"))
    made = game()
    with pytest.raises(RulesError) as error:
        ModuleWriter(made, made.board, made.coding).write()
    assert str(error.value).startswith(f"{Path(__file__).name}, line {line_of(game, 'HERE')}, in ")
    assert re.search(why, str(error.value)), error.value
