"""`verify`: check a solution against its arena, knowing nothing of solvers."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.arena import ProgressCallback
from gamekit.solution import Solution, Status
from gamekit.values import FIRST, SECOND, preference, value_of

MAX_PROBLEMS = 20


@attrs.frozen
class Verification:
    """What `verify` found.

    Attributes:
        checked: how many states were checked: all that have a value.
        unsolved: how many have none, which leaves the solution unproved.
        wrong: how many states break a rule.
        problems: the first of them, a sentence each.
    """

    checked: int
    unsolved: int
    wrong: int
    problems: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the solution is proved: every state has a value, and every value follows."""
        return not self.wrong and not self.unsolved

    def __str__(self) -> str:
        if self.ok:
            return f"verified: all {self.checked:,} states"
        if not self.wrong:
            return f"not verified: {self.unsolved:,} of {self.checked + self.unsolved:,} states are unsolved"
        return f"wrong: {self.wrong:,} of {self.checked:,} states, first of all that {self.problems[0]}"


def verify(
    solution: Solution[Any, Any],
    *,
    threads: int | None = None,
    executor: str | Executor | None = None,
    progress: ProgressCallback | None = None,
) -> Verification:
    """Check each state's result against those of its successors, as the moves give them.

    A terminal state must have its outcome and be 0 plies from the end. Any other must have the result that the player
    to move likes best among its successors', one ply farther away. That is a proof: along forced ends the remoteness
    falls with every ply of the one who hurries, so they do end, with that payoff; and a player who could force more
    would have a nearest state in which to do so, which has a successor that shows it. Where a state has no value, as
    a capped search leaves it, neither it nor the states just before it can be checked; that is said.

    What players prefer is defined in `gamekit.values`; nothing here is shared with a solver, and the successors are
    taken from `moves` and `apply` even where the game gave its predecessors. The solution of compiled rules is checked
    in a stream, its successors taken from the compiled rules, and at some states from the plain ones too.

    Args:
        solution: of a game.
        threads: how many to use where the rules are compiled; all cores by default.
        executor: who checks a solution in a work folder, as `gamekit.solve` takes it.
        progress: told about the work where the rules are compiled.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> print(gamekit.verify(gamekit.solve(Nim(heaps=(1, 2)))))
    verified: all 7 states
    """
    solution = solution.loaded()
    if hasattr(solution, "engine"):
        return _verify_compiled(solution, threads, executor, progress)
    arena = solution.arena
    results, result_of = _distinct_results(solution)
    edges = arena.successors
    expected = np.full(len(arena), -1)
    for player in (FIRST, SECOND):
        rank_of, result_at = _ranking(results, player, arena.game.infinite_play)
        movers = np.flatnonzero((arena.mover == player) & ~arena.terminal)
        best = _highest(rank_of[result_of], edges.offsets, edges.targets, movers)
        expected[movers] = result_at[best]

    wrong = np.zeros(len(arena), dtype=bool)
    status, payoff, remoteness = solution.status, solution.payoff, solution.remoteness
    ends = arena.terminal
    wrong[ends] = ((status != Status.ENDED) | (payoff != arena.payoff) | (remoteness != 0))[ends]
    inner = np.flatnonzero(~ends)
    wrong[inner] = results[result_of[inner]] != _one_ply_on(results[expected[inner]])
    unsolved = status == Status.UNSOLVED
    if unsolved.any():
        wrong[edges.sources()[unsolved[edges.targets]]] = False
    endless = status == Status.ENDLESS
    wrong |= endless & ((payoff != arena.game.infinite_play) | (remoteness != 0))
    wrong &= ~unsolved

    places = np.flatnonzero(wrong)
    return Verification(
        checked=len(arena) - int(np.count_nonzero(unsolved)),
        unsolved=int(np.count_nonzero(unsolved)),
        wrong=len(places),
        problems=tuple(_problem(solution, i, results[expected[i]]) for i in places[:MAX_PROBLEMS].tolist()),
    )


def _verify_compiled(
    solution: Any, threads: int | None, executor: str | Executor | None, progress: ProgressCallback | None
) -> Verification:
    from gamekit.compiled_verification import check
    from gamekit.engine.executors import Choice
    from gamekit.engine.work import silent
    from gamekit.filed_solution import InFiles
    from gamekit.filed_verification import check_in_files

    choice = Choice.of(executor, threads)
    in_files = isinstance(solution.engine, InFiles)
    if not in_files:
        choice.check_in_memory()
    with choice.crew(len(solution)) as crew:
        if in_files:
            found = check_in_files(solution, solution.engine, crew, progress or silent, MAX_PROBLEMS)
        else:
            found = check(solution, crew.executor, progress or silent, MAX_PROBLEMS)
    checked, wrong, problems = found
    return Verification(checked, 0, wrong, tuple(problems))


_RESULT = np.dtype([("status", np.int64), ("payoff", np.int64), ("remoteness", np.int64)])


def _distinct_results(solution: Solution[Any, Any]) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Return the different results that occur, and for each state which of them it has."""
    columns = np.empty(len(solution), dtype=_RESULT)
    for name in _RESULT.names or ():
        columns[name] = getattr(solution, name)
    results, result_of = np.unique(columns, return_inverse=True)
    return results, result_of


def _ranking(
    results: NDArray[Any], player: int, infinite_play: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the place of each result in the player's liking, least first, and which result has which place."""

    def liking(place: int) -> tuple[float, float]:
        status, payoff, remoteness = results[place].tolist()
        if status == Status.UNSOLVED:
            return (-np.inf, 0)
        return preference(player, payoff, remoteness if status == Status.ENDED else None, infinite_play)

    result_at = np.array(sorted(range(len(results)), key=liking))
    rank_of = np.empty_like(result_at)
    rank_of[result_at] = np.arange(len(result_at))
    return rank_of, result_at


def _highest(
    ranks: NDArray[np.int64],
    offsets: NDArray[np.int64],
    targets: NDArray[np.int32],
    states: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the highest rank among the successors of each of these states, all of which have some."""
    if not len(states):
        return np.empty(0, dtype=np.int64)
    everywhere = np.maximum.reduceat(np.append(ranks[targets], -1), offsets[:-1])
    return everywhere[states]


def _one_ply_on(results: NDArray[Any]) -> NDArray[Any]:
    farther = results.copy()
    farther["remoteness"] += results["status"] == Status.ENDED
    return farther


def _problem(solution: Solution[Any, Any], state: int, best: NDArray[Any]) -> str:
    arena = solution.arena
    place = arena.describe(arena.states[state])
    claim = _in_words(
        solution, state, solution.status[state], solution.payoff[state], solution.remoteness[state]
    )
    if arena.terminal[state]:
        truth = _in_words(solution, state, Status.ENDED, arena.payoff[state], 0)
        return f"{place} is said to be {claim}, but the game is over there: {truth}"
    status, payoff, remoteness = _one_ply_on(best[None])[0].tolist()
    truth = _in_words(solution, state, status, payoff, remoteness)
    return f"{place} is said to be {claim}, but its best move makes it {truth}"


def _in_words(solution: Solution[Any, Any], state: int, status: int, payoff: int, remoteness: int) -> str:
    if status == Status.UNSOLVED:
        return "unsolved"
    value = value_of(int(payoff), int(solution.arena.mover[state]), ended=status == Status.ENDED)
    plies = f" in {remoteness}" if status == Status.ENDED else " without end"
    return f"a {value}{plies} (payoff {payoff})"
