"""`gamekit plan`, for people and as JSON."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import time

import attrs
import pytest
from support.command import EXAMPLES, Countdown, assert_refused, call, plugins, start

pytestmark = pytest.mark.usefixtures("measured_in_passing")


@pytest.mark.slow
def test_json() -> None:
    report = call("plan", "connect-four", "--workers", "1", "--workers", "16", "--json").json
    assert report["game"] == "connect-four"
    assert report["states"] == {"low": 2_715, "likely": 2_715, "high": 2_715}
    assert [(run["place"], run["workers"]) for run in report["runs"]] == [
        ("memory", 1), ("memory", 16), ("tiers", 1), ("tiers", 16), ("files", 1), ("files", 16),
    ]  # fmt: skip
    assert set(report["rates"]) == {
        "expand",
        "parents",
        "in_degree",
        "merge",
        "find",
        "touch",
        "write",
        "read",
        "round",
    }


def test_for_people() -> None:
    result = call("plan", "connect-four", "--workers", "2")
    assert (result.status, result.err) == (0, "")
    assert "states:  2,715; all of them were found by exploring" in result.out
    assert "in memory" in result.out
    assert "--work, in files" in result.out


def test_for_people_without_compiled_rules() -> None:
    with plugins(games={"countdown": Countdown}):
        result = call("plan", "countdown")
    assert result.status == 0
    assert result.out.startswith("countdown, with plain rules\n")


@attrs.frozen
class CountdownFrom(Countdown):
    """Countdown with parameters."""

    first: int = 3
    name: str = ""


def test_what_may_help_instead_has_the_same_parameters() -> None:
    given = ("countdown", "--input", '{"first": 5}', "-p", "name=it's so")
    command = "gamekit prove " + shlex.join(given)
    with plugins(games={"countdown": CountdownFrom}):
        lean = call("plan", *given, "--memory", "1")
        as_json = call("plan", *given, "--memory", "1", "--json").json
        fitting = call("plan", *given, "--json").json
    assert f"do not fit here. `{command}` may decide the first position" in lean.out
    assert (as_json["fits"], as_json["instead"]) == (False, command)
    assert (fitting["fits"], fitting["instead"]) == (True, None)


@pytest.mark.slow
def test_what_does_not_fit_is_told_to_people() -> None:
    result = call("plan", "quixo", "--input", "-", "--memory", "100MB", stdin=json.dumps({"size": 5}))
    assert result.status == 0
    assert (
        "It does not fit here in memory: at most 4,294,967,294 states can be counted in memory." in result.out
    )
    assert re.search(
        r"\n1\d\d billion states do not fit here\. `gamekit prove quixo --input -` may decide", result.out
    )
    assert re.search(
        r"\nA trial expanded \d[\d,]* positions in .*, and came back to one of them\.", result.out
    )


@pytest.mark.slow
def test_what_is_not_known_does_not_fit() -> None:
    given = ("sliding-puzzle", "--input", '{"rows": 4, "columns": 4}')
    result = call("plan", *given, "--seconds", "3")
    assert result.status == 0
    assert f"`gamekit prove {shlex.join(given)}` may decide the first position" in result.out
    assert "not known" in result.out
    assert "fits" not in result.out


def test_bad_input_is_one_line() -> None:
    assert_refused(call("plan", "connect-fore"))
    assert_refused(call("plan", "connect-four", "--workers", "0"))
    with plugins(games={"countdown": Countdown}):  # the number of states is asked of compiled rules alone
        assert_refused(call("plan", "countdown", "--states", "5"))
    assert_refused(call("plan", "connect-four", "--memory", "lots"))


@pytest.mark.release
def test_it_can_be_interrupted() -> None:
    game = ("dobutsu-shogi", "--input", str(EXAMPLES / "dobutsu-shogi-standard.json"))
    process = start("plan", *game, "--seconds", "60")
    time.sleep(5)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"gamekit: interrupted\n")
