"""Chessmen, people, animals, their food and a crate as outlines on a square of 48 by 48, drawn for this project."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

SIDE: Final = 48
"""Of the square that outlines are drawn on."""

_FOOT: Final = "M12 42 L12 38 Q24 34.5 36 38 L36 42 Z"

_KING: Final = (
    "M24 3 L24 13 M20.2 6.8 L27.8 6.8",
    "M24 13 Q28.5 13 28 18.5 Q31 15.5 35 16.5 Q41 18.5 39 25 Q37.5 29.5 34 32 L34.5 37 Q24 33.5 13.5 37 L14 32 "
    "Q10.5 29.5 9 25 Q7 18.5 13 16.5 Q17 15.5 20 18.5 Q19.5 13 24 13 Z",
    _FOOT,
    "M24 19 L24 31 M14.5 31.8 Q24 28.6 33.5 31.8",
)
_QUEEN: Final = (
    "M13.5 37 L13 31 L8 15.5 L16 25 L18 11.5 L24 24 L30 11.5 L32 25 L40 15.5 L35 31 L34.5 37 Q24 33.5 13.5 37 Z",
    "M8 13 m-2.4 0 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z "
    "M18 9 m-2.4 0 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z "
    "M30 9 m-2.4 0 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z "
    "M40 13 m-2.4 0 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z",
    _FOOT,
    "M13.5 31.5 Q24 28 34.5 31.5",
)
_ROOK: Final = (
    "M12 9 L17 9 L17 12.5 L21.5 12.5 L21.5 9 L26.5 9 L26.5 12.5 L31 12.5 L31 9 L36 9 L36 16.5 L32.5 19.5 L33.5 33 "
    "L14.5 33 L15.5 19.5 L12 16.5 Z",
    "M13 38 L13 33 L35 33 L35 38 Z",
    "M10.5 42 L10.5 38 L37.5 38 L37.5 42 Z",
    "M15.5 19.5 L32.5 19.5",
)
_BISHOP: Final = (
    "M24 8.5 m-2.5 0 a2.5 2.5 0 1 0 5 0 a2.5 2.5 0 1 0 -5 0 Z",
    "M24 11 Q34.5 18 33 25.5 Q32 29 30 31 L31.5 36 L16.5 36 L18 31 Q16 29 15 25.5 Q13.5 18 24 11 Z",
    "M9.5 42 Q9.5 38.5 16 38.5 Q21.5 38.5 24 36 Q26.5 38.5 32 38.5 Q38.5 38.5 38.5 42 Q30 40.5 24 42 Q18 40.5 9.5 42 Z",
    "M24 17 L24 25.5 M20 21 L28 21 M18 31 L30 31",
)
_KNIGHT: Final = (
    "M14.5 38 Q13.5 29.5 20.5 25 Q22.5 23.5 22.5 21.5 Q18.5 24.5 15 25.5 Q12.5 28.5 9.5 26 Q7.5 24 10 21.5 Q13.5 14.5 "
    "17.5 11 L16.5 5.5 L21.5 9.5 Q38.5 8.5 37 38 Z",
    "M11.5 42 L11.5 38 L39 38 L39 42 Z",
    "M17.5 16 m-0.9 0 a0.9 0.9 0 1 0 1.8 0 a0.9 0.9 0 1 0 -1.8 0 Z M27.5 12.5 Q34.5 17 33.5 33",
)
_PAWN: Final = (
    "M24 15 m-6 0 a6 6 0 1 0 12 0 a6 6 0 1 0 -12 0 Z",
    "M24 20.5 Q30.5 21 28.5 25.5 Q33.5 29 34 37 L14 37 Q14.5 29 19.5 25.5 Q17.5 21 24 20.5 Z",
    "M12 42 L12 37 L36 37 L36 42 Z",
    "",
)
_MOUSE: Final = (
    "M12.5 15.5 m-8.5 0 a8.5 8.5 0 1 0 17 0 a8.5 8.5 0 1 0 -17 0 Z "
    "M35.5 15.5 m-8.5 0 a8.5 8.5 0 1 0 17 0 a8.5 8.5 0 1 0 -17 0 Z",
    "M24 14 Q38 14 37 27 Q33 39 24 42 Q15 39 11 27 Q10 14 24 14 Z",
    "M18.5 25 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 0 -2.8 0 Z M29.5 25 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 "
    "0 -2.8 0 Z M24 38 m-2 0 a2 2 0 1 0 4 0 a2 2 0 1 0 -4 0 Z M20 36 L9 34 M28 36 L39 34",
)
_CAT: Final = (
    "M9 20 L7 5 L18 12 Q24 10 30 12 L41 5 L39 20 Q43 29 37 36 Q31 42 24 42 Q17 42 11 36 Q5 29 9 20 Z",
    "M17 24 L19 22 L21 24 L19 28 Z M27 24 L29 22 L31 24 L29 28 Z M22 31 L26 31 L24 33.5 Z M24 33.5 Q24 37 20 37 "
    "M24 33.5 Q24 37 28 37 M16 32 L4 30 M16 34.5 L5 36 M32 32 L44 30 M32 34.5 L43 36",
)
_CHEESE: Final = (
    "M5 27 L31 9 Q42 13 43 27 Z",
    "M5 27 L43 27 L43 39 L5 39 Z",
    "M14 33 m-3 0 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0 Z M29 34 m-2.4 0 a2.4 2.4 0 1 0 4.8 0 a2.4 2.4 0 1 0 -4.8 0 Z "
    "M29 20 m-3 0 a3 3 0 1 0 6 0 a3 3 0 1 0 -6 0 Z",
)
_PERSON: Final = (
    "M8 46 Q8 23 24 23 Q40 23 40 46 Z",
    "M24 12 m-9 0 a9 9 0 1 0 18 0 a9 9 0 1 0 -18 0 Z",
    "",
)
_COP: Final = (
    "M7 46 Q7 25 24 25 Q41 25 41 46 Z",
    "M24 16 m-9 0 a9 9 0 1 0 18 0 a9 9 0 1 0 -18 0 Z",
    "M11 13 Q9 4 24 2 Q39 4 37 13 Z",
    "M9 13.5 Q24 7.5 39 13.5 Q24 17 9 13.5 Z",
    "M20 19 L20 19.5 M28 19 L28 19.5 M24 5 L24 8 M22.5 6.5 L25.5 6.5 M24 29 L24 45 M27 36 L30.5 33 L34 36 L32.5 40 "
    "L28.5 40 Z M18 28 L24 33 L30 28",
)
_ROBBER: Final = (
    "M7 46 Q7 25 24 25 Q41 25 41 46 Z",
    "M24 15 m-9.5 0 a9.5 9.5 0 1 0 19 0 a9.5 9.5 0 1 0 -19 0 Z",
    "M14.5 12 Q14 2.5 24 2.5 Q34 2.5 33.5 12 Z",
    "M17.5 16.5 Q20 14.5 22.5 16.5 Q20 18.5 17.5 16.5 Z M25.5 16.5 Q28 14.5 30.5 16.5 Q28 18.5 25.5 16.5 Z "
    "M15 12 L33 12 M13 31.5 Q24 28.5 35 31.5 M10.5 36.5 Q24 33.5 37.5 36.5 M9.5 41.5 Q24 38.5 38.5 41.5",
)
_WOLF: Final = (
    "M8 3 L18 13 Q24 11 30 13 L40 3 L40 21 L45 30 L35 33 Q30 45 24 45 Q18 45 13 33 L3 30 L8 21 Z",
    "M14 22 L20 25 L15 27 Z M34 22 L28 25 L33 27 Z M20 37 L28 37 L24 41 Z M24 41 L24 45",
)
_GOAT: Final = (
    "M18 14 Q8 13 6 2 Q15 2 21 12 Z M30 14 Q40 13 42 2 Q33 2 27 12 Z",
    "M14 19 Q5 16 1 21 Q6 27 14 24 Z M34 19 Q43 16 47 21 Q42 27 34 24 Z M19 39 L24 48 L29 39 Z",
    "M24 11 Q37 11 35 23 Q33 34 30 40 Q24 44 18 40 Q15 34 13 23 Q11 11 24 11 Z",
    "M18.5 22 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 0 -2.8 0 Z M29.5 22 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 "
    "0 -2.8 0 Z M20.5 36 L22.5 38 M27.5 36 L25.5 38",
)
_CABBAGE: Final = (
    "M24 4 Q33 2 36 9 Q45 12 43 21 Q47 30 40 36 Q36 45 26 43 Q16 46 11 39 Q3 35 5 26 Q1 16 10 12 Q14 3 24 4 Z",
    "M24 12 Q36 12 36 25 Q35 37 24 39 Q13 37 12 25 Q12 12 24 12 Z",
    "M24 15 L24 38 M24 24 Q19 23 16 18 M24 24 Q29 23 32 18 M24 32 Q19 31 15 26 M24 32 Q29 31 33 26",
)
_HOUND: Final = (
    "M24 6 Q36 6 36 19 Q35 28 32 34 Q31 44 24 44 Q17 44 16 34 Q13 28 12 19 Q12 6 24 6 Z",
    "M17 8 Q6 6 4 21 Q4 33 11 31 Q15 24 15 16 Z M31 8 Q42 6 44 21 Q44 33 37 31 Q33 24 33 16 Z",
    "M19.5 20 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 0 -2.8 0 Z M28.5 20 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 "
    "0 -2.8 0 Z M20 31.5 Q24 29.5 28 31.5 Q26 35.5 24 35.5 Q22 35.5 20 31.5 Z M24 35.5 L24 39 M24 39 Q21 41 19 38.5 "
    "M24 39 Q27 41 29 38.5",
)
_HARE: Final = (
    "M20 22 Q9 14 10 1 Q20 3 23 19 Z M28 22 Q39 14 38 1 Q28 3 25 19 Z",
    "M24 17 Q37 17 36 30 Q34 44 24 45 Q14 44 12 30 Q11 17 24 17 Z",
    "M18.5 27.5 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 0 -2.8 0 Z M29.5 27.5 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 "
    "0 1 0 -2.8 0 Z M22 33 L26 33 L24 35.5 Z M24 35.5 L24 38.5 M24 38.5 Q21.5 41 19 39 M24 38.5 Q26.5 41 29 39 "
    "M17 35 L6 33 M17 37.5 L7 39 M31 35 L42 33 M31 37.5 L41 39",
)
_TIGER: Final = (
    "M13 13 m-7 0 a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0 Z M35 13 m-7 0 a7 7 0 1 0 14 0 a7 7 0 1 0 -14 0 Z",
    "M24 6 Q41 6 42 23 Q43 31 36 37 Q31 44 24 44 Q17 44 12 37 Q5 31 6 23 Q7 6 24 6 Z",
    "M24 7 L24 14 M19 8 L20.5 14 M29 8 L27.5 14 M7 21 L14 23 M6.5 27 L13 27.5 M9 33 L14.5 31.5 M41 21 L34 23 "
    "M41.5 27 L35 27.5 M39 33 L33.5 31.5 M16 21.5 L21 23 L17 24.5 Z M32 21.5 L27 23 L31 24.5 Z M20.5 31 L27.5 31 "
    "L24 34.5 Z M24 34.5 L24 37 M24 37 Q21 40 18.5 37.5 M24 37 Q27 40 29.5 37.5",
)
_FOX: Final = (
    "M5 4 L19 13 Q24 11.5 29 13 L43 4 L42 22 Q41 30 33 36 L24 45 L15 36 Q7 30 6 22 Z",
    "M6.5 24 Q17 25 24 45 L15 36 Q8 31 6.5 24 Z M41.5 24 Q31 25 24 45 L33 36 Q40 31 41.5 24 Z",
    "M16 21 L20 23.5 L15.5 24.5 Z M32 21 L28 23.5 L32.5 24.5 Z M21.5 41 L26.5 41 L24 44.5 Z M10 9 L16 15 M38 9 L32 15",
)
_GOOSE: Final = (
    "M6 33 Q9 29 16 30 Q17 22 20 19 Q17 8 26 4 Q33 3 34 9 L43 13 L34 15 Q33 19 30 22 Q41 24 43 34 Q40 44 26 44 "
    "Q11 44 6 33 Z",
    "M29.5 9.5 m-1.4 0 a1.4 1.4 0 1 0 2.8 0 a1.4 1.4 0 1 0 -2.8 0 Z M34 9.5 L34 14.5 "
    "M16 32 Q20 38 28 37 Q34 35.5 36 30",
)
_CRATE: Final = (
    "M2 2 L46 2 L46 46 L2 46 Z",
    "M9 9 L39 9 L39 39 L9 39 Z M9 33 L33 9 M15 39 L39 15",
)

OUTLINES: Final = {
    **dict.fromkeys("♔♚", _KING),
    **dict.fromkeys("♕♛", _QUEEN),
    **dict.fromkeys("♖♜", _ROOK),
    **dict.fromkeys("♗♝", _BISHOP),
    **dict.fromkeys("♘♞", _KNIGHT),
    **dict.fromkeys("♙♟", _PAWN),
    "mouse": _MOUSE,
    "cat": _CAT,
    "cheese": _CHEESE,
    "person": _PERSON,
    "cop": _COP,
    "robber": _ROBBER,
    "wolf": _WOLF,
    "goat": _GOAT,
    "cabbage": _CABBAGE,
    "hound": _HOUND,
    "hare": _HARE,
    "tiger": _TIGER,
    "fox": _FOX,
    "goose": _GOOSE,
    "crate": _CRATE,
}
"""By the sign or the word of a piece, its SVG paths from back to front; the last one bears lines and dots."""

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_COMMAND = re.compile(r"([A-Za-z])([^A-Za-z]*)")


@lru_cache(maxsize=4096)
def outline(name: str, x: float, y: float, side: float) -> tuple[str, ...]:
    """Return the paths of a piece around a place, without a transform, so that places stay absolute.

    Args:
        name: a key of `OUTLINES`.
        x: the middle of its place, in pixels.
        y: the middle of its place, in pixels.
        side: of the square that it is drawn on.
    """
    scale = side / SIDE

    def moved(command: re.Match[str]) -> str:
        letter, numbers = command[1], [float(number) for number in _NUMBER.findall(command[2])]
        if letter == "a":  # an arc: two radii, three flags and a relative end
            rx, ry, turn, large, sweep, dx, dy = numbers
            return f"a{rx * scale:.1f} {ry * scale:.1f} {turn:g} {large:g} {sweep:g} {dx * scale:.1f} {dy * scale:.1f}"
        corner = (0.0, 0.0) if letter.islower() else (x - side / 2, y - side / 2)
        return letter + " ".join(f"{corner[i % 2] + scale * number:.1f}" for i, number in enumerate(numbers))

    return tuple(_COMMAND.sub(moved, path) for path in OUTLINES[name])
