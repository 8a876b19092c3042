"""Positions of a certificate, held against the plain rules and against the states that they represent."""

from __future__ import annotations

from itertools import chain
from typing import Any

import numpy as np

from gamekit.analysis.verification.rules_comparison import differences
from gamekit.analysis.verification.symmetry_check import SymmetryTrial, rules_with_symmetry, try_symmetry
from gamekit.game.progress import ProgressCallback
from gamekit.game.representatives import children_of
from gamekit.game.values import Perspective
from gamekit.tables.certificate import Certificate


def compare_positions(certificate: Certificate, most: int | None) -> tuple[int, list[str]]:
    """Return how many positions, `most` at most, were compared with the plain rules, and where these differ."""
    from gamekit.engine.codes.batch import batch_of

    game: Any = certificate.game
    root = np.array([game.encode(certificate.state)], dtype=np.int64)
    sample = (
        np.random.default_rng(0).permutation(np.concatenate(certificate.positions))[:most].astype(np.int64)
    )
    found = differences(batch_of(game), np.concatenate([root, sample]))
    return len(sample), [what for _, what in found]


def try_symmetry_of(
    certificate: Certificate, progress: ProgressCallback, *, all_states: bool
) -> tuple[SymmetryTrial | None, list[str]]:
    """Compare the states that play reaches within what is covered with those that represent them."""
    game: Any = certificate.game
    by_codes, positions = certificate.bits is not None, [*chain(*certificate.positions)]
    perspective: Perspective = "first"
    if by_codes:
        from gamekit.engine.codes.batch import batch_of

        perspective = "mover" if batch_of(game).from_movers_view else "first"
    rules = rules_with_symmetry(game, perspective, by_codes=by_codes)
    if rules is None:
        return None, []
    states = [*map(game.decode, map(int, positions))] if by_codes else positions
    represent, covered = rules.representatives_of, None
    if all_states:  # the check of a position looks on to where its moves lead
        near = {*represent([certificate.state]), *states}
        covered = near.union(*(represent(children_of(rules, state)) for state in near))
        states = [*covered]

    numbers, state_of = range(len(states)), states.__getitem__
    return try_symmetry(
        rules, certificate.state, numbers, state_of, progress, all_states=all_states, covered=covered
    )
