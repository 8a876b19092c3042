"""`Picture`: the drawing of a board game's states, which follows from its layout."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final, Literal

from gamekit.drawing.board import graph_of
from gamekit.drawing.colours import COLOURS, LIGHT
from gamekit.drawing.graph_layout import Place
from gamekit.drawing.pieces import Look, look_of
from gamekit.drawing.points import POINT_STYLES, Hexagons, Nodes, PointsAndLines, Segments
from gamekit.drawing.surfaces import STYLES, Squares, Surface
from gamekit.drawing.svg import document
from gamekit.errors import InputError
from gamekit.game.protocol import Game
from gamekit.layout.fields.boards import Grid, Points
from gamekit.layout.fields.counters import Counter, Hand, Pits
from gamekit.layout.fields.field import Field
from gamekit.layout.fields.pieces import Cell, Permutation
from gamekit.layout.layout import Layout
from gamekit.layout.picture.looks import colours_of, looks_of_names, looks_of_signs, second_players
from gamekit.layout.picture.parts import Heaps, InHand, Layer, Numbers, OnBoard, Part, PitBoard

GAP: Final = 10
"""Pixels between parts of a drawing."""

BOARD: Final = "board"
"""The name in `looks` of the style of all boards."""

LONGEST_HEAP: Final = 20
"""Stones, as far as they are drawn one by one."""

LONGEST_ROW: Final = 9
"""Squares in a row of places that have no geometry."""

_DATA_PLACE: Final = re.compile(r'\bdata-place="([^"]*)"')


DRAWN: Final = (Grid, Points, Permutation, Cell, Hand)
"""The kinds of fields on boards and in hands; of all others, the numbers are shown."""


class Picture:
    """How the states of a game on a layout are drawn: boards with pieces, hands beside them, the rest below.

    Places have names, by which gestures call them: those of the first board, or of the pits, are numbers; those of
    further fields have the name of the field before, as in `hand:C`, `heaps:0:2` and `score:1`.

    Args:
        game: the instance, for the names of its players and a graph among its parameters.
        layout: the fields of a state.
        looks: how signs, pieces and boards look, as in `BoardGame.looks`.
        place_name: returns the name of a place of the board, as moves call it.

    Raises:
        InputError: `looks` names what the layout does not have, or a word that is not a look.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        layout: Layout,
        looks: Mapping[str, str],
        place_name: Callable[[int], str] = str,
    ) -> None:
        self.game, self.layout, self.looks, self.place_name = game, layout, looks, place_name
        known = self._known()
        if unknown := [name for name in looks if name not in known]:
            names = ", ".join(map(repr, known))
            raise InputError(f"{type(game).__name__}.looks names {unknown[0]!r}; this layout knows {names}")
        self.boards: list[tuple[Field | None, OnBoard]] = []
        self.column: list[Part] = []
        self.hands: list[tuple[bool, InHand]] = []  # with whether it stands at the top, else at the bottom
        self._add_boards()
        self._add_pieces()
        for name, field in layout.shown.items():
            first = layout.offsets[name]
            if isinstance(field, Counter):
                self.column.append(self._numbers(name, field, first))
            elif not isinstance(field, DRAWN):  # of a kind that has no part of its own
                labels = [name] if field.places == 1 else [f"{name} {i}" for i in range(field.places)]
                self.column.append(Numbers(first, labels, f"{name}:"))
        self.parts: list[Part] = [*self.column, *(hand for _, hand in self.hands)]
        self.width, self.height, self.places = self._places()
        self.ground = [
            element for part, at in zip(self.parts, self.places, strict=True) for element in part.ground(at)
        ]

    def svg(self, cells: Sequence[int]) -> str:
        """Return a state, given by the numbers of all its fields, as an SVG document."""
        pieces = [
            element
            for part, at in zip(self.parts, self.places, strict=True)
            for element in part.pieces(cells, at)
        ]
        return document([*self.ground, *pieces], self.width + 4, self.height + 4)

    def contents(self, cells: Sequence[int]) -> dict[str, str]:
        """Return what stands on each place that has anything, in words, by the names of the places.

        >>> from games.tic_tac_toe import TicTacToe
        >>> game = TicTacToe()
        >>> game.contents(game.parse_state("X../.O./..."))
        {'a3': 'X', 'b2': 'O'}
        """
        return dict(chain.from_iterable(part.contents(cells, self.place_name) for part in self.parts))

    @cached_property
    def place_names(self) -> set[str]:
        """The names of all places, which the drawing has of all states."""
        return set(_DATA_PLACE.findall("".join(self.ground)))

    def _places(self) -> tuple[float, float, list[Place]]:
        """Return the size of the drawing and the upper left corner of each part: a column, and hands to its right."""
        wide = max((part.width for part in self.column), default=0)
        places, y = [], 2.0
        for part in self.column:
            places.append(complex(2 + (wide - part.width) // 2, y))
            y += part.height + GAP
        beside = sum(hand.height + GAP for _, hand in self.hands)
        high = max(y - 2, beside) - GAP
        x = wide + GAP + 2 if self.column else 2.0
        above, below = 2.0, 2 + high
        for is_above, hand in self.hands:
            if is_above:
                places.append(complex(x, above))
                above += hand.height + GAP
            else:
                below -= hand.height
                places.append(complex(x, below))
                below -= GAP
        return (x - 2 + self.hands[0][1].width if self.hands else wide), high, places

    def _known(self) -> list[str]:
        """Return the names that `looks` may give."""
        names = [BOARD]
        for name, field in self.layout.shown.items():
            if isinstance(field, Grid | Points):
                names += field.signs
            elif isinstance(field, Hand):
                names += field.kinds
            elif isinstance(field, Permutation):
                names += map(str, range(field.n))
            if isinstance(field, Grid | Cell | Counter) and not isinstance(field, Pits):
                names.append(name)
        return list(dict.fromkeys(names))

    def _style(self, name: str, field: Grid | Points) -> str:
        style = self.looks.get(name) if isinstance(self.layout.fields.get(name), Grid) else None
        style = style or (self.looks.get(BOARD, "plain"))
        known = STYLES if isinstance(field, Grid) else POINT_STYLES
        if style not in known:
            raise InputError(
                f"{type(self.game).__name__}.looks: a board is {', '.join(known)}; not {style!r}"
            )
        return style

    def _add(self, part: OnBoard, field: Field | None) -> OnBoard:
        self.column.append(part)
        self.boards.append((field, part))
        return part

    def _prefix(self, name: str) -> str:
        """Return what comes before the numbers of the places of a new board."""
        return f"{name}:" if self.boards else ""

    def _add_boards(self) -> None:
        """Add the boards whose places bear signs or tiles."""
        for name, field in self.layout.shown.items():
            if isinstance(field, Grid | Points):
                part = self._add(self._board(field, name), field)
                looks = looks_of_signs(field.signs, self.game.players, self.looks)
            elif isinstance(field, Permutation):
                part = self._add(_tray(field.n, "none", field.columns, self._prefix(name), "tray"), None)
                looks = [
                    look_of(self.looks[text]) if text in self.looks else Look("tile", LIGHT, text)
                    for text in map(str, range(field.n))
                ]
            else:
                continue
            part.layers.append(Layer(self.layout.offsets[name], field.places, looks))

    def _add_pieces(self) -> None:
        """Add the pieces that stand on boards, and those in hand."""
        cells = {name: field for name, field in self.layout.shown.items() if isinstance(field, Cell)}
        pieces = looks_of_names(cells, self.game.players, self.looks)
        for name, cell in cells.items():
            board = self._board_of(name, cell)
            board.layers.append(Layer(self.layout.offsets[name], cell.places, piece=pieces[name]))
        for name, field in self.layout.shown.items():
            if isinstance(field, Hand):
                looks = self._looks_in_hand(field)
                first = self.layout.offsets[name]
                slots = [(kind, first + i, looks[kind]) for i, kind in enumerate(field.kinds)]
                seconds = second_players(field.kinds, self.game.players)
                for is_above in (True, False):
                    kinds = [slot for slot in slots if (slot[0] in seconds) == is_above]
                    if kinds:
                        self.hands.append((is_above, InHand(kinds, f"{name}:")))

    def _looks_in_hand(self, field: Hand) -> dict[str, Look]:
        """Return how each kind looks: as on the board, if there is a board for these kinds."""
        boards = (other.signs for other in self.layout.shown.values() if isinstance(other, Grid | Points))
        signs = next((signs for signs in boards if set(field.kinds) <= set(signs)), f".{field.kinds}")
        looks = looks_of_signs(signs, self.game.players, self.looks)
        pairs = zip(signs, looks, strict=True)
        return {sign: look or Look("plain", COLOURS["black"], sign) for sign, look in pairs}

    def _board(self, field: Grid | Points, name: str = BOARD) -> OnBoard:
        style = self._style(name, field)
        surface: Surface
        if isinstance(field, Grid):
            surface = Squares(field.rows, field.columns, style)
        elif field.at is None:
            surface = Nodes(field.graph)
        elif style == "segments":
            surface = Segments(field.at)
        else:
            names = list(map(self.place_name, range(field.places)))
            colours = colours_of(self.game.players)
            surface = PointsAndLines(field.graph, field.at, names)
            if style == "hexagons":
                surface = Hexagons(field.at, names, (colours[0], colours[-1]))
        return OnBoard(surface, field.places, self._prefix(name))

    def _board_of(self, name: str, field: Cell) -> OnBoard:
        """Return the board that a piece stands on: one that exists if it fits, or else a new one."""
        on = field.on
        for other, part in self.boards:
            if _same(on, other) if isinstance(on, Field) else on in (part.places, part.places + 1):
                return part
        if isinstance(on, Grid | Points):
            return self._add(self._board(on, name), on)
        graph = graph_of(self.game)
        if graph is not None and field.values in (len(graph), len(graph) + 1):
            return self._add(OnBoard(Nodes(graph), len(graph), self._prefix(name)), None)
        return self._add(_tray(field.values, "numbers", prefix=self._prefix(name)), None)

    def _numbers(self, name: str, field: Counter, first: int) -> Part:
        label = name.replace("_", " ")
        players = self.game.players
        is_small = field.most <= LONGEST_HEAP
        style = self.looks.get(name, "heaps" if is_small and not self.boards else "numbers")
        if field.count is None:
            labels = [label]
        elif field.count == len(players) and style != "heaps":  # heaps belong to nobody
            labels = [f"{label}, {player}" for player in players]
        else:
            labels = [f"{label.removesuffix('s')} {i}" for i in range(field.count)]
        prefix = f"{name}:"
        if isinstance(field, Pits):
            is_first = not self.boards and not any(isinstance(part, PitBoard) for part in self.column)
            prefix = "" if is_first else prefix
            return PitBoard(first, field.places // 2, players, has_stores=field.has_stores, prefix=prefix)
        if style == "heaps" and is_small:
            return Heaps(first, field.most, labels, prefix)
        if style != "numbers":
            raise InputError(
                f"{type(self.game).__name__}.looks: a counter is drawn as numbers or, up to {LONGEST_HEAP}, as heaps; "
                f"{name} goes up to {field.most} and has {style!r}"
            )
        return Numbers(first, labels, prefix)


def _same(one: Field, other: Field | None) -> bool:
    """Return whether two fields lie on the same board."""
    if isinstance(one, Grid) and isinstance(other, Grid):
        return (one.rows, one.columns) == (other.rows, other.columns)
    return isinstance(one, Points) and isinstance(other, Points) and one.graph == other.graph


def _tray(
    places: int,
    names: Literal["numbers", "none"],
    columns: int | None = None,
    prefix: str = "",
    style: str = "plain",
) -> OnBoard:
    """Return a board of squares that bear numbers, or none; its rows may be of its own making."""
    columns = columns or min(places, LONGEST_ROW)
    squares = Squares(-(-places // columns), columns, style, names=names, places=places)
    return OnBoard(squares, places, prefix)
