"""Betza's notation: how the men of chess and of its variants go, in letters (R. Betza, from 1996)."""

from __future__ import annotations

import re
from typing import Final

import attrs

from gamekit.errors import InputError
from gamekit.layout.geometry import Step

GOES: Final = 1
TAKES: Final = 2
"""What a step may do: go to a free square, take a man, or both."""

UNLIMITED: Final = 64
"""More steps than any board has room for."""

ATOMS: Final[dict[str, Step]] = {
    "W": (1, 0),
    "F": (1, 1),
    "D": (2, 0),
    "N": (2, 1),
    "A": (2, 2),
    "H": (3, 0),
    "C": (3, 1),
    "L": (3, 1),
    "Z": (3, 2),
    "J": (3, 2),
    "G": (3, 3),
}
"""The leaps: wazir, ferz, dabbaba, knight, alfil, threeleaper, camel (C or L), zebra (Z or J) and tripper."""

COMPOUNDS: Final = {"K": ("WF", 1), "R": ("W", UNLIMITED), "B": ("F", UNLIMITED), "Q": ("WF", UNLIMITED)}
"""The men of chess: their leaps, and how often they repeat them."""

TERM: Final = re.compile(r"([fblrsvhmc]*)([WFDNAHCLZJGKQRB])(\2?)([0-9]{0,2})")
DIRECTION: Final = re.compile(r"ff|bb|ll|rr|[fblr]h|[fb][lrs]|[lr][fbv]|[fblrsv]")
SIDES: Final = {"s": "lr", "v": "fb"}


@attrs.frozen
class Leap:
    """A step of a man, perhaps repeated.

    Attributes:
        step: rows down and columns to the right, for White's men.
        most: how often it may be repeated until something is in the way.
        does: `GOES`, `TAKES` or both.
        is_first: whether it may be repeated only by a man on the second row that does not reach the last row.
    """

    step: Step
    most: int = 1
    does: int = GOES | TAKES
    is_first: bool = False


PAWN: Final = (Leap((-1, 0), 2, GOES, is_first=True), Leap((-1, -1), 1, TAKES), Leap((-1, 1), 1, TAKES))
"""How a pawn goes, besides taking in passing."""


def leaps_of(notation: str) -> tuple[Leap, ...]:
    """Return how a man goes that is described in Betza's notation.

    A capital names a leap in all directions: the distances of `ATOMS`, and K, Q, R and B for the men of chess. A letter
    that is doubled, or followed by a number, is repeated: NN is a nightrider, R4 a rook that goes four squares at most,
    W0 a rook. What stands in a row adds up: QN is an amazon.

    Small letters before a capital choose: `m` moves without taking, `c` takes only; f, b, l and r are forwards,
    backwards, left and right, `v` is f and b, `s` is l and r. Of straight leaps, several letters choose each of these
    directions; of diagonal ones, two letters choose one leap: `flF`. Of a knight and its like, one letter chooses the
    two leaps that go farthest that way, as of the knight in shogi, `fN`; `fh` all four forwards; two letters the leaps
    that go farthest in the second direction and also in the first: `fsN` two, `frN` one.

    Raises:
        InputError: the text is not in this notation.

    >>> [leap.step for leap in leaps_of("WfF")]
    [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0)]
    >>> leaps_of("mfN0")[0]
    Leap(step=(-2, -1), most=64, does=1, is_first=False)
    """
    leaps, end = list[Leap](), 0
    for term in TERM.finditer(notation):
        if term.start() != end:
            break
        end = term.end()
        how, letter, doubled, number = term.groups()
        atoms, most = COMPOUNDS.get(letter, (letter, 1))
        if doubled or number:
            most = int(number or 0) or UNLIMITED
        does = sum(bit for bit, sign in ((GOES, "m"), (TAKES, "c")) if sign in how) or GOES | TAKES
        ways = re.sub("[mc]", "", how)
        directions = DIRECTION.findall(ways)
        if "".join(directions) != ways:
            break
        leaps += [
            Leap(step, most, does)
            for atom in atoms
            for step in _all_ways(*ATOMS[atom])
            if not directions or any(_goes(step, direction) for direction in directions)
        ]
    else:
        if leaps and end == len(notation):
            return tuple(sorted({*leaps}, key=attrs.astuple))
    raise InputError(
        f"a man goes as Betza's notation says, such as NN, WfF or mRcB: capitals {' '.join(ATOMS)} for leaps and "
        f"{' '.join(COMPOUNDS)} for men of chess, doubled or with a number where they are repeated, and before them f, "
        f"b, l, r, s, v, m or c; this is {notation!r:.100}"
    )


def _all_ways(far: int, near: int) -> set[Step]:
    """Return the steps of a leap in all directions."""
    return {
        (a * down, b * right) for a in (1, -1) for b in (1, -1) for down, right in ((far, near), (near, far))
    }


def _goes(step: Step, direction: str) -> bool:
    """Return whether a step is one of those that a direction chooses."""
    down, right = step
    ways = [("f" if down < 0 else "b") * (down != 0), ("l" if right < 0 else "r") * (right != 0)]
    if abs(down) == abs(right):
        return all(letter in ways for letter in direction if letter in "fblr")
    if not all(ways):
        return "".join(ways) in [way for letter in direction for way in SIDES.get(letter, letter)]
    minor, major = ways if abs(down) < abs(right) else ways[::-1]
    first, second = direction[0], direction[-1]
    if second == "h":
        return first in ways
    is_far = major in SIDES.get(second, second)
    return is_far and (first == second or minor in SIDES.get(first, first))
