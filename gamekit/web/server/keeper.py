"""`keep`: the rules of a game in a process of its own, which solves, verifies, compares, and answers for pages."""

from __future__ import annotations

import hashlib
import json
import resource
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import cached_property
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from gamekit.analysis.play.play import Play
from gamekit.analysis.verification.verify import verify
from gamekit.engine.runtime.memory_budget import held
from gamekit.errors import GamekitError, PluginError
from gamekit.game.fingerprint import name_of, parameters_of
from gamekit.game.parameter_schema import schema
from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game
from gamekit.game.registry import GAMES, adapted_names, game_class, load_game, registered, summary
from gamekit.game.values import Value
from gamekit.solution.solution import Solution
from gamekit.solvers.options import SolveOptions
from gamekit.solvers.solve_from_text import check_state, find_state, read_state, solve_from_text
from gamekit.web.server.faults import OUT_OF_MEMORY, Fault, RequestError, fault_of, report_error
from gamekit.web.server.messages import NOT_SOLVED_WHOLE, Bound, Overview, as_text, plain
from gamekit.web.server.play_cache import PlayCache
from gamekit.web.server.readings import read_anything
from gamekit.web.server.searching import play_by_search
from gamekit.web.views.arrangement import arrangement, palette
from gamekit.web.views.evaluation import evaluation
from gamekit.web.views.explanation import explanation
from gamekit.web.views.families import ABOUT, family_of
from gamekit.web.views.header import header, title_of
from gamekit.web.views.neighbourhood import neighbourhood
from gamekit.web.views.position import position, small_board, typical_state
from gamekit.web.views.puzzles import puzzles
from gamekit.web.views.wish import wish

if TYPE_CHECKING:
    from gamekit.analysis.play.search_play import SearchPlay
    from gamekit.solvers.proof.proof import Proof

UNCHECKED: Final = "reachability of this state was not checked"

PROOF: Final = "proof-"
"""The prefix of the id of a proof, which distinguishes it from the solution of the same game."""

FOR_PARAMETERS: Final = 1 << 29
"""The number of bytes of memory that a process may take until it has read the parameters of its game."""

BETWEEN_REPORTS: Final = 0.05  # seconds


class _UnheardError(BaseException):
    """Ends work whose progress nobody reads; like KeyboardInterrupt, it is not an error of the rules."""


@attrs.frozen
class Shown:
    """A solution that pages show; or a proof or a game to be searched, which have the values of some states only.

    Attributes:
        header: the description of the game for the page, except for the verification.
        plays: the plays from the start.
        solution: the solution of the game; None if not all values are known.
        note: a remark to show beside the verification.
    """

    header: dict[str, Any]
    plays: PlayCache
    solution: Solution[Any, Any] | None = None
    note: str | None = None

    @classmethod
    def of_solution(cls, solution: Solution[Any, Any], name: str, note: str | None = None) -> Shown:
        """Return a solution of the game that is registered under a name, ready to be shown.

        Raises:
            UnsupportedError: the solution leaves states unsolved.
        """
        plays = PlayCache(Play.begin(solution, people=(), name=name), position)
        return cls(plain(header(solution, name=name)), plays, solution, note)

    @classmethod
    def of_proof(cls, proof: Proof[Any, Any], name: str) -> Shown:
        """Return a proof about the game that is registered under a name, ready to be shown."""
        from gamekit.analysis.play.proof_play import ProofPlay
        from gamekit.web.views.proof_position import proof_header, proof_position

        everybody = range(len(proof.game.players))
        plays = PlayCache(ProofPlay.begin(proof, people=everybody), proof_position)
        return cls(plain(proof_header(proof, name)), plays)

    @classmethod
    def of_search(cls, play: SearchPlay, name: str, note: str | None = None) -> Shown:
        """Return a game that is too large to solve, registered under a name, ready to be shown."""
        from gamekit.web.views.search_position import search_header, search_position

        return cls(plain(search_header(play, name)), PlayCache(play, search_position), note=note)

    def check_files(self) -> None:
        """Check that the files of a solution are still those that were opened; a certificate was read whole.

        Raises:
            TableError: the files have changed.
        """
        if self.solution is not None:
            self.solution.store.check_files()

    @cached_property
    def statistics(self) -> str:
        """The statistics of all states of a solution, as JSON."""
        from gamekit.web.views.statistics import statistics

        assert self.solution is not None
        return as_text(statistics(self.solution))


class Keeper:
    """The game of a process: it is opened first, then solved or compared, and then asked for the contents of pages."""

    def __init__(self, options: SolveOptions, memory: int | None = None) -> None:
        """Make a keeper without a game; this process may take `memory` bytes, or any number if None."""
        self.options = options
        self.cls: type[Any] | None = None
        self._memory = memory
        self._game: Game[Any, Any]
        self._name, self._id = "", ""
        self._start: str | None = None
        self._proof: Any = None
        self._shown: Shown

    def games(self) -> dict[str, Any]:
        """Return the installed games, as pages offer them, and why others cannot be offered."""
        self._take()
        games, broken = [], []
        for name in [*registered(GAMES), *adapted_names(GAMES)]:
            try:
                games.append(plain(_offered(name)))
            except BaseException as error:  # a game that is broken must not take the others with it
                broken.append(_left_out(name, error))
        families = [{"name": name, "about": about} for name, about in ABOUT.items()]
        return {"games": games, "families": families, "broken": broken}

    def picture(self, name: str) -> str | None:
        """Return a board of what a page opens of a game as an SVG document; None if it is too much to be shown small.

        Raises:
            GamekitError: there is no such game.
        """
        self._take()
        game = load_game(name, _opening(game_class(name)))
        return small_board(game, typical_state(game))

    def read(self, name: str, text: str, parameters: Any, start: str | None = None) -> dict[str, Any]:
        """Return what a text says about a game, as `read_anything`.

        Raises:
            GamekitError: there is no such game, or it does not read the text.
        """
        self._take(FOR_PARAMETERS)
        self.cls = game_class(name)
        return read_anything(name, text, parameters, start)

    def open_game(self, name: str, parameters: Any, start: str | None) -> str:
        """Make a game, and return its id.

        Raises:
            GamekitError: there is no such game, its parameters are invalid, or `start` names no state.
        """
        self._take(FOR_PARAMETERS)
        self.cls = game_class(name)
        game = load_game(name, parameters)
        start = _named(game, start)
        if start is not None:
            check_state(game, start)
        self._name, self._game, self._start = name, game, start
        self._id = _id_of(name, game, start)
        return self._id

    def open_table(self, folder: Path, start: str | None) -> Overview:
        """Open a table, and return the overview of its solution."""
        from gamekit.tables.table import open_table

        solution: Any = open_table(folder)
        if start is not None:
            solution = solution.starting_from(find_state(solution, start))
        self._game, name = solution.game, name_of(solution.game)
        self.cls = type(self._game)
        self._shown = Shown.of_solution(solution, name)
        self._start = _named(self._game, self._shown.header["start"])
        self._id = _id_of(name, self._game, self._start)
        return self._report

    def open_proof(self, folder: Path, leaves: tuple[Path, ...]) -> str:
        """Open a certificate, and return the id of its proof."""
        from gamekit.analysis.play.proof_play import open_proof

        self._proof = proof = open_proof(folder, leaves=leaves)
        self._game, self.cls = proof.game, type(proof.game)
        text = proof.game.format_state(proof.state)
        self._id = f"{PROOF}{_id_of(name_of(proof.game), proof.game, _named(proof.game, text))}"
        return self._id

    def solve(self, is_whole: bool, *, progress: ProgressCallback) -> Overview:
        """Solve the game, or unless it is to be solved whole, search for its value if it is too large.

        Return the overview of what is shown.
        """
        self._take()
        options = attrs.evolve(self.options, progress=progress)
        play = None if is_whole else play_by_search(self._game, self._start, options)
        if play is not None:
            self._shown = Shown.of_search(play, self._name, None if self._start is None else UNCHECKED)
            return self._report
        solution, is_checked = solve_from_text(self._game, self._start, options)
        self._shown = Shown.of_solution(solution, self._name, None if is_checked else UNCHECKED)
        return self._report

    def check_proof(self, progress: ProgressCallback) -> Overview:
        """Check the certificate, and return the overview of its proof.

        Raises:
            RequestError: the certificate is wrong.
        """
        from gamekit.analysis.verification.certificate_check import check_certificate

        self._take()
        proof = self._proof
        report = check_certificate(proof.certificate(), threads=self.options.threads, progress=progress)
        if not report.ok:
            raise RequestError(422, f"the certificate is {report}")
        self._shown = Shown.of_proof(proof, name_of(proof.game))
        return attrs.evolve(self._report, verified=report.scope)

    def verify(self, progress: ProgressCallback) -> str:
        """Return the result of a check of the solution, as a sentence."""
        device = self.options.verifying_device(self._game)
        report = verify(self._solution, threads=self.options.threads, device=device, progress=progress)
        return report.scope

    def compare(self, progress: ProgressCallback) -> dict[str, Any]:
        """Return a comparison of the solvers on the game, which was opened and not solved."""
        from gamekit.analysis.comparison.compare import compare_with  # which loads Numba
        from gamekit.web.views.comparison import comparison_view

        self._take()
        start = None if self._start is None else read_state(self._game, self._start)
        options = attrs.evolve(self.options, start=start, progress=progress)
        return plain(comparison_view(compare_with(self._game, options)))

    def walk(self, moves: tuple[str, ...], first: int) -> str:
        """Return the views of the states after `first`, `first + 1`, ... and all of the moves, as JSON."""
        self._shown.check_files()
        return as_text({"views": self._shown.plays.walk(moves, first)})

    def why(self, moves: tuple[str, ...]) -> str:
        """Return the reasons for the value of the state after these moves, as JSON."""
        return as_text(explanation(self._solution, self._shown.plays.play(moves).state))

    def near(self, moves: tuple[str, ...], within: int, most: int) -> str:
        """Return the neighbourhood of the state after these moves, as JSON."""
        solution, state = self._solution, self._shown.plays.play(moves).state
        return as_text(neighbourhood(solution, state, within=within, most=most))

    def palette(self) -> str:
        """Return what can be put on the board to set up a position, as JSON."""
        return as_text(palette(self._solution.game))

    def arrangement(self, cells: tuple[int, ...] | None, text: str | None) -> str:
        """Return a position that is set up by hand, and what is wrong with it, as JSON."""
        return as_text(arrangement(self._solution, cells, text))

    def wish(self, value: Value, least: int | None, most: int | None) -> str:
        """Return a state at random among those with a value and a number of plies, as JSON."""
        return as_text(wish(self._solution, value, least, most))

    def evaluation(self, text: str | None) -> str:
        """Return the evaluation of the state that a string names, or of the start, as JSON.

        Raises:
            NoStateError: the string names no state that play can reach.
        """
        solution = self._solution
        state = solution.start if text is None else find_state(solution, text)
        return as_text(evaluation(solution, state, name=self._shown.header["game"]))

    def puzzles(self) -> str:
        """Return states that make puzzles, as JSON."""
        return as_text(puzzles(self._solution))

    def statistics(self) -> str:
        """Return the statistics of all states, as JSON."""
        _ = self._solution
        return self._shown.statistics

    @property
    def _solution(self) -> Solution[Any, Any]:
        """The solution, whose files are still those that were opened.

        Raises:
            RequestError: what is shown is no solution.
            TableError: the files have changed.
        """
        if self._shown.solution is None:
            raise RequestError(422, NOT_SOLVED_WHOLE)
        self._shown.check_files()
        return self._shown.solution

    @property
    def _report(self) -> Overview:
        shown = self._shown
        states = None if shown.solution is None else len(shown.solution)
        return Overview(self._id, shown.header, states, weight=held(), note=shown.note)

    def _take(self, memory: int | None = None) -> None:
        """Limit this process to `memory` bytes, or to all that it may take; beyond that, MemoryError is raised.

        Plain rules make states of any size, so a limit on their number does not limit their memory.
        """
        if self._memory is not None:
            _, hard = resource.getrlimit(resource.RLIMIT_DATA)
            limits = [
                limit for limit in (memory, self._memory, hard) if limit not in (None, resource.RLIM_INFINITY)
            ]
            resource.setrlimit(resource.RLIMIT_DATA, (min(limits), hard))


def keep(connection: Connection, options: SolveOptions, memory: int | None = None) -> None:
    """Answer the questions that come over a connection, each in a thread of its own, until it is closed.

    A question is its number, the name of a method of `Keeper`, the arguments, and a `Bound` if the method reports
    progress. An answer is the number, "progress", "done" or "failed", and the progress, the result or the fault.
    """
    keeper, sending = Keeper(options, memory), threading.Lock()

    def send(*message: Any) -> None:
        with sending:
            connection.send(message)

    def answer(number: int, method: str, arguments: tuple[Any, ...], bound: Bound | None) -> None:
        try:
            named = {} if bound is None else {"progress": _reporting(number, bound, send)}
            message = "done", getattr(keeper, method)(*arguments, **named)
        except _UnheardError:
            return
        except BaseException as error:  # rules can raise anything, and whoever waits must see a sentence
            message = "failed", attrs.evolve(report_error(error, keeper.cls), details=None)
            error.__traceback__ = None  # lets go of what may have filled the memory
        with suppress(OSError):  # nobody may listen any more
            try:
                send(number, *message)
            except MemoryError:
                send(number, "failed", Fault(422, OUT_OF_MEMORY))

    while True:
        try:
            question = connection.recv()
        except (EOFError, OSError, MemoryError):
            return
        try:
            threading.Thread(target=answer, args=question, daemon=True).start()
        except RuntimeError:  # there is no memory for the thread
            send(question[0], "failed", Fault(422, OUT_OF_MEMORY))


def _reporting(number: int, bound: Bound, send: Callable[..., None]) -> ProgressCallback:
    """Return a callback that sends the progress of the work with this number, and ends the work after its bound."""
    end, last = time.monotonic() + bound.seconds, 0.0

    def progress(phase: str, done: int, total: int | None) -> None:
        nonlocal last
        now = time.monotonic()
        if now > end:
            raise bound.error
        if now >= last + BETWEEN_REPORTS:
            last = now
            try:
                send(number, "progress", (phase, done, total))
            except OSError as error:
                raise _UnheardError from error

    return progress


def _named(game: Game[Any, Any], start: str | None) -> str | None:
    """Return the start as a part of a game's id: None if it is the initial state."""
    return None if start == game.format_state(game.initial_state()) else start


def _id_of(name: str, game: Game[Any, Any], start: str | None) -> str:
    text = json.dumps([name, parameters_of(game), start], sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _left_out(name: str, error: BaseException) -> str:
    why = fault_of(error).error if isinstance(error, GamekitError) else f"fails with {type(error).__name__}"
    return why if isinstance(error, PluginError) else f"{name}: {why}"  # the one names the game itself


def _opening(cls: type[Game[Any, Any]]) -> dict[str, Any]:
    """Return the parameters with which a page opens a game if it is asked for none."""
    return dict(cls.presets.get(cls.first_preset, cls.example))


def _offered(name: str) -> dict[str, Any]:
    cls = game_class(name)
    return {
        "name": name,
        "title": title_of(name),
        "description": summary(cls),
        "family": family_of(name),
        "players": list(load_game(name).players),
        "parameters": schema(cls),
        "example": dict(cls.example),
        "opening": _opening(cls),
        "notations": [{"about": notation.about, "example": notation.example} for notation in cls.notations],
    }
