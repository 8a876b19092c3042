"""`StatedRules`: the methods in which a board game states its rules, with the defaults of those it may leave out."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Final

from gamekit.errors import NotSuppliedError
from gamekit.layout.layout import Cells, Layout
from gamekit.layout.on_layout import Move, OnLayout

RULES: Final = ("options", "play", "over", "is_state", "back", "unplay", "turn_of", "progress", "order")
"""The names of methods that a game may state, each of which must be callable."""


class StatedRules(OnLayout):
    """The methods that the author of a board game writes; `BoardGame` derives the game from them."""

    @abstractmethod
    def layout(self) -> Layout:
        """Return the fields of a state, with their symmetry and numbering; called once."""

    def start(self) -> Any:
        """Return the initial state as a string, or as a mapping; by default, all fields are 0 everywhere.

        `initial_state` returns the state itself.

        The keys of the mapping are names of fields, its values a string in the field's notation, a number or a list of
        numbers. A field that is left out is 0 everywhere. The key "turn" gives the player who moves first; player 0 by
        default.
        """
        return {name: field.format((0,) * field.places) for name, field in self.board.fields.items()}

    @abstractmethod
    def options(self, s: Any) -> Iterable[Move]:
        """Yield the moves of the player to move, each a number or a tuple of numbers, or return a list of them.

        It is not called where `over` returns a payoff, and must not change `s`.

        Args:
            s: the state.
        """

    @abstractmethod
    def play(self, s: Any, move: Move) -> int | None:
        """Make a move by changing `s`. The turn passes automatically.

        Args:
            s: the state, to be changed in place.
            move: one of its options.

        Returns:
            `AGAIN` if the same player moves again, else None. Where the layout says that the players are alike, every
            move passes the turn.
        """

    def over(self, s: Any) -> int | None:
        """Return the payoff to the player to move if the game is over, else None.

        Payoffs are integers from -100 to 100 in compiled rules, and between -2^62 and 2^62 in plain ones.

        Args:
            s: the state, which must not be changed.
        """
        return None

    def is_state(self, s: Any) -> bool:
        """Return whether a state can occur, where the layout is dense; by default every one can.

        No move may lead from a state that can occur to one that cannot.

        Args:
            s: the state, which must not be changed.
        """
        return True

    def tier(self, s: Any) -> int:
        """Return the tier of a state, which numbers the part of the game that it is in: at least 0 and below 2^62.

        No move may lead back to a tier that play has left. Where the players are alike, the tier must not depend on
        which of them is to move, so a game in which men are taken names the larger and the smaller number of men.

        Args:
            s: the state, which must not be changed.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define tier(s)")

    def progress(self, s: Any) -> int:
        """Return a number that rises with every move, such as the number of stones, so that play must end.

        `gamekit.prove` relies on it, and checks it at every state that it expands. If tiers rise with every move, write
        `progress = tier`. Where the players are alike, it must not depend on which of them is to move.

        Args:
            s: the state, which must not be changed, and in which the game continues.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define progress(s)")

    def order(self, s: Any) -> int:
        """Return a guess of how good a state looks for the player to move: the larger, the better.

        `gamekit.prove` then tries good moves first. The guess cannot change what is proved, only how long that takes.
        Without it, the search learns an order by itself.

        Args:
            s: the state, which must not be changed.
        """
        return 0

    def back(self, s: Any) -> Iterable[Move]:
        """Yield the moves that may have led to a state, for `unplay` to take back.

        With `back` and `unplay`, the compiled backend solves without storing edges, and the python backend does where
        the layout is dense. Give both or neither; then every move must pass the turn.

        `s.turn` is the player who made the moves, as it is in `options` and `play`: the player who is not to move now.
        A move may hold more than the one that `play` made, such as the piece that was taken. It may lead back to a
        state in which the game was over, or to one that cannot occur. But if `unplay` leads to a state that can occur,
        that state must have an option that leads here.

        Args:
            s: the state after the move, which must not be changed.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define back(s) and unplay(s, move)")

    def unplay(self, s: Any, move: Move) -> None:
        """Take a move back by changing `s` to the state before it. The turn passes automatically.

        Args:
            s: the state after the move, to be changed in place; `s.turn` is the player who made the move.
            move: one of those that `back` yields.
        """
        raise NotSuppliedError(f"{type(self).__name__} does not define back(s) and unplay(s, move)")

    def turn_of(self, cells: Cells) -> int | None:
        """Return the player to move if the cells alone determine the player, else None.

        If the players are alike, this leaves out states that cannot occur. By default, pieces that the layout says are
        `placed` in turn show it.

        Args:
            cells: a state without its last number, the turn.
        """
        return self.board.turn_shown(cells)


def _pieces_on_board(_: StatedRules, s: Any) -> int:
    return int(len(s.board) - s.board.count(0))


pieces_on_board: Callable[..., int] = _pieces_on_board
"""The number of pieces on `s.board`. If pieces only come, or only go, state `tier = pieces_on_board`."""
