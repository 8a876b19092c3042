"""Frames: boxes of klotski inside walls, as GNOME Klotski and the programs after it have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

from gamekit.game.notation import Notation, misfit

from .blocks import FREE, Blocks

UPPER = re.compile(r"(?m)^[ \t]*(([^\w\s.-])\2{3,})[ \t]*\n[ \t]*\2[^\n]*\2[ \t]*$")
"""The upper side of a frame, and the first row of the box."""

SIZE = re.compile(r"\s*(\d{1,2})[\s,x]+(\d{1,2})(?:\s+[A-Za-z]+)?\s*")


class FramedBlocks(Notation):
    """A box in a frame of `#` or another sign, perhaps with a gate `--` in its lower side for the largest block.

    A blank in the box is a free square. The largest block may be of `*`. The size of the box may stand above. Rows
    below the frame show where the block goes, and are ignored.
    """

    name = "frame"
    about = "a box in walls, with * for the block that leaves through the gate --"
    example = "######\n#a**b#\n#a**b#\n#cdde#\n#cfge#\n#h  i#\n##--##"

    def reads(self, text: str) -> bool:
        upper = UPPER.search(text)
        if upper is None or upper[2] not in FREE:
            return upper is not None
        inside = "".join(line.strip()[1:-1] for line in text[upper.end(1) :].split("\n"))
        return bool({*inside.strip(upper[2])} & {*FREE, " "} - {upper[2]})  # else free squares around blocks

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        boxes = re.split(r"\n[ \t]*\n", text.strip("\n"))
        return ((f"box {number}", box) for number, box in enumerate(boxes, 1) if box.strip())

    def box(self, text: str) -> tuple[str, int | None]:
        """Return the text with blanks in place of all but the squares, and the column of the gate, if there is one."""
        upper = UPPER.search(text)
        if upper is None:
            raise misfit(text, 0, "a box has a frame of one sign, such as #; this has none")
        wall, width = re.escape(upper[2]), len(upper[1])
        lower = re.compile(rf"({wall}+)(?:(--|  |\.\.){wall}+)?")
        row = re.compile(rf"{wall}[^{wall}-]{{{width - 2}}}{wall}")
        start, cut = upper.end(1) + 1, [re.sub(r"[^\n]", " ", text[: upper.end(1)])]
        for line in text[start:].split("\n"):
            place = start + len(line) - len(line.lstrip())
            if (gate := lower.fullmatch(line.strip())) and len(gate[0]) == width and cut[1:]:
                _check_size(text[: upper.start(1)], len(cut) - 1, width - 2)
                return "\n".join(cut), len(gate[1]) - 1 if gate[2] else None
            if not row.fullmatch(line.strip()):
                what = f"a row has a wall at each end and {width - 2} squares between"
                if cut[2:] and not {*line.strip()} - {*upper[2], *" .-"}:
                    what = "the lower side of the box has a gate of two squares, as in ##--##"
                raise misfit(text, place, f"{what}; this is {line.strip()!r:.60}")
            squares = line.strip()[1:-1].replace(" ", ".")
            cut.append(f"{'':{place - start + 1}}{squares}")
            start += len(line) + 1
        what = "the lower side of the box is a wall, perhaps with a gate of two squares, as in ##--##; there is none"
        raise misfit(text, text.rstrip().rfind("\n") + 1, what)

    def parameters(self, text: str) -> dict[str, str]:
        box, gate = self.box(text)
        if (stars := box.count("*")) not in (0, 4):
            raise misfit(text, box.index("*"), f"the block of * has 2×2 squares; this has {stars}")
        return {
            **Blocks().parameters(box),
            **({} if gate is None else {"exits": f"{ascii_lowercase[gate]}1"}),
        }

    def state(self, game: Any, text: str) -> Any:
        return game.parse_state(self.parameters(text)["box"])


def _check_size(above: str, rows: int, columns: int) -> None:
    """Refuse lines above a frame that are not the size of the box, with or without the frame."""
    start = 0
    for line in above.split("\n"):
        size = SIZE.fullmatch(line)
        numbers = sorted(map(int, size.groups())) if size else []
        if line.strip() and numbers not in (sorted((rows, columns)), sorted((rows + 2, columns + 2))):
            what = f"above the frame stands nothing but the size of the box, {rows} {columns}"
            raise misfit(f"{above}\n", start, f"{what}; this is {line.strip()!r:.60}")
        start += len(line) + 1
