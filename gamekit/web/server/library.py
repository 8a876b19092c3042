"""`Library`: the solved games that pages show, each solved once for all pages."""

from __future__ import annotations

import secrets
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.engine.runtime.memory_budget import Budget, of_the_machine
from gamekit.game.limits import DEFAULT_MAX_STATES
from gamekit.game.progress import ProgressCallback
from gamekit.solvers.options import SolveOptions
from gamekit.web.server.entries import Entry
from gamekit.web.server.faults import RequestError
from gamekit.web.server.jobs import AT_ONCE, Job, Jobs
from gamekit.web.server.messages import NOT_SOLVED_WHOLE, Bound, Overview
from gamekit.web.server.processes import GameProcess, Start, start_process

SILENT: Final = 5
"""The number of seconds without a request after which a page no longer counts when another page gives up; pages send
several requests a second."""

ABANDONED: Final = 150
"""The number of seconds without a request after which work is cancelled; hidden pages ask only once a minute."""

PLANNED: Final = 0.9
"""The share of its memory that a process plans with."""

FOUND_BY_SEARCH: Final = "each value is searched for, and not verified"
"""The sentence about a game that is too large to be solved whole."""

CHECKS_AT_ONCE: Final = 1
"""The number of solutions that are verified or compared at a time."""

MEMORY_SHARE: Final = 0.9
"""The share of the machine's memory that all processes at work may take; the compiled backend plans with less."""


@attrs.frozen
class Limits:
    """The limits of a library on solves, checks, memory and time.

    Attributes:
        solutions: the largest number of solutions that are kept when another game is solved.
        memory: the number of bytes of memory that these solutions take together, roughly.
        plain_states: the largest number of states that plain rules solve, without --max-states.
        verified_states: the largest number of states of a solution that is verified; larger ones take so
            long that verifying them is left to `gamekit solve`.
        process_memory: the bytes of memory that a process may take, unless the options of the library plan with more.
        opening: the number of seconds in which to make a game from its parameters.
        working: the number of seconds in which to solve, to verify or to compare.
        answering: the number of seconds in which to answer a question of a page.
    """

    solutions: int = 50
    memory: int = attrs.field(factory=lambda: min(2_000_000_000, of_the_machine() // 10))
    plain_states: int = DEFAULT_MAX_STATES
    verified_states: int = 5_000_000
    process_memory: int = attrs.field(
        factory=lambda: int(MEMORY_SHARE * of_the_machine()) // (AT_ONCE + CHECKS_AT_ONCE)
    )
    opening: float = 15.0
    working: float = 3600.0
    answering: float = 300.0


class Library:
    """Solutions by their ids; the least recently used ones are forgotten, but none while its game is being solved.

    Each solution has a process of its own, in which the rules of its game run.

    Attributes:
        options: the options with which games are solved.
        limits: the limits on the number and the size of solutions.
        jobs: the jobs that solve games.
        checks: the jobs that verify and compare, so that solving need not wait for them.
    """

    def __init__(
        self,
        options: SolveOptions,
        limits: Limits | None = None,
        start: Start = start_process,
    ) -> None:
        """Begin with no solutions; `start` starts the process of a game."""
        self.limits = limits or Limits()
        self._memory = self.limits.process_memory
        if options.memory is not None:
            self._memory = max(self._memory, int(Budget.of(options.memory).limit / PLANNED))
        memory = int(PLANNED * self._memory) if options.memory is None else options.memory
        self.options = attrs.evolve(options, max_plain_states=self.limits.plain_states, memory=memory)
        self.jobs = Jobs()
        self.checks = Jobs(CHECKS_AT_ONCE)
        self._clock = time.monotonic
        self._start = start
        self._processes: weakref.WeakSet[GameProcess] = weakref.WeakSet()
        self._catalogue: GameProcess | None = None
        self._games: dict[str, Any] | None = None
        self._pictures: dict[str, str | None] = {}
        self._listing = threading.Lock()
        self._entries: dict[str, Entry] = {}  # in the order of their last use
        self._lock = threading.Lock()

    def prepare(self) -> GameProcess:
        """Return the process that lists the games, after starting it unless it is running."""
        with self._listing:
            if self._catalogue is None or self._catalogue.has_ended:
                self._catalogue = self._begin_process()
            return self._catalogue

    def games(self) -> dict[str, Any]:
        """Return the installed games, for a page; they are listed once."""
        if self._games is None:
            process = self.prepare()
            self._games = process.ask(Bound("listing the games", self.limits.answering), "games")
        return self._games

    def picture(self, name: str) -> str | None:
        """Return the start of an installed game as an SVG document, which is drawn once; None if it cannot be shown.

        Raises:
            RequestError: there is no such game.
        """
        if not any(game["name"] == name for game in self.games()["games"]):
            raise RequestError(404, f"there is no game {name[:60]!r}")
        if name not in self._pictures:
            self._pictures[name] = None  # where rules fail, or take too long, they are not asked again
            bound = Bound("drawing the game", self.limits.opening)
            with suppress(RequestError):
                self._pictures[name] = self.prepare().ask(bound, "picture", name)
        return self._pictures[name]

    def read(self, name: str, text: str, parameters: Any, start: str | None = None) -> dict[str, Any]:
        """Return what a text says about a game, where `parameters` are those that it does not determine.

        A play begins in the state `start`.

        Raises:
            RequestError: there is no such game, or it does not read the text.
        """
        bound = Bound("reading the text", self.limits.opening)
        process, reading = self._opened(bound, ("read", name, text, parameters, start))
        process.kill()
        return dict(reading)

    def open(self, name: str, parameters: Any, start: str | None = None) -> tuple[Entry, str]:
        """Return a game that is solved or will be, and a ticket for giving it up.

        By default, the game has the parameters of its own example, and play starts from its initial state.

        Raises:
            RequestError: there is no such game, it does not have such parameters, `start` is not a state, or too many
                games wait to be solved.
        """
        opener, ticket = ("open_game", name, parameters, start), secrets.token_hex(8)
        process, id = self._opened(Bound("making the game of these parameters", self.limits.opening), opener)
        with self._lock:
            for other in self._entries.values():
                self._give_up_if_silent(other, ABANDONED)
            entry = self._entries.get(id)
            if entry is None or entry.process.has_ended:
                try:
                    self._make_room()
                    entry = self._begin(id, process, opener)
                except BaseException:
                    process.kill()
                    raise
            else:
                process.kill()
            if entry.solving.is_open:
                entry.tickets[ticket] = self._clock()
            self._put(entry)
        return entry, ticket

    def add_game(self, name: str, parameters: Any, start: str | None) -> Entry:
        """Begin to solve a whole game, and return an entry for it, which is never given up or forgotten.

        Raises:
            RequestError: there is no such game, it does not have such parameters, or `start` is not a state.
        """
        opener = ("open_game", name, parameters, start)
        process, id = self._opened(Bound("making the game of these parameters", self.limits.opening), opener)
        with self._lock:
            entry = self._begin(id, process, opener, is_whole=True)
            entry.is_permanent = True
            self._put(entry)
        return entry

    def add_table(self, folder: Path, start: str | None, verified: str | None) -> Entry:
        """Return an entry for a table, with the result of its verification in a sentence; it is never forgotten.

        Raises:
            RequestError: the table cannot be opened.
        """
        opener = ("open_table", folder, start)
        process, report = self._opened(Bound("opening the table", self.limits.working), opener)
        job = Job(lambda _: report)
        job.run()
        return self._keep(self._entry(report.id, process, opener, job, verified=verified, is_permanent=True))

    def add_proof(self, folder: Path, leaves: tuple[Path, ...] = ()) -> Entry:
        """Return an entry for a certificate and the tables that it rests on, `leaves`; it is never forgotten.

        Its proof is shown once it is checked.

        Raises:
            RequestError: the certificate cannot be opened.
        """
        opener = ("open_proof", folder, leaves)
        bound = Bound("checking the certificate", self.limits.working)
        process, id = self._opened(bound, opener)
        job = Job(lambda progress: process.ask(bound, "check_proof", progress=progress))
        entry = self._keep(self._entry(id, process, opener, job, is_permanent=True))
        self.jobs.submit(job)
        return entry

    def entry(self, id: str, ticket: str | None = None) -> Entry:
        """Return the entry with this id, after noting that the page with this ticket still waits for it.

        Raises:
            RequestError: there is no such entry.
        """
        with self._lock:
            entry = self._entries.get(id)
            if entry is None or (entry.process.has_ended and entry.solving.status == "done"):
                raise RequestError(
                    404, "this server does not have the solution, or has it no longer; open the game again"
                )
            self._put(entry)
            if ticket in entry.tickets:
                entry.tickets[ticket] = self._clock()
            return entry

    def give_up(self, id: str, ticket: str) -> Entry:
        """Remove a ticket from an entry, cancel its work if no page waits for it any more, and return the entry.

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
        """Begin to compare the solvers on a game that is solved, unless that has begun; return the status.

        Raises:
            RequestError: the game is not solved, or too many wait to be compared.
        """
        if entry.shown.states is None:
            raise RequestError(422, NOT_SOLVED_WHOLE)

        def work(progress: ProgressCallback) -> Any:  # in a process of its own, so that it can be given up
            bound = Bound("comparing", self.limits.working)
            process, _ = self._opened(bound, entry.opener)
            try:
                return process.ask(bound, "compare", progress=progress)
            finally:
                process.kill()

        with self._lock:
            if entry.comparing is None or entry.comparing.status in ("failed", "cancelled"):
                entry.comparing = self.checks.submit(Job(work))
        return entry.comparison_report

    def close(self) -> None:
        """Cancel all work, and end all processes."""
        with self._lock:
            for entry in self._entries.values():
                entry.cancel()
            for process in self._processes:
                process.kill()

    def _begin_process(self) -> GameProcess:
        process = GameProcess(self._start, self.options, self._memory)
        with self._lock:
            self._processes.add(process)
        return process

    def _opened(self, bound: Bound, opener: tuple[Any, ...]) -> tuple[GameProcess, Any]:
        """Return a new process that has opened a game, and its answer."""
        process = self._begin_process()
        try:
            return process, process.ask(bound, *opener)
        except BaseException:
            process.kill()
            raise

    def _entry(
        self, id: str, process: GameProcess, opener: tuple[Any, ...], solving: Job, **fields: Any
    ) -> Entry:
        return Entry(id, process, opener, solving, Bound("the answer", self.limits.answering), **fields)

    def _keep(self, entry: Entry) -> Entry:
        with self._lock:
            self._put(entry)
        return entry

    def _begin(
        self, id: str, process: GameProcess, opener: tuple[Any, ...], *, is_whole: bool = False
    ) -> Entry:
        def work(progress: ProgressCallback) -> Overview:
            def noticing(phase: str, done: int, total: int | None) -> None:
                with self._lock:
                    self._give_up_if_silent(entry, ABANDONED)
                progress(phase, done, total)

            try:
                report: Overview = process.ask(bound, "solve", is_whole, progress=noticing)
            except BaseException:
                process.kill()
                raise
            self._verify(entry, report)
            return report

        bound = Bound("solving", self.limits.working)
        entry = self._entry(id, process, opener, Job(work))
        self.jobs.submit(entry.solving)
        return entry

    def _verify(self, entry: Entry, report: Overview) -> None:
        if report.states is None:
            entry.verified = FOUND_BY_SEARCH
            return
        if report.states > self.limits.verified_states:
            entry.verified = f"not verified: {report.states:,} states are too many to check at once"
            return
        bound = Bound("it", self.limits.working)
        job = Job(lambda progress: entry.process.ask(bound, "verify", progress=progress))
        try:
            entry.verifying = self.checks.submit(job)
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
