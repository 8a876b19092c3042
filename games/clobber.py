"""`ClobberInTurn`: the drawing of Clobber with a turn."""

from __future__ import annotations

from typing import Any

from gamekit.drawing.surfaces import STAYS
from gamekit.layout import InTurn


class ClobberInTurn(InTurn):
    """Clobber with a turn, in whose drawings stones that are out of play stay."""

    def svg(self, state: tuple[int, ...]) -> str | None:
        drawing = super().svg(state)
        return drawing and drawing.replace("</svg>", f"{STAYS}</svg>")

    @property
    def palette(self) -> Any:
        return self._palette

    def contents(self, state: tuple[int, ...]) -> dict[str, str]:
        return self._picture.contents(state)
