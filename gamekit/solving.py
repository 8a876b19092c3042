"""`solve`: from a game to its solution, in one call."""

from __future__ import annotations

import os
import time
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

from gamekit.arena import DEFAULT_MAX_STATES, Arena, ProgressCallback, explore
from gamekit.compiled import is_compiled
from gamekit.errors import InputError, LimitError, UnknownStateError, UnsupportedError
from gamekit.game import Game, Move, State
from gamekit.registry import make_solver
from gamekit.solution import Solution
from gamekit.solvers.base import Solver, check_turn_limit, label
from gamekit.solvers.retrograde import Retrograde

if TYPE_CHECKING:
    from gamekit.engine.batch import Batch
    from gamekit.engine.executors import Choice
    from gamekit.engine.memory import Budget
    from gamekit.engine.plan import Method

Gear = Literal["auto", "python", "compiled"]

PYTHON_UP_TO: Final = 100_000
"""How many states the plain rules are tried on before the compiled ones, which cost a second to load, take over."""


def solve(
    game: Game[State, Move],
    *,
    solver: str | Solver = "retrograde",
    gear: Gear = "auto",
    start: State | None = None,
    max_states: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    method: Method | None = None,
    work: str | os.PathLike[str] | None = None,
    executor: str | Executor | None = None,
    progress: ProgressCallback | None = None,
    **options: Any,
) -> Solution[State, Move]:
    """Solve a game: explore its states, then find what each of them is worth.

    Args:
        game: the rules.
        solver: the name of a registered solver, or a solver.
        gear: which rules to solve by, the plain ones ("python") or the compiled ones, which only `retrograde` can use.
            By default the compiled ones where a game gives them and has more states than are solved at once by the
            plain ones.
        start: the state to start from; the game's initial state by default.
        max_states: how many states may be held at once; five million by default, but by compiled rules as many as fit
            into memory.
        memory: by compiled rules, how many bytes may be taken, or a text such as "12GiB"; most of the machine's by
            default.
        threads: by compiled rules, how many to use; all cores by default where that pays.
        method: by compiled rules, how states get to know of their successors' values: by "predecessors", stored
            "edges" or repeated "sweeps"; by default the quickest that fits into memory.
        work: by compiled rules, a folder for all that a solve needs, which then takes little memory. If it is killed,
            the same call goes on from the last round that was finished. The solution is read from there.
        executor: by compiled rules, who runs the rounds: "serial", "threads", "processes", "dask", "dask=ADDRESS", or
            any `concurrent.futures.Executor`. But for threads, they need a work folder that all of them reach.
        progress: told about the work every few thousand states.
        **options: the solver's options, such as `cap=34` for minimax.

    Raises:
        RulesError: the game breaks a promise of the protocol.
        UnknownStateError: `start` is no state of the game.
        LimitError: there are more than `max_states` states, or more than fit into memory.
        UnknownNameError: no such solver.
        UnsupportedError: the solver or the gear cannot solve this game; the message says why.
        InputError: no such option, or not such a value.

    >>> from games.cat_mouse import CatMouse
    >>> print(solve(CatMouse(graph=[[1, 3], [0], [3], [0, 2]]), solver="minimax", cap=3).root)
    WIN in 1 for mouse
    """
    # looking a name up among the plugins takes longer than solving a small game
    is_default = solver == "retrograde" and not options
    chosen = Retrograde() if is_default else make_solver(solver, **options)
    began = time.perf_counter()
    if work is not None or executor is not None:
        gear = by_rounds(gear)
    arena = explore_by_plain_rules(game, chosen, gear, start=start, max_states=max_states, progress=progress)
    if arena is None:
        return solve_by_compiled_rules(
            game,
            start=start,
            max_states=max_states,
            memory=memory,
            threads=threads,
            method=method,
            work=work,
            executor=executor,
            progress=progress,
        )
    explored = time.perf_counter()
    solution = run(chosen, arena, progress)
    seconds = {"explore": explored - began, "solve": time.perf_counter() - explored}
    return attrs.evolve(solution, seconds=seconds)


def run(
    solver: Solver, arena: Arena[State, Move], progress: ProgressCallback | None = None
) -> Solution[State, Move]:
    """Solve an arena that is already there.

    Raises:
        UnsupportedError: the solver cannot solve this arena; the message says why.
    """
    if reason := solver.can_solve(arena):
        raise UnsupportedError(f"{label(solver)} cannot solve {type(arena.game).__name__}: {reason}")
    return solver.solve(arena, progress)


def explore_by_plain_rules(
    game: Game[State, Move],
    solver: Solver,
    gear: Gear,
    *,
    start: State | None = None,
    max_states: int | None = None,
    progress: ProgressCallback | None = None,
) -> Arena[State, Move] | None:
    """Return the arena of a game, or None if it is to be solved by its compiled rules.

    Raises:
        UnsupportedError: the compiled gear is asked for, and cannot solve this; the message says why.
    """
    check_gear(gear)
    if gear == "compiled":
        if why_not := _why_not_compiled(solver):
            raise UnsupportedError(why_not)
        return None
    limit = DEFAULT_MAX_STATES if max_states is None else max_states
    if gear == "auto" and limit > PYTHON_UP_TO and is_compiled(game):
        try:
            return explore(game, start=start, max_states=PYTHON_UP_TO, progress=progress)
        except LimitError:
            if _why_not_compiled(solver) is None and has_codes(game):
                return None
    return explore(game, start=start, max_states=limit, progress=progress)


def check_gear(gear: str) -> None:
    """Refuse what is no gear."""
    if gear not in ("auto", "python", "compiled"):
        raise InputError(f"gear is auto, python or compiled; it is {gear!r}")


def _why_not_compiled(solver: Solver) -> str | None:
    if solver != Retrograde():
        return f"{label(solver)} does not work on compiled rules; retrograde does"
    return None


def has_codes(game: Any) -> bool:
    """Tell whether a game gives compiled rules, and this instance of it is small enough for codes."""
    if not is_compiled(game):
        return False
    try:
        game.compiled_rules()
    except UnsupportedError:
        return False
    return True


def by_rounds(gear: Gear) -> Gear:
    """Return the gear that works in rounds, if it may be that.

    Raises:
        UnsupportedError: it is to be the other one.
    """
    check_gear(gear)
    if gear == "python":
        raise UnsupportedError("a work folder and an executor are for the compiled gear; gear is python")
    return "compiled"


def solve_by_compiled_rules(
    game: Any,
    *,
    start: Any = None,
    max_states: int | None = None,
    memory: int | str | None = None,
    threads: int | None = None,
    method: Method | None = None,
    work: str | os.PathLike[str] | None = None,
    executor: str | Executor | None = None,
    progress: ProgressCallback | None = None,
) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, as `solve` does with `gear="compiled"`."""
    from gamekit.arena.rules import Rules
    from gamekit.compiled_solution import compiled_solution
    from gamekit.engine import solving as engine
    from gamekit.engine.batch import batch_of
    from gamekit.engine.executors import Choice
    from gamekit.engine.memory import Budget
    from gamekit.engine.work import Work, silent

    if not is_compiled(game):
        raise UnsupportedError(f"{type(game).__name__} gives no compiled rules")
    choice = Choice.of(executor, threads)
    budget = Budget.of(memory)
    batch = batch_of(game)
    rules = Rules(game)
    origin = rules.initial_state() if start is None else start
    code = game.encode(origin)
    if not batch.is_code(code):
        raise UnknownStateError(f"state cannot occur: {rules.in_brief(origin)}")
    solution: Solution[Any, Any]
    if work is not None:
        solution = _solve_in_folder(
            Path(work), batch, code, origin, choice, budget, progress or silent, method, max_states
        )
    else:
        choice.check_in_memory()
        with choice.crew(batch.rules.size) as crew:
            doing = Work(crew.executor, budget, progress or silent)
            solved = engine.solve(doing, batch, code, method=method, max_states=max_states)
        solution = compiled_solution(game, solved, origin)
    check_turn_limit(solution.arena)
    return solution


def _solve_in_folder(
    folder: Path,
    batch: Batch,
    code: int,
    start: Any,
    choice: Choice,
    budget: Budget,
    progress: ProgressCallback,
    method: Method | None,
    max_states: int | None,
) -> Solution[Any, Any]:
    from gamekit.engine.digest import digest_of
    from gamekit.engine.filed_solving import method_for, solve_in_files
    from gamekit.engine.journal import FileWork
    from gamekit.filed_solution import filed_solution
    from gamekit.fingerprint import fingerprint, name_of, parameters_of

    game = batch.game
    settings = {
        "format": 1,
        "game": name_of(game),
        "parameters": parameters_of(game),
        "start": code,
        "method": method_for(batch.rules, method),
        "rules": fingerprint(game, with_codes=True),
        "compiled rules": digest_of(batch, code),
    }
    with FileWork.open(folder, settings, budget=budget, progress=progress) as work:
        with choice.crew(batch.rules.size) as crew:
            work.executor, work.workers, work.check = crew.executor, crew.workers, crew.check
            solved = solve_in_files(work, batch, code, method, max_states)
        return filed_solution(game, solved, start)
