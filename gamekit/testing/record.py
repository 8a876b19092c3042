"""`Record`: what an inspection has looked at and what it has found so far."""

from __future__ import annotations

from collections.abc import Callable, Hashable

import attrs

from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import Breach, RulesReport

ProgressCallback = Callable[[str, int, int | None], None]
"""Called now and then with what is being done, how much of it is done, and how much there is if that is known."""

Walk = Callable[[], tuple[str, ...] | None]


@attrs.define
class Record:
    """One line for each check that was made, and the first breach of each.

    Attributes:
        probe: the game.
        progress: told about the work every few hundred states.
        made: the names of the checks.
        breaches: by the name of the check.
        notes: for the report.
        states: those that were looked at, in the order they were found.
        enumerated: whether these are all.
        drawn: how many states of random codes were looked at besides.
    """

    probe: Probe
    progress: ProgressCallback
    made: dict[str, None] = attrs.field(factory=dict)
    breaches: dict[str, Breach] = attrs.field(factory=dict)
    notes: list[str] = attrs.field(factory=list)
    states: dict[Hashable, None] = attrs.field(factory=dict)
    enumerated: bool = True
    drawn: int = 0

    def attempt(self, name: str, check: Callable[[], None], walk: Walk = lambda: None) -> bool:
        """Make a check, and tell whether it passed."""
        self.made[name] = None
        fault = fault_of(self.probe, name, check)
        if fault is not None and name not in self.breaches:
            self.breaches[name] = Breach(name, fault.method, fault.call, fault.what, walk())
        return fault is None

    def report(self) -> RulesReport:
        """Return what was found."""
        return RulesReport(
            rules=repr(self.probe.game),
            checks=tuple(self.made),
            states=len(self.states),
            enumerated=self.enumerated,
            breaches=tuple(self.breaches.values()),
            notes=tuple(self.notes),
            drawn=self.drawn,
        )


def fault_of(probe: Probe, name: str, check: Callable[[], None]) -> PromiseError | None:
    """Return what a check finds wrong; if it cannot be made at all, as where states cannot be compared, then that."""
    try:
        check()
    except PromiseError as fault:
        return fault
    except Exception as error:
        what = f"cannot be checked: {type(error).__name__}: {error}"
        return PromiseError(name, f"{probe.name}.{name}(...)", what)
    return None
