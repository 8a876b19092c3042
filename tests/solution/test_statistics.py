"""What `tally` counts is what a plain loop over the verdicts counts, whatever a solution is read from."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import attrs
import numpy as np
import pytest
from support.each_game import COMPILED_ANYWAY, SMALL_KINDS, TYPICAL
from support.graph_game import GraphGame, random_game
from support.marks import cases

import gamekit
from gamekit import Solution, Statistics, Value, load_game
from gamekit.game.compiled import is_compiled
from gamekit.solution.statistics import total
from games.cat_mouse_ii import CatMouseII
from games.nim import Nim


def assert_is_the_tally(solution: Solution[Any, Any]) -> None:
    verdicts = Counter((verdict.value, verdict.remoteness) for verdict in solution)
    statistics = solution.tally()
    assert sum(statistics.counts.values()) == len(solution)
    for value in Value:
        plies = {plies: n for (kind, plies), n in verdicts.items() if kind is value and plies is not None}
        numbers = statistics.histogram.get(value, np.zeros(0, dtype=np.int64)).tolist()
        assert {i: n for i, n in enumerate(numbers) if n} == plies, value
        assert len(numbers) == max(plies, default=-1) + 1
        assert statistics.counts.get(value, 0) == sum(n for (kind, _), n in verdicts.items() if kind is value)
        endless = verdicts[value, None] if value is not Value.UNSOLVED else 0
        assert statistics.endless.get(value, 0) == endless
    assert statistics.longest == max((plies or 0 for _, plies in verdicts), default=0)
    assert 0 not in statistics.counts.values()
    assert (solution.counts(), solution.longest_by_value()) == (
        statistics.counts,
        statistics.longest_by_value,
    )


@pytest.mark.parametrize(
    ("name", "backend"),
    cases(
        quick=[(name, "python") for name in sorted(TYPICAL)]
        + [(name, "compiled") for name in sorted(COMPILED_ANYWAY)],
        slow=[(name, "python") for name in sorted(SMALL_KINDS - TYPICAL)]
        + [(name, "compiled") for name in ("chess-ending", "connect-four", "dobutsu-shogi")],
    ),
)
def test_every_game_is_counted_right_in_each_backend(name: str, backend: Any, tmp_path: Path) -> None:
    game = load_game(name)
    if backend == "compiled" and not is_compiled(game):
        pytest.skip("it has plain rules only")
    solution = gamekit.solve(game, backend=backend)
    assert_is_the_tally(solution)
    gamekit.save_table(solution, tmp_path / "table")
    assert_is_the_tally(gamekit.open_table(tmp_path / "table"))


def test_random_arenas_are_counted_right() -> None:
    for seed in range(100):
        assert_is_the_tally(gamekit.solve(random_game(random.Random(seed))))


def test_long_play_is_counted_right() -> None:
    length = 300  # what a byte holds is less, signed or not
    chain = GraphGame(
        edges=(*((i + 1,) for i in range(length)), ()),
        mover=(*(i % 2 for i in range(length)), 0),
        payoff=(*[0] * length, 1),
    )
    solution = gamekit.solve(chain)
    assert_is_the_tally(solution)
    assert solution.tally().longest == length


def test_an_end_past_the_turn_limit_is_endless_play() -> None:
    chain = GraphGame(edges=((1,), (2,), (3,), ()), mover=(0, 1, 0, 1), payoff=(0, 0, 0, 1))
    solution = gamekit.solve(attrs.evolve(chain, turn_limit=1))
    assert_is_the_tally(solution)
    assert solution.tally().endless == {Value.DRAW: 2}
    assert (solution.tally().longest, solution.longest) == (1, 3)


@attrs.frozen
class Hurried(CatMouseII):
    """With less time for the mouse, whose loss endless play is."""

    max_plies = 3


@pytest.mark.parametrize("backend", ["python", "compiled"])
def test_endless_play_may_be_won(backend: Any) -> None:
    solution = gamekit.solve(Hurried(**CatMouseII.example), backend=backend)
    assert_is_the_tally(solution)
    assert set(solution.tally().endless) == {Value.WIN, Value.LOSS}


def test_states_without_a_value_are_counted_as_such() -> None:
    solution = gamekit.solve(Nim((3, 4)), solver="minimax", cap=2)
    assert_is_the_tally(solution)
    assert solution.tally().counts[Value.UNSOLVED] == solution.unsolved > 0


def test_parts_add_up_whatever_their_lengths() -> None:
    def part(counts: dict[Value, int], **numbers: list[int]) -> Statistics:
        return Statistics(counts, {Value(name): np.array(found) for name, found in numbers.items()})

    found = total(
        [
            part({Value.WIN: 3}, win=[1, 2]),
            part({Value.DRAW: 4, Value.WIN: 3}, win=[0, 0, 3]),
            part({Value.LOSS: 1}, loss=[1]),
        ]
    )
    assert found.counts == {Value.WIN: 6, Value.LOSS: 1, Value.DRAW: 4}
    assert {value: numbers.tolist() for value, numbers in found.histogram.items()} == {
        Value.WIN: [1, 2, 3],
        Value.LOSS: [1],
    }
    assert found.endless == {Value.DRAW: 4}
    assert total([]).counts == {}
