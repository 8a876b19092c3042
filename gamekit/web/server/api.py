"""The requests of pages and their answers, as JSON."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import attrs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gamekit.errors import GamekitError, PluginError
from gamekit.game.parameter_schema import schema
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game, registered, summary
from gamekit.web.server import requests
from gamekit.web.server.faults import RequestError, fault_of, report_error
from gamekit.web.server.library import Entry, Library
from gamekit.web.server.plain_json import as_text
from gamekit.web.server.worker_threads import WorkerThreads
from gamekit.web.views.explanation import explanation
from gamekit.web.views.header import title_of
from gamekit.web.views.neighbourhood import neighbourhood

ViewOf = Callable[[Entry, Any], dict[str, Any]]
"""Returns what a page shows of an entry, given its request."""


@attrs.frozen(eq=False)
class Api:
    """The answers to the requests of pages.

    Attributes:
        library: the games that are solved, or being solved.
        opened: what the command line named: `{"game", "parameters", "start"}`, `{"solution"}` or None.
        workers: the threads that run the rules of games.
    """

    library: Library
    opened: dict[str, Any] | None = None
    workers: WorkerThreads = attrs.field(factory=WorkerThreads)

    @property
    def routes(self) -> list[Route]:
        """The addresses of the API."""
        one = "/solutions/{id}"
        compare = self._view(requests.EmptyRequest, lambda entry, _: self.library.compare(entry), 202)
        statistics = self._view(None, lambda entry, _: entry.solved.statistics)
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
        return await self._answer(lambda: {**_games(), "open": self.opened})

    async def open(self, request: Request) -> Response:
        """Begin to solve a game, unless that was done."""
        wanted = await requests.read(request, requests.SolveRequest)
        cls = await self.workers.run(partial(game_class, wanted.game))

        def opened() -> dict[str, Any]:
            entry, ticket = self.library.open(wanted.game, wanted.parameters, wanted.start)
            return {"solution": entry.id, "ticket": ticket}

        return await self._answer(opened, cls, 202)

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

            def viewed() -> dict[str, Any]:
                entry.shown.check_files()
                return view(entry, asked)

            return await self._answer(viewed, type(entry.game), status)

        return endpoint

    async def _answer(
        self, content: Callable[[], dict[str, Any]], game: type[Any] | None = None, status: int = 200
    ) -> Response:
        """Return what `content` returns as a response, or its error in a sentence; both run in a worker thread."""

        def answered() -> Response:
            try:
                return as_json(content(), status)
            except BaseException as error:  # rules can raise anything, and it must not end the server
                return error_response(error, game)

        return await self.workers.run(answered)


def as_json(content: Any, status: int = 200) -> Response:
    """Return a response with a JSON body."""
    return Response(as_text(content), status, media_type="application/json")


def error_response(error: BaseException, game: type[Any] | None = None) -> Response:
    """Return the response to a request that raised an error, which is reported as by `report_error`."""
    fault = report_error(error, game)
    return as_json(fault.content, fault.status)


def _walk(entry: Entry, asked: requests.WalkRequest) -> dict[str, Any]:
    return {"views": entry.shown.plays.walk(asked.moves, asked.first)}


def _why(entry: Entry, asked: requests.StateRequest) -> dict[str, Any]:
    return explanation(entry.solved.solution, entry.solved.plays.play(asked.moves).state)


def _near(entry: Entry, asked: requests.NeighbourhoodRequest) -> dict[str, Any]:
    state = entry.solved.plays.play(asked.moves).state
    return neighbourhood(entry.solved.solution, state, within=asked.within, most=asked.most)


def _games() -> dict[str, Any]:
    games, broken = [], []
    for name in [*registered(GAMES), *adapted_names(GAMES)]:
        try:
            games.append(json.loads(as_text(_game(name))))
        except BaseException as error:  # a game that is broken must not take the others with it
            broken.append(_left_out(name, error))
    return {"games": games, "broken": broken}


def _left_out(name: str, error: BaseException) -> str:
    """Return why a game is not offered."""
    why = fault_of(error).error if isinstance(error, GamekitError) else f"fails with {type(error).__name__}"
    return why if isinstance(error, PluginError) else f"{name}: {why}"  # the one names the game itself


def _game(name: str) -> dict[str, Any]:
    cls = game_class(name)
    return {
        "name": name,
        "title": title_of(name),
        "description": summary(cls),
        "players": list(load_game(name).players),
        "parameters": schema(cls),
        "example": dict(cls.example),
    }
