"""`Tuning`: how work is cut into rounds, tasks and shards. Importing this loads nothing but attrs."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen(kw_only=True)
class Tuning:
    """Sizes of rounds, tasks and shards.

    The defaults suit games of up to some billions of states. Tests pass small numbers, so that small games meet what
    otherwise only large games meet. Every size shapes the sequence of rounds, which a work folder records: a folder
    can only be resumed with the sizes that it was begun with.

    Attributes:
        explore_round: the most states that one round of exploration expands; the rest of the frontier waits.
        explore_task: the most states that one task expands.
        explore_shard: above this many states in a shard, exploration splits shards, up to `max_shards`.
        scan_task: the most places that a task looks at which scans all places.
        update_round: the most states that propagate their value in one round; a larger layer takes several.
        update_task: the most states that propagate their value in one task.
        listed: in memory, layers of this many states are always listed, and propagate in one round; larger ones only if
            they are a small part of all states.
        shard_places: how many places a shard should have at least, up to `max_shards`.
        max_shards: there are no more shards than this, unless shards would exceed `max_shard_places`.
        max_shard_places: the largest shard; a task holds some bytes for each place of its shard.
        max_places: the most places of a solve in memory, which are numbered by four bytes.
        max_deltas: after this many deltas a column in files is written out whole.
        max_pending_layers: this many resolved layers of a shard in files wait to be written into its columns.
        verify_round: how many tasks verify a work folder in one round, which bounds the disk that messages take.
        tier_class: the most dense codes of a class of which all are asked for their tiers; of a larger class, a sample.
        tier_sample: the size of that sample.
        proof_plain: how many positions a search for a proof expands with plain rules before compiled ones are loaded;
            fewer if the first has many moves.
        proof_call: how many positions a search for a proof expands with compiled rules before it looks at its limits.
        proof_check: the same with plain rules.
        proof_alone: how many positions of a question one thread expands before others join.
        proof_share: a certificate's positions are held in memory, and expanded at once, in one part of the memory of
            the search's table: one in so many.
        proof_task: how many of them are expanded at once, at least.
    """

    explore_round: int = 1 << 24
    explore_task: int = 1 << 17
    explore_shard: int = 1 << 20
    scan_task: int = 1 << 17
    update_round: int = 1 << 23
    update_task: int = 1 << 16
    listed: int = 1 << 20
    shard_places: int = 1 << 18
    max_shards: int = 64
    max_shard_places: int = 1 << 24
    max_places: int = (1 << 32) - 2
    max_deltas: int = 16
    max_pending_layers: int = 64
    verify_round: int = 64
    tier_class: int = 1 << 16
    tier_sample: int = 256
    proof_plain: int = 10_000
    proof_call: int = 1 << 17
    proof_check: int = 256
    proof_alone: int = 1 << 20
    proof_share: int = 4
    proof_task: int = 1 << 10

    def changed(self) -> dict[str, Any]:
        """Return the sizes that are not the defaults."""
        return {name: size for name, size in attrs.asdict(self).items() if size != getattr(DEFAULTS, name)}


DEFAULTS = Tuning()
