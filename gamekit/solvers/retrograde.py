"""Retrograde analysis: from the ends of the game backwards."""

from __future__ import annotations

from typing import Any, Literal

import attrs
import numpy as np

from gamekit.arena import Arena, ProgressCallback
from gamekit.game import Move, State
from gamekit.solution import Solution, Status
from gamekit.solvers import kernel as kernels
from gamekit.solvers.base import Solver, check_turn_limit, label
from gamekit.values import sweep_order, who_hurries

COMPILED_FROM_EDGES = 800_000
"""Arenas with at least so many edges are worth the time that loading Numba takes (see benchmarks/)."""


@attrs.frozen
class Retrograde(Solver):
    """Topological order from the ends, with a counter of unresolved successors for each state: O(V + E).

    Needs the whole arena. Gives a value and a remoteness to every state. The payoffs are taken in sorted sweeps: those
    the first player gains by, against endless play, from the highest down; those the second gains by from the lowest
    up; an end worth the same as endless play last. What is left over can be kept from ever ending.

    Sources: K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, for the counters;
    A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990, and D. Andersson, K. A. Hansen,
    P. B. Miltersen, T. B. Sørensen, "Deterministic graphical games revisited", CiE 2008, for the sorted sweeps.

    >>> from gamekit.arena import explore
    >>> from games.nim import Nim
    >>> print(Retrograde().solve(explore(Nim(heaps=(1, 2)))).root)
    WIN in 3 for first
    """

    kernel: Literal["auto", "plain", "compiled"] = attrs.field(
        default="auto",
        validator=attrs.validators.in_(("auto", "plain", "compiled")),
        metadata={"help": "run the inner loop in plain Python or compiled by Numba; auto decides by size"},
    )

    def solve(
        self, arena: Arena[State, Move], progress: ProgressCallback | None = None
    ) -> Solution[State, Move]:
        check_turn_limit(arena)
        is_compiled = self.kernel == "compiled" or (
            self.kernel == "auto" and arena.edges >= COMPILED_FROM_EDGES
        )
        attract: Any = kernels.compiled() if is_compiled else kernels.attract
        form = _arrays if is_compiled else _lists

        backwards = arena.predecessors
        out_degrees = np.bincount(backwards.targets, minlength=len(arena)).astype(np.int32)
        status, payoff, remoteness = (np.zeros(len(arena), dtype=np.int32) for _ in range(3))
        queue = np.empty_like(status)
        columns: list[Any] = form(
            [
                arena.mover,
                status,
                payoff,
                remoteness,
                out_degrees,
                backwards.offsets,
                backwards.targets,
                queue,
            ]
        )

        resolved = 0
        for worth in sweep_order(arena.payoffs, arena.game.infinite_play):
            hurrier = who_hurries(worth, arena.game.infinite_play)
            level = np.flatnonzero(arena.terminal & (arena.payoff == worth))
            resolved += attract(*form([level]), worth, hurrier, *columns)
            if progress:
                progress("solving backwards", resolved, len(arena))

        _, status, payoff, remoteness, *_ = (np.asarray(column, dtype=np.int32) for column in columns)
        endless = status == Status.UNSOLVED
        status[endless] = Status.ENDLESS
        payoff[endless] = arena.game.infinite_play
        return Solution(
            arena=arena,
            solver=label(self),
            status=status.astype(np.int8),
            payoff=payoff,
            remoteness=remoteness,
            statistics={
                "edges from": "the game's predecessors()"
                if arena.edges_from == "predecessors"
                else "its moves, reversed",
                "kernel": "compiled" if is_compiled else "plain",
            },
        )


def _lists(columns: list[Any]) -> list[Any]:
    return [column.tolist() for column in columns]


def _arrays(columns: list[Any]) -> list[Any]:
    return [np.ascontiguousarray(column) for column in columns]
