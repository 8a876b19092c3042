"""`ShogiMen`: games of men that step, take, are promoted and dropped, as in shogi."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from gamekit.errors import InputError
from gamekit.layout.board_game import BoardGame
from gamekit.layout.fields.boards import Grid
from gamekit.layout.fields.counters import Hand
from gamekit.layout.geometry import Step, steps
from gamekit.layout.layout import Cells, Layout

Move = tuple[int, int]
"""The square that a man leaves, or the number of squares plus the place in hand; then the square it goes to."""

MoveBack = tuple[int, int, int, int]
"""A move to take back: the square it led to, the first number of its `Move`, the man before, the man taken or 0."""


class ShogiMen(BoardGame):
    """A game in which men step and change hands; subclasses say how they step, and when play is over.

    A man that is taken goes to the hand of the player who took it, who can drop it on any free square instead of
    moving. A man that moves to the last row is promoted, but not one that is dropped there; when it is taken, it is
    what it was before. Men are never more or fewer than in the setup. The first player's men are capitals and move up
    the board; the second player's move the other way.

    Each player has one king. A state in which the mover can take the other king must be terminal, or never occur.

    Attributes:
        rows: the number of rows of the board.
        columns: the number of columns.
        ways: the steps of the first player's men, by their letters.
        king: the letter of the king.
        promotions: the letter of the man that each man becomes when it is promoted, by letter.
        most: the largest number of men of a kind in a hand.
        names: the text on each man in drawings, by letter; by default the letter itself.
        setup: the initial state, as text.

    >>> from gamekit.layout.geometry import AROUND
    >>> class Small(ShogiMen):
    ...     rows, columns, most, king, setup = 3, 3, 1, "K", "k../p../..K, P in hand, first to move"
    ...     ways = {"P": [(-1, 0)], "K": AROUND}
    >>> game = Small()
    >>> [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    ['Kc1-b2', 'Kc1-c2', 'Kc1-b1', 'P*b3', 'P*c3', 'P*b2', 'P*c2', 'P*a1', 'P*b1']
    """

    rows: ClassVar[int]
    columns: ClassVar[int]
    ways: ClassVar[Mapping[str, Sequence[Step]]]
    king: ClassVar[str]
    promotions: ClassVar[Mapping[str, str]] = {}
    most: ClassVar[int] = 2
    names: ClassVar[Mapping[str, str]] = {}
    setup: str
    opposite_sides = True

    def layout(self) -> Layout:
        is_mirrored = all({(down, -right) for down, right in ways} == {*ways} for ways in self.ways.values())
        return Layout(
            board=Grid(self.rows, self.columns, self.signs),
            hand=Hand(self.held + self.held.lower(), most=self.most),
            symmetry="mirror" if is_mirrored else (),
            alike="rotate",
        )

    def start(self) -> str:
        return self.setup

    # --- tables -----------------------------------------------------------------------------------------------

    @cached_property
    def kinds(self) -> int:
        """The number of kinds of men. The first player's men are numbered from 1; the second player's follow."""
        return len(self.ways)

    @cached_property
    def squares(self) -> int:
        """The number of squares."""
        return self.rows * self.columns

    @cached_property
    def signs(self) -> str:
        """The signs of the board: nothing, the first player's men, the second player's."""
        letters = "".join(self.ways)
        return f".{letters}{letters.lower()}"

    @cached_property
    def held(self) -> str:
        """The kinds that can be in hand."""
        return "".join(kind for kind in self.ways if kind not in (*self.promotions.values(), self.king))

    @cached_property
    def slots(self) -> int:
        """The number of kinds of men that a hand can hold."""
        return len(self.held)

    @cached_property
    def unpromoted(self) -> dict[str, str]:
        """The kind of each man when it is in hand, by sign; kings, which are never in hand, keep their signs."""
        before = {promoted: kind for kind, promoted in self.promotions.items()}
        return {
            sign: sign if sign.upper() == self.king else before.get(sign.upper(), sign.upper())
            for sign in self.signs[1:]
        }

    @cached_property
    def royal(self) -> list[int]:
        """The number of each player's king among the men."""
        return [self.signs.index(king) for king in (self.king, self.king.lower())]

    @cached_property
    def goes(self) -> list[list[list[int]]]:
        """The squares to which each man steps, by man and square."""
        return self._steps(1)

    @cached_property
    def comes(self) -> list[list[list[int]]]:
        """The squares from which each man may have stepped, by man and square."""
        return self._steps(-1)

    def _steps(self, sense: int) -> list[list[list[int]]]:
        of_players = [
            steps(self.rows, self.columns, sorted((way * down, way * right) for down, right in ways))
            for way in (sense, -sense)
            for ways in self.ways.values()
        ]
        return [[[]] * self.squares, *of_players]

    @cached_property
    def hits(self) -> list[list[int]]:
        """The squares from which each man steps to a square, as bits, by square and man."""
        sets = [[sum(1 << square for square in squares) for squares in places] for places in self.comes]
        return list(map(list, zip(*sets, strict=True)))

    @cached_property
    def is_last_row(self) -> list[list[bool]]:
        """Whether a square is on the last row, as seen by the player, by player and square."""
        top = [square < self.columns for square in range(self.squares)]
        return [top, top[::-1]]

    @cached_property
    def becomes(self) -> list[list[int]]:
        """The man that each man is after a move to each square, by man and square."""
        places = range(self.squares)
        rows = [[0] * self.squares]
        for man in range(1, len(self.signs)):
            promoted = man
            if after := self.promotions.get(self.signs[man].upper()):
                promoted += [*self.ways].index(after) - (man - 1) % self.kinds
            last = self.is_last_row[man > self.kinds]
            rows.append([promoted if last[square] else man for square in places])
        return rows

    @cached_property
    def was(self) -> list[list[list[int]]]:
        """The men that each man may have been before a move to each square, by man and square."""
        men = range(len(self.signs))
        return [
            [
                [former for former in men if self.becomes[former][square] == man]
                for square in range(self.squares)
            ]
            for man in men
        ]

    @cached_property
    def in_hand(self) -> list[int]:
        """The man that each number in hand counts."""
        return [self.signs.index(kind) for kind in self.held + self.held.lower()]

    @cached_property
    def own_hand(self) -> list[int]:
        """The place in hand from which each man is dropped, by man; -1 if it is never in hand."""
        return [self.in_hand.index(man) if man in self.in_hand else -1 for man in range(len(self.signs))]

    @cached_property
    def other_hand(self) -> list[int]:
        """The place in hand to which each man goes when it is taken, by man; -1 if it goes to none."""
        hands = [self.held.find(self.unpromoted.get(sign, sign)) for sign in self.signs]
        return [hand + self.slots * (hand >= 0 and man <= self.kinds) for man, hand in enumerate(hands)]

    # --- rules ------------------------------------------------------------------------------------------------

    def options(self, s: Any) -> Iterator[Move]:
        mine, hand = self.kinds * s.turn, self.slots * s.turn
        for leaves in s.board.where(mine + 1, mine + self.kinds):
            for goes in self.goes[s.board[leaves]][leaves]:
                if not mine < s.board[goes] <= mine + self.kinds:
                    yield leaves, goes
        for place in range(hand, hand + self.slots):
            if s.hand[place]:
                for goes in s.board.where(0):
                    yield self.squares + place, goes

    def play(self, s: Any, move: Move) -> None:
        leaves, goes = move
        if leaves >= self.squares:
            s.hand[leaves - self.squares] -= 1
            s.board[goes] = self.in_hand[leaves - self.squares]
        else:
            man, place = s.board[leaves], self.other_hand[s.board[goes]]
            if place >= 0:
                s.hand[place] += 1
            s.board[leaves] = 0
            s.board[goes] = self.becomes[man][goes]

    def taking(self, s: Any, square: int) -> int:
        """Return the squares from which the mover's men can step to a square, as bits."""
        squares, first = 0, self.kinds * s.turn + 1
        hits = self.hits[square]
        for man in range(first, first + self.kinds):
            squares |= s.board.bits(man) & hits[man]
        return squares

    def back(self, s: Any) -> Iterator[MoveBack]:
        mine, theirs = self.kinds * s.turn, self.kinds * (1 - s.turn)
        king = s.board.index(self.royal[1 - s.turn])
        taking = self.taking(s, king)
        hits = self.hits[king]
        for goes in s.board.where(mine + 1, mine + self.kinds):
            if taking & ~(1 << goes):
                continue  # the king could have been taken before the move
            man = s.board[goes]
            if self.own_hand[man] >= 0:
                yield goes, self.squares + self.own_hand[man], 0, 0
            for former in self.was[man][goes]:
                for leaves in self.comes[former][goes]:
                    if s.board[leaves] == 0 and not hits[former] >> leaves & 1:
                        yield goes, leaves, former, 0
                        for taken in range(theirs + 1, theirs + self.kinds + 1):
                            if self.other_hand[taken] >= 0 and s.hand[self.other_hand[taken]]:
                                yield goes, leaves, former, taken

    def unplay(self, s: Any, move: MoveBack) -> None:
        goes, leaves, former, taken = move
        if leaves >= self.squares:
            s.hand[leaves - self.squares] += 1
        else:
            s.board[leaves] = former
        if taken:
            s.hand[self.other_hand[taken]] -= 1
        s.board[goes] = taken

    # --- for people -------------------------------------------------------------------------------------------

    player_colours = ("yellow", "blue")

    @property
    def looks(self) -> Mapping[str, str]:  # type: ignore[override]
        """The looks of the men: wedges that point up or down the board, with the men's names."""
        return {
            sign: f"{'yellow up' if sign.isupper() else 'blue down'} '{self.names.get(sign.upper(), sign.upper())}'"
            for sign in self.signs[1:]
        }

    def material(self, state: Cells) -> Counter[str]:
        """Return the number of men of each kind, on the board and in hand; each player's king is a kind of its own."""
        counts = Counter(self.unpromoted[self.signs[man]] for man in state[: self.squares] if man)
        for sign, number in zip(self.held + self.held.lower(), state[self.squares : -1], strict=True):
            counts[self.unpromoted[sign]] += number
        return counts

    def parse_state(self, text: str) -> Cells:
        state = super().parse_state(text)
        if text is not self.setup and self.material(state) != self.material(self.initial_state()):
            raise InputError(
                f"a state must have the same pieces as the setup, {self.setup!r}, on the board or in hand; this one "
                f"is {text!r}"
            )
        return state

    def format_move(self, state: Cells, move: Move) -> str:
        leaves, goes = move
        end = self.place_name(goes)
        if leaves >= self.squares:
            return f"{self.signs[self.in_hand[leaves - self.squares]].upper()}*{end}"
        man, how = state[leaves], "x" if state[goes] else "-"
        promotes = "+" * (self.becomes[man][goes] != man)
        return f"{self.signs[man].upper()}{self.place_name(leaves)}{how}{end}{promotes}"
