"""A game of neutreeko's size, as an author writes it who has read the guide and nothing else."""

from gamekit import BoardGame, Layout
from gamekit.layout import LOSS, TIE, WIN, Grid
from gamekit.layout.geometry import KNIGHT, lines, steps


class ThreeKnights(BoardGame):
    """Each player has three knights on a board of 5×5; whoever brings them into a row wins, diagonals included.

    In turn, a player moves a knight to a free square. A player who cannot move loses. Play that never ends is a draw.
    If both players have a row, it is a tie.
    """

    players = ("white", "black")
    stuck = LOSS
    looks = {"W": "white ♘", "B": "black ♞", "board": "chequered"}
    most_moves = 24
    leaps = steps(5, 5, KNIGHT)
    rows = lines(5, 5, 3)

    def layout(self):
        return Layout(board=Grid(5, 5, ".WB"), alike=True, dense=[(3, 3)])

    def start(self):
        return {"board": "B...B/..B../...../..W../W...W"}

    def options(self, s):
        for leaves in s.board.where(1 + s.turn):
            for goes in self.leaps[leaves]:
                if s.board[goes] == 0:
                    yield leaves, goes

    def play(self, s, move):
        leaves, goes = move
        s.board[leaves], s.board[goes] = 0, 1 + s.turn

    def over(self, s):
        mine, theirs = self.has_row(s, 1 + s.turn), self.has_row(s, 2 - s.turn)
        if mine and theirs:
            return TIE
        return WIN if mine else LOSS if theirs else None

    def has_row(self, s, sign):
        return any(s.board[a] == s.board[b] == s.board[c] == sign for a, b, c in self.rows)
