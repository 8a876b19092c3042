"""Dobutsu shogi (Madoka Kitao, 2008): shogi for children, on a board of twelve squares."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from gamekit.game.parameters import parameter
from gamekit.layout import LOSS

from .dobutsu_men import CHICK, COMES, DROP, FROM, GOES, HEN, KINDS, LAST, LION, DobutsuMen


@attrs.frozen
class DobutsuShogi(DobutsuMen):
    """Lion, giraffe, elephant and chick on each side of a board of 3×4 squares; take the other lion.

    All pieces step to a square next to them: the lion (L) in all directions, the giraffe (G) straight, the elephant (E)
    diagonally, the chick (C) ahead. A piece that is taken goes to the hand of the player who took it, who can drop it
    on any free square instead of moving. A chick that moves to the last row becomes a hen (H), which goes straight or
    diagonally ahead; one that is dropped there does not, and a hen is a chick again when it is taken. The first
    player's pieces are capitals and move up the board.

    The player to move wins if they can take the other lion. A lion on the last row that cannot be taken wins, too. A
    player who cannot move loses, which does not happen from the usual start. Play that never ends is a draw.

    >>> game = DobutsuShogi()
    >>> start = game.initial_state()
    >>> [game.format_move(start, move) for move in game.moves(start)]
    ['Cb2xb3', 'Lb1-a2', 'Lb1-c2', 'Gc1-c2']
    """

    setup: str = parameter(
        "gle/.c./.C./ELG, first to move",
        "the state to start from; for endgames, pieces may be missing: `g.l/.../..L/..., G in hand, second to move`",
    )

    example = {"setup": ".l./.../.C./.L., first to move"}
    stuck = LOSS
    most_moves = 66  # lion 8, giraffes and elephants 4 each, hens 6 each; three kinds to drop on ten squares
    most_back = 196  # as many steps and two promotions, each with nothing or one of 4 taken; and six drops

    def options(self, s: Any) -> Iterator[Any]:
        mine = KINDS * s.turn
        for leaves in s.board.where(mine + 1, mine + KINDS):
            for goes in GOES[s.board[leaves]][leaves]:
                if not mine < s.board[goes] <= mine + KINDS:
                    yield leaves, goes
        for kind in range(3):
            if s.hand[3 * s.turn + kind]:
                for goes in s.board.where(0):
                    yield DROP + kind, goes

    def play(self, s: Any, move: Any) -> None:
        leaves, goes = move
        chick = KINDS * s.turn + CHICK
        if leaves >= DROP:
            s.hand[3 * s.turn + leaves - DROP] -= 1
            s.board[goes] = chick + leaves - DROP
            return
        piece, taken = s.board[leaves], s.board[goes]
        if taken:  # a hen is a chick again
            s.hand[3 * s.turn + (taken - 1) % KINDS % 3] += 1
        s.board[leaves] = 0
        s.board[goes] = chick + HEN - CHICK if piece == chick and LAST[s.turn][goes] else piece

    def over(self, s: Any) -> int | None:
        lion = s.board.index(KINDS * (1 - s.turn) + LION)
        if self.taking(s, lion):
            return 1
        return -1 if LAST[1 - s.turn][lion] else None

    def taking(self, s: Any, lion: Any) -> Any:
        """Return the mover's pieces that can take the other lion, as bits."""
        found = 0
        for piece in range(KINDS * s.turn + 1, KINDS * s.turn + KINDS + 1):
            found |= s.board.bits(piece) & FROM[piece][lion]
        return found

    def ending(self, state: Any) -> str | None:
        turn = state[-1]
        if self.outcome(state) == (1, -1)[turn]:
            return f"{self.players[turn]} can take the lion"
        return super().ending(state) or f"{self.players[1 - turn]}'s lion has reached the last row"

    def back(self, s: Any) -> Iterator[Any]:
        mine, theirs = KINDS * s.turn, KINDS * (1 - s.turn)
        lion = s.board.index(theirs + LION)
        taking = self.taking(s, lion)
        for goes in s.board.where(mine + 1, mine + KINDS):
            if LAST[1 - s.turn][lion] or taking & ~(1 << goes):
                continue  # the game was over before the move
            piece, is_last = s.board[goes], LAST[s.turn][goes]
            if piece < mine + HEN:
                yield goes, DROP, 0, 0
            first = piece - (piece == mine + HEN) * is_last * (HEN - CHICK)
            end = piece + 1 - (piece == mine + CHICK) * is_last  # a chick on its last row was dropped there
            for former in range(first, end, HEN - CHICK):
                for leaves in COMES[former][goes]:
                    if s.board[leaves] == 0 and not FROM[former][lion] >> leaves & 1:
                        yield goes, leaves, former, 0
                        for taken in range(1, HEN + 1):
                            if s.hand[3 * s.turn + (taken - 1) % 3]:
                                yield goes, leaves, former, theirs + taken

    def unplay(self, s: Any, move: Any) -> None:
        goes, leaves, former, taken = move
        if leaves == DROP:
            s.hand[3 * s.turn + (s.board[goes] - 1) % KINDS] += 1
        else:
            s.board[leaves] = former
        if taken:
            s.hand[3 * s.turn + (taken - 1) % KINDS % 3] -= 1
        s.board[goes] = taken
