"""What must hold of tiers: in every state, and of all moves together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gamekit.engine.tiers.order import TierGraph
from gamekit.game.checked_rules import MAX_TIER
from gamekit.game.checked_values import is_integer
from gamekit.game.foreign_errors import describe_error, safe_repr
from gamekit.game.protocol import supplies
from gamekit.testing.probe import Probe, PromiseError
from gamekit.testing.report import promise

PROMISES = {"tiers": "no move returns to a tier that was left"}


@promise("tier")
def check_tier(probe: Probe, state: Any) -> None:
    """Tiers are integers of at least 0, and the same for states that are alike."""
    tier = _tier(probe, state)
    alike = {"representative": probe.canonical(state)}
    if supplies(probe.game, "movers_view"):
        alike["view"] = probe.view(state)
    for kind, other in alike.items():
        if (there := _tier(probe, other)) != tier:
            what = f"returned {tier}, but {there} for its {kind} {probe.describe(other)}; it must be the same"
            raise probe.fault("tier", (state,), what)


def check_tiers(probe: Probe, states: Iterable[Any]) -> None:
    """No move from these states returns to a tier that was left."""
    graph = TierGraph()
    first: dict[tuple[int, int], tuple[Any, Any]] = {}

    def move(tier: int, other: int) -> str:
        state, child = first[tier, other]
        shown = probe.describe_move(state, probe.children(state)[child])
        return f"{shown} from {probe.describe(state)} to {probe.describe(child)}"

    for state in states:
        tier = _tier(probe, state)
        for child in probe.children(state):
            there = _tier(probe, child)
            if there == tier or (tier, there) in first:
                continue
            first[tier, there] = state, child
            if not graph.add(tier, there):
                graph.children[tier].add(there)
                what = str(graph.way_back(move))
                raise PromiseError("tier", f"{probe.name}.tier(...)", what)


def _tier(probe: Probe, state: Any) -> int:
    try:
        found = probe.game.tier_of(state)
    except Exception as error:
        raise probe.fault("tier", (state,), f"raised {describe_error(error)}") from error
    if not is_integer(found) or not 0 <= found < MAX_TIER:
        what = (
            f"returned {safe_repr(found, longest=100)}; it must be an integer of at least 0 and below 2**62"
        )
        raise probe.fault("tier", (state,), what)
    return int(found)
