"""Sums as pictures: each summand drawn by its own rules, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamekit.cgt.ruleset import LEFT, RIGHT, Ruleset
from gamekit.drawing.side_by_side import Titled, side_by_side, size_of
from gamekit.drawing.svg import draw_text

Summands = Sequence[tuple[Ruleset[Any], Any]]
"""Rulesets, each with a position."""


def draw_sum(now: Summands, begins: Iterable[tuple[Ruleset[Any], Any]]) -> str:
    """Return summands as one SVG document; those in which nobody can move are pale.

    Args:
        now: the summands.
        begins: the same summands as they were at first, for which there is room.
    """
    drawn = []
    for (ruleset, position), (_, first) in zip(now, begins, strict=True):
        is_over = not any(any(True for _ in ruleset.options_of(position, player)) for player in (LEFT, RIGHT))
        rules = ruleset.beginning_in(first)
        size = size_of(_drawn(rules, first))
        drawn.append(Titled(ruleset.title or ruleset.in_words, _drawn(rules, position), is_over, *size))
    return side_by_side(drawn)


def _drawn(ruleset: Ruleset[Any], position: Any) -> str:
    return ruleset.svg(position) or draw_text(ruleset.render(position).splitlines())
