"""The values of a game straight from their definition, by scanning all states again and again: slow and plain."""

from __future__ import annotations

from graphlib import TopologicalSorter
from typing import Any

from gamekit.arena import Arena

Result = tuple[int, int | None]  # payoff to the first player, remoteness


def naive_results(arena: Arena[Any, Any]) -> list[Result]:
    """Return what each state is worth, and how far the end is."""
    infinity = arena.game.infinite_play
    children = [arena.successors.of(i).tolist() for i in range(len(arena))]
    ends = {i: int(arena.payoff[i]) for i in range(len(arena)) if arena.terminal[i]}
    known: dict[int, Result] = {}

    def spread(worth: int, minimizers: set[int]) -> None:
        plies = 0
        layer = {i: (worth, 0) for i, payoff in ends.items() if payoff == worth}
        while layer or plies == 0:
            known.update(layer)
            plies += 1
            layer = {}
            for i in range(len(arena)):
                if i in known or i in ends:
                    continue
                here = [known.get(j) == (worth, plies - 1) for j in children[i]]
                if int(arena.mover[i]) in minimizers:
                    if any(here):
                        layer[i] = (worth, plies)
                elif any(here) and all(j in known for j in children[i]):
                    layer[i] = (worth, plies)

    payoffs = sorted(set(ends.values()))
    for payoff in reversed(payoffs):
        if payoff > infinity:
            spread(payoff, {0})
    for payoff in payoffs:
        if payoff < infinity:
            spread(payoff, {1})
    if infinity in payoffs:
        spread(infinity, {0, 1} if infinity == 0 else {0} if infinity > 0 else {1})
    return [known.get(i, (infinity, None)) for i in range(len(arena))]


def naive_results_to_conversion(arena: Arena[Any, Any]) -> list[Result]:
    """Return the same for a game with conversions: how far the next conversion is, or the end if that comes first."""
    game, infinity = arena.game, arena.game.infinite_play
    tiers = [game.tier(state) for state in arena.states]
    children = [arena.successors.of(i).tolist() for i in range(len(arena))]
    leads: dict[int, set[int]] = {tier: set() for tier in tiers}
    for i, row in enumerate(children):
        leads[tiers[i]] |= {tiers[j] for j in row} - {tiers[i]}
    found: dict[int, Result] = {}
    for tier in TopologicalSorter(leads).static_order():
        inside = [i for i in range(len(arena)) if tiers[i] == tier]
        ahead: dict[tuple[int, int], Result] = {}  # by edge, what it leads to outside
        for i in inside:
            for j in children[i]:
                if tiers[j] != tier:
                    payoff, plies = found[j]
                    begins_anew = plies is not None and game.converts(tier, tiers[j])
                    ahead[i, j] = payoff, 0 if begins_anew else plies
        known: dict[int, Result] = {i: (int(arena.payoff[i]), 0) for i in inside if arena.terminal[i]}
        arrived: dict[tuple[int, int], Result] = {}
        worths = sorted({payoff for payoff, _ in (*known.values(), *ahead.values())})
        sweeps = [(worth, {0}) for worth in reversed(worths) if worth > infinity]
        sweeps += [(worth, {1}) for worth in worths if worth < infinity]
        if infinity in worths:
            sweeps += [(infinity, {0, 1} if infinity == 0 else {0} if infinity > 0 else {1})]
        ends = {*known}
        resolved: dict[int, Result] = {}
        for worth, minimizers in sweeps:
            resolved |= {i: known[i] for i in ends if known[i][0] == worth}
            for plies in range(1, len(arena) + 2):
                arrived |= {edge: result for edge, result in ahead.items() if result == (worth, plies - 1)}
                layer = {}
                for i in inside:
                    if i in resolved or i in ends:
                        continue
                    seen = [resolved.get(j) if tiers[j] == tier else arrived.get((i, j)) for j in children[i]]
                    if (worth, plies - 1) in seen and (int(arena.mover[i]) in minimizers or None not in seen):
                        layer[i] = (worth, plies)
                resolved |= layer
        found |= {i: resolved.get(i, (infinity, None)) for i in inside}
    return [found[i] for i in range(len(arena))]
