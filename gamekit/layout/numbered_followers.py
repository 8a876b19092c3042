"""All followers of a position on a board by its compiled rules, in an order in which options come first."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.cgt.ruleset import Player
from gamekit.cgt.time_limit import require_time

Numbers = NDArray[np.int64]


@attrs.frozen(eq=False)
class NumberedFollowers:
    """The followers of a position, each of which comes after its options, and the position itself as the last one.

    Attributes:
        codes: the codes of the followers.
        layers: where layers of followers begin, and the number of followers; all options are in earlier layers.
        ends: 0, and where the options of each player end in `options`, follower by follower.
        options: the numbers of all options.
        players: the number of players whose options are listed: one in an impartial ruleset.
    """

    codes: Numbers
    layers: Numbers
    ends: Numbers
    options: Numbers
    players: int


def numbered_followers(
    batch: Any, root: int, players: tuple[Player, ...], most: int
) -> NumberedFollowers | None:
    """Return the followers of a code; None if there are more than `most`, or if play can return to one of them.

    Args:
        batch: the compiled rules, in whose codes the player to move is the lowest bit.
        root: the code of a position, without that bit.
        players: the players whose options are listed.
        most: the most followers to list.
    """
    frontier = known = np.array([root], dtype=np.int64)
    frontiers, counts, different_options, places = [], [], [], []
    met = 0
    while len(frontier):
        require_time()
        states = frontier[:, np.newaxis] << 1 | np.array(players, dtype=np.int64)
        expansion = batch.expand(states.ravel())
        frontiers.append(frontier)
        counts.append(expansion.counts)
        frontier, places_among_these = different(expansion.children >> 1)
        different_options.append(frontier)
        places.append(places_among_these + met)
        met += len(frontier)
        nearest = known[np.minimum(np.searchsorted(known, frontier), len(known) - 1)]
        frontier = frontier[nearest != frontier]
        known = np.sort(np.concatenate((known, frontier)), kind="stable")  # quick for two that are sorted
        if len(known) > most:
            return None
    codes, sizes = np.concatenate(frontiers), np.concatenate(counts)
    sizes = sizes.reshape(-1, len(players)).astype(np.int64)
    numbers = _ascending(codes)[np.searchsorted(known, np.concatenate(different_options))]
    options = numbers[np.concatenate(places)]
    layers = _options_first(sizes.sum(axis=1), options)
    order = np.concatenate(layers)
    if len(order) < len(codes):
        return None
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    begins = np.cumsum(sizes.sum(axis=1)) - sizes.sum(axis=1)
    moved = _ranges(begins[order], sizes.sum(axis=1)[order])
    ends = np.concatenate(([0], np.cumsum(sizes[order].ravel())))
    return NumberedFollowers(
        codes[order], np.cumsum([0, *map(len, layers)]), ends, place[options[moved]], len(players)
    )


def _options_first(sizes: Numbers, options: Numbers) -> list[Numbers]:
    """Return the numbers of all rows in layers, each after all of its options; not of all rows if there is a loop."""
    parents = np.repeat(np.arange(len(sizes)), sizes)[_ascending(options)]
    ends = np.cumsum(np.bincount(options, minlength=len(sizes)))
    begins = np.concatenate(([0], ends[:-1]))
    unlisted, frontier = sizes.copy(), np.flatnonzero(sizes == 0)
    layers, last = [frontier], np.empty_like(unlisted)
    while len(frontier):
        of_frontier = parents[_ranges(begins[frontier], (ends - begins)[frontier])]
        np.subtract.at(unlisted, of_frontier, 1)
        ready = of_frontier[unlisted[of_frontier] == 0]
        last[ready] = np.arange(len(ready))
        frontier = ready[last[ready] == np.arange(len(ready))]  # each of them once
        layers.append(frontier)
    return layers


def different(numbers: Numbers) -> tuple[Numbers, Numbers]:
    """Return each of some numbers from 0 on once, ascending, and the place of each number among them."""
    order = _ascending(numbers)
    ordered = numbers[order]
    is_first = np.append(True, ordered[1:] != ordered[:-1])[: len(order)]
    places = np.empty_like(order)
    places[order] = np.cumsum(is_first) - 1
    return ordered[is_first], places


def _ascending(numbers: Numbers) -> Numbers:
    """Return the order in which numbers from 0 on ascend. NumPy sorts 16 bits by counting, so it gets 16 at a time."""
    order = np.argsort(numbers.astype(np.uint16), kind="stable")
    for shift in range(16, int(numbers.max(initial=0)).bit_length(), 16):
        order = order[np.argsort((numbers >> shift).astype(np.uint16)[order], kind="stable")]
    return order


def _ranges(begins: Numbers, sizes: Numbers) -> Numbers:
    """Return the numbers of ranges, one after the other."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - (ends - sizes), sizes) + np.arange(ends[-1] if len(ends) else 0)
