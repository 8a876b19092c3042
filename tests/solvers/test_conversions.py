"""Games that count plies to the next conversion: by tiers with plain and with compiled rules, and verified."""

from __future__ import annotations

import gc
import random
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.marks import cases
from support.naive import naive_results_to_conversion
from support.tiered_games import (
    ConvertedGame,
    TieredGame,
    random_plain_tiered_game,
    random_tiered_game,
    with_conversions,
)

import gamekit
from gamekit.analysis.reasons import headline, manner, verdict_in_words
from gamekit.errors import UnsupportedError
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solvers.retrograde import Retrograde
from gamekit.solvers.solve import run


def assert_by_definition(solution: Any) -> None:
    """Compare every state with a scan by the definition, and verify."""
    arena = gamekit.explore(solution.game)
    for state, (payoff, plies) in zip(arena.states, naive_results_to_conversion(arena), strict=True):
        verdict = solution[state]
        assert (verdict.payoff, verdict.remoteness) == (payoff, plies), (solution.game, state)
    verification = gamekit.verify(solution)
    assert verification.ok, verification


@pytest.mark.parametrize("number", cases(quick=[6], slow=[15], release=[300]))
def test_random_games_by_plain_rules(number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = with_conversions(random_plain_tiered_game(rng))
        assert_by_definition(gamekit.solve(game, tiers=tmp_path / str(i)))


@pytest.mark.parametrize("number", cases(slow=[5], release=[200]))
def test_random_games_by_compiled_rules(number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = with_conversions(random_tiered_game(rng))
        assert_by_definition(gamekit.solve(game, tiers=tmp_path / str(i), backend="compiled"))


def path() -> ConvertedGame:
    """Return a game of three steps, of which the middle one is a conversion, with a detour before it."""
    edges = ((1, 2), (2,), (3,), (4,), ())
    return ConvertedGame(edges, (0, 1, 0, 1, 0), (0, 0, 0, 0, 1), tiers=(0, 0, 0, 1, 1))


def test_plies_begin_again_behind_a_conversion(tmp_path: Path) -> None:
    solution = gamekit.solve(path(), tiers=tmp_path / "tiers")
    assert [solution[state].remoteness for state in range(5)] == [2, 2, 1, 1, 0]
    assert solution.best_moves(0) == [2]
    assert solution.line().states == (0, 2, 3, 4)
    assert [(verdict.remoteness, verdict.plies_before) for _, _, verdict in solution.replies(2)] == [(1, 1)]


def test_plies_are_told_as_those_to_a_conversion(tmp_path: Path) -> None:
    solution = gamekit.solve(path(), tiers=tmp_path / "tiers")
    assert headline(solution, solution[0]) == "Ann wins; the next conversion or the end comes in 2 plies"
    assert verdict_in_words(solution.game, solution[0]) == "WIN in 2 plies to conversion for Ann"
    assert [manner(after, solution.game) for *_, after in solution.replies(2)] == [" in 1 ply to conversion"]
    told = str(gamekit.explain(solution, 0))
    assert "(winning" not in told
    assert ", winning in 2 plies to conversion" in told


def test_a_proof_counts_no_plies() -> None:
    """It would count the 3 to the end."""
    game = path()
    proof, other = gamekit.prove(game), gamekit.prove(TieredGame(**attrs.asdict(game)))
    assert (proof.value, proof.remoteness, other.remoteness) == (Value.WIN, None, 3)


def test_a_turn_limit_is_refused(tmp_path: Path) -> None:
    """Within two plies, nobody wins, although the conversion comes in time."""
    with pytest.raises(UnsupportedError, match="max_plies counts plies from the start, and converts has"):
        gamekit.solve(attrs.evolve(path(), turn_limit=2), tiers=tmp_path / "tiers")


def test_forged_plies_are_refused(tmp_path: Path) -> None:
    loaded = gamekit.solve(path(), tiers=tmp_path / "tiers").loaded()
    store: Any = loaded.store
    assert gamekit.verify(loaded).ok
    for place in range(store.places):
        for wrong in (store.plies[place] + 1, store.plies[place] + 2, store.infinite):
            plies = store.plies.copy()
            plies[place] = wrong
            assert not gamekit.verify(Solution(attrs.evolve(store, plies=plies), loaded.start)).ok
    to_the_end = np.array([3, 3, 2, 1, 0])[[loaded.states[place] for place in range(store.places)]]
    assert not gamekit.verify(Solution(attrs.evolve(store, plies=to_the_end), loaded.start)).ok


def test_tiers_in_a_circle_are_refused(tmp_path: Path) -> None:
    """Else two conversions could promise a win to each other for ever."""
    edges = ((1, 2), (0, 2), ())
    game = ConvertedGame(edges, (0, 0, 0), (0, 0, -1), tiers=(0, 1, 2))
    false = gamekit.solve(attrs.evolve(game, tiers=(0, 0, 0)), tiers=tmp_path / "tiers").loaded()
    store: Any = false.store
    value = np.where([state == 2 for state in false.states], -1, 1)
    plies = np.where(value == 1, 1, 0)
    arena = attrs.evolve(store.arena, game=game)
    forged = Solution(attrs.evolve(store, game=game, arena=arena, value=value, plies=plies), 0)
    assert forged[0].value is Value.WIN
    assert "from which play returns" in str(gamekit.verify(forged))


def test_without_a_folder_the_tiers_are_in_a_temporary_one() -> None:
    solution = gamekit.solve(path())
    store: Any = solution.store
    folder = store.info.path
    assert folder.is_dir()
    assert solution[0].remoteness == 2
    del solution, store
    gc.collect()
    assert not folder.exists()


@pytest.mark.slow
def test_one_table_is_not_made_of_compiled_tiers(tmp_path: Path) -> None:
    game = with_conversions(random_tiered_game(random.Random(1)))
    with pytest.raises(
        UnsupportedError, match="was solved by tiers, which have a table each; to keep them, name"
    ):
        gamekit.save_table(gamekit.solve(game, backend="compiled"), tmp_path / "table")


def test_a_table_of_plain_tiers_counts_to_conversions(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(path()), tmp_path / "table")
    table = gamekit.open_table(tmp_path / "table", game=path())
    assert [table[state].remoteness for state in range(5)] == [2, 2, 1, 1, 0]
    assert gamekit.verify(table).ok


def test_what_counts_to_the_end_refuses() -> None:
    with pytest.raises(UnsupportedError, match="minimax does not solve by tiers"):
        gamekit.solve(path(), solver="minimax")
    with pytest.raises(
        UnsupportedError, match="counts plies to the next conversion, and only a solve by tiers does"
    ):
        run(Retrograde(), gamekit.explore(path()))
