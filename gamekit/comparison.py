"""`compare`: several solvers on one game, and the smallest turn cap that suffices for it."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import groupby
from typing import Any

import attrs
import numpy as np

from gamekit.arena import DEFAULT_MAX_STATES, Arena, ProgressCallback, explore
from gamekit.comparison_report import CapRange, Comparison, Run, duration
from gamekit.compiled import is_compiled
from gamekit.compiled_comparison import compare_methods, run_held_against
from gamekit.errors import InputError, LimitError, PluginError, UnsupportedError
from gamekit.game import Game
from gamekit.registry import SOLVERS, make_solver, registered
from gamekit.solution import Solution, Status, Verdict
from gamekit.solvers.base import Solver, label
from gamekit.solvers.minimax import Minimax, verdicts_by_cap
from gamekit.solving import Gear, check_gear, has_codes, run
from gamekit.values import Value

PATIENCE = 60.0
"""Seconds that one solver may take, by its own estimate, before it is left out."""

MEMORY_PATIENCE = 10.0
"""Seconds up to which a solver is run a second time to measure its memory, which slows it down."""


def compare(
    game: Game[Any, Any],
    solvers: Iterable[str | Solver] | None = None,
    *,
    caps: Sequence[int] | None = None,
    gear: Gear = "auto",
    start: Any = None,
    max_states: int = DEFAULT_MAX_STATES,
    memory: int | str | None = None,
    threads: int | None = None,
    patience: float = PATIENCE,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Run several solvers on one game and hold them against each other.

    All solvers work on plain rules, and share one exploration. If no solvers are named, what compiled rules say is held
    against them, too; and where there are too many states for plain rules, the methods of the compiled gear are held
    against each other.

    Args:
        game: the rules.
        solvers: names with options, such as "minimax:cap=34", or solvers; every registered one by default.
        caps: caps for further runs of minimax, each in truth and by folklore. By default, if no solvers are named
            either, one ply too few, just enough, and half as many by folklore. A ply is one move of one player.
        gear: "python" leaves the compiled rules out, "compiled" leaves the plain ones out.
        start: the state to start from; the game's initial state by default.
        max_states: how many states may be held at once, by plain rules.
        memory: as for `solve`.
        threads: as for `solve`.
        patience: leave a solver out that would take longer than so many seconds, by its own estimate.
        progress: told about the work now and then.

    Raises:
        RulesError, LimitError, UnknownNameError, InputError: as `solve` does.

    >>> from games.cat_mouse import CatMouse
    >>> comparison = compare(CatMouse(graph=[[2], [2, 3], [0, 1], [1]]), ["retrograde", "minimax:cap=2"])
    >>> [str(run.verdict) for run in comparison.runs], comparison.smallest_cap
    (['LOSS in 3 for mouse', 'UNSOLVED for mouse'], 3)
    """
    check_gear(gear)
    everything = solvers is None and not caps
    if gear == "compiled":
        if not everything:
            raise InputError("solvers and caps go by plain rules; the compiled gear compares its methods")
        return compare_methods(game, start, memory, threads, patience, progress)
    broken: list[Run] = []
    if solvers is None:
        chosen, broken = _every_solver()
    else:
        chosen = [make_solver(solver) for solver in solvers]
    chosen += [solver for cap in caps or () for solver in _capped(cap)]
    began = time.perf_counter()
    arena = None
    try:
        arena = explore(game, start=start, max_states=max_states, progress=progress)
    except LimitError:
        if gear == "python" or not everything or not has_codes(game):
            raise
    if arena is None:  # only now, outside of the handler, is what was explored given back
        return compare_methods(game, start, memory, threads, patience, progress)
    arena.successors, arena.predecessors  # noqa: B018 (both are shared by all solvers; derive them before the clock runs)
    explore_seconds = time.perf_counter() - began

    truth = run(make_solver("retrograde"), arena, progress)
    plies = truth.longest
    ranges, smallest, note = _caps(truth, plies, patience)
    if solvers is None and caps is None:
        chosen += _telling_caps(truth.root.remoteness if smallest is None else smallest)
    runs, reference = [], None
    for solver in chosen:
        outcome, solution = _run(solver, arena, plies, patience, progress)
        if reference is None and solution is not None and not solution.unsound and not solution.unsolved:
            reference = (outcome.solver, solution)
        runs.append((outcome, solution))
    against = reference[1] if reference else truth
    extra = broken
    if gear == "auto" and everything and is_compiled(game):
        extra = [*broken, run_held_against(truth, start, memory, threads)]
    return Comparison(
        states=len(arena),
        edges=arena.edges,
        explore_seconds=explore_seconds,
        reference=reference[0] if reference else label(make_solver("retrograde")),
        runs=(
            *(
                outcome if found is None else _held_against(outcome, found, against)
                for outcome, found in runs
            ),
            *extra,
        ),
        caps=ranges,
        smallest_cap=smallest,
        caps_note=note,
    )


def _every_solver() -> tuple[list[Solver], list[Run]]:
    """Return the registered solvers, the default one first, and runs that say which of them are broken."""
    found: list[Solver] = []
    broken: list[Run] = []
    for name in sorted(registered(SOLVERS), key=lambda name: (name != "retrograde", name)):
        try:
            found.append(make_solver(name))
        except PluginError as error:
            broken.append(Run(name, left_out=str(error)))
    return found, broken


def _capped(cap: int) -> list[Solver]:
    return [Minimax(cap=cap), Minimax(cap=cap, cap_means="draw")]


def _telling_caps(plies: int | None) -> list[Solver]:
    if not plies:
        return []
    return [Minimax(cap=plies - 1), Minimax(cap=plies), Minimax(cap=plies // 2, cap_means="draw")]


def _run(
    solver: Solver, arena: Arena[Any, Any], plies: int, patience: float, progress: ProgressCallback | None
) -> tuple[Run, Solution[Any, Any] | None]:
    name = label(solver)
    estimate = solver.seconds(arena, plies)
    if estimate > patience:
        return Run(
            name, left_out=f"it would take about {duration(estimate)}, more than {duration(patience)}"
        ), None
    _warm_up(solver)
    try:
        began = time.perf_counter()
        solution = run(solver, arena, progress)
        seconds = time.perf_counter() - began
    except UnsupportedError as error:
        return Run(name, left_out=str(error)), None
    outcome = Run(
        name,
        unsound=solution.unsound,
        verdict=solution.root,
        states_touched=solution.statistics.get("states touched", len(solution)),
        seconds=seconds,
        peak_bytes=_peak_bytes(solver, arena) if seconds < MEMORY_PATIENCE else None,
        cap=solver.cap if isinstance(solver, Minimax) else None,
    )
    return outcome, solution


class _Triangle(Game[int, int]):
    """Three states: a circle of two, and an end."""

    players = ("first", "second")

    def initial_state(self) -> int:
        return 0

    def to_move(self, state: int) -> int:
        return state % 2

    def moves(self, state: int) -> list[int]:
        return [0] if state else [1, 2]

    def apply(self, state: int, move: int) -> int:
        return move

    def outcome(self, state: int) -> int | None:
        return 1 if state == 2 else None


def _warm_up(solver: Solver) -> None:
    """Run a solver on next to nothing, so that what it loads and compiles is not in its time."""
    with suppress(Exception):  # what is wrong with it shows in earnest
        run(solver, explore(_Triangle()))


def _peak_bytes(solver: Solver, arena: Arena[Any, Any]) -> int:
    tracemalloc.start()
    try:
        run(solver, arena)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _held_against(outcome: Run, solution: Solution[Any, Any], reference: Solution[Any, Any]) -> Run:
    index = reference.arena.index
    here = [i for i, state in enumerate(solution.arena.states) if state in index]
    there = [index[solution.arena.states[i]] for i in here]
    ours, theirs = _rows(solution)[here], _rows(reference)[there]
    covered = (ours[:, 0] != Status.UNSOLVED) & (theirs[:, 0] != Status.UNSOLVED)
    differs = np.flatnonzero(covered & (ours != theirs).any(axis=1))
    disagreement = None
    if len(differs):
        first = min(differs.tolist(), key=lambda place: (here[place] != solution.arena.root, place))
        state = solution.arena.describe(solution.arena.states[here[first]])
        disagreement = f"{state}: {solution.verdict(here[first])}, not {reference.verdict(there[first])}"
    return attrs.evolve(outcome, states_compared=int(covered.sum()), disagreement=disagreement)


def _rows(solution: Solution[Any, Any]) -> Any:
    return np.stack([solution.status.astype(np.int32), solution.payoff, solution.remoteness], axis=1)


def _caps(
    truth: Solution[Any, Any], plies: int, patience: float
) -> tuple[tuple[CapRange, ...], int | None, str]:
    root = truth.root
    most = plies if root.remoteness is None else root.remoteness
    estimate = 2 * Minimax(cap=most).seconds(truth.arena, plies)
    if estimate > patience:
        return (), None, f"Not found out: that would take about {duration(estimate)}."
    if (
        root.remoteness is not None
    ):  # to refute other plays may take longer, but no cap past the states adds anything
        most = len(truth)
    found = []
    began = time.perf_counter()
    for real, folklore in verdicts_by_cap(truth.arena, most):
        found.append((_kind(real, root), _kind(folklore, root)))
        if real.payoff is not None:
            break
        if time.perf_counter() - began > patience:
            return (), None, f"Not found out: that takes longer than {duration(patience)}."
    ranges = []
    for (real_kind, folklore_kind), group in groupby(enumerate(found), key=lambda item: item[1]):
        places = [cap for cap, _ in group]
        ranges.append(CapRange(places[0], places[-1], *real_kind, *folklore_kind))
    smallest = next((r.first for r in ranges if r.suffices), None)
    return tuple(ranges), smallest, _note(smallest, root.value, truth.game.max_plies)


def _note(smallest: int | None, value: Value, max_plies: int | None) -> str:
    if smallest is not None:
        return f"The smallest cap that suffices is {smallest}."
    if max_plies is not None:
        return f"No cap suffices that is less than the rules' own limit of {max_plies:,} plies."
    return (
        f"No cap suffices: however far a search looks, what lies beyond stays unknown. That the root is a "
        f"{value} needs the whole arena, or layers that repeat."
    )


def _kind(verdict: Verdict[Any], truth: Verdict[Any]) -> tuple[Value, int | None, bool]:
    right = (verdict.payoff, verdict.remoteness) == (truth.payoff, truth.remoteness)
    return verdict.value, verdict.remoteness, right
