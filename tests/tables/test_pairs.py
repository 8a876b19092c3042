"""Compressed tables number the pairs of a value and a remoteness that occur, where a byte can."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st
from support.command import call
from support.damage import SMALL, forged, rewrite, saved
from support.marks import cases
from support.tables import Score

import gamekit
from gamekit.analysis.verification.table_check import check_table
from gamekit.engine.codes.result_arrays import ResultArrays
from gamekit.errors import TableError
from gamekit.tables.saving import Numbering
from gamekit.tables.storages.zstd import IN_A_FRAME

DTYPES = [
    {"value": value, "remoteness": plies}
    for value, plies in itertools.product(("|i1", "<i2"), ("|u1", "<u2"))
]


def manifest_of(folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((folder / "manifest.json").read_text())
    return found


# --- which pairs --------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.sampled_from(DTYPES), st.sampled_from([1, 2, 255, 256, 257, 300]))
def test_numbers_lead_back_to_pairs(seed: int, dtypes: dict[str, str], different: int) -> None:
    rng = np.random.default_rng(seed)
    kinds = [np.iinfo(dtype) for dtype in dtypes.values()]
    drawn = [rng.integers(kind.min, kind.max, size=2 * different, endpoint=True) for kind in kinds]
    marks = [(kinds[0].min, 0), (kinds[0].max, 0), (0, kinds[1].max)]  # no state, unsolved, never
    pairs = list(dict.fromkeys([*marks, *zip(*(row.tolist() for row in drawn), strict=True)]))[:different]
    rows = rng.permutation([*range(len(pairs)), *rng.integers(0, len(pairs), size=500)])
    columns = zip(zip(*pairs, strict=True), dtypes.values(), strict=True)
    value, plies = (np.array(column, dtype=dtype)[rows] for column, dtype in columns)
    parts = [slice(0, 100), slice(100, None)]
    by_place = [ResultArrays(value[part], plies[part]) for part in parts]
    numbering = Numbering.of(by_place, dtypes)
    if sum(np.dtype(dtype).itemsize for dtype in dtypes.values()) > 3 or len(pairs) > 256:
        assert numbering is None
        return
    assert numbering is not None
    assert list(numbering.pairs) == sorted(pairs)
    different_ones = rng.permutation(len(pairs))  # of which `rows` are then the numbers
    numbers = np.argsort(different_ones)[rows].astype(np.uint8)
    of_pairs = [
        np.array(column, dtype=dtype)[different_ones]
        for column, dtype in zip(zip(*pairs, strict=True), dtypes.values(), strict=True)
    ]
    by_number = [ResultArrays(*of_pairs, numbers[part]) for part in parts]
    for part, *both in zip(parts, by_place, by_number, strict=True):
        for results in both:
            (column,) = numbering.numbered(results).values()
            assert column.dtype == np.uint8
            found = [numbering.pairs[number] for number in column.tolist()]
            assert found == list(zip(value[part].tolist(), plies[part].tolist(), strict=True))


def test_a_number_that_does_not_occur_is_no_pair(tmp_path: Path) -> None:
    game = gamekit.load_game("connect-four", {"width": 3, "height": 3, "length": 3})
    solution: Any = gamekit.solve(game, backend="compiled", tiers=tmp_path, compress=True)
    for store in solution.store.tables:  # the engine also numbers no state, and one that is not resolved
        part = slice(0, store.places)
        assert {*store.pairs} == {
            *zip(store.values(part).tolist(), store.remoteness(part).tolist(), strict=True)
        }


@pytest.mark.parametrize("different", cases(quick=[255, 257], slow=[256]))
def test_a_byte_numbers_256_pairs(different: int, tmp_path: Path) -> None:
    points = (0, 5, -100, 126, 3)
    game = Score(
        points=points, plies=different - len(points) - 1
    )  # a pair for each end, and one for each ply
    solution = gamekit.solve(game)
    assert len({(verdict.payoff, verdict.remoteness) for verdict in solution}) == different
    gamekit.save_table(solution, tmp_path / "table", compress=True)
    manifest = manifest_of(tmp_path / "table")
    assert manifest["pairs"] is None if different > 256 else len(manifest["pairs"]) == different
    assert ("result.zst" in manifest["files"]) != ("value.zst" in manifest["files"])
    table = gamekit.open_table(tmp_path / "table", game=game)
    assert all(table[state] == solution[state] for state in solution.states)
    assert check_table(tmp_path / "table", game=game).ok
    gamekit.save_table(table, tmp_path / "again")
    gamekit.save_table(solution, tmp_path / "plain")
    for file in (tmp_path / "plain").glob("*.npy"):
        assert file.read_bytes() == (tmp_path / "again" / file.name).read_bytes()


# --- what is wrong ------------------------------------------------------------------------------------------


@pytest.fixture
def paired(tmp_path: Path) -> Path:
    """Return a table with pairs, of several blocks."""
    manifest = manifest_of(saved("dense, compressed", tmp_path))
    assert manifest["files"]["result.zst"]["rows"] > 2 * IN_A_FRAME
    assert 3 < len(manifest["pairs"]) < 200
    return tmp_path / "table"


WRONG_PAIRS: dict[str, Any] = {
    "repeated": lambda pairs: [*pairs[:2], *pairs[1:]],
    "descending": lambda pairs: pairs[::-1],
    "none": lambda pairs: pairs[:0],
    "too many": lambda pairs: [[value, plies] for value in (0, 1) for plies in range(129 if pairs else 0)],
    "a value beyond the marks": lambda pairs: [*pairs, [128, 0]],
    "a remoteness beyond the mark": lambda pairs: [*pairs, [127, 256]],
    "a remoteness below 0": lambda pairs: [[-128, -1], *pairs],
    "triples": lambda pairs: [[*pair, 0] for pair in pairs],
    "words": lambda pairs: [["win", 1], *pairs],
    "null": lambda pairs: pairs and None,
}


@pytest.mark.parametrize("change", WRONG_PAIRS.values(), ids=WRONG_PAIRS.keys())
def test_wrong_pairs_are_refused(change: Any, paired: Path) -> None:
    rewrite(paired, lambda manifest: manifest.update(pairs=change(manifest["pairs"])))
    with pytest.raises(TableError, match=r"manifest\.json is invalid"):
        gamekit.open_table(paired)
    result = call("verify", str(paired))
    assert (result.status, (result.out + result.err).count("\n")) == (1, 1)


def test_pairs_belong_to_compressed_tables(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(SMALL), tmp_path / "plain")
    rewrite(tmp_path / "plain", lambda manifest: manifest.update(pairs=[[0, 1]]))
    with pytest.raises(TableError, match="is invalid"):
        gamekit.open_table(tmp_path / "plain")


def test_pairs_that_are_not_those_of_the_states_are_found(paired: Path) -> None:
    def change(manifest: dict[str, Any]) -> None:
        manifest["pairs"] = [[value, plies + (0 < plies < 200)] for value, plies in manifest["pairs"]]

    rewrite(paired, change)
    report = check_table(paired)
    assert report.verification is not None
    assert report.verification.wrong > 10


@pytest.mark.slow
def test_other_marks_are_refused(paired: Path) -> None:
    for mark, number in (("no_state", -127), ("unsolved", 126), ("never", 254)):
        before = manifest_of(paired)[mark]
        rewrite(paired, lambda manifest, mark=mark, number=number: manifest.update({mark: number}))
        with pytest.raises(
            TableError, match=r"must be the .*largest number that (value|remoteness) can hold"
        ):
            gamekit.open_table(paired)
        rewrite(paired, lambda manifest, mark=mark, before=before: manifest.update({mark: before}))
    assert check_table(paired).ok


def test_the_number_of_no_pair_is_damage(paired: Path) -> None:
    number = len(manifest_of(paired)["pairs"])
    forged(paired, "result", 1, zstandard.compress(bytes([0] * (IN_A_FRAME - 1) + [number])))
    table: Any = gamekit.open_table(paired)
    place = 2 * IN_A_FRAME - 1
    message = rf"result\.zst is damaged in block 1: it has another number than those of its {number} pairs"
    for read in (
        lambda: table.store.result_at(place),
        lambda: table.store.place_of_code(place),
        lambda: table.store.values(slice(place, place + 1)),
        lambda: table.store.remoteness(slice(0, place + 1)),
        lambda: table.store.results_of(np.array([0, place])),
        lambda: table.probe(np.array([place])),
        table.store.results,
    ):
        with pytest.raises(TableError, match=message):
            read()
    assert table.store.result_at(place + 1)
    report = check_table(paired)
    assert len(report.problems) == 1
    assert "result.zst is damaged in block 1" in report.problems[0]


@pytest.mark.parametrize("plies", [3, 300])
def test_a_flipped_bit_is_named(plies: int, tmp_path: Path) -> None:
    """In a column of numbers, and in the two columns of a table with too many pairs."""
    game = Score(points=(0, 7, -9), plies=plies)
    gamekit.save_table(gamekit.solve(game), tmp_path / "table", compress=True)
    names = [path.name for path in (tmp_path / "table").glob("*.zst") if path.name != "states.zst"]
    assert sorted(names) == (["result.zst"] if plies == 3 else ["remoteness.zst", "value.zst"])
    for name in names:
        file = tmp_path / "table" / name
        whole = file.read_bytes()
        file.write_bytes(whole[:-1] + bytes([whole[-1] ^ 16]))
        (problem,) = check_table(tmp_path / "table", game=game).problems
        assert f"{name} is damaged in block {plies // IN_A_FRAME}: its checksum does not match" in problem
        file.write_bytes(whole)
    assert check_table(tmp_path / "table", game=game).ok
