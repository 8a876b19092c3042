"""What a solve on a device, such as a graphics card, takes: its memory, the traffic over its bus, and time.

Memory and traffic are counted. Times are computed from figures of one card, since none is measured here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final, Literal

import attrs

from gamekit.analysis.planning.costs import Costs
from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.tiers import PlannedTier
from gamekit.device.choice import DeviceName, found_card, is_asked_for
from gamekit.device.exploration import FILLED, FIRST_SLOTS, GROWTH
from gamekit.device.held_tiers import KEY, bytes_of, groups_of
from gamekit.device.retrograde import PIECE
from gamekit.device.rules_source import check_rules
from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import UnsupportedError

if TYPE_CHECKING:
    from gamekit.device.device import Device

WORD: Final = 8
"""Bytes of a slot of the hash table, of a code in the order of exploration, and of a place in a list."""

CELL, NUMBER = 4, 2
"""Bytes of a cell, which holds a result while the device solves, and of the number of a result, which may be 1."""

FIXED: Final = 1 << 20
"""More bytes than the columns that do not grow with the game take, such as ranges and counts."""

EXPLORE, SOLVE, VERIFY = 0.25e-9, 0.3e-9, 0.15e-9
"""Seconds for an edge on an NVIDIA H200.

A prototype of the kernels, which checked no promises, took about 0.2 to 0.3 ns for an edge to explore connect four and
dobutsu shogi, 0.1 to 0.7 to solve these and morris without placing, and 0.08 to 0.35 to verify them. If results of
other tiers come in groups, it is assumed that each further group takes as long as verification.
"""

TIME: Final = 4.0
"""The factor by which times may be off on that card; no card has run these kernels yet."""

BY_TIERS: Final = 1.5
"""The factor by which the traffic of tiers may be off, since a sample shows which tiers lead to which."""

START: Final = 2.0
"""Seconds to start the process, and to translate the rules for the card."""

BUS: Final = 10e9
"""Bytes a second over the bus. This is a guess, for arrays that are copied to page-locked memory and from it."""

PACKING: Final = 5e-9
"""Seconds of processor time to write a place to a compressed table without keys, as `benchmarks/compression.py` found
for morris; half of it is spread over all cores."""


@attrs.frozen
class DeviceRun:
    """The cost of one way to solve a game on a device.

    Attributes:
        place: the place of the work: "memory" of the device, or "tiers" for tiers that are solved one after the other.
        memory: the peak of the device's memory, in bytes.
        bus: the bytes that are copied to the device and from it.
        seconds: wall time on an NVIDIA H200, verification included; it was not measured here.
        groups: the largest number of groups in which the results that a tier leads to come; 1 if they fit at once.
        host: the bytes of this machine's memory for results and keys.
        why_not: the reason why the device cannot solve the game this way; None if it can, as far as the numbers are
            known.
    """

    place: Literal["memory", "tiers"]
    memory: Estimate
    bus: Estimate
    seconds: Estimate
    groups: int
    host: Estimate
    why_not: str | None


@attrs.frozen
class DevicePlan:
    """The cost of solving a game on a device.

    Attributes:
        name: the name of the device that was found; None if there is none.
        free: the number of bytes of it that may be used; None if that is not known.
        runs: the cost of each way to solve the game.
    """

    name: str | None
    free: int | None
    runs: tuple[DeviceRun, ...]


def device_plan(
    game: Any,
    costs: Costs,
    tiers: Sequence[PlannedTier],
    device: DeviceName | Device,
    limit: int | None = None,
    workers: int = 1,
) -> DevicePlan | None:
    """Return what a solve on a device takes; None if no device is asked for, and none is found.

    Args:
        game: the rules.
        costs: the costs of solving the game here.
        tiers: the tiers; none if the game names none.
        device: the device that is asked for.
        limit: the number of bytes of the device that may be used; None for all that are free.
        workers: the number of threads that explore tiers.

    Raises:
        UnsupportedError: a device is asked for, and does not take the rules of the game.
    """
    if device == "cpu":
        return None
    try:
        check_rules(game)
    except UnsupportedError:
        if is_asked_for(device):
            raise
        return None
    found = found_card(limit) if isinstance(device, str) else device
    if found is None and not is_asked_for(device):
        return None
    free = [limit] if limit is not None else []
    free += [] if found is None else [found.free_bytes()]
    planner = _Planner(costs, min(free, default=None))
    runs = (planner.in_memory(), *([planner.by_tiers(tiers, workers)] if tiers else []))
    return DevicePlan(None if found is None else found.name, planner.free, runs)


@attrs.frozen
class _Tier:
    memory: Estimate
    host: Estimate
    bus: float
    seconds: float
    groups: int


def _usable(figure: Estimate) -> float:
    return figure.usable


@attrs.frozen
class _Planner:
    costs: Costs
    free: int | None

    @property
    def is_keyed(self) -> bool:
        return self.costs.rules.is_state is None

    def in_memory(self) -> DeviceRun:
        """Return the cost of a solve with all columns in the device's memory."""
        size = self.costs.size
        each = NUMBER + (KEY if self.is_keyed else 0)
        bus = size.places.times(2 * each)  # from the device, and to it for verification
        edges = size.edges.usable
        seconds = edges * (SOLVE + VERIFY + (EXPLORE if self.is_keyed else 0.0)) + bus.usable / BUS
        memory = size.places.map(lambda places: bytes_of_device(places, is_dense=not self.is_keyed))
        return self._run("memory", memory, bus, seconds, 1, size.places.times(each))

    def by_tiers(self, tiers: Sequence[PlannedTier], workers: int) -> DeviceRun:
        """Return the cost of a solve by tiers, each with the results of the tiers that it leads to."""
        size, share = self.costs.size, self.costs.places_a_state
        places = {tier.tier: tier.states.times(share) for tier in tiers}
        alone = [self._alone(tier, places) for tier in tiers]
        bus = sum(tier.bus for tier in alone)
        seconds = sum(tier.seconds for tier in alone) + bus / BUS
        if self.costs.compress:  # tables are written meanwhile
            seconds = max(seconds, PACKING * size.places.usable)
        return self._run(
            "tiers",
            max((tier.memory for tier in alone), key=_usable),
            size.states.times(bus / max(size.states.usable, 1), BY_TIERS),
            seconds + self.costs.exploring / workers,
            max(tier.groups for tier in alone),
            max((tier.host for tier in alone), key=_usable),
        )

    def _alone(self, tier: PlannedTier, places: Mapping[int, Estimate]) -> _Tier:
        own, keyed, is_numbered = places[tier.tier], self.is_keyed, self.costs.compress
        sizes = {
            child: bytes_of(round(places[child].usable), is_numbered=is_numbered, is_keyed=keyed)
            for child in tier.leads_to
        }
        children, each = sum(sizes.values()), NUMBER + (KEY if keyed else 0)
        edges = tier.states.times(self.costs.branching).usable
        groups = len(self._groups(own.usable, sizes))
        return _Tier(
            own.map(partial(self._peak, sizes)),
            own.times(2 * each).plus(children),  # the results of the tier before are being written
            2 * (each * own.usable + children),  # to solve, and to verify
            edges * (SOLVE + VERIFY + 2 * VERIFY * (groups - 1)),
            groups,
        )

    def _peak(self, sizes: Mapping[int, int], places: float) -> float:
        """Return the peak of memory when a tier is solved, beside others of these sizes."""
        later = WORD * min(PIECE, places) + NUMBER * places
        of_groups = (sum(sizes[tier] for tier in group) for group in self._groups(places, sizes))
        return self._cells(places) + max(later, *of_groups)

    def _groups(self, places: float, sizes: Mapping[int, int]) -> list[frozenset[int]]:
        if self.free is None:
            return [frozenset(sizes)]
        return groups_of(int(self.free - self._cells(places)), sizes)

    def _cells(self, places: float) -> float:
        return (CELL + (KEY if self.is_keyed else 0)) * places + FIXED

    def _run(
        self,
        place: Literal["memory", "tiers"],
        memory: Estimate,
        bus: Estimate,
        seconds: float,
        groups: int,
        host: Estimate,
    ) -> DeviceRun:
        why_not = "no card is found here" if self.free is None else None
        if self.free is not None and memory.usable > self.free:
            why_not = f"{format_bytes(self.free)} of its memory may be used"
        states = self.costs.size.states
        time = states.times(seconds / max(states.usable, 1), TIME).plus(START)
        return DeviceRun(place, memory, bus, time, groups, host, why_not)


def bytes_of_device(places: float, *, is_dense: bool) -> float:
    """Return the peak of a device's memory, in bytes, when it solves a game with so many places.

    >>> bytes_of_device(10**9, is_dense=True) / 10**9, bytes_of_device(10**9, is_dense=False) / 10**9
    (6.135266304, 39.2068261888)
    """
    solving = (CELL + NUMBER) * places + WORD * min(PIECE, places) + FIXED
    if is_dense:
        return solving
    slots = FIRST_SLOTS
    while FILLED * slots < places:
        slots *= GROWTH
    order, keys = WORD * FILLED * slots, KEY * places
    exploring = WORD * slots + order + max(keys, order / GROWTH)  # the order is copied when the table grows
    looking = order + keys + CELL * places  # the order is given back after the first look at all states
    return max(exploring + FIXED, looking + FIXED, keys + solving)
