"""Amazons: a queen moves, and shoots an arrow that takes a square for good."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property
from typing import Any

import attrs

from gamekit.cgt.ruleset import PartizanRuleset, Player
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardRuleset
from gamekit.layout.geometry import rays, steps

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLinesWithHoles
from .sign_ruleset import SignRuleset
from .signs import Signs, changes, cropped


@attrs.frozen
class Amazons(SignRuleset, BoardRuleset[Signs], PartizanRuleset[Signs]):
    """An amazon moves as a queen does in chess, and then shoots an arrow from where she stands, along a queen's line.

    Nobody moves or shoots onto or over a taken square. Left has the black amazons, written `x`, Right the white ones,
    `o`. The game is Walter Zamkauskas's, from 1988. Positions have many options, so only small boards have canonical
    forms soon.

    >>> list(Amazons(board="x.").options(("x.",), 0))
    [('#x',)]
    """

    board: str = attrs.field(
        default="x..|..o",
        metadata={
            "help": "the rows of the board, joined by |: x an amazon of Left, o of Right, . free, # taken"
        },
    )

    signs = "#.xo"
    symmetry = "mirror flip transpose"
    notations = (McgsBoard("amazons", ".#XO", "X..|..O"), StoneLinesWithHoles())
    aim = (
        "Move an amazon as a chess queen moves (Left's are black), then shoot an arrow from there, which closes "
        "its square for good."
    )
    prompts = ("Choose an amazon.", "Now choose where she goes.", "Now choose the square that she shoots at.")
    example = {"board": "x..|..o"}
    presets = {
        "3×3 board": {"board": "x..|...|..o"},
        "4×3 board": {"board": "x...|....|...o"},
        "5×2 board": {"board": "x....|....o"},
    }
    first_preset = "4×3 board"
    looks = {"x": "black ♛", "o": "white ♕", "#": "red arrow"}

    @cached_property
    def lines(self) -> list[list[list[int]]]:
        """The squares on each of the queen's lines from each square."""
        return rays(self.rows, self.columns)

    def moves(self, s: Any) -> Iterator[tuple[int, int, int]]:
        for leaves in s.board.where(2 + s.turn):
            for line in self.lines[leaves]:
                for goes in line:
                    if s.board[goes] != 1:
                        break
                    for way in self.lines[goes]:
                        for arrow in way:
                            if s.board[arrow] != 1 and arrow != leaves:
                                break
                            yield leaves, goes, arrow

    def play(self, s: Any, move: tuple[int, int, int]) -> None:
        leaves, goes, arrow = move
        s.board[leaves], s.board[goes] = 1, 2 + s.turn
        s.board[arrow] = 0

    def progress(self, s: Any) -> int:
        return int(s.board.count(0))

    def gesture(self, position: Signs, option: Signs, player: Player) -> Gesture:
        own = "xo"[player]
        signs = changes(position, option)
        leaves = next(square for square, (before, _) in signs.items() if before == own)
        goes, arrow = (
            next(square for square, (_, now) in signs.items() if now == sign) for sign in (own, "#")
        )
        return Gesture([leaves, goes, arrow])

    def format_option(self, position: Signs, option: Signs, player: Player) -> str:
        """Return the text of a move: the squares of the amazon, and the one she shoots at; a1-a4/c4 is read, too."""
        leaves, goes, arrow = super().format_option(position, option, player).split("-")
        return f"{leaves} to {goes}, shoots {arrow}"

    def other_names(self, position: Signs, option: Signs, player: Player) -> Iterator[str]:
        yield "/".join(super().format_option(position, option, player).rsplit("-", 1))

    def parts(self, position: Signs) -> Iterator[Signs]:
        """Yield the groups of squares that are joined by sides or corners, and have an amazon and a free square."""
        columns, text = len(position[0]), "".join(position)
        near = _near(len(position), columns)
        left = {square for square, sign in enumerate(text) if sign != "#"}
        while left:
            waiting = [left.pop()]
            group = set(waiting)
            while waiting:
                new = left.intersection(near[waiting.pop()])
                left -= new
                group |= new
                waiting += new
            if len({text[square] == "." for square in group}) == 2:
                component = "".join([sign if square in group else "#" for square, sign in enumerate(text)])
                yield cropped(component, columns, "#")


_near = cache(steps)
"""The squares that share a side or a corner with each square of a board."""
