"""`Canvas`: the parts of a drawing, as the fields of a layout add them one after the other."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final, Literal

import attrs

from gamekit.drawing.graph_layout import Graph
from gamekit.drawing.parts import InHand, OnBoard, Part
from gamekit.drawing.points import Nodes
from gamekit.drawing.surfaces import Squares, Surface
from gamekit.errors import InputError

BOARD: Final = "board"
"""The name in `looks` of the style of all boards."""

LONGEST_ROW: Final = 9
"""Squares in a row of places that have no geometry."""


@attrs.frozen
class Canvas:
    """The parts of a drawing, and the data with which fields add parts.

    Attributes:
        owner: the name of the game's class, for messages.
        players: the names of the players.
        looks: the looks of signs, pieces and boards, as in `BoardGame.looks`.
        place_name: returns the name of a place of the board, as moves call it.
        graph: the graph among the parameters of the game; None if it has none.
        signs: the signs of each board of the layout.
        pieces: the names of the fields of pieces.
        boards: the boards so far, each after the field whose places it has, if that is one.
        column: the parts so far that stand one below the other.
        hands: the hands beside the boards, after whether each stands at the top, else at the bottom.
    """

    owner: str
    players: Sequence[str]
    looks: Mapping[str, str]
    place_name: Callable[[int], str]
    graph: Graph | None
    signs: Sequence[str]
    pieces: Sequence[str]
    boards: list[tuple[object, OnBoard]] = attrs.field(factory=list)
    column: list[Part] = attrs.field(factory=list)
    hands: list[tuple[bool, InHand]] = attrs.field(factory=list)

    def refusal(self, what: str) -> InputError:
        """Return an error about the looks that the game states."""
        return InputError(f"{self.owner}.looks: {what}")

    def style(self, style: str | None, known: Collection[str]) -> str:
        """Return a style of a board, by default that of all boards.

        Raises:
            InputError: it is none of the known ones.
        """
        style = style or self.looks.get(BOARD, "plain")
        if style not in known:
            raise self.refusal(f"a board is {', '.join(known)}; not {style!r}")
        return style

    def add_board(self, name: str, surface: Surface, places: int, field: object = None) -> OnBoard:
        """Add a board. The names of its places start with `name`, except on the first board."""
        part = OnBoard(surface, places, f"{name}:" if self.boards else "")
        self.column.append(part)
        self.boards.append((field, part))
        return part

    def add_nodes(self, name: str, values: int) -> OnBoard | None:
        """Add the graph of the game as a board, if it has so many nodes or one less; otherwise return None."""
        if self.graph is None or values not in (len(self.graph), len(self.graph) + 1):
            return None
        return self.add_board(name, Nodes(self.graph), len(self.graph))

    def add_tray(
        self,
        name: str,
        places: int,
        names: Literal["numbers", "none"],
        columns: int | None = None,
        style: str = "plain",
    ) -> OnBoard:
        """Add a board of squares that bear numbers, or none, in rows of a length of its own unless one is given."""
        columns = columns or min(places, LONGEST_ROW)
        squares = Squares(-(-places // columns), columns, style, names=names, places=places)
        return self.add_board(name, squares, places)
