"""`Library`: the solved games that pages show, each solved once however many pages ask for it."""

from __future__ import annotations

import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.arena import ProgressCallback
from gamekit.fingerprint import parameters_of
from gamekit.game import Game
from gamekit.named_states import check_state, solve_from
from gamekit.registry import load_game, make_solver
from gamekit.solution import Solution
from gamekit.solving import Gear
from gamekit.verification import verify
from gamekit.views.headers import header
from gamekit.web.faults import NOT_DONE, NOT_FOUND, NOT_READY, RequestError
from gamekit.web.jobs import Job, Jobs
from gamekit.web.plain_json import as_text
from gamekit.web.walks import Walks

MOST_SOLUTIONS: Final = 200
MOST_STATES: Final = 4_000_000
"""How many solutions, and how many states together, are kept when a game more is to be solved."""

LIGHTER: Final = 50
"""By how much a state takes less memory in the compiled gear: some 10 bytes, and 500 by plain rules."""

VERIFIED_UP_TO: Final = 5_000_000
"""States; to check more takes long enough to be left to `gamekit solve`."""

SOLVED_UP_TO: Final = 2_000_000
"""States by plain rules, if --max-states does not say."""

SILENT: Final = 5
"""Seconds after which who said nothing does not count when somebody else gives up: pages ask several times a second."""

ABANDONED: Final = 150
"""Seconds after which work is given up if nobody said anything: browsers let hidden pages ask once a minute."""

UNCHECKED: Final = "not checked whether the game can come to this state"

CHECKS_AT_ONCE: Final = 1
"""How many solutions are verified or compared at a time."""


@attrs.frozen
class Settings:
    """How games are solved.

    Attributes:
        gear: as for `gamekit.solve`, and so are the others.
        max_states: in either gear.
        memory: for the compiled gear.
        threads: for the compiled gear.
    """

    gear: Gear = "auto"
    max_states: int | None = None
    memory: str | None = None
    threads: int | None = None

    @property
    def of_compiled_gear(self) -> dict[str, Any]:
        """What is for the compiled gear alone."""
        return {"memory": self.memory, "threads": self.threads}


@attrs.frozen
class Solved:
    """A solution to be shown.

    Attributes:
        solution: of the game.
        start: the state that play starts from.
        header: what a page shows of it, but for the verification.
        walks: what was played from there.
        note: what is to be said along with the verification.
    """

    solution: Solution[Any, Any]
    start: Any
    header: dict[str, Any]
    walks: Walks
    note: str | None = None

    @cached_property
    def figures(self) -> dict[str, Any]:
        """All states together."""
        from gamekit.views.figures import figures

        return figures(self.solution)


@attrs.define(eq=False)
class Entry:
    """A game that was asked for, solved or not yet.

    Attributes:
        id: made from the game, its parameters and the start.
        game: the rules.
        name: what the game is registered as.
        solving: the job; its result is a `Solved`.
        tickets: of those who wait for it, with when they were last heard of.
        lock: to be held by who begins a job.
        verifying: the job that checks it; its result is a sentence.
        comparing: the job that holds the solvers against each other, if that was asked for.
        verified: what is known of that without a job.
    """

    id: str
    game: Game[Any, Any]
    name: str
    solving: Job
    tickets: dict[str, float] = attrs.field(factory=dict)
    lock: threading.Lock = attrs.field(factory=threading.Lock)
    verifying: Job | None = None
    comparing: Job | None = None
    verified: str | None = None

    @property
    def solved(self) -> Solved:
        """The solution.

        Raises:
            RequestError: it is not there.
        """
        job = self.solving
        if job.status == "done":
            found: Solved = job.result
            return found
        if job.fault is not None:
            raise RequestError(NOT_DONE, job.fault.error, job.fault.field)
        if job.status == "cancelled":
            raise RequestError(NOT_READY, "solving this game was cancelled")
        raise RequestError(NOT_READY, "this game is still being solved")

    @property
    def weight(self) -> int:
        """The memory that it takes, in states by plain rules."""
        if self.solving.status != "done":
            return 0
        solution = self.solving.result.solution
        return len(solution) // (LIGHTER if solution.gear == "compiled" else 1)

    def cancel(self) -> None:
        """Give up all that is being done for it."""
        for job in (self.solving, self.verifying, self.comparing):
            if job is not None:
                job.cancel()

    @property
    def report(self) -> dict[str, Any]:
        """Where it stands, as a page is told."""
        job = self.solving
        status = {"waiting": "solving", "running": "solving", "done": "ready"}.get(job.status, job.status)
        report: dict[str, Any] = {"status": status, **progress_of(job)}
        if status == "ready":
            note, verified = job.result.note, self._verification
            if note is not None and verified is not None:
                verified = f"{verified}; {note}"
            report["header"] = {"id": self.id, **job.result.header, "verified": verified}
        return report

    @property
    def _verification(self) -> str | None:
        if self.verifying is None or self.verifying.is_open:
            return self.verified
        if self.verifying.status == "done":
            told: str = self.verifying.result
            return told
        fault = self.verifying.fault
        return f"not verified: {fault.error if fault else 'given up'}"


def progress_of(job: Job) -> dict[str, Any]:
    """Return how far a job is, or why it failed, as a page is told."""
    why = {} if job.fault is None else job.fault.content
    return {"phase": job.phase, "done": job.done, "total": job.total, **why}


class Library:
    """Solutions by their ids. Those least recently asked for are forgotten, but none while it is being solved.

    Attributes:
        settings: how games are solved.
        jobs: what solves them.
        checks: what verifies and compares, so that solving need not wait for that.
    """

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin with no solutions.

        Args:
            settings: how games are solved.
            clock: seconds since some time.
        """
        self.settings = settings
        self.jobs = Jobs()
        self.checks = Jobs(CHECKS_AT_ONCE)
        self._clock = clock
        self._entries: dict[str, Entry] = {}  # the one asked for last at the end
        self._kept: set[str] = set()
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
        id = _id_of(name, game, start)
        ticket = secrets.token_hex(8)
        with self._lock:
            self._give_up_abandoned()
            entry = self._entries.get(id)
            if entry is None or entry.solving.status in ("failed", "cancelled"):
                self._make_room()
                entry = self._begin(id, name, game, start)
            if entry.solving.is_open:
                entry.tickets[ticket] = self._clock()
            self._put(entry)
        return entry, ticket

    def add(self, solution: Solution[Any, Any], start: Any, name: str, verified: str | None) -> Entry:
        """Return what was solved before, to be kept for good."""
        shown = _shown(solution, start, name)
        job = Job(lambda _: shown, type(solution.game))
        job.run()
        entry = Entry(_id_of(name, solution.game, shown.header["start"]), solution.game, name, job)
        entry.verified = verified
        with self._lock:
            self._kept.add(entry.id)
            self._put(entry)
        return entry

    def entry(self, id: str) -> Entry:
        """Return the entry with this id.

        Raises:
            RequestError: there is none.
        """
        with self._lock:
            entry = self._entries.get(id)
            if entry is None:
                raise RequestError(NOT_FOUND, "this solution is not here, or no more; open the game again")
            self._put(entry)
            return entry

    def heard(self, id: str, ticket: str | None) -> Entry:
        """Return an entry, having noted that somebody waits for it still.

        Raises:
            RequestError: there is no such entry.
        """
        entry = self.entry(id)
        with self._lock:
            if ticket in entry.tickets:
                entry.tickets[ticket] = self._clock()
        return entry

    def give_up(self, id: str, ticket: str) -> Entry:
        """Return an entry for which one fewer waits; if nobody does any more, the work is given up.

        Raises:
            RequestError: there is no such entry.
        """
        entry = self.entry(id)
        with self._lock:
            if ticket in entry.tickets:
                del entry.tickets[ticket]
                self._give_up_if_silent(entry, SILENT)
        return entry

    def close(self) -> None:
        """Give up all work."""
        with self._lock:
            for entry in self._entries.values():
                entry.cancel()

    def _begin(self, id: str, name: str, game: Game[Any, Any], start: str | None) -> Entry:
        def work(progress: ProgressCallback) -> Solved:
            def noticing(phase: str, done: int, total: int | None) -> None:
                with self._lock:
                    self._give_up_if_silent(entry, ABANDONED)
                progress(phase, done, total)

            settings = self.settings
            found = solve_from(
                game,
                start,
                make_solver("retrograde"),
                gear=settings.gear,
                max_states=settings.max_states,
                most_by_plain_rules=SOLVED_UP_TO,
                progress=noticing,
                **settings.of_compiled_gear,
            )
            shown = _shown(found.solution, found.state, name, None if found.checked else UNCHECKED)
            self._verify(entry, shown.solution)
            return shown

        entry = Entry(id, game, name, Job(work, type(game)))
        self.jobs.submit(entry.solving)
        return entry

    def _verify(self, entry: Entry, solution: Solution[Any, Any]) -> None:
        """Have a solution checked once those before it are."""
        if len(solution) > VERIFIED_UP_TO:
            entry.verified = f"not verified: {len(solution):,} states are too many to check at once"
            return

        def work(progress: ProgressCallback) -> str:
            threads = self.settings.threads
            return str(verify(solution, threads=threads, progress=progress)).removeprefix("verified: ")

        job = Job(work, type(entry.game))
        try:
            self.checks.submit(job)
        except RequestError:
            entry.verified = "not verified: too many others wait to be"
        else:
            entry.verifying = job

    def _give_up_abandoned(self) -> None:
        """Give up what nobody asks after; what tells of its progress would notice itself, but rules may hang."""
        for entry in self._entries.values():
            self._give_up_if_silent(entry, ABANDONED)

    def _give_up_if_silent(self, entry: Entry, longest: float) -> None:
        """Give up solving a game if all who waited for it were silent for so many seconds."""
        if entry.solving.is_open:
            since = self._clock() - longest
            entry.tickets = {ticket: last for ticket, last in entry.tickets.items() if last >= since}
            if not entry.tickets:
                entry.cancel()

    def _put(self, entry: Entry) -> None:
        """Note that an entry is the one asked for last."""
        self._entries.pop(entry.id, None)
        self._entries[entry.id] = entry

    def _make_room(self) -> None:
        """Forget solutions if there are too many, those first that were not asked for the longest."""
        idle = [entry for entry in self._entries.values() if self._may_be_forgotten(entry)]
        while len(idle) > MOST_SOLUTIONS or (idle and sum(entry.weight for entry in idle) > MOST_STATES):
            entry = idle.pop(0)
            del self._entries[entry.id]
            entry.cancel()

    def _may_be_forgotten(self, entry: Entry) -> bool:
        return not entry.solving.is_open and entry.id not in self._kept


def _named(game: Game[Any, Any], start: str | None) -> str | None:
    """Return a start as it is told apart from others: the initial state is the same named or not."""
    return None if start == game.format_state(game.initial_state()) else start


def _id_of(name: str, game: Game[Any, Any], start: str | None) -> str:
    told = json.dumps([name, parameters_of(game), _named(game, start)], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:20]


def _shown(solution: Solution[Any, Any], start: Any, name: str, note: str | None = None) -> Solved:
    start = solution.start if start is None else start
    told: dict[str, Any] = json.loads(as_text(header(solution, start=start, name=name)))
    return Solved(solution, start, told, Walks(solution, start, name), note)
