"""Solve in work folders, and be killed: python killing.py FOLDER NODES TIMES SEED THREADS.

Each solve runs in a fork of this process, which has the kernels loaded, and is killed once or more at random moments
before it may come to its end. Prints what the undisturbed solve left behind, and what each of the others did.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import shutil
import signal
import sys
import time
from pathlib import Path

import gamekit
from games.cat_mouse import CatMouse


def graph_of(nodes: int) -> list[list[int]]:
    """Return a graph in which many chases never end: a ring with chords of its own."""
    rng = random.Random(nodes)
    neighbours: list[set[int]] = [{(node - 1) % nodes, (node + 1) % nodes} for node in range(nodes)]
    for _ in range(nodes // 8):
        one, other = rng.sample(range(nodes), 2)
        neighbours[one].add(other)
        neighbours[other].add(one)
    return [sorted(at) for at in neighbours]


def digest(folder: Path) -> str:
    """Return a number that depends on every byte of the arrays in a work folder."""
    found = hashlib.sha256()
    for path in sorted((folder / "arrays").iterdir()):
        found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()


def solve(game: CatMouse, folder: Path, threads: int) -> int:
    """Begin to solve in another process; return its number."""
    child = os.fork()
    if not child:
        try:
            gamekit.solve(game, work=folder, threads=threads)
        finally:
            os._exit(0)
    return child


def main() -> None:
    folder, nodes, times, seed, threads = Path(sys.argv[1]), *map(int, sys.argv[2:])
    game, rng = CatMouse(graph_of(nodes), mouse=1, cat=nodes // 2), random.Random(seed)
    gamekit.solve(CatMouse(graph_of(20), cat=7), work=folder / "warm", executor="serial")
    began = time.perf_counter()
    os.waitpid(solve(game, folder / "undisturbed", threads), 0)
    took = time.perf_counter() - began
    solution = gamekit.solve(game, work=folder / "undisturbed", executor="serial")
    found: list[str] = []
    kills = 0
    for i in range(times):
        while True:
            child = solve(game, folder / str(i), threads)
            time.sleep(rng.random() * took)
            os.kill(child, signal.SIGKILL)
            kills += os.waitpid(child, 0)[1] == signal.SIGKILL
            if rng.random() < 0.6:
                break
        os.waitpid(solve(game, folder / str(i), threads), 0)
        found.append(digest(folder / str(i)))
        shutil.rmtree(folder / str(i))
    print(
        json.dumps(
            {
                "states": len(solution),
                "counts": solution.counts(),
                "undisturbed": digest(folder / "undisturbed"),
                "found": found,
                "kills": kills,
            }
        )
    )


if __name__ == "__main__":
    main()
