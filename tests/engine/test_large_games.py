"""Large games with known answers through the compiled backend: by each method, within a memory limit, and verified."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gamekit
from gamekit import Solution, Value
from gamekit.engine.retrograde.method_choice import METHODS
from games.connect_four import ConnectFour
from games.pocket_cube import TURNS, PocketCube
from games.quixo import Quixo
from games.teeko import Teeko

pytestmark = pytest.mark.slow  # up to a minute each on two cores, and up to 2 GiB


def solve(game: Any, **options: Any) -> Solution[Any, Any]:
    return gamekit.solve(game, backend="compiled", **options)


# --- published figures --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("width", "height", "positions", "value"),
    [  # John Tromp's Connect Four Playground, https://tromp.github.io/c4/c4.html; a draw of his is a tie here
        pytest.param(3, 6, 235_781, None, marks=pytest.mark.release),
        (4, 4, 161_029, Value.TIE),
        (4, 5, 1_706_255, Value.TIE),
        pytest.param(4, 6, 15_835_683, None, marks=pytest.mark.release),
        (5, 3, 158_911, None),
        pytest.param(5, 4, 3_945_711, Value.TIE, marks=pytest.mark.release),
        pytest.param(5, 5, 69_763_700, Value.TIE, marks=pytest.mark.release),
    ],
)
def test_connect_four(width: int, height: int, positions: int, value: Value | None) -> None:
    solution = solve(ConnectFour(width, height))
    assert len(solution) == positions
    assert value in (None, solution.root.value)
    assert gamekit.verify(solution).ok


QUIXO = {  # by a retrograde analysis that knows nothing of gamekit; X wins: Tanaka, Bonnet, Tixeuil and Tamura, 2020
    "root": "WIN in 21 for X",
    "longest": 22,
    "counts": {"win": 26_434_489, "loss": 15_003_736, "draw": 1_608_496},
}


@pytest.mark.release
def test_classes_of_quixo_boards() -> None:
    solution = solve(Quixo(size=4))
    assert len(solution) == 5_398_083  # Burnside: (3^16 + 2 · 3^10 + 3 · 3^8 + 2 · 3^4) / 8
    assert (str(solution.root), solution.longest) == (QUIXO["root"], QUIXO["longest"])
    assert gamekit.verify(solution).ok


@pytest.mark.release
def test_classes_of_teeko_placements() -> None:
    solution = solve(Teeko())
    assert len(solution) == 12_097_029
    # a draw: Guy Steele, 1998: https://mathworld.wolfram.com/Teeko.html
    assert (str(solution.root), solution.longest) == ("DRAW for black", 39)
    assert gamekit.verify(solution).ok


@pytest.mark.parametrize(
    ("turns", "by_distance"),
    [  # OEIS A079761 and A079762
        pytest.param(
            list(TURNS),
            [1, 9, 54, 321, 1847, 9992, 50136, 227536, 870072, 1887748, 623800, 2644],
            marks=pytest.mark.release,
        ),
        pytest.param(
            ["U", "U'", "R", "R'", "F", "F'"],
            [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536, 90280, 276],
            marks=pytest.mark.release,
        ),
    ],
)
def test_pocket_cube(turns: list[str], by_distance: list[int]) -> None:
    solution = solve(PocketCube(turns))
    assert np.bincount(solution.remoteness).tolist() == by_distance
    assert solution.counts() == {Value.WIN: 3_674_160}
    assert gamekit.verify(solution).ok


# --- methods and memory -------------------------------------------------------------------------------------


@pytest.mark.release
def test_all_methods_find_the_same() -> None:
    """And every state of it is proved."""
    game = ConnectFour(4, 5)
    reference, *others = (solve(game, method=method) for method in METHODS)
    assert gamekit.verify(reference).ok
    for other in others:
        assert other.statistics["edges from"] != reference.statistics["edges from"]
        assert (other.store.solved.state.index.keys == reference.store.solved.state.index.keys).all()
        for column, expected in zip(
            other.store.results().at(slice(None)), reference.store.results().at(slice(None)), strict=True
        ):
            assert (column == expected).all()


@pytest.mark.release
@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="needs Linux, to tell the peak of one process"
)
def test_a_limit_of_memory_is_kept() -> None:
    """In a process of its own, with little more than the engine says is needed."""
    code = rf"""
import json, re, sys
sys.path[:0] = {sys.path!r}
import gamekit
from games.quixo import Quixo
from support.counts import figures_of
solution = gamekit.solve(Quixo(size=4, symmetry=False), backend="compiled", memory="640MiB")
peak = re.search(r"VmHWM:\s+(\d+) kB", open("/proc/self/status").read())[1]  # getrusage has the starter's, too
print(json.dumps([int(peak), figures_of(solution)]))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    peak, figures = json.loads(done.stdout)
    assert peak * 1024 < 640 * 1024**2
    assert figures == QUIXO
