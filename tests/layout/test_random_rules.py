"""Random layouts with random rules: both backends of the same statement, and the definition of values."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.naive import naive_results
from support.random_rules import random_board_game

import gamekit

SEEDS = range(20)


@pytest.mark.slow  # each is compiled
@pytest.mark.parametrize("seed", SEEDS)
def test_both_backends_say_what_the_definition_says(seed: int, tmp_path: Path) -> None:
    game = random_board_game(seed, tmp_path)
    compiled = gamekit.solve(game, backend="compiled")
    plain = gamekit.solve(game, backend="python")
    arena = gamekit.explore(game)
    for state, (payoff, remoteness) in zip(arena.states, naive_results(arena), strict=True):
        for solution in (compiled, plain):
            verdict = solution[state]
            assert (verdict.payoff, verdict.remoteness) == (payoff, remoteness), (game, state)
            assert verdict.player == game.players[game.to_move(state)]
        assert game.parse_state(game.format_state(state)) == state
    assert compiled.root == plain.root
    assert gamekit.verify(compiled).ok
