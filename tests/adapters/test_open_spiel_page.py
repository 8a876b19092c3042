"""The examples of the page about OpenSpiel print what the page says. Building the site does without OpenSpiel."""

from __future__ import annotations

import contextlib
import io
import re
import shlex

import pytest
from support.command import call
from support.paths import ROOT

pytest.importorskip("pyspiel", reason="the extra open-spiel is not installed")
pytestmark = [pytest.mark.extra, pytest.mark.slow]

PAGE = (ROOT / "docs" / "how-to" / "open-spiel.md").read_text("utf-8")
PROGRAMS = re.findall(r"^```py\n(.*?)^```\n\n```text\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = re.findall(
    r"^\$ gamekit (.*)\n((?:(?!\$ |```).*\n)*)",
    "".join(re.findall(r"^```text\n(\$ .*?)^```", PAGE, re.MULTILINE | re.DOTALL)),
    re.MULTILINE,
)


@pytest.mark.parametrize(("program", "printed"), PROGRAMS)
def test_programs(program: str, printed: str) -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program, {})
    assert out.getvalue() == printed


@pytest.mark.parametrize(("command", "printed"), COMMANDS)
def test_commands(command: str, printed: str) -> None:
    ran = call(*shlex.split(command))
    assert ran.out + ran.err == printed


def test_all_examples_are_found() -> None:
    assert (len(PROGRAMS), len(COMMANDS)) == (PAGE.count("```py\n"), PAGE.count("\n$ "))
    assert PROGRAMS
    assert COMMANDS
