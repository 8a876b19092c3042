"""Verification on a device: what its kernel finds, as the judgements that a report is made of."""

from __future__ import annotations

from collections.abc import Iterator

from gamekit.analysis.verification.kernel import Claims, Judgement, judge
from gamekit.device.device import Device
from gamekit.device.verification import Verifier
from gamekit.engine.codes.batch import batch_of
from gamekit.errors import DeviceError
from gamekit.solution.store import Store
from gamekit.solution.tier_store import TierStore


def judged_on(device: Device, store: Store) -> Iterator[Judgement]:
    """Yield judgements of all states of a store with codes, a range of places at a time.

    What the device finds wrong is judged again on this processor, which says what is expected.

    Raises:
        UnsupportedError: the device does not take the rules.
        LimitError: the results do not fit into the memory of the device.
        DeviceError: this processor finds a state right that is wrong by the device.
    """
    verifier = Verifier(device, batch_of(store.game))
    for part, _, begin in store.parts():
        tiers = part.tiers if isinstance(part, TierStore) else {0: part}
        for found in verifier.check(tiers, store.remoteness_bound):
            expected = tuple(_expected(part, place) for place in found.places)
            places = tuple(place + begin for place in found.places)
            yield Judgement(found.states, found.edges, found.unsolved, found.wrong, places, expected)


def _expected(store: Store, place: int) -> int | None:
    """Return the result that a wrong place must have, packed, by this processor; None if a move leads to no state."""
    part, results = slice(place, place + 1), store.results()
    claims = Claims.of(store, compiled=True)
    judgement = judge(store.expander().expand(part), results, part, results.at(part), claims)
    if not judgement.wrong:
        raise DeviceError(f"a device finds place {place:,} wrong, and this processor finds it right")
    return judgement.expected[0]
