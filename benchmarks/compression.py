"""Compressed tables: the processor time and the bytes of a place, without keys, beside those of frames of 256 results.

An earlier version of gamekit is measured by the same script: PYTHONPATH=EARLIER python benchmarks/compression.py
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import Any, Final

import attrs
import zstandard

import gamekit
from games.morris import Morris

TIMES: Final = 3
"""The number of times that each is measured; the least time counts."""

IN_A_FRAME: Final = 256
"""The number of results that tables had in a frame at first."""


def frames(column: bytes) -> tuple[float, int]:
    """Return the time to compress a column frame by frame, as tables were at first, and its size; write nothing."""
    began = time.process_time()
    compressor = zstandard.ZstdCompressor(level=1)
    pieces = (column[i : i + IN_A_FRAME] for i in range(0, len(column), IN_A_FRAME))
    size = sum(len(compressor.compress(piece)) for piece in pieces)
    return time.process_time() - began, size


def table(solution: Any, folder: str) -> tuple[float, int]:
    """Return the time to count the states of a solution and to write its table, and the size of the table."""
    solution = attrs.evolve(solution, store=attrs.evolve(solution.store))  # which keeps no counts
    path = Path(tempfile.mkdtemp(dir=folder), "table")
    began = time.process_time()
    gamekit.save_table(solution, path, compress=True)
    seconds = time.process_time() - began
    return seconds, sum(file.stat().st_size for file in path.iterdir())


def main() -> None:
    """Solve morris without placing and print how long its results take to write."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--men", type=int, nargs=2, default=(6, 3), help="the men of both players")
    game = Morris(men=tuple(options.parse_args().men), placing=False)
    solution: Any = gamekit.solve(game, backend="compiled")
    places = solution.store.places
    with tempfile.TemporaryDirectory() as folder:
        gamekit.save_table(solution, f"{folder}/first", compress=True)
        numbers: Any = gamekit.open_table(f"{folder}/first").store.results().numbers
        rows = {
            "zstd alone, 256 results a frame": [frames(numbers.tobytes()) for _ in range(TIMES)],
            "a compressed table": [table(solution, folder) for _ in range(TIMES)],
        }
    print(f"{game}: {places:,} places")
    for name, measured in rows.items():
        seconds, size = min(measured)
        print(f"{name:32} {1e9 * seconds / places:6.2f} ns a place  {size / places:.4f} bytes a place")


if __name__ == "__main__":
    main()
