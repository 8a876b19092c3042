"""Programs that no registry offers: Pascal Pons' solver of connect four, and GamesmanOne.

Build them by hand and name their folder in `GAMEKIT_RIVALS`; then they are measured beside gamekit. Otherwise the times
are those that were taken once, on two quiet cores of a server.

- `c4solver-6x5`, `c4solver-7x5`, `c4solver-6x6`: https://github.com/PascalPons/connect4 (AGPL). Set `WIDTH` and
  `HEIGHT` in `Position.hpp`, `make`, and rename `c4solver`.
- `gamesman`: https://github.com/GamesCrafters/GamesmanOne (GPL). `cmake --preset release`, `cmake --build --preset
  release-build`, and take `bin/gamesman`. It uses all cores, and writes its tables to a folder.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Final

FOLDER: Final = "GAMEKIT_RIVALS"

PONS: Final = {"6x5": 0.5, "7x5": 9.0, "6x6": 14.0}
"""Seconds that Pons' solver took for the empty board, as measured in November 2026."""

GAMESMAN: Final = {"quixo": 68.0, "teeko": 396.0}
"""Seconds that GamesmanOne took, as measured in November 2026; it was stopped at teeko after that time."""

VARIANTS: Final = {"quixo": 0, "teeko": 0, "dshogi": 0}
"""The variants of GamesmanOne's games with the rules of ours; `gamesman` without arguments lists them."""


def pons(width: int, height: int) -> tuple[float, str]:
    """Return the seconds that Pons' solver takes to score an empty board, and what to call them."""
    name = f"{width}x{height}"
    if program := _program(f"c4solver-{name}"):
        done = subprocess.run([program], input="\n", capture_output=True, text=True, check=True)
        return int(done.stdout.split()[-1]) / 1e6, "Pons"  # the score, the positions, the microseconds
    return PONS[name], "Pons, recorded"


def gamesman(game: str) -> tuple[float | None, str]:
    """Return the seconds that GamesmanOne takes to solve a game, and what to call them; None if there are none."""
    if program := _program("gamesman"):
        with tempfile.TemporaryDirectory() as folder:
            began = time.perf_counter()
            command = [program, "solve", game, str(VARIANTS[game]), f"--data-path={folder}", "-f"]
            subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
            return time.perf_counter() - began, "GamesmanOne"
    return GAMESMAN.get(game), "GamesmanOne, recorded" if game in GAMESMAN else ""


def _program(name: str) -> Path | None:
    folder = os.environ.get(FOLDER)
    path = Path(folder, name) if folder else None
    return path if path is not None and path.exists() else None
