"""Inputs for the benchmarks: the same on every machine."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path
from typing import Any, Final

import gamekit
from games.cat_mouse import CatMouse

EXAMPLES: Final = Path(__file__).parents[1] / "examples"


@cache
def cat_mouse(nodes: int, degree: int = 4) -> CatMouse:
    """Return cat and mouse on a random connected graph: a ring, and chords up to the average degree."""
    rng = random.Random(nodes)
    neighbours: list[set[int]] = [set() for _ in range(nodes)]
    edges = [(node, (node + 1) % nodes) for node in range(nodes)]
    while len(edges) < nodes * degree // 2:
        edges.append(tuple(rng.sample(range(nodes), 2)))
    for one, other in edges:
        neighbours[one].add(other)
        neighbours[other].add(one)
    return CatMouse(graph=[sorted(found) for found in neighbours])


def game_of(name: str, parameters: dict[str, Any]) -> Any:
    """Return a game by its name; cat and mouse by its number of nodes alone, or any by an example's name."""
    match parameters:
        case {"nodes": nodes}:
            return cat_mouse(nodes)
        case {"example": example}:
            return gamekit.load_game(name, json.loads((EXAMPLES / f"{example}.json").read_text()))
    return gamekit.load_game(name, parameters)


def label(name: str, parameters: dict[str, Any]) -> str:
    """Return what to call an input in a table."""
    match parameters:
        case {"nodes": nodes}:
            return f"{name}, {nodes:,} nodes"
        case {"example": example}:
            return f"{name}, examples/{example}.json"
        case {"width": width, "height": height, **more}:
            return f"{name} {width}×{height}" + "".join(f", {length} in a line" for length in more.values())
    return name
