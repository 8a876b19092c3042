"""Games to be solved in a work folder, and what to compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import gamekit
from gamekit.lazy_solution import LazySolution
from games.cat_mouse import CatMouse
from games.quixo import Quixo

SMALL = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
LOOPY = Quixo(size=3)


def columns_of(solution: Any) -> list[Any]:
    """Return the values and remotenesses of all places."""
    assert isinstance(solution, LazySolution)
    backing = solution.backing
    everything = slice(0, backing.places)
    remoteness = backing.remotenesses(everything).astype(np.int64)
    return [backing.values(everything), np.where(remoteness == backing.never, -1, remoteness)]


def assert_solved(game: Any, solution: Any) -> None:
    """Assert that a solution is the one in memory, whose remotenesses may be of another width."""
    expected = gamekit.solve(game, gear="compiled", method="sweeps")
    for one, other in zip(columns_of(solution), columns_of(expected), strict=True):
        np.testing.assert_array_equal(one, other)
    assert solution.root == expected.root
    assert solution.counts() == expected.counts()
    assert solution.arena.edges == expected.arena.edges


def files_of(folder: Path) -> list[Path]:
    """Return the files of the arrays in a work folder."""
    return sorted((folder / "arrays").iterdir())
