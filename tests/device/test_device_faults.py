"""Rules that break a promise on a device: the error is that of this processor, with the state."""

from __future__ import annotations

import ctypes
from typing import Any

import attrs
import pytest
from support.generated import run_what_is_generated
from support.marks import cases

from gamekit import RulesError
from gamekit.device.host import Host
from gamekit.device.solve import solve_on
from gamekit.device.words import Count, Word
from gamekit.engine.codes.batch import Batch, batch_of
from gamekit.errors import DeviceError
from gamekit.layout import BoardGame, Counter, Layout


@attrs.frozen
class Countdown(BoardGame):
    """Take one or two from a heap; what is wrong with it depends on how."""

    how: str = "right"
    heap: int = 9
    players = ("Ann", "Bob")
    most_moves = 2

    def layout(self) -> Layout:
        return Layout(heap=Counter(self.heap), dense="all" if self.how == "dense" else None)

    def start(self) -> dict[str, Any]:
        return {"heap": self.heap}

    def options(self, s: Any) -> Any:
        for takes in range(1, 3):
            if takes <= s.heap:
                yield takes

    def play(self, s: Any, takes: int) -> None:
        s.heap -= takes

    def over(self, s: Any) -> Any:
        if s.heap == 0:
            return -1
        return None


def broken(batch: Batch, **promises: Any) -> Batch:
    """Return rules that promise something else."""
    return attrs.evolve(batch, rules=attrs.evolve(batch.rules, **promises))


def batch_for(how: str) -> tuple[Any, Batch]:
    game = Countdown(how)
    run_what_is_generated(game, is_checked=False)
    return game, batch_of(game)


@pytest.mark.parametrize(
    ("how", "promise", "error"),
    cases(
        quick=[("right", {"max_successors": 1}, "successors writes more codes than max_successors, 1")],
        slow=[
            ("dense", {"max_successors": 1}, "successors writes more codes than max_successors, 1"),
            ("right", {"size": 12}, "successors writes a code that is not from 0 to 11"),
        ],
    ),
)
def test_the_error_names_the_state(how: str, promise: dict[str, int], error: str) -> None:
    game, batch = batch_for(how)
    with pytest.raises(RulesError, match=error):
        solve_on(Host(), broken(batch, **promise), game.encode(game.initial_state()))


def test_a_device_that_errs_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    game, batch = batch_for("right")
    device = Host()
    run = device.run

    def erring(kernels: Any, name: str, frame: Any, first: int, last: int) -> None:
        run(kernels, name, frame, first, last)
        if name == "begin":
            words = frame.array.view("int64")
            counts = (ctypes.c_int64 * len(Count)).from_address(int(words[Word.COUNTS]))
            counts[Count.FAULT], counts[Count.FAULTY_CODE] = 2, game.encode(game.initial_state())

    monkeypatch.setattr(Host, "run", staticmethod(erring))
    with pytest.raises(DeviceError, match="a device finds fault 2 in the rules of Countdown"):
        solve_on(device, batch, game.encode(game.initial_state()))
