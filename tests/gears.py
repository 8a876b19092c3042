"""The two gears of a game held against each other by the checks of `gamekit check`, in states that a test chooses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import gamekit
from gamekit.compiled import CompiledGame
from gamekit.testing.gear_checks import check_gears
from gamekit.testing.probe import Probe
from gamekit.testing.record import Record
from gamekit.testing.state_checks import Check

EXAMPLES = 5  # where codes tell the states, ten times so many are drawn besides those that are given


def assert_gears_agree(game: CompiledGame[Any, Any], states: Iterable[Any] | None = None) -> None:
    """Assert that the compiled rules say what the plain ones say, in these states or else in all of them."""
    everywhere = states is None
    chosen = dict.fromkeys(gamekit.explore(game).states if states is None else states)
    record = Record(Probe(game), lambda *_: None, states=chosen, enumerated=everywhere)

    def put(checks: list[Check]) -> None:
        for check in checks:
            for state in chosen:
                if not record.attempt(check.name, partial(check.run, record.probe, state)):
                    break

    check_gears(record, put, EXAMPLES)
    report = record.report()
    assert report.ok, str(report)
    assert not report.notes, str(report)
