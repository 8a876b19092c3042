"""Parts of a drawing: each shows one or more fields of a state, on a board, in slots, as numbers or as stones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from math import cos, pi, sin, sqrt
from operator import itemgetter
from typing import Final

import attrs

from gamekit.drawing.colours import COLOURS, FAINT, FRAME_COLOUR, INK, LIGHT, ON_FRAME, RULE
from gamekit.drawing.graph_layout import Place
from gamekit.drawing.pieces import Look, as_piece, draw_pieces
from gamekit.drawing.surfaces import CELL, FLOW, SOWN, Surface, data_place, edge_name
from gamekit.drawing.svg import GREY, ink, rectangle, text_at
from gamekit.game.number_words import ordinal
from gamekit.game.sentences import titled

PLATE: Final = f'rx="6" fill="{LIGHT}" stroke="{RULE}"'
STONE: Final = COLOURS["brown"]
WIDEST: Final = 440
"""The largest width of a row of numbers, in pixels; further numbers stand in the next row."""
HAND_LINE: Final = 16
"""The height of each line of text above a hand, in pixels."""


@attrs.define
class Changes:
    """The changes that a move makes to a drawing.

    Attributes:
        left: places that something leaves, or where a number falls.
        entered: places where something stands afterwards that did not before, or where a number rises.
        same: pairs of a place that is left and one that is entered by the same piece.
        from_hand: slots of hands from which a piece is dropped, where there are several to choose from.
    """

    left: list[str] = attrs.field(factory=list)
    entered: list[str] = attrs.field(factory=list)
    same: list[tuple[str, str]] = attrs.field(factory=list)
    from_hand: list[str] = attrs.field(factory=list)

    @property
    def places(self) -> list[str]:
        return [*self.left, *self.entered]


class Part(ABC):
    """A part of a drawing, whose size is the same in every state.

    Attributes:
        width: the width in pixels.
        height: the height in pixels.
        prefix: the text before the number of a place in the name that gestures use.
    """

    width: float
    height: float
    prefix: str = ""

    @abstractmethod
    def ground(self, at: Place) -> list[str]:
        """Return the SVG elements that are the same in every state, with the upper left corner at `at`."""

    @abstractmethod
    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        """Return the SVG elements of a state; `cells` has the numbers of all fields, `at` is the upper left corner."""

    @abstractmethod
    def contents(self, cells: Sequence[int], place_name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        """Yield the name of each place that is not empty, and its contents in words."""

    def numbers(self) -> Iterator[tuple[str, int]]:
        """Yield the name in words and the index of each number that is written, and is not a place of a board."""
        return iter(())

    def moved(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        """Add the changes of a move on a board or in hands, given the numbers of all fields before and after it."""
        return

    def counted(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        """Add the numbers that a move changes, if the move moves no piece."""
        return


@attrs.frozen
class Layer:
    """Pieces of one field that stand on a board.

    Attributes:
        first: the index of the field's first number.
        places: the number of numbers that the field has.
        looks: the looks by value, if places bear signs; None for a value that is not drawn.
        piece: the look of the pieces, if the numbers are places of pieces.
    """

    first: int
    places: int
    looks: Sequence[Look | None] = ()
    piece: Look | None = None

    def occupied(self, cells: Sequence[int]) -> Iterator[tuple[int, Look]]:
        """Yield each place that has a piece, and the look of the piece."""
        for i, value in enumerate(cells[self.first : self.first + self.places]):
            if self.piece is not None:
                yield value, self.piece
            elif (look := self.looks[value]) is not None:
                yield i, look


class OnBoard(Part):
    """Pieces on a board. A piece whose place is beyond those of the board is not drawn.

    Args:
        surface: the board.
        places: the number of places of the board.
        prefix: the prefix of the names of the places.
    """

    def __init__(self, surface: Surface, places: int, prefix: str = "") -> None:
        self.surface, self.places, self.prefix = surface, places, prefix
        self.width, self.height = surface.width, surface.height
        self.layers: list[Layer] = []

    def ground(self, at: Place) -> list[str]:
        return self.surface.ground(at, self.prefix)

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        parts: list[str] = []
        for place, looks in sorted(self.occupied(cells).items(), key=itemgetter(0)):
            parts += self.surface.pieces(looks, place, at)
        return parts

    def contents(self, cells: Sequence[int], place_name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        for place, looks in sorted(self.occupied(cells).items(), key=itemgetter(0)):
            name = f"{self.prefix}{place}" if self.prefix else place_name(place)
            yield name, " and ".join(look.in_words for look in looks)

    def moved(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        was, comes = self.occupied(before), self.occupied(after)
        for place in sorted(was.keys() | comes.keys()):
            name = f"{self.prefix}{place}"
            if was.get(place) == comes.get(place):
                continue
            if place not in comes or len(comes[place]) < len(was.get(place, [])):
                changes.left.append(name)
            else:
                changes.entered.append(name)
                gone = (
                    other for other in was if was[other] == comes[place] and comes.get(other) != was[other]
                )
                changes.same += [(f"{self.prefix}{other}", name) for other in gone]

    def occupied(self, cells: Sequence[int]) -> dict[int, list[Look]]:
        """Return the looks of the pieces on each place that has any."""
        looks: dict[int, list[Look]] = {}
        for layer in self.layers:
            for place, look in layer.occupied(cells):
                if place < self.places and look.shape != "blank":
                    looks.setdefault(place, []).append(look)
        return looks


class InHand(Part):
    """Pieces in hand: a slot for each kind, one below the other, with their number if there are several.

    An empty slot is a mere outline. Above the slots stands whose hand it is.

    Args:
        kinds: the letter of each slot, the index of its number, and the look of its pieces.
        prefix: the prefix of the names of the slots.
        owner: the name of the player.
    """

    width = CELL

    def __init__(self, kinds: Sequence[tuple[str, int, Look]], prefix: str = "", owner: str = "") -> None:
        self.kinds, self.prefix = kinds, prefix
        self.slot = CELL if len(kinds) < 3 else 0.625 * CELL
        self.title = ["hand of", titled(owner)] if owner else []
        self.top = HAND_LINE * len(self.title)
        self.height = self.top + self.slot * len(kinds)

    def ground(self, at: Place) -> list[str]:
        look = f'rx="6" fill="none" stroke="{RULE}" stroke-dasharray="2 5"'
        lines = [
            text_at(
                at.real + CELL / 2,
                at.imag + (i + 0.5) * HAND_LINE - 1,
                line,
                GREY,
                size=15,  # read on a phone, too
                width=CELL + 8,
                is_note=True,
            )
            for i, line in enumerate(self.title)
        ]
        slots = [
            self._slot(i, at, look + data_place(self.prefix, kind))
            for i, (kind, _, _) in enumerate(self.kinds)
        ]
        return [*lines, *slots]

    def _slot(self, i: int, at: Place, look: str) -> str:
        return rectangle(at.real, at.imag + self.top + i * self.slot, CELL, self.slot, look)

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        parts: list[str] = []
        for i, (_, index, look) in enumerate(self.kinds):
            count = cells[index]
            x, y, radius = at.real + CELL / 2, at.imag + self.top + (i + 0.5) * self.slot, self.slot / 3
            if count:
                parts.append(self._slot(i, at, f'{PLATE} data-note=""'))
            if count == 1:
                parts += draw_pieces([look], x, y, radius)
            elif count > 1:
                parts += draw_pieces([look], x - 7, y - 3, 0.9 * radius)
                text = text_at(
                    x + 11, y + self.slot / 2 - 9, f"×{count}", INK, size=14, width=CELL / 2, bold=True
                )
                parts.append(text)
        return parts

    def contents(self, cells: Sequence[int], place_name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        return ((name, str(cells[i])) for name, i in self.numbers() if cells[i])

    def numbers(self) -> Iterator[tuple[str, int]]:
        return ((f"in hand, {look.in_words}", i) for _, i, look in self.kinds)

    def moved(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        if len(self.kinds) > 1:  # otherwise, there is nothing to choose
            changes.from_hand += [
                f"{self.prefix}{kind}" for kind, index, _ in self.kinds if after[index] < before[index]
            ]


class Note(Part):
    """A line of text about the pieces."""

    height = 26

    def __init__(self, text: str) -> None:
        self.text, self.width = text, 16 + 7 * len(text)

    def ground(self, at: Place) -> list[str]:
        plate = rectangle(at.real, at.imag, self.width, self.height, f'{PLATE} data-note=""')
        x, y = at.real + self.width / 2, at.imag + self.height / 2
        return [plate, text_at(x, y, self.text, INK, size=13, width=1.2 * self.width, is_note=True)]

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        return []

    def contents(self, cells: Sequence[int], place_name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        return iter(())


class Labelled(Part):
    """Successive numbers of a state, each with a label, which may be empty; `first` is the index of the first."""

    first: int
    labels: Sequence[str]

    def contents(self, cells: Sequence[int], place_name: Callable[[int], str]) -> Iterator[tuple[str, str]]:
        return ((name, str(cells[i])) for name, i in self.numbers())

    def numbers(self) -> Iterator[tuple[str, int]]:
        return ((label or str(i), self.first + i) for i, label in enumerate(self.labels))

    def counted(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        for i in range(len(self.labels)):
            if after[self.first + i] < before[self.first + i]:
                changes.left.append(f"{self.prefix}{i}")


class Numbers(Labelled):
    """Numbers on plates, each with a label.

    Args:
        first: the index of the first number.
        labels: one for each number; may be empty.
        prefix: the prefix of the names of the plates.
        colours: the colour of each plate, that of the player whose number it is; none if they are nobody's.
    """

    PLATE_HEIGHT = 46

    def __init__(
        self, first: int, labels: Sequence[str], prefix: str = "", colours: Sequence[str] = ()
    ) -> None:
        self.first, self.labels, self.prefix, self.colours = first, labels, prefix, colours
        self.plate = max(CELL, *(8 + round(6.6 * len(label)) for label in labels), 0)
        self.columns = max(1, min(len(labels), int(WIDEST // (self.plate + 4))))
        rows = -(-len(labels) // self.columns)
        self.width = self.columns * (self.plate + 4) - 4
        self.height = rows * (self.PLATE_HEIGHT + 4) - 4

    def _corner(self, i: int, at: Place) -> Place:
        row, column = divmod(i, self.columns)
        return at + complex(column * (self.plate + 4), row * (self.PLATE_HEIGHT + 4))

    def ground(self, at: Place) -> list[str]:
        parts = []
        for i, label in enumerate(self.labels):
            corner = self._corner(i, at)
            x, y = corner.real + self.plate / 2, corner.imag + 10
            fill = f'rx="6" fill="{self.colours[i]}" stroke="{RULE}"' if self.colours else PLATE
            look = fill + data_place(self.prefix, i)
            parts.append(rectangle(corner.real, corner.imag, self.plate, self.PLATE_HEIGHT, look))
            colour = ink(self.colours[i]) if self.colours else FAINT
            text = titled(label) if self.colours else label  # the label begins with the name of a player
            parts.append(text_at(x, y, text, colour, size=12, width=self.plate, is_note=True))
        return parts

    def counted(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        super().counted(before, after, changes)
        for i in range(len(self.labels)):
            if after[self.first + i] > before[self.first + i]:
                changes.entered.append(f"{self.prefix}{i}")

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        parts = []
        for i in range(len(self.labels)):
            corner = self._corner(i, at)
            x, y = corner.real + self.plate / 2, corner.imag + 29
            text, colour = str(cells[self.first + i]), ink(self.colours[i]) if self.colours else INK
            parts.append(text_at(x, y, text, colour, size=20, width=self.plate, bold=True))
        return parts


class Heaps(Labelled):
    """Heaps of stones, a row each, with the number of stones in front; long rows are broken into lines.

    Every stone is a place of its own, `heap:stone` after the prefix, so a click on one says how many are taken.

    Args:
        first: the index of the first heap's number.
        most: the largest number of stones in a heap.
        labels: one for each heap; may be empty.
        prefix: the prefix of the names of the stones.
    """

    LINE = 32
    STEP = 26
    LONGEST = 8
    """The largest number of stones in one line, so that a finger finds each on a phone."""

    def __init__(self, first: int, most: int, labels: Sequence[str], prefix: str = "") -> None:
        self.first, self.most, self.labels, self.prefix = first, most, labels, prefix
        lines = max(1, -(-most // self.LONGEST))
        self.per_line = -(-most // lines)
        self.row = lines * self.LINE
        self.label = max(8 + round(6.6 * len(label)) if label else 0 for label in labels)
        self.start = self.label + 30
        self.width = self.start + self.per_line * self.STEP + 8
        self.height = len(labels) * (self.row + 4) - 4

    def ground(self, at: Place) -> list[str]:
        parts = [FLOW]
        for i, label in enumerate(self.labels):
            y = at.imag + i * (self.row + 4)
            parts.append(rectangle(at.real, y, self.width, self.row, PLATE))
            if label:
                x = at.real + self.label / 2 + 4
                parts.append(
                    text_at(x, y + self.row / 2, label, FAINT, size=12, width=self.label, is_note=True)
                )
        return parts

    def counted(self, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
        for i in range(len(self.labels)):
            if (rest := after[self.first + i]) < before[self.first + i]:
                changes.left.append(f"{self.prefix}{i}:{rest}")

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        parts = []
        for i in range(len(self.labels)):
            y, count = at.imag + i * (self.row + 4), cells[self.first + i]
            x, lines = at.real + self.label + 17, max(1, -(-count // self.per_line))
            beside = y + lines * self.LINE / 2
            parts.append(text_at(x, beside, str(count), INK, size=15, width=24, bold=True, is_note=True))
            first = at.real + self.start + self.STEP / 2
            for j in range(count):
                line, across = divmod(j, self.per_line)
                x, below = first + across * self.STEP, y + (line + 0.5) * self.LINE
                parts += as_piece("stone", [stone(x, below, 10.5, data_place(self.prefix, f"{i}:{j}"))])
        return parts


class PitBoard(Labelled):
    """The pits of a mancala game: the first player's from left to right below, the second's from right to left above.

    What belongs to a player has that player's colour. The numbers stand beside the pits, clear of marks on these.

    Args:
        first: the index of the first pit's number.
        pits: the number of pits of each player, the store included.
        has_stores: whether the last pit of each player is a store, at the player's right.
        players: the names of the players.
        colours: the colours of the players.
        prefix: the prefix of the names of the pits.
    """

    FRAME = 20
    PIT = 64
    STRIP = 22
    """The height of the strip on which a player's numbers stand."""
    MOST_SEEDS = 24
    """The largest number of seeds drawn in a pit; a larger number is only written."""

    def __init__(
        self,
        first: int,
        pits: int,
        players: Sequence[str],
        colours: Sequence[str],
        *,
        has_stores: bool,
        prefix: str = "",
    ) -> None:
        self.first, self.pits, self.has_stores, self.prefix = first, pits, has_stores, prefix
        self.players, self.colours = (*players, *players)[:2], (*colours, *colours)[:2]
        names = [*(f"{ordinal(i + 1)} pit" for i in range(pits - has_stores)), *["the store"] * has_stores]
        self.labels = [f"{name} of {player}" for player in self.players for name in names]
        self.width = (pits + has_stores) * self.PIT + 2 * self.FRAME
        self.height = 2 * (self.PIT + self.STRIP + self.FRAME)

    def _is_store(self, i: int) -> bool:
        return self.has_stores and i % self.pits == self.pits - 1

    def _pit(self, i: int, at: Place) -> tuple[float, float, float]:
        """Return the x and y of the middle of a pit, and the height of the pit, in pixels."""
        player, pit = divmod(i, self.pits)
        column = pit + self.has_stores if player == 0 else self.pits - 1 - pit
        below, height = self.PIT / 2 * (1 - 2 * player), self.PIT
        if self._is_store(i):
            below, height = 0.0, 2 * self.PIT
            column = 0 if player else self.pits
        return at.real + self.FRAME + (column + 0.5) * self.PIT, at.imag + self.height / 2 + below, height

    def ground(self, at: Place) -> list[str]:
        parts = [SOWN, rectangle(at.real, at.imag, self.width, self.height, f'rx="26" fill="{FRAME_COLOUR}"')]
        for player, name in enumerate(self.players):
            parts += self._side(player, at)
            y = at.imag + self.height * (1 - player) - self.FRAME / 2 * (1 - 2 * player)
            x, width = at.real + self.width / 2, self.width / 2
            if self.has_stores:  # the name is beside the store, and the numbers of the pits are beside these
                pits = range(player * self.pits, (player + 1) * self.pits)
                *middles, x = (self._pit(i, at)[0] for i in pits)
                width = self.PIT
                parts += [edge_name(middle, y, str(i + 1), ON_FRAME) for i, middle in enumerate(middles)]
            parts.append(text_at(x, y, titled(name), ON_FRAME, size=14, width=width, is_note=True))
        for i in range(2 * self.pits):
            x, y, height = self._pit(i, at)
            wide, high = self.PIT - 6, height - 6
            look = f'rx="{wide / 2:g}" fill="{LIGHT}" stroke="{INK}" stroke-opacity="0.45"{data_place(self.prefix, i)}'
            parts.append(rectangle(x - wide / 2, y - high / 2, wide, high, look))
        return parts

    def _side(self, player: int, at: Place) -> list[str]:
        """Return the ground below a player's pits, and that below the store."""
        look = f'rx="14" fill="{self.colours[player]}"'
        left, top = at.real + self.FRAME, at.imag + self.FRAME
        middle, high = at.imag + self.height / 2, self.PIT + self.STRIP
        row = self.PIT * self.has_stores * (1 - player)
        wide = self.width - 2 * self.FRAME - self.PIT * self.has_stores
        parts = [rectangle(left + row, top if player else middle, wide, high, look)]
        if self.has_stores:
            store = left if player else left + wide
            parts.append(rectangle(store, top, self.PIT, 2 * high, look))
        return parts

    def pieces(self, cells: Sequence[int], at: Place) -> list[str]:
        parts = []
        for i in range(2 * self.pits):
            x, y, height = self._pit(i, at)
            player, number = i // self.pits, cells[self.first + i]
            if number <= self.MOST_SEEDS:
                parts += _seeds(number, x, y, self.PIT / 2 - 14)
            away, size = (height + self.STRIP) / 2 - 1, 20 if self._is_store(i) else 16
            below = y + away * (1 - 2 * player)
            colour = ink(self.colours[player])
            parts.append(text_at(x, below, str(number), colour, size=size, width=self.PIT, bold=True))
        return parts


def stone(x: float, y: float, radius: float, name: str) -> str:
    place = f'cx="{x:g}" cy="{y:g}" r="{radius:g}"{name}'
    return f'<circle {place} fill="{STONE}" stroke="{COLOURS["black"]}" stroke-width="1.5"/>'


def _seeds(number: int, x: float, y: float, radius: float) -> list[str]:
    """Return seeds scattered in a pit, as in the head of a sunflower (H. Vogel, 1979)."""
    turn = pi * (3 - sqrt(5))
    parts = []
    for i in range(number):
        away = radius * sqrt((i + 0.5) / max(number, 5))
        place = f'cx="{x + away * cos(i * turn):.1f}" cy="{y + away * sin(i * turn):.1f}" rx="4.5" ry="4.5"'
        parts.append(f'<ellipse {place} fill="{STONE}" stroke="{COLOURS["black"]}" data-note=""/>')
    return parts
