"""The answers of a solution: verdicts on states, lines of best play, and the results of many states at once."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Any, Generic

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.game.protocol import Move, State
from gamekit.game.values import SECOND, Value
from gamekit.solution.store import Store, places_of


class Status(enum.IntEnum):
    """How play from a state ends under best play."""

    UNSOLVED = 0
    ENDED = 1
    ENDLESS = 2


@attrs.frozen
class Verdict(Generic[State]):
    """The verdict on one state.

    Attributes:
        state: the state.
        player: the name of the player to move.
        value: relative to the player to move.
        payoff: to the first player; None if unsolved.
        remoteness: plies until the end if the winner hurries and the loser delays; None if play never ends.
        winner: the name of the winner; None for ties, draws, unsolved states and lost puzzles.
    """

    state: State
    player: str
    value: Value
    payoff: int | None
    remoteness: int | None
    winner: str | None

    def __str__(self) -> str:
        plies = "" if self.remoteness is None else f" in {self.remoteness}"
        return f"{self.value.name}{plies} for {self.player}"


@attrs.frozen
class Line(Generic[State, Move]):
    """Best play from a state to the end or the rules' turn limit, or until a state repeats.

    Attributes:
        states: the states passed, one more than there are moves.
        moves: the moves made.
        cycle_start: the index of the state that the last one repeats; None if no state repeats.
    """

    states: tuple[State, ...]
    moves: tuple[Move, ...]
    cycle_start: int | None


@attrs.frozen(eq=False)
class States(Sequence[Any]):
    """The states of a store by place; iteration skips empty places."""

    store: Store

    def __len__(self) -> int:
        return self.store.states

    def __getitem__(self, place: Any) -> Any:
        return self.store.state_at(int(place))

    def __iter__(self) -> Iterator[Any]:
        for places in places_of(self.store):
            yield from map(self.store.state_at, places.tolist())


def columns_of(store: Store) -> tuple[NDArray[np.int8], NDArray[np.int64], NDArray[np.int32]]:
    """Return status, payoff to the first player and remoteness of all states, by ascending place."""
    value, plies = store.results().at(slice(None))
    places = np.flatnonzero(value != store.no_state)
    value, plies = value[places], plies[places]
    unsolved, endless = value == store.unsolved, plies == store.infinite
    status = np.where(unsolved, Status.UNSOLVED, np.where(endless, Status.ENDLESS, Status.ENDED))
    payoff = np.where(unsolved, 0, value).astype(np.int64)
    if store.perspective == "mover":
        movers = np.fromiter(map(store.game.to_move, States(store)), dtype=np.int8, count=len(value))
        payoff[movers == SECOND] *= -1
    remoteness = np.where(unsolved | endless, 0, plies).astype(np.int32)
    return status.astype(np.int8), payoff, remoteness


@attrs.frozen(eq=False)
class Answers:
    """The results of many codes, one entry per code.

    Attributes:
        found: bool, whether a state has the code; if not, the other entries have no meaning.
        solved: bool, whether the value of the state is known.
        payoff: int64, to the first player, or to the player to move if codes are from the mover's view.
        ended: bool, whether play ends, within the rules' turn limit if they have one.
        remoteness: int64, plies until the end; 0 if play does not end.
    """

    found: NDArray[np.bool_]
    solved: NDArray[np.bool_]
    payoff: NDArray[np.int64]
    ended: NDArray[np.bool_]
    remoteness: NDArray[np.int64]


def probe(store: Store, codes: NDArray[np.int64]) -> Answers:
    """Return the results of many codes at once."""
    codes, limit = np.asarray(codes, dtype=np.int64), store.game.max_plies
    value, plies = store.look_up(codes)
    found = value != store.no_state
    solved = found & (value != store.unsolved)
    ended = solved & (plies != store.infinite)
    if limit is not None:
        ended &= plies <= limit
    payoff = np.where(ended, value, np.where(solved, store.game.infinite_play, 0))
    return Answers(found, solved, payoff, ended, np.where(ended, plies, 0))
