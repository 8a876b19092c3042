"""OpenSpiel: value iteration and minimax, both in Python over game states in C++."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

import pyspiel
from open_spiel.python.algorithms import minimax, value_iteration

sys.setrecursionlimit(10_000)


def connect_four(width: int, height: int, length: int) -> Any:
    """Return OpenSpiel's own connect four."""
    return pyspiel.load_game(f"connect_four(rows={height},columns={width},x_in_row={length})")


def tic_tac_toe() -> Any:
    """Return OpenSpiel's own tic-tac-toe."""
    return pyspiel.load_game("tic_tac_toe")


def iterate_values(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the value of the first position, and how many states have which value."""
    spiel = globals()[game](**parameters)
    began = time.perf_counter()
    # "cyclic" here says that a state met again is not walked again, which is right without cycles, too
    values = value_iteration.value_iteration(spiel, depth_limit=-1, threshold=0.01, cyclic_game=True)
    seconds = time.perf_counter() - began
    root = round(values[str(spiel.new_initial_state())])
    tally = Counter(map(round, values.values()))
    return {"seconds": seconds, "payoff": root, "tally": {str(payoff): n for payoff, n in tally.items()}}


def search(game: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the value of the first position by alpha-beta search."""
    spiel = globals()[game](**parameters)
    began = time.perf_counter()
    value, _ = minimax.alpha_beta_search(spiel, maximum_depth=100)
    return {"seconds": time.perf_counter() - began, "payoff": round(value)}
