"""Random walks that advance in step: after n steps, they are a nearly uniform sample of the states that n plies reach.

From a uniform sample of the states of one step, a successor is drawn in proportion to its in-degree. So each successor
is kept with a probability of one over its in-degree, which makes the sample of the next step uniform again. If the
rules give no predecessors, this correction is impossible, and states with few predecessors are drawn too seldom.
"""

from __future__ import annotations

from typing import Final

import attrs
import numpy as np

from gamekit.analysis.planning.deadline import Deadline
from gamekit.analysis.planning.sources import Codes, Source

WEIGHED: Final = 4
"""The number of successors that are weighed for each successor that is kept."""


@attrs.frozen(eq=False)
class Opening:
    """The first steps of walks, for which all states are known.

    Attributes:
        known: the codes of the states of all these steps, ascending.
        last: the codes of the states of the last step.
        steps: the number of these steps.
    """

    known: Codes
    last: Codes
    steps: int


@attrs.frozen(eq=False)
class Walk:
    """The states that walks visited.

    Attributes:
        steps: the step at which each state was met, ascending.
        codes: the code of each state that was met; states of the opening are left out.
        sizes: the estimated number of states at each step of the walks, from branching and in-degrees.
        ended: whether all walks reached an end of play.
    """

    steps: Codes
    codes: Codes
    sizes: tuple[float, ...]
    ended: bool


def opening(source: Source, width: int, longest: int) -> Opening:
    """Return the first steps of walks, up to one with more than `width` states, or up to `longest` steps."""
    last = known = np.array([source.start], dtype=np.int64)
    steps = 0
    while len(last) <= width and steps < longest:
        children = np.unique(source.expand(last))
        if not len(children):
            break
        last, known, steps = children, np.union1d(known, children), steps + 1
    return Opening(known, last, steps)


def walk(source: Source, begun: Opening, width: int, longest: int, deadline: Deadline, seed: int) -> Walk:
    """Return `width` walks, continued from an opening until all have ended or have `longest` steps, or time is over."""
    random = np.random.default_rng(seed)
    here, size = begun.last, float(len(begun.last))
    new_codes: list[Codes] = []
    sizes: list[float] = []
    ended = False
    while begun.steps + len(sizes) < longest and not deadline.passed:
        children = source.expand(here)
        branching = len(children) / len(here)
        if ended := not len(children):
            break
        if len(children) > WEIGHED * width:
            children = children[random.integers(len(children), size=WEIGHED * width)]
        in_degree = source.in_degree(children)
        weights = np.ones(len(children)) if in_degree is None else 1 / in_degree
        size *= branching * float(weights.mean())
        sums = np.cumsum(weights)
        marks = (np.arange(width) + random.random()) * (sums[-1] / width)
        here = children[np.minimum(np.searchsorted(sums, marks), len(children) - 1)]
        sizes.append(size)
        new_codes.append(here[~np.isin(here, begun.known)])
    steps = np.repeat(np.arange(len(new_codes), dtype=np.int64), [len(codes) for codes in new_codes])
    return Walk(steps, np.concatenate([begun.known[:0], *new_codes]), tuple(sizes), ended)
