"""The path to the position that is searched, and the rules, as kernels take them."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numba
import numpy as np
from numba import types
from numpy.typing import NDArray

from gamekit.engine.codes.jit import FUNCTIONS, Array
from gamekit.solvers.proof.search import DEEPEST_PATH, RepetitionError

MOVERS_VIEW, MOVERS, ONE_PLAYER = 0, 1, 2
"""The rule for the player to move: each move passes the turn, `mover` names that player, or there is only one."""

CODE, WANT, WHO, LEFT, AT, BEST, BEGAN, STEP = range(8)
"""The columns of a frame: the position; the payoff that its mover wants; the mover; the number of successors to be
searched; the index of the current one; the best bound so far; the number of nodes when it began; and its `progress` or,
if plies are limited, the number of plies left."""

DEPTH, RETURNING, RESULT, NODES, STORED, PROBLEM, WHERE, LARGEST = range(8)
"""The places in `status` of the numbers that a search keeps between calls: the depth; whether a result goes back to the
position above; this result; the numbers of positions expanded and of table entries filled; the breach, and the code at
which it occurred; and the largest absolute payoff met."""

DONE, GO_ON, DEEPER, LOOP, BREACH, STAYS = range(6)
"""The ways in which a call ends: with a result; the budget is spent; frames are used up; a position occurred below
itself; the rules broke a promise; progress did not rise with the move to the position."""

FIRST_DEPTH: Final = 128

Numbers: Any = types.int64[:, ::1]
Scores: Any = types.float64[:, ::1]


class PathArrays(NamedTuple):
    """The path of a search, a row for each depth, and the numbers that are kept between calls of its kernel.

    Attributes:
        status: int64, the numbers that a search keeps between calls, as named above.
        frames: int64, the columns of a frame.
        codes: int64, for each depth, the successors to be searched.
        moves: int64, the numbers of these successors among all successors.
        scores: float64, the scores by which these successors are ordered.
    """

    status: NDArray[np.int64]
    frames: NDArray[np.int64]
    codes: NDArray[np.int64]
    moves: NDArray[np.int64]
    scores: NDArray[np.float64]


class SearchRules(NamedTuple):
    """The rules of a game, as kernels take them.

    Attributes:
        functions: the compiled functions of the rules.
        parameters: the array that the functions take.
        size: the bound below which every code lies.
        most: the largest number of successors of a position.
        turns: the rule for the player to move, as named above.
        has_order: whether the rules define `order`.
        has_progress: whether the rules define `progress`.
    """

    functions: Any
    parameters: NDArray[np.int64]
    size: int
    most: int
    turns: int
    has_order: bool
    has_progress: bool


PATH: Any = types.NamedTuple([Array, Numbers, Numbers, Numbers, Scores], PathArrays)  # type: ignore[no-untyped-call]
RULES: Any = types.NamedTuple(  # type: ignore[no-untyped-call]
    [FUNCTIONS, Array, types.int64, types.int64, types.int64, types.boolean, types.boolean], SearchRules
)


class Frames:
    """The path of a search, which can be deepened and saved.

    Attributes:
        most: the largest number of successors of a position.
        path: the arrays for the kernels.
    """

    def __init__(self, most: int) -> None:
        """Make room for positions with at most this many successors."""
        self.most = most
        self.path = self._blank(FIRST_DEPTH)

    def _blank(self, depth: int) -> PathArrays:
        frames = np.zeros((depth, 8), dtype=np.int64)
        codes, moves, scores = (
            np.zeros((depth, self.most + 1), dtype) for dtype in (np.int64, np.int64, float)
        )
        return PathArrays(np.zeros(8, dtype=np.int64), frames, codes, moves, scores)

    def restore(self, arrays: dict[str, Any]) -> None:
        """Continue from the arrays of a path.

        Raises:
            KeyError: an array is missing.
            ValueError: an array has another shape.
        """
        path = PathArrays(*(arrays[name] for name in PathArrays._fields))
        for name, own, array in zip(PathArrays._fields, self._blank(len(path.frames)), path, strict=True):
            if array.shape != own.shape or array.dtype != own.dtype:
                raise ValueError(f"{name} has a wrong shape")
        if not -1 <= path.status[DEPTH] < len(path.frames):
            raise ValueError("the depth is beyond the frames of the path")
        self.path = path

    def deepen(self) -> None:
        """Double the number of positions for which the path has room.

        Raises:
            RepetitionError: the path has the largest depth already.
        """
        status, *rows = self.path
        depth = len(self.path.frames)
        if depth >= DEEPEST_PATH:
            raise RepetitionError
        self.path = self._blank(2 * depth)._replace(status=status)
        for before, after in zip(rows, self.path[1:], strict=True):
            after[:depth] = before

    def share_done(self, winner: int | None = None) -> float:
        """Return the share, from 0 to 1, of the tree below the first position that is searched; successors count alike.

        The first move of `winner` at each position is assumed to win, so no other move of that player counts.
        """
        share, done = 1.0, 0.0
        for left, at, who in self.path.frames[: self.path.status[DEPTH] + 1, [LEFT, AT, WHO]].tolist():
            if left == 0:
                break
            if who == winner:
                continue
            done += share * at / left
            share /= left
        return done

    def joined(self) -> Frames:
        """Return a path that begins with the same position."""
        other = Frames(self.most)
        other.begin(*self.path.frames[0, [CODE, WHO, WANT, STEP]].tolist())
        return other

    def begin(self, code: int, who: int, want: int, plies: int = 0) -> None:
        """Begin at a position: its code, its mover, the payoff that the mover wants, and the number of plies left."""
        self.path.frames[0] = 0
        self.path.frames[0, [CODE, WHO, WANT, STEP]] = code, who, want, plies
        self.path.status[[DEPTH, RETURNING]] = 0


@numba.njit(types.int64(RULES, types.int64, types.int64), cache=True, nogil=True)
def player_at(rules, who, child):  # type: ignore[no-untyped-def]
    """Return the player to move at a successor of a position in which `who` is to move, if the game is not over."""
    if rules.turns == MOVERS_VIEW:
        return 1 - who
    return rules.functions.mover(child, rules.parameters) if rules.turns == MOVERS else who


@numba.njit(
    types.void(PATH, types.int64, types.int64, types.float64, types.int64, types.int64),
    cache=True,
    nogil=True,
)
def insert(path, depth, count, score, child, move):  # type: ignore[no-untyped-def]
    """Insert a successor among the `count` ones to be searched, behind all those whose score is not lower."""
    codes, moves, scores = path.codes, path.moves, path.scores
    j = count - 1
    while j >= 0 and scores[depth, j] < score:
        scores[depth, j + 1] = scores[depth, j]
        codes[depth, j + 1] = codes[depth, j]
        moves[depth, j + 1] = moves[depth, j]
        j -= 1
    scores[depth, j + 1], codes[depth, j + 1], moves[depth, j + 1] = score, child, move
