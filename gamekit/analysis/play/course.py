"""`Course`: the moves of a play, some of them by people, and the known results of the states that it reaches."""

from __future__ import annotations

import difflib
from abc import ABC, abstractmethod
from contextlib import suppress
from functools import cached_property
from typing import Any, Final, Self

import attrs

from gamekit.errors import InputError
from gamekit.game.parameters import show
from gamekit.game.protocol import Game
from gamekit.game.values import FIRST

NEAR: Final = 3
"""The number of moves that an error names if a text stands for no move."""

Reply = tuple[Any, Any, Any]
"""A move, the state it leads to, and the known result of that state."""


@attrs.frozen
class Turn:
    """A move that was made.

    Attributes:
        state: the state in which the move was made.
        move: the move.
        player: the index of the player who made the move.
        before: the known result of that state: a verdict, or bounds.
        after: the known result of the state to which the move led.
    """

    state: Any
    move: Any
    player: int
    before: Any
    after: Any

    @property
    def is_blunder(self) -> bool:
        """Whether the move lowered the payoff to the player who made it; lost time does not count."""
        before, after = self.before.payoff or 0, self.after.payoff or 0
        return after < before if self.player == FIRST else after > before


class Course(ABC):
    """The moves of a play: to be read, made, taken back and made again. It is immutable.

    Attributes:
        start: the state in which play began.
        people: the indices of the players who are people.
        turns: the moves that were played.
        undone: the moves that were taken back, in the order in which they were played.
    """

    start: Any
    people: frozenset[int]
    turns: tuple[Turn, ...]
    undone: tuple[Turn, ...]

    @property
    @abstractmethod
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""

    @property
    @abstractmethod
    def verdict(self) -> Any:
        """The known result of the state that play has reached: a verdict, or bounds."""

    @property
    @abstractmethod
    def replies(self) -> list[Reply]:
        """The moves, each with the state it leads to and the known result of that state; none if play is over."""

    @abstractmethod
    def ending(self, *, is_titled: bool = False) -> str:
        """Return a sentence about the end of the game, for a play that is over; `is_titled` is as in `it_is_over`."""

    # --- where play stands ----------------------------------------------------------------------------------

    @cached_property
    def state(self) -> Any:
        """The state that play has reached."""
        return self.game.apply(self.turns[-1].state, self.turns[-1].move) if self.turns else self.start

    @property
    def player(self) -> int:
        """The index of the player to move."""
        return self.game.to_move(self.state)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or the rules' turn limit is reached."""
        return not self.replies

    @property
    def is_persons_turn(self) -> bool:
        """Whether it is a person's turn, or play is over."""
        return self.is_over or self.player in self.people

    @property
    def earlier(self) -> int | None:
        """The ply at which play was last in this state before; None if never."""
        return max((i for i, turn in enumerate(self.turns) if turn.state == self.state), default=None)

    # --- moves ----------------------------------------------------------------------------------------------

    @cached_property
    def moves(self) -> list[tuple[str, Reply]]:
        """Every move as text with its result, in the game's own order; none if play is over."""
        order = [] if self.is_over else list(self.game.moves(self.state))
        replies = sorted(self.replies, key=lambda reply: order.index(reply[0]))
        return [(self.format_move(reply[0]), reply) for reply in replies]

    def format_move(self, move: Any) -> str:
        """Return a move of this state as text."""
        return self.game.format_move(self.state, move)

    @property
    def has_bare_numbers(self) -> bool:
        """Whether a number can stand for a move, which is impossible if moves themselves are written as numbers."""
        return not any(text.isdecimal() for text, _ in self.moves)

    def move_called(self, text: str, *, numbers: bool = True) -> Any:
        """Return the move that a string names: as it is written, or as the game reads it, or by its number, from 1.

        Args:
            text: the string that was typed.
            numbers: whether numbers can stand for moves: #3 always, and 3 if `has_bare_numbers`.

        Raises:
            InputError: there is no such move; the message names some that exist.
        """
        text = text.strip()
        for written, reply in self.moves:
            if written == text:
                return reply[0]
        if numbers and (text.startswith("#") or self.has_bare_numbers):
            for number, (_, reply) in enumerate(self.moves, start=1):
                if text.removeprefix("#") == str(number):
                    return reply[0]
        with suppress(Exception):  # a text from a person may trip the game in any way
            move = self.game.parse_move(self.state, text)
            if any(move == reply[0] for reply in self.replies):
                return move
        raise InputError(f"{show(text)} is not a move in this state; {self._near(text)}")

    def _near(self, text: str) -> str:
        texts = [written for written, _ in self.moves]
        if not texts:
            return "play is over"
        if close := difflib.get_close_matches(text[:100], texts, n=NEAR, cutoff=0.5):
            return f"{'the nearest moves are' if close[1:] else 'the nearest move is'} {', '.join(close)}"
        more = f" and {len(texts) - NEAR} more" if len(texts) > NEAR else ""
        return f"{'the moves are' if texts[1:] else 'the only move is'} {', '.join(texts[:NEAR])}{more}"

    def played(self, move: Any) -> Self:
        """Return the play after a move; moves that were taken back are forgotten.

        Raises:
            InputError: there is no such move.
        """
        for legal, _, after in self.replies:
            if legal == move:
                turn = Turn(self.state, legal, self.player, self.verdict, after)
                return self._with(turns=(*self.turns, turn), undone=())
        raise InputError(f"{show(move)} is not a move in this state")

    def followed(self, text: str) -> Self:
        """Return the play after its next move, given as text, while a list of moves from the start is replayed.

        Raises:
            InputError: there is no such move; the message gives its place in the list.
        """
        place = f"moves[{len(self.turns)}]"
        if self.is_over:
            raise InputError(f"{place} is {show(text)}, but play is over before it")
        try:
            return self.played(self.move_called(text, numbers=False))
        except InputError as error:
            raise InputError(f"{place} cannot be made: {error}") from error

    def undo(self, moves: int = 1) -> Self:
        """Return the play before the last `moves` moves that people made.

        Raises:
            InputError: people have made fewer moves.
        """
        plies = [i for i, turn in enumerate(self.turns) if turn.player in self.people]
        if moves > len(plies):
            raise InputError(
                f"at most {len(plies)} moves can be taken back, because people have made no more; you asked for {moves}"
            )
        at = plies[-moves]
        return self._with(turns=self.turns[:at], undone=(*self.turns[at:], *self.undone))

    def redo(self, moves: int = 1) -> Self:
        """Return the play with `moves` moves of people that were taken back, and the replies to them, made again.

        Raises:
            InputError: fewer moves were taken back.
        """
        taken = [i for i, turn in enumerate(self.undone) if turn.player in self.people]
        if moves > len(taken):
            raise InputError(
                f"at most {len(taken)} moves can be redone, because no more were taken back; you asked for {moves}"
            )
        end = [*taken, len(self.undone)][moves]
        return self._with(turns=(*self.turns, *self.undone[:end]), undone=self.undone[end:])

    def _with(self, **changes: Any) -> Self:
        """Return a copy with some attributes changed; every subclass is an attrs class."""
        return attrs.evolve(self, **changes)  # type: ignore[misc]
