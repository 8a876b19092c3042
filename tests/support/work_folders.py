"""Games to be solved in a work folder, and what to compare."""

from __future__ import annotations

from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import attrs
import numpy as np

import gamekit
from gamekit.engine.runtime.supersteps import SerialExecutor
from gamekit.game.compiled import NOT_OVER, CompiledGame, CompiledRules
from games.cat_mouse import CatMouse
from games.teeko import Teeko


@attrs.frozen
class Chain(CompiledGame[int, int]):
    """A choice between two ways of so many plies, which end with so much."""

    n: int
    m: int
    first: int = 1
    second: int = -1
    dense: bool = False

    players = ("Ann", "Bob")

    def initial_state(self) -> int:
        return self.n + self.m + 1

    def to_move(self, state: int) -> int:
        return state & 1

    def moves(self, state: int) -> list[int]:
        return [self.n, self.n + self.m] if state == self.n + self.m + 1 else [state - 1]

    def apply(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return {0: self.first, self.n + 1: self.second}.get(state)

    def format_state(self, state: int) -> str:
        return str(state)

    def parse_state(self, text: str) -> int:
        return int(text)

    def encode(self, state: int) -> int:
        return state

    def decode(self, code: int) -> int:
        return code

    def compiled_rules(self) -> CompiledRules:
        return CompiledRules(
            size=self.n + self.m + 2,
            parameters=np.array([self.n, self.m, self.first, self.second]),
            outcome=outcome,
            successors=successors,
            max_successors=2,
            mover=mover,
            predecessors=predecessors,
            max_predecessors=2,
            is_state=is_state if self.dense else None,
        )


def outcome(code: int, parameters: Any) -> int:
    if code == 0:
        return parameters[2]  # type: ignore[no-any-return]
    return parameters[3] if code == parameters[0] + 1 else NOT_OVER


def successors(code: int, parameters: Any, out: Any) -> int:
    if code == parameters[0] + parameters[1] + 1:
        out[0] = parameters[0]
        out[1] = parameters[0] + parameters[1]
        return 2
    out[0] = code - 1
    return 1


def mover(code: int, parameters: Any) -> int:  # noqa: ARG001
    return code & 1


def is_state(code: int, parameters: Any) -> int:  # noqa: ARG001
    return 1


def predecessors(code: int, parameters: Any, out: Any) -> int:
    top = parameters[0] + parameters[1] + 1
    if code == top:
        return 0
    out[0] = top if code == parameters[0] or code == top - 1 else code + 1
    return 1


SMALL = CatMouse(graph=[[2, 5], [3], [0, 4, 5], [1, 4, 5], [2, 3], [0, 2, 3]])
LOOPY = Teeko(size=3, men=3, symmetry=False)


def columns_of(solution: Any) -> list[Any]:
    """Return the values and remotenesses of all places."""
    store = solution.store
    everything = slice(0, store.places)
    remoteness = store.remoteness(everything).astype(np.int64)
    return [store.values(everything), np.where(remoteness == store.infinite, -1, remoteness)]


def assert_solved(game: Any, solution: Any) -> None:
    """Assert that a solution is the one in memory, whose remotenesses may be of another width."""
    expected = gamekit.solve(game, backend="compiled", method="scan")
    for one, other in zip(columns_of(solution), columns_of(expected), strict=True):
        np.testing.assert_array_equal(one, other)
    assert solution.root == expected.root
    assert solution.counts() == expected.counts()
    assert solution.edges == expected.edges


def files_of(folder: Path) -> list[Path]:
    """Return the files of the arrays in a work folder."""
    return sorted((folder / "arrays").iterdir())


class FailingExecutor(Executor):
    """An executor that is lost after so many tasks."""

    def __init__(self, tasks: int) -> None:
        self.left = tasks

    def submit(self, task: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        if not self.left:
            raise KeyboardInterrupt
        self.left -= 1
        return SerialExecutor().submit(task, *arguments, **named)
