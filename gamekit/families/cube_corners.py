"""`CubeCorners`: corners of a cube whose faces turn, like Rubik's: the effects of turns, and texts of corners."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, cached_property
from itertools import permutations, product
from operator import itemgetter
from typing import Any, Final

import attrs

from gamekit.errors import InputError, blamed
from gamekit.game.parameters import check_choice, refusal

Corners = tuple[tuple[int, ...], tuple[int, ...]]
"""The number of the corner at each place, and how often it is twisted there: each twist moves its sides on by one."""

PLACES: Final = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB", "DBL")
"""The corners of a cube, named by the faces that meet there: clockwise, from the upper or the lower face."""

AROUND: Final = {"U": "FLBR", "R": "UBDF", "F": "URDL", "D": "FRBL", "L": "UFDB", "B": "ULDR"}
"""The four faces around each face, clockwise as seen from outside."""

STICKERS: Final = {
    "U": "ULB UBR UFL URF",
    "R": "URF UBR DFR DRB",
    "F": "UFL URF DLF DFR",
    "D": "DLF DFR DBL DRB",
    "L": "ULB UFL DBL DLF",
    "B": "UBR ULB DRB DBL",
}
"""The corners of each face, as in `PLACES`, row by row as seen from outside."""

UNDONE: Final = {"": "'", "'": "", "2": "2"}


def undo(turn: str) -> str:
    """Return the name of the turn that takes another one back.

    >>> undo("U"), undo("R'"), undo("F2")
    ("U'", 'R', 'F2')
    """
    return turn[0] + UNDONE[turn[1:]]


def turned(state: Corners, turn: Corners) -> Corners:
    """Return the corners after a turn, which is given by its effect on the solved cube."""
    (corners, twists), (sources, added) = state, turn
    return (
        tuple([corners[source] for source in sources]),
        tuple([(twists[source] + more) % 3 for source, more in zip(sources, added, strict=True)]),
    )


@attrs.frozen(slots=False)
class CubeCorners:
    """The corners at some places of a cube; those at the other places never move.

    Attributes:
        places: the places, as in `PLACES`.

    >>> cube = CubeCorners(PLACES[:7])
    >>> list(cube.turns)
    ['U', "U'", 'U2', 'R', "R'", 'R2', 'F', "F'", 'F2']
    >>> cube.format(cube.scrambled(["R", "U2"]))
    'ULB FUR FRD UFL BDR DLF BRU'
    """

    places: tuple[str, ...] = PLACES

    @property
    def solved(self) -> Corners:
        return tuple(range(len(self.places))), (0,) * len(self.places)

    @cached_property
    def turns(self) -> dict[str, Corners]:
        """The effect of each turn on the solved cube, by name, without turns that would move corners at other places.

        A turn is by a quarter clockwise as seen from outside (U), by a quarter the other way (U') or by a half (U2).
        """
        turns: dict[str, Corners] = {}
        for face in AROUND:
            if {place for place in PLACES if face in place} <= {*self.places}:
                quarter = self._quarter(face)
                half = turned(quarter, quarter)
                turns |= {face: quarter, f"{face}'": turned(half, quarter), f"{face}2": half}
        return turns

    def _quarter(self, face: str) -> Corners:
        corners, twists = map(list, self.solved)
        after = dict(zip(AROUND[face], AROUND[face][1:] + AROUND[face][:1], strict=True))
        for i, place in enumerate(self.places):
            if face in place:
                moved = {after.get(side, side) for side in place}
                j = next(j for j, other in enumerate(self.places) if {*other} == moved)
                corners[j] = i
                twists[j] = (self.places[j].index(face) - place.index(face)) % 3
        return tuple(corners), tuple(twists)

    def scrambled(self, turns: Iterable[str]) -> Corners:
        """Return the state that some turns reach from the solved cube, one after the other."""
        state = self.solved
        for turn in turns:
            state = turned(state, self.turns[turn])
        return state

    def check_turns(self, name: str, text: Any) -> None:
        """Refuse a value that is not a string of turns, separated by blanks; `name` is its name in error messages.

        Raises:
            InputError: the value is not a string, or has a word that is not in `turns`.
        """
        if not isinstance(text, str):
            raise refusal(name, f'must be turns, such as "R U2 F\'"; it is {text!r}')
        with blamed(name):
            for i, turn in enumerate(text.split()):
                check_choice(f"turn {i} of {name}", turn, [*self.turns])

    # --- numbers ------------------------------------------------------------------------------------------------------

    @cached_property
    def orders(self) -> list[tuple[int, ...]]:
        """All ways to place the corners, the solved one first."""
        return list(permutations(range(len(self.places))))

    @cached_property
    def twistings(self) -> list[tuple[int, ...]]:
        """All ways to twist the corners, the solved one first: the twists add up to a multiple of 3 after any turns."""
        return [twists for twists in product(range(3), repeat=len(self.places)) if sum(twists) % 3 == 0]

    def numbers_of(self, state: Corners) -> tuple[int, int]:
        """Return the index of a state's corners in `orders`, and that of its twists in `twistings`."""
        return self.orders.index(state[0]), self.twistings.index(state[1])

    def effects(self, turns: Iterable[str]) -> list[list[list[int]]]:
        """Return the index of the order to which each turn leads, by order and turn; and the same for twistings."""
        effects_of_turns = [_effect(self, turn) for turn in turns]
        return [
            list(map(list, zip(*numbers, strict=True))) for numbers in zip(*effects_of_turns, strict=True)
        ]

    # --- texts and drawings -------------------------------------------------------------------------------------------

    def format(self, state: Corners) -> str:
        """Return the corner at each place as the colours of its sides, each named by its face on a solved cube."""
        return " ".join(map(self._sides, *state))

    def _sides(self, corner: int, twist: int) -> str:
        name = self.places[corner]
        return name[3 - twist :] + name[: 3 - twist]

    def parse(self, text: str) -> Corners:
        """Return the state that `format` shows as a string.

        Raises:
            InputError: `text` has names that are not of corners, or turns cannot place the corners in this way.
        """
        words, number = text.split(), len(self.places)
        if len(words) != number:
            raise InputError(
                f"a state must be {number} corners, such as {' '.join(self.places)!r}; this one is {text!r}"
            )
        named = {
            self._sides(corner, twist): (corner, twist) for corner in range(number) for twist in range(3)
        }
        for i, word in enumerate(words):
            if word not in named:
                one_of = f"one of {', '.join(self.places)}, perhaps twisted"
                raise InputError(f"corner {i} must be {one_of}; it is {word!r}")
        corners, twists = zip(*map(named.__getitem__, words), strict=True)
        for i, corner in enumerate(corners):
            if (first := corners.index(corner)) != i:
                same = f"corners {first} and {i}, {words[first]!r} and {words[i]!r}, are the same one"
                raise InputError(f"every corner must occur once; {same}")
        if sum(twists) % 3:
            raise InputError(f"turns cannot twist a single corner, so they cannot lead to {text!r}")
        return corners, twists

    def faces(self, state: Corners) -> dict[str, list[str]]:
        """Return the colours of the stickers on each face of a cube of 2×2×2, for `draw_cube` and `cube_net`."""
        colours = {place: place for place in PLACES}
        colours |= zip(self.places, self.format(state).split(), strict=True)
        return {
            face: [colours[place][place.index(face)] for place in places.split()]
            for face, places in STICKERS.items()
        }


@cache
def _effect(cube: CubeCorners, turn: str) -> tuple[list[int], list[int]]:
    """Return the indices of the orders and of the twistings to which a turn leads from each of them."""
    orders, twistings = ({each: i for i, each in enumerate(ways)} for ways in (cube.orders, cube.twistings))
    corners = cube.turns[turn]
    moved = itemgetter(*corners[0])
    return (
        [orders[moved(each)] for each in cube.orders],
        [twistings[turned((cube.orders[0], each), corners)[1]] for each in cube.twistings],
    )
