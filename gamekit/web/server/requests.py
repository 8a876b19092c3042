"""The requests of pages, and `read`, which refuses those that are malformed, too large or too slow."""

from __future__ import annotations

import asyncio
from typing import Any, Final, TypeVar

import attrs
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from gamekit.errors import InputError
from gamekit.game.parameters import show, structure
from gamekit.game.strict_json import parse_json
from gamekit.game.values import Value
from gamekit.web.server.faults import START, RequestError

MOST_BYTES: Final = 1 << 20
DEEPEST_NESTING: Final = 32
"""The limits of the body of a request: its size in bytes, and the depth of lists and objects within each other."""

LONGEST_READ: Final = 15.0  # seconds for the body of a request to come

LONGEST_START: Final = 50_000  # letters of a state; the largest boards of the games here have some 10,000
MOST_MOVES: Final = 5_000
LONGEST_MOVE: Final = 1_000
MOST_PLIES: Final = 50
MOST_NODES: Final = 2_000

T = TypeVar("T")


@attrs.frozen
class SolveRequest:
    """A game to solve."""

    game: str
    parameters: Any = None
    start: str | None = attrs.field(default=None)

    @start.validator
    def _check_start(self, _field: Any, start: str | None) -> None:
        if start is not None and len(start) > LONGEST_START:
            raise RequestError(
                400, f"start has {len(start):,} letters; a state may have at most {LONGEST_START:,}", START
            )


@attrs.frozen
class ReadingRequest:
    """A text about a game, in one of its notations or its own words; `parameters` and `start` are those of the page."""

    game: str
    text: str
    parameters: Any = None
    start: str | None = None


def _check_moves(_instance: Any, _field: Any, moves: tuple[str, ...]) -> None:
    if len(moves) > MOST_MOVES:
        raise InputError(f"moves may have at most {MOST_MOVES:,} entries; there are {len(moves):,}")
    for number, move in enumerate(moves):
        if len(move) > LONGEST_MOVE:
            problem = f"moves[{number}] has {len(move):,} letters"
            raise InputError(f"{problem}; a move may have at most {LONGEST_MOVE:,}")


@attrs.frozen
class StateRequest:
    """A state, as the moves that lead to it."""

    moves: tuple[str, ...] = attrs.field(validator=_check_moves)


@attrs.frozen
class WalkRequest(StateRequest):
    """The states after `first` moves, after one more, and so on to the last."""

    first: int = attrs.field(metadata={"aliases": ("from",)})

    @first.validator
    def _check_first(self, _field: Any, first: int) -> None:
        if not (most := len(self.moves)) >= first >= 0:
            raise InputError(f"from must be a number of moves, from 0 to {most:,}; it is {show(first)}")


def _within(most: int, least: int = 1) -> Any:
    def check(_instance: Any, field: Any, value: int) -> None:
        if not least <= value <= most:
            raise InputError(f"{field.name} must be from {least} to {most:,}; it is {show(value)}")

    return check


@attrs.frozen
class NeighbourhoodRequest(StateRequest):
    """The neighbourhood of a state: at most `most` states within `within` plies of it."""

    within: int = attrs.field(default=2, validator=_within(MOST_PLIES))
    most: int = attrs.field(default=200, validator=_within(MOST_NODES))


@attrs.frozen
class ArrangementRequest:
    """A position that is set up by hand: the numbers of a layout, or a text."""

    cells: tuple[int, ...] | None = None
    text: str | None = None

    def __attrs_post_init__(self) -> None:
        if (self.cells is None) == (self.text is None):
            raise InputError("the request must have one of cells and text")


@attrs.frozen
class WishRequest:
    """A state with this value and, if they are given, at least and at most so many plies until the end."""

    value: Value
    least: int | None = attrs.field(default=None, validator=attrs.validators.optional(_within(MOST_MOVES, 0)))
    most: int | None = attrs.field(default=None, validator=attrs.validators.optional(_within(MOST_MOVES, 0)))


@attrs.frozen
class EmptyRequest:
    """A request without parameters."""


async def read(request: Request, cls: type[T], longest: float = LONGEST_READ) -> T:
    """Return the body of a request, which must come within `longest` seconds, as an instance of `cls`.

    Raises:
        RequestError: the content type is not that of JSON, or the body is too large or comes too slowly.
        InputError: the body is not JSON, or does not fit `cls`.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RequestError(415, f"the body must have the content type application/json; it has {show(kind)}")
    try:
        data = bytearray()
        async with asyncio.timeout(longest):
            async for chunk in request.stream():
                data += chunk
                if len(data) > MOST_BYTES:
                    raise RequestError(413, f"the body has more than {MOST_BYTES:,} bytes, the limit")
    except TimeoutError as error:
        raise RequestError(408, f"the body did not come within {longest:g} seconds, the limit") from error
    return await run_in_threadpool(_parsed, bytes(data), cls)


def _parsed(data: bytes, cls: type[T]) -> T:
    value = parse_json(data, "the request")
    if not isinstance(value, dict):
        raise InputError(f"the request must be a JSON object; it is {show(value)}")
    _check_depth(value)
    return structure(cls, value, "the request")


def _check_depth(value: Any) -> None:
    level = [value]
    for _ in range(DEEPEST_NESTING):
        inner = [entry for entry in level if isinstance(entry, dict | list)]
        if not inner:
            return
        level = [child for entry in inner for child in (entry.values() if isinstance(entry, dict) else entry)]
    raise InputError(
        f"the request may nest lists and objects at most {DEEPEST_NESTING} levels deep; it nests them deeper"
    )
