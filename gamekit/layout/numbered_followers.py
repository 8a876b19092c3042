"""All followers of a position on a board by its compiled rules, in an order in which options come first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
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
        ends: where the options of each player end in `options`, follower by follower.
        options: the numbers of all options.
        players: the number of players whose options are listed: one in an impartial ruleset.
    """

    codes: Numbers
    ends: Numbers
    options: Numbers
    players: int

    def rows(self) -> Iterator[tuple[list[int], list[int]]]:
        """Yield the numbers of the options of Left and of Right for each follower; both are one list if impartial."""
        options = self.options.tolist()
        sides = (options[begin:end] for begin, end in pairwise([0, *self.ends.tolist()]))
        for left in sides:
            yield left, (next(sides) if self.players == 2 else left)


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
    layers, counts, children = [], [], []
    while len(frontier):
        require_time()
        states = frontier[:, np.newaxis] << 1 | np.array(players, dtype=np.int64)
        expansion = batch.expand(states.ravel())
        layers.append(frontier)
        counts.append(expansion.counts)
        children.append(expansion.children >> 1)
        frontier = _different(children[-1])
        nearest = known[np.minimum(np.searchsorted(known, frontier), len(known) - 1)]
        frontier = frontier[nearest != frontier]
        known = np.sort(np.concatenate((known, frontier)))
        if len(known) > most:
            return None
    codes, sizes, options = map(np.concatenate, (layers, counts, children))
    sizes = sizes.reshape(-1, len(players)).astype(np.int64)
    by_code = np.argsort(codes)
    options = by_code[np.searchsorted(known, options)]
    order = _options_first(sizes.sum(axis=1), options)
    if len(order) < len(codes):
        return None
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    begins = np.cumsum(sizes.sum(axis=1)) - sizes.sum(axis=1)
    moved = _ranges(begins[order], sizes.sum(axis=1)[order])
    return NumberedFollowers(
        codes[order], np.cumsum(sizes[order].ravel()), place[options[moved]], len(players)
    )


def _options_first(sizes: Numbers, options: Numbers) -> Numbers:
    """Return the numbers of all rows in an order in which options come first; fewer of them if there is a loop."""
    by_option = np.argsort(options, kind="stable")
    parents = np.repeat(np.arange(len(sizes)), sizes)[by_option]
    ends = np.cumsum(np.bincount(options, minlength=len(sizes)))
    begins = np.concatenate(([0], ends[:-1]))
    unlisted, frontier = sizes.copy(), np.flatnonzero(sizes == 0)
    order = [frontier]
    while len(frontier):
        of_frontier = parents[_ranges(begins[frontier], (ends - begins)[frontier])]
        np.subtract.at(unlisted, of_frontier, 1)
        frontier = _different(of_frontier[unlisted[of_frontier] == 0])
        order.append(frontier)
    return np.concatenate(order)


def _different(numbers: Numbers) -> Numbers:
    """Return each of some numbers once, ascending; for so many equal ones, that is quicker than `numpy.unique`."""
    numbers = np.sort(numbers)
    return numbers[np.append(numbers[1:] != numbers[:-1], True)] if len(numbers) else numbers


def _ranges(begins: Numbers, sizes: Numbers) -> Numbers:
    """Return the numbers of ranges, one after the other."""
    ends = np.cumsum(sizes)
    return np.repeat(begins - (ends - sizes), sizes) + np.arange(ends[-1] if len(ends) else 0)
