"""The choice of a device, and what solves, verifies and plans with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import attrs
import pytest
from support.command import Countdown
from support.devices import put_card
from support.marks import cases
from support.piles import Piles
from support.scaffolded import load

import gamekit
from gamekit import InputError, LimitError, SolveOptions, UnsupportedError
from gamekit.cli.verbs.new import new_plugin
from gamekit.device import choice
from gamekit.device.host import Host
from gamekit.errors import DeviceError
from gamekit.solution.solution import Solution
from games.cat_mouse import CatMouse
from games.connect_four import ConnectFour

KEYED = ConnectFour(width=3, height=3, length=3)
DENSE = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])

LARGER = ConnectFour(width=4, height=4)
"""A game that is explored in rounds, after which progress is reported; a smaller one takes a single call."""


def values(solution: Solution[Any, Any]) -> list[tuple[int, int | None]]:
    """Return payoff and plies of all places; plies are None for play without end."""
    store, every = solution.store, slice(0, solution.store.places)
    plies = (None if number == store.infinite else number for number in store.remoteness(every).tolist())
    return list(zip(store.values(every).tolist(), plies, strict=True))


# --- names ------------------------------------------------------------------------------------------------------------


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    card, other = put_card(monkeypatch), Host()
    assert choice.device_named("cpu") is None
    assert choice.device_named("cuda") is card
    assert choice.device_named("auto") is card
    assert choice.device_named(other) is other


@pytest.fixture
def _forgotten() -> Iterator[None]:
    """Forget whether there is a card, before and after."""
    choice._is_found.cache_clear()
    yield
    choice._is_found.cache_clear()


def test_the_error_without_the_extra_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings.driver", None)
    with pytest.raises(UnsupportedError, match=r"pip install 'gamekit-solver\[cuda\]'$"):
        gamekit.solve(DENSE, device="cuda")


@pytest.mark.usefixtures("_forgotten")
def test_auto_without_the_extra_is_this_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "find_spec", lambda _: None)
    monkeypatch.setattr(
        choice, "card", lambda: pytest.fail("the extra is not installed, and a card is opened")
    )
    assert choice.found_card() is None


@pytest.mark.usefixtures("_forgotten")
def test_auto_looks_once_for_a_card_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def card() -> Host:
        looks.append(1)
        raise OSError("the driver is broken")

    monkeypatch.setattr(choice, "find_spec", lambda name: ModuleType(name))
    monkeypatch.setattr(choice, "card", card)
    assert [choice.found_card(), choice.found_card(), len(looks)] == [None, None, 1]


# --- options ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("given", ["gpu", "", 3, None])
def test_what_is_no_device_is_refused(given: Any) -> None:
    with pytest.raises(InputError, match=r"^device must be auto, cpu or cuda; it is "):
        SolveOptions(device=given)
    with pytest.raises(InputError, match=r"^device must be auto, cpu or cuda; it is "):
        gamekit.verify(gamekit.solve(Countdown()), device=given)


def test_a_device_makes_the_backend_compiled() -> None:
    assert SolveOptions(device="cuda").backend == "compiled"
    assert SolveOptions(device=Host()).backend == "compiled"
    assert (SolveOptions().backend, SolveOptions(device="cpu").backend) == ("auto", "auto")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"backend": "python"}, "a device needs the compiled backend; backend is python"),
        ({"work": "folder"}, "device and work exclude each other, because .* its own memory; leave out one"),
        ({"executor": "serial"}, "device and executor exclude each other"),
        ({"method": "edges"}, "device and method exclude each other"),
        ({"checked": True}, "device and checked exclude each other"),
        ({"solver": "minimax"}, "minimax does not work on compiled rules"),
    ],
)
def test_what_a_device_does_not_go_with(given: dict[str, Any], message: str) -> None:
    with pytest.raises(UnsupportedError, match=message):
        SolveOptions(device="cuda", **given)


def test_what_was_asked_of_this_processor_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    put_card(monkeypatch, large=1)
    for of_processor in ({"method": "edges"}, {"checked": True}, {"executor": "serial"}, {"device": "cpu"}):
        assert SolveOptions(**of_processor).chosen_device(DENSE) is None  # type: ignore[arg-type]
    assert SolveOptions().chosen_device(DENSE) is not None


# --- solving ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [KEYED, pytest.param(DENSE, marks=pytest.mark.slow)])
def test_a_device_finds_what_this_processor_finds(game: Any) -> None:
    by_device = gamekit.solve(game, device=Host(seed=3))
    here = gamekit.solve(game, device="cpu", backend="compiled")
    assert (by_device.statistics["device"], "device" in here.statistics) == ("this processor", False)
    assert values(by_device) == values(here)


@pytest.mark.slow
@pytest.mark.parametrize("game", [LARGER, DENSE])
def test_auto_takes_the_card_where_a_game_is_large(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put_card(monkeypatch, large=50)
    solved = gamekit.solve(game, backend="compiled")
    assert solved.statistics["device"] == "a card"
    assert values(solved) == values(gamekit.solve(game, backend="compiled", device="cpu"))


def test_auto_looks_for_no_card_where_a_game_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    put_card(monkeypatch)
    monkeypatch.setattr(choice, "found_card", lambda: pytest.fail("a small game looks for a card"))
    for game in (KEYED, DENSE):
        solution = gamekit.solve(game, backend="compiled")
        assert "device" not in solution.statistics
        assert gamekit.verify(solution).device is None


@pytest.mark.slow
@pytest.mark.parametrize("game", [LARGER, DENSE])
def test_what_does_not_fit_into_the_card(game: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put_card(monkeypatch, memory=10_000, large=50)
    assert "device" not in gamekit.solve(game, backend="compiled").statistics
    with pytest.raises(
        LimitError, match=r"does not fit into the memory of a card: .* --device cpu solves it"
    ):
        gamekit.solve(game, device="cuda")


@pytest.mark.parametrize("by_tiers", cases(quick=[False], slow=[True]))
def test_a_card_that_does_not_work(by_tiers: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = put_card(monkeypatch, large=10)

    def breaks(*_: Any) -> None:
        raise DeviceError("the graphics card reports: it is broken")

    monkeypatch.setattr(ConnectFour, "dense_codes", 100)  # so that the card is taken at once
    monkeypatch.setattr(type(card), "kernels", breaks)
    options: dict[str, Any] = {"tiers": tmp_path / "tiers"} if by_tiers else {}
    with pytest.raises(DeviceError, match="it is broken"):
        gamekit.solve(KEYED, device="cuda", **options)
    solution = gamekit.solve(KEYED, backend="compiled", **options)
    assert "device" not in solution.statistics
    with pytest.raises(DeviceError, match="it is broken"):
        gamekit.verify(solution, device="cuda")
    assert gamekit.verify(solution).device is None


def test_a_game_that_a_device_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Piles has compiled rules that are written by hand, and Countdown has none."""
    put_card(monkeypatch, large=1)
    assert SolveOptions().chosen_device(Piles()) is None
    with pytest.raises(
        UnsupportedError, match=r"^a device solves games on a layout \(BoardGame\); the rules of Piles"
    ):
        gamekit.solve(Piles(), device="cuda")
    with pytest.raises(UnsupportedError, match=r"^Countdown gives no compiled rules"):
        gamekit.solve(Countdown(), device="cuda")


@pytest.mark.slow
def test_tiers_are_the_same_by_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    card = put_card(monkeypatch)
    by_device = gamekit.solve(KEYED, tiers=tmp_path / "device", device="cuda")
    gamekit.solve(KEYED, tiers=tmp_path / "here", device="cpu")
    assert by_device.statistics["device"] == card.name
    files = [*(tmp_path / "here").rglob("*.npy")]
    assert len(files) > 9
    for path in files:
        assert (tmp_path / "device" / path.relative_to(tmp_path / "here")).read_bytes() == path.read_bytes()
    assert gamekit.verify(gamekit.open_table(tmp_path / "device"), device="cuda").device == "a card"


@pytest.mark.slow
def test_a_tier_that_does_not_fit_into_the_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_card(monkeypatch, memory=14_000, large=1)
    with pytest.raises(LimitError, match="into the memory of a card"):
        gamekit.solve(KEYED, tiers=tmp_path / "asked", device="cuda")
    monkeypatch.setattr(ConnectFour, "dense_codes", 100)  # not known of a game that is explored
    solved: Any = gamekit.solve(KEYED, tiers=tmp_path / "chosen", backend="compiled")
    by_card = {"device" in part.info.statistics for part in solved.store.tiers.values()}
    assert (len(solved), str(solved.root), by_card) == (694, "TIE in 9 for red", {True, False})


@pytest.mark.slow
def test_a_game_of_a_new_user(tmp_path: Path) -> None:
    new_plugin("cats-and-dogs", tmp_path, "board")
    game = load(tmp_path / "cats-and-dogs/cats_and_dogs/rules.py", "CatsAndDogs")()
    solution = gamekit.solve(game, device=Host())
    assert str(solution.root) == "WIN in 5 for white"
    assert gamekit.verify(solution, device=Host()).ok


def test_memory_also_limits_the_card_that_verifies(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = []

    def card(memory: int | None = None) -> Host:
        limits.append(memory)
        return Host()

    monkeypatch.setattr(choice, "card", card)
    options = SolveOptions(device="cuda", memory="8MiB")
    assert isinstance(options.verifying_device(DENSE), Host)
    assert SolveOptions(memory="8MiB").verifying_device(DENSE) == "auto"
    assert limits == [8 << 20]


def test_a_device_does_not_search_for_proofs() -> None:
    for device in ("cuda", Host()):
        with pytest.raises(
            UnsupportedError, match=r"^a device does not search for proofs, because .*\(leaves\)$"
        ):
            gamekit.prove(KEYED, device=device)
    assert (
        str(gamekit.prove(KEYED, device="auto")) == str(gamekit.prove(KEYED, device="cpu")) == "TIE for red"
    )


# --- verification -----------------------------------------------------------------------------------------------------


def test_a_device_verifies_what_this_processor_solved() -> None:
    solution = gamekit.solve(KEYED, backend="compiled", device="cpu")
    report, here = gamekit.verify(solution, device=Host()), gamekit.verify(solution, device="cpu")
    assert str(report) == f"{here.scope and here}; checked on this processor"
    assert attrs.evolve(report, device=None) == here


@pytest.mark.slow
def test_a_large_solution_is_verified_by_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = gamekit.solve(KEYED, backend="compiled", device="cpu")
    put_card(monkeypatch, large=50)
    assert gamekit.verify(solution).device == "a card"
    put_card(monkeypatch, large=50, memory=1000)
    assert gamekit.verify(solution).device is None
    with pytest.raises(LimitError, match=r"does not fit into the memory of a card"):
        gamekit.verify(solution, device="cuda")


def test_what_a_device_does_not_verify(tmp_path: Path) -> None:
    with pytest.raises(
        UnsupportedError, match=r"^a device verifies solutions by compiled rules, and this one is by"
    ):
        gamekit.verify(gamekit.solve(Countdown()), device=Host())
    in_files = gamekit.solve(KEYED, work=tmp_path / "work")
    with pytest.raises(
        UnsupportedError, match=r"^a device does not verify the files of a work folder: .*work$"
    ):
        gamekit.verify(in_files, device=Host())
