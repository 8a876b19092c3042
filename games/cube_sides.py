"""The corners of a cube of 2×2×2 by the colours of their sides: as text, and on the faces."""

from __future__ import annotations

from gamekit.drawing.cube import cube_net, draw_cube
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardGame

from .cube_turns import CORNERS, PLACES, TWISTS

State = tuple[int, ...]  # of the corners' places and of their twists, and 0, for the player

HELD = "DBL"
"""The corner that no turn moves."""
STICKERS = {  # by face: the places of its corners row by row, as seen from outside
    "U": "ULB UBR UFL URF",
    "R": "URF UBR DFR DRB",
    "F": "UFL URF DLF DFR",
    "D": "DLF DFR DBL DRB",
    "L": "ULB UFL DBL DLF",
    "B": "UBR ULB DRB DBL",
}


def sides(corner: int, twist: int) -> str:
    """Return the colours of a corner in the order of the sides of its place: a twist moves each on by one.

    >>> sides(0, 0), sides(0, 1)
    ('URF', 'FUR')
    """
    name = PLACES[corner]
    return name[-twist:] + name[:-twist] if twist else name


_CORNERS = {sides(corner, twist): (corner, twist) for corner in range(len(PLACES)) for twist in range(3)}


class CubeOfCorners(BoardGame):
    """A cube of corners, of whose places and twists a state has the numbers; subclasses state the rules."""

    def format_state(self, state: State) -> str:
        """Return the corner at each of the `PLACES` by the colours of its sides."""
        return " ".join(map(sides, CORNERS[state[0]], TWISTS[state[1]]))

    def parse_state(self, text: str) -> State:
        words = text.split()
        if len(words) != len(PLACES):
            raise InputError(
                f"a state is {len(PLACES)} corners like {' '.join(PLACES)!r}; this one is {text!r}"
            )
        for i, word in enumerate(words):
            if word not in _CORNERS:
                one_of = f"one of {', '.join(PLACES)}, perhaps twisted"
                raise InputError(f"corner {i} must be {one_of}; it is {word!r}")
        corners, twists = zip(*map(_CORNERS.__getitem__, words), strict=True)
        for i, corner in enumerate(corners):
            if (first := corners.index(corner)) != i:
                raise InputError(f"corner {i} is {words[i]!r}, and so is corner {first}, twisted")
        if sum(twists) % 3:
            raise InputError(f"no turns twist one corner alone; {text!r} breaks that")
        return (CORNERS.index(corners), TWISTS.index(twists), 0)

    def faces(self, state: State) -> dict[str, list[str]]:
        """Return the colours of the stickers on each face."""
        colours = dict(zip((HELD, *PLACES), (HELD, *self.format_state(state).split()), strict=True))
        return {
            face: [colours[place][place.index(face)] for place in places.split()]
            for face, places in STICKERS.items()
        }

    def render(self, state: State) -> str:
        return cube_net(self.faces(state))

    def svg(self, state: State) -> str:
        return draw_cube(self.faces(state))

    def gesture(self, state: State, move: int) -> Gesture:
        return Gesture()  # a turn is chosen by name
