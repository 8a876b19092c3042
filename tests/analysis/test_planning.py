"""Planning: sizes against the truth, bounds that hold it, and the verb."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import time
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import numpy as np
import pytest
from support.command import EXAMPLES, Countdown, assert_refused, call, plugins, start
from support.marks import cases
from support.thirty_lines import TicTacToe

import gamekit
from gamekit.analysis.planning.costs import Costs
from gamekit.analysis.planning.counting import Samples
from gamekit.analysis.planning.deadline import Deadline
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.rates import Rates
from gamekit.analysis.planning.sources import CompiledSource, PlainSource
from gamekit.analysis.planning.states import Size, sampled, size_by_codes
from gamekit.analysis.planning.tiers import PlannedTier, planned_tiers
from gamekit.analysis.planning.walks import Opening, Walk
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.codes.code_hash import codes_of
from gamekit.engine.retrograde.exploration import concatenate_shards, explore
from gamekit.engine.runtime.memory_budget import held
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.game.progress import silent
from gamekit.solvers.proof.forecast import forecast
from gamekit.solvers.root import root_of
from games.breakthrough import Breakthrough
from games.connect_four import ConnectFour
from games.dobutsu_shogi import DobutsuShogi
from games.hexapawn import Hexapawn
from games.morris import Morris
from games.quixo import Quixo
from games.sliding_puzzle import SlidingPuzzle

RATES = Rates(
    expand=1e-7, parents=2e-7, in_degree=4.0, sort=1e-8, find=2e-8, write=3e-9, read=1e-9, round=1e-3
)


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


# --- the number of states -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "truth"),
    cases(
        slow=[
            (ConnectFour(width=4, height=5), 1_706_255),  # John Tromp, https://tromp.github.io/c4/c4.html
        ],
        release=[
            (ConnectFour(width=5, height=4), 3_945_711),
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
            (ConnectFour(width=5, height=5), 69_763_700),
            (ConnectFour(width=4, height=6), 15_835_683),
            (ConnectFour(width=6, height=4), 94_910_577),
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_plain_rules_of_a_large_game_give_an_order_of_magnitude_in_time() -> None:
    began = time.monotonic()
    plan = gamekit.plan(Wanderers(), seconds=30.0)  # a fifth of it is enough on an idle machine
    assert time.monotonic() - began < 120  # it keeps to 30 seconds but for what it has begun
    assert plan.states.likely is not None
    assert plan.states.high is not None
    assert plan.states.low <= 2 * Wanderers.size**2 <= plan.states.high
    (run,) = plan.runs
    assert run.seconds.likely is not None


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_same_seed_gives_the_same_figures() -> None:
    game = ConnectFour(width=4, height=5)
    first, second, other = (by_sample(game, seed=seed, draws=20_000) for seed in (3, 3, 4))
    assert first.states == second.states != other.states
    assert first.edges == second.edges


# --- what it takes ------------------------------------------------------------------------------------------


def costs_of(states: Estimate, *, limit: int = 16 << 30, free: int = 1 << 40, game: Any = None) -> Costs:
    rules = (game or ConnectFour(width=4, height=3)).compiled_rules()
    none = np.empty(0, dtype=np.int64)
    return Costs(rules, Size(states, states, states.times(2), None, "given", none), RATES, limit, free)


def test_the_truth_of_known_solves_lies_within_the_bounds() -> None:
    """Memory of connect four on 4×7 squares, 135 million states: 2.6 GiB."""
    run = costs_of(Estimate.exactly(135_385_909)).in_memory(2)
    assert run.memory.low <= 2.6 * 2**30 <= run.memory.high  # type: ignore[operator]
    assert run.why_not is None


def test_tiers_that_every_move_leaves_take_one_pass_and_a_byte_a_state() -> None:
    half = Estimate.exactly(5e8)
    tiers = PlannedTier(0, half, ()), PlannedTier(1, half, (0,))
    costs = costs_of(Estimate.exactly(1e9))
    costs = attrs.evolve(costs, rules=attrs.evolve(costs.rules, is_state=costs.rules.outcome))  # dense codes
    others = costs.by_tiers(2, tiers)
    in_one_pass = costs.by_tiers(2, [attrs.evolve(tier, in_one_pass=True) for tier in tiers])
    assert in_one_pass.seconds.usable < others.seconds.usable
    assert in_one_pass.memory.usable < 0.7 * others.memory.usable


def test_tiers_are_planned_with_the_counters_and_tasks_that_they_are_solved_with() -> None:
    """Nine men's morris with up to five men each: 330 MiB for the largest tier, of which 170 were held before."""
    costs = costs_of(Estimate.exactly(67_917_615), game=Morris(men=(5, 5), placing=False))
    costs = attrs.evolve(costs, size=attrs.evolve(costs.size, edges=Estimate.exactly(750_000_000)))
    tiers = (
        PlannedTier(0, Estimate.exactly(22_705_608), ()),
        PlannedTier(1, Estimate.exactly(32_907_240), (0,)),
    )
    assert costs.rules.max_successors > 127  # so that the counter of any state takes two bytes
    few, many = (
        costs.by_tiers(2, [attrs.evolve(tier, most_inside=most) for tier in tiers]).memory
        for most in (20, 200)
    )
    assert few.low <= held() + (160 << 20) <= few.high  # type: ignore[operator]
    assert many.usable - few.usable == pytest.approx(32_907_240, rel=0.3)


def test_compressed_tables_take_less_disk_and_memory() -> None:
    """The truth by kind: nine men's morris takes 0.71 bytes a code; connect four 2.6 bytes a state, and kalah 6.4."""
    places, half = 27_706_186_954, Estimate.exactly(27_706_186_954 / 2)
    tiers = PlannedTier(0, half, (), in_one_pass=True), PlannedTier(1, half, (0,), in_one_pass=True)
    costs = attrs.evolve(costs_of(Estimate.exactly(places), game=Morris()), limit=1 << 60)
    with_keys = costs_of(Estimate.exactly(places))
    for plain, truths in ((costs, (0.71,)), (with_keys, (2.6, 6.4))):
        compressed = attrs.evolve(plain, compress=True)
        first, second = (one.by_tiers(2, tiers) for one in (plain, compressed))
        assert second.disk.usable < 0.5 * first.disk.usable
        assert second.memory.usable < first.memory.usable
        for truth in truths:
            assert second.disk.low <= truth * places <= second.disk.high  # type: ignore[operator]
    tiers = tuple(attrs.evolve(tier, states=Estimate.exactly(1e9)) for tier in tiers)  # which can be counted
    run = attrs.evolve(costs, free=20 << 30).by_tiers(2, tiers)
    assert run.why_not == (
        "20.0 GiB of disk are free; solve with --compress, and the tables take about 12.9 GiB"
    )
    assert attrs.evolve(costs, free=20 << 30, compress=True).by_tiers(2, tiers).why_not is None
    assert attrs.evolve(costs, free=1 << 30).by_tiers(2, tiers).why_not == "1.0 GiB of disk are free"


def test_more_workers_take_less_time_and_more_network() -> None:
    costs = costs_of(Estimate.about(1e8, 2))
    one, many = costs.in_files(1), costs.in_files(8)
    assert many.seconds.usable < one.seconds.usable
    assert one.network.usable == 0 < many.network.usable
    assert costs.in_memory(8).seconds.usable == pytest.approx(costs.in_memory(1).seconds.usable / 8)


def test_verification_is_part_of_the_time() -> None:
    """`solve` verifies by default: every state's successors are asked for, found and compared."""
    costs = costs_of(Estimate.exactly(1e8))
    verifying = RATES.expand * 1e8 + 3 * RATES.find * 2e8
    for run, share in ((costs.in_memory(2), 2), (costs.in_files(2), 2)):
        assert run.seconds.likely is not None
        without = attrs.evolve(costs, rates=attrs.evolve(RATES, expand=0.0, find=0.0))
        assert run.seconds.likely > verifying / share + without.in_memory(2).seconds.usable


def test_what_does_not_fit_is_said() -> None:
    assert (
        costs_of(Estimate.exactly(1e8), limit=1 << 30).in_memory(1).why_not == "1.0 GiB of memory are allowed"
    )
    assert costs_of(Estimate.exactly(1e8), free=1 << 20).in_files(1).why_not == "1.0 MiB of disk are free"
    huge = costs_of(Estimate.exactly(1e13), limit=1 << 60, free=1 << 60)
    assert "states can be counted in memory" in str(huge.in_memory(1).why_not)
    assert huge.in_files(1).why_not is None


def test_rounds_of_files_take_time_however_few_states_there_are() -> None:
    tiny = costs_of(Estimate.exactly(10))
    assert tiny.in_files(1).seconds.low >= 20 * RATES.round
    layers = attrs.evolve(tiny, size=attrs.evolve(tiny.size, layers=100))
    assert layers.in_files(1).seconds.low >= 500 * RATES.round
    assert tiny.in_memory(1).seconds.usable < RATES.round


def test_an_unknown_number_of_states_has_no_likely_time() -> None:
    run = costs_of(Estimate(1e6, None, None)).in_files(1)
    assert run.seconds.low > 0
    assert (run.seconds.likely, run.seconds.high) == (None, None)


@pytest.mark.slow
def test_given_numbers_take_the_place_of_estimates() -> None:
    plan = gamekit.plan(Quixo(size=3), states=7_673_759_269, branching=5, workers=[2, 4])
    assert plan.states == Estimate.exactly(7_673_759_269)
    assert plan.edges == Estimate.exactly(5 * 7_673_759_269)
    assert [(run.place, run.workers) for run in plan.runs] == [
        ("memory", 2), ("memory", 4), ("files", 2), ("files", 4),
    ]  # fmt: skip
    assert "states can be counted in memory" in str(plan.runs[0].why_not)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"workers": 0}, "workers must be at least 1; there are 0"),
        ({"workers": []}, "workers: at least one number of them is needed"),
        ({"seconds": 0}, "planning takes a number of seconds above 0; it is 0"),
        ({"states": 0}, "states must be above 0; it is 0"),
        ({"branching": -1.0}, "branching must be above 0; it is -1.0"),
        ({"folder": "no/such"}, "there is no folder 'no/such'"),
        ({"memory": "much"}, "memory is a number with a unit, such as 12GiB or 500MB; this one is 'much'"),
    ],
)
def test_senseless_numbers_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(gamekit.InputError) as caught:
        gamekit.plan(Quixo(size=3), **options)
    assert str(caught.value) == message


def test_known_numbers_need_compiled_rules() -> None:
    with pytest.raises(gamekit.InputError, match="TicTacToe has no compiled rules"):
        gamekit.plan(TicTacToe(), states=100)


# --- figures ------------------------------------------------------------------------------------------------


def test_figures() -> None:
    figure = Estimate.about(100, 2)
    assert figure == Estimate(50, 100, 200)
    assert figure.times(3, 2) == Estimate(75, 300, 1200)
    assert figure.plus(1) == Estimate(51, 101, 201)
    assert figure.within(120, 150) == Estimate(120, 120, 150)
    assert figure.within(10, 60) == Estimate(50, 60, 60)
    assert Estimate(5, None, None).usable == 5
    assert Estimate(5.4, None, None).rounded() == Estimate(5, None, None)


# --- the verb -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_json() -> None:
    report = call("plan", "connect-four", "--workers", "1", "--workers", "16", "--json").json
    assert report["game"] == "connect-four"
    assert report["states"] == {"low": 2_715, "likely": 2_715, "high": 2_715}
    assert [(run["place"], run["workers"]) for run in report["runs"]] == [
        ("memory", 1), ("memory", 16), ("tiers", 1), ("tiers", 16), ("files", 1), ("files", 16),
    ]  # fmt: skip
    assert set(report["rates"]) == {
        "expand",
        "parents",
        "in_degree",
        "sort",
        "find",
        "write",
        "read",
        "round",
    }


def test_for_people() -> None:
    result = call("plan", "connect-four", "--workers", "2")
    assert (result.status, result.err) == (0, "")
    assert "states:  2,715; all of them were found by exploring" in result.out
    assert "in memory" in result.out
    assert "--work, in files" in result.out


def test_for_people_without_compiled_rules() -> None:
    with plugins(games={"countdown": Countdown}):
        result = call("plan", "countdown")
    assert result.status == 0
    assert result.out.startswith("countdown, with plain rules\n")


@attrs.frozen
class CountdownFrom(Countdown):
    """Countdown with parameters."""

    first: int = 3
    name: str = ""


def test_what_may_help_instead_has_the_same_parameters() -> None:
    given = ("countdown", "--input", '{"first": 5}', "-p", "name=it's so")
    command = "gamekit prove " + shlex.join(given)
    with plugins(games={"countdown": CountdownFrom}):
        lean = call("plan", *given, "--memory", "1")
        as_json = call("plan", *given, "--memory", "1", "--json").json
        fitting = call("plan", *given, "--json").json
    assert f"do not fit here. `{command}` may decide the first position" in lean.out
    assert (as_json["fits"], as_json["instead"]) == (False, command)
    assert (fitting["fits"], fitting["instead"]) == (True, None)


@pytest.mark.slow
def test_what_does_not_fit_is_told_to_people() -> None:
    result = call("plan", "quixo", "--input", "-", "--memory", "100MB", stdin=json.dumps({"size": 5}))
    assert result.status == 0
    assert (
        "It does not fit here in memory: at most 4,294,967,294 states can be counted in memory." in result.out
    )
    assert re.search(
        r"\n1\d\d billion states do not fit here\. `gamekit prove quixo --input -` may decide", result.out
    )
    assert re.search(
        r"\nA trial expanded \d[\d,]* positions in .*, and came back to one of them\.", result.out
    )


@pytest.mark.parametrize(
    ("game", "expanded"),
    cases(
        slow=[(ConnectFour(width=5, height=4), 17_941)],
        release=[(ConnectFour(width=5, height=5), 581_154), (Breakthrough(rows=5, columns=4), 587_392)],
    ),
)
def test_a_trial_tells_how_many_positions_a_proof_takes(game: Any, expanded: int) -> None:
    """It is a guess; what the whole search expands is known from searches."""
    batch, (_, root) = batch_of(game), root_of(batch_of(game), None)
    half = forecast(batch, root, nodes=expanded // 2)
    assert half.wins is None
    assert half.nodes < expanded
    assert half.positions is not None
    assert expanded / 4 < half.positions < 16 * expanded
    assert half.likely_seconds is not None
    whole = forecast(batch, root, nodes=2 * expanded, seconds=60.0)
    assert (whole.wins, whole.positions) == (False, None)
    assert expanded / 2 < whole.nodes < 1.5 * expanded


@pytest.mark.slow
def test_what_is_not_known_does_not_fit() -> None:
    given = ("sliding-puzzle", "--input", '{"rows": 4, "columns": 4}')
    result = call("plan", *given, "--seconds", "3")
    assert result.status == 0
    assert f"`gamekit prove {shlex.join(given)}` may decide the first position" in result.out
    assert "not known" in result.out
    assert "fits" not in result.out


def test_bad_input_is_one_line() -> None:
    assert_refused(call("plan", "connect-fore"))
    assert_refused(call("plan", "connect-four", "--workers", "0"))
    with plugins(games={"countdown": Countdown}):  # the number of states is asked of compiled rules alone
        assert_refused(call("plan", "countdown", "--states", "5"))
    assert_refused(call("plan", "connect-four", "--memory", "lots"))


def test_a_game_that_breaks_a_promise_is_named() -> None:
    class Stuck(Countdown):
        def moves(self, state: int) -> list[int]:
            return []

    with pytest.raises(gamekit.RulesError, match="moves"):
        gamekit.plan(Stuck())


@pytest.mark.release
def test_it_can_be_interrupted() -> None:
    game = ("dobutsu-shogi", "--input", str(EXAMPLES / "dobutsu-shogi-standard.json"))
    process = start("plan", *game, "--seconds", "60")
    time.sleep(5)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"gamekit: interrupted\n")


# --- tiers --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
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


@pytest.mark.slow
def test_the_tiers_of_a_game_whose_codes_are_all_asked() -> None:
    made = gamekit.plan(Morris(rings=2, men=(4, 4), placing=False))
    assert made.states.low == made.states.high == 127_698
    assert [tier.tier for tier in made.tiers] == [3000200, 3000300, 4000200, 4000300, 4000400]
    assert sum(tier.states.likely for tier in made.tiers) == pytest.approx(127_698, rel=0.01)


def test_a_game_without_tiers_has_none_planned() -> None:
    made = gamekit.plan(SlidingPuzzle(rows=2, columns=2), workers=1)
    assert made.tiers == ()
    assert [run.place for run in made.runs] == ["memory", "files"]


def test_where_nothing_can_be_written_a_folder_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.gettempdir", mock.Mock(side_effect=FileNotFoundError(2, "none")))
    with pytest.raises(gamekit.InputError, match="no folder for temporary files can be written"):
        gamekit.plan(Hexapawn())
