"""Running the command line, inside this process or as one of its own, and what both are tried on."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint, EntryPoints
from types import ModuleType
from typing import Any
from unittest import mock

import attrs

from gamekit import Game
from gamekit.cli import main
from gamekit.game.registry import entry_points
from support.paths import EXAMPLES

SEVENTEEN = str(EXAMPLES / "cat-mouse-17.json")
FIFTY = str(EXAMPLES / "cat-mouse-50.json")


@attrs.frozen
class Result:
    """What a run of the command line left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one JSON object on stdout."""
        return json.loads(self.out)


def call(*arguments: str, stdin: bytes | str = b"") -> Result:
    """Run the command line in this process."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch("sys.stdin", io.TextIOWrapper(io.BytesIO(data))),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main(list(arguments))
        except SystemExit as ended:
            status = ended.code
    assert isinstance(status, int)
    return Result(status, out.getvalue(), err.getvalue())


def start(
    *arguments: str, environment: dict[str, str] | None = None, **options: Any
) -> subprocess.Popen[bytes]:
    """Start the command line as a process; -P keeps the source tree out where the tests are to meet a wheel."""
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "gamekit", *arguments],
        env={**os.environ, **(environment or {})},
        **{"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options},
    )


def run(*arguments: str, environment: dict[str, str] | None = None, **options: Any) -> Result:
    """Run the command line as a process of its own."""
    with start(*arguments, environment=environment, **options) as process:
        out, err = process.communicate(timeout=60)
        return Result(process.returncode, (out or b"").decode(), (err or b"").decode())


def without_places(text: str) -> str:
    """Return a text without the places of errors in files, which move whenever these are edited."""
    return re.sub(r" \(\w+\.py, line \d+(: .+?)?\)(?=[;\s]|$)", "", text)


def assert_refused(result: Result, message: str | None = None, status: int = 2) -> None:
    """Check that a run ended with one line on stderr, nothing on stdout and this status."""
    assert (result.status, result.out) == (status, ""), result
    assert result.err.startswith("gamekit: "), result
    assert result.err.count("\n") == 1, result
    assert result.err.endswith("\n"), result
    if message is not None:
        assert result.err == f"gamekit: {message}\n"


@contextlib.contextmanager
def plugins(
    *,
    games: dict[str, Any] | None = None,
    solvers: dict[str, Any] | None = None,
    rulesets: dict[str, Any] | None = None,
) -> Iterator[None]:
    """Register games, solvers and rulesets, beside those that are there, as plugins of a module called `plugged`."""
    module = ModuleType("plugged")
    entries = []
    given = {"gamekit.games": games, "gamekit.solvers": solvers, "gamekit.rulesets": rulesets}
    for group, named in given.items():
        for name, found in (named or {}).items():
            attribute = f"found_{len(entries)}"
            setattr(module, attribute, found)
            entries.append(EntryPoint(name, f"plugged:{attribute}", group))

    def extended(group: str) -> EntryPoints:
        return EntryPoints(
            [*entry_points(group=group), *(entry for entry in entries if entry.group == group)]
        )

    sys.modules["plugged"] = module
    try:
        with mock.patch("gamekit.game.registry.entry_points", extended):
            yield
    finally:
        del sys.modules["plugged"]


class Countdown(Game[int, int]):
    """Take one from three in turn; whoever takes the last wins."""

    players = ("Ann", "Bob")

    def initial_state(self) -> int:
        return 3

    def to_move(self, state: int) -> int:
        return (3 - state) % 2

    def moves(self, state: int) -> list[int]:
        return [1]

    def apply(self, state: int, move: int) -> int:
        return state - move

    def outcome(self, state: int) -> int | None:
        if state:
            return None
        return 1


def countdown_with(**members: Any) -> type[Game[Any, Any]]:
    """Return the class of a countdown, called `Bent`, with some of its members replaced."""
    return type("Bent", (Countdown,), members)
