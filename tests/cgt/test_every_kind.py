"""Every kind of value asked of every ruleset: a value, or a sentence that says which kind exists."""

from __future__ import annotations

import pytest

from gamekit import LimitError, UnsupportedError
from gamekit.cgt import load_ruleset
from gamekit.cgt.kinds import KINDS, kind_called
from gamekit.cgt.registry import RULESETS
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate
from gamekit.game.registry import registered

OTHERS = ("canonical forms", "outcome", "loopy value", "gamekit prove", "misère")
"""What a sentence has to name: another kind of value, or another way to the same one."""


@pytest.mark.slow
@pytest.mark.parametrize("name", registered(RULESETS))
def test_every_kind_is_found_or_refused_by_a_sentence(name: str) -> None:
    ruleset = load_ruleset(name)
    position = CheckedRuleset(ruleset).start()
    for kind in KINDS:
        for by in ("walk", "search") if kind_called(kind).search else ("walk",):
            refusal = None
            try:
                found = valuate(ruleset, position, kind, by=by, max_positions=300, seconds=2)  # type: ignore[arg-type]
            except (LimitError, UnsupportedError) as error:
                refusal = str(error)
            if refusal is None:
                assert found.check().ok
            else:
                assert "\n" not in refusal
                assert any(other in refusal for other in OTHERS), f"{name} {kind} {by}: {refusal}"
