"""Planning: sizes against the truth, tiers, and what is refused."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from support.command import Countdown
from support.marks import cases
from support.thirty_lines import TicTacToe

import gamekit
from gamekit.analysis.planning.counting import Samples
from gamekit.analysis.planning.deadline import Deadline
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.sources import CompiledSource, PlainSource
from gamekit.analysis.planning.states import MOST_BY_COMPILED_RULES, Size, sampled, size_by_codes
from gamekit.analysis.planning.tiers import planned_tiers
from gamekit.analysis.planning.walks import Opening, Walk
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.retrograde.exploration import concatenate_shards, explore
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.progress import silent
from gamekit.solvers.on_codes.setup import root_of
from gamekit.solvers.proof.forecast import forecast
from games.breakthrough import Breakthrough
from games.connect_four import ConnectFour
from games.dobutsu_shogi import DobutsuShogi
from games.hexapawn import Hexapawn
from games.morris import Morris
from games.quixo import Quixo
from games.sliding_puzzle import SlidingPuzzle

pytestmark = pytest.mark.usefixtures("measured_in_passing")


def in_time() -> Deadline:
    return Deadline(time.monotonic() + 600, silent)


def by_sample(game: Any, *, seed: int = 0, width: int = 2000, draws: int = 600_000) -> Size:
    """Sample a game, also one that is small enough to be explored."""
    batch = batch_of(game)
    source = CompiledSource(batch, game.encode(game.initial_state()))
    return sampled(source, in_time(), seed, width=width, draws=draws, most=batch.rules.size)


def assert_holds(figure: Estimate, truth: int) -> None:
    """Check that the truth lies within the bounds, and within a factor of two of the best guess."""
    assert figure.likely is not None
    assert figure.high is not None
    assert figure.low <= truth <= figure.high
    assert truth / 2 <= figure.likely <= 2 * truth


@pytest.mark.parametrize(
    ("game", "truth"),
    cases(
        slow=[
            (ConnectFour(width=4, height=5), 1_706_255),  # John Tromp, https://tromp.github.io/c4/c4.html
        ],
        release=[
            (SlidingPuzzle(rows=3, columns=3), 181_440),  # half of 9!
        ],
    ),
    ids=str,
)
def test_a_sample_tells_how_many_states_there_are(game: Any, truth: int) -> None:
    size = by_sample(game)
    assert_holds(size.states, truth)
    assert size.states.low != size.states.high


@pytest.mark.parametrize(
    ("game", "truth"),
    cases(
        release=[
            (DobutsuShogi(), 246_803_167),  # Tetsuro Tanaka, 2009
            (ConnectFour(width=7, height=6), 4_531_985_219_092),
        ],
    ),
    ids=str,
)
def test_large_games_within_a_factor_of_two(game: Any, truth: int) -> None:
    batch = batch_of(game)
    size = size_by_codes(batch, game.encode(game.initial_state()), in_time(), seed=0)
    assert_holds(size.states, truth)


def test_a_game_that_can_be_explored_is_counted() -> None:
    plan = gamekit.plan(ConnectFour(width=4, height=3), workers=1, seconds=300.0)
    assert plan.states == Estimate.exactly(12_031)
    assert plan.layers == 13
    assert plan.backend == "compiled"


@pytest.mark.release
def test_dense_codes_are_counted_by_asking() -> None:
    assert gamekit.plan(Quixo(size=4, symmetry=False), workers=1, seconds=300.0).states == Estimate.exactly(
        3**16
    )
    ending = gamekit.load_game("chess-ending")
    states = gamekit.plan(ending, workers=1, seconds=300.0).states
    assert states == Estimate.exactly(len(gamekit.solve(ending, backend="compiled")))


def test_plain_rules_are_explored() -> None:
    plan = gamekit.plan(TicTacToe())
    counts = Estimate.exactly(5_478), Estimate.exactly(16_167)
    assert (plan.backend, plan.states, plan.edges) == ("python", *counts)
    assert plan.rates is None
    assert [run.why_not for run in plan.runs] == [None]


def test_plain_rules_sampled_give_an_order_of_magnitude() -> None:
    """They do not tell how many ways lead to a state, so rare states are met too seldom."""
    size = sampled(PlainSource(Hexapawn(rows=4, columns=4)), in_time(), 0, width=300, draws=5000)
    assert size.states.likely is not None
    assert size.states.high is not None
    assert size.states.low <= 20_286 <= size.states.high  # as docs/gallery/hexapawn.md has it
    assert size.states.low <= size.states.likely <= size.states.high <= 100 * size.states.low


class Wanderers(gamekit.Game[tuple[int, int, int], int]):
    """Two on a ring, each of whom goes one or three steps, or back: play need not end, and 2·1499² states are met."""

    players = ("first", "second")
    size = 1499

    def initial_state(self) -> tuple[int, int, int]:
        return (0, self.size // 2, 0)

    def to_move(self, state: tuple[int, int, int]) -> int:
        return state[2]

    def moves(self, state: tuple[int, int, int]) -> list[int]:
        return [1, 38, 700, -1, -38, -700]

    def apply(self, state: tuple[int, int, int], move: int) -> tuple[int, int, int]:
        places = [*state[:2]]
        places[state[2]] = (places[state[2]] + move) % self.size
        return (places[0], places[1], 1 - state[2])

    def outcome(self, state: tuple[int, int, int]) -> int | None:
        return (1 if state[2] else -1) if state[0] == state[1] else None


@pytest.mark.release
def test_plain_rules_of_a_large_game_give_an_order_of_magnitude_in_time() -> None:
    began = time.monotonic()
    plan = gamekit.plan(Wanderers(), seconds=30.0)  # a fifth of it is enough on an idle machine
    assert time.monotonic() - began < 120  # it keeps to 30 seconds but for what it has begun
    assert plan.states.likely is not None
    assert plan.states.high is not None
    assert plan.states.low <= 2 * Wanderers.size**2 <= plan.states.high
    (run,) = plan.runs
    assert run.seconds.likely is not None


@pytest.mark.release
def test_walks_that_are_still_spreading_give_a_lower_bound_alone() -> None:
    size = by_sample(SlidingPuzzle(rows=2, columns=6), draws=100_000, width=200)
    assert size.states.likely is None
    assert size.states.low <= 239_500_800


def test_samples_with_nothing_in_common_give_a_lower_bound_alone() -> None:
    known = np.array([0], dtype=np.int64)
    sides = [Walk(np.zeros(10, dtype=np.int64), np.arange(10) + first, (50.0,), False) for first in (1, 11)]
    samples = Samples(Opening(known, known, 0), ([sides[0]], [sides[1]]))
    figure = samples.counted(samples.groups(), weighed=True)
    assert figure == Estimate(21, None, None)


@pytest.mark.release
def test_an_estimate_is_never_below_the_states_that_were_found() -> None:
    """Random pushes soon leave a box in a corner, so two samples are alike although most states are in neither."""
    level = "##########/#--------#/#-$--$-$-#/#---@----#/#-$----$-#/#---..---#/#--...---#/##########"
    game = gamekit.load_game("sokoban", {"level": level})
    found = gamekit.plan(game, workers=1, seconds=20.0).states
    assert found.likely is None
    assert found.low >= MOST_BY_COMPILED_RULES


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures() -> None:
    game = ConnectFour(width=4, height=5)
    first, second, other = (by_sample(game, seed=seed, draws=20_000) for seed in (3, 3, 4))
    assert first.states == second.states != other.states
    assert first.edges == second.edges


def test_figures() -> None:
    figure = Estimate.about(100, 2)
    assert figure == Estimate(50, 100, 200)
    assert figure.times(3, 2) == Estimate(75, 300, 1200)
    assert figure.plus(1) == Estimate(51, 101, 201)
    assert figure.within(120, 150) == Estimate(120, 120, 150)
    assert figure.within(10, 60) == Estimate(50, 60, 60)
    assert figure.within(250, 900) == Estimate(250, None, 900)
    assert Estimate(5, None, None).usable == 5
    assert Estimate(5.4, None, None).rounded() == Estimate(5, None, None)


@pytest.mark.parametrize(
    ("game", "expanded"),
    cases(
        slow=[(ConnectFour(width=5, height=4), 17_941)],
        release=[(Breakthrough(rows=5, columns=4), 587_392)],
    ),
)
def test_a_trial_tells_how_many_positions_a_proof_takes(game: Any, expanded: int) -> None:
    """It is a guess; what the whole search expands is known from searches."""
    batch, (_, root) = batch_of(game), root_of(batch_of(game), None)
    half = forecast(batch, root, nodes=expanded // 2)
    assert half.wins is None
    assert half.nodes < expanded
    assert half.positions is not None
    assert expanded / 4 < half.positions < 32 * expanded
    assert half.likely_seconds is not None
    whole = forecast(batch, root, nodes=2 * expanded, seconds=60.0)
    assert (whole.wins, whole.positions) == (False, None)
    assert expanded / 2 < whole.nodes < 1.5 * expanded


@pytest.mark.release
def test_the_tiers_of_a_small_game_are_counted(tmp_path: Path) -> None:
    game = Breakthrough(rows=5, columns=2)
    made = gamekit.plan(game)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    assert [(tier.tier, tier.states.likely, set(tier.leads_to)) for tier in made.tiers] == [
        (tier, store.states, set(solution.store.children[tier]))
        for tier, store in solution.store.tiers.items()
    ]
    (run,) = (run for run in made.runs if run.place == "tiers")
    size = sum(path.stat().st_size for path in (tmp_path / "tiers").glob("tier-*/[kvr]*.npy"))
    assert run.disk.low <= size <= (run.disk.high or 0)


@pytest.mark.slow
def test_the_tiers_of_a_sample() -> None:
    game = ConnectFour(width=4, height=4)
    batch = batch_of(game)
    found = explore(RoundRunner(), batch, game.encode(game.initial_state()))
    codes = codes_of(concatenate_shards(found.shards), found.bits)
    numbers, counts = np.unique(batch.tiers(codes), return_counts=True)
    truth = dict(zip(numbers.tolist(), counts.tolist(), strict=True))
    planned = {tier.tier: tier for tier in planned_tiers(batch, by_sample(game))}
    for tier, number in truth.items():
        if number > 2000:
            assert_holds(planned[tier].states, number)
            assert planned[tier].leads_to == ((tier + 1,) if tier < 16 else ())


@pytest.mark.release
def test_the_tiers_of_a_game_whose_codes_are_all_asked() -> None:
    made = gamekit.plan(Morris(rings=2, men=(4, 4), placing=False))
    assert made.states.low == made.states.high == 127_698
    assert [tier.tier for tier in made.tiers] == [3000200, 3000300, 4000200, 4000300, 4000400]
    assert sum(tier.states.likely for tier in made.tiers) == pytest.approx(127_698, rel=0.01)


def test_a_game_without_tiers_has_none_planned() -> None:
    made = gamekit.plan(gamekit.load_game("cat-mouse"), workers=1)
    assert made.tiers == ()
    assert [run.place for run in made.runs] == ["memory", "files"]


def test_where_nothing_can_be_written_a_folder_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", mock.Mock(side_effect=FileNotFoundError(2, "none")))
    with pytest.raises(gamekit.InputError, match="no folder for temporary files can be written"):
        gamekit.plan(Hexapawn())


def test_a_game_that_breaks_a_promise_is_named() -> None:
    class Stuck(Countdown):
        def moves(self, state: int) -> list[int]:
            return []

    with pytest.raises(gamekit.RulesError, match="moves"):
        gamekit.plan(Stuck())
