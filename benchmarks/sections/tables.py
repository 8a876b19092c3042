"""Tables: how large they are, and how long it takes to write, to open and to ask them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final

import numpy as np
from inputs import game_of, label
from isolated import FailedError, call
from section import Column, Row, Section, Target, largest, smallest

import gamekit

INPUTS: Final = (
    ("cat-mouse", {"nodes": 2000}),
    ("connect-four", {"width": 5, "height": 4}),
    ("dobutsu-shogi", {}),
)
QUICK: Final = (("connect-four", {"width": 4, "height": 4}),)
PROBES: Final = 2000
BATCH: Final = 300_000
QUICK_BATCH: Final = 10_000
"""Codes that are asked for at once; a sample of a compressed table takes a block to be unpacked for nearly each."""


def measure(quick: bool) -> Iterator[Row]:
    """Give two rows for each input, of a plain table and of a compressed one."""
    for name, parameters in QUICK if quick else INPUTS:
        with tempfile.TemporaryDirectory() as folder:
            table = f"{folder}/table"
            try:
                call("sections.tables:solve", {"name": name, "parameters": parameters, "folder": table})
                for compress in (False, True):
                    asked = {"folder": table, "compress": compress, "batch": QUICK_BATCH if quick else BATCH}
                    yield call("sections.tables:ask", asked) | {"input": label(name, parameters)}
            except FailedError as error:
                yield {"input": label(name, parameters), "note": str(error)}


def solve(name: str, parameters: dict[str, Any], folder: str) -> dict[str, Any]:
    """Solve an input and save it."""
    gamekit.save_table(gamekit.solve(game_of(name, parameters), backend="compiled"), folder)
    return {}


def ask(folder: str, compress: bool, batch: int) -> dict[str, Any]:
    """Copy a table if it is to be compressed, and ask it; no block has been read before."""
    written = None
    if compress:
        began = time.perf_counter()
        gamekit.save_table(gamekit.open_table(folder), f"{folder}-compressed", compress=True)
        written = time.perf_counter() - began
        folder = f"{folder}-compressed"
    opening = []
    for _ in range(3):
        began = time.perf_counter()
        table = gamekit.open_table(folder)
        opening.append(time.perf_counter() - began)
    states, codes = sample(gamekit.open_table(folder), batch)
    single = []
    for state in states:
        began = time.perf_counter()
        table[state]
        single.append(time.perf_counter() - began)
    table = gamekit.open_table(folder)
    rates = []
    for _ in range(2):
        began = time.perf_counter()
        found = table.probe(codes).found
        rates.append(len(codes) / (time.perf_counter() - began))
        assert found.all()
    return {
        "kind": "compressed" if compress else "plain",
        "states": len(table),
        "bytes": sum(path.stat().st_size for path in Path(folder).iterdir()),
        "written": written,
        "opened_first": opening[0],
        "opened": opening[-1],
        "probe": median(single),
        "batch_first": int(rates[0]),
        "batch": int(rates[1]),
    }


def sample(table: Any, batch: int) -> tuple[list[Any], Any]:
    """Return some states of a table, and the codes of many."""
    store = table.store
    places = np.random.default_rng(0).integers(store.places, size=batch).tolist()
    chosen = [place for place in places if store.result_at(place)[0] != store.no_state]
    states = [table.states[place] for place in chosen[:PROBES]]
    codes = [table.game.encode(table.states[place]) for place in chosen]
    return states, np.array(codes, dtype=np.int64)


def plain(rows: Any) -> list[Row]:
    """Return the rows of plain tables."""
    return [row for row in rows if row.get("kind") == "plain"]


TABLES: Final = Section(
    name="tables",
    title="tables on disk",
    measure=measure,
    columns=(
        Column("input", "input", width=24),
        Column("states", "states", "count"),
        Column("kind", "table"),
        Column("bytes", "size", "bytes"),
        Column("written", "rewritten", "seconds"),
        Column("opened_first", "opened at first", "seconds"),
        Column("opened", "again", "seconds"),
        Column("probe", "a probe (median)", "seconds"),
        Column("batch_first", "codes a second, blocks unread", "count"),
        Column("batch", "blocks read", "count"),
        Column("note", "note"),
    ),
    targets=(
        Target("a table opens in 50 ms", lambda rows: largest(rows, "opened_first"), 0.05),
        Target("a probe of a plain table takes 100 µs", lambda rows: largest(plain(rows), "probe"), 1e-4),
        Target("a compressed one's, too", lambda rows: largest(rows, "probe"), 1e-4),
        Target(
            "a batch of a plain table goes at 200,000 codes a second",
            lambda rows: smallest(plain(rows), "batch_first"),
            200_000,
            at_most=False,
        ),
        Target(
            "a batch of a compressed one, too",
            lambda rows: smallest(rows, "batch_first"),
            200_000,
            at_most=False,
        ),
    ),
)
