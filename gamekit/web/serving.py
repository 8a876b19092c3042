"""`serve`: listen, say where, and answer until interrupted."""

from __future__ import annotations

import errno
import logging
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
MOST_CONNECTIONS: Final = 512  # which a browser opens six of

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


def name_of(listening: socket.socket, host: str) -> str:
    """Return what a server is called: the name that it was given, or its address, which can be written in many ways.

    Args:
        listening: as `listen` returns it.
        host: what `listen` was told.
    """
    try:
        socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return host
    address: str = listening.getsockname()[0]
    return address


def url_of(listening: socket.socket, host: str) -> str:
    """Return the address of the page, as this machine itself reaches it.

    Args:
        listening: as `listen` returns it.
        host: what `listen` was told.
    """
    name = name_of(listening, host)
    if is_unspecified(name):
        name = "::1" if ":" in name else "127.0.0.1"
    return f"http://{in_url(name)}:{listening.getsockname()[1]}/"


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

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            logging.getLogger("uvicorn.error").disabled = True  # what is cut off by the end is no fault
            await super().shutdown(sockets)

    url = url_of(listening, host)
    config = uvicorn.Config(
        application(library, name_of(listening, host), listening.getsockname()[1], opened),
        log_config=None,
        log_level="error",  # what is no HTTP is answered, and is nothing to the terminal
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http="h11",
        loop="asyncio",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=LAST_WORDS,
    )
    try:
        Server(config).run(sockets=[listening])
    finally:
        library.close()
