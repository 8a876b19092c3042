"""`gamekit explore` as a process: it says where the page is, serves it, and ends when it is interrupted."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
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
from urllib.parse import urlsplit

import pytest
import uvicorn
from support.command import SEVENTEEN, assert_refused, call, run, start
from support.web_client import page, wait_until
from uvicorn.server import ServerState

from gamekit.web.server.connections import PromptProtocol
from gamekit.web.server.serving import listen, name_of, url_of

JSON = {"content-type": "application/json"}

NODELAY = socket.IPPROTO_TCP, socket.TCP_NODELAY

HANGING = """
import os, time
import attrs
from gamekit.game.protocol import Game

@attrs.frozen
class Hanging(Game):
    players = ("first", "second")
    def initial_state(self): return 1
    def to_move(self, state): return 0
    def moves(self, state): return [1]
    def apply(self, state, move): return 0
    def outcome(self, state): return None if state else -1
    def format_move(self, state, move):
        while os.path.exists(os.environ["HANGS"]):
            open(os.environ["HANGS"] + "-now", "w").close()
            time.sleep(0.01)
        return str(move)
"""


@pytest.mark.slow
def test_a_table_is_open_already(tmp_path: Path) -> None:
    folder = str(tmp_path / "nim.table")
    assert call("solve", "nim", "--save", folder).status == 0
    with started(folder, "--state", "0 4 5, second to move", "--no-browser") as url:
        opened = asked(f"{url}api/games")["open"]
        report = asked(f"{url}api/solutions/{opened['solution']}")
    assert report["status"] == "ready"
    assert report["header"]["start"] == "0 4 5, second to move"
    assert report["header"]["verified"] == "not checked here; gamekit verify checks tables"
    assert str(tmp_path) not in json.dumps(report)


def test_a_table_that_is_cut_short_while_it_is_open_is_damaged(tmp_path: Path) -> None:
    folder = tmp_path / "nim.table"
    assert call("solve", "nim", "--save", str(folder)).status == 0
    there = page()
    id = there.library.add_table(folder, None, None).id
    assert there.walk(id, [])[0]["moves"]
    with (folder / "value.npy").open("r+b") as file:
        file.truncate(10)
    for question in ("walk", "why", "neighbourhood"):
        body = {"moves": [], **({"from": 0} if question == "walk" else {})}
        answer = there.post(f"solutions/{id}/{question}", body)
        assert (answer.status_code, answer.json()["error"]) == (
            422,
            "the table is damaged; the terminal that gamekit was started from shows what is wrong",
        )


@pytest.mark.slow
def test_the_process_ends_though_a_question_hangs(tmp_path: Path) -> None:
    about = tmp_path / "hanging-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hanging\nVersion: 1\n")
    (about / "entry_points.txt").write_text("[gamekit.games]\nhanging = hanging:Hanging\n")
    (tmp_path / "hanging.py").write_text(HANGING)
    environment = {"PYTHONPATH": str(tmp_path), "HANGS": str(tmp_path / "hangs")}
    with started("--no-browser", environment=environment) as url, contextlib.ExitStack() as left_open:
        id = posted(f"{url}api/solutions", {"game": "hanging"})["solution"]
        wait_until(lambda: asked(f"{url}api/solutions/{id}")["status"] == "ready")
        (tmp_path / "hangs").touch()
        connection = left_open.enter_context(
            contextlib.closing(http.client.HTTPConnection(urlsplit(url).netloc))
        )
        connection.request("POST", f"/api/solutions/{id}/walk", '{"moves": [], "from": 0}', JSON)
        wait_until((tmp_path / "hangs-now").exists)


@pytest.mark.slow
def test_a_game_in_a_file_is_solved(tmp_path: Path) -> None:
    (tmp_path / "hanging.py").write_text(HANGING)
    environment = {"HANGS": str(tmp_path / "never")}
    with started(f"{tmp_path / 'hanging.py'}:Hanging", "--no-browser", environment=environment) as url:
        wanted = asked(f"{url}api/games")["open"]
        id = posted(f"{url}api/solutions", wanted)["solution"]
        assert followed(url, id)["status"] == "ready"


@pytest.mark.slow
def test_the_process_serves_until_it_is_interrupted() -> None:
    with started("cat-mouse", "--input", SEVENTEEN, "--no-browser") as url:
        opened = asked(f"{url}api/games")["open"]
        assert opened["game"] == "cat-mouse"
        assert opened["start"] is None
        wanted = {"game": opened["game"], "parameters": opened["parameters"]}
        id = posted(f"{url}api/solutions", wanted)["solution"]
        report = followed(url, id)
        assert report["header"]["headline"] == "cat wins in 80 plies"
        for nonsense in (
            b"\0\r\n\r\n",
            b"GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
        ):
            with socket.create_connection(("127.0.0.1", urlsplit(url).port or 0)) as connection:
                connection.sendall(nonsense)
                assert connection.recv(1000).startswith(b"HTTP/1.1 400 ")


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="tells processes from one another as Linux does"
)
def test_the_fork_server_does_not_outlive_an_early_interrupt() -> None:
    with (server := started("--no-browser")):
        wait_until(lambda: fork_servers_of(server.process.pid))
        (fork_server,) = fork_servers_of(server.process.pid)
    arguments = Path(f"/proc/{fork_server}/cmdline")
    assert not arguments.exists() or not arguments.read_bytes()  # a process that has ended has none


def fork_servers_of(parent: int) -> list[int]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state = (process / "stat").read_text().rpartition(")")[2].split()
            if int(state[1]) == parent and b"forkserver" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


HALF = b"POST /api/games HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 100\r\n\r\n{"


@pytest.mark.slow
def test_half_sent_requests_keep_nobody_out() -> None:
    with started("--no-browser") as url, contextlib.ExitStack() as opened:
        there = ("127.0.0.1", urlsplit(url).port or 0)
        sockets = [opened.enter_context(socket.create_connection(there, timeout=5)) for _ in range(600)]
        for connection in sockets:
            with contextlib.suppress(OSError):
                connection.sendall(HALF)
        assert "games" in asked(f"{url}api/games")
        with contextlib.suppress(ConnectionError):
            assert sockets[0].recv(1000) == b""  # it has waited longest


def test_an_answer_does_not_wait_until_its_head_is_confirmed() -> None:
    class Seen(PromptProtocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            accepted.append(transport.get_extra_info("socket").getsockopt(*NODELAY))

    async def connect() -> None:
        config, state = uvicorn.Config(lambda: None, log_config=None, lifespan="off"), ServerState()
        with listen("127.0.0.1", 0) as listening:
            loop = asyncio.get_running_loop()
            async with await loop.create_server(lambda: Seen(config, state, {}), sock=listening):
                reader, writer = await asyncio.open_connection(*listening.getsockname())
                writer.write(b"nonsense\r\n\r\n")
                await reader.read()
                writer.close()

    accepted: list[int] = []
    asyncio.run(connect())
    assert len(accepted) == 1
    assert accepted[0] != 0


@pytest.mark.slow
def test_a_request_that_does_not_come_is_not_waited_for_long() -> None:
    class Impatient(PromptProtocol):
        request_timeout = 0.2

    async def answer(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"ok"})

    async def said(*parts: bytes) -> bytes:
        config, state = uvicorn.Config(answer, log_config=None, lifespan="off"), ServerState()
        serving = await asyncio.get_running_loop().create_server(
            lambda: Impatient(config, state, {}), "127.0.0.1", 0
        )
        async with serving:
            reader, writer = await asyncio.open_connection(*serving.sockets[0].getsockname())
            for part in parts:
                writer.write(part)
                await asyncio.sleep(0.05)
            heard = await asyncio.wait_for(reader.read(), 4)  # uvicorn itself waits 5 s for another request
            writer.close()
        assert not vars(state)["waiting"]
        return heard

    whole = b"GET / HTTP/1.1\r\nhost: here\r\n\r\n"
    assert asyncio.run(said()) == b""
    assert asyncio.run(said(whole[:20])) == b""
    assert asyncio.run(said(whole[:9], whole[9:])).endswith(b"ok")
    assert asyncio.run(said(whole, whole + whole[:20])).count(b"200 OK") == 2


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


def followed(url: str, id: str) -> Any:
    """Return what is said of a game when it is solved, or has failed."""
    wait_until(lambda: asked(f"{url}api/solutions/{id}")["status"] != "solving")
    return asked(f"{url}api/solutions/{id}")


def posted(url: str, body: Any) -> Any:
    request = urllib.request.Request(url, json.dumps(body).encode(), JSON)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


@pytest.mark.slow
def test_the_page_is_opened_in_a_browser(tmp_path: Path) -> None:
    browser, visited = tmp_path / "browser", tmp_path / "visited"
    browser.write_text(f'#!/bin/sh\necho "$1" > {visited}.part && mv {visited}.part {visited}\n')
    browser.chmod(0o755)
    with started(environment={"BROWSER": f"{browser} %s"}) as url:
        wait_until(visited.exists)
        assert visited.read_text() == f"{url}\n"


@pytest.mark.slow
def test_who_else_can_use_the_page_is_said() -> None:
    said = "gamekit: whoever can reach 0.0.0.0 can use this page and have games solved here\n"
    with started("--host", "0.0.0.0", "--no-browser", said=said) as url:
        assert asked(f"{url}api/games")["open"] is None


@pytest.mark.slow
def test_an_address_that_works_is_said_however_all_addresses_are_written() -> None:
    said = "gamekit: whoever can reach 0 can use this page and have games solved here\n"
    with started("--host", "0", "--no-browser", said=said) as url:
        assert asked(f"{url}api/games")["open"] is None


@pytest.mark.parametrize(
    ("host", "name", "url"),
    [
        ("0", "0.0.0.0", "http://127.0.0.1:8913/"),
        ("::", "::", "http://[::1]:8913/"),
        ("127.1", "127.0.0.1", "http://127.0.0.1:8913/"),
        ("127.0.0.2", "127.0.0.2", "http://127.0.0.2:8913/"),
        ("10.1", "10.0.0.1", "http://10.0.0.1:8913/"),
        ("localhost", "localhost", "http://localhost:8913/"),
        ("box.example", "box.example", "http://box.example:8913/"),
    ],
)
def test_what_a_server_is_called(host: str, name: str, url: str) -> None:
    class Listening(socket.socket):
        def getsockname(self) -> tuple[str, int]:
            return name, 8913

    with Listening() as listening:
        assert name_of(listening, host) == name
        assert url_of(listening, host) == url


@pytest.mark.slow
def test_all_of_127_is_this_machine_alone() -> None:
    with started("--host", "127.1", "--no-browser") as url:
        assert asked(f"{url}api/games")["open"] is None


def test_the_next_free_port_is_found() -> None:
    with listen("127.0.0.1", 0) as taken:
        port = taken.getsockname()[1]
        with listen("127.0.0.1", None, range(port, port + 20)) as found:
            assert found.getsockname()[1] > port
        with listen("127.0.0.1", None, range(port, port + 1)) as found:
            assert found.getsockname()[1] not in (port, 0)


@pytest.mark.slow
def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        result = run("explore", "nim", "--no-browser", "--port", str(port))
    assert_refused(result, f"--port {port} is in use; leave out --port, and gamekit finds a free one")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--input", SEVENTEEN), "parameters and --state need a GAME; name one (see gamekit explore --help)"),
        (("--state", "x"), "parameters and --state need a GAME; name one (see gamekit explore --help)"),
        (("chess",), None),
        (("no/such.table",), "no/such.table is neither a game nor a table: there is no such file or folder"),
        (("nosuch.table",), "nosuch.table is neither a game nor a table: there is no such file or folder"),
        (("/",), "/ is neither a game nor a table: the folder holds no table"),
        (("nmi",), "'nmi' is neither a registered game nor a table's folder; did you mean 'nim'?"),
        (("",), None),
        (("nim", "--state", "x"), "a state reads like '3 4 5, first to move'; this one is 'x'"),
        (
            ("nim", "--host", "no such host"),
            "--host must be an address or a name of this machine; 'no such host' is neither",
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
