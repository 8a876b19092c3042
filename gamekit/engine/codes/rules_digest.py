"""A digest of compiled rules, because a work folder must not be resumed with other rules."""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.engine.codes.code_hash import keys_of

MAX_LAYERS: Final = 12
STATES_PER_LAYER: Final = 64
DIGEST_SAMPLE: Final = 1024


def digest_of(batch: Batch, start: int) -> str:
    """Return a digest of the parameters of compiled rules and of their results for a few hundred states.

    These are states that a few moves reach and, if the rules give `is_state`, those in a sample of all codes.
    """
    rules = batch.rules
    digest = hashlib.sha256()
    sizes = (rules.size, rules.max_successors, rules.max_predecessors, start)
    optional_functions = (rules.mover, rules.predecessors, rules.is_state, rules.tier)
    digest.update(repr((sizes, [function is not None for function in optional_functions])).encode())
    digest.update(batch.parameters.tobytes())
    codes = np.array([start], dtype=np.int64)
    for _ in range(MAX_LAYERS):
        children = _add(batch, codes, digest)
        if not len(children):
            break
        codes = np.unique(children)
        # a sample that does not vary: the states with the least keys
        codes = codes[np.sort(np.argsort(keys_of(codes, 62))[:STATES_PER_LAYER])]
    if rules.is_state is not None:
        codes = np.random.default_rng(0).integers(rules.size, size=DIGEST_SAMPLE, dtype=np.int64)
        are_states = batch.are_states(codes)
        digest.update(are_states.tobytes())
        _add(batch, codes[are_states != 0], digest)
    return digest.hexdigest()


def _add(batch: Batch, codes: NDArray[np.int64], digest: Any) -> NDArray[np.int64]:
    """Add the results of the rules for some states to `digest`; return the successors."""
    expansion = batch.expand(codes)
    for array in (codes, expansion.outcomes, expansion.counts, expansion.children, batch.movers(codes)):
        digest.update(np.ascontiguousarray(array).tobytes())
    if batch.rules.predecessors is not None:
        digest.update(batch.parents(codes).tobytes())
    if batch.rules.tier is not None:
        digest.update(batch.tiers(codes).tobytes())
    return expansion.children
