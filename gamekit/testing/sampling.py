"""Random walks through a game that has too many states to examine all of them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count

from gamekit.testing.enumeration import Places, nearest_breach
from gamekit.testing.probe import PromiseError
from gamekit.testing.report import Breach, Check, Record, fault_of
from gamekit.testing.state_checks import RULES

_LONGEST_WALK = 60  # moves
_STRIDE = 10  # walks between two calls of the progress callback

Wrong = tuple[list[int], Breach]
"""The choices made on a walk until something went wrong, and the breach."""


def sample(record: Record, nearby: Places, checks: list[Check], examples: int) -> None:
    """Make these checks, first those of the rules, in the states of random walks, and record what fails.

    After a failure the walks start again without the check that failed, so that one does not hide another. The breach
    recorded is the nearest among the states `nearby`, or else the one after the shortest walk.
    """
    active = {check.name: check for check in checks}
    record.made.update(dict.fromkeys(active))
    while breach := _shortest_breach(record, [*active.values()], examples):
        check = active.pop(breach.check)
        nearest = nearest_breach(record.probe, nearby, check, within=len(breach.walk or ()))
        record.breaches[check.name] = nearest or breach
        if check in RULES:
            break


def _walk(record: Record, checks: list[Check], length: int, choose: Callable[[int], int]) -> Wrong | None:
    """Walk from the initial state, making checks in each state not yet found good, until something goes wrong.

    Args:
        record: the game, and the states found good.
        checks: to be made in each state.
        length: the most moves to make.
        choose: returns a number below the one it is given.
    """
    probe = record.probe
    choices: list[int] = []
    steps: list[str] = []
    try:
        state = probe.call("initial_state")
        while True:
            for check in checks if state not in record.states else ():
                if fault := fault_of(probe, check.name, check.run, probe, state):
                    return choices, Breach.of(check.name, fault, tuple(steps))
            record.states[state] = None
            if len(steps) == length or not (moves := probe.moves(state)):
                return None
            choices.append(choose(len(moves)))
            steps.append(probe.describe_move(state, moves[choices[-1]]))
            state = probe.call("apply", state, moves[choices[-1]])
    except PromiseError as fault:  # the same calls went well before: the game is fickle
        return choices, Breach.of("apply", fault, tuple(steps))


def _shortest_breach(record: Record, checks: list[Check], examples: int) -> Breach | None:
    """Return the breach after the shortest walk that was found to go wrong."""
    from hypothesis import Phase, find, settings
    from hypothesis import strategies as st
    from hypothesis.errors import FailedHealthCheck, Flaky, NoSuchExample

    found: list[Wrong] = []
    walks = count()

    def goes_wrong(data: st.DataObject) -> bool:
        if (walked := next(walks)) % _STRIDE == 0:
            record.progress("walking", min(walked, examples), examples)
        length = data.draw(st.integers(0, _LONGEST_WALK))
        wrong = _walk(record, checks, length, lambda number: data.draw(st.integers(0, number - 1)))
        if wrong is not None:
            found.append(wrong)
        return wrong is not None

    phases = [Phase.generate, Phase.shrink]
    thorough = settings(max_examples=examples, derandomize=True, database=None, deadline=None, phases=phases)
    # No breach, a fickle game, or a walk inside a test of Hypothesis: `found` has whatever went wrong.
    with suppress(NoSuchExample, Flaky, FailedHealthCheck):
        find(st.data(), goes_wrong, settings=thorough)
    return min(found, key=lambda wrong: (len(wrong[0]), wrong[0]))[1] if found else None
