"""Random walks through a game that has too many states to look at all of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from typing import Any

import attrs

from gamekit.testing.enumeration import Places, nearest_breach
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.record import Record, fault_of
from gamekit.testing.report import Breach
from gamekit.testing.state_checks import RULES, Check

_LONGEST_WALK = 60  # moves
_STRIDE = 10


def sample(probe: Probe, record: Record, nearby: Places, checks: list[Check], examples: int) -> None:
    """Make these checks, first those of the rules, in the states of random walks, and record what fails.

    After a failure the walks start again without the check that failed, so that one does not hide another. What is
    recorded is the nearest failure among the states `nearby`, or else the one after the shortest walk.
    """
    active = {check.name: check for check in checks}
    record.made.update(dict.fromkeys(active))
    while breach := _shortest_breach(probe, record, [*active.values()], examples):
        check = active.pop(breach.check)
        record.breaches[breach.check] = (
            nearest_breach(probe, nearby, check, within=len(breach.walk or ())) or breach
        )
        if check in RULES:
            break


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
        except PromiseError as fault:  # the same calls went well before: the game is fickle
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
    from hypothesis.errors import FailedHealthCheck, Flaky, NoSuchExample

    walker = _Walker(probe, checks, record.states)
    found: list[tuple[int, list[int], Breach]] = []
    walked = 0

    def goes_wrong(data: st.DataObject) -> bool:
        nonlocal walked
        if walked % _STRIDE == 0:
            record.progress("walking", min(walked, examples), examples)
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
    # Nothing was found, a fickle game, or a walk inside a test of Hypothesis: what was found is in `found`.
    with suppress(NoSuchExample, Flaky, FailedHealthCheck):
        find(st.data(), goes_wrong, settings=thorough)
    return min(found, key=lambda wrong: wrong[:2])[2] if found else None
