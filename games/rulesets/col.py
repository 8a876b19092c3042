"""Col: colour squares, no two neighbours alike."""

from __future__ import annotations

import attrs

from .colouring import Colouring


@attrs.frozen
class Col(Colouring):
    """A move colours a square, blue for Left and red for Right. Neighbours may not have the same colour.

    The game is Colin Vout's. `.` may have any colour, `l` only Left's, `r` only Right's, `#` none; `L` and `R` are
    coloured.

    >>> list(Col(board="..").options(("..",), 0))
    [('Lr',), ('rL',)]
    """

    forbids_own = True
    aim = (
        "Colour a square; neighbours must differ. L marks what only Left may still colour, R what only Right may, "
        "and grey what nobody may."
    )
    example = {"board": "...|...|..."}
    presets = {
        "3×2 board": {"board": "...|..."},
        "3×3 board": {"board": "...|...|..."},
        "4×2 board": {"board": "....|...."},
    }
    first_preset = "3×3 board"
