"""Kalah (William Champion, 1940): sow seeds round the board and bring home more of them than the other."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from gamekit.errors import InputError

from .boards import MAX_SIZE, TurnGame, parameter

State = tuple[tuple[int, ...], int]  # seeds in South's pits and store, then in North's; whose turn it is
Move = int  # the pit to sow from, counted from the mover's left, from 0

SOUTH = 0

_TO_SPACES = str.maketrans("(),", "   ")


@attrs.frozen
class Kalah(TurnGame[State, Move]):
    """A player takes all seeds from a pit of their own and sows them one by one, counter-clockwise.

    Sowing visits the player's own pits and store and the other's pits, but not the other's store. If the last seed
    falls into the player's own store, that player moves again. If it falls into an empty pit of their own, that seed
    and those in the opposite pit, if any, go to their store. When a player's pits are all empty after a move, the game
    ends and each keeps the seeds on their own side. The payoff is South's seeds minus North's.

    >>> game = Kalah(pits=2, seeds=2)
    >>> game.apply(game.initial_state(), 0)
    ((0, 3, 1, 2, 2, 0), 0)
    """

    pits: int = parameter(2, "how many pits each player has, besides the store", 1, MAX_SIZE)
    seeds: int = parameter(2, "how many seeds there are in each pit at first", 1, MAX_SIZE)

    players = ("south", "north")
    example = {"pits": 2, "seeds": 2}

    def initial_state(self) -> State:
        side = (*[self.seeds] * self.pits, 0)
        return (side + side, SOUTH)

    def moves(self, state: State) -> Iterable[Move]:
        board, turn = state
        first = turn * (self.pits + 1)
        return [pit for pit in range(self.pits) if board[first + pit]]

    def apply(self, state: State, move: Move) -> State:
        pits = self.pits
        board, turn = list(state[0]), state[1]
        first = turn * (pits + 1)
        my_store, their_store = first + pits, (1 - turn) * (pits + 1) + pits

        place = first + move
        in_hand, board[place] = board[place], 0
        while in_hand:
            place = (place + 1) % len(board)
            if place != their_store:
                board[place] += 1
                in_hand -= 1

        if place == my_store:
            return (tuple(board), turn)
        if first <= place < my_store and board[place] == 1:
            opposite = 2 * pits - place
            board[my_store] += 1 + board[opposite]
            board[place] = board[opposite] = 0
        return (tuple(board), 1 - turn)

    def outcome(self, state: State) -> int | None:
        board, _ = state
        south, north = board[: self.pits + 1], board[self.pits + 1 :]
        if any(south[:-1]) and any(north[:-1]):
            return None
        return sum(south) - sum(north)

    def format_state(self, state: State) -> str:
        south, north = map(" ".join, self._sides(state))
        return f"south {south}, north {north}, {self.players[state[1]]} to move"

    def parse_state(self, text: str) -> State:
        sides, turn = self.split_turn(text)
        board = tuple(int(word) for word in sides.translate(_TO_SPACES).split() if word.isdecimal())
        state = (board, turn)
        if len(board) != 2 * self.pits + 2 or self.format_state(state).split() != text.split():
            raise self.misread(text)
        total = 2 * self.pits * self.seeds
        if sum(board) != total:
            raise InputError(f"there are {total} seeds in this game; {text!r} has {sum(board)}")
        return state

    def format_move(self, state: State, move: Move) -> str:
        return f"pit {move + 1}"

    def render(self, state: State) -> str:
        north, south = self._picture(state)
        width = max(len(cell) for cell in north + south)
        return "\n".join(" ".join(f"{cell:>{width}}" for cell in row).rstrip() for row in (north, south))

    def svg(self, state: State) -> str:
        from gamekit.drawing.svg import draw_grid

        return draw_grid(self._picture(state), {(0, 0): "#e69f00", (1, self.pits + 1): "#56b4e9"})

    def _picture(self, state: State) -> tuple[list[str], list[str]]:
        """Return the rows of the board as South sees them: North's store on the left, South's on the right."""
        south, north = self._sides(state)
        return [*reversed(north), ""], ["", *south]

    def _sides(self, state: State) -> tuple[list[str], list[str]]:
        """Return the seeds in each player's pits as texts, and then those in the store, in brackets."""
        *south, south_store = map(str, state[0][: self.pits + 1])
        *north, north_store = map(str, state[0][self.pits + 1 :])
        return [*south, f"({south_store})"], [*north, f"({north_store})"]
