"""The corners of a cube of 2×2×2 by the colours of their sides: as text, and as the faces unfolded."""

from __future__ import annotations

from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.layout import BoardGame

from .cube_turns import CORNERS, PLACES, TWISTS
from .cube_turns import State as Corners

State = tuple[int, ...]  # of the corners' places and of their twists, and 0, for the player

HELD = "DBL"
"""The corner that no turn moves."""
NET = (  # the faces unfolded: U, then F R B L in a strip, then D; each sign is a side of the place below it
    ("ULB UBR", "UU"),
    ("UFL URF", "UU"),
    ("UFL URF URF UBR UBR ULB ULB UFL", "FFRRBBLL"),
    ("DLF DFR DFR DRB DRB DBL DBL DLF", "FFRRBBLL"),
    ("DLF DFR", "DD"),
    ("DBL DRB", "DD"),
)
STICKERS = {"U": "#ffffff", "R": "#b3202c", "F": "#8bc34a", "D": "#f0e442", "L": "#f5a742", "B": "#1c5fb0"}


def sides(corner: int, twist: int) -> str:
    """Return the colours of a corner in the order of the sides of its place: a twist moves each on by one.

    >>> sides(0, 0), sides(0, 1)
    ('URF', 'FUR')
    """
    name = PLACES[corner]
    return name[-twist:] + name[:-twist] if twist else name


_CORNERS = {sides(corner, twist): (corner, twist) for corner in range(len(PLACES)) for twist in range(3)}


def format_corners(state: Corners) -> str:
    """Return the corner at each of the `PLACES` by the colours of its sides."""
    return " ".join(map(sides, *state))


def parse_corners(text: str) -> Corners:
    """Return the corners and twists that `format_corners` writes as `text`.

    Raises:
        InputError: no turns lead to these corners, or their number is wrong.
    """
    corners: list[int] = []
    twists: list[int] = []
    words = text.split()
    if len(words) != len(PLACES):
        raise InputError(f"a state is {len(PLACES)} corners like {' '.join(PLACES)!r}; this one is {text!r}")
    for i, word in enumerate(words):
        if word not in _CORNERS:
            raise InputError(
                f"corner {i} must be one of {', '.join(PLACES)}, perhaps twisted; it is {word!r}"
            )
        corner, twist = _CORNERS[word]
        if corner in corners:
            raise InputError(f"corner {i} is {word!r}, and so is corner {corners.index(corner)}, twisted")
        corners.append(corner)
        twists.append(twist)
    if sum(twists) % 3:
        raise InputError(f"no turns twist one corner alone; {text!r} breaks that")
    return tuple(corners), tuple(twists)


def stickers(state: Corners) -> dict[tuple[str, str], str]:
    """Return the colours of all sides of all corners, by their places and where they point."""
    shown = {HELD: HELD, **dict(zip(PLACES, map(sides, *state), strict=True))}
    return {
        (place, side): colour
        for place, colours in shown.items()
        for side, colour in zip(place, colours, strict=True)
    }


def net(state: Corners) -> list[str]:
    """Return the colours of all sides, row by row, as they are arranged in `NET`."""
    colours = stickers(state)
    return [
        "".join(colours[place, side] for place, side in zip(places.split(), row, strict=True))
        for places, row in NET
    ]


class CubeOfCorners(BoardGame):
    """A cube of corners, of whose places and twists a state has the numbers; subclasses state the rules."""

    def format_state(self, state: State) -> str:
        """Return the corner at each of the `PLACES` by the colours of its sides."""
        return format_corners(corners_of(state))

    def parse_state(self, text: str) -> State:
        corners, twists = parse_corners(text)
        return (CORNERS.index(corners), TWISTS.index(twists), 0)

    def render(self, state: State) -> str:
        return "\n".join(" ".join(row) for row in net(corners_of(state)))

    def svg(self, state: State) -> str:
        from .cube_drawing import draw_cube

        return draw_cube(stickers(corners_of(state)), STICKERS)

    def gesture(self, state: State, move: int) -> Gesture:
        return Gesture()  # a turn is chosen by name


def corners_of(state: State) -> Corners:
    """Return the corners and twists of a state of the game."""
    return CORNERS[state[0]], TWISTS[state[1]]
