"""`check_rules`: run the checks in every state of a small game, and on random walks through a large one."""

from __future__ import annotations

from typing import Any

from gamekit.game.progress import ProgressCallback, silent
from gamekit.game.protocol import Game, names_tiers, supplies
from gamekit.testing import agreement_checks, game_checks, ruleset_checks
from gamekit.testing.exploration import enumerate_states, sample
from gamekit.testing.probe import Probe
from gamekit.testing.report import Check, Record, RulesReport, fault_of
from gamekit.testing.state_checks import (
    NOTATION,
    RULES,
    SHORTCUTS,
    check_format_move,
    check_format_state,
    check_tier,
)

DEFAULT_MAX_STATES = 20_000

PROMISES = {
    **game_checks.PROMISES,
    **{check.name: check.promise for check in (*RULES, *SHORTCUTS, check_tier, *NOTATION)},
    **ruleset_checks.PROMISES,
    **agreement_checks.PROMISES,
}
"""The promise of each check, by the name of the check."""


def check_rules(
    game: Game[Any, Any],
    *,
    max_states: int = DEFAULT_MAX_STATES,
    examples: int = 200,
    all_states: bool = False,
    progress: ProgressCallback | None = None,
) -> RulesReport:
    """Check that a game keeps the promises of the protocol, and report each breach.

    Outcomes, movers and moves must be valid and always the same; `apply` must change nothing; everything else that the
    game supplies (symmetry, predecessors, states, notation, drawings, compiled rules) must agree with the moves. A
    method that raises an exception is a breach like any other.

    Args:
        game: the rules.
        max_states: the largest number of states of a game that is checked in every state, breadth-first; the breach
            shown is then one nearest to the initial state. Larger games are sampled, and so are games with more than
            ten times as many moves.
        examples: the number of random walks in a sample; the breach shown is then at the end of the shortest walk that
            Hypothesis can shrink to. The walks are the same every time.
        all_states: whether to compare compiled rules with the plain ones in every state, however many there are.
        progress: a function called now and then during the work.

    >>> from games.nim import Nim
    >>> check_rules(Nim(heaps=(1, 2))).ok
    True
    """
    probe = Probe(game)
    record = Record(probe, progress or silent)
    if record.attempt("players", game_checks.check_constants, probe) and record.attempt(
        "initial_state", game_checks.check_initial_state, probe
    ):
        _check_states(record, max_states, examples, all_states=all_states)
        if any(check.name in record.breaches for check in RULES):
            record.notes.append("the other checks rely on this and were not made")
        else:
            _check_as_a_whole(record)
    return record.report()


def _check_states(record: Record, max_states: int, examples: int, *, all_states: bool) -> None:
    probe, too_many = record.probe, False
    if supplies(probe.game, "states"):
        is_good = record.attempt("states", game_checks.check_listing, probe, max_states)
        too_many = is_good and probe.listed is None
    if too_many:
        record.notes.append(f"states() lists more than {max_states:,}, too many to compare with the moves")
    places = enumerate_states(record, max_states)
    places.complete &= not too_many  # there may be states that no play reaches
    record.enumerated = places.complete
    if any(check.name in record.breaches for check in RULES):
        return
    unlisted = probe.listed is None  # then no state can be missing from the list
    checks = [
        check
        for check in (*SHORTCUTS, check_tier, *NOTATION)
        if check.binds(probe.game) and not (unlisted and check.name == "states")
    ]
    checks += ruleset_checks.ruleset_checks(probe.game)

    def put(checks: list[Check]) -> None:
        if places.complete:
            record.attempt_all("checking", checks, places.states, len(places.states), places.way_to)
        else:
            record.states.clear()
            sample(record, places, checks, examples)

    put(checks if places.complete else [*RULES, *checks])
    if not any(check.name in record.breaches for check in (*RULES, *SHORTCUTS)):
        agreement_checks.check_backends(record, put, examples, all_states=all_states)


def _check_as_a_whole(record: Record) -> None:
    """Run the checks that need all states at once, or only one."""
    probe, game = record.probe, record.probe.game
    if record.enumerated:
        record.attempt("turns", game_checks.check_turns, probe, record.states)
    elif fault := fault_of(probe, "turns", game_checks.check_turns, probe, record.states):
        record.notes.append(f"{fault}, on these walks")
    if names_tiers(game) and check_tier.name not in record.breaches:
        record.attempt("tiers", game_checks.check_tiers, probe, record.states)
    if fault := fault_of(probe, "outcome", _count_ends, record):
        record.notes.append(f"the ends cannot be counted: {fault}")

    for method in ("parse_state", "parse_move"):
        if supplies(game, method):
            record.attempt(method, game_checks.check_junk, probe, method)

    for check in (check_format_state, check_format_move):
        if not check.binds(game):
            faults = (fault_of(probe, check.name, check.run, probe, state) for state in record.states)
            if fault := next(filter(None, faults), None):
                missing = " nor ".join(check.methods)
                note = f"the game supplies neither {missing}, and the default will not do: {fault}"
                record.notes.append(note)


def _count_ends(record: Record) -> None:
    ends = game_checks.count_ends(record.probe, record.states)
    record.ends = game_checks.ends_by_winner(record.probe, ends)
    seen = "" if record.enumerated else " met on the walks"
    record.notes += game_checks.doubts_about(record.probe, ends, seen)
