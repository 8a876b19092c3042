"""`plan`: estimate the cost of solving a game."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
import numpy as np

from gamekit.analysis.planning.costs import NOTHING, Costs, Run
from gamekit.analysis.planning.deadline import Deadline
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.on_device import DevicePlan, device_plan
from gamekit.analysis.planning.rates import Rates, rates
from gamekit.analysis.planning.sources import PlainSource
from gamekit.analysis.planning.states import SHORTEST, Size, sampled, size_by_codes
from gamekit.analysis.planning.tiers import PlannedTier, planned_tiers, tiers_of_arena
from gamekit.analysis.verification.verify import verify
from gamekit.arena import explore
from gamekit.device.choice import DeviceName, check_device, is_asked_for
from gamekit.engine.codes.batch import batch_of
from gamekit.engine.runtime.memory_budget import Budget, format_bytes, held
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, has_conversions
from gamekit.solvers.backend_choice import has_codes
from gamekit.solvers.proof.forecast import Forecast, forecast
from gamekit.solvers.registry import default_solver
from gamekit.solvers.solve import run as solved

if TYPE_CHECKING:
    from gamekit.device.device import Device

FOR_STATES: Final = 0.7
"""The share of the time that goes into counting states; the rest is for measuring rates."""

MOST_BY_PLAIN_RULES: Final = 1_000_000
"""The largest number of states that are explored with plain rules, which counts them exactly."""

NARROWEST, WIDEST = 20, 200
"""The least and the largest number of walks that advance in step, few enough for each to spread over all states."""

MOST_DRAWS: Final = 500_000
"""The number of draws after which sampling ends, whatever the number of recaptures; often, time runs out earlier."""

BYTES_A_STATE: Final = 700
"""The approximate memory of an arena, in bytes per state: the state itself, its edges, and its reverse edges."""

SOLVING: Final = 0.6
"""The ratio of the time to solve and verify to the time to explore."""

TIME: Final = 2.0

LEAST_TRIAL, MOST_TRIAL = 1.0, 5.0
"""The least and the largest number of seconds that a trial of a proof may take."""

TOO_LARGE: Final = 1 << 63
"""The bound below which `states` and `branching` must lie."""


@attrs.frozen
class Plan:
    """The cost of solving a game.

    Attributes:
        game: the name of the game's class.
        backend: the rules that solve it, "compiled" or "python".
        states: the number of states.
        edges: the number of edges.
        layers: the number of rounds that exploring takes; None if nothing is explored, or if the number is not known.
        how: the way in which the number of states was found.
        runs: the cost of each way to solve the game.
        limit: the number of bytes of memory that a solve may use.
        free: the number of free bytes on the disk.
        rates: the measured speed of this machine; None for plain rules.
        tiers: the tiers, if the game names any and, with plain rules, could be explored.
        proof: the result of a trial of a proof of the initial state, if no way to solve is known to fit and there are
            compiled rules.
        device: what a solve on a device takes; None if no device is asked for, and none is found.
    """

    game: str
    backend: str
    states: Estimate
    edges: Estimate
    layers: int | None
    how: str
    runs: tuple[Run, ...]
    limit: int
    free: int
    rates: Rates | None
    tiers: tuple[PlannedTier, ...] = ()
    proof: Forecast | None = None
    device: DevicePlan | None = None

    @property
    def fits(self) -> bool:
        """Whether any way to solve the game is known to fit into this machine."""
        return any(run.fits for run in self.runs)


def plan(
    game: Game[Any, Any],
    *,
    workers: int | Iterable[int] | None = None,
    memory: int | str | None = None,
    folder: str | os.PathLike[str] | None = None,
    compress: bool = False,
    states: int | None = None,
    branching: float | None = None,
    seconds: float = 20.0,
    seed: int = 0,
    device: DeviceName | Device = "auto",
    progress: ProgressCallback | None = None,
) -> Plan:
    """Estimate the number of states of a game and the cost of solving it, without solving it.

    Games of up to two million states, or one million with plain rules, are explored. For larger ones, two samples are
    drawn: the less these have in common, the more states there are. Times come from rates that are measured on this
    machine with states of the game.

    Args:
        game: the rules.
        workers: the number of threads or processes, or several such numbers; one for each core by default.
        memory: the number of bytes that a solve may use, or a string such as "12GiB"; by default most of the machine's
            memory, and all that is free of a card's.
        folder: a folder on the disk that would hold the files; by default, the folder of temporary files.
        compress: whether the tables of tiers would be compressed.
        states: the number of states, if you know it.
        branching: the average number of successors of a state, if you know it.
        seconds: the approximate number of seconds that planning may take. If that cuts a sample short, the result
            depends on the machine.
        seed: the seed of the random numbers.
        device: the device to plan for as well: "cuda" for a graphics card, even if there is none here, or "auto" for
            the card that is found, if there is one.
        progress: a function called now and then during the work.

    Raises:
        InputError: an argument is invalid.
        UnsupportedError: a device is asked for, and does not take the rules of the game.
        RulesError: the game breaks a promise of the protocol.

    >>> from games.connect_four import ConnectFour
    >>> plan(ConnectFour(width=4, height=4)).states.likely
    161029
    """
    numbers = _numbers(workers)
    check_device(device)
    if not seconds > 0:
        raise InputError(f"seconds of a plan must be a number above 0; it is {seconds!r}")
    for name, count in (("states", states), ("branching", branching)):
        if count is not None and not 0 < count < TOO_LARGE:
            raise InputError(f"{name} must be above 0 and below 2^63; it is {count!r}")
    limit = Budget.of(memory).limit
    try:
        place = Path(tempfile.gettempdir() if folder is None else folder)
    except FileNotFoundError as error:
        raise InputError(
            "no folder for temporary files can be written; name the folder to plan for (folder)"
        ) from error
    if not place.is_dir():
        raise InputError(f"there is no folder {str(place)!r}")
    free = shutil.disk_usage(place).free
    name = type(game).__name__
    batch: Any = batch_of(game) if has_codes(game) else None
    if batch is not None:  # what is compiled once does not count
        start = batch.game.encode(batch.game.initial_state())
        goes_on = bool(batch.expand(np.array([start], dtype=np.int64)).counts[0])
    elif states is not None or branching is not None:
        raise InputError(f"states and branching need compiled rules, and {name} has none; leave them out")
    deadline = Deadline(time.monotonic() + seconds, progress or silent)
    measured, on_device = None, None
    tiers: tuple[PlannedTier, ...] = ()
    if batch is None:
        if is_asked_for(device):
            raise UnsupportedError(f"a device needs compiled rules, and {name} has none")
        size, tiers, *runs = _by_plain_rules(game, limit, deadline, seed)
    else:
        size = size_by_codes(batch, start, deadline.part(FOR_STATES), seed)
        if states is not None or branching is not None:
            size = _replaced(size, states, branching)
        measured = rates(batch, size.sample, place)
        if branching is not None and measured.in_degree:
            measured = attrs.evolve(measured, in_degree=branching)  # in- and out-degrees average the same
        costs = Costs(batch.rules, size, measured, limit, free, compress=compress)
        if states is None:  # a given number says nothing of tiers
            tiers = planned_tiers(batch, size)
        ways: list[Callable[[int], Run]] = [costs.in_memory, costs.in_files]
        if tiers:
            by_tiers = partial(costs.by_tiers, tiers=tiers)
            ways = [by_tiers] if has_conversions(game) else [ways[0], by_tiers, ways[1]]
        runs = [way(number) for way in ways for number in numbers]
        card = None if memory is None else limit
        on_device = device_plan(game, costs, tiers, device, card, max(numbers))
    backend = "python" if batch is None else "compiled"
    counted = size.states, size.edges, size.layers, size.how
    result = Plan(name, backend, *counted, tuple(runs), limit, free, measured, tiers, device=on_device)
    if batch is None or result.fits or not goes_on:
        return result
    left = min(max(deadline.left, LEAST_TRIAL), MOST_TRIAL)
    return attrs.evolve(result, proof=forecast(batch, start, seconds=left, progress=deadline.progress))


def _numbers(workers: int | Iterable[int] | None) -> list[int]:
    counts = os.cpu_count() or 1 if workers is None else workers
    numbers = [counts] if isinstance(counts, int) else list(counts)
    if not numbers:
        raise InputError("workers must have at least one number; it is empty")
    for number in numbers:
        if number < 1:
            raise InputError(f"each number of workers must be at least 1; one is {number!r}")
    return numbers


def _replaced(size: Size, states: int | None, branching: float | None) -> Size:
    share = branching or size.edges.usable / max(size.states.usable, 1)
    if states is not None:
        number = Estimate.exactly(states)
        size = attrs.evolve(size, states=number, places=number, layers=None, how="it was given")
    return attrs.evolve(size, edges=size.states.times(share))


def _by_plain_rules(
    game: Any, limit: int, deadline: Deadline, seed: int
) -> tuple[Size, tuple[PlannedTier, ...], Run]:
    """Return the size of a game, its tiers if it was explored, and the cost of solving it with plain rules."""
    began = time.monotonic()
    tiers: tuple[PlannedTier, ...] = ()
    exploring = deadline.part(0.4)
    try:
        arena = explore(game, max_states=MOST_BY_PLAIN_RULES, movers_view=True, progress=exploring)
        verify(solved(default_solver(), arena))
    except LimitError:
        a_state = (time.monotonic() - began) / max(exploring.most_done, 1)
        width = min(max(int(deadline.left / a_state / (3 * SHORTEST)), NARROWEST), WIDEST)
        size = sampled(
            PlainSource(game), deadline, seed, width=width, draws=MOST_DRAWS, least=exploring.most_done
        )
        seconds = size.states.times(a_state * (1 + SOLVING), TIME)
    else:
        number, edges = Estimate.exactly(len(arena)), Estimate.exactly(arena.edges)
        size = Size(number, number, edges, None, "all of them were found", np.empty(0, dtype=np.int64))
        seconds = Estimate.about(time.monotonic() - began, TIME)
        tiers = tiers_of_arena(arena)
    memory = size.states.times(BYTES_A_STATE, 2.0).plus(held())
    why_not = None
    if size.states.usable > DEFAULT_MAX_STATES:
        why_not = f"plain rules stop at {DEFAULT_MAX_STATES:,} states, unless --max-states says otherwise"
    if memory.usable > limit:
        why_not = f"{format_bytes(limit)} of memory are allowed"
    return size, tiers, Run("memory", 1, "edges", seconds, memory, NOTHING, NOTHING, why_not)
