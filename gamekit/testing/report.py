"""`Check`, `Record` and `RulesReport`: one promise, the results of the checks so far, and the final result."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from typing import Any

import attrs

from gamekit.game.progress import ProgressCallback
from gamekit.game.protocol import Game, supplies
from gamekit.game.sentences import all_of, counted
from gamekit.testing.probe import Probe, PromiseError

Moves = tuple[str, ...] | None
"""The moves that lead to a state from the initial one; None if no play leads there, or no moves are needed."""

_LONGEST_WALK = 12  # moves that are shown
_STRIDE = 256  # states between two calls of the progress callback


@attrs.frozen
class Check:
    """One promise.

    Attributes:
        name: the name of the check, usually that of a method of the protocol.
        promise: the promise, as a clause.
        run: the check: `run(probe, state)` raises `PromiseError` if the promise is broken.
        methods: optional methods of the protocol; a game that supplies none of them makes no such promise.
        function: the function of the compiled rules that is compared with the plain ones; None for other promises.
    """

    name: str
    promise: str
    run: Callable[[Any, Any], None]
    methods: tuple[str, ...] = ()
    function: str | None = None

    def binds(self, game: Game[Any, Any]) -> bool:
        """Return whether `game` makes the promise."""
        return not self.methods or any(supplies(game, method) for method in self.methods)


def promise(*methods: str, compiled: bool = False) -> Callable[[Callable[[Any, Any], None]], Check]:
    """Return a decorator that turns a function `check_<name>` into the `Check` of the promise in its docstring."""

    def check_of(run: Callable[[Any, Any], None]) -> Check:
        name = run.__name__.removeprefix("check_")
        text = (run.__doc__ or name).splitlines()[0].rstrip(".")
        full_name, function = (f"compiled {name}", name) if compiled else (name, None)
        return Check(full_name, text[0].lower() + text[1:], run, methods, function)

    return check_of


@attrs.frozen
class Breach:
    """One promise that the rules break, shown in the smallest example that was found.

    Attributes:
        check: the name of the check that failed.
        method: the method to blame.
        call: the method with the arguments for which it broke the promise, as text.
        what: the actual behaviour of the method, and the required one.
        walk: the moves from the initial state to the example; None if no play leads there, or no moves are needed.
    """

    check: str
    method: str
    call: str
    what: str
    walk: tuple[str, ...] | None = None

    @classmethod
    def of(cls, check: str, fault: PromiseError, walk: Moves) -> Breach:
        """Return the breach that a check found after these moves."""
        return cls(check, fault.method, fault.call, fault.what, walk)

    def __str__(self) -> str:
        return f"{self.call} {self.what}{self._where()}"

    def _where(self) -> str:
        if not self.walk:
            return "" if self.walk is None else " [in the initial state]"
        shown = ", then ".join(self.walk[-_LONGEST_WALK:])
        hidden = len(self.walk) - _LONGEST_WALK
        return f" [after {f'{hidden} moves, then ' if hidden > 0 else ''}{shown}]"


@attrs.frozen
class RulesReport:
    """The result of `check_rules`.

    Attributes:
        rules: the game with its parameters, as text.
        checks: the names of the checks that were made; checks of methods that the game leaves out are not made.
        states: the number of different states that were checked.
        enumerated: whether these are all states of the game; otherwise, they were reached on random walks.
        breaches: the promises that are broken, at most one for each check.
        notes: remarks that are worth knowing but break no promise.
        ends: the number of these states that end the game, by winner.
        drawn: the number of states of random codes in which compiled rules were also compared with the plain ones.
        compared: the number of states with different codes in which compiled and plain rules were compared.
        comparable: the number of states that can be compared; None if they were not counted.
        functions: the functions of the compiled rules that were compared with the plain ones.
    """

    rules: str
    checks: tuple[str, ...]
    states: int
    enumerated: bool
    breaches: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    ends: dict[str, int] = attrs.field(factory=dict, hash=False)
    drawn: int = 0
    compared: int = 0
    comparable: int | None = None
    functions: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether no promise was found broken."""
        return not self.breaches

    def __str__(self) -> str:
        if not self.ok:
            lines = [f"the rules are broken: {breach}" for breach in self.breaches]
        else:
            where = all_of(self.states, "state")
            if not self.enumerated:
                where = f"{counted(self.states, 'state')} met on random walks"
            lines = [f"the rules hold: {len(self.checks)} checks in {where}"]
            if ends := [f"{number:,} {winner}" for winner, number in self.ends.items() if number]:
                lines.append(f"where the game is over: {', '.join(ends)}")
            lines += self._backends()
        return "\n".join([*lines, *(f"note: {note}" for note in self.notes)])

    def _backends(self) -> list[str]:
        """Return a line about the compiled rules, if there are any."""
        if not self.functions:
            return []
        if self.compared == self.comparable:
            compared = f"{all_of(self.compared, 'state')} compared"
        else:
            total = f" of {self.comparable:,}" if self.comparable else ""
            compared = f"{self.compared:,}{total} states compared (--all compares every state)"
        return [f"the compiled rules say the same: {', '.join(self.functions)}; {compared}"]


@attrs.define
class Record:
    """The checks that were made so far, and the first breach of each; the other attributes are for the report.

    Attributes:
        probe: the probe of the game.
        progress: a function called every few hundred states.
        checks: the names of the checks.
        breaches: the breaches by the name of the check.
        states: the states that were examined, in the order in which they were found.
    """

    probe: Probe
    progress: ProgressCallback
    checks: dict[str, None] = attrs.field(factory=dict)
    breaches: dict[str, Breach] = attrs.field(factory=dict)
    notes: list[str] = attrs.field(factory=list)
    states: dict[Hashable, None] = attrs.field(factory=dict)
    enumerated: bool = True
    ends: dict[str, int] = attrs.field(factory=dict)
    drawn: int = 0
    compared: int = 0
    comparable: int | None = None
    functions: tuple[str, ...] = ()

    def attempt(
        self, name: str, run: Callable[..., Any], *arguments: Any, walk: Callable[[], Moves] = lambda: None
    ) -> bool:
        """Call `run(*arguments)`, the check of this name, and return whether it passed."""
        self.checks[name] = None
        fault = fault_of(self.probe, name, run, *arguments)
        if fault is not None and name not in self.breaches:
            self.breaches[name] = Breach.of(name, fault, walk())
        return fault is None

    def attempt_all(
        self,
        phase: str,
        checks: Iterable[Check],
        states: Iterable[Any],
        total: int,
        way_to: Callable[[int], Moves] = lambda _: None,
    ) -> None:
        """Run each check in one state after the other until the check fails.

        `phase` is the name of the work for the progress callback; `way_to` returns the moves that lead to a state.
        """
        for i, state in enumerate(states):
            if i % _STRIDE == 0:
                self.progress(phase, i, total)
            for check in checks:
                if check.name not in self.breaches:
                    self.attempt(check.name, check.run, self.probe, state, walk=partial(way_to, i))

    def report(self) -> RulesReport:
        """Return the report of the checks that were made."""
        fields = ("enumerated", "ends", "drawn", "compared", "comparable", "functions")
        return RulesReport(
            rules=repr(self.probe.game),
            checks=tuple(self.checks),
            states=len(self.states),
            breaches=tuple(self.breaches.values()),
            notes=tuple(self.notes),
            **{name: getattr(self, name) for name in fields},
        )


def fault_of(probe: Probe, name: str, run: Callable[..., Any], *arguments: Any) -> PromiseError | None:
    """Return the fault that a check finds, or the reason why the check cannot run, such as incomparable states."""
    try:
        run(*arguments)
    except PromiseError as fault:
        return fault
    except Exception as error:
        what = f"cannot be checked: {type(error).__name__}: {error}"
        return PromiseError(name, f"{probe.name}.{name}(...)", what)
    return None
