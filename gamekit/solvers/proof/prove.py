"""`prove`: the value of one state by search, for games too large to enumerate."""

from __future__ import annotations

import os
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from numbers import Real
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs

from gamekit.device.choice import DeviceName, check_device, is_asked_for
from gamekit.engine.runtime.locked_folder import Snapshot, check_folder, check_settings, locked
from gamekit.engine.runtime.memory_budget import Budget, of_the_machine
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.checked_values import A_PAYOFF, is_payoff
from gamekit.game.compiled import MAX_PAYOFF, is_compiled
from gamekit.game.fingerprint import Identity
from gamekit.game.parameters import show
from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, Move, State, has_conversions, states_progress
from gamekit.game.representatives import check_representatives
from gamekit.game.sentences import counted
from gamekit.game.values import Value, endless_payoff, turn_limit
from gamekit.solution.argument_checks import check_count, folder_of
from gamekit.solvers.backend_choice import check_compiled
from gamekit.solvers.options import Backend, SolveOptions
from gamekit.solvers.proof.closed_set import BYTES_A_POSITION, ClosedSets
from gamekit.solvers.proof.extraction import ClaimExtraction
from gamekit.solvers.proof.plain_search import PlainSearch
from gamekit.solvers.proof.proof import Bounds, Proof
from gamekit.solvers.proof.resumable_search import Findings, ResumableSearch
from gamekit.solvers.proof.search import MOST_PLIES, RepetitionError, Search, SearchLimits
from gamekit.tables.leaves import Leaves, batch_with, rules_with
from gamekit.tables.saving import checked_text

if TYPE_CHECKING:
    from gamekit.device.device import Device

DEFAULT_MEMORY: Final = 1 << 30
MEMORY_DIVISOR: Final = 4
"""The divisor of the machine's memory that gives the largest table by default."""

USUAL_MOVES: Final = 10
"""Typical number of moves per position. If the first position has more, fewer positions are expanded by plain rules."""

SEARCH: Final = "search.npz"
"""The file of a work folder that holds the search."""

NO_FORCED_END: Final = "no end could be forced within {}"
SET_IS_FULL: Final = ", and to show that none can ever be takes memory for more than {}"


def prove(
    game: Game[State, Move],
    state: State | None = None,
    *,
    at_least: int | None = None,
    exact: bool = False,
    memory: int | str | None = None,
    seconds: float | None = None,
    max_nodes: int | None = None,
    backend: Backend = "auto",
    threads: int | None = None,
    device: DeviceName | Device = "auto",
    work: str | os.PathLike[str] | None = None,
    leaves: Iterable[str | os.PathLike[str]] = (),
    tuning: Tuning = DEFAULTS,
    progress: ProgressCallback | None = None,
) -> Proof[State, Move]:
    """Find bounds on the value of one state by search, without enumerating the states of the game.

    Where play cannot go in circles, the bounds meet if there is enough time. Where it can, the search finds who can
    force a win within 1, 2, 3, ... plies, and also looks for a closed set of positions by which a player never gets
    less than play without end pays. Two such sets, one for each player, show that nobody can force a win.

    Args:
        game: the rules. With compiled rules, the search is about twenty times as fast.
        state: the state whose value is bounded; by default, the one in which play begins.
        at_least: decide only whether the player to move gets this payoff or more. By default, the search finds who
            wins, and then the payoff if it has met any but -1, 0 and 1; it does not rule out payoffs above all it met.
        exact: find the payoff itself, which also rules out higher ones.
        memory: the memory for the table of positions, in bytes or as a string such as "2GiB"; by default 1 GiB, or a
            quarter of the machine's memory if that is less. With less memory, positions are searched again, and the
            value is the same.
        seconds: stop after this many seconds; by default, never.
        max_nodes: stop after expanding this many positions; by default, never. Positions that the plain rules expand
            before compiled ones are loaded do not count.
        work: a folder in which the search is saved. If a limit is reached or the process is killed, the same call
            continues the search and finds the same value and, with one thread, the same certificate. By default,
            nothing is saved.
        leaves: the folders of tables of the same game or of an instance that it includes, or of tiers, some of which
            may not be solved yet. Their states count as ends: the search does not expand them, and the certificate
            rests on these tables.
        backend: "python" for the plain rules, "compiled", or "auto" for whichever is quicker.
        threads: the number of threads that search with compiled rules; by default, one for each core. A question begins
            with one, and the others join it after a million positions. The value does not depend on their number. The
            positions of the certificate do, and only with one thread are they the same from run to run.
        device: "auto" or "cpu" for this processor; a graphics card is refused.
        tuning: the sizes that determine how often the search checks its limits; tests make them small.
        progress: a function called with the number of positions expanded.

    Returns:
        A proof; if a limit was reached, `stopped` says which one, and the bounds are those so far.

    Raises:
        UnknownStateError: `state` is not a state of the game.
        RulesError: the game breaks a promise of the protocol.
        UnsupportedError: `backend` is "compiled", and the game has no compiled rules; or a table cannot be a leaf; or a
            device is asked for.
        InputError: an argument is invalid, or `work` holds something else.
        TableError: a table among the leaves is damaged.

    >>> from games.connect_four import ConnectFour
    >>> print(prove(ConnectFour(width=4, height=3)))
    TIE for red
    """
    SolveOptions(backend=backend, memory=memory, threads=threads, progress=progress)  # refuses others
    check_count("max_nodes", max_nodes)
    check_device(device)
    if is_asked_for(device):
        raise UnsupportedError(
            "a device does not search for proofs, because each position to expand depends on those before; leave out "
            "device, or solve tables with it on which the proof rests (leaves)"
        )
    if seconds is not None and not (
        isinstance(seconds, Real) and not isinstance(seconds, bool) and seconds > 0
    ):
        raise InputError(f"seconds must be a number above 0; it is {show(seconds)}")
    if at_least is not None and not is_payoff(at_least):
        raise InputError(f"at_least must be {A_PAYOFF}; it is {show(at_least)}")
    if exact and at_least is not None:
        raise InputError("give at_least or exact, not both")
    folder = None if work is None else folder_of(work)
    if folder is not None:
        check_folder(folder, SEARCH)
    room = (
        Budget.of(memory).limit
        if memory is not None
        else min(DEFAULT_MEMORY, of_the_machine() // MEMORY_DIVISOR)
    )
    rules = rules_with(game, opened := Leaves.open(leaves, game))
    origin = rules.initial_state_as_given() if state is None else state
    if state is not None:
        rules.start(origin)
    check_representatives(rules, origin)
    limits = SearchLimits(seconds, max_nodes, progress or silent, tuning=tuning)
    prover = _Prover(game, rules, origin, at_least, exact, room, limits, folder, threads, opened)
    if rules.outcome(origin) is not None:
        return prover.over()
    if backend == "compiled":
        return prover.by_compiled_rules()
    if backend == "auto" and is_compiled(game):
        if work is not None:
            return prover.by_compiled_rules(or_plain=True)
        many = max(len(rules.successors(rules.canonical(origin))), USUAL_MOVES)
        few = min(max(tuning.proof_plain * USUAL_MOVES // many, 1), max_nodes or tuning.proof_plain)
        trial = attrs.evolve(prover, limits=attrs.evolve(limits, nodes=few), is_trial=few != max_nodes)
        tried = trial.by_plain_rules()
        if tried.stopped is None or few == max_nodes:
            return tried
        return prover.by_compiled_rules(or_plain=True)
    return prover.by_plain_rules()


@attrs.frozen
class _Prover:
    """The checked arguments of `prove`."""

    game: Any
    rules: Rules[Any, Any]
    state: Any
    at_least: int | None
    exact: bool
    memory: int
    limits: SearchLimits
    work: Path | None
    threads: int | None
    leaves: Leaves | None
    is_trial: bool = False
    """Whether a limit reached while plies are counted stops the search, so that another backend may count them."""

    def over(self) -> Proof[Any, Any]:
        payoff = self.rules.outcome(self.state)
        assert payoff is not None
        mover = self.rules.mover(self.state)
        sign = 1 if mover == 0 else -1
        findings = Findings(lower=sign * payoff, upper=sign * payoff)
        return self._proof(
            findings, mover, PlainSearch(self.rules, self.memory, self.limits), self.state, None
        )

    def by_plain_rules(self) -> Proof[Any, Any]:
        search = PlainSearch(self.rules, self.memory, self.limits)
        root = self.rules.canonical(self.state)
        mover = self.rules.mover(root)
        return self._proof(self._findings(search, root, mover), mover, search, root, None)

    def by_compiled_rules(self, *, or_plain: bool = False) -> Proof[Any, Any]:
        """Return the proof found by a search with the compiled rules, or with the plain ones if they suffice.

        Raises:
            UnsupportedError: the game has no compiled rules.
        """
        check_compiled(self.game)
        self.limits.progress("compiling", 0, None)
        from gamekit.solvers.on_codes.setup import root_of
        from gamekit.solvers.proof.compiled_search import CompiledSearch

        try:
            batch = batch_with(self.game, self.leaves)
        except UnsupportedError:
            if not or_plain:
                raise
            return self.by_plain_rules()
        _, code = root_of(batch, self.state)
        search = CompiledSearch(batch, self.memory, self.limits, threads=self.threads)
        who = search.mover(code)
        return self._proof(self._findings(search, code, who), who, search, code, batch.bits)

    def _findings(self, search: Search, root: Any, who: int) -> Findings:
        """Return the bounds that a search finds on the value for the player to move."""
        endless = endless_payoff(self.game)
        findings = Findings(endless if self.rules.mover(self.state) == 0 else -endless)
        with ExitStack() as stack:
            snapshot = None
            if self.work is not None:
                stack.enter_context(locked(self.work))
                check_settings(self.work, self._settings(search.name))
                snapshot = Snapshot(self.work / SEARCH)
            findings.closed = ClosedSets(search, self.memory // BYTES_A_POSITION)
            resumable = ResumableSearch(search, findings.closed, snapshot)
            search.limits.offer = resumable.offer
            try:
                self._bounds(resumable, root, who, findings)
            except LimitError as error:
                if self.is_trial or not findings.is_answered:
                    findings.stopped = str(error)
            resumable.close()
            findings.seconds = resumable.seconds
        return findings

    def _settings(self, backend: str) -> dict[str, Any]:
        """Return the settings that must be the same for a search to be resumed."""
        identity = Identity.of(self.game, with_codes=backend == "compiled")
        return {
            "what": "a proof",
            "questions": 4,  # which are asked, in which order
            "game": identity.name,
            "backend": backend,  # by which codes and fingerprints differ
            **attrs.asdict(identity),
            "state": checked_text(self.game, self.state),
            "at_least": self.at_least,
            "exact": self.exact,
            "leaves": [] if self.leaves is None else [table.sha256 for table in self.leaves.tables],
            # what a table forgets depends on its size; plain rules forget nothing
            "memory": self.memory if backend == "compiled" else None,
        }

    def _bounds(self, search: ResumableSearch, root: Any, who: int, findings: Findings) -> None:
        limit = turn_limit(self.game)
        if limit is None:
            with suppress(RepetitionError):
                self._by_values(search, root, who, findings)
            if self._is_done(findings):
                findings.is_answered = True
                self._count_plies(search, root, who, findings)
                return
        if self.exact:
            raise UnsupportedError(
                f"{type(self.game).__name__}: play can go in circles, and then a search finds only who wins; "
                "omit exact, or ask for a payoff with at_least"
            )
        self._by_plies(search, root, who, limit, findings)

    def _by_values(self, search: ResumableSearch, root: Any, who: int, findings: Findings) -> None:
        """Find bounds if play cannot go in circles, or does not in the positions that the search reached."""
        if self.at_least is not None:
            if search.search.name == "compiled" and abs(self.at_least) > MAX_PAYOFF:
                raise InputError(
                    f"with compiled rules, at_least must be from -{MAX_PAYOFF} to {MAX_PAYOFF}; it is {self.at_least}"
                )
            findings.add(search.bound(root, who, self.at_least), self.at_least)
            return
        findings.add(search.bound(root, who, 1), 1)
        if findings.upper == 0:
            findings.add(search.bound(root, who, 0), 0)
        # MTD(f): each bound is the next guess (Plaat, Schaeffer, Pijls & de Bruin, "Best-first fixed-depth minimax
        # algorithms", 1996)
        guess, is_met = (findings.upper, False) if findings.lower is None else (findings.lower, True)
        while (self.exact or search.search.largest > 1) and findings.lower != findings.upper:
            most = MAX_PAYOFF if self.exact else search.search.largest
            if findings.lower is not None and findings.lower >= most and findings.upper is None:
                break  # whether more can be had at all is not known, as no such end was met
            assert guess is not None
            want = guess + 1 if is_met else guess
            guess = search.bound(root, who, want)
            is_met = guess >= want
            findings.add(guess, want)

    def _count_plies(self, search: ResumableSearch, root: Any, who: int, findings: Findings) -> None:
        """Count the plies of a win that was found at once, although play might have gone in circles."""
        if (
            findings.value not in (Value.WIN, Value.LOSS)
            or self.at_least is not None
            or self.leaves is not None
        ):
            return
        if states_progress(self.game) or endless_payoff(self.game) != 0 or not search.is_short():
            return
        # plain rules count, as they know which ends they meet; the search then has the plies in its own table
        counting = PlainSearch(self.rules, self.memory, self.limits)
        state = self.rules.canonical(self.state)
        mover = self.rules.mover(state)
        is_won = findings.value is Value.WIN
        player, winner = (mover, who) if is_won else (1 - mover, 1 - who)
        plies = next(n for n in range(MOST_PLIES) if counting.within(state, mover, player, 1, n))
        if counting.largest > 1:  # the loser may prefer to lose less, and sooner
            return
        if all(search.within(root, who, winner, 1, n) == (n == plies) for n in range(plies + 1)):
            findings.plies = plies

    def _by_plies(
        self, search: ResumableSearch, root: Any, who: int, limit: int | None, findings: Findings
    ) -> None:
        """Find bounds where play can go in circles.

        For each payoff, either a player can force an end, which is searched for within ever more plies, so that the
        value is on that player's side of the payoff; or the other player can avoid all such ends for ever, in a closed
        set.
        """
        endless = findings.endless
        findings.lower = findings.upper = None
        questions = [1, 0] if self.at_least is None else [self.at_least]
        fails = set()  # where no closed set is
        most = MOST_PLIES if limit is None else min(limit, MOST_PLIES)
        for plies in range(most + 1):
            for least in questions:
                if findings.decides(least) or not _is_urgent(least, questions, endless, findings):
                    continue
                player, enough = (who, least) if least > endless else (1 - who, 1 - least)
                if search.within(root, who, player, enough, plies):
                    findings.plies = plies
                    findings.add(least if player == who else least - 1, least)
                    if self._is_done(findings):
                        return
            for least in reversed(questions):
                player, enough = (1 - who, 1 - least) if least > endless else (who, least)
                if findings.decides(least) or least in fails:
                    continue
                holds = search.holds(root, who, player, enough)
                if holds:
                    findings.is_closed = True
                    findings.add(least if player == who else least - 1, least)
                elif holds is not None:
                    fails.add(least)
            if self._is_done(findings):
                return
        findings.stopped = NO_FORCED_END.format(counted(most, "ply", "plies"))
        if search.closed.is_full:
            findings.stopped += SET_IS_FULL.format(counted(search.closed.most, "position"))

    def _is_done(self, findings: Findings) -> bool:
        if self.at_least is not None:
            return not findings.is_empty
        if self.exact:
            return not findings.is_empty and findings.lower == findings.upper
        return findings.value is not None or (not findings.is_empty and findings.lower == findings.upper)

    def _proof(
        self, findings: Findings, who: int, search: Search, root: Any, bits: int | None
    ) -> Proof[Any, Any]:
        mover = self.rules.mover(self.state)
        bounds = Bounds(findings.lower, findings.upper)
        if mover != 0:
            bounds = Bounds(
                *(None if bound is None else -bound for bound in (findings.upper, findings.lower))
            )
        # where ends pay more than 1, the winner may prefer to win more, and the loser to lose less; the search counts
        # plies to the end, and not to conversions
        is_counted = self.leaves is None and search.largest <= 1 and not has_conversions(self.game)
        is_open = findings.value is Value.TIE and self.leaves is not None and self.leaves.has_endless_play
        return Proof(
            game=self.game,
            state=self.state,
            bounds_of_state=bounds,
            value=None if is_open else findings.value,
            remoteness=findings.plies if is_counted and findings.value is not Value.TIE else None,
            stopped=findings.stopped,
            backend=search.name,
            nodes=search.nodes + (0 if findings.closed is None else findings.closed.looked),
            seconds=findings.seconds,
            extract=ClaimExtraction(
                self.rules, self.state, search, root, who, mover, bits, findings, self.work
            ),
            bits=bits,
            leaves=self.leaves,
        )


def _is_urgent(least: int, questions: list[int], endless: int, findings: Findings) -> bool:
    """Return whether to search for an end that shows whether the value is `least` or more.

    A player who would lose by play without end first searches for a win, and for a tie only once no win can be forced,
    if both are asked.
    """
    if endless == 0 or len(questions) == 1:
        return True
    return least == (1 if endless < 0 else 0) or findings.decides(1 - least)
