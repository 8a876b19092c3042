"""The order of the keys of a table, which looking them up relies on, and the codes that the rules must have."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import gamekit
from gamekit.analysis.verification import table_check
from gamekit.analysis.verification.table_check import check_table
from gamekit.errors import TableError
from gamekit.tables.files import BLOCK
from gamekit.tables.table_store import CodesStore, TableStore
from gamekit.tables.tiers import reading as tier_reading
from games.tic_tac_toe import TicTacToe

KEYS = np.arange(1, 3 * BLOCK) * 2
BITS = int(KEYS[-1]).bit_length()


def check_order(keys: Any, *, fences: Any = None, bits: int | None = BITS) -> None:
    def damaged(number: int, what: str) -> None:
        raise TableError(f"block {number}, {what}")

    store: Any = SimpleNamespace(
        fences=keys[::BLOCK] if fences is None else fences, places=len(keys), bits=bits, index="keys"
    )
    column: Any = SimpleNamespace(part=keys.__getitem__, damaged=damaged, path="keys.npy")
    TableStore._check_sorted(store, column)


@pytest.mark.parametrize("parts", [BLOCK, 3 * BLOCK])
@pytest.mark.parametrize("place", [1, BLOCK - 1, BLOCK, 2 * BLOCK, len(KEYS) - 1])
@pytest.mark.parametrize("step", [0, 1])
def test_a_key_that_is_not_above_the_one_before_it_is_named(
    place: int, step: int, parts: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "gamekit.tables.table_store.ranges",
        lambda places: (slice(begin, min(begin + parts, places)) for begin in range(0, places, parts)),
    )
    check_order(KEYS)
    keys = KEYS.copy()
    keys[place] = keys[place - 1] - step
    with pytest.raises(TableError, match=f"block {place // BLOCK}, its keys do not ascend"):
        check_order(keys)


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_block_that_does_not_begin_as_its_fence_says_is_named(number: int) -> None:
    fences = KEYS[::BLOCK].copy()
    fences[number] += 1
    with pytest.raises(TableError, match=f"block {number}, it does not begin as"):
        check_order(KEYS, fences=fences)


def test_keys_have_as_many_bits_as_codes() -> None:
    check_order(np.arange(1 << BITS))
    check_order(np.arange(-1, 5), bits=None)
    for keys in (np.arange(-1, 1 << BITS), np.arange(1 + (1 << BITS)), np.array([-1])):
        with pytest.raises(TableError, match=f"do not have {BITS} bits"):
            check_order(keys)


@pytest.mark.parametrize(
    ("bits", "codes", "ranges", "size", "fits"),
    [
        (3, range(8), None, 8, True),
        (3, range(5), None, 5, True),
        (3, range(6), None, 5, False),
        (3, [0, 7], None, 5, False),
        (3, [0, 1], None, 9, False),
        (3, [0, 1], None, 4, False),
        (1, [0], None, 1, True),
        (None, range(5), None, 5, True),
        (None, range(5), None, 6, False),
        (None, range(5), None, 4, False),
        (None, range(2, 5), ((2, 5),), 5, True),
        (None, range(2, 5), ((2, 5),), 9, True),
        (None, range(2, 5), ((2, 5),), 4, False),
    ],
)
def test_the_codes_of_a_table_are_those_of_the_rules(
    bits: int | None, codes: Any, ranges: Any, size: int, fits: bool
) -> None:
    store: Any = SimpleNamespace(
        bits=bits, places=len(codes), ranges=ranges, codes=np.array([*codes]).__getitem__
    )
    store.size = CodesStore.size.fget(store)  # type: ignore[attr-defined]
    store.files = SimpleNamespace(wrong=TableError)
    if fits:
        CodesStore._check_codes(store, size)
        return
    with pytest.raises(TableError, match=f"the compiled rules, which have {size} codes"):
        CodesStore._check_codes(store, size)


def test_the_memory_that_an_index_takes_is_told() -> None:
    for index, columns, expected in (("dense", [], 0), ("keys", ["keys"], 208), ("states", ["states"], 8)):
        store: Any = SimpleNamespace(
            index=index, places=100, _bytes_of=lambda names, known=columns: 8 * (names == known)
        )
        assert TableStore.bytes_of_index.fget(store) == expected  # type: ignore[attr-defined]


@pytest.mark.parametrize(("is_compressed", "expected"), [(False, 0), (True, 900)])
def test_plain_columns_take_no_memory_because_they_are_mapped(is_compressed: bool, expected: int) -> None:
    types = {"value": "|u1", "codes": "<i8"}
    manifest = SimpleNamespace(
        kept=SimpleNamespace(is_compressed=is_compressed),
        column=lambda name: SimpleNamespace(dtype=types[name]),
    )
    store: Any = SimpleNamespace(manifest=manifest, places=100)
    assert TableStore._bytes_of(store, ["value", "codes"]) == expected


def test_the_time_of_a_phase_is_that_of_all_tiers() -> None:
    assert tier_reading._sum([{"solve": 1.0}, {"solve": 2.0, "save": 4.0}]) == {"solve": 3.0, "save": 4.0}


@pytest.mark.slow
def test_all_blocks_are_checked_and_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_check, "ROWS_A_REPORT", 1)
    gamekit.save_table(gamekit.solve(TicTacToe(), backend="python"), tmp_path / "table", compress=True)
    told: list[Any] = []
    report = check_table(tmp_path / "table", progress=lambda *said: told.append(said))
    counted = [said for said in told if said[0] == "checking blocks"]
    assert counted[-1] == ("checking blocks", report.blocks, report.blocks)
