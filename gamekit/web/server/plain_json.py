"""`as_text`: answers as JSON, whatever objects a game puts into them."""

from __future__ import annotations

import json
from typing import Any

from gamekit.errors import RulesError


def as_text(content: Any) -> str:
    """Return JSON in which objects that JSON does not know are their `str`.

    Raises:
        RulesError: `str` fails. Gamekit's own answers are plain data, so the object is a game's.

    >>> as_text({"heaps": range(3)})
    '{"heaps": "range(0, 3)"}'
    """
    try:
        return json.dumps(content, allow_nan=False, default=str)
    except Exception as error:  # `str` runs code of the game
        raise RulesError(
            f"what the game says about itself cannot be written as JSON ({type(error).__name__})"
        ) from error
