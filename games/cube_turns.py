"""The corners of a cube of 2×2×2, and what turns of its faces make of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import permutations, product
from operator import itemgetter
from typing import Any

from gamekit.errors import InputError
from gamekit.game.parameters import check_choice

State = tuple[tuple[int, ...], tuple[int, ...]]
"""Which corner is at each place, and how often it is twisted there."""

FACES = "URF"  # those that turn; the corner at DBL, where the others meet, stays where it is
HARDEST = "R2 U' R' F U2 F R' F2 U' R U"  # no scramble takes more moves to solve: 11
PLACES = ("URF", "UFL", "ULB", "UBR", "DFR", "DLF", "DRB")  # sides clockwise, from the upper or the lower one
CORNERS = list(permutations(range(len(PLACES))))
"""All ways to place the corners, the solved one first."""
TWISTS = [twists for twists in product(range(3), repeat=len(PLACES)) if sum(twists) % 3 == 0]
"""All ways to twist them, the solved one first: no turns twist one corner alone."""


def _quarter(corners: str, twists: tuple[int, ...]) -> State:
    """Return the state that a turn makes of the solved cube; `corners` names the one that comes to each place."""
    return (tuple(map(PLACES.index, corners.split())), twists)


def turned(state: State, turn: State) -> State:
    """Return the state after a turn."""
    (corners, twists), (sources, added) = state, turn
    return (
        tuple([corners[source] for source in sources]),
        tuple([(twists[source] + more) % 3 for source, more in zip(sources, added, strict=True)]),
    )


SOLVED: State = (CORNERS[0], TWISTS[0])
QUARTERS = {  # what one turn of a face, clockwise as seen from outside, makes of the solved cube
    "U": _quarter("UBR URF UFL ULB DFR DLF DRB", (0, 0, 0, 0, 0, 0, 0)),
    "R": _quarter("DFR UFL ULB URF DRB DLF UBR", (2, 0, 0, 1, 1, 0, 2)),
    "F": _quarter("UFL DLF ULB UBR URF DFR DRB", (1, 2, 0, 0, 2, 1, 0)),
}


TURNS = {
    face + mark: turn
    for face, quarter in QUARTERS.items()
    for half in [turned(quarter, quarter)]
    for mark, turn in (("", quarter), ("'", turned(half, quarter)), ("2", half))
}
"""By the name of a turn, what it makes of the solved cube: U, U', U2, R and so on."""

UNDOES = {turn: turn[0] + {"": "'", "'": "", "2": "2"}[turn[1:]] for turn in TURNS}
"""By the name of a turn, the one that takes it back."""


@cache
def _effects(name: str) -> tuple[list[int], list[int]]:
    """Return the numbers that a turn makes of the numbers of `CORNERS`, and of those of `TWISTS`."""
    corners, twists = ({each: number for number, each in enumerate(ways)} for ways in (CORNERS, TWISTS))
    moved = itemgetter(*TURNS[name][0])
    return (
        [corners[moved(each)] for each in CORNERS],
        [twists[turned((CORNERS[0], each), TURNS[name])[1]] for each in TWISTS],
    )


def effects(turns: Iterable[str]) -> list[list[list[int]]]:
    """Return for the number of each of `CORNERS` a row: what each turn makes of it; and likewise for `TWISTS`."""
    return [list(map(list, zip(*made, strict=True))) for made in zip(*map(_effects, turns), strict=True)]


def scrambled(turns: Iterable[str]) -> State:
    """Return what some turns make of the solved cube.

    >>> scrambled(["U", "U'"]) == SOLVED
    True
    """
    state = SOLVED
    for turn in turns:
        state = turned(state, TURNS[turn])
    return state


def check_scramble(scramble: Any) -> None:
    """Refuse what is not a text of turns."""
    if not isinstance(scramble, str):
        raise InputError(f'scramble must be turns, as in "R U2 F\'"; it is {scramble!r}')
    for i, turn in enumerate(scramble.split()):
        check_choice(f"turn {i} of scramble", turn, [*TURNS])


def turn_quarters(turns: Iterable[str]) -> bool:
    """Return whether all faces that turn may be turned by a quarter."""
    return {turn[0] for turn in turns if not turn.endswith("2")} == set(FACES)


def usual_scramble(turns: Sequence[str]) -> list[str]:
    """Return the turns that scramble a cube: those of a hardest state, if all faces may be turned by a quarter.

    Otherwise, they are the first turn that is allowed of each face, and then these once more.
    """
    if turn_quarters(turns):
        return HARDEST.split()
    first = {turn[0]: turn for turn in reversed(turns)}
    return 2 * [first[face] for face in FACES if face in first]
