"""`serve`: listen, say where, and answer until interrupted."""

from __future__ import annotations

import errno
import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.web.app import application
from gamekit.web.guard import in_url, is_unspecified
from gamekit.web.library import Library

PORT: Final = 8913
PORTS: Final = 20
"""The port that is taken if none is asked for, and how many after it are tried where it is taken."""

WAITING: Final = 128  # connections before the server gets to them
LAST_WORDS: Final = 1  # seconds for answers that are on their way when the server ends


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: an address or a name.
        port: 0 for any that is free; None for `PORT` or one of the next.

    Raises:
        InputError: nothing can listen there.
    """
    if port is not None:
        return _bound(host, port)
    for candidate in range(PORT, PORT + PORTS):
        try:
            return _bound(host, candidate)
        except _TakenError:
            continue
    return _bound(host, 0)


class _TakenError(InputError):
    """Somebody else listens there."""


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        bound = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        raise InputError(f"--host is an address or a name of this machine; {host!r} is neither") from error
    try:
        if os.name == "posix":  # elsewhere it would take a port from whoever has it
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(WAITING)
    except OSError as error:
        bound.close()
        if error.errno == errno.EADDRINUSE:
            raise _TakenError(f"--port {port} is taken; leave it out, and a free one is found") from error
        raise InputError(f"cannot listen at {host}, port {port}: {error.strerror}") from error
    return bound


def serve(
    library: Library,
    listening: socket.socket,
    host: str,
    *,
    opened: dict[str, Any] | None = None,
    browser: bool = True,
    say: Callable[[str], object] = print,
) -> None:
    """Answer until interrupted.

    Args:
        library: what is solved.
        listening: as `listen` returns it.
        host: what `listen` was told.
        opened: what is shown first.
        browser: whether to open the page in one.
        say: is told where the page is.
    """
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            say(f"gamekit: exploring at {url} (Ctrl-C ends it)")
            if browser:  # in a thread, as one in the terminal would have to be left before it is answered
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    port = listening.getsockname()[1]
    url = f"http://{'127.0.0.1' if is_unspecified(host) else in_url(host)}:{port}/"
    config = uvicorn.Config(
        application(library, host, port, opened),
        log_config=None,
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        timeout_graceful_shutdown=LAST_WORDS,
    )
    try:
        Server(config).run(sockets=[listening])
    finally:
        library.close()
