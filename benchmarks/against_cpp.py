"""Cat and mouse by the compiled gear against the same algorithm in C++, as published solutions write it.

    python benchmarks/against_cpp.py

Prints, for each number of nodes, the best time of either and the ratio; the C++ by g++ -O2 -march=native.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

from graphs import cat_mouse

import gamekit

BASELINE = Path(__file__).parent / "baselines" / "cat_mouse.cpp"
NODES = {50: 200, 400: 10, 1000: 5, 2000: 2, 4000: 1}  # nodes: rounds


def seconds_of_cpp(program: Path, nodes: int, rounds: int) -> tuple[int, float]:
    """Return the answer of the C++ program and the seconds of its best round."""
    graph = cat_mouse(nodes).graph
    text = "\n".join([str(nodes), *(" ".join(map(str, [len(row), *row])) for row in graph)])
    done = subprocess.run([program, str(rounds)], input=text, capture_output=True, text=True, check=True)
    answer, seconds = done.stdout.split()
    return int(answer), float(seconds)


def seconds_of_gamekit(nodes: int, rounds: int) -> tuple[int, float]:
    """Return gamekit's answer and the seconds of its best round, in a process that has the kernels loaded."""
    game = cat_mouse(nodes)
    gamekit.solve(game, gear="compiled")
    best = float("inf")
    for _ in range(rounds):
        began = time.perf_counter()
        solution = gamekit.solve(game, gear="compiled")
        best = min(best, time.perf_counter() - began)
    return solution.answer, best


def main() -> None:
    """Compare them."""
    print(f"{'nodes':>6} {'states':>12} {'gamekit':>11} {'C++':>11} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "cat_mouse"
        subprocess.run(["g++", "-O2", "-march=native", BASELINE, "-o", program], check=True)
        for nodes, rounds in NODES.items():
            answer, ours = seconds_of_gamekit(nodes, rounds)
            expected, theirs = seconds_of_cpp(program, nodes, rounds)
            assert answer == expected
            print(
                f"{nodes:>6} {2 * nodes * (nodes - 1):>12,} {ours:>9.5f} s {theirs:>9.5f} s {ours / theirs:>6.2f}"
            )


if __name__ == "__main__":
    main()
