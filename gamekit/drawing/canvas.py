"""`Canvas`: collects the parts of a drawing, which the fields of a layout add one by one."""

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
"""The key in `looks` for the style of all boards."""

LONGEST_ROW: Final = 9
"""The largest number of squares in a row, for places that have no geometry."""


@attrs.frozen
class Canvas:
    """The parts of a drawing, and the data with which fields add parts.

    Attributes:
        owner: the name of the game's class, for messages.
        players: the names of the players.
        colours: the colours of the players, as `#rrggbb`.
        looks: the looks of signs, pieces and boards, as in `BoardGame.looks`.
        place_name: returns the name of a place of the board, as moves call it.
        graph: the graph among the parameters of the game; None if it has none.
        signs: the signs of each board of the layout.
        pieces: the names of the fields of pieces.
        boards: the boards so far, each after the field whose places it shows; None if no field has these places.
        column: the parts so far that stand one below the other.
        hands: the hands beside the boards, each after whether it stands at the top; otherwise it is at the bottom.
    """

    owner: str
    players: Sequence[str]
    colours: Sequence[str]
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
        """Return the style of a board, by default the one that `looks` states for all boards.

        Raises:
            InputError: the style is not among `known`.
        """
        style = style or self.looks.get(BOARD, "plain")
        if style not in known:
            raise self.refusal(f"the look of a board must be one of {', '.join(known)}; it is {style!r}")
        return style

    def add_board(self, name: str, surface: Surface, places: int, field: object = None) -> OnBoard:
        """Add a board and return it. The names of its places start with `name`, except on the first board."""
        part = OnBoard(surface, places, f"{name}:" if self.boards else "")
        self.column.append(part)
        self.boards.append((field, part))
        return part

    def add_nodes(self, name: str, values: int) -> OnBoard | None:
        """Add the game's graph as a board, if it has `values` nodes or one fewer, and return it; else return None."""
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
        """Add a board of squares and return it; by default, a row has at most `LONGEST_ROW` squares."""
        columns = columns or min(places, LONGEST_ROW)
        squares = Squares(-(-places // columns), columns, style, names=names, places=places)
        return self.add_board(name, squares, places)
