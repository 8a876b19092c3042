"""Morris, or mills: men are placed on the points of nested squares, then slide; three in a line take a man."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import le
from typing import Any, ClassVar

import attrs

from gamekit.errors import InputError
from gamekit.families.mill_board import MillBoard
from gamekit.game.number_words import in_words
from gamekit.game.parameters import parameter, refusal
from gamekit.layout import LOSS, TIE, Hand, Layout, Points, members

from .notations.mill_fen import MillFen
from .notations.mill_moves import MillMoves

NONE = 25  # no point; as the one that a man leaves, the hand
FEWEST = 3  # men that a player needs
STANDARD = {1: 3, 2: 6, 3: 9}  # men by rings

Move = tuple[int, int, int]  # the point that a man leaves, where it goes, what it takes; NONE if none


@attrs.frozen
class Morris(MillBoard):
    """White and Black place their men on free points in turn, White first, then slide them to free points next to them.

    The points lie on one to three squares, one inside the other, which are linked at the middles of their sides. A
    single square has a point in its centre instead. If three men of a player come to stand next to each other on a
    line, that is a mill, and the player takes a man of the other, but none that is in a mill itself unless all are. Two
    mills at once take one man. A player who has no more than three men, all on the board, may fly: move a man to any
    free point.

    A player with fewer than three men, those in hand included, loses, and so does one who cannot move. A board without
    a free point is a tie. Play that never ends is a draw.

    Three, six and nine men's morris have one, two and three squares. Three and six men's are mostly played without
    flying. With diagonals, squares are linked at their corners, too, and men come to stand in mills along these lines:
    with twelve men that is morabaraba, or twelve men's morris. In Lasker's morris, with ten men on three squares, men
    also slide while others are in hand. The value depends on these rules: with four men each on one square, the game is
    a draw if three men may fly, and Black wins if not.

    If nobody places men, play starts from a position with all of them on the board, and every placement of that many
    men or fewer is a state, even if no play leads to it.

    >>> game = Morris(rings=1, flying=False)
    >>> state = game.parse_state("WW.B..B.., WB in hand, white to move")
    >>> [game.format_move(state, move) for move in game.moves(state)]
    ['c3xc2', 'c3xa1', 'c1', 'b1', 'a2', 'b2']
    """

    rings: int = parameter(3, "how many squares there are, one inside the other", 1, 3)
    men: tuple[int, ...] | None = parameter(
        None, "how many men White and Black have; by default 3, 6 or 9", 1, 12, items="numbers"
    )
    diagonals: bool = parameter(False, "whether squares are linked at their corners, too")
    flying: bool = parameter(True, "whether three men may move to any free points")
    early: bool = parameter(False, "whether men slide while others are in hand")
    placing: bool = parameter(True, "whether men are placed; otherwise they are on the board from the start")

    players = ("white", "black")
    notations = (MillFen(), MillMoves())
    aim = "Close mills of three to take men; whoever has two left, or cannot move, loses."
    move_parts = "from to takes"
    example = {"rings": 1, "flying": False}
    presets = {
        "Three men each": example,
        "Four men each": {"rings": 1, "men": [4, 4], "flying": False},
        "Flying": {"rings": 1, "men": [4, 4]},
    }
    stuck: ClassVar[int] = LOSS
    most_moves: ClassVar[int] = 256
    most_back: ClassVar[int] = 1200

    def __attrs_post_init__(self) -> None:
        if len(self.of_each) != 2:
            raise refusal("men", f"are two numbers, White's and Black's; they are {self.of_each}")
        if not self.placing and not FEWEST <= min(self.of_each) <= sum(self.of_each) < self.points:
            raise InputError(
                f"without placing, each player has {FEWEST} men or more, and a point of {self.points} is free; "
                f"men are {self.of_each}",
                field="men",
            )

    def layout(self) -> Layout:
        return Layout(
            board=Points(self.graph, ".WB", at=self.places),
            hand=Hand("WB", most=self.most_in_hand),
            symmetry=self.symmetries,
            alike=True,
            dense={"board hand": self._with_hands()} if self.placing else {"board": self._on_board()},
        )

    def start(self) -> dict[str, Any]:
        white, black = self.of_each
        if self.placing:
            return {"hand": (white, black)}
        return {"board": "W" * white + "." * (self.points - white - black) + "B" * black}

    def options(self, s: Any) -> Iterator[Move]:
        mine, theirs, hand = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn), s.hand[s.turn]
        leaving = mine if hand == 0 or self.early else 0
        if hand > 0:
            leaving |= 1 << NONE
        flies = self.flying and hand == 0 and s.board.count(1 + s.turn) <= FEWEST
        free = s.board.bits(0)
        for leaves in members(leaving):
            others = mine & ~(1 << leaves)
            for goes in members(self.reach[flies][leaves] & free):
                if theirs != 0 and self.is_mill(others, goes):
                    for takes in members(self.takeable(theirs)):
                        yield leaves, goes, takes
                else:
                    yield leaves, goes, NONE

    def play(self, s: Any, move: Move) -> None:
        leaves, goes, takes = move
        if leaves == NONE:
            s.hand[s.turn] -= 1
        else:
            s.board[leaves] = 0
        s.board[goes] = 1 + s.turn
        if takes != NONE:
            s.board[takes] = 0

    def over(self, s: Any) -> int | None:
        if s.board.count(1 + s.turn) + s.hand[s.turn] < FEWEST:
            return LOSS
        return None if 0 in s.board else TIE

    def tier(self, s: Any) -> int:
        mine: int = 100 * (s.board.count(1 + s.turn) + s.hand[s.turn]) + s.hand[s.turn]
        theirs: int = 100 * (s.board.count(2 - s.turn) + s.hand[1 - s.turn]) + s.hand[1 - s.turn]
        if s.hand[0] + s.hand[1] > 0 and not self.early:  # with each turn there are fewer in hand
            return 10_000 * mine + theirs
        return 10_000 * max(mine, theirs) + min(mine, theirs)

    def back(self, s: Any) -> Iterator[Move]:
        mine, theirs, hand = s.board.bits(1 + s.turn), s.board.bits(2 - s.turn), s.hand[s.turn]
        flies = self.flying and hand == 0 and s.board.count(1 + s.turn) <= FEWEST
        free = s.board.bits(0)
        leaving = free if hand == 0 or self.early else 0
        if hand < self.most_in_hand:
            leaving |= 1 << NONE
        for goes in members(mine):
            has_taken = self.is_mill(mine, goes)
            for leaves in members(self.back_from[flies][goes] & leaving):
                if has_taken:
                    for takes in members(free & ~(1 << leaves)):
                        if self.can_be_taken(theirs | 1 << takes, takes):
                            yield leaves, goes, takes
                if not has_taken or theirs == 0:
                    yield leaves, goes, NONE

    def unplay(self, s: Any, move: Move) -> None:
        leaves, goes, takes = move
        s.board[goes] = 0
        if leaves == NONE:
            s.hand[s.turn] += 1
        else:
            s.board[leaves] = 1 + s.turn
        if takes != NONE:
            s.board[takes] = 2 - s.turn

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

    @property
    def of_each(self) -> tuple[int, ...]:
        """The numbers of men of White and Black."""
        return (STANDARD[self.rings],) * 2 if self.men is None else self.men

    @property
    def most_in_hand(self) -> int:
        return max(self.of_each) if self.placing else 0

    def _on_board(self) -> list[tuple[int, int]]:
        """Return the numbers of men that the mover and the other can have if all are on the board, tier by tier."""
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
        hands, waiting = {start}, [start]
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
                    if child not in hands:
                        hands.add(child)
                        waiting.append(child)
        return sorted(
            hands, key=lambda row: (sorted([(row[0] + row[2], row[2]), (row[1] + row[3], row[3])]), row)
        )

    @cached_property
    def reach(self) -> list[list[int]]:
        """The points to which a man can move if they are free, as bits, by whether men fly and by the point left."""
        everywhere = (1 << self.points) - 1
        from_hand = [0] * (NONE - self.points) + [everywhere]
        next_to = [sum(1 << point for point in row) for row in self.graph]
        return [[*sets, *from_hand] for sets in (next_to, [everywhere] * self.points)]

    @cached_property
    def back_from(self) -> list[list[int]]:
        """The points from which a man can have come, as bits, by whether men fly and by the point it has reached."""
        return [[places | 1 << NONE for places in sets[: self.points]] for sets in self.reach]
