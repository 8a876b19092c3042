from gamekit import Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class TicTacToe(Game[str, int]):
    players = ("X", "O")

    def initial_state(self) -> str:
        return "." * 9

    def to_move(self, state: str) -> int:
        return (9 - state.count(".")) % 2

    def moves(self, state: str) -> list[int]:
        return [square for square in range(9) if state[square] == "."]

    def apply(self, state: str, move: int) -> str:
        return state[:move] + "XO"[self.to_move(state)] + state[move + 1 :]

    def outcome(self, state: str) -> int | None:
        for a, b, c in LINES:
            if state[a] == state[b] == state[c] != ".":
                return 1 if state[a] == "X" else -1
        return None if "." in state else 0
