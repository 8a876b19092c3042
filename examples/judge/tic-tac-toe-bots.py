"""Two players of tic-tac-toe: a function takes a state, and returns one of its moves."""

from games.tic_tac_toe import TicTacToe

GAME = TicTacToe()
MIDDLE = 4


def first_free(state):
    """Play the first free square."""
    return min(GAME.moves(state))


def middle_first(state):
    """Play the middle if it is free, or else the first free square."""
    return min(GAME.moves(state), key=lambda square: (square != MIDDLE, square))
