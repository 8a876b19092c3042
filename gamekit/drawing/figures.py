"""Figures: chessmen, people, animals, their food and a crate, as outlines that were drawn for this project."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Final

SIDE: Final = 48
"""Of the square that outlines are drawn on, in `figures.json`."""

_FIGURES: Final[dict[str, list[str]]] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))

OUTLINES: Final = {name: paths for names, paths in _FIGURES.items() for name in names.split()}
"""By the sign or the word of a piece, its SVG paths from back to front; the last one bears lines and dots."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")


@lru_cache(maxsize=4096)
def outline(name: str, x: float, y: float, side: float) -> tuple[str, ...]:
    """Return the paths of a piece around a place, without a transform, so that places stay absolute.

    Args:
        name: a key of `OUTLINES`.
        x: the middle of its place, in pixels.
        y: the middle of its place, in pixels.
        side: of the square that it is drawn on.
    """
    scale = side / SIDE

    def moved(command: re.Match[str]) -> str:
        letter, numbers = command[1], [float(number) for number in _NUMBER.findall(command[2])]
        if letter == "a":  # an arc: two radii, three flags and a relative end
            rx, ry, turn, large, sweep, dx, dy = numbers
            return f"a{rx * scale:.1f} {ry * scale:.1f} {turn:g} {large:g} {sweep:g} {dx * scale:.1f} {dy * scale:.1f}"
        corner = (0.0, 0.0) if letter.islower() else (x - side / 2, y - side / 2)
        return letter + " ".join(f"{corner[i % 2] + scale * number:.1f}" for i, number in enumerate(numbers))

    return tuple(_COMMAND.sub(moved, path) for path in OUTLINES[name])
