"""`Entry`: a game that a page has opened, its process, and the jobs about it."""

from __future__ import annotations

from typing import Any, cast

import attrs

from gamekit.web.server.faults import RequestError
from gamekit.web.server.jobs import Job, WorkerThreads
from gamekit.web.server.messages import Bound, Overview
from gamekit.web.server.processes import GameProcess


@attrs.define(eq=False)
class Entry:
    """A requested game, solved or not yet.

    Attributes:
        id: the id, made from the game, its parameters and the start.
        process: the process that runs the rules.
        opener: the method of `Keeper` that opens the game in a process, and its arguments.
        solving: the job that solves the game; its result is the `Overview` of what is shown.
        answering: the bound on the time of an answer.
        tickets: the tickets of the pages that wait for the entry, with the time of the last request of each.
        verifying: the job that checks the solution; its result is a sentence.
        comparing: the job that compares the solvers, if it was requested.
        verified: the result of a check that takes no job.
        is_permanent: whether the entry is never forgotten.
        waiting: the threads that wait for answers.
    """

    id: str
    process: GameProcess
    opener: tuple[Any, ...]
    solving: Job
    answering: Bound
    tickets: dict[str, float] = attrs.field(factory=dict)
    verifying: Job | None = None
    comparing: Job | None = None
    verified: str | None = None
    is_permanent: bool = False
    waiting: WorkerThreads = attrs.field(factory=WorkerThreads)

    @property
    def is_of_proof(self) -> bool:
        """Whether the entry is that of a certificate."""
        return bool(self.opener[0] == "open_proof")

    @property
    def shown(self) -> Overview:
        """The overview of the solution or the proof.

        Raises:
            RequestError: the game is not solved.
        """
        job = self.solving
        if job.status == "done":
            return cast(Overview, job.result)
        if job.fault is not None:
            raise RequestError(422, job.fault.error, job.fault.field)
        if job.status == "cancelled":
            raise RequestError(409, "solving this game was cancelled")
        raise RequestError(409, "this game is still being solved")

    def ask(self, method: str, *arguments: Any) -> Any:
        """Return the result of a method of `Keeper`.

        Raises:
            RequestError: the game is not solved, or the method fails.
        """
        _ = self.shown
        return self.process.ask(self.answering, method, *arguments)

    @property
    def weight(self) -> int:
        """The approximate number of bytes of memory that the game takes; 0 until it is solved."""
        if self.solving.status != "done":
            return 0
        return int(self.solving.result.weight)

    def cancel(self) -> None:
        """Cancel all jobs of the entry, and end its process."""
        for job in (self.solving, self.verifying, self.comparing):
            if job is not None:
                job.cancel()
        self.process.kill()

    @property
    def report(self) -> dict[str, Any]:
        """The status of the entry for a page, and once the game is solved, its header."""
        report = progress_of(self.solving, "solving")
        if report["status"] == "ready":
            shown = self.shown
            verified = shown.verified or self._verification
            is_verified = shown.verified is not None or (
                self.verifying is not None and self.verifying.status == "done"
            )
            if shown.note is not None and verified is not None:
                verified = f"{verified}; {shown.note}"
            report["header"] = {
                "id": self.id,
                **shown.header,
                "verified": verified,
                "is_verified": is_verified,
            }
        return report

    @property
    def comparison_report(self) -> dict[str, Any]:
        """The status of the comparison, and its result once there is one, for a page.

        Raises:
            RequestError: no comparison was begun.
        """
        job = self.comparing
        if job is None:
            raise RequestError(404, "no comparison of this game was begun")
        if job.status == "done":
            return {"status": "ready", "comparison": job.result}
        return progress_of(job, "comparing")

    @property
    def _verification(self) -> str | None:
        job = self.verifying
        if job is None or job.is_open:
            return self.verified
        if job.status == "done":
            return str(job.result)
        return f"not verified: {job.fault.error if job.fault else 'given up'}"


def progress_of(job: Job, while_open: str) -> dict[str, Any]:
    """Return the status of a job, for a page: `while_open` until it ends, its progress, and why it failed."""
    status = {"waiting": while_open, "running": while_open, "done": "ready"}.get(job.status, job.status)
    why = {} if job.fault is None else job.fault.content
    return {"status": status, "phase": job.phase, "done": job.done, "total": job.total, **why}
