"""`SolutionPolicy` and `SolutionBot`: a gamekit solution as a policy and as an OpenSpiel bot."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gamekit.adapters.spiel.game_for_spiel import GamekitState
from gamekit.adapters.spiel.rules import SpielGame
from gamekit.errors import InputError
from gamekit.game.optional import importing

if TYPE_CHECKING:
    from gamekit.solution.solution import Solution

with importing("pyspiel", "games of OpenSpiel need", "open_spiel"):
    import pyspiel
    from open_spiel.python import policy


class SolutionPolicy(policy.Policy):  # type: ignore[misc]
    """The policy that plays the best moves of a solution, each with the same probability."""

    def __init__(self, game: Any, solution: Solution[Any, Any]) -> None:
        """Make a policy for all players.

        Args:
            game: an OpenSpiel game: that of which `open_spiel` made the game which was solved, or that which
                `as_open_spiel` made of it.
            solution: the solution.
        """
        super().__init__(game, [*range(game.num_players())])
        self._solution = solution

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each best action in a state; empty where the game is over.

        Raises:
            InputError: the state belongs to another game.
            UnknownStateError: the state is not part of the solution.
        """
        best = best_actions(state, self._solution)
        return {action: 1 / len(best) for action in best}


class SolutionBot(pyspiel.Bot):  # type: ignore[misc]
    """A bot that plays a best move of a solution."""

    def __init__(self, solution: Solution[Any, Any], *, player: int, seed: int | None = None) -> None:
        """Make a bot for one player.

        Args:
            solution: the solution, as for a `SolutionPolicy`.
            player: the index of the player.
            seed: the seed by which one of several best moves is drawn; if None, the first is always chosen.
        """
        super().__init__()
        self._solution, self._player = solution, player
        self._random = None if seed is None else Random(seed)

    def player_id(self) -> int:
        """Return the index of the player for whom the bot plays."""
        return self._player

    def step(self, state: Any) -> int:
        """Return a best action in a state; `pyspiel.INVALID_ACTION` where the game is over."""
        best = best_actions(state, self._solution)
        if not best:
            return int(pyspiel.INVALID_ACTION)
        return best[0] if self._random is None else self._random.choice(best)

    def restart_at(self, state: Any) -> None:
        """Do nothing, because the bot remembers nothing."""


def best_actions(state: Any, solution: Solution[Any, Any]) -> list[int]:
    """Return the best actions in an OpenSpiel state, by a solution; none where the game is over.

    Raises:
        InputError: the state belongs to another game than the solution.
        UnknownStateError: the state is not part of the solution.
    """
    game = solution.game
    if isinstance(game, SpielGame):
        position = game.position_of(state)
        return [] if state.is_terminal() else solution.best_moves(position)
    if not isinstance(state, GamekitState) or state.rules.game != game:
        raise InputError(
            f"a solution of {type(game).__name__} plays states of the game that as_open_spiel makes of it; this state "
            f"belongs to {state.get_game()}"
        )
    if state.is_terminal():
        return []
    return sorted(state.action_of(move) for move in solution.best_moves(state.gamekit_state))
