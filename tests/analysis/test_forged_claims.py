"""Claims that nobody's solver made: they are found, and neither their size nor their nonsense does any harm."""

from __future__ import annotations

import tracemalloc
from pathlib import Path
from typing import Any
from unittest import mock

import attrs
import numpy as np
import pytest
from support.command import assert_refused, call
from support.damage import SMALL
from support.marks import cases
from support.solutions import altered

import gamekit
from gamekit.analysis.verification.kernel import STRAY, UNDETERMINED, Claims, expected_results, pack, unpack
from gamekit.analysis.verification.table_check import check_table
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.engine.retrograde.columns import PlainColumns
from gamekit.errors import TableError
from gamekit.game.values import preference_key
from gamekit.solution.expander import RangeExpansion
from gamekit.solution.store import Counts
from gamekit.tables import saving
from games.connect_four import ConnectFour


class Strict(ConnectFour):
    """Connect four whose codes are decoded only if a play leads to them."""

    def decode(self, code: int) -> Any:
        state = super().decode(code)
        if state not in KNOWN:
            raise IndexError(f"no such board: {code}")
        return state


FOUR = Strict(width=3, height=3, length=3)
KNOWN = frozenset(gamekit.solve(FOUR, backend="python").states)
FAR = 30_000_000


@pytest.mark.parametrize("backend", cases(slow=["python"], release=["compiled"]))
def test_a_remoteness_of_millions_is_wrong_at_once(backend: Any, tmp_path: Path) -> None:
    solution: Any = gamekit.solve(SMALL, backend=backend)
    place = solution.place_of((3, 4, 1))
    counted = Counts(solution.counts(), FAR, solution.longest_by_value())
    if backend == "python":
        remoteness = solution.remoteness.copy()
        remoteness[place] = FAR
        forged = altered(solution, remoteness=remoteness)
    else:
        value, remoteness = solution.store.results().at(slice(None))
        plies = remoteness.astype(np.uint32)
        plies[remoteness == solution.store.infinite] = (1 << 32) - 1
        plies[place] = FAR
        solution.store.solved.state.columns = solution.store.solved.state.plain = PlainColumns(value, plies)
        forged = attrs.evolve(solution, store=attrs.evolve(solution.store, infinite=(1 << 32) - 1))
    info = attrs.evolve(forged.store.info, counted=counted)
    gamekit.save_table(attrs.evolve(forged, store=attrs.evolve(forged.store, info=info)), tmp_path / "table")
    gamekit.verify(solution)  # loads what is loaded once
    tracemalloc.start()
    try:
        report, verification = check_table(tmp_path / "table"), gamekit.verify(forged)
        for wrong in (attrs.evolve(forged), gamekit.open_table(tmp_path / "table")):
            with pytest.raises(TableError, match=r"claims a remoteness of 30,000,000 among \d+ states"):
                wrong.tally()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert not report.ok
    assert not verification.ok
    assert f"in {FAR}" in str(report.problems)
    assert most < 20_000_000
    result = call("plot", "histogram", str(tmp_path / "table"), "--output", str(tmp_path / "plot.svg"))
    assert_refused(result)
    assert f"{tmp_path / 'table'} is wrong: it claims a remoteness of 30,000,000 among" in result.err


def test_keys_that_are_no_states_are_findings(tmp_path: Path) -> None:
    solution: Any = gamekit.solve(FOUR, backend="compiled")
    index = solution.store.solved.state.index
    root = solution.store.keys(slice(0, solution.store.places))[solution.place_of(solution.start)]
    garbage = np.random.default_rng(0).choice(1 << index.bits, size=len(index.keys) - 1, replace=False)
    keys = np.union1d(garbage[garbage != root], [root])
    kept = np.sort(
        np.concatenate([keys, np.setdiff1d(np.arange(1 << index.bits), keys)[: len(index.keys) - len(keys)]])
    )
    write = saving.write_table

    def write_garbage(folder: Path, chunks: Any, *arguments: Any, **named: Any) -> None:
        (chunk,) = chunks
        write(folder, iter([{**chunk, "keys": kept}]), *arguments, **named)

    place = int(np.searchsorted(kept, root))
    with (
        mock.patch.object(saving, "write_table", write_garbage),
        mock.patch.object(type(solution), "place_of", return_value=place),
    ):
        gamekit.save_table(solution, tmp_path / "table")
    for all_states in (False, True):
        report = check_table(tmp_path / "table", game=FOUR, all_states=all_states)
        assert not report.ok
        assert report.problems
    with pytest.raises(TableError, match=r"is wrong: code \d+ stands for no state \(no such board"):
        list(gamekit.open_table(tmp_path / "table", game=FOUR))


@pytest.mark.parametrize("text", [b"\xff\xfe", b"~not a state"])
def test_texts_that_are_no_states_are_findings(text: bytes, tmp_path: Path) -> None:
    solution = gamekit.solve(SMALL, backend="python")
    write = saving.write_table

    def write_garbage(folder: Path, chunks: Any, *arguments: Any, **named: Any) -> None:
        (chunk,) = chunks
        chunk["states"][-1] = text
        write(folder, iter([chunk]), *arguments, **named)

    with mock.patch.object(saving, "write_table", write_garbage):
        gamekit.save_table(solution, tmp_path / "table")
    result = call("verify", str(tmp_path / "table"))
    assert (result.status, result.err) == (1, "")
    assert "is not a state" in result.out
    table: Any = gamekit.open_table(tmp_path / "table")
    for read in (list, gamekit.verify, gamekit.Solution.tally):
        with pytest.raises(TableError, match=r"is wrong: .* is not a state"):
            read(table)
    if text == b"\xff\xfe":
        result = call("export", str(tmp_path / "table"), "--parquet", "--output", str(tmp_path / "rows"))
        assert (result.status, result.err.count("\n")) == (2, 1)


# --- the kernel, by the definition of what players prefer ---------------------------------------------------


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("infinite_play", [-2, 0, 3])
@pytest.mark.parametrize("mover", [0, 1])
def test_the_expected_result_is_the_preferred_one_a_ply_on(
    compiled: bool, infinite_play: int, mover: int
) -> None:
    rng = np.random.default_rng(2 + infinite_play + 10 * mover)
    for _ in range(300):
        children = rng.integers(1, 5)
        value = rng.integers(-3, 4, size=children).astype(np.int64)
        plies = rng.integers(0, 4, size=children).astype(np.uint8)
        endless = rng.random(children) < 0.3
        value[endless], plies[endless] = infinite_play, 255
        claims = Claims(9, infinite_play, False, -128, 127, 255, compiled)
        said = RangeExpansion(
            np.zeros(1, dtype=np.int64),
            np.array([mover], dtype=np.int8),
            np.zeros(1, dtype=np.int8),
            np.array([children], dtype=np.int32),
            np.arange(children),
        )
        (result,) = expected_results(said, ResultArrays(value.astype(np.int8), plies), claims).tolist()
        results = [(int(v), None if p == 255 else int(p)) for v, p in zip(value, plies, strict=True)]
        payoff, best = max(results, key=lambda result: preference_key(mover, *result, infinite_play))
        assert unpack(result) == (payoff, None if best is None else best + 1)


@pytest.mark.parametrize("compiled", [False, True])
@pytest.mark.parametrize("payoff", [(1 << 31) - 1, 1 - (1 << 31)])
def test_the_largest_payoffs_are_told_apart(compiled: bool, payoff: int) -> None:
    claims = Claims(9, 0, False, -(1 << 33), -(1 << 32), 255, compiled)
    said = RangeExpansion(
        np.arange(2),
        np.array([0, 1], dtype=np.int8),
        np.zeros(2, dtype=np.int64),
        np.array([2, 2]),
        np.array([0, 1, 0, 1]),
    )
    value, plies = np.array([payoff, 0], dtype=np.int64), np.array([5, 255], dtype=np.int64)
    found = expected_results(said, ResultArrays(value, plies), claims).tolist()
    ended, endless = pack(payoff, 6), pack(0, (1 << 32) - 1)
    assert found == ([ended, endless] if payoff > 0 else [endless, ended])


@pytest.mark.parametrize("compiled", [False, True])
def test_a_successor_that_is_no_state_or_has_no_value_is_said(compiled: bool) -> None:
    claims = Claims(9, 0, True, -128, 127, 255, compiled)
    said = RangeExpansion(
        np.arange(4),
        np.zeros(4, dtype=np.int8),
        np.array([1, 0, 0, 0], dtype=np.int8),
        np.array([0, 1, 2, 1], dtype=np.int32),
        np.array([-1, 0, 1, 2]),
    )
    value, plies = np.array([-1, 127, -128], dtype=np.int8), np.array([4, 0, 0], dtype=np.uint8)
    found = expected_results(said, ResultArrays(value, plies), claims).tolist()
    assert found == [pack(1, 0), STRAY, UNDETERMINED, STRAY]


@pytest.mark.parametrize("from_movers_view", [False, True])
@pytest.mark.parametrize("infinite_play", [-2, 0, 3])
def test_both_statements_of_the_rule_expect_the_same(infinite_play: int, from_movers_view: bool) -> None:
    rng = np.random.default_rng(2 + infinite_play + 10 * from_movers_view)
    places, claims = 50, Claims(50, infinite_play, from_movers_view, -128, 127, 255, compiled=False)
    for _ in range(100):
        counts = rng.integers(0, 4, size=places).astype(np.int32)
        said = RangeExpansion(
            np.arange(places),
            rng.integers(0, 1 if from_movers_view else 2, size=places).astype(np.int8),
            rng.integers(-3, 4, size=places).astype(np.int8),
            counts,
            rng.integers(-1 if rng.random() < 0.3 else 0, places, size=counts.sum()),
        )
        value = rng.integers(-3, 4, size=places).astype(np.int8)
        value[rng.random(places) < 0.03] = 127
        value[rng.random(places) < 0.03] = -128
        plies = rng.choice([0, 1, 2, 3, 254, 255], size=places).astype(np.uint8)
        pairs, numbers = np.unique(np.stack([value, plies.astype(int)]), axis=1, return_inverse=True)
        found = [
            expected_results(said, results, attrs.evolve(claims, compiled=compiled)).tolist()
            for results in (ResultArrays(value, plies), ResultArrays(*pairs, numbers.astype(np.uint8)))
            for compiled in (False, True)
        ]
        assert found[0] == found[1] == found[2] == found[3]
