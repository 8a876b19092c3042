"""What pages ask of the server, as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

import attrs
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from gamekit.errors import GamekitError, PluginError
from gamekit.game import Game
from gamekit.parameters import schema
from gamekit.registry import GAMES, game_class, load_game, registered, summary
from gamekit.views.headers import title_of
from gamekit.views.reasons import reasons
from gamekit.views.surroundings import surroundings
from gamekit.web.comparing import compared, comparison_report, not_compared
from gamekit.web.cut_tables import check_sizes
from gamekit.web.faults import BAD_REQUEST, RequestError, fault_of, told
from gamekit.web.library import Entry, Library
from gamekit.web.plain_json import as_text
from gamekit.web.questions import Questions
from gamekit.web.requests import Moves, Nothing, Surroundings, ToSolve, Walk, read

ACCEPTED: Final = 202


@attrs.frozen(eq=False)
class Api:
    """The answers to pages' questions.

    Attributes:
        library: what was solved, or is being solved.
        opened: what the command line named: `{"game", "parameters", "start"}`, `{"solution"}` or None.
        questions: what answers them.
    """

    library: Library
    opened: dict[str, Any] | None = None
    questions: Questions = attrs.field(factory=Questions)

    @property
    def routes(self) -> list[Route]:
        """Where each question is asked."""
        one = "/solutions/{id}"
        return [
            Route("/games", self.games, methods=["GET"]),
            Route("/solutions", self.open, methods=["POST"]),
            Route(one, self.status, methods=["GET"]),
            Route(one, self.give_up, methods=["DELETE"]),
            Route(f"{one}/walk", self.walk, methods=["POST"]),
            Route(f"{one}/why", self.why, methods=["POST"]),
            Route(f"{one}/surroundings", self.surroundings, methods=["POST"]),
            Route(f"{one}/statistics", self.statistics, methods=["GET"]),
            Route(f"{one}/comparison", self.compare, methods=["POST"]),
            Route(f"{one}/comparison", self.comparison, methods=["GET"]),
            Route(f"{one}/comparison", self.give_up_comparison, methods=["DELETE"]),
        ]

    async def games(self, _request: Request) -> Response:
        """Tell which games there are, and which of them is to be shown first."""
        return await self._answer(lambda: {**_games(), "open": self.opened})

    async def open(self, request: Request) -> Response:
        """Begin to solve a game, unless that was done."""
        wanted = await read(request, ToSolve)

        def opened() -> dict[str, Any]:
            entry, ticket = self.library.open(wanted.game, wanted.parameters, wanted.start)
            return {"solution": entry.id, "ticket": ticket}

        return await self._answer(opened, game=lambda: game_class(wanted.game), status=ACCEPTED)

    async def status(self, request: Request) -> Response:
        """Tell how far a game is solved."""
        ticket = request.query_params.get("ticket")
        return as_json(self.library.heard(request.path_params["id"], ticket).report)

    async def give_up(self, request: Request) -> Response:
        """Wait no more for a game to be solved."""
        ticket = request.query_params.get("ticket")
        if ticket is None:
            raise RequestError(BAD_REQUEST, "to cancel takes the ticket that was given for solving the game")
        return as_json(self.library.give_up(request.path_params["id"], ticket).report)

    async def walk(self, request: Request) -> Response:
        """Tell of the states that moves lead to."""
        entry, wanted = self._entry(request), await read(request, Walk)
        return await self._ask(entry, lambda: {"views": entry.solved.walks.walk(wanted.moves, wanted.first)})

    async def why(self, request: Request) -> Response:
        """Tell why a state is worth what it is worth."""
        entry, wanted = self._entry(request), await read(request, Moves)

        def why() -> dict[str, Any]:
            solved = entry.solved
            return reasons(solved.solution, solved.walks.play(wanted.moves).state)

        return await self._ask(entry, why)

    async def surroundings(self, request: Request) -> Response:
        """Tell of the states near one."""
        entry, wanted = self._entry(request), await read(request, Surroundings)

        def near() -> dict[str, Any]:
            solved = entry.solved
            state = solved.walks.play(wanted.moves).state
            return surroundings(solved.solution, state, within=wanted.within, most=wanted.most)

        return await self._ask(entry, near)

    async def statistics(self, request: Request) -> Response:
        """Tell of all states together."""
        entry = self._entry(request)
        return await self._ask(entry, lambda: entry.solved.figures)

    async def compare(self, request: Request) -> Response:
        """Begin to hold the solvers against each other, unless that was done."""
        entry, _ = self._entry(request), await read(request, Nothing)
        return await self._ask(entry, lambda: compared(self.library, entry), status=ACCEPTED)

    async def comparison(self, request: Request) -> Response:
        """Tell how far that is, or what came out."""
        return as_json(comparison_report(self._entry(request)))

    async def give_up_comparison(self, request: Request) -> Response:
        """Have the solvers held against each other no more."""
        return as_json(not_compared(self._entry(request)))

    def _entry(self, request: Request) -> Entry:
        return self.library.entry(request.path_params["id"])

    async def _ask(self, entry: Entry, question: Callable[[], Any], status: int = 200) -> Response:
        def of_solution() -> Any:
            check_sizes(entry.solved.solution)
            return question()

        return await self._answer(of_solution, game=lambda: type(entry.game), status=status)

    async def _answer(
        self,
        question: Callable[[], Any],
        game: Callable[[], type[Game[Any, Any]]] | None = None,
        status: int = 200,
    ) -> Response:
        """Answer a question in a thread; if that fails, with a sentence."""

        def answered() -> Response:
            cls = None
            try:
                cls = None if game is None else game()
                return as_json(question(), status)
            except BaseException as error:  # rules can raise anything, and it must not end the server
                fault = told(error, cls)
                return as_json(fault.content, fault.status)

        return await self.questions.ask(answered)


def as_json(content: Any, status: int = 200) -> Response:
    """Return a response."""
    return Response(as_text(content), status, media_type="application/json")


def _games() -> dict[str, Any]:
    games, broken = [], []
    for name in registered(GAMES):
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
