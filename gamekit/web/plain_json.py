"""`as_text`: what pages are told, as JSON, whatever a game puts into it."""

from __future__ import annotations

import json
from typing import Any

from gamekit.errors import RulesError


def as_text(content: Any) -> str:
    """Return JSON; what JSON does not know is told as text.

    Raises:
        RulesError: not even that can be done. Gamekit's own answers fit, so that it is a game that does not.

    >>> as_text({"heaps": range(3)})
    '{"heaps": "range(0, 3)"}'
    """
    try:
        return json.dumps(content, allow_nan=False, default=str)
    except Exception as error:  # `str` runs what a game brings with it
        raise RulesError(
            f"what the game tells of itself is not to be had as JSON ({type(error).__name__})"
        ) from error
