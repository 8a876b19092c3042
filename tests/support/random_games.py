"""Random games with compiled rules, and what their values are by definition."""

from __future__ import annotations

import random
from typing import Any

import attrs

import gamekit
from support.compiled_graph_game import CompiledGraphGame, ListedCompiledGraphGame, MirroredGraphGame
from support.graph_game import ListedGraphGame, random_game
from support.naive import naive_results


def random_compiled_game(rng: random.Random) -> CompiledGraphGame | MirroredGraphGame:
    game = random_game(rng)
    how = {"is_dense": rng.random() < 0.5, "gives_predecessors": True}
    if rng.random() < 0.3:
        return MirroredGraphGame(edges=game.edges, payoff=game.payoff, **how)
    listed = isinstance(game, ListedGraphGame) or how["is_dense"]
    fields = {field.name: getattr(game, field.name) for field in attrs.fields(type(game))}
    return (ListedCompiledGraphGame if listed else CompiledGraphGame)(
        **fields, **(how | {"is_dense": listed})
    )


def assert_same(game: Any, solution: gamekit.Solution) -> None:
    """Assert that a solution says what the values are by definition, in every state of the plain rules."""
    arena = gamekit.explore(game)
    for state, (payoff, remoteness) in zip(arena.states, naive_results(arena), strict=True):
        verdict = solution[state]
        assert (verdict.payoff, verdict.remoteness) == (payoff, remoteness), (game, state)
        assert verdict.player == game.players[game.to_move(state)]
