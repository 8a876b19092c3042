"""`--device` on the command line, with a device of this processor in place of a card."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.command import Countdown, assert_refused, call, plugins
from support.devices import put_card

import gamekit
from gamekit.device import choice
from gamekit.device.host import Host
from games.connect_four import ConnectFour

SMALL = ("connect-four", "-p", "width=3", "-p", "height=3", "-p", "length=3")


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Host:
    return put_card(monkeypatch)


@pytest.mark.slow
@pytest.mark.usefixtures("card")
def test_solve_says_what_solved_and_verified() -> None:
    solved = call("solve", *SMALL, "--device", "cuda")
    assert (solved.status, solved.err) == (0, "")
    assert "retrograde (device a card, verified on a card)" in solved.out
    assert "checked on a card" in solved.out


@pytest.mark.slow
@pytest.mark.usefixtures("card")
def test_a_table_says_what_made_it_and_any_device_verifies_it(tmp_path: Path) -> None:
    for how in (("--save", tmp_path / "whole"), ("--tiers", tmp_path / "tiers")):
        table = str(how[1])
        made = call("solve", *SMALL, "--device", "cuda", "--json", *map(str, how)).json
        assert made["statistics"].items() >= {"device": "a card", "verified on": "a card"}.items()
        for device, name in (("cuda", "a card"), ("cpu", None), ("auto", None)):
            report = call("verify", table, "--device", device, "--json").json
            assert (report["ok"], report["verification"]["device"]) == (True, name)
        kept = gamekit.open_table(table).statistics
        assert (kept["device"], kept["verified on"]) == ("a card", "a card")
    shown = call("info", str(tmp_path / "whole")).out
    assert "compiled backend on a card, in" in shown
    kept = call("info", str(tmp_path / "whole"), "--json").json["statistics"]
    assert (kept["device"], kept["verified on"]) == ("a card", "a card")


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cuda.bindings.driver", None)
    refused = call("solve", *SMALL, "--device", "cuda")
    assert_refused(refused)
    assert refused.err.endswith(": pip install 'gamekit-solver[cuda]'\n")


@pytest.mark.usefixtures("card")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("solve", *SMALL, "--device", "gpu"), "'gpu' is not one of 'auto', 'cpu', 'cuda'"),
        (("solve", *SMALL, "--device", "cuda", "--work", "w"), "device and work exclude each other"),
        (("solve", *SMALL, "--device", "cuda", "--checked"), "device and checked exclude each other"),
        (
            ("solve", *SMALL, "--device", "cuda", "--cap", "3"),
            "minimax:cap=3 does not work on compiled rules",
        ),
        (("solve", *SMALL, "--device", "cuda", "--loops"), "a device needs the compiled backend"),
        (("solve", "countdown", "--device", "cuda"), "Countdown gives no compiled rules"),
    ],
)
def test_what_a_device_does_not_go_with(arguments: tuple[str, ...], message: str) -> None:
    with plugins(games={"countdown": Countdown}):
        refused = call(*arguments)
    assert refused.status != 0
    assert message in refused.err


@pytest.mark.slow
@pytest.mark.usefixtures("card")
def test_other_verbs_solve_by_a_device() -> None:
    for verb in (("explain",), ("compare",), ("judge", "--help")):
        done = call(*verb, *(SMALL if "--help" not in verb else ()), "--device", "cuda")
        assert done.status == 0, done.err
    compared = call("compare", *SMALL, "--device", "cuda").out
    assert "retrograde, compiled rules, on a card" in compared
    assert "retrograde, compiled rules, by edges" in compared
    assert "The sound solvers agree" in compared


@pytest.mark.usefixtures("card", "measured_in_passing")
def test_plan() -> None:
    planned = call("plan", *SMALL, "--device", "cuda", "--workers", "1")
    assert "card:    a card, of which 8.0 GiB may be used\n" in planned.out
    ((place, *_, fits),) = re.findall(r"^(in memory) .*17\.4 MiB.*(yes)$", planned.out, re.MULTILINE)
    assert (place, fits) == ("in memory", "yes")
    assert "Times on a card are not measured" in planned.out
    report: dict[str, Any] = call("plan", *SMALL, "--device", "cpu", "--workers", "1", "--json").json
    assert report["device"] is None


def test_list_names_the_card(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "_is_found", lambda: False)
    assert "graphics card" not in call("list").out
    put_card(monkeypatch)
    assert call("list").out.endswith("graphics card: a card\n")
    assert call("list", "--json").json["card"] == "a card"


@pytest.mark.usefixtures("card")
def test_a_large_game_is_not_weighed_against_the_memory_of_this_processor(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from gamekit.cli import fit
    from gamekit.solvers.options import SolveOptions

    monkeypatch.setattr("gamekit.analysis.planning.plan.plan", lambda *_, **__: pytest.fail("it is planned"))
    check = fit.MemoryCheck(
        ConnectFour(width=3, height=3, length=3), SolveOptions(), lambda *_: None, large=1
    )
    check("exploring", 1, None)


def test_a_certificate_is_not_for_a_device(tmp_path: Path) -> None:
    proof = str(tmp_path / "proof")
    assert call("prove", *SMALL, "--save", proof).status == 0
    refused = call("verify", proof, "--device", "cuda")
    assert_refused(refused)
    assert "--device cuda is for tables" in refused.err


@attrs.frozen
class EachStone(ConnectFour):
    """Connect four in which every move is a conversion."""

    def converts(self, tier: int, after: int) -> bool:
        return True


@pytest.mark.slow
@pytest.mark.usefixtures("card")
def test_what_counts_to_conversions_is_solved_by_a_device_and_verified_here() -> None:
    with plugins(games={"each-stone": EachStone}):
        solved = call("solve", "each-stone", *SMALL[1:], "--device", "cuda", "--json").json
    assert (solved["statistics"]["device"], solved["verified"], solved["remoteness"]) == ("a card", True, 1)
