"""Tigers and Goats (bagh-chal, Nepal): goats are placed and pen the tigers in; tigers jump over goats and take them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.game.number_words import ordinal
from gamekit.game.parameters import check_size, parameter, refusal
from gamekit.layout import LOSS, WIN, BoardGame, Hand, Layout, Points
from gamekit.layout.geometry import AROUND, GRID_SYMMETRIES, STRAIGHT, rays

Move = tuple[int, int, int]  # the point that a piece leaves, where it goes, what it takes; NONE if none

NONE = 25  # no point; as the one that a piece leaves, the hand
GOATS, TIGERS = 0, 1
GOAT, TIGER = 1, 2  # on a point


@attrs.frozen
class TigersAndGoats(BoardGame):
    """Goats and tigers move along the lines of a square board; tigers begin in the corners, goats in hand.

    The goats begin. A goat is placed on a free point; when all have been placed, a goat moves along a line to a free
    point next to it. A tiger always moves: along a line to a free point next to it, or in a jump straight over one goat
    to the free point behind, and takes the goat. A player who cannot move loses. Play that never ends is a draw.

    The tigers win if they can take a goat and have taken all but one of those that they need, five for the game as it
    is played in Nepal. Then play is over; the last goat is not taken on the board. If nobody places goats, play starts
    with all of them on the board, and every placement of that many goats or of fewer that do not lose is a state, even
    if no play leads to it.

    >>> game = TigersAndGoats(side=3, tigers=1, goats=4, captured=2)
    >>> state = game.parse_state("TG......., GGG in hand, tigers to move")
    >>> [game.format_move(state, move) for move in game.moves(state)]
    ['a3-a2', 'a3-b2', 'a3-c3xb3']
    """

    side: int = parameter(5, "the side of the board; an odd number", 3, 5)
    tigers: int = parameter(4, "how many tigers there are; one sits in each of the first corners", 1, 4)
    goats: int = parameter(20, "how many goats there are", 1, 24)
    captured: int = parameter(5, "how many goats the tigers need to take", 1, 24)
    placing: bool = parameter(
        True, "whether goats are placed; otherwise they are on the board from the start"
    )

    players = ("goats", "tigers")
    player_colours = ("white", "yellow")
    plural_players = ("goats", "tigers")
    move_parts = "from to takes"
    example = {"side": 3, "tigers": 1, "goats": 6, "captured": 2}
    presets = {
        "Small": example,
        "Two tigers": {"side": 3, "tigers": 2, "goats": 5, "captured": 2},
        "25 points": {"side": 5, "tigers": 1, "goats": 5, "captured": 1},
    }
    first_preset = "25 points"
    stuck: ClassVar[int] = LOSS
    looks: ClassVar[dict[str, str]] = {"G": "white goat", "T": "yellow tiger"}
    most_back: ClassVar[int] = 256

    def __attrs_post_init__(self) -> None:
        if self.side % 2 == 0:
            raise refusal("side", f"must be an odd number; it is {self.side}")
        check_size("captured", self.captured, 1, self.goats)
        points = self.side * self.side - self.tigers
        if not self.placing and self.goats >= points:
            rule = f"without placing, a point of {points} without a tiger is free"
            raise InputError(f"{rule}; goats are {self.goats}", field="goats")

    @property
    def aim(self) -> str:  # type: ignore[override]
        some = "a goat" if self.captured == 1 else f"{self.captured} goats"
        return f"The goats win by penning the tigers in, the tigers by taking {some}."

    def layout(self) -> Layout:
        turned, mirrored = (GRID_SYMMETRIES[name](self.side, self.side) for name in ("rotate90", "mirror"))
        on_board = [(goats, self.tigers) for goats in range(self.fewest, self.goats + 1)]
        return Layout(
            board=Points(self.graph, ".GT", at=self.places),
            hand=Hand("G", most=self.goats if self.placing else 0),
            symmetry=[{"board": turned}, {"board": mirrored}],
            dense=None if self.placing else {"board": on_board},
        )

    def start(self) -> dict[str, Any]:
        board = [TIGER * (point in self.corners) for point in range(self.points)]
        if self.placing:
            return {"board": board, "hand": (self.goats,)}
        for point in self.outside_in[: self.goats]:
            board[point] = GOAT
        return {"board": board}

    def options(self, s: Any) -> Iterator[Move]:
        if s.turn == GOATS and s.hand[GOATS] > 0:
            for goes in s.board.where(0):
                yield NONE, goes, NONE
        else:
            for leaves in s.board.where(1 + s.turn):
                for goes in self.graph[leaves]:
                    if s.board[goes] == 0:
                        yield leaves, goes, NONE
                if s.turn == TIGERS:
                    for goes in self.leaps[leaves]:
                        if s.board[goes] == 0 and s.board[(leaves + goes) // 2] == GOAT:
                            yield leaves, goes, (leaves + goes) // 2

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, takes = move
        if leaves == NONE:
            s.hand[GOATS] -= 1
        else:
            s.board[leaves] = 0
        s.board[goes] = 1 + s.turn
        if takes != NONE:
            s.board[takes] = 0

    def over(self, s: Any) -> int | None:
        is_last = s.turn == TIGERS and s.board.count(GOAT) + s.hand[GOATS] == self.fewest
        return WIN if is_last and self.can_take(s) else None

    def can_take(self, s: Any) -> bool:
        """Return whether a tiger can take a goat."""
        for leaves in s.board.where(TIGER):
            for goes in self.leaps[leaves]:
                if s.board[goes] == 0 and s.board[(leaves + goes) // 2] == GOAT:
                    return True
        return False

    def tier(self, s: Any) -> int:
        left: int = s.board.count(GOAT) + s.hand[GOATS]
        return 100 * left + int(s.hand[GOATS])

    def back(self, s: Any) -> Iterator[Move]:
        if s.turn == GOATS and s.hand[GOATS] < self.most_in_hand:
            for goes in s.board.where(GOAT):
                yield NONE, goes, NONE
        if s.turn == TIGERS or s.hand[GOATS] == 0:
            for goes in s.board.where(1 + s.turn):
                for leaves in self.graph[goes]:
                    if s.board[leaves] == 0:
                        yield leaves, goes, NONE
                if s.turn == TIGERS and s.board.count(GOAT) + s.hand[GOATS] < self.goats:
                    for leaves in self.leaps[goes]:
                        if s.board[leaves] == 0 and s.board[(leaves + goes) // 2] == 0:
                            yield leaves, goes, (leaves + goes) // 2

    def unplay(self, s: Any, move: Move) -> None:
        leaves, goes, takes = move
        s.board[goes] = 0
        if leaves == NONE:
            s.hand[GOATS] += 1
        else:
            s.board[leaves] = 1 + s.turn
        if takes != NONE:
            s.board[takes] = GOAT

    # --- the board ------------------------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        return self.side * self.side

    @property
    def fewest(self) -> int:
        """The goats that are left when the tigers need one more."""
        return self.goats - self.captured + 1

    @property
    def most_in_hand(self) -> int:
        return self.goats if self.placing else 0

    @cached_property
    def places(self) -> list[tuple[int, int]]:
        """By point: how far it is to the right and down."""
        return [(point % self.side, point // self.side) for point in range(self.points)]

    @cached_property
    def ways(self) -> list[list[list[int]]]:
        """By point: the points along each line that leads away from it. Every other point has diagonals."""
        straight = rays(self.side, self.side, STRAIGHT)
        all_ways = rays(self.side, self.side, AROUND)
        return [straight[point] if point % 2 else all_ways[point] for point in range(self.points)]

    @cached_property
    def graph(self) -> list[list[int]]:
        """By point: the points next to it on a line."""
        return [sorted(way[0] for way in ways if way) for ways in self.ways]

    @cached_property
    def leaps(self) -> list[list[int]]:
        """By point: the points behind those."""
        return [sorted(way[1] for way in ways if len(way) > 1) for ways in self.ways]

    @cached_property
    def corners(self) -> list[int]:
        """The points at which the tigers begin."""
        last = self.side - 1
        return [0, last * self.side + last, last, last * self.side][: self.tigers]

    @cached_property
    def outside_in(self) -> list[int]:
        """The points without a tiger at first, the centre last."""
        middle = self.side // 2
        free = [point for point in range(self.points) if point not in self.corners]
        return sorted(free, key=lambda point: -max(abs(at - middle) for at in self.places[point]))

    def place_name(self, point: int) -> str:
        right, down = self.places[point]
        return f"{'abcde'[right]}{self.side - down}"

    def ending(self, state: tuple[int, ...]) -> str | None:
        tiger = "the tiger" if self.tigers == 1 else "a tiger"
        goat = "a goat" if self.captured == 1 else f"the {ordinal(self.captured)} goat"
        return super().ending(state) or f"{tiger} will take {goat}"

    def deciding_places(self, state: tuple[int, ...]) -> list[int]:
        """Return the points of a jump that takes the last goat of those that the tigers need."""
        if super().ending(state):
            return []
        for leaves in range(self.points):
            for goes in self.leaps[leaves] if state[leaves] == TIGER else ():
                takes = (leaves + goes) // 2
                if state[goes] == 0 and state[takes] == GOAT:
                    return [leaves, takes, goes]
        return []
