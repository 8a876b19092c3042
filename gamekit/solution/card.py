"""Render a solution for a notebook."""

from __future__ import annotations

from typing import Any

from gamekit.drawing.board import Board
from gamekit.drawing.html import heading, paragraph, table


def as_html(solution: Any) -> str:
    """Return the verdict on the root, the board and the number of states with each value, as HTML."""
    longest = solution.longest_by_value()
    rows = [
        (value.name, f"{number:,}", f"{longest[value]:,}" if value in longest else "")
        for value, number in solution.counts().items()
    ]
    whose = "for the player to move" if len(solution.game.players) > 1 else "value"
    proof = solution.unsound and f"UNSOUND: {solution.unsound}. This proves nothing."
    return "".join(
        [
            heading(str(solution.root)),
            Board(solution.game, solution.start)._repr_html_(),
            table((whose, "states", "longest, in plies"), rows),
            paragraph(f"{len(solution):,} states and {solution.edges:,} edges, solved by {solution.solver}."),
            paragraph(proof or "gamekit.verify(solution) checks every state against the rules."),
        ]
    )
