"""`Tuning`: the sizes of rounds, tasks and shards. Importing this module loads nothing but attrs."""

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
        explore_shard: the number of states above which exploration splits a shard, up to `max_shards` shards.
        scan_task: the most places that one task of a scan looks at.
        update_round: the most states that propagate their value in one round; a larger layer takes several.
        update_task: the most states that propagate their value in one task.
        listed: in memory, the size up to which a layer is always stored as a list and propagates in one round. A larger
            layer is stored as a list only if it is a small part of all states.
        shard_places: the least number of places that a shard should have, up to `max_shards` shards.
        max_shards: the largest number of shards, unless shards would exceed `max_shard_places`.
        max_shard_places: the most places of a shard; a task holds some bytes for each place of its shard.
        max_places: the most places of a solve in memory, which are numbered by four bytes.
        max_deltas: the number of deltas after which a column in files is written out whole.
        max_pending_layers: the number of resolved layers of a shard in files that wait to be written into its columns.
        verify_round: the number of tasks that verify a work folder in one round, which bounds the disk space for
            messages.
        tier_class: the most dense codes of a class in which the tier of every code is computed; in a larger class, a
            sample of codes is used.
        tier_sample: the number of codes in that sample.
        proof_plain: the number of positions that a search for a proof expands with plain rules before compiled ones are
            loaded; fewer if the first position has many moves.
        proof_call: the number of positions that a search expands with compiled rules between two checks of its limits.
        proof_check: the number of positions that a search expands with plain rules between two checks of its limits.
        proof_alone: the number of positions of a question that one thread expands before others join.
        proof_share: the memory of the search's table, divided by this number, is the memory in which a certificate's
            positions are held, and expanded at once.
        proof_task: the least number of a certificate's positions that are expanded at once.
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
