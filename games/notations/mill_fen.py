"""FEN of morris, as the program Sanmill (Calcitem) writes it."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from gamekit.errors import InputError, UnsupportedError
from gamekit.game.notation import Notation, misfit

RINGS, RING = 3, 8
POINTS = [RING * ring + (1 + i) % RING for ring in reversed(range(RINGS)) for i in range(RING)]
"""The points in their order in the text: the inner square first, each from the middle of its upper side, clockwise."""

SIGNS = {"*": ".", "O": "W", "@": "B"}
BOARD = re.compile(
    r"\s*([O@*X]{8}/[O@*X]{8}/[O@*X]{8})\s+([wb])\s+([a-z])\s+([a-z?])((?:\s+-?\d+(?!\S))*+)(\s.*)?"
)
STANDARD = 9


class MillFen(Notation):
    """The three squares from the inside, `O` for White's men and `@` for Black's; who moves; how many men there are.

    The numbers are White's men on the board and in hand, then Black's; what follows is ignored.
    """

    name = "fen"
    about = "a position on three squares, from the inner one, as Sanmill writes it"
    example = "********/********/******** w p p 0 9 0 9 0 0 0 0 0 0 0 0 1"
    endings: ClassVar[tuple[str, ...]] = (".fen",)

    def reads(self, text: str) -> bool:
        return BOARD.fullmatch(text) is not None

    def parts(self, text: str) -> tuple[str, str, tuple[int, int]]:
        """Return the signs of the points, the player to move, and the men in hand of White and of Black."""
        match = BOARD.fullmatch(text)
        if match is None:
            raise InputError(f"this is no position; one is {self.example}")
        board, turn, _, action, numbers, rest = match.groups()
        if "moves" in (rest or ""):
            raise misfit(text, text.index("moves"), "moves follow the position; give the position after them")
        board = board.replace("/", "")
        if "X" in board or action == "r":
            raise InputError("a move is not finished here: a man is still to be taken")
        counts = [int(number) for number in numbers.split()[:4]]
        if len(counts) < 4 or counts[0::2] != [board.count("O"), board.count("@")] or min(counts) < 0:
            raise InputError(
                f"four numbers follow: the men of White on the board ({board.count('O')}) and in hand, and those of "
                f"Black ({board.count('@')}); they are {' '.join(map(str, counts)) or 'missing'}"
            )
        return board, turn, (counts[1], counts[3])

    def parameters(self, text: str) -> dict[str, Any]:
        board, _, hands = self.parts(text)
        men = max(STANDARD, board.count("O") + hands[0], board.count("@") + hands[1])
        return {"rings": RINGS} if men == STANDARD else {"rings": RINGS, "men": [men, men]}

    def state(self, game: Any, text: str) -> Any:
        board, turn, (white, black) = self.parts(text)
        if game.rings != RINGS:
            raise InputError(f"the text has {RINGS} squares, and the board {game.rings}")
        signs = dict(zip(POINTS, board, strict=True))
        points = "".join(SIGNS[signs[i]] for i in range(len(signs)))
        hand = f" {'W' * white}{'B' * black} in hand," if white + black else ""
        return game.parse_state(f"{points},{hand} {'white' if turn == 'w' else 'black'} to move")

    def write(self, game: Any, state: Any) -> str:
        if game.rings != RINGS:
            raise UnsupportedError(f"fen writes boards of {RINGS} squares; this has {game.rings}")
        *points, white, black, turn = state
        signs = "".join("*O@"[points[i]] for i in POINTS)
        rows = "/".join(signs[i : i + RING] for i in range(0, len(signs), RING))
        phase = "p p" if white + black else "m s"
        return (
            f"{rows} {'wb'[turn]} {phase} {signs.count('O')} {white} {signs.count('@')} {black} "
            "0 0 0 0 0 0 0 0 1"
        )
