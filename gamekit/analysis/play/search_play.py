"""`SearchPlay`: a game that is too large to solve, played against values that are searched for at each move."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.analysis.play.course import Course, Turn
from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Game
from gamekit.game.sentences import conjugated, counted, it_is_over
from gamekit.game.values import Value, value_of
from gamekit.solution.solution import Verdict
from gamekit.solvers.proof.position_search import PositionSearch, Reply

SECONDS: Final = 10.0
"""The largest number of seconds in which the values of a state and of its moves are searched for."""

NOT_KNOWN: Final = f"not known in {SECONDS:g} seconds"

DEEDS: Final = {Value.WIN: ("wins", "win"), Value.LOSS: ("loses", "lose"), Value.TIE: ("ties", "tie")}
"""What one move does for the player who makes it, and what several do."""


@attrs.frozen(eq=False)
class SearchPlay(Course):
    """A game being played. It is immutable: every method returns a new play.

    A player who is no person keeps the value. Play cannot go in circles, so a win that is kept is won. Where the plies
    are known, the winner takes the shortest way and the loser the longest.

    Attributes:
        search: the search that finds values.
        start: the state in which play began.
        people: the indices of the players who are people.
        turns: the moves that were played.
        undone: the moves that were taken back, in the order in which they were played.

    >>> from games.connect_four import ConnectFour
    >>> search = PositionSearch(ConnectFour(width=4, height=3))
    >>> play = SearchPlay(search, search.game.initial_state())
    >>> play.headline, [play.outlook(reply) for reply in play.replies]
    ('a tie', ['ties', 'ties', 'ties', 'ties'])
    """

    search: PositionSearch
    start: Any
    people: frozenset[int] = frozenset()
    turns: tuple[Turn, ...] = ()
    undone: tuple[Turn, ...] = ()

    @property
    def game(self) -> Game[Any, Any]:
        """The rules of the game."""
        return self.search.game

    @cached_property
    def _answer(self) -> tuple[Verdict[Any], list[Reply]]:
        return self.search.answer(self.state, SECONDS)

    @property
    def verdict(self) -> Verdict[Any]:
        """The verdict on the state that play has reached; its value is unsolved if the time did not suffice."""
        return self._answer[0]

    @property
    def replies(self) -> list[Reply]:
        """The moves, each with the state it leads to and the verdict there, in the game's order."""
        return self._answer[1]

    @cached_property
    def best(self) -> list[Reply]:
        """The moves that keep the value and, as far as plies are known, lose no time; none if no value is known."""
        value = self.verdict.value
        keeping = [reply for reply in self.replies if self.value_after(reply) is value is not Value.UNSOLVED]
        plies = [reply[2].remoteness for reply in keeping]
        known = [number for number in plies if number is not None]
        if value is Value.TIE or not known:
            return keeping
        longest = max(known) if len(known) == len(plies) else None  # the others take longer
        wanted = min(known) if value is Value.WIN else longest
        return [reply for reply in keeping if reply[2].remoteness == wanted]

    @property
    def choice(self) -> Any:
        """The best move after which the rules' `order`, if there is one, thinks most of the player who makes it.

        None if no value is known, or play is over.
        """
        return max(self.best, key=self._promise, default=(None,))[0]

    def _promise(self, reply: Reply) -> int:
        game, child = self.game, reply[1]
        if not game.has_order or game.outcome(child) is not None:
            return 0
        promise = Rules(game).order(child)
        return promise if game.to_move(child) == self.player else -promise

    def value_after(self, reply: Reply) -> Value:
        """Return the value of a move for the player who makes it."""
        payoff = reply[2].payoff
        return Value.UNSOLVED if payoff is None else value_of(payoff, self.player, ended=True)

    # --- in words ---------------------------------------------------------------------------------------------

    @property
    def headline(self) -> str:
        """The winner, and the number of plies to the win if it is known, in a few words."""
        verdict = self.verdict
        if self.is_over:
            return self.ending()
        if verdict.payoff is None:
            return NOT_KNOWN
        if verdict.winner is None:
            return "a tie"
        plies = verdict.remoteness
        wins = conjugated(self.game, verdict.winner, "wins")
        return wins if plies is None else f"{wins} in {counted(plies, 'ply', 'plies')}"

    def outlook(self, reply: Reply) -> str:
        """Describe the result of a move for the player who makes it, in a few words."""
        value, plies = self.value_after(reply), reply[2].plies_before
        if value is Value.UNSOLVED:
            return NOT_KNOWN
        return DEEDS[value][0] + ("" if plies is None else f" in {plies}")

    def hint(self) -> str:
        """Return the chosen move, where play stands, and how many moves do the same, in two sentences."""
        results = [self.value_after(reply) for reply in self.replies]
        alike, unknown = results.count(self.verdict.value), results.count(Value.UNSOLVED)
        one, many = DEEDS[self.verdict.value]
        stands = f"{self.format_move(self.choice)}: {self.headline}."
        others = f"; {unknown} not known" if unknown else ""
        return f"{stands} {alike} of {counted(len(results), 'move')} {one if alike == 1 else many}{others}."

    def ending(self, *, is_titled: bool = False) -> str:
        """Return a sentence about the end of the game, for a play that is over; `is_titled` is as in `it_is_over`."""
        payoff, how = Rules(self.game).outcome(self.state) or 0, self.game.ending(self.state)
        return it_is_over(self.game, payoff, how, is_titled=is_titled)
