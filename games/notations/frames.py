"""Frames: boxes of klotski inside walls, as GNOME Klotski and the programs after it have them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import Any

from gamekit.errors import InputError
from gamekit.game.notation import Notation, misfit

from .blocks import Blocks

GATE = re.compile(r"(#+)--#+")


class FramedBlocks(Notation):
    """A box in a frame of `#`, with `--` for the gate in its lower side, through which the block of `*` leaves.

    A blank in the box is a free square. Rows below the frame show where the block goes, and are ignored.
    """

    name = "frame"
    about = "a box in walls, with * for the block that leaves through the gate --"
    example = "######\n#a**b#\n#a**b#\n#cdde#\n#cfge#\n#h  i#\n##--##"

    def reads(self, text: str) -> bool:
        return "**" in text and re.search(r"(?m)^[ \t]*#{4,}[ \t]*\n[ \t]*#.+#[ \t]*$", text) is not None

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        boxes = re.split(r"\n[ \t]*\n", text.strip("\n"))
        return ((f"box {number}", box) for number, box in enumerate(boxes, 1) if box.strip())

    def rows(self, text: str) -> list[str]:
        """Return the rows of the frame, from its upper side to the one with the gate."""
        lines = [line.rstrip() for line in text.split("\n") if line.strip()]
        left = min(len(line) - len(line.lstrip()) for line in lines)
        rows = [line[left:] for line in lines]
        gate = next((i for i, row in enumerate(rows) if GATE.fullmatch(row)), 0)
        if gate < 2:
            what = "the lower side of the box has a gate of two squares, as in ##--##; there is none"
            raise misfit(text, text.rstrip().rfind("\n") + 1, what)
        for row in rows[1:gate]:
            if len(row) != len(rows[0]) or not re.fullmatch("#[^#-]+#", row):
                raise misfit(
                    text,
                    text.index(row),
                    f"a row has a wall at each end and squares between; this is {row!r:.60}",
                )
        return rows[: gate + 1]

    def parameters(self, text: str) -> dict[str, str]:
        *rows, lower = self.rows(text)
        try:
            box = Blocks().parameters("\n".join(row[1:-1].replace(" ", ".") for row in rows[1:]))
        except InputError as error:
            raise InputError(f"inside the frame, {error}") from None
        if box["box"].count("b") != 1 or sum(row.count("*") for row in rows) != 4:
            raise misfit(
                text, text.index("*"), "the block of * has 2×2 squares, and no other block has as many"
            )
        gate = GATE.fullmatch(lower)
        column = len(gate[1]) - 1 if gate else 0
        return {**box, "exits": f"{ascii_lowercase[column]}1"}

    def state(self, game: Any, text: str) -> Any:
        return game.parse_state(self.parameters(text)["box"])
