"""`Puzzle`: the parts that games for one player share."""

from __future__ import annotations

from gamekit.game.protocol import SolvedGame


class Puzzle:
    """A game for one player, whose answer is a number of moves. Derive a class from `Puzzle` and then `Game`."""

    players: tuple[str, ...] = ("solver",)

    def answer(self, solution: SolvedGame) -> int | None:
        """Return the least number of moves that solve the puzzle; None if none do."""
        return solution.root.remoteness if solution.root.winner else None
