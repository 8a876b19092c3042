"""A game solved tier by tier has the values that it has as a whole."""

from __future__ import annotations

import random
import shutil
from contextlib import suppress
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.kings import Kings
from support.marks import cases
from support.random_games import assert_same
from support.tiered_games import TieredGraphGame, random_tiered_game

import gamekit
from gamekit.engine.codes.batch import Batch, batch_of
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.engine.tiers.dense import ranges_by_tier
from gamekit.errors import RulesError, UnsupportedError
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with
from gamekit.tables.tiers.codes import SnapshotFile
from games.connect_four import ConnectFour


@pytest.mark.parametrize("number", cases(quick=[2], slow=[6], release=[100]))
def test_random_games(number: int, tmp_path: Path) -> None:
    rng = random.Random(number)
    for i in range(number):
        game = random_tiered_game(rng)
        solution = gamekit.solve(game, tiers=tmp_path / str(i))
        assert len(solution.store.tiers) > 1
        assert_same(game, solution)
        verification = gamekit.verify(solution)
        assert verification.ok, verification
        whole = gamekit.solve(game, backend="compiled")
        assert [*solution.counts()] == [*whole.counts()]  # in the same order
        assert (len(solution), solution.edges, solution.counts(), solution.longest) == (
            len(whole),
            whole.edges,
            whole.counts(),
            whole.longest,
        )
        shutil.rmtree(tmp_path / str(i))


@pytest.mark.slow
def test_connect_four(tmp_path: Path) -> None:
    game = ConnectFour(width=4, height=3)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    whole = gamekit.solve(game, backend="compiled")
    assert (solution.root, len(solution), solution.edges) == (whole.root, len(whole), whole.edges)
    assert (solution.counts(), solution.longest) == (whole.counts(), whole.longest)
    codes = whole.store.codes(slice(0, whole.store.places))
    for mine, theirs in zip(solution.store.look_up(codes), whole.store.look_up(codes), strict=True):
        assert mine.tolist() == theirs.tolist()
    assert [str(state) for state in solution.line().states] == [str(state) for state in whole.line().states]
    table = gamekit.open_table(tmp_path / "tiers")
    assert (table.root, table.best_moves(table.start)) == (whole.root, whole.best_moves(whole.start))


@pytest.mark.parametrize(
    ("dense", "alike", "symmetric"),
    cases(
        quick=[(False, True, False)],
        slow=[(True, True, True)],
        release=[
            case
            for case in product([False, True], repeat=3)
            if case not in {(False, True, False), (True, True, True)}
        ],
    ),
)
def test_play_that_goes_round_in_tiers(dense: bool, alike: bool, symmetric: bool, tmp_path: Path) -> None:
    game = Kings(dense=dense, alike=alike, symmetric=symmetric)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    whole = gamekit.solve(game, backend="compiled")
    assert (len(solution), solution.edges) == (len(whole), whole.edges)
    assert (solution.counts(), solution.longest_by_value()) == (whole.counts(), whole.longest_by_value())
    for state in whole.states:
        assert solution[state] == whole[state]
    assert gamekit.verify(solution, all_states=True).ok


@pytest.mark.parametrize("dense", cases(quick=[False], slow=[True]))
def test_only_the_tiers_that_play_reaches_are_solved(dense: bool, tmp_path: Path) -> None:
    game = Kings(dense=dense)
    start = game.parse_state("WW./.../..B, white to move")
    solution = gamekit.solve(game, start=start, tiers=tmp_path / "tiers")
    assert list(solution.store.tiers) == [3, 4, 6, 7]  # not that with four kings
    assert solution.root == gamekit.solve(game, start=start, backend="compiled").root
    table = gamekit.open_table(tmp_path / "tiers", game=game)
    assert (table.root, table.best_moves(start)) == (solution.root, solution.best_moves(start))
    assert game.initial_state() not in table


@pytest.mark.slow
def test_tables_of_tiers_are_compressed(tmp_path: Path) -> None:
    game = Kings()
    solution = gamekit.solve(game, tiers=tmp_path / "small", compress=True)
    plain = gamekit.solve(game, tiers=tmp_path / "large")
    assert (solution.root, solution.counts()) == (plain.root, plain.counts())
    assert gamekit.verify(solution).ok
    sizes = [
        sum(path.stat().st_size for path in (tmp_path / name).glob("tier-*/*")) for name in ("small", "large")
    ]
    assert sizes[0] < 0.8 * sizes[1]
    with pytest.raises(UnsupportedError, match="compress needs tiers, whose tables it compresses"):
        gamekit.solve(game, compress=True)


@pytest.mark.slow
def test_a_game_in_which_every_move_leaves_its_tier(tmp_path: Path) -> None:
    rng, states = random.Random(1), 12
    for i in range(5):
        game = TieredGraphGame(
            edges=tuple(
                tuple(sorted(rng.sample(range(state + 1, states), rng.randint(0, states - 1 - state) // 2)))
                for state in range(states)
            ),
            mover=tuple(rng.randint(0, 1) for _ in range(states)),
            payoff=tuple(rng.randint(-3, 3) for _ in range(states)),
            tiers=tuple(range(states)),
        )
        solution = gamekit.solve(game, tiers=tmp_path / str(i))
        assert_same(game, solution)
        assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_a_tier_that_every_move_leaves_goes_on_from_a_snapshot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng, states, size = random.Random(2), 60, 20
    game = TieredGraphGame(
        edges=tuple(
            tuple(sorted(rng.sample(range(later, states), min(15, states - later))))
            for later in (size * (state // size + 1) for state in range(states))
        ),
        mover=tuple(rng.randint(0, 1) for _ in range(states)),
        payoff=tuple(rng.randint(-3, 3) for _ in range(states)),
        tiers=tuple(state // size for state in range(states)),
    )
    offer, offered = SnapshotFile.offer, []

    def stops(file: SnapshotFile, *about: Any) -> None:
        file.every, file.took = -1.0, 0.0
        offer(file, *about)
        offered.append(about[1].places)
        raise KeyboardInterrupt

    monkeypatch.setattr(SnapshotFile, "offer", stops)
    options = SolveOptions(tiers=tmp_path / "tiers", tuning=attrs.evolve(DEFAULTS, scan_task=6))
    solution = None
    while solution is None:
        with suppress(KeyboardInterrupt):
            solution = solve_with(game, options)
    assert sum(before < after for before, after in pairwise(offered)) > 3
    assert_same(game, solution)
    assert gamekit.verify(solution).ok


# --- dense codes by classes ---------------------------------------------------------------------------------------


class KingsByCentre(Kings):
    """Also by whether the centre is taken, which splits classes. Play does return, so nobody solves it."""

    def tier(self, s: Any) -> int:
        return 10 * (s.board.count(1) + s.board.count(2)) + (s.board[4] != 0)


class KingsByCorners(Kings):
    """Also by whether the mover has two neighbouring corners, which a small sample does not show."""

    def tier(self, s: Any) -> int:
        mine, theirs = s.board.count(1 + s.turn), s.board.count(2 - s.turn)
        seldom = mine == theirs == 2 and s.board[0] == s.board[2] == 1 + s.turn and s.board[1] == 2 - s.turn
        return 3 * max(mine, theirs) + min(mine, theirs) + 100 * seldom


SMALL_CLASSES = attrs.evolve(DEFAULTS, tier_class=20, tier_sample=8)


def pairs_by_tier(game: Any, tuning: Tuning) -> dict[int, Any]:
    return {tier: index.pairs for tier, index in ranges_by_tier(batch_of(game), tuning).items()}


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Kings, KingsByCentre])
def test_a_sample_of_a_class_tells_its_tier_unless_it_is_split(
    kind: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = kind(dense=True, alike=True)
    all_looked_at = pairs_by_tier(game, DEFAULTS)
    looked_at = []
    tiers = Batch.tiers
    monkeypatch.setattr(
        Batch, "tiers", lambda self, codes: looked_at.append(len(codes)) or tiers(self, codes)
    )
    assert pairs_by_tier(game, SMALL_CLASSES) == all_looked_at
    assert (sum(looked_at) < 200) == (kind is Kings)  # of 1,260 codes


@pytest.mark.slow
def test_a_state_that_is_not_in_the_tier_of_its_class_is_named(tmp_path: Path) -> None:
    game = KingsByCorners(dense=True, alike=True)
    with pytest.raises(RulesError, match=r"KingsByCorners\.tier: WBW/.* is of tier 108, but its code lies"):
        solve_with(game, SolveOptions(tiers=tmp_path / "tiers", tuning=SMALL_CLASSES))
