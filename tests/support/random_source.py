"""The source of a random game: its head, with what the class states in one line each, and functions below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

HEAD = """
from typing import Any

import attrs

from gamekit.layout import AGAIN, LOSS, PASS, TIE, WIN
from gamekit.layout import BoardGame, Cell, Counter, Grid, Hand, Layout, Permutation, Pits, Points
from gamekit.layout.geometry import AROUND, STRAIGHT, lines, rays, steps


@attrs.frozen
class RandomGame(BoardGame):
    most_moves = 60
"""


def source_of(
    attributes: Mapping[str, Any], layout: Iterable[str], start: Mapping[str, Any], body: Iterable[str]
) -> str:
    """Return the source of a module.

    Args:
        attributes: what the class states, as Python writes it.
        layout: the arguments of the layout.
        start: the start.
        body: the lines of the functions of rules, indented once less than in the module.
    """
    return "\n".join(
        [
            HEAD.rstrip(),
            *(f"    {name} = {value}" for name, value in attributes.items()),
            "",
            "    def layout(self):",
            f"        return Layout({', '.join(layout)})",
            "",
            "    def start(self):",
            f"        return {dict(start)}",
            "",
            *(f"    {line}".rstrip() for line in body),
            "",
        ]
    )
