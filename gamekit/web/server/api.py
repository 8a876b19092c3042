"""The requests of pages and their answers, as JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gamekit.web.server import requests
from gamekit.web.server.faults import RequestError
from gamekit.web.server.jobs import WorkerThreads
from gamekit.web.server.library import Library
from gamekit.web.server.responses import answer, as_json

OPENED_AT_ONCE = 4
"""The number of games that are made from their parameters at a time."""


@attrs.frozen(eq=False)
class Api:
    """The answers to the requests of pages.

    Attributes:
        library: the games that are solved, or being solved.
        opened: the game on the command line: `{"game", "parameters", "start"}`, `{"solution"}` or None.
        opening: the threads that wait for games which are opened.
        listing: the threads that wait for the list of games.
    """

    library: Library
    opened: dict[str, Any] | None = None
    opening: WorkerThreads = attrs.field(factory=lambda: WorkerThreads(OPENED_AT_ONCE))
    listing: WorkerThreads = attrs.field(factory=WorkerThreads)

    @property
    def routes(self) -> list[Route]:
        """The addresses of the API."""
        one = "/solutions/{id}"
        return [
            Route("/games", self.games, methods=["GET"]),
            Route("/games/{name}/picture", self.picture, methods=["GET"]),
            Route("/readings", self.read, methods=["POST"]),
            Route("/solutions", self.open, methods=["POST"]),
            Route(one, self.status, methods=["GET"]),
            Route(one, self.give_up, methods=["DELETE"]),
            Route(f"{one}/walk", self._view("walk", requests.WalkRequest), methods=["POST"]),
            Route(f"{one}/why", self._view("why", requests.StateRequest), methods=["POST"]),
            Route(
                f"{one}/neighbourhood", self._view("near", requests.NeighbourhoodRequest), methods=["POST"]
            ),
            Route(f"{one}/palette", self._view("palette"), methods=["GET"]),
            Route(
                f"{one}/arrangement",
                self._view("arrangement", requests.ArrangementRequest),
                methods=["POST"],
            ),
            Route(f"{one}/wish", self._view("wish", requests.WishRequest), methods=["POST"]),
            Route(f"{one}/puzzles", self._view("puzzles"), methods=["GET"]),
            Route(f"{one}/statistics", self._view("statistics"), methods=["GET"]),
            Route(f"{one}/comparison", self.compare, methods=["POST"]),
            Route(f"{one}/comparison", self.comparison, methods=["GET", "DELETE"]),
        ]

    async def games(self, _request: Request) -> Response:
        """Return the installed games, and which one to show first."""
        return await answer(self.listing, lambda: {**self.library.games(), "open": self.opened})

    async def picture(self, request: Request) -> Response:
        """Return a picture of a game: its first board, or null."""
        name = request.path_params["name"]
        return await answer(self.listing, lambda: {"board": self.library.picture(name)})

    async def read(self, request: Request) -> Response:
        """Return what a text says about a game."""
        wanted = await requests.read(request, requests.ReadingRequest)
        return await answer(self.opening, lambda: self.library.read(*attrs.astuple(wanted, recurse=False)))

    async def open(self, request: Request) -> Response:
        """Begin to solve a game, unless that has begun; return the id of its solution and a ticket."""
        wanted = await requests.read(request, requests.SolveRequest)

        def opened() -> dict[str, Any]:
            entry, ticket = self.library.open(wanted.game, wanted.parameters, wanted.start)
            return {"solution": entry.id, "ticket": ticket}

        return await answer(self.opening, opened, 202)

    async def status(self, request: Request) -> Response:
        """Return the progress of the solve of a game."""
        ticket = request.query_params.get("ticket")
        return as_json(self.library.entry(request.path_params["id"], ticket).report)

    async def give_up(self, request: Request) -> Response:
        """Record that a page no longer waits for a game, and return the status of the game."""
        ticket = request.query_params.get("ticket")
        if ticket is None:
            raise RequestError(
                400,
                "cancelling needs the ticket that was given for solving the game; the request has no ticket",
            )
        return as_json(self.library.give_up(request.path_params["id"], ticket).report)

    async def compare(self, request: Request) -> Response:
        """Begin to compare the solvers on a game, unless that has begun; return the status."""
        entry = self.library.entry(request.path_params["id"])
        await requests.read(request, requests.EmptyRequest)
        return await answer(entry.waiting, lambda: self.library.compare(entry), 202)

    async def comparison(self, request: Request) -> Response:
        """Return the status of a comparison, after cancelling it if the request is DELETE."""
        entry = self.library.entry(request.path_params["id"])
        if request.method == "DELETE" and entry.comparing is not None:
            entry.comparing.cancel()
        return as_json(entry.comparison_report)

    def _view(self, method: str, kind: type[Any] | None = None) -> Callable[[Request], Awaitable[Response]]:
        """Return an endpoint that answers requests, read as `kind`, by a method of `Keeper` that takes their fields."""

        async def endpoint(request: Request) -> Response:
            entry = self.library.entry(request.path_params["id"])
            fields = () if kind is None else attrs.astuple(await requests.read(request, kind), recurse=False)
            return await answer(entry.waiting, lambda: entry.ask(method, *fields))

        return endpoint
