"""`application`: the page and its API as an ASGI application."""

from __future__ import annotations

import json
from collections.abc import Collection
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp

from gamekit.errors import GamekitError
from gamekit.web.pages.assets import STATIC, csp_hash, module_files
from gamekit.web.server.api import Api
from gamekit.web.server.entries import Entry
from gamekit.web.server.faults import UNEXPECTED, RequestError
from gamekit.web.server.guard import Guard, policy
from gamekit.web.server.library import Library
from gamekit.web.server.responses import as_json, error_response
from gamekit.web.server.stable_api import ADDRESS, StableApi

PLACEHOLDER: Final = "<!-- import map -->"
KINDS: Final = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".txt": "text/plain",
}
"""The media types of files by suffix; Python's own table depends on the machine."""

CHANGING: Final = {"cache-control": "no-cache"}
"""The headers of files, which browsers must revalidate, because files may change when gamekit does."""


def application(
    library: Library,
    host: str,
    port: int,
    opened: dict[str, Any] | None = None,
    *,
    asked: Entry | None = None,
    origins: Collection[str] = (),
) -> ASGIApp:
    """Return the server of a local page.

    Args:
        library: the games that are solved, or being solved.
        host: the host at which the server listens.
        port: the port.
        opened: the game that the page shows first, if any.
        asked: the game about which other programs may ask, if any.
        origins: the origins of other sites whose pages may do so.
    """
    api = Router(Api(library, opened).routes, redirect_slashes=False)
    stable = (
        [] if asked is None else [Mount(ADDRESS, app=Router(StableApi(asked).routes, redirect_slashes=False))]
    )
    app = Starlette(
        routes=[
            Route("/", _page, methods=["GET"]),
            Route("/static/{name:path}", _file, methods=["GET"]),
            *stable,
            Mount("/api", app=api),
        ],
        exception_handlers={
            HTTPException: _of_http,
            RequestError: _of_request,
            GamekitError: _of_request,
            ClientDisconnect: _of_http,
            Exception: _of_any,
        },
    )
    app.router.redirect_slashes = False  # an address is what it is
    return Guard(GZipMiddleware(app), host, port, foreign=ADDRESS, origins=origins)


def files() -> dict[str, Path]:
    """Return the files of the page by their names below `static/`."""
    return {_name(path): path for path in STATIC.rglob("*") if path.suffix in KINDS}


def _name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


def import_map() -> str:
    """Return the import map of the page's modules, as JSON.

    >>> json.loads(import_map())["imports"]["cytoscape"]
    './static/vendor/cytoscape.esm.min.mjs'
    """
    addresses = {module: f"./static/{_name(path)}" for module, path in module_files().items()}
    return json.dumps({"imports": addresses})


def page() -> tuple[str, str]:
    """Return the page, and the hash of its import map for the Content-Security-Policy."""
    modules = import_map()
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    return html.replace(PLACEHOLDER, f'<script type="importmap">{modules}</script>'), csp_hash(modules)


async def _page(_request: Request) -> Response:
    html, hashed = await run_in_threadpool(page)
    headers = {**CHANGING, "content-security-policy": policy(hashed)}
    return Response(html, media_type="text/html", headers=headers)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    path = files().get(name)
    if path is None:
        raise RequestError(404, f"there is no file {name[:60]!r}")
    data = await run_in_threadpool(path.read_bytes)
    return Response(data, media_type=KINDS[path.suffix], headers=CHANGING)


async def _of_http(_request: Request, error: Exception) -> Response:
    """Answer a request for an address or a method that does not exist."""
    status = error.status_code if isinstance(error, HTTPException) else 400
    phrase = HTTPStatus(status).phrase.lower()
    return as_json({"error": f"this server has no answer to the request: {phrase}"}, status)


async def _of_request(_request: Request, error: Exception) -> Response:
    return error_response(error)


async def _of_any(_request: Request, _error: Exception) -> Response:
    """Answer when gamekit is at fault; the server also prints the traceback in its terminal."""
    return as_json({"error": UNEXPECTED}, 500)
