"""Kalah (William Champion, 1940): sow seeds round the board, and bring home more of them than your opponent."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.game.gesture import Gesture
from gamekit.game.number_words import ordinal
from gamekit.game.parameters import parameter
from gamekit.layout import AGAIN, BoardGame, Layout, Pits
from gamekit.layout.fields.boards import MOST_LINES

from .notations.kgp import Kgp
from .notations.seeds import SeedList


@attrs.frozen
class Kalah(BoardGame):
    """A player takes all seeds from a pit of their own and sows them one by one, counter-clockwise.

    Sowing visits the player's own pits and store and the other's pits, but not the other's store. If the last seed
    falls into the player's own store, that player moves again. If it falls into an empty pit of their own, that seed
    and those in the opposite pit, if any, go to their store; without empty captures, the seed stays where it is if that
    pit is empty. When a player's pits are all empty after a move, the game ends and each keeps the seeds on their own
    side. The payoff is South's seeds minus North's.

    The value depends on what an empty capture does: with two pits of four seeds, South loses by 12 with empty captures
    and by 10 without. Compare published values only under the same rule.

    A move is the pit to sow from, counted from the mover's left: `first pit`. Programs count the pits from 0.

    >>> game = Kalah(pits=2, seeds=2)
    >>> game.apply(game.initial_state(), 0)
    (0, 3, 1, 2, 2, 0, 0)
    """

    pits: int = parameter(2, "how many pits each player has, besides the store", 1, MOST_LINES)
    seeds: int = parameter(2, "how many seeds there are in each pit at first", 1, MOST_LINES)
    empty_capture: bool = parameter(
        True, "whether a last seed is taken home even if the opposite pit is empty"
    )

    players = ("south", "north")
    presets = {
        "Small": {"pits": 2, "seeds": 2},
        "Medium": {"pits": 3, "seeds": 3},
        "Four pits": {"pits": 4, "seeds": 2},
        "Six pits": {"pits": 6, "seeds": 1},
    }
    first_preset = "Medium"
    notations = (Kgp(), SeedList())
    aim = (
        "Choose one of your pits to sow its seeds, one into each of the next pits. Bring more seeds into your store "
        "than your opponent."
    )
    opposite_sides = True
    example = {"pits": 2, "seeds": 2}

    def layout(self) -> Layout:
        return Layout(board=Pits(2 * self.pits + 2, self.total, has_stores=True, in_all=self.total))

    @property
    def total(self) -> int:
        """The number of all seeds."""
        return 2 * self.pits * self.seeds

    def start(self) -> dict[str, Any]:
        return {"board": (*[self.seeds] * self.pits, 0) * 2}

    def options(self, s: Any) -> Iterator[int]:
        first = s.turn * (self.pits + 1)
        for pit in range(self.pits):
            if s.board[first + pit] > 0:
                yield pit

    def play(self, s: Any, move: int) -> int | None:
        first = s.turn * (self.pits + 1)
        place = self.sow(s, first + move)
        if place == first + self.pits:
            return AGAIN
        opposite, is_own = 2 * self.pits - place, first <= place < first + self.pits
        if is_own and s.board[place] == 1 and (self.empty_capture or s.board[opposite] > 0):
            s.board[first + self.pits] += 1 + s.board[opposite]
            s.board[place] = s.board[opposite] = 0
        return None

    def sow(self, s: Any, place: int) -> int:
        """Sow the seeds of a pit, and return the place of the last one."""
        others_store = (1 - s.turn) * (self.pits + 1) + self.pits
        in_hand = s.board[place]
        s.board[place] = 0
        while in_hand > 0:
            place = (place + 1) % (2 * self.pits + 2)
            if place != others_store:
                s.board[place] += 1
                in_hand -= 1
        return place

    def over(self, s: Any) -> int | None:
        south = north = 0
        for pit in range(self.pits):
            south += s.board[pit]
            north += s.board[pit + self.pits + 1]
        if south > 0 and north > 0:
            return None
        margin: int = 2 * (south + s.board[self.pits]) - self.total
        return margin if s.turn == 0 else -margin

    def tier(self, s: Any) -> int:
        """Count the seeds outside the stores."""
        return int(self.total - s.board[self.pits] - s.board[2 * self.pits + 1])

    def order(self, s: Any) -> int:
        return int((s.board[self.pits] - s.board[2 * self.pits + 1]) * (1 - 2 * s.turn))

    def progress(self, s: Any) -> int:
        """Count the seeds in stores, each for more than all others can come on, and how far these have come on."""
        come = 0
        for pit in range(self.pits):
            come += pit * (s.board[pit] + s.board[self.pits + 1 + pit])
        return int((self.total - self.tier(s)) * self.pits * self.total + come)

    def compiled_rules(self) -> CompiledRules:
        if self.total > 100:  # a payoff, that compiled rules have no room for
            raise UnsupportedError(f"compiled payoffs lie within ±100; there are {self.total} seeds")
        return super().compiled_rules()

    def format_move(self, state: tuple[int, ...], move: int) -> str:
        return f"{ordinal(move + 1)} pit"

    def parse_move(self, state: tuple[int, ...], text: str) -> Any:
        """Return the move that a text names; `pit 3` or `3` may be typed, too."""
        numbered = {f"{move + 1}": move for move in self.moves(state)}
        number = text.removeprefix("pit ")
        return numbered[number] if number in numbered else super().parse_move(state, text)

    def ending(self, state: tuple[int, ...]) -> str:
        south, north = any(state[: self.pits]), any(state[self.pits + 1 : -2])
        less, more = sorted(self.swept(state)[self.pits :: self.pits + 1])
        whose = f"{self.players[south]}'s" if south or north else "all"
        return f"{more} to {less}, because {whose} pits are empty"

    def gesture(self, state: tuple[int, ...], move: int) -> Gesture:
        """Return the pit that is emptied, the one opposite if its seeds are taken, and where the last seed falls."""
        *board, turn = state
        pit, sown = turn * (self.pits + 1) + move, SimpleNamespace(board=board, turn=turn)
        last = self.sow(sown, pit)
        opposite = 2 * self.pits - last
        is_taken = opposite >= 0 and sown.board[opposite] > self.apply(state, move)[opposite]
        return Gesture([pit], end=pit, touched=[*([opposite] if is_taken else []), last])

    def swept(self, state: tuple[int, ...]) -> tuple[int, ...]:
        """Return a state as people leave it: when play is over, all seeds lie in the stores of those who keep them."""
        if self.outcome(state) is None:
            return state
        side = self.pits + 1
        south, north = sum(state[:side]), sum(state[side:-1])
        return (*[0] * self.pits, south, *[0] * self.pits, north, state[-1])

    def svg(self, state: tuple[int, ...]) -> str:
        return self._picture.svg(self.swept(state))

    def contents(self, state: tuple[int, ...]) -> dict[str, str]:
        return self._picture.contents(self.swept(state))

    @property
    def palette(self) -> Any:
        return self._palette
