"""Random walks through a game that has too many states to look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

import attrs

from gamekit.testing.checks import RULES, Check
from gamekit.testing.probe import Fault, Probe
from gamekit.testing.record import Record, fault_of
from gamekit.testing.report import Breach

_LONGEST_WALK = 60  # moves
_STRIDE = 10


def sample(probe: Probe, record: Record, checks: list[Check], examples: int) -> None:
    """Make these checks, and those of the rules, in the states of random walks, and record what fails.

    After a failure the walks start again without the check that failed, so that one does not hide another.
    """
    active = [*RULES, *checks]
    record.made.update(dict.fromkeys(check.name for check in active))
    rules = {check.name for check in RULES}
    while active and (breach := _shortest_breach(probe, record, active, examples)):
        record.breaches[breach.check] = breach
        if breach.check in rules:
            break
        active = [check for check in active if check.name != breach.check]


@attrs.frozen
class _Walker:
    """Walks from the initial state, making checks in each state not yet found good."""

    probe: Probe
    checks: list[Check]
    good: dict[Hashable, None]

    def walk(self, length: int, choose: Callable[[int], int]) -> tuple[list[int], Breach] | None:
        """Return the choices made until something went wrong, and what it was.

        Args:
            length: the most moves to make.
            choose: returns a number below the one it is given.
        """
        choices: list[int] = []
        steps: list[str] = []
        try:
            state = self.probe.ask("initial_state")
            while not (breach := self._breach_in(state, steps)) and len(steps) < length:
                moves = self.probe.moves(state)
                if not moves:
                    break
                choices.append(choose(len(moves)))
                steps.append(self.probe.describe_move(state, moves[choices[-1]]))
                state = self.probe.ask("apply", state, moves[choices[-1]])
        except Fault as fault:  # the same calls went well before: the game is fickle
            breach = Breach("apply", fault.method, fault.call, fault.what, tuple(steps))
        return (choices, breach) if breach else None

    def _breach_in(self, state: Any, steps: list[str]) -> Breach | None:
        if state in self.good:
            return None
        for check in self.checks:
            if fault := fault_of(self.probe, check.name, partial(check.run, self.probe, state)):
                return Breach(check.name, fault.method, fault.call, fault.what, tuple(steps))
        self.good[state] = None
        return None


def _shortest_breach(probe: Probe, record: Record, checks: list[Check], examples: int) -> Breach | None:
    """Return what goes wrong after the shortest walk that was found to go wrong."""
    from hypothesis import Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import HypothesisException

    walker = _Walker(probe, checks, record.states)
    found: list[tuple[int, list[int], Breach]] = []
    walked = 0

    def goes_wrong(data: st.DataObject) -> bool:
        nonlocal walked
        if walked % _STRIDE == 0:
            record.progress("walking", walked, None)
        walked += 1
        length = data.draw(st.integers(0, _LONGEST_WALK))
        wrong = walker.walk(length, lambda number: data.draw(st.integers(0, number - 1)))
        if wrong is not None:
            found.append((len(wrong[0]), *wrong))
        return wrong is not None

    thorough = settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate, Phase.shrink],
    )
    try:
        find(st.data(), goes_wrong, settings=thorough)
    except HypothesisException:
        pass  # nothing was found, or it does not go wrong every time; what was found is in `found`
    return min(found, key=lambda wrong: wrong[:2])[2] if found else None
