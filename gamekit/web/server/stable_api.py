"""`StableApi`: the part of the server that other programs and pages of other sites may ask, with a version."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gamekit.errors import InputError
from gamekit.game.parameters import show, suggestion
from gamekit.web.server.entries import Entry
from gamekit.web.server.faults import START, RequestError
from gamekit.web.server.requests import LONGEST_START
from gamekit.web.server.responses import answer, as_json

ADDRESS: Final = "/api/v1"
"""The address of the API. What a version promises does not change: fields may be added, and none is taken away."""

DESCRIPTION: Final = Path(__file__).with_name("openapi.json")
"""The OpenAPI description, which also says what the fields mean."""

OF_THE_GAME: Final = (
    "game",
    "title",
    "players",
    "parameters",
    "start",
    "states",
    "edges",
    "headline",
    "verified",
)
"""The fields of the header of a page that the API has."""


@attrs.frozen(eq=False)
class StableApi:
    """Answers about one game, which the command line names.

    Attributes:
        entry: the game.
    """

    entry: Entry

    @property
    def routes(self) -> list[Route]:
        """The addresses of the API, below `ADDRESS`."""
        return [
            Route("/openapi.json", self.description, methods=["GET"]),
            Route("/game", self.game, methods=["GET"]),
            Route("/position", self.position, methods=["GET"]),
        ]

    async def description(self, _request: Request) -> Response:
        """Return the OpenAPI description."""
        return as_json(await run_in_threadpool(DESCRIPTION.read_text, "utf-8"))

    async def game(self, request: Request) -> Response:
        """Return how far the solve of the game is and, once it is solved, what it is."""
        _query(request)
        report = self.entry.report
        progress = {name: report[name] for name in ("status", "phase", "done", "total")}
        header = report.get("header", {})
        known: dict[str, Any] = {name: header.get(name) for name in OF_THE_GAME}
        return as_json({**progress, **known, "error": report.get("error")})

    async def position(self, request: Request) -> Response:
        """Return the evaluation of a state, by default of the one in which play starts."""
        text = _query(request, "state").get("state")
        if text is not None and len(text) > LONGEST_START:
            raise RequestError(
                400, f"state has {len(text):,} letters; a state may have at most {LONGEST_START:,}", "state"
            )

        def evaluated() -> Any:
            try:
                return self.entry.ask("evaluation", text)
            except RequestError as error:
                fault = error.fault
                raise RequestError(
                    fault.status, fault.error, "state" if fault.field == START else None
                ) from error

        return await answer(self.entry.waiting, evaluated)


def _query(request: Request, *names: str) -> dict[str, str]:
    """Return the parameters of a request's query.

    Raises:
        InputError: there is another one than `names`, or one occurs twice.
    """
    fields: dict[str, str] = {}
    for name, value in request.query_params.multi_items():
        if name not in names:
            raise InputError(f"the query has no parameter {show(name)}; {suggestion(name, names)}")
        if name in fields:
            raise InputError(f"the query must have {name} once; it has it twice")
        fields[name] = value
    return fields
