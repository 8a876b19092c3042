"""Variants of chess by brute force: boards as dictionaries, values by sweeps; nothing of gamekit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import attrs

Square = tuple[int, int]  # rank and file, from 1
Board = Mapping[Square, str]
Position = tuple[frozenset[tuple[Square, str]], bool]  # the men, and whether White is to move

PAYOFFS = {"draw": 0, "loss": -1, "win": 1}


@attrs.frozen
class Steps:
    """Some steps of a man: ranks up and files to the right, for White's men."""

    steps: Sequence[Square]
    most: int = 1
    goes: bool = True
    takes: bool = True


@attrs.frozen
class NaiveChess:
    """The rules of `ChessVariant` without pawns, stated a second time."""

    rows: int
    columns: int
    men: Mapping[str, Sequence[Steps]]
    stalemate: str = "draw"
    bare_king: bool = False
    race: int = 0

    def targets(self, board: Board, square: Square) -> Iterator[Square]:
        sign = board[square]
        for way in self.men[sign.upper()]:
            for up, right in way.steps:
                rank, file = square
                for _ in range(way.most):
                    rank, file = rank + (up if sign.isupper() else -up), file + right
                    if not (1 <= rank <= self.rows and 1 <= file <= self.columns):
                        break
                    there = board.get((rank, file))
                    if there is None:
                        if way.goes:
                            yield rank, file
                        continue
                    if way.takes and there.isupper() != sign.isupper():
                        yield rank, file
                    break

    def in_check(self, board: Board, white: bool) -> bool:
        king = next(square for square, sign in board.items() if sign == ("K" if white else "k"))
        others = [square for square, sign in board.items() if sign.isupper() != white]
        return any(king in self.targets(board, square) for square in others)

    def can_be(self, board: Board, white: bool) -> bool:
        return not self.in_check(board, not white) and not (self.race and self.in_check(board, white))

    def moves(self, board: Board, white: bool) -> set[frozenset[tuple[Square, str]]]:
        found = set()
        for square, sign in board.items():
            if sign.isupper() == white:
                for target in self.targets(board, square):
                    after = {other: man for other, man in board.items() if other != square} | {target: sign}
                    if not self.in_check(after, white) and not (
                        self.race and self.in_check(after, not white)
                    ):
                        found.add(frozenset(after.items()))
        return found

    def payoff(self, board: Board, white: bool) -> int | None:
        """Return what the player to move gets if play is over."""
        ranks = {sign: square[0] for square, sign in board.items() if sign in "Kk"}
        arrived = [bool(self.race) and ranks[king] == self.race for king in "Kk"]
        if white and any(arrived):
            return arrived[0] - arrived[1]
        men = [
            [s for s in board.values() if s.isupper() == mine and s not in "Kk"]
            for mine in (white, not white)
        ]
        moves = self.moves(board, white)
        if self.bare_king and not men[1]:
            return 1 if men[0] else 0
        if self.bare_king and not men[0] and not any(len(after) == 2 for after in moves):
            return -1
        if not men[0] and not men[1] and not self.race:
            return 0
        if moves:
            return None
        return -1 if self.in_check(board, white) or arrived[white] else PAYOFFS[self.stalemate]

    def placements(self, men: Sequence[str], board: Board) -> Iterator[Board]:
        if not men:
            yield board
            return
        if men[0] not in "Kk":
            yield from self.placements(men[1:], board)
        for square in ((rank + 1, file + 1) for rank in range(self.rows) for file in range(self.columns)):
            if square not in board:
                yield from self.placements(men[1:], {**board, square: men[0]})

    def solve(self, men: str) -> dict[Position, tuple[int, int | None]]:
        """Return the payoff to the player to move and the plies to the end, None in a draw without end."""
        found, after = dict[Position, tuple[int, int | None]](), dict[Position, list[Position]]()
        for items in {frozenset(board.items()) for board in self.placements(men, {})}:
            board = dict(items)
            for white in (True, False):
                if self.can_be(board, white):
                    payoff = self.payoff(board, white)
                    if payoff is not None:
                        found[items, white] = payoff, 0
                    else:
                        after[items, white] = [(moved, not white) for moved in self.moves(board, white)]
        plies = 0
        while True:
            plies, new = plies + 1, dict[Position, tuple[int, int | None]]()
            for position, others in after.items():
                known = [found.get(other, (0, None))[0] for other in others]
                if position not in found and -1 in known:
                    new[position] = 1, plies
                elif position not in found and set(known) == {1}:
                    new[position] = -1, plies
            if not new:
                return dict.fromkeys(after, (0, None)) | found
            found |= new
