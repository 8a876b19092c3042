"""The two backends of a game held against each other by the checks of `gamekit check`, in chosen states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gamekit
from gamekit.game.compiled import CompiledGame
from gamekit.testing.agreement_checks import check_backends
from gamekit.testing.probe import Probe
from gamekit.testing.report import Check, Record

EXAMPLES = 5  # where codes tell the states, ten times so many are drawn besides those that are given


def assert_backends_agree(game: CompiledGame[Any, Any], states: Iterable[Any] | None = None) -> None:
    """Assert that the compiled rules say what the plain ones say, in these states or else in all of them."""
    everywhere = states is None
    chosen = dict.fromkeys(gamekit.explore(game).states if states is None else states)
    record = Record(Probe(game), lambda *_: None, states=chosen, enumerated=everywhere)

    def put(checks: list[Check]) -> None:
        record.attempt_all("checking", checks, chosen, len(chosen))

    check_backends(record, put, EXAMPLES)
    report = record.report()
    assert report.ok, str(report)
    assert not report.notes, str(report)
