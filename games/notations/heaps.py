"""Heaps: the sizes of the heaps of nim and its relatives, with anything between."""

from __future__ import annotations

import re
from typing import Any

from gamekit.game.notation import Notation, misfit

MOST_DIGITS = 9


class Heaps(Notation):
    """The sizes of heaps, with blanks, commas or plus signs between."""

    name = "heaps"
    about = "the sizes of the heaps"
    example = "3 4 5"

    def reads(self, text: str) -> bool:
        return (
            re.fullmatch(r"[\s,+*(){}\[\]\d]*\d[\s,+)\]}]*", text) is not None and "[" not in text.strip()[:1]
        )

    def parameters(self, text: str) -> dict[str, list[int]]:
        for match in re.finditer(r"\d+", text):
            if len(match[0]) > MOST_DIGITS:
                raise misfit(text, match.start(), f"a heap is a number of at most {MOST_DIGITS} digits")
        return {"heaps": [int(size) for size in re.findall(r"\d+", text)]}

    def write(self, game: Any, state: Any) -> str:
        return str(game.format_state(state)).rpartition(",")[0]


class TwoHeaps(Heaps):
    """The sizes of the two heaps of Wythoff's game."""

    example = "3 5"
