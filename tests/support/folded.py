"""The values of a game with so many plies left, straight from their definition: by folding over (state, plies left)."""

from __future__ import annotations

from collections.abc import Callable

from gamekit.game.values import preference_key
from support.graph_game import GraphGame

Result = tuple[int, int | None]  # payoff to the first player, remoteness


class Folded:
    """What states are worth if play counts as endless once so many plies are made."""

    def __init__(self, game: GraphGame) -> None:
        self.game = game
        self._known: dict[tuple[int, int], Result] = {}

    def worth(self, state: int, left: int) -> Result:
        if not self.game.edges[state]:
            return self.game.payoff[state], 0
        if left == 0:
            return self.game.infinite_play, None
        if (state, left) not in self._known:
            payoff, remoteness = max(
                (self.worth(child, left - 1) for child in self.game.edges[state]), key=self._key(state)
            )
            self._known[state, left] = (payoff, None if remoteness is None else remoteness + 1)
        return self._known[state, left]

    def best_moves(self, state: int, left: int) -> list[int]:
        if not self.game.edges[state] or left == 0:
            return []
        keys = {child: self._key(state)(self.worth(child, left - 1)) for child in self.game.edges[state]}
        return sorted(child for child in keys if keys[child] == max(keys.values()))

    def _key(self, state: int) -> Callable[[Result], tuple[int, float]]:
        return lambda result: preference_key(self.game.mover[state], *result, self.game.infinite_play)
