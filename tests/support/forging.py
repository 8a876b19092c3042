"""Claims with another number in them, which are false."""

from __future__ import annotations

import json
import random
from typing import Any


def numbers_in(data: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the places of integers in JSON."""
    if type(data) is int:
        return [place]
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, entry in entries for found in numbers_in(entry, (*place, key))]


def is_slack(claim: dict[str, Any], place: tuple[Any, ...]) -> bool:
    """Return whether another number may be as true: a counter, of which the order matters, or a generator's heap."""
    return (claim["gamekit_claim"], place[-1]) == ("loopy", 2) or place[0] == "generators"


def forged(claim: dict[str, Any], generator: random.Random) -> dict[str, Any]:
    """Return a claim of which one number differs by up to 3; not one that only describes it."""
    places = [place for place in numbers_in(claim) if place[0] != "parameters" and not is_slack(claim, place)]
    changed: dict[str, Any] = json.loads(json.dumps(claim))
    place = generator.choice(places)
    entry: Any = changed
    for key in place[:-1]:
        entry = entry[key]
    entry[place[-1]] += generator.choice([-3, -2, -1, 1, 2, 3])
    return changed
