"""`MoversView`: the rules of a game that is the same for both players, where one state stands for two."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

from gamekit.errors import RulesError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Game, Move, State, supplies
from gamekit.game.values import FIRST, Perspective


class MoversView(Rules[State, Move]):
    """The rules as the player to move sees them: a state and the one with the players exchanged share a representative.

    Payoffs are to the mover. The mover counts as the first player in every state, and every move passes the turn.
    """

    perspective: ClassVar[Perspective] = "mover"

    def __init__(self, game: Game[State, Move]) -> None:
        super().__init__(game)
        self.has_symmetry = True

    def canonical(self, state: State) -> State:
        """Return the representative that a state shares with the state in which the players are exchanged."""
        try:  # what `invoke` does, without its call, as most successors come here
            representative = self.game.movers_view(state)
        except Exception as error:
            self._blame(self._call("movers_view", state), error)
        return self.hashable(representative)

    def outcome(self, state: State) -> int | None:
        """Return the payoff to the mover of a terminal state, else None."""
        payoff = super().outcome(state)
        return payoff if not payoff or super().mover(state) == FIRST else -payoff

    def mover(self, state: State) -> int:
        """Return FIRST, after checking who is to move."""
        super().mover(state)
        return FIRST

    def _in_perspective(
        self, outcomes: list[int | None], movers: list[int]
    ) -> tuple[list[int | None], list[int]]:
        """Return payoffs to the movers, and FIRST for all of them."""
        seen = [
            -outcome if outcome and mover else outcome
            for outcome, mover in zip(outcomes, movers, strict=True)
        ]
        return seen, [FIRST] * len(movers)

    def _is_watched(self, state: State) -> bool:
        """Return True, because in every state it must be checked that moves pass the turn."""
        return True

    def _watched_apply(self, state: State, move: Move) -> State:
        """Return the result of the game's `apply`, as `Rules` does, and refuse a move that does not pass the turn."""
        child = super()._watched_apply(state, move)
        if super().mover(child) == super().mover(state):
            self._refuse_turn(self._call("apply", state, move), child)
        return child

    def check_turns(self, state: State, children: list[State]) -> None:
        """Refuse a move that does not pass the turn."""
        mover = super().mover(state)
        for child in children:
            if super().mover(child) == mover:
                self._refuse_turn(self._call("apply", state), child)

    def _refuse_turn(self, call: str, child: State) -> NoReturn:
        same = f"leads to {self.in_brief(child)}, where the same player is to move"
        raise RulesError(f"{call} {same}; with movers_view, every move must pass the turn")


def has_movers_view(game: Game[Any, Any]) -> bool:
    """Return whether a game can be solved from the mover's view.

    If endless play is not worth the same to both players, exchanging them changes the value of a state.
    """
    return len(game.players) == 2 and game.infinite_play == 0 and supplies(game, "movers_view")


def rules_for_solving(game: Game[State, Move]) -> Rules[State, Move]:
    """Return the rules of a game from the mover's view if it can be solved from that view, else its own rules."""
    rules = Rules(game)  # refuses constants that `has_movers_view` could not read
    return MoversView(game) if has_movers_view(game) else rules


def rules_from(game: Game[State, Move], perspective: Perspective) -> Rules[State, Move]:
    """Return the rules of a game in a perspective."""
    return MoversView(game) if perspective == "mover" else Rules(game)


def representation(game: Game[State, Any], perspective: Perspective) -> Callable[[State], State]:
    """Return the game's method that returns the representative of a state in a perspective."""
    return game.movers_view if perspective == "mover" else game.canonical_state
