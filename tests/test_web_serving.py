"""`gamekit explore` as a process: it says where the page is, serves it, and ends when it is interrupted."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest
from command import SEVENTEEN, assert_refused, call, run, start
from web_client import wait_until

from gamekit.web.serving import listen


def test_a_table_is_open_already(tmp_path: Path) -> None:
    folder = str(tmp_path / "nim.table")
    assert call("solve", "nim", "--save", folder).status == 0
    with started(folder, "--state", "0 4 5, second to move", "--no-browser") as url:
        opened = asked(f"{url}api/games")["open"]
        report = asked(f"{url}api/solutions/{opened['solution']}")
    assert report["status"] == "ready"
    assert report["header"]["start"] == "0 4 5, second to move"
    assert report["header"]["verified"] == "not checked here; `gamekit verify` checks tables"
    assert str(tmp_path) not in json.dumps(report)


def test_the_process_serves_until_it_is_interrupted() -> None:
    with started("cat-mouse", "--input", SEVENTEEN, "--no-browser") as url:
        opened = asked(f"{url}api/games")["open"]
        assert opened["game"] == "cat-mouse"
        assert opened["start"] is None
        request = urllib.request.Request(
            f"{url}api/solutions",
            json.dumps({"game": opened["game"], "parameters": opened["parameters"]}).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            id = json.load(answer)["solution"]
        while (report := asked(f"{url}api/solutions/{id}"))["status"] == "solving":
            pass
        assert report["header"]["headline"] == "cat wins in 80 plies"


class started:  # noqa: N801 - it reads as a function
    """A server as a process; leaving interrupts it, and checks that it ends as it should."""

    def __init__(self, *arguments: str, said: str = "", **options: Any) -> None:
        self.process = start("explore", *arguments, "--port", "0", **options)
        self.said = said

    def __enter__(self) -> str:
        assert self.process.stdout
        line = self.process.stdout.readline().decode()
        found = re.search(r"http://127\.0\.0\.1:\d+/", line)
        assert found, line + self.process.communicate()[1].decode()
        return found[0]

    def __exit__(self, *_error: object) -> None:
        self.process.send_signal(signal.SIGINT)
        out, err = self.process.communicate(timeout=30)
        assert (self.process.returncode, out) == (130, b"")
        assert err.decode() == f"{self.said}gamekit: interrupted\n"


def asked(url: str) -> Any:
    with urllib.request.urlopen(url) as answer:
        return json.load(answer)


def test_the_page_is_opened_in_a_browser(tmp_path: Path) -> None:
    browser, visited = tmp_path / "browser", tmp_path / "visited"
    browser.write_text(f'#!/bin/sh\necho "$1" > {visited}.part && mv {visited}.part {visited}\n')
    browser.chmod(0o755)
    with started(environment={"BROWSER": f"{browser} %s"}) as url:
        wait_until(visited.exists)
        assert visited.read_text() == f"{url}\n"


def test_who_else_can_use_the_page_is_said() -> None:
    said = "gamekit: whoever can reach 0.0.0.0 can use this page and have games solved here\n"
    with started("--host", "0.0.0.0", "--no-browser", said=said) as url:
        assert asked(f"{url}api/games")["open"] is None


def test_the_next_free_port_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr("gamekit.web.serving.PORT", port)
        with listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] > port
        monkeypatch.setattr("gamekit.web.serving.PORTS", 1)
        with listen("127.0.0.1", None) as found:
            assert found.getsockname()[1] not in (port, 0)


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("explore", "nim", "--no-browser", "--port", str(port))
    assert_refused(result, f"--port {port} is taken; leave it out, and a free one is found")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--input", SEVENTEEN), "--input and --state go with a GAME (see gamekit explore --help)"),
        (("--state", "x"), "--input and --state go with a GAME (see gamekit explore --help)"),
        (("chess",), None),
        (
            ("nim", "--host", "no such host"),
            "--host is an address or a name of this machine; 'no such host' is neither",
        ),
        (("nim", "--memory", "much"), None),
    ],
)
def test_bad_command_lines(arguments: tuple[str, ...], message: str | None) -> None:
    assert_refused(call("explore", *arguments, "--no-browser"), message)


def test_the_command_line_loads_no_server() -> None:
    code = "import gamekit.cli, sys; print([n for n in ('starlette', 'uvicorn', 'numba', 'numpy') if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=os.environ
    )
    assert done.stdout.strip() == "[]"
