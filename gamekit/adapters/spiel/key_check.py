"""`KeyCheck`: finds a state key that merges states with different futures.

Nothing says of OpenSpiel's states which of their texts tell all about them: a text may leave out who is to move, how
often a position has occurred, or how many moves are left. So whenever play reaches a text in another way than before,
the two states are compared. In each case: the player to move, the end, the returns and the legal moves. The second time
a text is reached, and the first time with another number of moves, also the texts to which each legal move leads. And
for a sample of these, plays of the same moves from both states, to the end.

That is complete for what shows within a move of the states that are met. What shows later is met in a sample only,
because two objects can be told apart only by playing on, and nobody can play all plays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, NoReturn

import attrs

from gamekit.errors import RulesError
from gamekit.game.foreign_errors import on_one_line

PLAYED: Final = 200
"""The number of pairs of states from the first of which plays are compared to the end; later, of each `STRIDE`-th."""

STRIDE: Final = 32

LONGEST_PLAY: Final = 5_000
"""The largest number of moves of such a play."""


Ways = tuple[tuple[int, ...], tuple[int, ...]]
"""The moves by which play has reached a text first, and those by which it reaches it now."""


@attrs.define
class _Way:
    """The first way in which play has reached a text.

    Attributes:
        history: the moves of that way.
        facts: a hash of what is known of the state at once.
        compared: whether the texts after each move were compared for a way as long as this, and for one that is not.
    """

    history: tuple[int, ...]
    facts: int
    compared: list[bool] = attrs.field(factory=lambda: [False, False])


class KeyCheck:
    """The ways in which play has reached each text so far.

    Attributes:
        pairs: the number of pairs of states of one text that were compared with all that is one move further.
        plays: the number of plays that were compared to the end.
    """

    def __init__(
        self, name: str, text_of: Callable[[Any], str], begin: Callable[[Sequence[int]], Any]
    ) -> None:
        """Begin with no texts.

        Args:
            name: the name of the game in messages.
            text_of: a function that returns the state key of a state.
            begin: a function that returns the state after some moves.
        """
        self.pairs = self.plays = 0
        self._name, self._text_of, self._begin = name, text_of, begin
        self._ways: dict[str, _Way] = {}
        self._choose = Random(0).choice

    def add(self, text: str, history: tuple[int, ...], state: Any) -> None:
        """Compare a state with the one that was the first with its text.

        Raises:
            RulesError: their futures differ.
        """
        facts = hash(facts_of(state))
        way = self._ways.setdefault(text, _Way(history, facts))
        if way.history == history:
            return
        if way.facts != facts:
            self._refuse(text, (way.history, history), (), _difference(self._begin(way.history), state))
        is_longer = len(way.history) != len(history)
        if way.compared[is_longer]:
            return
        way.compared[is_longer] = True
        self.pairs += 1
        first = self._begin(way.history)
        self._compare_children(text, first, state, (way.history, history))
        if self.pairs <= PLAYED or not self.pairs % STRIDE:
            self.plays += 1
            self._compare_plays(text, first, state.clone(), (way.history, history))

    def _compare_children(self, text: str, one: Any, other: Any, ways: Ways) -> None:
        for action in one.legal_actions():
            before, after = (self._text_of(state.child(action)) for state in (one, other))
            if before != after:
                why = f"is at {on_one_line(before, 120)!r} and the other at {on_one_line(after, 120)!r}"
                self._refuse(text, ways, (action,), why)

    def _compare_plays(self, text: str, one: Any, other: Any, ways: Ways) -> None:
        """Play the same moves, drawn at random, from two states, until the end; both states change."""
        actions: list[int] = []
        while len(actions) < LONGEST_PLAY:
            if facts_of(one) != facts_of(other):
                self._refuse(text, ways, tuple(actions), _difference(one, other))
            if one.is_terminal():
                return
            action = self._choose(one.legal_actions())
            actions.append(action)
            one.apply_action(action)
            other.apply_action(action)

    def _refuse(self, text: str, ways: Ways, then: tuple[int, ...], why: str) -> NoReturn:
        """Raise an error about the moves `then` after two ways to a text."""
        after = f"after {_moves(then)} more, the one" if then else "the one"
        raise RulesError(
            f"{self._name}: a text must belong to one state only; play reaches {on_one_line(text, 120)!r} by "
            f"{_moves(ways[0])} and by {_moves(ways[1])}, and {after} {why}; a finer state_key, "
            "such as history, tells them apart"
        )


def facts_of(state: Any) -> tuple[Any, ...]:
    """Return what is known of a state at once: its returns if play is over, else the player to move and the moves."""
    if state.is_terminal():
        return (None, *state.returns())
    return (state.current_player(), *state.legal_actions())


def _difference(one: Any, other: Any) -> str:
    ends = [state.is_terminal() for state in (one, other)]
    if all(ends):
        return f"returns {one.returns()} and the other {other.returns()}"
    if any(ends):
        return f"is {'' if ends[0] else 'not '}the end, and the other is {'' if ends[1] else 'not'}".rstrip()
    players = [state.current_player() for state in (one, other)]
    if players[0] != players[1]:
        return f"has player {players[0]} to move, and the other player {players[1]}"
    return "has other legal moves than the other"


def _moves(history: Sequence[int]) -> str:
    return f"the moves {on_one_line(' '.join(map(str, history)), 80)}" if history else "no move"
