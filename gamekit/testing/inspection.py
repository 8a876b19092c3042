"""`check_rules`: every state of a small game is put to the checks, and those on random walks of a large one."""

from __future__ import annotations

from functools import partial
from typing import Any

from gamekit.game import Game, supplies
from gamekit.testing import game_checks, gear_checks
from gamekit.testing.enumeration import check_everywhere, enumerate_states
from gamekit.testing.game_checks import (
    check_constants,
    check_initial_state,
    check_junk_moves,
    check_junk_states,
    check_listing,
    check_turns,
)
from gamekit.testing.gear_checks import check_gears
from gamekit.testing.probe import Probe
from gamekit.testing.record import ProgressCallback, Record, fault_of
from gamekit.testing.report import RulesReport
from gamekit.testing.sampling import sample
from gamekit.testing.state_checks import NOTATION, RULES, SHORTCUTS, STATES, Check

DEFAULT_MAX_STATES = 20_000

PROMISES = {
    **game_checks.PROMISES,
    **{check.name: check.promise for check in (*RULES, *SHORTCUTS, *NOTATION)},
    **gear_checks.PROMISES,
}
"""What each check is of, by its name."""


def check_rules(
    game: Game[Any, Any],
    *,
    max_states: int = DEFAULT_MAX_STATES,
    examples: int = 200,
    progress: ProgressCallback | None = None,
) -> RulesReport:
    """Check that a game keeps the promises of the protocol, and say where it does not.

    Outcomes, movers and moves must be what they have to be and always the same; `apply` must change nothing; what
    the game supplies beyond that (symmetry, predecessors, states, notation, drawings, compiled rules) must agree with
    the moves. A method that raises is a breach like any other.

    Args:
        game: the rules.
        max_states: up to so many states, found breadth-first, are all checked; the breach shown is then one nearest
            to the initial state. Games with more are sampled.
        examples: how many random walks sample them; the breach shown is then at the end of the shortest walk that
            Hypothesis can shrink to. The walks are the same every time.
        progress: told about the work now and then.

    >>> from games.nim import Nim
    >>> check_rules(Nim(heaps=(1, 2))).ok
    True
    """
    probe = Probe(game)
    record = Record(probe, progress or (lambda *_: None))
    if record.attempt("players", partial(check_constants, probe)) and record.attempt(
        "initial_state", partial(check_initial_state, probe)
    ):
        _check_states(record, max_states, examples)
        if any(check.name in record.breaches for check in RULES):
            record.notes.append("the other checks rely on this and were not made")
        else:
            _check_as_a_whole(record)
    return record.report()


def _check_states(record: Record, max_states: int, examples: int) -> None:
    probe = record.probe
    if supplies(probe.game, "states"):
        record.attempt("states", partial(check_listing, probe, max_states))
        if probe.listed is None and "states" not in record.breaches:
            record.notes.append(
                f"states() lists more than {max_states:,}, too many to compare with the moves"
            )
    places = enumerate_states(probe, record, max_states)
    record.enumerated = places.complete
    if any(check.name in record.breaches for check in RULES):
        return
    checks = [
        check for check in (*SHORTCUTS, *NOTATION) if check.applies(probe.game) and check.binds(probe.game)
    ]
    if probe.listed is None:
        checks = [check for check in checks if check is not STATES]

    def put(checks: list[Check]) -> None:
        if places.complete:
            check_everywhere(probe, record, places, checks)
        else:
            record.states.clear()
            sample(probe, record, places, checks, examples)

    put(checks if places.complete else [*RULES, *checks])
    if not any(check.name in record.breaches for check in (*RULES, *SHORTCUTS)):
        check_gears(record, put, examples)


def _check_as_a_whole(record: Record) -> None:
    """Check what can only be told after all states were looked at, or needs only one."""
    probe, game = record.probe, record.probe.game
    turns = partial(check_turns, probe, record.states)
    if record.enumerated:
        record.attempt("turns", turns)
    elif fault := fault_of(probe, "turns", turns):
        record.notes.append(f"{fault}, on these walks")

    for name, check in (("parse_state", check_junk_states), ("parse_move", check_junk_moves)):
        if supplies(game, name):
            record.attempt(name, partial(check, probe))

    for default in (check for check in NOTATION if not check.binds(game)):
        faults = (
            fault_of(probe, default.name, partial(default.run, probe, state)) for state in record.states
        )
        if fault := next(filter(None, faults), None):
            missing = " nor ".join(default.either)
            record.notes.append(f"the game supplies neither {missing}, and the default will not do: {fault}")
