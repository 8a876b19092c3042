"""A game on any graph whatever, and random ones from Hypothesis."""

from __future__ import annotations

import random
from collections.abc import Iterable

import attrs
from hypothesis import strategies as st

from gamekit import Game


@attrs.frozen
class GraphGame(Game[int, int]):
    """States are numbers; a state without edges is terminal with the payoff given for it."""

    edges: tuple[tuple[int, ...], ...]
    mover: tuple[int, ...]
    payoff: tuple[int, ...]
    worth_of_infinity: int = 0
    number_of_players: int = 2
    turn_limit: int | None = None

    @property
    def players(self) -> tuple[str, ...]:
        return ("Ann", "Bob")[: self.number_of_players]

    @property
    def infinite_play(self) -> int:
        return self.worth_of_infinity

    @property
    def max_plies(self) -> int | None:
        return self.turn_limit

    def initial_state(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return self.mover[state]

    def moves(self, state: int) -> Iterable[int]:
        return self.edges[state]

    def apply(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return None if self.edges[state] else self.payoff[state]


class ListedGraphGame(GraphGame):
    """The same, listing its states and predecessors itself."""

    def states(self) -> Iterable[int]:
        return range(len(self.edges))

    def predecessors(self, state: int) -> Iterable[int]:
        return [i for i, children in enumerate(self.edges) if state in children]


def random_game(rng: random.Random, most_states: int = 14) -> GraphGame:
    """Return a game with loops, self-loops and dead ends, one or two players, win/loss or scored."""
    size = rng.randint(1, most_states)
    players = rng.choice((1, 2, 2, 2))
    payoffs = rng.choice(
        ((-1, 1), (-1, 0, 1), (-1, 0, 1), (-3, -2, -1, 0, 1, 2, 3), (1, 2, 3), (-2, -1), (0,))
    )
    dead_ends = rng.choice((0.0, 0.2, 0.2, 0.5))
    cls = rng.choice((GraphGame, ListedGraphGame))
    return cls(
        edges=tuple(
            ()
            if rng.random() < dead_ends
            else tuple(rng.sample(range(size), rng.randint(1, min(size, rng.choice((1, 2, 2, 3, 5))))))
            for _ in range(size)
        ),
        mover=tuple(rng.randrange(players) for _ in range(size)),
        payoff=tuple(rng.choice(payoffs) for _ in range(size)),
        worth_of_infinity=rng.choice((0, 0, 0, -1, 1, 2)) if players == 2 else rng.choice((-1, -1, 0, 1)),
        number_of_players=players,
    )


graph_games = st.randoms(use_true_random=False).map(random_game)
