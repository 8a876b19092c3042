"""`solve_many`: many games solved side by side in one process."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Final

from gamekit.engine.runtime.supersteps import run_round, threads_for
from gamekit.errors import InputError
from gamekit.game.protocol import Game, Move, State
from gamekit.solution.solution import Solution
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve import solve_with

GAMES_AHEAD: Final = 4
"""The number of games per thread that are taken from the iterable before the first of them is solved."""


def solve_many(
    games: Iterable[Game[State, Move]], *, threads: int | None = None, **options: Any
) -> Iterator[Solution[State, Move]]:
    """Solve games side by side; yield their solutions in the order of the games, each as soon as it is found.

    Kernels are loaded once for all games, and release the interpreter's lock: each thread solves a game of its own by
    compiled rules. Plain rules hold the lock, so more threads gain nothing with them; `gamekit solve --inputs` uses a
    process for each core.

    Args:
        games: the games to solve, in any number; only a few are taken from the iterable ahead of time.
        threads: the number of games to solve at a time; by default, one for each core.
        options: options of `solve`, except `work` and `executor`. The games under way share the `memory`.

    Raises:
        InputError: an option is invalid, or is `work` or `executor`.
        GamekitError: as `solve` does, when the solution of a game that cannot be solved is due.

    >>> from games.nim import Nim
    >>> [str(solution.root) for solution in solve_many(Nim(heaps=(1, n)) for n in (1, 2))]
    ['LOSS in 2 for first', 'WIN in 3 for first']
    """
    for name in ("work", "executor"):
        if name in options:
            raise InputError(f"solve_many does not take the option {name}; solve does")
    solve_options = SolveOptions.of(threads=threads, **options)
    number = solve_options.threads or os.cpu_count() or 1
    return _solve_each(games, solve_options.shared_by(number), number)


def _solve_each(
    games: Iterable[Game[State, Move]], options: SolveOptions, threads: int
) -> Iterator[Solution[State, Move]]:
    with threads_for(0, threads) as pool:
        inputs = ((game, options) for game in games)
        yield from run_round(pool, solve_with, inputs, GAMES_AHEAD * threads, prompt=True)
