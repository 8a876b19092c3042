"""Heaps: the sizes of the heaps of nim and its relatives, with anything between."""

from __future__ import annotations

import re
from typing import Any

from gamekit.errors import UnsupportedError
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


class NimHeaps(Heaps):
    """The sizes of heaps, which name a state of nim as well: the first player is to move."""

    def write(self, game: Any, state: Any) -> str:
        if state[-1]:
            raise UnsupportedError(f"heaps have no turn, and {game.players[1]} is to move")
        return super().write(game, state)

    def state(self, game: Any, text: str) -> Any:
        sizes = self.parameters(text)["heaps"]
        return game.parse_state(f"{' '.join(map(str, sizes))}, {game.players[0]} to move")


class TwoHeaps(Heaps):
    """The sizes of the two heaps of Wythoff's game."""

    example = "3 5"
