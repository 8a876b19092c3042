"""The time, memory, disk and network that a solve with compiled rules takes, computed from counts of its operations.

The time of each operation is measured on this machine, and the operations of each way to solve are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, Literal

import attrs

from gamekit.analysis.planning.estimate import Estimate
from gamekit.analysis.planning.rates import Rates
from gamekit.analysis.planning.states import Size
from gamekit.analysis.planning.tiers import PlannedTier
from gamekit.engine.retrograde.method_choice import Method, counter_bytes, needs
from gamekit.engine.runtime.memory_budget import MARGIN, format_bytes, held
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.engine.tiers.one_pass import BYTES_A_PLACE
from gamekit.engine.tiers.solve import tier_counter, tier_tuning
from gamekit.game.compiled import CompiledRules

ROUNDS_A_LAYER: Final = 5
"""The rounds of a solve in files per explored layer: two expand it and merge its children, three propagate values."""

READ, STORED, UPDATED = 2, 5, 2
"""The entries that are read or written at some place for an edge: when it is verified, stored, and followed backwards.

A result has two columns. An edge is stored in a part for its shard, from both ends, then counted and put in its row. To
follow it, its row is read and the counter of the parent decreases.
"""

ROW: Final = 2
"""Bytes of a value and a remoteness in the table of a tier; they may be more if play is long."""

COMPRESSED_ROW: Final = 1
"""Bytes in memory of a row of a compressed child table: the number of its pair of a value and a remoteness."""

KEY: Final = 8
"""Bytes of a key, if codes are not dense."""

COMPRESSED, COMPRESSED_WITH_KEY = (0.35, 2.0), (4.2, 1.9)
"""Bytes of a state on disk in a compressed table, without or with its key, and the factor by which they may be off.

Quixo takes 0.21 bytes, teeko 0.27, and the results of connect four 0.49; those of morris with few men take less. With
keys, connect four took 2.6 and kalah 6.4 when results took 1.3 to 2.4 times as much.
"""

INDEX: Final = 9.5
"""Bytes of the index per state: the key, and its share of the bucket table."""

TIME_IN_MEMORY, TIME_IN_FILES = 1.5, 2.0
"""The factor by which times may be off, in addition to the factor for the number of states."""

NOTHING: Final = Estimate.exactly(0)


@attrs.frozen
class Run:
    """The cost of one way to solve a game.

    Attributes:
        place: the place of the work: "memory", "files", or "tiers" for tiers that are solved one after the other in
            memory.
        workers: the number of threads or processes that work.
        method: the way in which values propagate to predecessors.
        seconds: wall time, verification included, if there are cores for all workers.
        memory: the memory of all workers together, in bytes.
        disk: the peak of disk space, in bytes.
        network: the bytes sent between workers, if each is a machine of its own.
        why_not: the reason why this machine cannot solve the game this way; None if it can, as far as the numbers are
            known.
    """

    place: Literal["memory", "files", "tiers"]
    workers: int
    method: Method
    seconds: Estimate
    memory: Estimate
    disk: Estimate
    network: Estimate
    why_not: str | None

    @property
    def fits(self) -> bool:
        """Whether this machine is known to be able to solve the game this way."""
        return self.why_not is None and not self.is_open

    @property
    def is_open(self) -> bool:
        """Whether it is unknown if this machine can solve the game this way."""
        return self.why_not is None and self.seconds.likely is None and self.memory.likely is None


@attrs.frozen
class Costs:
    """The costs of solving a game.

    Attributes:
        rules: the compiled rules.
        size: the size of the game.
        rates: the measured speed of this machine.
        limit: the number of bytes of memory that may be used.
        free: the number of free bytes on the disk.
        tuning: the sizes of rounds and tasks.
        counter: the number of bytes of a counter; by default, enough for as many successors as the rules allow.
        compress: whether the tables of tiers are compressed.
    """

    rules: CompiledRules
    size: Size
    rates: Rates
    limit: int
    free: int
    tuning: Tuning = DEFAULTS
    counter: int | None = None
    compress: bool = False

    def in_memory(self, workers: int) -> Run:
        """Return the cost of a solve in memory by the quickest method that fits, or by the quickest if none fits."""
        methods = self._memory()
        fitting = (method for method, memory in methods.items() if memory.usable <= self.limit)
        method = next(fitting, next(iter(methods)))
        memory = methods[method]
        seconds = self._over_states(self._thread_seconds(method) / workers, TIME_IN_MEMORY)
        if method == "scan":  # a scan for each ply of the longest play, which cannot be planned
            seconds = Estimate(seconds.low, None, None)
        why_not = None
        if self.size.places.usable > DEFAULTS.max_places:
            why_not = f"at most {DEFAULTS.max_places:,} states can be counted in memory"
        elif memory.usable > self.limit:
            why_not = f"{format_bytes(self.limit)} of memory are allowed"
        return Run("memory", workers, method, seconds, memory, NOTHING, NOTHING, why_not)

    def by_tiers(self, workers: int, tiers: Sequence[PlannedTier]) -> Run:
        """Return the cost of a solve by tiers: memory for the largest tier and its children, disk for all tables."""
        of_states = {tier.tier: tier.states for tier in tiers}
        row = (COMPRESSED_ROW if self.compress else ROW) + self._key
        share = self.places_a_state

        def alone(tier: PlannedTier) -> Run:
            states = tier.states
            edges = states.times(self.branching)
            size = attrs.evolve(self.size, states=states, places=states.times(share), edges=edges)
            tuning = tier_tuning(self.tuning, self.branching)
            counter = tier_counter(self.rules, tier.most_inside)
            costs = attrs.evolve(self, size=size, tuning=tuning, counter=counter)
            run = costs.in_memory(workers)
            memory = costs._memory_in_one_pass() if tier.in_one_pass else run.memory
            children = sum(of_states[child].usable for child in tier.leads_to)
            return attrs.evolve(run, memory=memory.plus(row * share * children))

        largest = max(map(alone, tiers), key=lambda run: run.memory.usable)
        seconds = self._over_states(self._by_tiers(largest.method, tiers) / workers, TIME_IN_FILES)
        disk = self._disk_by_tiers(compress=self.compress)
        size_of_largest = share * max(tier.states.usable for tier in tiers)
        why_not = None
        if size_of_largest > DEFAULTS.max_places:
            why_not = f"at most {DEFAULTS.max_places:,} states can be counted in memory"
        if largest.memory.usable > self.limit:
            why_not = f"{format_bytes(self.limit)} of memory are allowed"
        if disk.usable > self.free:
            why_not = f"{format_bytes(self.free)} of disk are free"
            compressed = self._disk_by_tiers(compress=True)
            if not self.compress and compressed.usable <= self.free:
                why_not += (
                    f"; solve with --compress, and the tables take about {format_bytes(compressed.usable)}"
                )
        return attrs.evolve(largest, place="tiers", seconds=seconds, disk=disk, why_not=why_not)

    def _disk_by_tiers(self, *, compress: bool) -> Estimate:
        if compress:
            return self.size.places.times(*(COMPRESSED if self._is_dense else COMPRESSED_WITH_KEY))
        return self.size.places.times(ROW + self._key, 1.2)

    def in_files(self, workers: int) -> Run:
        """Return the cost of a solve with arrays in files, by predecessors if the rules give them."""
        method: Method = "edges" if self.rules.predecessors is None else "predecessors"
        messages = (0.0 if self._is_dense else self.size.edges.usable) + self._updates
        moved = 8 * messages + 10 * self.size.places.usable
        seconds = self._thread_seconds(method) / workers + moved * (self.rates.write + self.rates.read)
        rounds = ROUNDS_A_LAYER * (self.size.layers or 1)
        disk = self._disk(method)
        return Run(
            "files",
            workers,
            method,
            self._over_states(seconds, TIME_IN_FILES).plus(rounds * self.rates.round),
            self._memory_of_workers(workers),
            disk,
            self._over_states(8 * messages * (workers - 1) / workers, 1.5),
            f"{format_bytes(self.free)} of disk are free" if disk.usable > self.free else None,
        )

    @property
    def _is_dense(self) -> bool:
        return self.rules.is_state is not None

    @property
    def _key(self) -> int:
        return 0 if self._is_dense else KEY

    @property
    def branching(self) -> float:
        """The average number of successors of a state."""
        return self.size.edges.usable / max(self.size.states.usable, 1)

    @property
    def places_a_state(self) -> float:
        """The number of entries of a column for each state; more than 1 if some dense codes are no states."""
        return self.size.places.usable / max(self.size.states.usable, 1)

    @property
    def _updates(self) -> float:
        """The number of updates that states receive from their successors."""
        return (
            self.rates.in_degree * self.size.states.usable if self.rates.in_degree else self.size.edges.usable
        )

    def _thread_seconds(self, method: Method) -> float:
        return self.exploring + self._backwards(method) + self._verified

    @property
    def exploring(self) -> float:
        """The seconds of one thread to find all states; dense codes are those of states, or are known not to be."""
        if self._is_dense:
            return 0.0
        return self.rates.expand * self.size.states.usable + self.rates.merge * self.size.edges.usable

    @property
    def _verified(self) -> float:
        """The seconds of one thread to verify all values, which `solve` does by default."""
        return self.rates.expand * self.size.states.usable + self._seconds_at(READ) * self.size.edges.usable

    def _backwards(self, method: Method) -> float:
        """Return the seconds of one thread to count successors and propagate values to predecessors."""
        seconds = self.rates.expand * self.size.states.usable
        if method == "edges":
            return (
                seconds
                + self._seconds_at(STORED) * self.size.edges.usable
                + self.rates.touch * UPDATED * self._updates
            )
        if method == "predecessors":
            seconds += self.rates.parents * self.size.states.usable
        return seconds + self._seconds_at(UPDATED) * self._updates

    def _seconds_at(self, touches: int) -> float:
        """Return the seconds to look up a state and to touch entries of columns at its place, which may be its code."""
        return touches * self.rates.touch + (0.0 if self._is_dense else self.rates.find)

    def _by_tiers(self, method: Method, tiers: Sequence[PlannedTier]) -> float:
        states = sum(tier.states.usable for tier in tiers)
        quick = sum(tier.states.usable for tier in tiers if tier.in_one_pass) / max(states, 1)
        whole = self._thread_seconds(method)
        return whole - quick * self._backwards(method)

    def _over_states(self, likely: float, factor: float) -> Estimate:
        """Return `likely` as an estimate with the relative bounds of the number of states, widened by `factor`."""
        number = self.size.states
        return number.times(likely / max(number.usable, 1), factor)

    def _memory(self) -> dict[Method, Estimate]:
        branching, places = self.branching, self.size.places

        def needed(method: Method, places: float) -> float:
            edges = int(branching * places)
            found = needs(self.rules, int(places), edges, self.tuning, counter=self.counter)
            return self._explored(found[method], places)

        methods = needs(self.rules, 0, 0)
        return {method: places.map(partial(needed, method)).widened(1.5, 1.2) for method in methods}

    def _memory_in_one_pass(self) -> Estimate:
        return self.size.places.map(
            lambda places: self._explored(held() + MARGIN + BYTES_A_PLACE * places, places)
        ).widened(1.2, 1.1)

    def _explored(self, solving: float, places: float) -> float:
        """Return the peak of memory, in bytes, of solving and, unless codes are dense, of exploring before it."""
        if self._is_dense:
            return solving
        exploring = 2 * 8 * places + 8 * self.branching * min(places, DEFAULTS.explore_round)
        return max(solving + INDEX * places, exploring)

    def _memory_of_workers(self, workers: int) -> Estimate:
        """Return the bytes that all workers hold: each has the largest shard, and the inputs and results of a task."""
        largest = min(self.size.places.usable / DEFAULTS.max_shards, DEFAULTS.max_shard_places)
        task = 128 * (self.branching + 1) * DEFAULTS.explore_task
        each = 2 * (INDEX + 4) * largest + task + MARGIN
        return self._over_states(workers * each + (200 << 20), 2.0)

    def _disk(self, method: Method) -> Estimate:
        """Return the peak of disk space in bytes: states are stored twice while merged, and columns while rewritten."""
        places, branching = self.size.places, self.branching
        columns = 2 * (2 + counter_bytes(self.rules.max_successors))
        rounds = [DEFAULTS.update_round, *([] if self._is_dense else [DEFAULTS.explore_round])]
        messages = 8 * branching * min(places.usable, max(rounds))
        each = float(columns) if self._is_dense else max(16.0, INDEX + columns)
        if method == "edges":
            each += 16 * branching
        return places.times(each + messages / max(places.usable, 1), 1.5)
