"""`compare`: several solvers on one game, and the smallest cap with which minimax solves its root."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.comparison.candidates import (
    Candidate,
    compiled_candidate,
    method_candidates,
    registered_solvers,
    solve_timed,
    solver_candidate,
)
from gamekit.analysis.comparison.report import CapRange, Comparison, Run, duration
from gamekit.arena import explore
from gamekit.errors import GamekitError, InputError, LimitError
from gamekit.game.compiled import is_compiled
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game
from gamekit.game.values import Value, turn_limit
from gamekit.solution.solution import Solution, Verdict
from gamekit.solution.store import Store, ranges
from gamekit.solvers.backend_choice import has_codes
from gamekit.solvers.base import Solver, label
from gamekit.solvers.minimax import Minimax, verdicts_by_cap
from gamekit.solvers.options import Backend, SolveOptions
from gamekit.solvers.registry import default_solver, make_solver
from gamekit.solvers.solve import run

MAX_SECONDS = 60.0
"""The number of seconds that a solver may take by its own estimate; a slower one is left out."""

MEASURE_MEMORY_UP_TO = 10.0
"""The longest run, in seconds, that is repeated to measure its memory; measuring makes a run slower."""


def compare(
    game: Game[Any, Any],
    solvers: Iterable[str | Solver] | None = None,
    *,
    caps: Sequence[int] | None = None,
    backend: Backend = "auto",
    start: Any = None,
    max_states: int = DEFAULT_MAX_STATES,
    memory: int | str | None = None,
    threads: int | None = None,
    patience: float = MAX_SECONDS,
    progress: ProgressCallback | None = None,
) -> Comparison:
    """Run several solvers on one game and compare their answers.

    All solvers work on plain rules and share one exploration. If no solvers are named, the compiled rules are compared
    with them, too. If there are too many states for plain rules, the methods of the compiled backend are compared with
    each other.

    Args:
        game: the rules.
        solvers: names with options, such as "minimax:cap=34", or solvers; every registered one by default.
        caps: caps in plies for further runs of minimax, a sound one and one by folklore for each. By default, if no
            solvers are named either, three runs: one ply too few, just enough, and half as many by folklore.
        backend: "python" leaves the compiled rules out, "compiled" leaves the plain ones out.
        start: the state to start from; the game's initial state by default.
        max_states: the largest number of states held at once, with plain rules.
        memory: the memory of the solves by compiled rules, as in `solve`.
        threads: the number of threads of the solves by compiled rules, as in `solve`.
        patience: leave out a solver that would take longer than this many seconds by its own estimate.
        progress: a function called now and then during the work.

    Raises:
        RulesError, LimitError, UnknownNameError, InputError: as `solve` does.

    >>> from games.cat_mouse import CatMouse
    >>> comparison = compare(CatMouse(graph=[[2], [2, 3], [0, 1], [1]]), ["retrograde", "minimax:cap=2"])
    >>> [str(run.verdict) for run in comparison.runs], comparison.smallest_cap
    (['LOSS in 3 for mouse', 'UNSOLVED for mouse'], 3)
    """
    options = SolveOptions(
        backend=backend, start=start, max_states=max_states, memory=memory, threads=threads, progress=progress
    )
    return compare_with(game, options, solvers, caps=caps, patience=patience)


def compare_with(
    game: Game[Any, Any],
    options: SolveOptions,
    solvers: Iterable[str | Solver] | None = None,
    *,
    caps: Sequence[int] | None = None,
    patience: float = MAX_SECONDS,
) -> Comparison:
    """Compare several solvers on one game, as `compare` does, with the options of a solve in one object."""
    everything = solvers is None and not caps
    by_codes = attrs.evolve(options, max_states=None)  # the compiled backend takes as many as fit into memory
    progress = options.progress
    if options.backend == "compiled":
        if not everything:
            raise InputError(
                "solvers and caps need the plain rules (backend python); the compiled backend compares its own methods"
            )
        return _compare_methods(game, by_codes, patience)
    chosen, broken = registered_solvers() if solvers is None else ([*map(make_solver, solvers)], [])
    for cap in caps or ():
        chosen += [Minimax(cap=cap), Minimax(cap=cap, cap_means="draw")]
    began = time.monotonic()
    arena = None
    try:
        arena = explore(game, start=options.start, max_states=options.plain_limit, progress=progress)
    except LimitError:
        if options.backend == "python" or not everything or not has_codes(game):
            raise
    if arena is None:  # only now, outside of the handler, is what was explored given back
        return _compare_methods(game, by_codes, patience)
    arena.successors, arena.predecessors  # noqa: B018 (both are shared by all solvers; derive them before the clock runs)
    explore_seconds = time.monotonic() - began

    default = default_solver()
    truth = run(default, arena, progress)
    plies = truth.longest
    ranges, smallest, note = _caps(truth, plies, patience)
    enough = truth.root.remoteness if smallest is None else smallest
    if enough and solvers is None and caps is None:
        chosen += [Minimax(cap=enough - 1), Minimax(cap=enough), Minimax(cap=enough // 2, cap_means="draw")]
    candidates = [*(solver_candidate(solver, arena, plies, progress) for solver in chosen), *broken]
    if options.backend == "auto" and everything and is_compiled(game):
        candidates.append(compiled_candidate(game, by_codes))
    reference, runs = _run_all(candidates, patience, (label(default), truth))
    return Comparison(len(arena), arena.edges, explore_seconds, reference, runs, ranges, smallest, note)


def _compare_methods(game: Any, options: SolveOptions, patience: float) -> Comparison:
    default = solve_timed(game, options)
    truth, _ = default
    reference, runs = _run_all(method_candidates(game, options, default), patience, ("", truth))
    seconds = sum(truth.seconds.values()) - truth.seconds["solve"]
    note = "Which cap suffices is not known: minimax needs the plain rules."
    return Comparison(len(truth), truth.edges, seconds, reference, runs, (), None, note)


def _run_all(
    candidates: Iterable[Candidate], patience: float, otherwise: tuple[str, Solution[Any, Any]]
) -> tuple[str, tuple[Run, ...]]:
    """Run the candidates; return the name of the reference, and the run of each candidate.

    The reference is the first run that is sound and solves all states, or else `otherwise`. Earlier solutions are kept
    until the reference is known; later ones are compared at once, so that their memory is free for the next ones.
    """
    runs: list[Run] = []
    waiting: list[tuple[int, Solution[Any, Any]]] = []
    reference: tuple[str, Solution[Any, Any]] | None = None
    for candidate in candidates:
        outcome, solution = _run(candidate, patience)
        runs.append(outcome)
        if solution is not None:
            waiting.append((len(runs) - 1, solution))
            if reference is None and not solution.unsound and not solution.unsolved:
                reference = candidate.name, solution
        if reference is not None:
            _compare_waiting(runs, waiting, reference[1])
        del solution
    name, truth = reference or otherwise
    _compare_waiting(runs, waiting, truth)
    return name, tuple(runs)


def _compare_waiting(
    runs: list[Run], waiting: list[tuple[int, Solution[Any, Any]]], reference: Solution[Any, Any]
) -> None:
    """Complete the runs whose solutions wait to be compared with the reference."""
    while waiting:
        i, solution = waiting.pop()
        compared, disagreement = difference(solution, reference)
        runs[i] = attrs.evolve(runs[i], states_compared=compared, disagreement=disagreement)


def _run(candidate: Candidate, patience: float) -> tuple[Run, Solution[Any, Any] | None]:
    if candidate.seconds > patience:
        reason = f"it would take about {duration(candidate.seconds)}, more than {duration(patience)}"
        return Run(candidate.name, left_out=reason), None
    try:
        solution, seconds = candidate.solve()
    except GamekitError as error:
        return Run(candidate.name, left_out=str(error)), None
    measures = candidate.peak_bytes if seconds < MEASURE_MEMORY_UP_TO else None
    outcome = Run(
        candidate.name,
        unsound=solution.unsound,
        verdict=solution.root,
        states_touched=solution.statistics.get("states touched", len(solution)),
        seconds=seconds,
        peak_bytes=measures and measures(),
        cap=candidate.cap,
    )
    return outcome, solution


def _caps(
    truth: Solution[Any, Any], plies: int, patience: float
) -> tuple[tuple[CapRange, ...], int | None, str]:
    root = truth.root
    most = plies if root.remoteness is None else root.remoteness
    estimate = 2 * Minimax(cap=most).seconds(truth.arena, plies)
    if estimate > patience:
        return (), None, f"Not known: that would take about {duration(estimate)}."
    if root.remoteness is not None:  # refuting other plays may take longer, but never more plies than states
        most = len(truth)
    kinds_of_caps = []
    began = time.monotonic()
    for real, folklore in verdicts_by_cap(truth.arena, most):
        kinds_of_caps.append((*_kind(real, root), *_kind(folklore, root)))
        if real.payoff is not None:
            break
        if time.monotonic() - began > patience:
            return (), None, f"Not known: that takes longer than {duration(patience)}."
    ranges = []
    for kinds, group in groupby(range(len(kinds_of_caps)), key=kinds_of_caps.__getitem__):
        caps = [*group]
        ranges.append(CapRange(caps[0], caps[-1], *kinds))
    smallest = next((r.first for r in ranges if r.suffices), None)
    return tuple(ranges), smallest, _note(smallest, root.value, turn_limit(truth.game))


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


MAX_LOOK_UPS: Final = 100_000
"""The largest number of states that `difference` looks up one by one, which takes a few seconds."""


def difference(
    solution: Solution[Any, Any], reference: Solution[Any, Any], max_look_ups: int = MAX_LOOK_UPS
) -> tuple[int, str | None]:
    """Return the number of states compared, and as text, a state with both verdicts if the solutions disagree.

    Only states that both solutions solve are compared. A solution of an arena may cover only some of the states; any
    other must have all of them. If the solutions differ at the root, the text names the root, else the first state at
    which they differ.

    If places cannot be compared, states are looked up instead: all, or a sample of `max_look_ups` of them.
    """
    ours, theirs = solution.store.arrangement, reference.store.arrangement
    if ours is None or ours != theirs:
        compared, state = _by_state(solution, reference, max_look_ups)
    else:
        compared, state = _by_place(solution, reference)
    if state is None:
        return compared, None
    verdict = solution.get(state) or "no such state"
    return compared, f"{reference.describe(state)}: {verdict}, not {reference[state]}"


def _by_place(solution: Solution[Any, Any], reference: Solution[Any, Any]) -> tuple[int, Any]:
    root = reference.place_of(reference.start)
    compared, first = 0, None
    for part in ranges(reference.store.places):
        (ours, our_states), (theirs, their_states) = (_results(s.store, part) for s in (solution, reference))
        differs = our_states & their_states & (ours != theirs).any(axis=0)
        compared += int(np.count_nonzero(our_states & their_states))
        if part.start <= root < part.stop and differs[root - part.start]:
            first = root
        elif first is None and differs.any():
            first = part.start + int(np.argmax(differs))
    return compared, None if first is None else reference.store.state_at(first)


def _results(store: Store, part: slice) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return values and remotenesses (-1 if play never ends) of shape (2, places), and a mark for each solved state."""
    values, plies = store.values(part), store.remoteness(part).astype(np.int64)
    plies[plies == store.infinite] = -1
    return np.stack([values, plies]), (values != store.no_state) & (values != store.unsolved)


def _by_state(
    solution: Solution[Any, Any], reference: Solution[Any, Any], max_look_ups: int
) -> tuple[int, Any]:
    states: Any = reference.states
    if len(states) > max_look_ups:
        states = random.Random(0).sample(list(states), max_look_ups)
    is_part = solution.store.may_be_partial
    compared, first = 0, None
    for state in states:
        verdict, expected = solution.get(state), reference[state]
        if expected.value is Value.UNSOLVED or (
            is_part if verdict is None else verdict.value is Value.UNSOLVED
        ):
            continue
        compared += 1
        if verdict != expected and (first is None or state == reference.start):
            first = state
    return compared, first
