"""`plan`: from a game to what it would take to solve it, in one call."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.arena import ProgressCallback
from gamekit.engine.batch import batch_of
from gamekit.engine.memory import Budget
from gamekit.engine.work import silent
from gamekit.errors import InputError
from gamekit.game import Game
from gamekit.planning.costs import Costs, Run
from gamekit.planning.deadline import Deadline
from gamekit.planning.figures import Figure
from gamekit.planning.plain import size_and_run
from gamekit.planning.rates import Rates, rates
from gamekit.planning.states import Size, size_by_codes
from gamekit.solving import has_codes

FOR_STATES: Final = 0.7
"""Which share of the time goes into counting states; the rest is for measuring rates."""


@attrs.frozen
class Plan:
    """What it takes to solve a game.

    Attributes:
        game: the name of its class.
        gear: by which rules, "compiled" or "python".
        states: how many states there are.
        edges: how many edges.
        layers: how many rounds it takes to explore; None where nothing is explored, or it is not known.
        how: how the number of states is known.
        runs: what it takes, one way after the other.
        limit: how many bytes of memory may be taken.
        free: how many bytes are free on the disk.
        rates: what was measured; None for plain rules.
    """

    game: str
    gear: str
    states: Figure
    edges: Figure
    layers: int | None
    how: str
    runs: tuple[Run, ...]
    limit: int
    free: int
    rates: Rates | None


def plan(
    game: Game[Any, Any],
    *,
    workers: int | Iterable[int] | None = None,
    memory: int | str | None = None,
    folder: str | os.PathLike[str] | None = None,
    states: int | None = None,
    branching: float | None = None,
    seconds: float = 20.0,
    seed: int = 0,
    progress: ProgressCallback | None = None,
) -> Plan:
    """Say how many states a game has, and what it would take to solve it, without solving it.

    Games of up to two million states are explored; of larger ones two samples are drawn, and the less these have in
    common, the more states there are. Times come from rates that are measured on this machine with states of the game.

    Args:
        game: the rules.
        workers: how many threads or processes, or several such numbers; one for each core by default.
        memory: how many bytes may be taken, or a text such as "12GiB"; most of the machine's by default.
        folder: a folder on the disk that files would go to; that of temporary files by default.
        states: how many states there are, where that is known better.
        branching: how many successors a state has on average, likewise.
        seconds: about how long planning may take. A sample that is cut short by it depends on the machine.
        seed: of the random numbers.
        progress: told about the work.

    Raises:
        InputError: a number makes no sense.
        RulesError: the game breaks a promise of the protocol.

    >>> from games.connect_four import ConnectFour
    >>> plan(ConnectFour(width=4, height=4)).states.likely
    161029
    """
    numbers = _numbers(workers)
    if not seconds > 0:
        raise InputError(f"planning takes a number of seconds above 0; it is {seconds!r}")
    for name, given in (("states", states), ("branching", branching)):
        if given is not None and not given > 0:
            raise InputError(f"{name} must be above 0; it is {given!r}")
    limit = Budget.of(memory).limit
    place = Path(tempfile.gettempdir() if folder is None else folder)
    if not place.is_dir():
        raise InputError(f"there is no folder {str(place)!r}")
    free = shutil.disk_usage(place).free
    deadline = Deadline(time.monotonic() + seconds, progress or silent)
    name = type(game).__name__
    if not has_codes(game):
        if states is not None or branching is not None:
            raise InputError(f"{name} has no compiled rules, to which known numbers of states could be put")
        size, run = size_and_run(game, limit, deadline.part(FOR_STATES), seed)
        return Plan(name, "python", size.states, size.edges, size.layers, size.how, (run,), limit, free, None)
    batch: Any = batch_of(game)
    start = batch.game.encode(batch.game.initial_state())
    size = size_by_codes(batch, start, deadline.part(FOR_STATES), seed)
    if states is not None or branching is not None:
        size = _replaced(size, states, branching)
    measured = rates(batch, size.sample, place)
    if branching is not None and measured.told:
        measured = attrs.evolve(measured, told=branching)  # as many ways in as ways on
    costs = Costs(batch.rules, size, measured, limit, free)
    runs = [way(number) for way in (costs.in_memory, costs.in_files) for number in numbers]
    return Plan(
        name, "compiled", size.states, size.edges, size.layers, size.how, tuple(runs), limit, free, measured
    )


def _numbers(workers: int | Iterable[int] | None) -> list[int]:
    given = os.cpu_count() or 1 if workers is None else workers
    numbers = [given] if isinstance(given, int) else list(given)
    if not numbers:
        raise InputError("workers: at least one number of them is needed")
    for number in numbers:
        if number < 1:
            raise InputError(f"workers must be at least 1; there are {number!r}")
    return numbers


def _replaced(size: Size, states: int | None, branching: float | None) -> Size:
    """Return a size with what is known better."""
    share = size.edges.usable / max(size.states.usable, 1) if branching is None else branching
    number = size.states if states is None else Figure.exactly(states)
    layers = size.layers if states is None else None
    how = size.how if states is None else "it was given"
    places = size.places if states is None else number
    return attrs.evolve(size, states=number, places=places, edges=number.times(share), layers=layers, how=how)
