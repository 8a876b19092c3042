"""Quick estimates of whether a solve fits into the memory of this machine or, with --work, on its disk."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from gamekit.cli.messages import duration, game_words, note, rounded
from gamekit.errors import Advice, LimitError, advised

if TYPE_CHECKING:
    from gamekit.analysis.planning.plan import Plan
    from gamekit.solvers.options import SolveOptions
    from gamekit.solvers.proof.forecast import Forecast

ESTIMATE_SECONDS: Final = 4.0
"""The number of seconds in which to estimate the size of a game."""

SMALL_DISK: Final = 1 << 30
"""The largest number of bytes of disk that a solve takes without a message."""

LARGE: Final = 3_000_000
"""The number of found states at which a game's memory is estimated; smaller games are solved before."""

AGAIN: Final = 4
"""The factor by which the number of states grows before a failed estimate is repeated, in twice the time."""

EXPLORING: Final = "exploring"
"""The name of the phase in which states are found."""

OPTIONS: Final = {"files": "--work", "tiers": "--tiers", "memory": "more --memory"}
"""The option of `solve` for each place that a plan considers."""

MORE: Final = Advice("plan", "says more")

Progress = Callable[[str, int, "int | None"], None]


class MemoryCheck:
    """A progress callback that estimates a game's memory when it proves large, before most of it is taken.

    It refuses the solve if not even the least estimate fits. Otherwise it prints a note: what the solve is likely to
    take, or that this does not fit.
    """

    def __init__(
        self,
        game: Any,
        options: SolveOptions,
        shown: Progress,
        *,
        large: int = LARGE,
        seconds: float = ESTIMATE_SECONDS,
    ) -> None:
        self._game, self._options, self._shown = game, options, shown
        self._large: float = large
        self._seconds = seconds

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Show the progress.

        Raises:
            LimitError: the game does not fit into the memory allowed.
        """
        self._shown(phase, done, total)
        if phase == EXPLORING and done >= self._large and total is None:
            self._large = math.inf
            if not self._estimate():
                self._large, self._seconds = AGAIN * done, 2 * self._seconds

    def _estimate(self) -> bool:
        """Estimate the memory; return whether there is nothing more to find out by a longer estimate."""
        from gamekit.analysis.planning.plan import plan
        from gamekit.device import choice
        from gamekit.engine.runtime.memory_budget import format_bytes
        from gamekit.solvers.backend_choice import has_codes

        if not has_codes(self._game):
            return True
        if self._options.may_take_card and choice.device_for(self._game, "auto", choice.LARGE) is not None:
            return True  # a card solves what is large, in memory of its own
        estimate = plan(
            self._game,
            workers=self._options.threads,
            memory=self._options.memory,
            seconds=self._seconds,
            device="cpu",
            progress=self._shown,
        )
        memory = estimate.runs[0].memory
        if (memory.likely or memory.low) <= estimate.limit:
            if memory.likely is not None:
                _announce(estimate)
            return memory.likely is not None
        states = f"{'about' if estimate.states.likely else 'at least'} {estimate.states.usable:,.0f} states"
        needed = f"{states} need {_about(memory.low, memory.likely)} of memory"
        allowed = f"{format_bytes(estimate.limit)} are allowed"
        fitting = dict.fromkeys(OPTIONS[run.place] for run in estimate.runs[1:] if run.why_not is None)
        ways = f"use {' or '.join(fitting)}" if fitting else "the states do not fit in files either"
        advice = (MORE,) if fitting else (_instead(estimate.proof), MORE)
        if memory.low > estimate.limit:
            raise LimitError(f"by a quick estimate, {needed}, and {allowed}; {ways}", advice=advice)
        note(f"gamekit: by a quick estimate, {needed}; {allowed}; {ways}; {advised(advice, game_words())}")
        return True


def _announce(estimate: Plan) -> None:
    from gamekit.engine.runtime.memory_budget import format_bytes

    run = estimate.runs[0]
    figures = [f"{rounded(estimate.states.usable)} states", f"{format_bytes(run.memory.usable)} of memory"]
    if run.seconds.likely is not None:
        figures.append(duration(run.seconds.likely))
    note(f"gamekit: by a quick estimate, this takes {', '.join(figures)}")


def _instead(proof: Forecast | None) -> Advice:
    """Return the way out if not all states fit, with an estimate if a trial gave one."""
    positions = None
    if proof is not None:
        positions = proof.positions if proof.wins is None else proof.nodes
    share = "" if positions is None else f", by some {rounded(positions)} positions if a trial is right"
    return Advice("prove", f"may decide one state{share}")


def _about(low: float, likely: float | None) -> str:
    from gamekit.engine.runtime.memory_budget import format_bytes

    return f"at least {format_bytes(low)}" + (
        "" if likely is None else f", and likely {format_bytes(likely)},"
    )


def check_disk(game: Any, work: Path, threads: int | None) -> None:
    """Print the disk space that a solve in the folder `work` needs; raise a LimitError if there cannot be enough."""
    from gamekit.analysis.planning.plan import plan
    from gamekit.engine.runtime.checkpoint import has_checkpoint
    from gamekit.engine.runtime.memory_budget import format_bytes
    from gamekit.solvers.backend_choice import has_codes

    if has_checkpoint(work) or not has_codes(game):
        return  # it is under way already, or will be refused
    there = next(folder for folder in (work.absolute(), *work.absolute().parents) if folder.is_dir())
    estimate = plan(game, workers=threads, folder=there, seconds=ESTIMATE_SECONDS, device="cpu")
    disk = estimate.runs[-1].disk
    if disk.low > estimate.free:
        raise LimitError(
            f"{work} would take at least {format_bytes(disk.low)} of disk, but only {format_bytes(estimate.free)} are "
            "free; name a folder on another disk"
        )
    if disk.likely is None:
        needed = f"at least {format_bytes(disk.low)} of disk; a quick estimate cannot say how much more"
    elif (disk.high or disk.likely) > SMALL_DISK:
        needed = f"{format_bytes(disk.low)} to {format_bytes(disk.high or disk.likely)} of disk, by a quick estimate"
    else:
        return
    note(
        f"gamekit: this takes {needed}; {format_bytes(estimate.free)} are free; {advised([MORE], game_words())}"
    )
