"""`application`: the page and its API as an ASGI application."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, Router
from starlette.types import ASGIApp

from gamekit.errors import GamekitError
from gamekit.web import assets
from gamekit.web.api import Api, as_json
from gamekit.web.faults import NOT_FOUND, UNEXPECTED, RequestError, told
from gamekit.web.guard import Guard, policy
from gamekit.web.library import Library

CHANGING: Final = {"cache-control": "no-cache"}
"""Files may change when gamekit does: browsers are to ask each time."""


def application(library: Library, host: str, port: int, opened: dict[str, Any] | None = None) -> ASGIApp:
    """Return the server of a local page.

    Args:
        library: what is solved.
        host: where it listens.
        port: where it listens.
        opened: what is shown first, as `Api` takes it.
    """
    api = Router(Api(library, opened).routes, redirect_slashes=False)
    app = Starlette(
        routes=[
            Route("/", _page, methods=["GET"]),
            Route("/static/{name:path}", _file, methods=["GET"]),
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
    return Guard(app, host, port)


async def _page(_request: Request) -> Response:
    html, hashed = await run_in_threadpool(assets.page)
    headers = {**CHANGING, "content-security-policy": policy(hashed)}
    return Response(html, media_type="text/html", headers=headers)


async def _file(request: Request) -> Response:
    name = request.path_params["name"]
    path = assets.files().get(name)
    if path is None:
        raise RequestError(NOT_FOUND, "there is no such file")
    data = await run_in_threadpool(path.read_bytes)
    return Response(data, media_type=assets.KINDS[path.suffix], headers=CHANGING)


async def _of_http(_request: Request, error: Exception) -> Response:
    """Answer where nothing is, or not by this method."""
    status = error.status_code if isinstance(error, HTTPException) else HTTPStatus.BAD_REQUEST
    phrase = HTTPStatus(status).phrase.lower()
    return as_json({"error": f"this server does not answer that: {phrase}"}, status)


async def _of_request(_request: Request, error: Exception) -> Response:
    fault = told(error)
    return as_json(fault.content, fault.status)


async def _of_any(_request: Request, _error: Exception) -> Response:
    """Answer for a fault of gamekit's; the server goes on to print the traceback in its terminal."""
    return as_json({"error": UNEXPECTED}, HTTPStatus.INTERNAL_SERVER_ERROR)
