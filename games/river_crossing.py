"""River crossings: the wolf, the goat and the cabbage (Alcuin, about 800), and missionaries and cannibals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Counter, Layout

from .boards import Puzzle

State = tuple[int, ...]

FARMER, WOLF, GOAT, CABBAGE = range(4)
NAMES = ("farmer", "wolf", "goat", "cabbage")
PAINTS = ("#0072b2", "#9aa3ad", "#ffffff", "#009e73")


def draw_banks(tokens: Sequence[tuple[int, str, str, str]], boat: int, rows: int) -> str:
    """Return a river with two banks as an SVG document.

    Args:
        tokens: for each person or thing the bank, its name as a place, its text and its colour.
        boat: the bank at which the boat lies.
        rows: how many tokens stand one below the other; more begin another column.
    """
    from gamekit.drawing.colours import COLOURS, RULE, SHADE
    from gamekit.drawing.surfaces import data_place, line
    from gamekit.drawing.svg import document, ink, rectangle, text_at

    step, bank_width, river = 52, 126, 140
    height = 24 + step * rows
    parts = [
        rectangle(2, 2, 2 * bank_width + river, height - 4, f'rx="6" fill="{SHADE}" stroke="{RULE}"'),
        rectangle(2 + bank_width, 3, river, height - 6, 'fill="#a9d3ea"'),
    ]
    waves = range(24, height - 10, 30)
    parts += [line(bank_width + 22, y, bank_width + river - 20, y, "#86bddb", 2) for y in waves]
    at = 2 + bank_width + (4 if boat == 0 else river - 60)
    hull = f'rx="14" fill="{COLOURS["brown"]}" stroke="#22272e" stroke-width="1.5"{data_place("", "boat")}'
    parts.append(rectangle(at, height / 2 - 20, 56, 40, hull))
    parts.append(text_at(at + 28, height / 2, "boat", "#ffffff", size=15, width=50))
    seen = [0, 0]
    for bank, place, text, paint in tokens:
        column, row = divmod(seen[bank], rows)
        seen[bank] += 1
        x = 34 + step * column if bank == 0 else 2 * bank_width + river - 30 - step * column
        y = 12 + step * (row + 0.5)
        look = f'fill="{paint}" stroke="#22272e" stroke-width="1.5"{data_place("", place)}'
        parts.append(f'<circle cx="{x}" cy="{y:g}" r="22" {look}/>')
        parts.append(text_at(x, y, text, ink(paint), size=14, width=42))
    return document(parts, 2 * bank_width + river + 4, height)


@attrs.frozen
class WolfGoatCabbage(Puzzle, BoardGame):
    """A farmer brings a wolf, a goat and a cabbage over a river, in a boat that holds the farmer and one of them.

    Without the farmer, the wolf eats the goat, and the goat eats the cabbage, so they must not be left alone together.
    The puzzle is solved when all are on the other bank.

    A state says what is on the bank where all begin.

    >>> game = WolfGoatCabbage()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['goat']
    """

    stuck: ClassVar[int] = LOSS

    def layout(self) -> Layout:
        return Layout(bank=Cell(2, pieces=4))

    def start(self) -> dict[str, Any]:
        return {"bank": [0] * 4}

    def options(self, s: Any) -> Iterator[int]:
        here = s.bank[FARMER]
        for passenger in range(4):
            if s.bank[passenger] == here and self.is_safe(s, passenger):
                yield passenger

    def is_safe(self, s: Any, passenger: int) -> bool:
        """Return whether nobody is eaten while the farmer brings a passenger over, or crosses alone."""
        here = s.bank[FARMER]
        if passenger == GOAT or s.bank[GOAT] != here:
            return True
        has_wolf = s.bank[WOLF] == here and passenger != WOLF
        has_cabbage = s.bank[CABBAGE] == here and passenger != CABBAGE
        return not has_wolf and not has_cabbage

    def play(self, s: Any, passenger: int) -> None:
        here = s.bank[FARMER]
        s.bank[FARMER] = 1 - here
        if passenger != FARMER:
            s.bank[passenger] = 1 - here

    def over(self, s: Any) -> int | None:
        return WIN if s.bank.count(1) == 4 else None

    def format_move(self, state: State, passenger: int) -> str:
        return NAMES[passenger] if passenger else "alone"

    def gesture(self, state: State, passenger: int) -> Gesture:
        return Gesture([NAMES[passenger]], touched=["boat"])

    def render(self, state: State) -> str:
        banks = [" ".join(NAMES[i] for i in range(4) if state[i] == bank) for bank in (0, 1)]
        return f"{banks[0]} | {banks[1]}".strip()

    def svg(self, state: State) -> str:
        tokens = [(state[i], NAMES[i], NAMES[i], PAINTS[i]) for i in range(4)]
        return draw_banks(tokens, state[FARMER], rows=4)


@attrs.frozen
class MissionariesAndCannibals(Puzzle, BoardGame):
    """As many missionaries as cannibals bring each other over a river, and at least one of them must row.

    On neither bank, and not in the boat, may missionaries be outnumbered by cannibals, unless there are none of them.
    The puzzle is solved when all are on the other bank.

    A state counts the missionaries and the cannibals on the bank where all begin, and the boat if it is there.

    >>> game = MissionariesAndCannibals()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['0 + 1', '0 + 2', '1 + 1']
    """

    pairs: int = parameter(3, "how many missionaries there are, and how many cannibals", 1, 10)
    boat: int = parameter(2, "how many the boat holds", 1, 10)

    example = {"pairs": 3, "boat": 2}
    stuck: ClassVar[int] = LOSS

    def layout(self) -> Layout:
        return Layout(bank=Counter(self.pairs, count=2), here=Counter(1))

    def start(self) -> dict[str, Any]:
        return {"bank": [self.pairs, self.pairs], "here": 1}

    def options(self, s: Any) -> Iterator[tuple[int, int]]:
        way = 1 if s.here == 1 else -1
        for m in range(self.boat + 1):
            for c in range(self.boat + 1 - m):
                left_m, left_c = s.bank[0] - way * m, s.bank[1] - way * c
                if (
                    m + c > 0
                    and (m == 0 or m >= c)
                    and 0 <= left_m <= self.pairs
                    and 0 <= left_c <= self.pairs
                    and (left_m == 0 or left_m == self.pairs or left_m == left_c)
                ):
                    yield m, c

    def play(self, s: Any, move: tuple[int, int]) -> None:
        m, c = move
        way = 1 if s.here == 1 else -1
        s.bank[0] -= way * m
        s.bank[1] -= way * c
        s.here = 1 - s.here

    def over(self, s: Any) -> int | None:
        return WIN if s.bank[0] == 0 and s.bank[1] == 0 else None

    def format_move(self, state: State, move: tuple[int, int]) -> str:
        return f"{move[0]} + {move[1]}"

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        here = 1 - state[2]
        names = [f"{kind}{here}:{i}" for kind, number in zip("MC", move, strict=True) for i in range(number)]
        return Gesture([*names, "boat"])

    def render(self, state: State) -> str:
        m, c, here, *_ = state
        banks = ("M" * m + "C" * c, "M" * (self.pairs - m) + "C" * (self.pairs - c))
        return f"{banks[0]} {'b |  ' if here else '|  b '}{banks[1]}".strip()

    def svg(self, state: State) -> str:
        m, c, here, *_ = state
        numbers = [(0, "M", m), (0, "C", c), (1, "M", self.pairs - m), (1, "C", self.pairs - c)]
        tokens = [
            (bank, f"{kind}{bank}:{i}", kind, "#ffffff" if kind == "M" else "#b3202c")
            for bank, kind, number in numbers
            for i in range(number)
        ]
        return draw_banks(tokens, 1 - here, rows=self.pairs)
