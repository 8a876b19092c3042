"""Verification on a device: it finds what this processor finds, and every forged result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.devices import solved_here
from support.marks import cases
from support.random_rules import random_board_game

import gamekit
from gamekit import UnsupportedError
from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.analysis.verification.on_device import judged_on
from gamekit.device import verification
from gamekit.device.host import Host
from gamekit.engine.retrograde.columns import PlainColumns

GAMES = ["tic-tac-toe", "quixo", "dots-and-boxes"]


def totals(judgements: Any) -> dict[str, int]:
    rows = list(judgements)
    return {
        name: sum(getattr(row, name) for row in rows) for name in ("states", "edges", "unsolved", "wrong")
    }


def in_memory(game: Any) -> tuple[Any, PlainColumns]:
    """Return a solution, and its columns, which can be changed."""
    solution = gamekit.solve(game, backend="compiled", device="cpu")
    state: Any = solution.store.solved.state  # type: ignore[attr-defined]
    everything = slice(0, state.places)
    state.columns = PlainColumns(state.values(everything).copy(), state.remoteness(everything).copy())
    return solution, state.columns


@pytest.mark.parametrize("name", cases(quick=["nim"], slow=GAMES))
def test_right_results_are_found_right(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verification, "AT_ONCE", 1000)
    solution, _ = in_memory(gamekit.load_game(name))
    store = solution.store
    found = totals(judged_on(Host(threads=3, seed=1), store))
    assert found == {"states": store.states, "edges": store.edges, "unsolved": 0, "wrong": 0}


@pytest.mark.parametrize("name", cases(quick=["nim"], slow=GAMES))
@pytest.mark.parametrize("seed", cases(quick=[0], slow=[1, 2]))
def test_forged_results_are_found(name: str, seed: int) -> None:
    solution, columns = in_memory(gamekit.load_game(name))
    rng, store = np.random.default_rng(seed), solution.store
    places = np.flatnonzero(columns.value != store.no_state)
    forged = rng.choice(places, size=4)
    if seed == 0:
        columns.plies[forged] += 1
    elif seed == 1:
        columns.value[forged] += 1
    else:
        columns.value[forged] = store.no_state
    device, processor = (
        gamekit.verify(solution, device=Host(threads=3)),
        gamekit.verify(solution, device="cpu"),
    )
    assert device.wrong == processor.wrong > 0
    if device.wrong <= MAX_PROBLEMS:  # of more, a device names any
        assert set(device.problems) == set(processor.problems)


@pytest.mark.parametrize("seed", cases(slow=range(6), release=range(6, 40)))
def test_random_rules_are_verified_alike(seed: int, tmp_path: Path) -> None:
    game = random_board_game(seed, tmp_path)
    store = solved_here(game, backend="compiled").store
    found = totals(judged_on(Host(seed=seed), store))
    assert found == {"states": store.states, "edges": store.edges, "unsolved": 0, "wrong": 0}


@pytest.mark.slow
def test_a_game_that_counts_to_conversions_is_left_to_this_processor() -> None:
    game = gamekit.load_game("chess-ending", {"material": "KPK", "board": 4, "metric": "dtz"})
    store = gamekit.solve(game, backend="compiled", device="cpu").store
    with pytest.raises(UnsupportedError, match="counts to conversions"):
        list(judged_on(Host(), store))


def test_a_device_that_finds_right_results_wrong_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    solution, _ = in_memory(gamekit.load_game("nim"))
    right = verification.claims_of

    def shifted(store: Any) -> Any:
        width, numbers, claims = right(store)
        return width, np.roll(numbers, 1), claims

    monkeypatch.setattr(verification, "claims_of", shifted)
    with pytest.raises(gamekit.GamekitError, match="and this processor finds it right"):
        list(judged_on(Host(), solution.store))


def test_kernels_of_verification_and_of_solving_share_the_rules_and_the_index_alone() -> None:
    from gamekit.device import retrograde

    assert {*verification.FILES} & {*retrograde.FILES} == {"index_kernels.py", "rules_kernels.py"}
