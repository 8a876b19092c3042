"""`PromptProtocol`: closes connections without a whole request after a while, so that they cannot lock out others."""

from __future__ import annotations

import asyncio
import socket
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

MOST_WAITING: Final = 128
"""The limit of connections without a whole request; beyond it, the one that has waited longest is closed."""

INCOMPLETE: Final = (h11.IDLE, h11.SEND_BODY)


class PromptProtocol(H11Protocol):
    """HTTP for clients that send whole requests in time."""

    request_timeout: ClassVar[float] = 10.0
    """The number of seconds within which a whole request must arrive; requests are small and come from this machine."""

    waiting: dict[PromptProtocol, asyncio.TimerHandle]
    """Connections without a whole request, the longest wait first."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        """Join the connections of the same server."""
        super().__init__(*arguments, **named)
        # one dictionary a server, kept where uvicorn keeps its set of connections
        self.waiting = vars(self.server_state).setdefault("waiting", {})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        # as asyncio does for sockets that name their protocol; else a body waits until its head is confirmed
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting for a request."""
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Stop waiting once a request has arrived as a whole."""
        super().handle_events()
        if self.conn.their_state not in INCOMPLETE:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless that has arrived already."""
        if not self.transport.is_closing():
            self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        self._stop_waiting()
        self.waiting[self] = self.loop.call_later(self.request_timeout, self.transport.close)
        if len(self.waiting) > MOST_WAITING:
            longest = next(iter(self.waiting))
            longest._stop_waiting()
            longest.transport.close()

    def _stop_waiting(self) -> None:
        if timer := self.waiting.pop(self, None):
            timer.cancel()
