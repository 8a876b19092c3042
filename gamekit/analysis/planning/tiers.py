"""The tiers of a game, with their sizes and the tiers they lead to, as far as an arena or a sample shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.states import MOST_BY_COMPILED_RULES, Size
from gamekit.arena import Arena
from gamekit.engine.codes.batch import Batch
from gamekit.engine.tiers.dense import ranges_by_tier
from gamekit.engine.tiers.order import TierGraph
from gamekit.errors import RulesError
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import names_tiers

SHARE_FACTOR = 1.5
"""The factor by which the share of a tier with few states in the sample may be off."""

SURE_SAMPLE = 1000
"""The number of states in the sample with which the share of a tier is as good as known."""


@attrs.frozen
class PlannedTier:
    """A tier of a game.

    Attributes:
        tier: the number of the tier.
        states: the number of states of the tier.
        leads_to: the tiers that moves lead to, as far as a sample shows.
        in_one_pass: whether all moves lead to other tiers, as far as a sample shows.
        most_inside: one more than the largest number of successors inside the tier that a state of the sample has.
    """

    tier: int
    states: Estimate
    leads_to: tuple[int, ...]
    in_one_pass: bool = False
    most_inside: int = 1


def tiers_of_arena(arena: Arena[Any, Any]) -> tuple[PlannedTier, ...]:
    """Return the tiers of a game that was explored by its plain rules, ascending; none if it names no tiers.

    Raises:
        RulesError: a state has no tier, or a move returns to a tier that was left.
    """
    if not names_tiers(arena.game):
        return ()
    rules = Rules(arena.game)
    tiers = np.array([rules.tier(state) for state in arena.states], dtype=np.int64)
    successors = arena.successors
    edges = np.stack([np.repeat(tiers, successors.degrees()), tiers[successors.indices]], axis=1)
    leads_to, staying = _leads_to(edges)

    def move(edge: int) -> str:
        parent = int(np.searchsorted(np.cumsum(successors.degrees()), edge, side="right"))
        ends = arena.states[parent], arena.states[int(successors.indices[edge])]
        return "from {} to {}".format(*map(rules.in_brief, ends))

    _check_way_back(rules.name, leads_to, edges, move)
    numbers = zip(*(column.tolist() for column in np.unique(tiers, return_counts=True)), strict=True)
    return tuple(
        PlannedTier(tier, Estimate.exactly(number), tuple(leads_to.get(tier, ())), tier not in staying)
        for tier, number in numbers
    )


def _leads_to(edges: NDArray[np.int64]) -> tuple[dict[int, list[int]], set[int]]:
    """Return the tiers that each tier leads to, from the tiers at both ends of each edge, of shape (edges, 2).

    The second result holds the tiers that have moves within them.
    """
    children: dict[int, list[int]] = {}
    staying: set[int] = set()
    for tier, child in np.unique(edges, axis=0).tolist():
        if child == tier:
            staying.add(tier)
        else:
            children.setdefault(tier, []).append(child)
    return children, staying


def _check_way_back(
    name: str, leads_to: Mapping[int, list[int]], edges: NDArray[np.int64], move: Callable[[int], str]
) -> None:
    """Refuse cycles of tiers; `edges`, of shape (edges, 2), holds the tiers at both ends of each edge."""

    def first(tier: int, other: int) -> str:
        return move(int(np.argmax((edges == (tier, other)).all(axis=1))))

    if way := TierGraph({tier: set(children) for tier, children in leads_to.items()}).way_back(first):
        raise RulesError(f"{name}.tier {way}")


def planned_tiers(batch: Batch, size: Size) -> tuple[PlannedTier, ...]:
    """Return the tiers of a game of a known size, ascending; none if its rules name no tiers.

    Raises:
        RulesError: a move returns to a tier that was left.
    """
    if batch.rules.tier is None or not len(size.sample):
        return ()
    tiers = batch.tiers(size.sample)
    expansion = batch.expand(size.sample)
    parents = np.repeat(np.arange(len(tiers)), expansion.counts)
    edges = np.stack([tiers[parents], batch.tiers(expansion.children)], axis=1)
    leads_to, staying = _leads_to(edges)
    inside = np.bincount(parents[edges[:, 0] == edges[:, 1]], minlength=len(tiers))
    most_inside: dict[int, int] = dict(np.unique(np.stack([tiers, inside], axis=1), axis=0).tolist())

    def move(edge: int) -> str:
        ends = size.sample[parents[edge]], expansion.children[edge]
        return "from {} to {}".format(*(batch.describe(int(code)) for code in ends))

    _check_way_back(batch.name, leads_to, edges, move)
    seen = dict(zip(*(column.tolist() for column in np.unique(tiers, return_counts=True)), strict=True))
    states = {child: Estimate(1, None, None) for child in np.unique(edges[:, 1]).tolist()}
    is_all = len(tiers) == size.states.likely
    for tier, number in seen.items():
        factor = 1.0 if is_all or number >= SURE_SAMPLE else SHARE_FACTOR
        states[tier] = size.states.times(number / len(tiers), factor).rounded().within(number)
    # without classes all codes would be walked to find their tiers
    if batch.rules.is_state is not None and (
        batch.game.class_starts or batch.rules.size <= MOST_BY_COMPILED_RULES
    ):
        usable = size.states.usable / max(size.places.usable, 1)
        for tier, index in ranges_by_tier(batch).items():
            number = len(index)
            known = Estimate.exactly(number).times(usable, 1.0 if usable == 1 else SHARE_FACTOR)
            states[tier] = known.rounded().within(seen.get(tier, 0), number)
    return tuple(
        PlannedTier(
            tier,
            states[tier],
            tuple(leads_to.get(tier, ())),
            tier in seen and tier not in staying,
            most_inside.get(tier, 0) + 1,
        )
        for tier in sorted(states)
    )
