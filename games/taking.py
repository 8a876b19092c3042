"""Games of taking, by a rule and a score: the moves in a position, and their worth."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

import attrs

from gamekit.game.protocol import Game

Position = Any  # hashable


class State(NamedTuple):
    """The position, the lead of the first player, and the player to move."""

    left: Hashable
    lead: int
    turn: int


@attrs.frozen
class Taking(Game[State, Any]):
    """Players take in turn, the first one first, until nothing can be taken.

    Then the score decides; without a score, whoever cannot take has lost.

    Attributes:
        begin: the position at first.
        rule: a function that yields each move in a position with the position to which it leads.
        score: a function that returns the worth of a move to the player who makes it; it gets the position, the move
            and the index of the player.
        end: a function that returns the payoff to the first player in a position that ends play, and None in any
            other; it gets the position, the lead, and the index of the player to move.
        players: the names of the players; a single one always moves.

    >>> import gamekit
    >>> piles = (5, 3, 4, 5)  # take the first or the last pile
    >>> def ends(piles):
    ...     return {"first": piles[1:], "last": piles[:-1]}.items() if piles else ()
    >>> game = Taking(piles, ends, lambda piles, move, player: piles[0 if move == "first" else -1])
    >>> gamekit.solve(game).root.payoff
    1
    """

    begin: Any
    rule: Callable[[Any], Iterable[tuple[Any, Any]]]
    score: Callable[[Any, Any, int], int] | None = None
    end: Callable[[Any, int, int], int | None] | None = None
    players: tuple[str, ...] = ("Alice", "Bob")

    def initial_state(self) -> State:
        return State(self.begin, 0, 0)

    def to_move(self, state: State) -> int:
        return state.turn

    def moves(self, state: State) -> list[Any]:
        return [move for move, _ in self.rule(state.left)]

    def apply(self, state: State, move: Any) -> State:
        return self._child(
            state, move, next(after for other, after in self.rule(state.left) if other == move)
        )

    def children(self, state: State) -> list[State]:
        return [self._child(state, move, left) for move, left in self.rule(state.left)]

    def _child(self, state: State, move: Any, left: Any) -> State:
        gain = 0 if self.score is None else self.score(state.left, move, state.turn)
        turn = (state.turn + 1) % len(self.players)
        return State(left, state.lead + (-gain if state.turn else gain), turn)

    def outcome(self, state: State) -> int | None:
        if self.end is not None and (payoff := self.end(state.left, state.lead, state.turn)) is not None:
            return payoff
        if any(True for _ in self.rule(state.left)):
            return None
        if self.score is None:
            return 1 if state.turn else -1
        return state.lead
