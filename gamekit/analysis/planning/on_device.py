"""The memory of a device, such as a graphics card, that a solve takes; no time, because none was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import attrs

from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.states import Size
from gamekit.device.choice import DeviceName, found_card, is_asked_for
from gamekit.device.exploration import FILLED, FIRST_SLOTS, GROWTH
from gamekit.device.retrograde import PIECE
from gamekit.device.rules_source import check_rules
from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.state_index import KEYS_IN_A_BUCKET
from gamekit.engine.runtime.memory_budget import format_bytes
from gamekit.errors import UnsupportedError

if TYPE_CHECKING:
    from gamekit.device.device import Device

WORD: Final = 8
"""Bytes of a slot of the hash table, of a key, of a code in the order of exploration, and of a place in a list."""

CELL, NUMBER = 4, 2
"""Bytes of a cell, which holds a result while the device solves, and of the number of a result, which may be 1."""

BUCKETS: Final = 2 * 4 / KEYS_IN_A_BUCKET
"""The largest share of a key in the table of buckets of the index, in bytes."""

FIXED: Final = 1 << 20
"""More bytes than the columns that do not grow with the game take, such as ranges and counts."""


@attrs.frozen
class DevicePlan:
    """The memory of a device that a solve takes.

    Attributes:
        memory: the peak of the device's memory, in bytes.
        name: the name of the device that was found; None if there is none.
        free: the number of bytes that are free on it.
        why_not: the reason why the game does not fit; None if it does, as far as the numbers are known.
    """

    memory: Estimate
    name: str | None
    free: int | None
    why_not: str | None


def device_plan(game: Any, batch: Batch, size: Size, device: DeviceName | Device) -> DevicePlan | None:
    """Return the memory of a device that a solve takes; None if no device is asked for, and none is found.

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
    found = found_card() if isinstance(device, str) else device
    if found is None and not is_asked_for(device):
        return None
    memory = size.places.map(
        lambda places: bytes_of_device(places, is_dense=batch.rules.is_state is not None)
    )
    if found is None:
        return DevicePlan(memory, None, None, "no card is found here")
    free = found.free_bytes()
    why_not = None if memory.usable <= free else f"{format_bytes(free)} of its memory are free"
    return DevicePlan(memory, found.name, free, why_not)


def bytes_of_device(places: float, *, is_dense: bool) -> float:
    """Return the peak of a device's memory, in bytes, when it solves a game with so many places.

    >>> bytes_of_device(10**9, is_dense=True) / 10**9, bytes_of_device(10**9, is_dense=False) / 10**9
    (6.135266304, 64.9766299648)
    """
    solving = (CELL + NUMBER) * places + WORD * min(PIECE, places) + FIXED
    if is_dense:
        return solving
    slots = FIRST_SLOTS
    while FILLED * slots < places:
        slots *= GROWTH
    order, keys = WORD * FILLED * slots, (WORD + BUCKETS) * places
    exploring = WORD * slots + order + max(keys, order / GROWTH)  # the order is copied when the table grows
    looking = order + keys + CELL * places  # the order is given back after the first look at all states
    return max(exploring + FIXED, looking + FIXED, keys + solving)
