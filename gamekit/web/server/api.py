"""The requests of pages and their answers, as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gamekit.web.server import requests
from gamekit.web.server.entries import Entry
from gamekit.web.server.faults import RequestError, report_error
from gamekit.web.server.library import Library
from gamekit.web.server.plain_json import as_text
from gamekit.web.server.worker_threads import WorkerThreads

OPENED_AT_ONCE = 4
"""How many games are made of their parameters at a time."""

ViewOf = Callable[[Entry, Any], Any]
"""Returns what a page shows of an entry, given its request, as JSON or as what it is made from."""


@attrs.frozen(eq=False)
class Api:
    """The answers to the requests of pages.

    Attributes:
        library: the games that are solved, or being solved.
        opened: what the command line named: `{"game", "parameters", "start"}`, `{"solution"}` or None.
        opening: the threads that wait for games which are opened.
        listing: those that wait for the list of games.
    """

    library: Library
    opened: dict[str, Any] | None = None
    opening: WorkerThreads = attrs.field(factory=lambda: WorkerThreads(OPENED_AT_ONCE))
    listing: WorkerThreads = attrs.field(factory=WorkerThreads)

    @property
    def routes(self) -> list[Route]:
        """The addresses of the API."""
        one = "/solutions/{id}"
        compare = self._view(requests.EmptyRequest, lambda entry, _: self.library.compare(entry), 202)
        statistics = self._view(None, lambda entry, _: entry.ask("statistics"))
        return [
            Route("/games", self.games, methods=["GET"]),
            Route("/solutions", self.open, methods=["POST"]),
            Route(one, self.status, methods=["GET"]),
            Route(one, self.give_up, methods=["DELETE"]),
            Route(f"{one}/walk", self._view(requests.WalkRequest, _walk), methods=["POST"]),
            Route(f"{one}/why", self._view(requests.StateRequest, _why), methods=["POST"]),
            Route(f"{one}/neighbourhood", self._view(requests.NeighbourhoodRequest, _near), methods=["POST"]),
            Route(f"{one}/statistics", statistics, methods=["GET"]),
            Route(f"{one}/comparison", compare, methods=["POST"]),
            Route(f"{one}/comparison", self.comparison, methods=["GET", "DELETE"]),
        ]

    async def games(self, _request: Request) -> Response:
        """Return the installed games, and which one to show first."""
        return await _answer(self.listing, lambda: {**self.library.games(), "open": self.opened})

    async def open(self, request: Request) -> Response:
        """Begin to solve a game, unless that was done."""
        wanted = await requests.read(request, requests.SolveRequest)

        def opened() -> dict[str, Any]:
            entry, ticket = self.library.open(wanted.game, wanted.parameters, wanted.start)
            return {"solution": entry.id, "ticket": ticket}

        return await _answer(self.opening, opened, 202)

    async def status(self, request: Request) -> Response:
        """Return how far a game is solved."""
        ticket = request.query_params.get("ticket")
        return as_json(self.library.entry(request.path_params["id"], ticket).report)

    async def give_up(self, request: Request) -> Response:
        """Stop waiting for a game."""
        ticket = request.query_params.get("ticket")
        if ticket is None:
            raise RequestError(400, "cancelling takes the ticket that was given for solving the game")
        return as_json(self.library.give_up(request.path_params["id"], ticket).report)

    async def comparison(self, request: Request) -> Response:
        """Return the status of a comparison, having cancelled it if the request is DELETE."""
        entry = self.library.entry(request.path_params["id"])
        if request.method == "DELETE" and entry.comparing is not None:
            entry.comparing.cancel()
        return as_json(entry.comparison_report)

    def _view(
        self, kind: type[Any] | None, view: ViewOf, status: int = 200
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint that answers requests, read as `kind`, with a view of a solution."""

        async def endpoint(request: Request) -> Response:
            entry = self.library.entry(request.path_params["id"])
            asked = None if kind is None else await requests.read(request, kind)

            return await _answer(entry.waiting, lambda: view(entry, asked), status)

        return endpoint


async def _answer(threads: WorkerThreads, content: Callable[[], Any], status: int = 200) -> Response:
    """Return what `content` returns as a response, or its error in a sentence; it runs in one of the threads."""

    def answered() -> Response:
        try:
            return as_json(content(), status)
        except Exception as error:  # it must not end the server
            return error_response(error)

    return await threads.run(answered)


def as_json(content: Any, status: int = 200) -> Response:
    """Return a response with a JSON body, of content that is JSON already if it is text."""
    text = content if isinstance(content, str) else as_text(content)
    return Response(text, status, media_type="application/json")


def error_response(error: BaseException) -> Response:
    """Return the response to a request that raised an error, which is reported as by `report_error`."""
    fault = report_error(error)
    return as_json(fault.content, fault.status)


def _walk(entry: Entry, asked: requests.WalkRequest) -> Any:
    return entry.ask("walk", asked.moves, asked.first)


def _why(entry: Entry, asked: requests.StateRequest) -> Any:
    return entry.ask("why", asked.moves)


def _near(entry: Entry, asked: requests.NeighbourhoodRequest) -> Any:
    return entry.ask("near", asked.moves, asked.within, asked.most)
