"""Retrograde analysis: working backwards from the ends of the game.

The inner loop has two forms: plain Python over lists, or compiled by Numba over arrays.

Legend, the same in both forms (i is a state, j one of its predecessors):

    mover[i]        who moves: 0 or 1; always 0 in the mover's view
    status[i]       0 unsolved, 1 play ends, 2 play never ends
    payoff[i]       the payoff to the first player; in the mover's view, to whoever moves
    remoteness[i]   plies until the end
    unresolved[i]   how many of i's successors have no value yet
    first[i]        predecessors of i: parents[first[i]:first[i + 1]]
    queue           room for every state
    minimizer       who wants this end: 0, 1, or 2 for both
    alternates      whether this is the mover's view of an end that one player wins, so that payoffs change their sign
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import attrs
import numpy as np

from gamekit.arena import Arena
from gamekit.arena.csr import COMPILED_FROM_EDGES
from gamekit.game.kernel_compiler import compiled
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Move, State
from gamekit.game.values import remoteness_minimizer, sweep_order
from gamekit.solution.solution import Solution, Status
from gamekit.solvers.base import Solver, check_turn_limit, label

if TYPE_CHECKING:
    from gamekit.solvers.options import SolveOptions

EDGES_FROM: Final = {"predecessors": "the game's predecessors()", "moves": "its moves, reversed"}


@attrs.frozen
class Retrograde(Solver):
    """Topological order from the ends, with a counter of unresolved successors for each state: O(V + E).

    This solver needs the whole arena, and gives every state a value and a remoteness. It takes the payoffs in sorted
    sweeps: those above endless play from the highest down, then those below it from the lowest up, then the one equal
    to it. From the states left over, play never ends.

    Sources: K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, for the counters;
    A. R. Washburn, "Deterministic graphical games", J. Math. Anal. Appl. 153, 1990, and D. Andersson, K. A. Hansen,
    P. B. Miltersen, T. B. Sørensen, "Deterministic graphical games revisited", CiE 2008, for the sorted sweeps.

    In the mover's view, the ends that either player wins by the same payoff are taken in one sweep.

    >>> from gamekit.arena import explore
    >>> from games.nim import Nim
    >>> print(Retrograde().solve(explore(Nim(heaps=(1, 2)))).root)
    WIN in 3 for first
    """

    takes_movers_view: ClassVar[bool] = True
    takes_tiers: ClassVar[bool] = True

    kernel: Literal["auto", "plain", "compiled"] = attrs.field(
        default="auto",
        validator=attrs.validators.in_(("auto", "plain", "compiled")),
        metadata={"help": "run the inner loop in plain Python or compiled by Numba; auto decides by size"},
    )

    def solve(
        self, arena: Arena[State, Move], progress: ProgressCallback | None = None
    ) -> Solution[State, Move]:
        check_turn_limit(arena)
        by_size = "compiled" if arena.edges >= COMPILED_FROM_EDGES else "plain"
        kernel = by_size if self.kernel == "auto" else self.kernel
        run: Any = compiled(attract) if kernel == "compiled" else attract
        form: Any = np.ascontiguousarray if kernel == "compiled" else np.ndarray.tolist

        backwards = arena.predecessors
        out_degrees = np.bincount(backwards.indices, minlength=len(arena)).astype(np.int32)
        status, remoteness, queue = np.zeros((3, len(arena)), dtype=np.int32)
        results = status, arena.payoff.copy(), remoteness
        arrays = arena.mover, *results, out_degrees, backwards.indptr, backwards.indices, queue
        columns: list[Any] = [form(column) for column in arrays]

        resolved, is_movers = 0, arena.perspective == "mover"
        payoffs = np.abs(arena.payoff) if is_movers else arena.payoff
        ends = set(map(abs, arena.payoffs)) if is_movers else arena.payoffs
        for value in sweep_order(ends, arena.game.infinite_play):
            minimizer = remoteness_minimizer(value, arena.game.infinite_play)
            level = (arena.terminal & (payoffs == value)).nonzero()[0]
            resolved += run(form(level), value, minimizer, is_movers and value != 0, *columns)
            if progress:
                progress("solving backwards", resolved, len(arena))

        status, remoteness = np.asarray(columns[1], dtype=np.int8), np.asarray(columns[3], dtype=np.int32)
        payoff = np.asarray(columns[2], dtype=np.int64)
        endless = status == Status.UNSOLVED.value  # NumPy takes twice as long for a member
        status[endless] = Status.ENDLESS
        payoff[endless] = arena.game.infinite_play
        statistics = {"edges from": EDGES_FROM[arena.edges_from], "kernel": kernel}
        return Solution.of_arena(arena, label(self), status, payoff, remoteness, statistics=statistics)

    @property
    def takes_codes(self) -> bool:
        return self.kernel == "auto"

    def solve_codes(self, game: Any, options: SolveOptions) -> Solution[Any, Any]:
        (options.progress or silent)("loading", 0, None)  # Numba, which takes a second
        from gamekit.solvers.on_codes import route_of

        route = route_of(options)
        return route(game, options)


def attract(  # type: ignore[no-untyped-def]
    level, value, minimizer, alternates,
    mover, status, payoff, remoteness, unresolved, first, parents, queue,
):  # fmt: skip
    """Give `value` to every state from which the minimizer can force an end among the states of `level`.

    The states of `level` have their payoffs already.

    The other players delay: a state in which one of them is to move is resolved only when its last successor is. States
    are resolved in the order of their remoteness, because the queue is first in, first out; so the successor that
    resolves a delayer's state is the farthest. Return the number of states resolved, including those of `level`.
    """
    tail = 0
    for i in level:
        status[i] = 1
        queue[tail] = i
        tail += 1
    head = 0
    while head < tail:
        i = queue[head]
        head += 1
        plies = remoteness[i] + 1
        if alternates:
            value = -payoff[i]  # to the movers of predecessors, all of whom hurry if they win, or else delay
            minimizer = 0 if value > 0 else 1
        for j in parents[first[i] : first[i + 1]]:
            if status[j] == 0:
                unresolved[j] -= 1
                if minimizer == 2 or mover[j] == minimizer or unresolved[j] == 0:
                    status[j] = 1
                    payoff[j] = value
                    remoteness[j] = plies
                    queue[tail] = j
                    tail += 1
    return tail
