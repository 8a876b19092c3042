"""Boards of lights out in lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from .sign_lines import SignLines


class LightLines(SignLines):
    """A row of lights on each line: O, 1, X, # or * for one that is on, and `.`, 0 or `_` for one that is off."""

    about = "the lights, row by row"
    example = "O.O\n.O.\nO.O"
    signs: ClassVar[Mapping[str, str]] = {".": ".0_○", "O": "O1X●#*"}
    sizes = ("rows", "columns")

    def parameters(self, text: str) -> dict[str, Any]:
        return {**super().parameters(text), "lit": "/".join(self.checked(text))}
