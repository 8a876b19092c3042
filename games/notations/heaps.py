"""Heaps: the sizes of the heaps of nim and its relatives, with anything between."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit

MOST_DIGITS = 9


class Heaps(Notation):
    """The sizes of heaps, with blanks, commas or plus signs between, or a heap on each line.

    In a collection, each line has the heaps of a game; a first line with the number of the others is none.
    """

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
        lines = [re.findall(r"\d+", line) for line in text.split("\n") if line.strip()]
        if len(lines) > 1 and max(map(len, lines)) > 1:
            games = [re.findall(r"\d+", game) for _, game in self.split(text)]
            if len(games) > 1:
                raise InputError(f"there must be one game; there are {len(games):,}, which --inputs takes")
            lines = games
        return {"heaps": [int(size) for line in lines for size in line]}

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        lines = list(super().split(text))
        is_counted = len(lines) > 1 and lines[0][1].strip() == str(len(lines) - 1)
        yield from lines[1:] if is_counted else lines

    def write(self, game: Any, state: Any) -> str:
        text = str(game.format_state(state)).rpartition(",")[0]
        if not self.reads(text):
            raise UnsupportedError(f"sizes of heaps alone do not say what {text} says")
        return text


class TwoHeaps(Heaps):
    """The sizes of the two heaps of Wythoff's game."""

    example = "3 5"
