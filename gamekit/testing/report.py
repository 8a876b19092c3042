"""What a check of the rules found, for programs and for people."""

from __future__ import annotations

import attrs

_LONGEST_WALK = 12  # moves that are shown


@attrs.frozen
class Breach:
    """One promise that the rules break, shown in the smallest example that was found.

    Attributes:
        check: the name of the check that failed.
        method: the method to blame.
        call: that method with the arguments it broke the promise on, as text.
        what: what it did, and what it must do.
        walk: the moves that lead there from the initial state; None where no play does, or none is needed.
    """

    check: str
    method: str
    call: str
    what: str
    walk: tuple[str, ...] | None = None

    def __str__(self) -> str:
        return f"{self.call} {self.what}{self._where()}"

    def _where(self) -> str:
        if self.walk is None:
            return ""
        if not self.walk:
            return " [in the initial state]"
        shown = ", then ".join(self.walk[-_LONGEST_WALK:])
        hidden = len(self.walk) - _LONGEST_WALK
        return f" [after {f'{hidden} moves, then ' if hidden > 0 else ''}{shown}]"


@attrs.frozen
class RulesReport:
    """What `check_rules` found.

    Attributes:
        rules: the game with its parameters, as text.
        checks: the names of the checks that were made; those of methods that the game leaves out are not.
        states: how many different states they were made in.
        enumerated: whether those are all the states there are; otherwise they were met on random walks.
        breaches: the promises that are broken, at most one for each check.
        notes: what breaks no promise but is worth knowing.
        drawn: in how many states of random codes compiled rules were compared with the plain ones besides.
    """

    rules: str
    checks: tuple[str, ...]
    states: int
    enumerated: bool
    breaches: tuple[Breach, ...] = ()
    notes: tuple[str, ...] = ()
    drawn: int = 0

    @property
    def ok(self) -> bool:
        """Whether no promise was found broken."""
        return not self.breaches

    def __str__(self) -> str:
        notes = [f"note: {note}" for note in self.notes]
        if self.ok:
            count = f"{self.states:,} states" if self.states != 1 else "1 state"
            where = f"in all {count}" if self.enumerated else f"in {count} met on random walks"
            return "\n".join([f"the rules hold: {len(self.checks)} checks {where}", *self._gears(), *notes])
        return "\n".join([*(f"the rules are broken: {breach}" for breach in self.breaches), *notes])

    def _gears(self) -> list[str]:
        """Return a line on the compiled rules, if there are any."""
        functions = [
            check.removeprefix("compiled ") for check in self.checks if check.startswith("compiled ")
        ]
        if not functions:
            return []
        besides = f"; also in {self.drawn:,} states of random codes" if self.drawn else ""
        return [f"the compiled rules say the same: {', '.join(functions)}{besides}"]
