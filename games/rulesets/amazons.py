"""Amazons: a queen moves, and shoots an arrow that takes a square for good."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.game.gesture import Gesture

from ..notations.mcgs import McgsBoard
from ..notations.stone_lines import StoneLinesWithHoles
from .sign_ruleset import SignRuleset
from .signs import Signs, changes, cropped

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
    notations = (McgsBoard("amazons", ".#XO", "X..|..O"), StoneLinesWithHoles())
    aim = (
        "Move an amazon as a chess queen moves, then shoot an arrow from there, which closes its square "
        "for good."
    )
    example = {"board": "x..|..o"}
    presets = {
        "3×3 board": {"board": "x..|...|..o"},
        "4×3 board": {"board": "x...|....|...o"},
        "5×2 board": {"board": "x....|....o"},
    }
    first_preset = "4×3 board"
    looks = {"x": "black ♛", "o": "white ♕", "#": "red arrow"}

    def options(self, position: Signs, player: Player) -> Iterator[Signs]:
        own = "x" if player == LEFT else "o"
        columns, text = len(position[0]), "".join(position)
        lines = _lines(len(position), columns)
        for start, sign in enumerate(text):
            if sign != own:
                continue
            left = _with(text, start, ".")
            for target in _reached(left, lines[start]):
                moved = _with(left, target, own)
                for arrow in _reached(moved, lines[target]):
                    shot = _with(moved, arrow, "#")
                    yield tuple([shot[i : i + columns] for i in range(0, len(shot), columns)])

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
        lines = _lines(len(position), columns)
        left = {square for square, sign in enumerate(text) if sign != "#"}
        while left:
            waiting = [left.pop()]
            group = set(waiting)
            while waiting:
                new = {line[0] for line in lines[waiting.pop()]} & left
                left -= new
                group |= new
                waiting += new
            if len({text[square] == "." for square in group}) == 2:
                component = "".join([sign if square in group else "#" for square, sign in enumerate(text)])
                yield cropped(component, columns, "#")


@cache
def _lines(rows: int, columns: int) -> list[list[list[int]]]:
    """Return the squares on each of the queen's lines from each square of a board, from there on."""
    places = {place: square for square, place in enumerate(product(range(rows), range(columns)))}
    lines = [
        [
            [places[at] for i in range(1, rows + columns) if (at := (r + i * dr, c + i * dc)) in places]
            for dr, dc in STEPS
        ]
        for r, c in places
    ]
    return [[line for line in from_square if line] for from_square in lines]


def _with(text: str, square: int, sign: str) -> str:
    return f"{text[:square]}{sign}{text[square + 1 :]}"


def _reached(text: str, lines: list[list[int]]) -> Iterator[int]:
    """Yield the free squares on some lines up to the first square that is not free."""
    for line in lines:
        for square in line:
            if text[square] != ".":
                break
            yield square
