"""KGP: positions of the Kalah Game Protocol (P. Kaludercic and T. Völk)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation

BOARD = re.compile(r"<\s*\d{1,9}(?:\s*,\s*\d{1,9})*\s*>")


class Kgp(Notation):
    """The pits on a side, the seeds in South's and in North's store, then in South's and in North's pits.

    South is to move: a server shows each player the position from their own side.
    """

    name = "kgp"
    about = (
        "a position of the Kalah Game Protocol, with South to move: pits, stores, South's and North's seeds"
    )
    example = "<3,0,0,2,2,2,2,2,2>"
    endings: ClassVar[tuple[str, ...]] = (".kgp",)

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text.strip()) is not None

    def split(self, text: str) -> Iterator[tuple[str, str]]:
        """Yield each position in a list, or among the commands of a session."""
        for number, line in enumerate(text.split("\n"), 1):
            yield from ((f"line {number}", board) for board in BOARD.findall(line))

    def counts(self, text: str) -> list[int]:
        """Return the numbers of a position."""
        pits, *seeds = map(int, re.findall(r"\d+", text))
        if len(seeds) != 2 * pits + 2:
            raise InputError(
                f"with {pits} pits on each side, {2 * pits + 2} numbers of seeds follow; the text has {len(seeds)}"
            )
        return [pits, *seeds]

    def parameters(self, text: str) -> dict[str, int]:
        pits, *seeds = self.counts(text)
        if pits == 0 or sum(seeds) % (2 * pits):
            raise InputError(
                f"at first, all {2 * pits} pits hold the same number of seeds; there are {sum(seeds)} seeds"
            )
        return {"pits": pits, "seeds": sum(seeds) // (2 * pits)}

    def state(self, game: Any, text: str) -> Any:
        pits, south, north, *seeds = self.counts(text)
        if pits != game.pits:
            raise InputError(f"each side of the board has {game.pits} pits, and of the text {pits}")
        ours, theirs = (" ".join(map(str, part)) for part in (seeds[:pits], seeds[pits:]))
        return game.parse_state(
            f"south {ours} ({south}), north {theirs} ({north}), {self.mover(text)} to move"
        )

    def mover(self, text: str) -> str:
        """Return the player to move in a position."""
        return "south"

    def write(self, game: Any, state: Any) -> str:
        *seeds, turn = state
        if turn != 0:
            raise UnsupportedError("kgp writes positions with South to move; here North is to move")
        south, north = seeds[: game.pits + 1], seeds[game.pits + 1 :]
        numbers = (game.pits, south[-1], north[-1], *south[:-1], *north[:-1])
        return f"<{','.join(map(str, numbers))}>"
