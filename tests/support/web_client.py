"""Asking the server of the local page, inside this process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import Any

import attrs
import httpx
from starlette.types import ASGIApp

from gamekit.solvers.options import SolveOptions
from gamekit.web.server.app import application
from gamekit.web.server.keeper import keep
from gamekit.web.server.library import Library, Limits
from gamekit.web.server.processes import GameProcess

HOST, PORT = "127.0.0.1", 8913
PATIENCE = 60
ANY_MEMORY = Limits(memory=1 << 50)  # where games share a process, each is as large as all


class InThread:
    """What a process of a game does, in a thread of this one, which knows plugins that are patched in."""

    def __init__(self, connection: Connection, options: SolveOptions, _memory: int) -> None:
        self._end = socket.socket(fileno=os.dup(connection.fileno()))
        self._thread = threading.Thread(target=keep, args=(connection, options), daemon=True)
        self._thread.start()

    def kill(self) -> None:
        """Hang up; rules that hang go on."""
        with contextlib.suppress(OSError):
            self._end.shutdown(socket.SHUT_RDWR)

    def join(self) -> None:
        """Wait until nobody listens."""
        self._thread.join()
        self._end.close()


@attrs.frozen
class Client:
    """Sends requests to an application, and waits for the answers; what the application raises is no answer."""

    app: ASGIApp

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        async def answer() -> httpx.Response:
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}:{PORT}") as client:
                return await client.request(method, path, **options)

        return asyncio.run(answer())

    def get(self, path: str, **options: Any) -> httpx.Response:
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        return self.request("POST", path, **options)


@attrs.frozen(eq=False)
class Page:
    """What a page does: it asks the server, and follows a job to its end."""

    library: Library
    client: Client

    def get(self, path: str, **options: Any) -> Any:
        return self.client.get(f"/api/{path}", **options)

    def post(self, path: str, body: Any = None, **options: Any) -> Any:
        return self.client.post(f"/api/{path}", json={} if body is None else body, **options)

    def open(self, game: str, parameters: Any = None, start: str | None = None) -> dict[str, Any]:
        """Have a game solved; return what is said of it when it is."""
        answer = self.post("solutions", {"game": game, "parameters": parameters, "start": start})
        assert answer.status_code == 202, answer.text
        return self.followed(answer.json()["solution"])

    def followed(self, id: str) -> dict[str, Any]:
        """Return what is said of a game when it is solved, or has failed."""
        wait_until(lambda: self.get(f"solutions/{id}").json()["status"] != "solving")
        report: dict[str, Any] = self.get(f"solutions/{id}").json()
        return report

    def walk(self, id: str, moves: list[str], first: int | None = None) -> list[dict[str, Any]]:
        """Return the views after the first so many moves, and on."""
        asked = {"moves": moves, "from": len(moves) if first is None else first}
        answer = self.post(f"solutions/{id}/walk", asked)
        assert answer.status_code == 200, answer.text
        views: list[dict[str, Any]] = answer.json()["views"]
        return views

    def walk_to_the_end(self, id: str, most: int = 200) -> list[str]:
        """Return the moves that perfection plays, up to the end or so many."""
        moves: list[str] = []
        view = self.walk(id, moves)[-1]
        while view["choice"] is not None and len(moves) < most:
            moves.append(view["moves"][view["choice"]]["text"])
            view = self.walk(id, moves)[-1]
        return moves


def page(
    options: SolveOptions | None = None,
    opened: dict[str, Any] | None = None,
    host: str = HOST,
    limits: Limits | None = None,
) -> Page:
    """Return a page of a server of its own, in which games share this process."""
    library = Library(options or SolveOptions(), limits or ANY_MEMORY, start=InThread)
    weakref.finalize(library, _hang_up, library._processes)
    app = application(library, host, PORT, opened)
    return Page(library, Client(app))


def _hang_up(processes: Iterable[GameProcess]) -> None:
    for process in list(processes):
        process.kill()


def wait_until(holds: Callable[[], Any]) -> None:
    """Ask again and again until something holds, or it takes too long."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it takes too long"
        time.sleep(0.002)
