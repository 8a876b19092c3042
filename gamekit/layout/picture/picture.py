"""`Picture`: the drawing of a board game's states, derived from its layout, and the gestures of moves on it.

The states before and after a move say exactly which places change. The numbers of the move say the rest, as far as they
are places that change. Where that leaves a doubt, there are no steps, and the move is chosen by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final

from gamekit.drawing.board import graph_of
from gamekit.drawing.canvas import BOARD, Canvas
from gamekit.drawing.colours import colours_of
from gamekit.drawing.graph_layout import Place
from gamekit.drawing.parts import Changes, Note, OnBoard, Part
from gamekit.drawing.svg import document
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.protocol import Game
from gamekit.layout.fields.field import PIECES
from gamekit.layout.layout import Layout

GAP: Final = 10
"""The distance between the parts of a drawing, in pixels."""

_DATA_PLACE: Final = re.compile(r'\bdata-place="([^"]*)"')


class Picture:
    """Drawings of the states of a game on a layout: boards with pieces, hands beside them, the rest below.

    Gestures call places by name: those of the first board, or of the pits, by number; those of further fields have the
    name of the field before, as in `hand:C`, `heaps:0:2` and `score:1`.

    Args:
        game: the instance, for the names of its players and a graph among its parameters.
        layout: the fields of a state.
        looks: the looks of signs, pieces and boards, as in `BoardGame.looks`.
        place_name: returns the name of a place of the board, as moves call it.
        notes: lines of text below the boards.

    Raises:
        InputError: `looks` names something that the layout does not have, or has a word that is not a look.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        layout: Layout,
        looks: Mapping[str, str],
        place_name: Callable[[int], str] = str,
        notes: Sequence[str] = (),
    ) -> None:
        owner, shown = type(game).__name__, layout.shown
        known = dict.fromkeys([BOARD, *chain(*(field.look_names(name) for name, field in shown.items()))])
        if unknown := [name for name in looks if name not in known]:
            names = ", ".join(map(repr, known))
            raise InputError(
                f"{owner}.looks must name parts of this layout, {names}; it names {unknown[0]!r}"
            )
        signs = [field.signs for field in shown.values() if field.signs]
        pieces = [name for name, field in shown.items() if field.drawn == PIECES]
        graph = graph_of(game)
        self.place_name = place_name
        colours = colours_of(game.players, game.player_colours)
        self.canvas = canvas = Canvas(owner, game.players, colours, looks, place_name, graph, signs, pieces)
        for name, field in sorted(shown.items(), key=lambda item: item[1].drawn):
            field.draw(name, layout.offsets[name], canvas)
        canvas.column.extend(map(Note, notes))
        self.parts: list[Part] = [*canvas.column, *(hand for _, hand in canvas.hands)]
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
        """Return the contents of each place that is not empty, in words, by the names of the places.

        >>> from games.tic_tac_toe import TicTacToe
        >>> game = TicTacToe()
        >>> game.contents(game.parse_state("X../.O./..."))
        {'a3': 'X', 'b2': 'O'}
        """
        return dict(chain.from_iterable(part.contents(cells, self.place_name) for part in self.parts))

    def vacant(self, cells: Sequence[int]) -> int:
        """Return the number of places of boards on which nothing stands."""
        return sum(
            part.places - len(part.occupied(cells)) for part in self.parts if isinstance(part, OnBoard)
        )

    @cached_property
    def place_names(self) -> set[str]:
        """The names of all places, which are the same in the drawings of all states."""
        return set(_DATA_PLACE.findall("".join(self.ground)))

    def _places(self) -> tuple[float, float, list[Place]]:
        """Return the size of the drawing and the upper left corner of each part: a column, and hands to its right."""
        wide = max((part.width for part in self.canvas.column), default=0)
        places, y = [], 2.0
        for part in self.canvas.column:
            places.append(complex(2 + (wide - part.width) // 2, y))
            y += part.height + GAP
        beside = sum(hand.height + GAP for _, hand in self.canvas.hands)
        high = max(y - 2, beside) - GAP
        x = wide + GAP + 2 if self.canvas.column else 2.0
        above, below = 2.0, 2 + high
        for is_above, hand in self.canvas.hands:
            if is_above:
                places.append(complex(x, above))
                above += hand.height + GAP
            else:
                below -= hand.height
                places.append(complex(x, below))
                below -= GAP
        return (x - 2 + self.canvas.hands[0][1].width if self.canvas.hands else wide), high, places


def gesture_of(picture: Picture, before: Sequence[int], after: Sequence[int], move: Any) -> Gesture:
    """Return the gesture of a move.

    Args:
        picture: draws the states.
        before: the numbers of all fields before the move.
        after: the numbers of all fields after the move.
        move: a number, a tuple of numbers, or anything else, which is then ignored.
    """
    changes = Changes()
    for part in picture.parts:
        part.moved(before, after, changes)
    if not changes.places:  # the numbers are all that there is to see
        for part in picture.parts:
            part.counted(before, after, changes)
    numbers = move if isinstance(move, tuple) else (move,)
    named = [str(number) for number in numbers if type(number) is int]
    steps = _steps(changes, named)
    if not changes.places and len(named) == 1 and named[0] in picture.place_names:
        steps = named * 2  # a piece stays where it is
    others = [place for place in changes.places if place not in steps]
    return Gesture(steps, touched=dict.fromkeys(others))


def _steps(changes: Changes, named: Sequence[str]) -> list[str]:
    """Return the places to click; none if they are not certain."""
    left, entered = changes.left, changes.entered
    if len(entered) == 1:
        end = entered[0]
        if changes.from_hand:
            return [*changes.from_hand[:1], end]
        movers = [start for start, goes in changes.same if goes == end]
        if len(movers) != 1:
            movers = [place for place in movers or left if place in named]
        if len(movers) > 1 and named[-1] == end:
            movers = [place for place in movers if place == named[0]]  # it leaves, and others are taken
        if len(movers) == 1:
            return [movers[0], end]
        if len(left) == 1 and not named:
            return []
        return [end] if not movers and (not left or end in named) else []
    if not entered and len(left) == 1:
        return left
    return list(dict.fromkeys(place for place in named if place in changes.places))
