"""Random walks through a game, for tests of what holds in every state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any


def random_states(game: Any, number: int, random: Random) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Yield states of random plays, each with the states and the moves of the play up to it."""
    states: list[Any] = []
    moves: list[Any] = []
    for _ in range(number):
        if not states or game.outcome(states[-1]) is not None:
            states, moves = [game.initial_state()], []
        else:
            moves.append(random.choice(list(game.moves(states[-1]))))
            states.append(game.apply(states[-1], moves[-1]))
        yield states[-1], states, moves
