"""Planning: what a solve of so many states takes, and bounds that hold the truth."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
import pytest
from support.thirty_lines import TicTacToe

import gamekit
from gamekit.analysis.planning.costs import Costs
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.rates import Rates
from gamekit.analysis.planning.states import Size
from gamekit.analysis.planning.tiers import PlannedTier
from gamekit.engine.runtime.memory_budget import held
from games.connect_four import ConnectFour
from games.morris import Morris
from games.quixo import Quixo

pytestmark = pytest.mark.usefixtures("measured_in_passing")


RATES = Rates(
    expand=1e-7,
    parents=2e-7,
    in_degree=4.0,
    merge=6e-8,
    find=2e-8,
    touch=1e-8,
    write=3e-9,
    read=1e-9,
    round=1e-3,
)


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
    before = held()  # which the estimates include
    assert in_one_pass.memory.usable - before < 0.7 * (others.memory.usable - before)


@pytest.mark.slow
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


@pytest.mark.slow
def test_compressed_tables_take_less_disk_and_memory() -> None:
    """The truth by kind: quixo takes 0.21 bytes a code, and the results of connect four 0.49.

    With keys, connect four took 2.6 and kalah 6.4, in smaller blocks of results.
    """
    places, half = 27_706_186_954, Estimate.exactly(27_706_186_954 / 2)
    tiers = PlannedTier(0, half, (), in_one_pass=True), PlannedTier(1, half, (0,), in_one_pass=True)
    costs = attrs.evolve(costs_of(Estimate.exactly(places), game=Morris()), limit=1 << 60)
    with_keys = costs_of(Estimate.exactly(places))
    for plain, truths in ((costs, (0.21, 0.49)), (with_keys, (2.6, 6.4))):
        compressed = attrs.evolve(plain, compress=True)
        first, second = (one.by_tiers(2, tiers) for one in (plain, compressed))
        assert second.disk.usable < 0.5 * first.disk.usable
        assert second.memory.usable < first.memory.usable
        for truth in truths:
            assert second.disk.low <= truth * places <= second.disk.high  # type: ignore[operator]
    tiers = tuple(attrs.evolve(tier, states=Estimate.exactly(1e9)) for tier in tiers)  # which can be counted
    run = attrs.evolve(costs, free=20 << 30).by_tiers(2, tiers)
    assert run.why_not == (
        "20.0 GiB of disk are free; solve with --compress, and the tables take about 9.0 GiB"
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
    verifying = RATES.expand * 1e8 + RATES.find * 2e8
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
    assert tiny.in_files(1).seconds.low >= 5 * RATES.round
    layers = attrs.evolve(tiny, size=attrs.evolve(tiny.size, layers=100))
    assert layers.in_files(1).seconds.low >= 500 * RATES.round
    assert tiny.in_memory(1).seconds.usable < RATES.round


def test_an_unknown_number_of_states_has_no_likely_time() -> None:
    run = costs_of(Estimate(1e6, None, None)).in_files(1)
    assert run.seconds.low > 0
    assert (run.seconds.likely, run.seconds.high) == (None, None)


@pytest.mark.release
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
        ({"workers": 0}, "each number of workers must be at least 1; one is 0"),
        ({"workers": []}, "workers must have at least one number; it is empty"),
        ({"seconds": 0}, "seconds of a plan must be a number above 0; it is 0"),
        ({"states": 0}, "states must be above 0 and below 2^63; it is 0"),
        ({"branching": 1e308}, "branching must be above 0 and below 2^63; it is 1e+308"),
        ({"branching": -1.0}, "branching must be above 0 and below 2^63; it is -1.0"),
        ({"folder": "no/such"}, "there is no folder 'no/such'"),
        ({"memory": "much"}, "memory must be a number with a unit, such as 12GiB or 500MB; it is 'much'"),
    ],
)
def test_senseless_numbers_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(gamekit.InputError) as caught:
        gamekit.plan(Quixo(size=3), **options)
    assert str(caught.value) == message


def test_known_numbers_need_compiled_rules() -> None:
    with pytest.raises(
        gamekit.InputError, match="states and branching need compiled rules, and TicTacToe has none"
    ):
        gamekit.plan(TicTacToe(), states=100)
