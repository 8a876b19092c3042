"""CPU time of solves by one source tree: this one, or another that a process was started with.

It uses only what gamekit has had for long, so that it runs with earlier commits, too.
"""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import attrs

import gamekit

LONG = 5.0
"""CPU seconds from which a solve is measured once."""

TIMES = 3


def solve(name: str, parameters: dict[str, Any], backend: str) -> dict[str, Any]:
    """Return the least CPU time of some solves, with everything compiled and loaded before.

    Plain rules solve a new instance each time, or as many equal ones as the parameter `copies` says.
    """
    if backend == "compiled":
        gamekit.solve(
            gamekit.load_game("connect-four", {"width": 3, "height": 3, "length": 3}), backend="compiled"
        )
        if name == "cat-mouse":
            from inputs import cat_mouse

            gamekit.solve(cat_mouse(50), backend="compiled")
    game = _game(name, parameters)
    games = [game]
    if backend == "compiled":
        game.compiled_rules()
    else:
        gamekit.solve(gamekit.load_game("nim"), backend=backend)
    least = float("inf")
    for _ in range(TIMES):
        solution: Any = None  # one at a time, for memory
        if backend == "python":
            games = [attrs.evolve(game) for _ in range(parameters.get("copies", 1))]
        began = time.process_time()
        for one in games:
            solution = gamekit.solve(one, backend=backend)
        took = time.process_time() - began
        least = min(least, took)
        if took > LONG:
            break
    return {"states": len(solution), "seconds": least, "answer": str(solution.root)}


def compile_rules(name: str, parameters: dict[str, Any]) -> dict[str, Any]:
    """Return the CPU time until an instance has its compiled rules, Numba itself being loaded."""
    import gamekit.engine.retrograde.solve
    import gamekit.layout.compiler.build

    game = gamekit.load_game(name, parameters)
    began = time.process_time()
    game.compiled_rules()
    return {"seconds": time.process_time() - began}


def lines_of_games(names: list[str]) -> dict[str, Any]:
    """Return the number of lines of some games and of all modules of games that they import, also for drawing."""
    folder = Path(gamekit.__file__).parents[1] / "games"
    texts: dict[str, str] = {}
    todo = [name.replace("-", "_") for name in names]
    while todo:
        if (module := todo.pop()) not in texts:
            texts[module] = (folder / f"{module}.py").read_text()
            todo += re.findall(r"^ *from \.(\w+) import", texts[module], re.MULTILINE)
    return {"lines": sum(len(text.splitlines()) for text in texts.values())}


def _game(name: str, parameters: dict[str, Any]) -> Any:
    if name == "neutreeko in placements":
        from neutreeko_placements import Placements

        return Placements()
    if name == "three knights":
        from three_knights import ThreeKnights

        return ThreeKnights()
    from inputs import game_of

    return game_of(name, parameters)
