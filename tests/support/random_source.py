"""The source of a random game: its head, with what the class states in one line each, and functions below."""

from __future__ import annotations

import random
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


def what_any_game_may_state(rng: random.Random, *, is_plain: bool) -> dict[str, Any]:
    """Return what a class may state whatever its rules are: a turn limit, and whether instances share a compilation.

    Args:
        rng: the source of randomness.
        is_plain: whether the layout is not alike and has no symmetry, ranking or permutation, so that they can.
    """
    return {
        "max_plies": rng.choice([None] * 7 + [0, 2, 5]),
        "compiled_once": is_plain and rng.random() < 0.3,
    }
