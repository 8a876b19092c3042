"""The men of morris: how many there are, where they stand at first, how they may go, and how moves are written."""

from __future__ import annotations

from functools import cached_property
from operator import le
from typing import Any

import attrs

from gamekit.errors import InputError
from gamekit.layout import Hand, Layout, Points
from gamekit.layout.in_a_row import in_words
from gamekit.layout.mill_board import MillBoard

NONE = 25  # no point; as the one that a man leaves, the hand
FEWEST = 3  # men that a player needs
STANDARD = {1: 3, 2: 6, 3: 9}  # men by rings


class MorrisMen(MillBoard):
    """Men of two players on a board of mills, and perhaps in hand; subclasses state the rules and parameters."""

    men: tuple[int, ...] | None
    placing: bool
    early: bool

    players = ("white", "black")
    move_parts = "from to takes"

    def __attrs_post_init__(self) -> None:
        if len(self.of_each) != 2:
            raise InputError(f"men are two numbers, White's and Black's; they are {self.of_each}")
        if not self.placing and not FEWEST <= min(self.of_each) <= sum(self.of_each) < self.points:
            raise InputError(
                f"without placing, each player has {FEWEST} men or more, and a point of {self.points} is free; "
                f"men are {self.of_each}"
            )

    def layout(self) -> Layout:
        return Layout(
            board=Points(self.graph, ".WB", at=self.places),
            hand=Hand("WB", most=self.most_in_hand),
            symmetry=self.symmetries,
            alike=True,
            dense={"board hand": self._with_hands()} if self.placing else {"board": self._on_board()},
        )

    def _on_board(self) -> list[tuple[int, int]]:
        """Return how many men the mover and the other can have if all are on the board, tier by tier."""
        counts = {  # those who are to move may have lost
            (mine, theirs)
            for most, least in (self.of_each, self.of_each[::-1])
            for mine in range(FEWEST - 1, most + 1)
            for theirs in range(FEWEST, least + 1)
        }
        return sorted(counts, key=lambda pair: (sorted(pair), pair))

    def _with_hands(self) -> list[tuple[int, ...]]:
        """Return the numbers of men on the board, then of those in hand, that play can lead to, tier by tier.

        The mover's come first. Play is followed by these numbers alone: who has three men on the board may have a mill.
        """
        start = (0, 0, *self.of_each)
        found, waiting = {start}, [start]
        while waiting:
            mine, theirs, hand, other_hand = waiting.pop()
            if mine + hand < FEWEST or mine + theirs == self.points:
                continue  # the end
            moved = [(mine + 1, hand - 1)] if hand > 0 else []
            if mine > 0 and (hand == 0 or self.early):
                moved.append((mine, hand))
            for after, left in moved:
                for taken in range(2 if after >= FEWEST and theirs > 0 else 1):
                    child = theirs - taken, after, other_hand, left
                    if child not in found:
                        found.add(child)
                        waiting.append(child)
        return sorted(
            found, key=lambda row: (sorted([(row[0] + row[2], row[2]), (row[1] + row[3], row[3])]), row)
        )

    def start(self) -> dict[str, Any]:
        white, black = self.of_each
        if self.placing:
            return {"hand": (white, black)}
        return {"board": "W" * white + "." * (self.points - white - black) + "B" * black}

    @property
    def of_each(self) -> tuple[int, ...]:
        """How many men White and Black have."""
        return (STANDARD[self.rings],) * 2 if self.men is None else self.men

    @property
    def most_in_hand(self) -> int:
        return max(self.of_each) if self.placing else 0

    @cached_property
    def reach(self) -> list[list[int]]:
        """By whether men fly, and by the point that a man leaves: where it can go if that is free, as bits."""
        everywhere = (1 << self.points) - 1
        from_hand = [0] * (NONE - self.points) + [everywhere]
        next_to = [sum(1 << point for point in row) for row in self.graph]
        return [[*sets, *from_hand] for sets in (next_to, [everywhere] * self.points)]

    @cached_property
    def back_from(self) -> list[list[int]]:
        """By whether men fly, and by the point that a man has gone to: where it can have come from, as bits."""
        return [[places | 1 << NONE for places in sets[: self.points]] for sets in self.reach]

    def includes(self: Any, other: Any) -> bool:
        if not self.placing or type(other) is not type(self) or other.placing:
            return False
        placed = attrs.evolve(self, men=other.men, early=other.early, placing=False)
        return bool(other == placed) and all(map(le, sorted(other.of_each), sorted(self.of_each)))

    def ending(self, state: tuple[int, ...]) -> str | None:
        turn, points = state[-1], state[: self.points]
        left = points.count(1 + turn) + state[self.points + turn]
        if left < FEWEST:
            return f"{self.players[turn]} has {in_words(left)} {'man' if left == 1 else 'men'} left"
        return super().ending(state) if 0 in points else "no point is free"
