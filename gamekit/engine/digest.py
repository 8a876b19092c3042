"""A number that depends on what compiled rules say: rounds that were done by other rules must not be gone on with."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.batch import Batch
from gamekit.engine.mixing import mix

LAYERS: Final = 12
A_LAYER: Final = 64
DRAWN: Final = 1024


def digest_of(batch: Batch, start: int) -> str:
    """Return a digest of compiled rules: of their parameters, and of what they say of some hundred states.

    Those are some that a few moves lead to, and where all codes can be asked, some of all.
    """
    rules = batch.rules
    found = hashlib.sha256()
    sizes = (rules.size, rules.max_successors, rules.max_predecessors, start)
    given = (rules.mover, rules.predecessors, rules.is_state)
    found.update(repr((sizes, [function is not None for function in given])).encode())
    found.update(batch.parameters.tobytes())
    codes = np.array([start], dtype=np.int64)
    for _ in range(LAYERS):
        children = _ask(batch, codes, found)
        if not len(children):
            break
        codes = _some(np.unique(children))
    if rules.is_state is not None:
        codes = np.random.default_rng(0).integers(rules.size, size=DRAWN, dtype=np.int64)
        are_states = batch.are_states(codes)
        found.update(are_states.tobytes())
        _ask(batch, codes[are_states != 0], found)
    return found.hexdigest()


def _ask(batch: Batch, codes: NDArray[np.int64], found: Any) -> NDArray[np.int64]:
    """Take in what the rules say of some states; return their successors."""
    expansion = batch.expand(codes)
    for said in (codes, expansion.outcomes, expansion.counts, expansion.children, batch.movers(codes)):
        found.update(np.ascontiguousarray(said).tobytes())
    if batch.rules.predecessors is not None:
        found.update(batch.parents(codes).tobytes())
    return expansion.children


def _some(codes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return some of these codes, as if drawn: those whose keys are least."""
    keys = np.empty_like(codes)
    mix(codes, 62, keys)
    return codes[np.sort(np.argsort(keys)[:A_LAYER])]
