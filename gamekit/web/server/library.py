"""`Library`: the solved games that pages show, each solved once for all pages."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final, cast

import attrs

from gamekit.analysis.verification.verify import verify
from gamekit.arena import DEFAULT_MAX_STATES
from gamekit.game.fingerprint import parameters_of
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game
from gamekit.game.registry import load_game
from gamekit.solution.solution import Solution
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve_from_text import check_state, solve_from_text
from gamekit.web.server.faults import RequestError
from gamekit.web.server.jobs import Job, Jobs
from gamekit.web.server.shown import Shown, ShownProof, ShownSolution

if TYPE_CHECKING:
    from gamekit.solvers.proof.proof import Proof

SILENT: Final = 5
"""Seconds without a request after which a page does not count when another gives up: pages send several a second."""

ABANDONED: Final = 150
"""Seconds without a request after which work is cancelled: browsers let hidden pages ask once a minute."""

UNCHECKED: Final = "not checked whether the game can come to this state"

PROOF: Final = "proof-"
"""What the id of a proof begins with, so that it is not that of the solution of the same game."""

CHECKS_AT_ONCE: Final = 1
"""How many solutions are verified or compared at a time."""


@attrs.frozen
class Limits:
    """How much a library solves, verifies and keeps.

    Attributes:
        solutions: how many solutions are kept when another game is solved.
        memory: how many bytes of memory they take together, roughly.
        plain_states: how many states plain rules solve, without --max-states.
        verified_states: how many states a solution has that is verified; more take so long that `gamekit solve` is left
            to verify them.
    """

    solutions: int = 200
    memory: int = 2_000_000_000
    plain_states: int = DEFAULT_MAX_STATES
    verified_states: int = 5_000_000


DEFAULTS: Final = Limits()


@attrs.define(eq=False)
class Entry:
    """A requested game, solved or not yet.

    Attributes:
        id: made from the game, its parameters and the start.
        game: the rules.
        solving: the job; its result is what is `Shown`.
        tickets: of the pages that wait for it, with the time of the last request of each.
        verifying: the job that checks it; its result is a sentence.
        comparing: the job that compares the solvers, if it was requested.
        verified: the result of a check that takes no job.
        is_permanent: whether it is never forgotten.
    """

    id: str
    game: Game[Any, Any]
    solving: Job
    tickets: dict[str, float] = attrs.field(factory=dict)
    verifying: Job | None = None
    comparing: Job | None = None
    verified: str | None = None
    is_permanent: bool = False

    @property
    def shown(self) -> Shown:
        """The solution, or the proof.

        Raises:
            RequestError: it is not there.
        """
        job = self.solving
        if job.status == "done":
            return cast(Shown, job.result)
        if job.fault is not None:
            raise RequestError(422, job.fault.error, job.fault.field)
        if job.status == "cancelled":
            raise RequestError(409, "solving this game was cancelled")
        raise RequestError(409, "this game is still being solved")

    @property
    def solved(self) -> ShownSolution:
        """The solution.

        Raises:
            RequestError: it is not there, or it is a proof.
        """
        shown = self.shown
        if isinstance(shown, ShownProof):
            raise RequestError(
                422, "a proof knows bounds of some states only; gamekit.solve finds the values of all"
            )
        return shown

    @property
    def weight(self) -> int:
        """Roughly the bytes of memory that it takes."""
        if self.solving.status != "done":
            return 0
        return int(self.solving.result.weight)

    def cancel(self) -> None:
        """Cancel all its jobs."""
        for job in (self.solving, self.verifying, self.comparing):
            if job is not None:
                job.cancel()

    @property
    def report(self) -> dict[str, Any]:
        """The status, for a page."""
        report = progress_of(self.solving, "solving")
        if report["status"] == "ready":
            shown, verified = self.solving.result, self._verification
            if shown.note is not None and verified is not None:
                verified = f"{verified}; {shown.note}"
            report["header"] = {"id": self.id, **shown.header, "verified": verified}
        return report

    @property
    def comparison_report(self) -> dict[str, Any]:
        """The status of the comparison, and its result once there is one, for a page.

        Raises:
            RequestError: none was begun.
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


class Library:
    """Solutions by their ids. The least recently used are forgotten, but none while it is being solved.

    Attributes:
        options: how games are solved.
        limits: how many, and how large ones.
        jobs: the jobs that solve them.
        checks: the jobs that verify and compare, so that solving need not wait for them.
    """

    def __init__(
        self,
        options: SolveOptions,
        limits: Limits = DEFAULTS,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with no solutions.

        Args:
            options: how games are solved.
            limits: how many, and how large ones.
            clock: seconds since some time.
        """
        self.options = attrs.evolve(options, max_plain_states=limits.plain_states)
        self.limits = limits
        self.jobs = Jobs()
        self.checks = Jobs(CHECKS_AT_ONCE)
        self._clock = clock
        self._entries: dict[str, Entry] = {}  # in the order of their last use
        self._lock = threading.Lock()

    def open(self, name: str, parameters: Any, start: str | None = None) -> tuple[Entry, str]:
        """Return a game that is solved or will be, and a ticket for giving it up.

        Args:
            name: what the game is registered as.
            parameters: as JSON gives them; the game's own example by default.
            start: the state that play starts from, as text; the initial one by default.

        Raises:
            GamekitError: there is no such game, or not with such parameters, or it reads no state in the start.
            RequestError: too many games wait to be solved.
        """
        game = load_game(name, parameters)
        start = _named(game, start)
        if start is not None:
            check_state(game, start)
        id, ticket = _id_of(name, game, start), secrets.token_hex(8)
        with self._lock:
            for other in self._entries.values():  # an abandoned job may not notice: rules may hang
                self._give_up_if_silent(other, ABANDONED)
            entry = self._entries.get(id)
            if entry is None or entry.solving.status in ("failed", "cancelled"):
                self._make_room()
                entry = self._begin(id, name, game, start)
            if entry.solving.is_open:
                entry.tickets[ticket] = self._clock()
            self._put(entry)
        return entry, ticket

    def add(self, solution: Solution[Any, Any], name: str, verified: str | None) -> Entry:
        """Return an entry for a solution that exists already; it is never forgotten."""
        shown = ShownSolution.of(solution, name)
        id = _id_of(name, solution.game, shown.header["start"])
        job = Job(lambda _: shown, type(solution.game))
        job.run()
        entry = Entry(id, solution.game, job, verified=verified, is_permanent=True)
        with self._lock:
            self._put(entry)
        return entry

    def add_proof(self, proof: Proof[Any, Any], name: str) -> Entry:
        """Return an entry for a proof, which is shown once its certificate is checked; it is never forgotten."""
        from gamekit.analysis.verification.certificate_check import check_certificate

        def work(progress: ProgressCallback) -> ShownProof:
            threads = self.options.threads
            report = check_certificate(proof.certificate(), threads=threads, progress=progress)
            if not report.ok:
                raise RequestError(422, f"the certificate is {report}")
            entry.verified = str(report).removeprefix("verified: ")
            return ShownProof.of(proof, name)

        id = f"{PROOF}{_id_of(name, proof.game, proof.game.format_state(proof.state))}"
        entry = Entry(id, proof.game, Job(work, type(proof.game)), is_permanent=True)
        with self._lock:
            self._put(entry)
        self.jobs.submit(entry.solving)
        return entry

    def entry(self, id: str, ticket: str | None = None) -> Entry:
        """Return the entry with this id, having noted that the page with this ticket still waits for it.

        Raises:
            RequestError: there is none.
        """
        with self._lock:
            entry = self._entries.get(id)
            if entry is None:
                raise RequestError(404, "this solution is not here, or no longer; open the game again")
            self._put(entry)
            if ticket in entry.tickets:
                entry.tickets[ticket] = self._clock()
            return entry

    def give_up(self, id: str, ticket: str) -> Entry:
        """Return an entry without this ticket; if no page waits for it any more, its work is cancelled.

        Raises:
            RequestError: there is no such entry.
        """
        entry = self.entry(id)
        with self._lock:
            if ticket in entry.tickets:
                del entry.tickets[ticket]
                self._give_up_if_silent(entry, SILENT)
        return entry

    def compare(self, entry: Entry) -> dict[str, Any]:
        """Begin to compare the solvers on a game that is solved, unless that was done; return the report.

        Raises:
            RequestError: the game is not solved, or too many wait to be compared.
        """
        solution = entry.solved.solution

        def work(progress: ProgressCallback) -> dict[str, Any]:
            from gamekit.analysis.comparison.compare import compare_with  # which loads Numba
            from gamekit.web.views.comparison import comparison_view

            options = attrs.evolve(self.options, start=solution.start, progress=progress)
            return comparison_view(compare_with(entry.game, options))

        with self._lock:
            if entry.comparing is None or entry.comparing.status in ("failed", "cancelled"):
                entry.comparing = self.checks.submit(Job(work, type(entry.game)))
        return entry.comparison_report

    def close(self) -> None:
        """Cancel all work."""
        with self._lock:
            for entry in self._entries.values():
                entry.cancel()

    def _begin(self, id: str, name: str, game: Game[Any, Any], start: str | None) -> Entry:
        def work(progress: ProgressCallback) -> ShownSolution:
            def noticing(phase: str, done: int, total: int | None) -> None:
                with self._lock:
                    self._give_up_if_silent(entry, ABANDONED)
                progress(phase, done, total)

            solution, is_checked = solve_from_text(game, start, attrs.evolve(self.options, progress=noticing))
            shown = ShownSolution.of(solution, name, None if is_checked else UNCHECKED)
            self._verify(entry, solution)
            return shown

        entry = Entry(id, game, Job(work, type(game)))
        self.jobs.submit(entry.solving)
        return entry

    def _verify(self, entry: Entry, solution: Solution[Any, Any]) -> None:
        """Queue a solution to be checked."""
        if len(solution) > self.limits.verified_states:
            entry.verified = f"not verified: {len(solution):,} states are too many to check at once"
            return

        def work(progress: ProgressCallback) -> str:
            threads = self.options.threads
            return str(verify(solution, threads=threads, progress=progress)).removeprefix("verified: ")

        try:
            entry.verifying = self.checks.submit(Job(work, type(entry.game)))
        except RequestError:
            entry.verified = "not verified: too many others wait to be"

    def _give_up_if_silent(self, entry: Entry, longest: float) -> None:
        """Cancel the work on a game if all pages that wait for it have been silent for `longest` seconds."""
        if entry.solving.is_open and not entry.is_permanent:
            since = self._clock() - longest
            entry.tickets = {ticket: last for ticket, last in entry.tickets.items() if last >= since}
            if not entry.tickets:
                entry.cancel()

    def _put(self, entry: Entry) -> None:
        """Make an entry the one used last."""
        self._entries.pop(entry.id, None)
        self._entries[entry.id] = entry

    def _make_room(self) -> None:
        """Forget the least recently used solutions while there are too many."""
        entries = self._entries.values()
        idle = [entry for entry in entries if not entry.solving.is_open and not entry.is_permanent]
        most, memory = self.limits.solutions, self.limits.memory
        while len(idle) > most or (idle and sum(entry.weight for entry in idle) > memory):
            entry = idle.pop(0)
            del self._entries[entry.id]
            entry.cancel()


def _named(game: Game[Any, Any], start: str | None) -> str | None:
    """Return a start for an id: None for the initial state, whether it is named or not."""
    return None if start == game.format_state(game.initial_state()) else start


def _id_of(name: str, game: Game[Any, Any], start: str | None) -> str:
    text = json.dumps([name, parameters_of(game), _named(game, start)], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]
