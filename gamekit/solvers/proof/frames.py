"""The path to the position that is searched, in arrays for the kernels, and what the two kernels do alike with it."""

from __future__ import annotations

from typing import Any, Final

import numba
import numpy as np
from numba import types

from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.solvers.proof.limits import DEEPEST, LoopError

MOVERS_VIEW, MOVERS, ONE_PLAYER = 0, 1, 2
"""Who is to move: the other player after each move, whom `mover` names, or always the same."""

CODE, WANT, WHO, LEFT, AT, BEST, BEGAN, PROGRESS = range(8)
"""The columns of a frame: the position, the payoff its mover wants, who that is, how many successors are to be
searched, which of them is, the best bound so far, the number of nodes when it began, and what `progress` says."""

DEPTH, RETURNING, RESULT, NODES, STORED, PROBLEM, WHERE, LARGEST = range(8)
"""What a search keeps between calls; the last is the largest payoff, by its size, that it has met."""

DONE, GO_ON, DEEPER, LOOP, BREACH, STAYS = range(6)
"""What a call returns: the result is there; the budget is spent; frames are used up; a position came up below itself;
the rules broke a promise; progress did not rise with the move to the position."""

FIRST_DEPTH: Final = 128

Numbers: Any = types.int64[:, ::1]
Scores: Any = types.float64[:, ::1]


class Frames:
    """The path of a search, a row for each depth, and what is kept between calls of its kernel.

    Attributes:
        status: int64, the columns named above.
        frames: int64, the columns of a frame.
        codes: int64, for each depth the successors to be searched.
        moves: int64, their numbers among all successors.
        scores: float64, by which they are ordered.
    """

    def __init__(self, most: int) -> None:
        """Make room for positions of at most this many successors."""
        self.most = most
        self.status = np.zeros(8, dtype=np.int64)
        self.resize(FIRST_DEPTH)

    def resize(self, depth: int) -> None:
        """Make room for another depth, and forget the path."""
        self.frames = np.zeros((depth, 8), dtype=np.int64)
        self.codes, self.moves = (np.zeros((depth, self.most + 1), dtype=np.int64) for _ in range(2))
        self.scores = np.zeros((depth, self.most + 1), dtype=np.float64)

    @property
    def arrays(self) -> dict[str, Any]:
        """What is kept between calls, by name."""
        names = ("status", "frames", "codes", "moves", "scores")
        return {name: getattr(self, name) for name in names}

    def restore(self, arrays: dict[str, Any]) -> None:
        """Go on from what was kept.

        Raises:
            KeyError: an array is missing.
            ValueError: an array has another shape.
        """
        depth = len(arrays["frames"])
        self.resize(depth)
        for name, own in self.arrays.items():
            if arrays[name].shape != own.shape or arrays[name].dtype != own.dtype:
                raise ValueError(f"{name} has another shape")
            setattr(self, name, arrays[name])
        if not -1 <= self.status[DEPTH] < depth:
            raise ValueError("the depth is none")

    def deepen(self) -> None:
        """Double the depth.

        Raises:
            LoopError: it is the largest already.
        """
        depth = len(self.frames)
        if depth >= DEEPEST:
            raise LoopError
        old = self.frames, self.codes, self.moves, self.scores
        self.resize(2 * depth)
        for before, after in zip(old, (self.frames, self.codes, self.moves, self.scores), strict=True):
            after[:depth] = before

    def share_done(self, winner: int | None = None) -> float:
        """Return how much of the tree below the first position is done: each position's successors count alike.

        Args:
            winner: a player whose first move is taken for good at each position, so that no other counts.
        """
        share, done = 1.0, 0.0
        for left, at, who in self.frames[: self.status[DEPTH] + 1, [LEFT, AT, WHO]].tolist():
            if left == 0:
                break
            if who == winner:
                continue
            done += share * at / left
            share /= left
        return done

    @property
    def question(self) -> tuple[int, int, int]:
        """The position that the search began with, its mover, and the payoff it wants."""
        code, who, want = self.frames[0, [CODE, WHO, WANT]].tolist()
        return code, who, want

    def begin(self, code: int, who: int, want: int) -> None:
        """Begin with a position."""
        self.frames[0] = 0
        self.frames[0, [CODE, WHO, WANT]] = code, who, want
        self.status[[DEPTH, RETURNING]] = 0


@numba.njit(types.int64(FUNCTIONS, Array, types.int64, types.int64, types.int64), cache=True, nogil=True)
def player_at(functions, parameters, turns, who, child):  # type: ignore[no-untyped-def]
    """Return who is to move at a successor of a position at which `who` is, where the game goes on."""
    if turns == MOVERS_VIEW:
        return 1 - who
    return functions.mover(child, parameters) if turns == MOVERS else who


@numba.njit(
    types.void(Numbers, Numbers, Scores, types.int64, types.int64, types.float64, types.int64, types.int64),
    cache=True,
    nogil=True,
)
def insert(codes, moves, scores, depth, count, score, child, move):  # type: ignore[no-untyped-def]
    """Insert a successor among those to be searched, of which there are `count`, behind those of no lower score."""
    j = count - 1
    while j >= 0 and scores[depth, j] < score:
        scores[depth, j + 1] = scores[depth, j]
        codes[depth, j + 1] = codes[depth, j]
        moves[depth, j + 1] = moves[depth, j]
        j -= 1
    scores[depth, j + 1], codes[depth, j + 1], moves[depth, j + 1] = score, child, move
