"""Responses of the server: JSON, and errors as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.responses import Response

from gamekit.web.server.faults import report_error
from gamekit.web.server.jobs import WorkerThreads
from gamekit.web.server.messages import as_text


async def answer(threads: WorkerThreads, content: Callable[[], Any], status: int = 200) -> Response:
    """Return a response with the result of `content`, which runs in one of the threads, or its error in a sentence."""

    def answered() -> Response:
        try:
            return as_json(content(), status)
        except Exception as error:  # it must not end the server
            return error_response(error)

    return await threads.run(answered)


def as_json(content: Any, status: int = 200) -> Response:
    """Return a response with content as its JSON body; content that is a string must be JSON already."""
    text = content if isinstance(content, str) else as_text(content)
    return Response(text, status, media_type="application/json")


def error_response(error: BaseException) -> Response:
    """Return the response to a request that raised an error, which is reported as by `report_error`."""
    fault = report_error(error)
    return as_json(fault.content, fault.status)
