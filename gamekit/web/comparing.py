"""Holding the solvers against each other on a game that is shown."""

from __future__ import annotations

from typing import Any

from gamekit.arena import ProgressCallback
from gamekit.web.faults import NOT_FOUND, RequestError
from gamekit.web.jobs import Job
from gamekit.web.library import SOLVED_UP_TO, Entry, Library, progress_of


def compared(library: Library, entry: Entry) -> dict[str, Any]:
    """Begin the comparison of a game that is solved, unless that was done; return where it stands.

    Raises:
        RequestError: it is not solved, or too much waits to be compared.
    """
    solved, settings = entry.solved, library.settings

    def work(progress: ProgressCallback) -> dict[str, Any]:
        from gamekit.comparison import compare  # which loads Numba
        from gamekit.views.comparisons import comparison_view

        comparison = compare(
            entry.game,
            gear=settings.gear,
            start=solved.start,
            max_states=settings.max_states or SOLVED_UP_TO,
            progress=progress,
            **settings.of_compiled_gear,
        )
        return comparison_view(comparison)

    with entry.lock:
        if entry.comparing is None or entry.comparing.status in ("failed", "cancelled"):
            job = Job(work, type(entry.game))
            library.checks.submit(job)
            entry.comparing = job
    return comparison_report(entry)


def not_compared(entry: Entry) -> dict[str, Any]:
    """Give up the comparison of a game, for all who wait for it; return where it stands.

    Raises:
        RequestError: none was begun.
    """
    if entry.comparing is not None:
        entry.comparing.cancel()
    return comparison_report(entry)


def comparison_report(entry: Entry) -> dict[str, Any]:
    """Return where a comparison stands.

    Raises:
        RequestError: none was begun.
    """
    job = entry.comparing
    if job is None:
        raise RequestError(NOT_FOUND, "no comparison of this game was begun")
    if job.status == "done":
        return {"status": "ready", "comparison": job.result}
    return {"status": "comparing" if job.is_open else job.status, **progress_of(job)}
