"""Amazons: a queen moves, and shoots an arrow that takes a square for good."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from .sign_ruleset import SignRuleset
from .signs import Place, Signs, changed, changes

STEPS = tuple(step for step in product((-1, 0, 1), repeat=2) if step != (0, 0))


@attrs.frozen
class Amazons(SignRuleset, PartizanRuleset[Signs]):
    """An amazon moves as a queen does in chess, and then shoots an arrow from where she stands, along a queen's line.

    Nobody moves or shoots onto or over a taken square. Left has the amazons x, Right the amazons o. The game is Walter
    Zamkauskas's, from 1988. Positions have many options, so only small boards have canonical forms soon.

    >>> list(Amazons(board="x.").options(("x.",), LEFT))
    [('#x',)]
    """

    board: str = attrs.field(
        default="x..|..o",
        metadata={
            "help": "the rows of the board, joined by |: x an amazon of Left, o of Right, . free, # taken"
        },
    )

    signs = "#.xo"
    example = {"board": "x..|..o"}

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        own = "x" if player == LEFT else "o"
        for place in ((r, c) for r, row in enumerate(position) for c, sign in enumerate(row) if sign == own):
            left = changed(position, {place: "."})
            for target in _reached(left, place):
                moved = changed(left, {target: own})
                for arrow in _reached(moved, target):
                    yield changed(moved, {arrow: "#"})

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        own = "xo"[player]
        found = changes(position, option)
        leaves = next(square for square, (before, _) in found.items() if before == own)
        goes, arrow = (
            next(square for square, (_, now) in found.items() if now == sign) for sign in (own, "#")
        )
        return Gesture([leaves, goes, arrow])

    def format_option(self, position: Signs, option: Signs, player: Player) -> str:
        """Return how the amazon moves, and where she shoots: a1-a4/c4."""
        return "/".join(super().format_option(position, option, player).rsplit("-", 1))

    def parts(self, position: Signs) -> Iterator[Signs]:
        """Yield the groups of squares that are joined by sides or corners, and have an amazon and a free square."""
        left = {(r, c) for r, row in enumerate(position) for c, sign in enumerate(row) if sign != "#"}
        while left:
            found = [min(left)]
            group = set(found)
            while found:
                r, c = found.pop()
                new = {(r + dr, c + dc) for dr, dc in STEPS} & left - group
                group |= new
                found += new
            left -= group
            if len({position[r][c] == "." for r, c in group}) == 2:
                yield _cropped(position, group)


def _reached(board: Signs, start: Place) -> Iterator[Place]:
    """Yield the free squares on the queen's lines from a square."""
    for dr, dc in STEPS:
        r, c = start[0] + dr, start[1] + dc
        while 0 <= r < len(board) and 0 <= c < len(board[0]) and board[r][c] == ".":
            yield r, c
            r, c = r + dr, c + dc


def _cropped(board: Signs, group: set[Place]) -> Signs:
    """Return a group on the smallest board that holds it; all else is taken."""
    rows, columns = ([place[i] for place in group] for i in (0, 1))
    return tuple(
        "".join(board[r][c] if (r, c) in group else "#" for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    )
