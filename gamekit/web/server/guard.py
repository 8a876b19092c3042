"""`Guard`: refuses requests that come from any page but the server's own, and limits what that page may load."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Collection
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gamekit.errors import InputError
from gamekit.game.parameters import show

LOOPBACK: Final = ("127.0.0.1", "localhost", "[::1]")
ONCE: Final = ("origin", "sec-fetch-site", "sec-fetch-mode", "sec-fetch-dest")
"""The headers that a browser sends at most once; if one occurs twice, either could be forged."""

HTTP_PORT: Final = 80  # left out by browsers
HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
READING: Final = ("GET", "OPTIONS")
"""The methods of requests that pages of allowed sites may send."""

CROSS_ORIGIN: Final = {"cross-origin-resource-policy": "cross-origin"}
"""The headers, beside the origin, of what a page of an allowed site may read."""

PREFLIGHT: Final = {
    "access-control-allow-methods": "GET",
    "access-control-allow-private-network": "true",  # which Chromium asks for before a site may ask a local server
}
"""The headers that answer a browser which asks whether it may send a request."""

_HOST = re.compile(r"(?P<name>\[[^]]*\]|[^:[]*)(?::(?P<port>[^:]*))?")
"""A Host header."""

_ORIGIN = re.compile(
    r"(?P<scheme>https?)://(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)(?::[0-9]{1,5})?"
)


def policy(*scripts: str) -> str:
    """Return a Content-Security-Policy that allows this server's files, and inline scripts by their hashes."""
    sources = " ".join(("'self'", *scripts))
    return (
        f"default-src 'none'; script-src {sources}; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )


class Guard:
    """An ASGI application that refuses requests from other sites and passes the rest to the application inside.

    A page of another site can have a browser send requests here, and may even have a name that leads here (DNS
    rebinding). It cannot choose the Host and Origin that the browser sends.
    """

    def __init__(
        self, app: ASGIApp, host: str, port: int, *, foreign: str = "", origins: Collection[str] = ()
    ) -> None:
        """Guard an application.

        Args:
            app: the application.
            host: the address or name at which it listens; 0.0.0.0 or :: for all of the machine.
            port: the port.
            foreign: the address below which pages of other sites may read.
            origins: the origins of these sites.
        """
        self.app = app
        self.foreign, self.origins = foreign, frozenset(origins)
        self.ports = {str(port)} | ({""} if port == HTTP_PORT else set())
        self.names = {*LOOPBACK, in_url(host).lower()}
        self.any_address = is_unspecified(host)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] != "http":
            return  # there are no websockets, and nothing to do at the start and at the end
        refused = self._refusal(scope)
        asker = None if refused else self._allowed_origin(scope)
        added = {**HEADERS, "content-security-policy": policy()}
        if asker is not None:
            added |= {**CROSS_ORIGIN, "access-control-allow-origin": asker}
        is_preflight = asker is not None and scope["method"] == "OPTIONS"

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in added.items():
                    headers.setdefault(name, value)
                if asker is not None:
                    headers.add_vary_header("origin")
            await send(message)

        preflight = Response(status_code=204, headers=PREFLIGHT) if is_preflight else None
        await (refused or preflight or self.app)(scope, receive, guarded)

    def _refusal(self, scope: Scope) -> Response | None:
        """Return the response to a request that must not be answered; None for any other."""
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self._is_ours(hosts[0]):
            names = show(", ".join(hosts))
            where = "it by an address of its machine" if self.any_address else "the address that it printed"
            return _refuse(421, f"this server is not called {names}; open {where}")
        if any(len(headers.getlist(name)) > 1 for name in ONCE):
            return _refuse(403, f"a request must have each of {', '.join(ONCE)} at most once")
        if self._allowed_origin(scope) is not None:
            return None
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{hosts[0]}":
            return _refuse(403, f"pages of {show(origin)} may not ask this server")
        if headers.get("sec-fetch-site", "none") in ("same-origin", "none"):
            return None
        is_visit = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
        if is_visit and (scope["method"], scope["path"]) == ("GET", "/"):
            return None
        return _refuse(403, "pages of other sites may not ask this server")

    def _allowed_origin(self, scope: Scope) -> str | None:
        """Return the origin of another site whose page may read what this request asks for; None for other requests."""
        origin = Headers(scope=scope).get("origin")
        is_below = bool(self.foreign) and scope["path"].startswith(f"{self.foreign}/")
        return origin if is_below and scope["method"] in READING and origin in self.origins else None

    def _is_ours(self, host: str) -> bool:
        match = _HOST.fullmatch(host.lower())
        if not match or (match["port"] or "") not in self.ports:
            return False
        return match["name"] in self.names or (self.any_address and _address(match["name"]) is not None)


def checked_origin(text: str) -> str:
    """Return an origin as browsers write it, or refuse a text that is none.

    >>> checked_origin("https://Games.example:8443")
    'https://games.example:8443'
    >>> checked_origin("*")
    Traceback (most recent call last):
    gamekit.errors.InputError: an origin must be http:// or https:// with a host and no path, such as \
https://example.org; this is '*'
    """
    match = _ORIGIN.fullmatch(text.lower())
    if match is None:
        raise InputError(
            "an origin must be http:// or https:// with a host and no path, such as https://example.org; "
            f"this is {show(text)}"
        )
    usual = {"http": ":80", "https": ":443"}[match["scheme"]]  # left out by browsers
    return match.group().removesuffix(usual)


def in_url(host: str) -> str:
    """Return an address or a name as a URL writes it.

    >>> in_url("::1"), in_url("127.0.0.1")
    ('[::1]', '127.0.0.1')
    """
    return f"[{host}]" if ":" in host else host


def is_loopback(host: str) -> bool:
    """Return whether a server at this address or name can be reached from this machine only."""
    address = _address(host)
    return host == "localhost" or (address is not None and address.is_loopback)


def is_unspecified(host: str) -> bool:
    """Return whether a server at this address can be reached at any address of this machine."""
    address = _address(host)
    return address is not None and address.is_unspecified


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address that a name in a URL is; None for other names, which name servers resolve."""
    try:
        return ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None


def _refuse(status: int, error: str) -> Response:
    return JSONResponse({"error": error}, status)
