"""Missionaries and cannibals (19th century): all cross a river, with no missionary ever outnumbered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, ClassVar

import attrs

from gamekit.game.gesture import Gesture, Place
from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter
from gamekit.game.puzzle import Puzzle
from gamekit.game.sentences import counted
from gamekit.layout import LOSS, WIN, BoardGame, Counter, Layout

from .river import Passenger, draw_banks

State = tuple[
    int, ...
]  # the missionaries and cannibals on the first bank, whether the boat is there; at the end 0

MOST_ORDERED = 2
"""The largest number of people who may be clicked in any order: for three, there are too many orders."""


@attrs.frozen
class MissionariesAndCannibals(Puzzle, BoardGame):
    """As many missionaries as cannibals take each other across a river, and at least one of them must row.

    On neither bank, and not in the boat, may cannibals outnumber missionaries, unless there are no missionaries there.
    The puzzle is solved when all are on the other bank.

    A state counts the missionaries and the cannibals on the bank where all begin, and the boat if it is there.

    >>> game = MissionariesAndCannibals()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['cannibal', '2 cannibals', 'missionary + cannibal']
    """

    pairs: int = parameter(3, "how many missionaries there are, and how many cannibals", 1, 10)
    boat: int = parameter(2, "how many the boat holds", 1, 10)

    presets = {
        "Small": {"pairs": 2, "boat": 2},
        "Classic": {"pairs": 3, "boat": 2},
        "Five pairs": {"pairs": 5, "boat": 3},
    }
    example = {"pairs": 3, "boat": 2}
    stuck: ClassVar[int] = LOSS
    won_by = "all are over the river"

    @property
    def aim(self) -> str:  # type: ignore[override]
        rule = "Bring all across; where there are missionaries, cannibals may not outnumber them."
        return f"{rule} The boat holds {in_words(self.boat)} and does not cross empty."

    @property
    def prompts(self) -> tuple[str, ...]:  # type: ignore[override]
        return ("", *["Choose a companion, or the boat."] * (self.boat - 1), "Now choose the boat.")

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
        kinds = (("missionary", "missionaries", move[0]), ("cannibal", "cannibals", move[1]))
        return " + ".join(
            one if number == 1 else f"{number} {several}" for one, several, number in kinds if number
        )

    def gesture(self, state: State, move: tuple[int, int]) -> Gesture:
        """Return the people who go, one after the other, and the boat: two may be any of their kinds, in any order."""
        here, there = 1 - state[2], state[2]
        kinds = [(kind, self.on_bank(number, here)) for kind, number in zip("MC", state, strict=False)]
        gone = [
            f"{kind}{i}" for (kind, people), number in zip(kinds, move, strict=True) for i in people[:number]
        ]
        steps = [f"{name}:{here}" for name in gone]
        all_here = [f"{kind}{i}:{here}" for kind, people in kinds for i in people]
        orders = permutations(all_here, len(steps)) if len(steps) <= MOST_ORDERED else ()
        sorts = sorted(name[0] for name in steps)
        ways = [(*order, "boat") for order in orders if sorted(name[0] for name in order) == sorts]
        name = self.format_move(state, move)
        others: dict[Sequence[Place], str] = {way: name for way in ways if [*way[:-1]] != steps}
        seats = [f"{name}:{there}" for name in gone]
        return Gesture([*steps, "boat"], end=seats[-1], touched=seats, ways=others)

    def on_bank(self, number: int, bank: int) -> range:
        """Return those of a kind on a bank, who leaves first before the others; `number` are on the first bank."""
        return range(number, self.pairs) if bank else range(number - 1, -1, -1)

    def board_in_words(self, state: State) -> str:
        m, c, here, *_ = state
        first, other = (
            f"{counted(i, 'missionary', 'missionaries')} and {counted(j, 'cannibal')}{', and the boat' * is_there}"
            for i, j, is_there in ((m, c, here), (self.pairs - m, self.pairs - c, 1 - here))
        )
        return f"first bank: {first}; other bank: {other}"

    def render(self, state: State) -> str:
        m, c, here, *_ = state
        banks = ("M" * m + "C" * c, "M" * (self.pairs - m) + "C" * (self.pairs - c))
        return f"{banks[0]} {'b |  ' if here else '|  b '}{banks[1]}".strip()

    def svg(self, state: State) -> str:
        m, c, here, *_ = state
        passengers = [
            Passenger(bank, f"{kind}{i}", f"{colour} person {kind}", column * self.pairs + i)
            for column, (kind, colour, number) in enumerate((("M", "white", m), ("C", "red", c)))
            for bank in (0, 1)
            for i in self.on_bank(number, bank)
        ]
        return draw_banks(passengers, 1 - here, rows=self.pairs)
