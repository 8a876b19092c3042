"""Lists of the seeds of kalah, as programs hold them: the pits and the store of each player, as seeds are sown."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.game.notation import Notation

from .kgp import Kgp

LIST = re.compile(r"\s*[\[(]*((?:\s*\d{1,9}\s*[,\s])+\s*\d{1,9})\s*\]?(?:\s*,\s*([01]))?\s*[\])]*\s*")


class SeedList(Kgp):
    """South's pits and store, then North's, in the order of sowing; then 0 if South is to move, which is usual, or 1.

    In brackets or without, and with commas or blanks between. The player stands behind the bracket of the list.
    """

    name = "list"
    about = "South's pits and store, then North's, and perhaps 0 or 1 for the player to move"
    example = "[[2, 2, 2, 0, 2, 2, 2, 0], 0]"
    endings: ClassVar[tuple[str, ...]] = ()
    is_json: ClassVar[bool] = True
    split = Notation.split

    def reads(self, text: str) -> bool:
        found = LIST.fullmatch(text)
        return found is not None and len(re.findall(r"\d+", found[1])) > 3

    def counts(self, text: str) -> list[int]:
        found = LIST.fullmatch(text)
        seeds = [*map(int, re.findall(r"\d+", found[1]))] if found else []
        if len(seeds) % 2 or len(seeds) < 4:
            raise InputError(f"each player has as many pits, and a store; the text has {len(seeds)} numbers")
        pits = len(seeds) // 2 - 1
        return [pits, seeds[pits], seeds[-1], *seeds[:pits], *seeds[pits + 1 : -1]]

    def mover(self, text: str) -> str:
        found = LIST.fullmatch(text)
        return "north" if found and found[2] == "1" else "south"

    def write(self, game: Any, state: Any) -> str:
        *seeds, turn = state
        return f"[{list(seeds)}, {turn}]"
