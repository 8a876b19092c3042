"""Wolf, goat and cabbage (Alcuin, about 800): a farmer takes all three across a river, one at a time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import attrs

from gamekit.game.board_words import listed
from gamekit.game.gesture import Gesture
from gamekit.game.puzzle import Puzzle
from gamekit.layout import LOSS, WIN, BoardGame, Cell, Layout

from .river import Passenger, draw_banks

State = tuple[
    int, ...
]  # the bank of the farmer, the wolf, the goat and the cabbage; at the end 0, for the player

FARMER, WOLF, GOAT, CABBAGE = range(4)
NAMES = ("farmer", "wolf", "goat", "cabbage")
LOOKS = ("blue person", "grey wolf", "white goat", "green cabbage")


@attrs.frozen
class WolfGoatCabbage(Puzzle, BoardGame):
    """A farmer takes a wolf, a goat and a cabbage across a river, in a boat that holds the farmer and one of them.

    Without the farmer, the wolf eats the goat, and the goat eats the cabbage, so they must not be left alone together.
    The puzzle is solved when all are on the other bank.

    A state says what is on the bank where all begin.

    >>> game = WolfGoatCabbage()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['goat']
    """

    aim = "Bring all three across; never leave wolf and goat, or goat and cabbage, alone."

    stuck: ClassVar[int] = LOSS
    won_by = "all are over the river"

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
        """Return whether nobody is eaten while the farmer takes a passenger across, or crosses alone."""
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
        here, name = state[FARMER], NAMES[passenger]
        crossing = [f"{NAMES[FARMER]}:{bank}" for bank in (here, 1 - here) if passenger != FARMER]
        return Gesture([f"{name}:{here}"], end=f"{name}:{1 - here}", touched=["boat", *crossing])

    def board_in_words(self, state: State) -> str:
        banks = [[NAMES[i] for i in range(4) if state[i] == bank] for bank in (0, 1)]
        here, there = (listed(bank) if bank else "nobody" for bank in banks)
        return f"first bank: {here}; other bank: {there}"

    def render(self, state: State) -> str:
        banks = [" ".join(NAMES[i] for i in range(4) if state[i] == bank) for bank in (0, 1)]
        return f"{banks[0]} | {banks[1]}".strip()

    def svg(self, state: State) -> str:
        passengers = [Passenger(state[i], NAMES[i], LOOKS[i], i, NAMES[i]) for i in range(4)]
        return draw_banks(passengers, state[FARMER], rows=4)
