"""Plans for a device: they are not below what a solve takes, and say what they do not know."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.command import Countdown
from support.device_tiers import GAMES
from support.marks import cases
from support.piles import Piles

import gamekit
from gamekit import UnsupportedError
from gamekit.analysis.planning.costs import Costs
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.on_device import FIXED, DevicePlan, bytes_of_device, device_plan
from gamekit.analysis.planning.states import Size
from gamekit.device import choice
from gamekit.device.host import Host
from gamekit.engine.codes.batch import batch_of
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour

KEYED = ConnectFour(width=3, height=3, length=3)
DENSE = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
LARGER = ConnectFour(width=4, height=4)


@attrs.define(eq=False)
class Weighed(Host):
    """Remembers the most memory that was in use, and the bytes that were copied to it and from it."""

    peak: int = attrs.field(default=0, init=False)
    bus: int = attrs.field(default=0, init=False)

    def allocate(self, size: int) -> Any:
        memory = super().allocate(size)
        self.peak = max(self.peak, self._used)
        return memory

    def write(self, memory: Any, array: Any, at: int = 0) -> None:
        self.bus += array.nbytes
        super().write(memory, array, at)

    def read(self, memory: Any, array: Any, at: int = 0) -> None:
        self.bus += array.nbytes
        super().read(memory, array, at)


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", [DENSE, LARGER, pytest.param(ConnectFour(width=4, height=5), marks=pytest.mark.release)]
)
def test_the_plan_is_not_below_what_a_solve_takes(game: Any) -> None:
    device = Weighed()
    store = gamekit.solve(game, device=device).store
    planned = bytes_of_device(store.places, is_dense=store.index == "dense")
    assert 0.4 * (planned - 15_000_000) < device.peak <= planned  # of which a small game takes little


@pytest.mark.parametrize(
    ("kind", "memory"),
    cases(
        slow=[("keys that go round", None), ("keys that go round", 100_000)],
        release=[("ranges that go round", None), ("ranges that go round", 500_000), ("pawns", 2_000_000)],
    ),
)
def test_a_plan_by_tiers_is_close_to_a_solve(kind: str, memory: int | None, tmp_path: Path) -> None:
    name, parameters = GAMES[kind]
    game = gamekit.load_game(name, parameters)
    device = Weighed() if memory is None else Weighed(memory=memory)
    planned = gamekit.plan(game, compress=True, seconds=0.1, device=device).device
    assert planned is not None
    by_tiers = planned.runs[1]
    solution = gamekit.solve(game, tiers=tmp_path / "tiers", compress=True, device=device)
    assert gamekit.verify(solution, device=device).ok
    assert device.peak <= by_tiers.memory.usable
    beside = 80_000 * len(solution.store.tiers)  # type: ignore[attr-defined]
    assert 0.4 * by_tiers.bus.usable < device.bus < by_tiers.bus.usable + beside


def plan_for(device: Any, limit: int | None = None) -> DevicePlan:
    number, not_measured = Estimate.about(1_000_000, 2), None
    size = Size(number, number, number, None, "it was given", np.empty(0, dtype=np.int64))
    costs = Costs(batch_of(KEYED).rules, size, not_measured, 1 << 33, 1 << 40)  # type: ignore[arg-type]
    planned = device_plan(KEYED, costs, (), device, limit)
    assert planned is not None
    return planned


@pytest.mark.parametrize(
    ("memory", "why_not"), [(1 << 33, None), (2048, "2.0 KiB of its memory may be used")]
)
def test_a_game_that_fits_into_a_device_and_one_that_does_not(memory: int, why_not: str | None) -> None:
    for planned in (plan_for(Host(memory=memory)), plan_for(Host(), memory)):
        (run,) = planned.runs
        assert (planned.name, planned.free, run.why_not) == ("this processor", memory, why_not)
        assert run.memory.likely == bytes_of_device(1_000_000, is_dense=False)
        assert run.memory.low < run.memory.likely < (run.memory.high or 0)
        assert run.seconds.low < (run.seconds.likely or 0) < (run.seconds.high or 0)


def test_a_plan_without_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_is_found", lambda: False)
    planned = plan_for("cuda")
    assert (planned.name, planned.free, planned.runs[0].why_not) == (None, None, "no card is found here")
    limited = plan_for("cuda", FIXED)
    assert (limited.free, limited.runs[0].why_not) == (FIXED, "1.0 MiB of its memory may be used")
    assert plan_for("cuda", 1 << 40).runs[0].why_not is None
    for device in ("auto", "cpu"):
        with pytest.raises(AssertionError):
            plan_for(device)


@pytest.mark.slow
def test_what_is_not_planned_for_a_device() -> None:
    for game, message in (
        (Piles(), "a device solves games on a layout"),
        (Countdown(), "needs compiled rules"),
    ):
        with pytest.raises(UnsupportedError, match=message):
            gamekit.plan(game, seconds=0.1, device="cuda")
