"""The answers of a solution: verdicts on states, lines of best play, and the results of many states at once."""

from __future__ import annotations

import enum
from collections.abc import Iterator, Sequence
from typing import Any, Final, Generic

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.game.protocol import Game, Move, State
from gamekit.game.values import Value
from gamekit.solution.store import Store, places_of

FEW: Final = 12
"""The most boards that a notebook shows unfolded."""


class Status(enum.IntEnum):
    """The way in which play from a state ends under best play."""

    UNSOLVED = 0
    ENDED = 1
    ENDLESS = 2


@attrs.frozen
class Verdict(Generic[State]):
    """The verdict on one state.

    Attributes:
        state: the state.
        player: the name of the player to move.
        value: the value of the state for the player to move.
        payoff: the payoff to the first player; None if the state is unsolved.
        remoteness: the number of plies until the end if the winner hurries and the loser delays; None if play never
            ends, or if the state is unsolved.
        winner: the name of the winner; None for ties, draws, unsolved states and lost puzzles.
        is_converted: whether the state is looked at as one that a conversion has led to, so that the plies to that move
            do not count on.
    """

    state: State
    player: str
    value: Value
    payoff: int | None
    remoteness: int | None
    winner: str | None
    is_converted: bool = False

    @property
    def plies_before(self) -> int | None:
        """The remoteness that the state has, or would have, from which a move leads to this one; None if endless."""
        return None if self.remoteness is None else 1 if self.is_converted else self.remoteness + 1

    def __str__(self) -> str:
        plies = "" if self.remoteness is None else f" in {self.remoteness}"
        return f"{self.value.name}{plies} for {self.player}"


def is_of_the_state(field: attrs.Attribute[Any], _: Any = None) -> bool:
    """Return whether an attribute of a verdict tells of its state alone, and not of the move that led there."""
    return field.name != "is_converted"


@attrs.frozen
class Line(Generic[State, Move]):
    """Best play from a state to the end or the rules' turn limit, or until a state repeats. A notebook displays it.

    Attributes:
        game: the rules.
        states: the states that play passes, one more than there are moves.
        moves: the moves of the line.
        cycle_start: the index of the state that the last one repeats; None if no state repeats.
    """

    game: Game[State, Move] = attrs.field(repr=False)
    states: tuple[State, ...]
    moves: tuple[Move, ...]
    cycle_start: int | None

    def texts(self) -> tuple[str, ...]:
        """Return the moves as text, as the game writes them in these states."""
        pairs = zip(self.states, self.moves, strict=False)
        return tuple(self.game.format_move(state, move) for state, move in pairs)

    def _repr_html_(self) -> str:
        from gamekit.drawing.board import Board
        from gamekit.drawing.html import details, figure, paragraph, row

        texts = [
            self.game.format_state(self.states[0]),
            *(f"{i}. {text}" for i, text in enumerate(self.texts(), 1)),
        ]
        few = zip(self.states[:FEW], texts, strict=False)
        boards = row(
            figure(Board(self.game, state).svg, text, self.game.board_in_words(state)) for state, text in few
        )
        rest = f"{len(texts[FEW:]):,} more plies"
        more = details(rest, paragraph(" ".join(texts[FEW:]))) if texts[FEW:] else ""
        back = f"Play is back to where it was after ply {self.cycle_start}."
        return boards + more + ("" if self.cycle_start is None else paragraph(back))


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


@attrs.frozen(eq=False)
class Answers:
    """The results of many codes, one entry per code.

    Attributes:
        found: bool, whether a state has the code; if not, the other entries have no meaning.
        solved: bool, whether the value of the state is known.
        payoff: int64, the payoff to the first player, or to the player to move if codes are from the mover's view.
        ended: bool, whether play ends, within the rules' turn limit if they have one.
        remoteness: int64, the number of plies until the end; 0 if play does not end.
    """

    found: NDArray[np.bool_]
    solved: NDArray[np.bool_]
    payoff: NDArray[np.int64]
    ended: NDArray[np.bool_]
    remoteness: NDArray[np.int64]
