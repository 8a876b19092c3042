"""`serve`: listen, print the address, and answer until interrupted."""

from __future__ import annotations

import errno
import logging
import os
import socket
import threading
import webbrowser
from collections.abc import Collection
from contextlib import suppress
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.web.server.app import application
from gamekit.web.server.entries import Entry
from gamekit.web.server.faults import RequestError
from gamekit.web.server.guard import in_url, is_unspecified
from gamekit.web.server.library import Library
from gamekit.web.server.processes import end_fork_server
from gamekit.web.server.stable_api import ADDRESS

PORTS: Final = range(8913, 8933)
"""The default port, and those that are tried if it is taken."""

MOST_WAITING: Final = 128  # connections before the server gets to them
MOST_CONNECTIONS: Final = 512  # which a browser opens six of

LAST_WORDS: Final = 1  # seconds for answers that are on their way when the server ends


def listen(host: str, port: int | None, ports: range = PORTS) -> socket.socket:
    """Return a socket that listens.

    Args:
        host: an address or a name.
        port: the port; 0 for any free one; None for the first of `ports` that is free.
        ports: the ports to try; if all are taken, any other is used.

    Raises:
        InputError: nothing can listen there.
    """
    if port is not None:
        return _bound(host, port)
    for candidate in ports:
        with suppress(_TakenError):
            return _bound(host, candidate)
    return _bound(host, 0)


class _TakenError(InputError):
    """The error that another program listens at an address and port."""


def _bound(host: str, port: int) -> socket.socket:
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError) as error:
        raise InputError(
            f"--host must be an address or a name of this machine; {host!r} is neither"
        ) from error
    both = family == socket.AF_INET6 and socket.has_dualstack_ipv6()  # :: is every address of the machine
    try:
        return socket.create_server(address, family=family, backlog=MOST_WAITING, dualstack_ipv6=both)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise _TakenError(
                f"--port {port} is in use; leave out --port, and gamekit finds a free one"
            ) from error
        reason = os.strerror(error.errno or 0)
        raise InputError(f"cannot listen at {host}, port {port}: {reason}") from error


def name_of(listening: socket.socket, host: str) -> str:
    """Return the host of a server: `host`, the name that it was given, or its address in the usual notation."""
    try:
        socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except OSError:
        return host
    address: str = listening.getsockname()[0]
    return address


def url_of(listening: socket.socket, host: str) -> str:
    """Return the address of the page, as this machine itself reaches it."""
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
    asked: Entry | None = None,
    origins: Collection[str] = (),
) -> None:
    """Print the address of the page, and answer until interrupted.

    Args:
        library: the games that are solved, or being solved.
        listening: the socket at which to answer.
        host: the host, as the command line names it.
        opened: the game that the page shows first, if any.
        browser: whether to open the page in a browser.
        asked: the game about which other programs may ask, if any.
        origins: the origins of other sites whose pages may do so.
    """
    import uvicorn

    from gamekit.web.server.connections import PromptProtocol

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            print(f"gamekit: exploring at {url} (Ctrl-C ends it)", flush=True)
            if asked is not None:
                print(f"gamekit: the API is described at {url}{ADDRESS[1:]}/openapi.json", flush=True)
            if browser:  # in a thread, because a browser in the terminal blocks until it is left
                threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            library.close()  # so that nobody waits for answers; a signal may leave no time later
            logging.getLogger("uvicorn.error").disabled = True  # requests cut off by the end are no faults
            await super().shutdown(sockets)

    def prepare() -> None:  # the first process takes the longest to start
        with suppress(RequestError):  # whoever asks then is told
            library.prepare()

    threading.Thread(target=prepare, daemon=True).start()
    url = url_of(listening, host)
    config = uvicorn.Config(
        application(
            library,
            name_of(listening, host),
            listening.getsockname()[1],
            opened,
            asked=asked,
            origins=origins,
        ),
        log_config=None,
        log_level="error",  # requests that are no HTTP are answered, and not logged
        access_log=False,
        server_header=False,
        lifespan="off",
        ws="none",
        http=PromptProtocol,
        loop="asyncio",
        limit_concurrency=MOST_CONNECTIONS,
        timeout_graceful_shutdown=LAST_WORDS,
    )
    try:
        Server(config).run(sockets=[listening])
    finally:
        library.close()
        end_fork_server()
