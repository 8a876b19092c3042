"""`CompiledSearch`: questions about positions, answered by compiled rules."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gamekit.engine.codes.batch import GOES_ON, Batch
from gamekit.solvers.proof import alpha_beta as kernel
from gamekit.solvers.proof.limits import DEEPEST, Limits, LoopError
from gamekit.solvers.proof.position_table import PositionTable
from gamekit.solvers.proof.within_plies import search_within

NODES_PER_CALL: Final = 1 << 17
FIRST_DEPTH: Final = 128


class Frames:
    """The path to the position that is searched, in arrays for the kernels, and what is kept between their calls."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.status = np.zeros(8, dtype=np.int64)
        self._make(FIRST_DEPTH)

    def _make(self, depth: int) -> None:
        self.frames = np.zeros((depth, 7), dtype=np.int64)
        self.codes, self.moves = (np.zeros((depth, self.most + 1), dtype=np.int64) for _ in range(2))
        self.scores = np.zeros((depth, self.most + 1), dtype=np.float64)

    def deepen(self) -> None:
        """Double the depth.

        Raises:
            LoopError: it is the largest already.
        """
        depth = len(self.frames)
        if depth >= DEEPEST:
            raise LoopError
        old = self.frames, self.codes, self.moves, self.scores
        self._make(2 * depth)
        for before, after in zip(old, (self.frames, self.codes, self.moves, self.scores), strict=True):
            after[:depth] = before

    def begin(self, code: int, who: int, want: int) -> None:
        """Begin with a position."""
        self.frames[0] = 0
        self.frames[0, [kernel.CODE, kernel.WHO, kernel.WANT]] = code, who, want
        self.status[[kernel.DEPTH, kernel.RETURNING]] = 0


class CompiledSearch:
    """A search by compiled rules; positions are codes.

    Attributes:
        batch: the rules.
        table: the bounds of positions.
        limits: when to stop.
        nodes: how many positions were expanded.
        largest: the largest payoff, by its size, that was met.
    """

    name = "compiled"

    def __init__(self, batch: Batch, memory: int, limits: Limits) -> None:
        self.batch, self.limits, self.memory = batch, limits, memory
        self.table = PositionTable(batch.bits, memory)
        self.nodes = self.largest = 0
        if batch.from_movers_view:
            self.turns = kernel.MOVERS_VIEW
        else:
            self.turns = kernel.ONE_PLAYER if batch.rules.mover is None else kernel.MOVERS
        self._reached: PositionTable | None = None
        self._of: tuple[int, int] | None = None
        self._frames = Frames(batch.rules.max_successors)
        self._weights = np.zeros((2, max(1, batch.bits - kernel.WINDOW + 1), 1 << kernel.WINDOW), np.float32)
        self._windows = self._weights.shape[1]

    def mover(self, code: int) -> int:
        """Return who is to move at the position that is asked about; in the mover's view, player 0."""
        return int(self.batch.movers(np.array([code], dtype=np.int64))[0])

    def outcome(self, code: int) -> int | None:
        """Return the payoff of an end, to the player whom `mover` names in the mover's view, else to the first."""
        payoff = int(self.batch.expand(np.array([code], dtype=np.int64)).outcomes[0])
        return None if payoff == GOES_ON else payoff

    def ask(self, code: int, who: int, want: int) -> int:
        """Return a bound of what a position is worth to its mover: a lower one if it is `want` or more, else an upper.

        Raises:
            LoopError: play goes in circles.
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """
        frames = self._frames
        frames.begin(code, who, want)
        rules, table = self.batch.rules, self.table

        def call() -> int:
            answer: int = kernel.search(
                self.batch.functions, self.batch.parameters, rules.size, rules.max_successors, self.turns,
                rules.order is not None, self._windows, table.entries, table.rests, table.bits,
                table.bits - table.buckets, frames.frames, frames.codes, frames.moves, frames.scores,
                self._weights, frames.status, NODES_PER_CALL,
            )  # fmt: skip
            return answer

        self._run(call, table)
        return int(frames.status[kernel.RESULT])

    def within(self, code: int, who: int, player: int, at_least: int, plies: int) -> bool:
        """Return whether a player can force an end that pays so much within some plies.

        Raises:
            LimitError: a limit was reached.
            RulesError: the rules break a promise.
        """
        claim = player, at_least
        if self._reached is None or self._of != claim:
            self._of = claim
            self._reached = PositionTable(self.batch.bits + 1, self.memory // 2)
        frames, rules, table = self._frames, self.batch.rules, self._reached
        frames.begin(code, who, plies)
        while len(frames.frames) <= plies + 1:
            frames.deepen()

        def call() -> int:
            answer: int = search_within(
                self.batch.functions, self.batch.parameters, rules.size, rules.max_successors, self.turns, player,
                at_least, table.entries, table.rests, table.bits, table.bits - table.buckets, frames.frames,
                frames.codes, frames.moves, frames.scores, frames.status, NODES_PER_CALL,
            )  # fmt: skip
            return answer

        self._run(call, table)
        return bool(frames.status[kernel.RESULT])

    def children(self, code: int, who: int) -> list[tuple[int, int, int | None]]:
        """Return the successors of a position: each with its mover, and with its payoff to player 0 if it is an end."""
        codes = self.batch.expand(np.array([code], dtype=np.int64)).children
        payoffs = self.batch.expand(codes).outcomes.tolist()
        movers = self.batch.movers(codes).tolist()
        found: list[tuple[int, int, int | None]] = []
        for child, mover, payoff in zip(codes.tolist(), movers, payoffs, strict=True):
            other = 1 - who if self.turns == kernel.MOVERS_VIEW else mover
            sign = -1 if self.turns == kernel.MOVERS_VIEW and other == 1 else 1
            found.append((child, other, None if payoff == GOES_ON else sign * payoff))
        return found

    def _run(self, call: Any, table: PositionTable) -> None:
        """Call a kernel until it has the answer."""
        status = self._frames.status
        while True:
            status[kernel.STORED] = 0
            answer = call()
            self.nodes = int(status[kernel.NODES])  # of all questions
            self.largest = max(self.largest, int(status[kernel.LARGEST]))
            table.stored += int(status[kernel.STORED])
            if answer == kernel.DONE:
                return
            if answer == kernel.LOOP:
                raise LoopError
            if answer == kernel.BREACH:
                self.batch.breach(int(status[kernel.PROBLEM]), "successors", int(status[kernel.WHERE]))
            if answer == kernel.DEEPER:
                self._frames.deepen()
            table.grow()
            self.limits.check(self.nodes)
