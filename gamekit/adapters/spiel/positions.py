"""`Position`: a state of an OpenSpiel game, as gamekit holds it: the moves that lead there, and a text.

OpenSpiel's states are objects that change, and most have no equality. What is the same state is therefore said by a
text, the *state key*. There are three kinds, each finer than the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import attrs

TEXT: Final = "text"
PLY: Final = "text-and-ply"
HISTORY: Final = "history"
STATE_KEYS: Final = (TEXT, PLY, HISTORY)
"""The kinds of state key: the player to move and the state's own text; with the number of moves; all moves."""

OVER: Final = "over"
"""The word in a text where other texts have the player to move."""

MOVES: Final = "moves"
"""The word with which a text begins that gives the moves, by their numbers."""


@attrs.frozen
class Position:
    """A state, which equals those with the same text.

    Attributes:
        text: the state key, on one line.
        history: the moves that lead to the state, by OpenSpiel's numbers; one way of possibly many.
        player: the index of the player to move; 0 where the game is over.
        payoff: the payoff to the first player where the game is over, else None.
    """

    text: str
    history: tuple[int, ...] = attrs.field(eq=False)
    player: int = attrs.field(eq=False)
    payoff: int | None = attrs.field(eq=False)

    def __repr__(self) -> str:
        return self.text


def text_of(state: Any, state_key: str, players: Sequence[str]) -> str:
    r"""Return the state key of an OpenSpiel state, on one line: lines of its own text are separated by `/`.

    >>> in_a_line(".ox\n.x.\n...")
    '.ox/.x./...'
    """
    if state_key == HISTORY:
        return text_of_moves(state.history())
    mover = OVER if state.is_terminal() else players[state.current_player()]
    ply = f" {state.move_number()}" if state_key == PLY else ""
    return f"{mover}{ply}: {in_a_line(state.to_string())}"


def text_of_moves(history: Sequence[int]) -> str:
    """Return the text that gives the moves from the start.

    >>> text_of_moves([4, 0])
    'moves: 4 0'
    """
    return " ".join([f"{MOVES}:", *map(str, history)])


def in_a_line(text: str) -> str:
    """Return a text on one line; different texts remain different."""
    return text.replace("\\", r"\\").replace("/", r"\/").replace("\n", "/")
