"""What a solve by compiled rules takes: a model of time, memory, disk and network, with factors found by experiment.

The factors were fitted to solves of dobutsu shogi (247 million states), connect four on 5×5 squares (70 million) and
4×6 (16 million), 4×4 quixo and teeko, on two threads; the bounds are so wide that all of them lie within.
"""

from __future__ import annotations

from typing import Final, Literal

import attrs

from gamekit.compiled import CompiledRules
from gamekit.engine import backwards, exploration, shards
from gamekit.engine.columns import width_of_left
from gamekit.engine.memory import MARGIN, in_words
from gamekit.engine.plan import Method, needs
from gamekit.engine.solving import MOST_PLACES
from gamekit.planning.figures import Figure
from gamekit.planning.rates import Rates
from gamekit.planning.states import Size

ABSORB: Final = 2.7
"""To see whether a successor is new and to take it in costs so many look-ups in a cached index."""

TELL: Final = 2.3
"""To tell a parent, to find it and to count down what it has left."""

TELL_DENSE: Final = 0.25
"""The same where places are codes."""

SURVEY: Final = 1.15
"""To take down what the rules say, in times of asking them."""

IN_FILES: Final = {"explore": 1.6, "survey": 1.5, "solve": 3.3}
"""By how much each phase takes longer where all is in files."""

ROUNDS_A_LAYER: Final = 5
"""Rounds of files for each layer that is explored, with those backwards; 102 for the 20 of a small dobutsu shogi."""

FEWEST_ROUNDS: Final = 20
"""Rounds of files where nothing is explored: 14 to 24 in small games; long plays take more, which nobody knows."""

INDEX: Final = 9.5
"""Bytes for a state's key and its part in the table by which keys are found."""

TIME_IN_MEMORY, TIME_IN_FILES = 1.5, 2.0
"""By what factor times may be off, besides what the number of states is off."""


@attrs.frozen
class Run:
    """What one way to solve a game takes.

    Attributes:
        place: where the work is kept, in "memory" or in "files".
        workers: how many threads or processes work.
        method: how states get to know of their successors' values.
        seconds: wall time, if there are cores for all workers.
        memory: bytes, of all workers together.
        disk: bytes, at the peak.
        network: bytes that cross it, if each worker is a machine of its own.
        why_not: why this machine cannot do it this way; None if it can, as far as the figures are known.
    """

    place: Literal["memory", "files"]
    workers: int
    method: Method
    seconds: Figure
    memory: Figure
    disk: Figure
    network: Figure
    why_not: str | None


@attrs.frozen
class Costs:
    """What solving a game takes.

    Attributes:
        rules: the game's.
        size: how large it is.
        rates: how fast this machine is.
        limit: how many bytes of memory may be taken.
        free: how many bytes are free on the disk.
    """

    rules: CompiledRules
    size: Size
    rates: Rates
    limit: int
    free: int

    def in_memory(self, workers: int) -> Run:
        """Return what it takes in memory, by the quickest method that fits, or by the quickest if none does."""
        methods = self._memory()
        method, memory = next(
            ((method, memory) for method, memory in methods.items() if memory.usable <= self.limit),
            next(iter(methods.items())),
        )
        thread_seconds = self._explore() + self._survey(method) + self._solve(method)
        seconds = self._over_states(thread_seconds / workers, TIME_IN_MEMORY)
        if method == "sweeps":  # as many surveys as there are plies in the longest play, which nobody knows
            seconds = Figure(seconds.low, None, None)
        nothing = Figure.exactly(0)
        return Run(
            "memory", workers, method, seconds, memory, nothing, nothing, self._why_not_in_memory(memory)
        )

    def in_files(self, workers: int) -> Run:
        """Return what it takes from files, by predecessors where the rules give them."""
        method: Method = "edges" if self.rules.predecessors is None else "predecessors"
        parts = {"explore": self._explore(), "survey": self._survey(method), "solve": self._solve(method)}
        thread_seconds = sum(IN_FILES[phase] * taken for phase, taken in parts.items())
        explored, told = self._explored(), self._told()
        moved = 8 * (explored + told) + 10 * self.size.places.usable
        slowest = max(thread_seconds / workers, moved * (self.rates.write + self.rates.read))
        disk = self._disk(method)
        return Run(
            "files",
            workers,
            method,
            self._over_states(slowest, TIME_IN_FILES).plus(self._rounds() * self.rates.round),
            self._memory_of_workers(workers),
            disk,
            self._over_states(8 * (explored + told) * (workers - 1) / workers, 1.5),
            self._why_not_in_files(disk),
        )

    @property
    def _is_dense(self) -> bool:
        return self.rules.is_state is not None

    def _explored(self) -> float:
        """Return how many edges are followed to find states."""
        return 0.0 if self._is_dense else self.size.edges.usable

    def _told(self) -> float:
        """Return how often states are told of a successor's value."""
        return self.size.edges.usable if not self.rates.told else self.rates.told * self.size.states.usable

    def _explore(self) -> float:
        an_edge = self.rates.sort + ABSORB * self.rates.find
        return 0.0 if self._is_dense else self._survey("predecessors") + an_edge * self.size.edges.usable

    def _survey(self, method: Method) -> float:
        linked = self.size.edges.usable * TELL * self.rates.find if method == "edges" else 0.0
        return SURVEY * self.rates.expand * self.size.states.usable + linked

    def _solve(self, method: Method) -> float:
        asked = self.rates.parents * self.size.states.usable if method == "predecessors" else 0.0
        return asked + self._told() * (TELL_DENSE if self._is_dense else TELL) * self.rates.find

    def _rounds(self) -> int:
        """Return how many rounds a solve from files has, at a guess."""
        return max(ROUNDS_A_LAYER * (self.size.layers or 0), FEWEST_ROUNDS)

    def _over_states(self, likely: float, factor: float) -> Figure:
        """Return a figure that grows with the number of states."""
        number = self.size.states
        return number.times(likely / max(number.usable, 1), factor)

    def _memory(self) -> dict[Method, Figure]:
        """Return what each method needs, the quickest first."""
        branching = self.size.edges.usable / max(self.size.states.usable, 1)

        def needed(places: float) -> dict[Method, float]:
            found = {
                method: float(size)
                for method, size in needs(self.rules, int(places), int(branching * places)).items()
            }
            if self._is_dense:
                return found
            exploring = 2 * 8 * places + 8 * branching * min(places, exploration.ROUND)
            return {method: max(size + INDEX * places, exploring) for method, size in found.items()}

        places = self.size.places
        likely, low = needed(places.usable), needed(places.low)
        high = None if places.high is None else needed(places.high)
        return {
            method: Figure(
                low[method]
                / 1.5,  # what is planned is the worst; solves that end with small layers need less
                None if places.likely is None else likely[method],
                None if high is None else 1.1 * high[method],
            )
            for method in likely
        }

    def _memory_of_workers(self, workers: int) -> Figure:
        """Return what workers need: each has the largest shard, and what a task reads and makes."""
        largest = min(self.size.places.usable / shards.MOST_SHARDS, shards.LARGEST_SHARD)
        branching = self.size.edges.usable / max(self.size.states.usable, 1)
        task = 128 * (branching + 1) * exploration.CHUNK
        each = 2 * (INDEX + 4) * largest + task + MARGIN
        return self._over_states(workers * each + (200 << 20), 2.0)

    def _disk(self, method: Method) -> Figure:
        """Return the peak: states are there twice while merged, and so is a column while it is written anew."""
        places, branching = self.size.places, self.size.edges.usable / max(self.size.states.usable, 1)
        columns = 2 * (2 + width_of_left(self.rules.max_successors)().itemsize)
        told = 8 * branching * min(places.usable, backwards.ROUND)
        if self._is_dense:
            each = float(columns)
        else:
            told = max(told, 8 * branching * min(places.usable, exploration.ROUND))
            each = max(16.0, INDEX + columns)
        if method == "edges":
            each += 16 * branching
        return places.times(each + told / max(places.usable, 1), 1.5)

    def _why_not_in_memory(self, memory: Figure) -> str | None:
        if self.size.places.usable > MOST_PLACES:
            return f"at most {MOST_PLACES:,} states can be counted in memory"
        if memory.usable > self.limit:
            return f"{in_words(self.limit)} of memory are allowed"
        return None

    def _why_not_in_files(self, disk: Figure) -> str | None:
        if disk.usable > self.free:
            return f"{in_words(self.free)} of disk are free"
        return None
