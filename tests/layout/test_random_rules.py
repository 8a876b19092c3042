"""Random layouts with random rules: both backends of the same statement, and the definition of values."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from support.generated import run_what_is_generated
from support.marks import cases
from support.naive import naive_results
from support.random_rules import random_board_game

import gamekit
from gamekit import UnsupportedError

GAMES = 250
OFTEN = 15  # so many are played in CI, and all before a release
A_BATCH = 10
COMPILED = 5  # so many are also compiled in CI, which takes seconds each
COMPILED_BEFORE_A_RELEASE = 20


def assert_both_backends_are_right(game: Any) -> None:
    try:
        plain = gamekit.solve(game, backend="python")
    except UnsupportedError as error:  # of the turn limit
        with pytest.raises(UnsupportedError, match=re.escape(str(error))):
            gamekit.solve(game, backend="compiled")
        return
    compiled = gamekit.solve(game, backend="compiled")
    arena = gamekit.explore(game)
    for state, (payoff, remoteness) in zip(arena.states, naive_results(arena), strict=True):
        if remoteness is not None and game.max_plies is not None and remoteness > game.max_plies:
            payoff, remoteness = game.infinite_play, None
        for solution in (compiled, plain):
            verdict = solution[state]
            assert (verdict.payoff, verdict.remoteness) == (payoff, remoteness), (game, state)
            assert verdict.player == game.players[game.to_move(state)]
        assert game.parse_state(game.format_state(state)) == state
    assert compiled.root == plain.root
    assert compiled.counts() == plain.counts()
    assert {game.encode(state) for state in compiled.states} == {game.encode(state) for state in plain.states}
    for solution in (compiled, plain):
        assert gamekit.verify(solution).ok


@pytest.mark.parametrize(
    ("first", "end"),
    cases(
        quick=[(0, 2)],
        slow=[(i, i + A_BATCH) for i in range(0, OFTEN, A_BATCH)],
        release=[(i, i + A_BATCH) for i in range(OFTEN, GAMES, A_BATCH)],
    ),
)
def test_what_is_generated_says_what_the_definition_says(first: int, end: int, tmp_path: Path) -> None:
    """The generated modules run as they are, which is quicker than to compile them."""
    for seed in range(first, end):
        game = random_board_game(seed, tmp_path)
        run_what_is_generated(game, is_checked=seed % 2 == 1)
        assert_both_backends_are_right(game)


@pytest.mark.parametrize(
    "seed", cases(slow=range(COMPILED), release=range(COMPILED, COMPILED_BEFORE_A_RELEASE))
)
def test_both_backends_say_what_the_definition_says(seed: int, tmp_path: Path) -> None:
    assert_both_backends_are_right(random_board_game(seed, tmp_path))
