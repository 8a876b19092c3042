"""The winner of a partizan position or sum that is too large for canonical forms, by search.

A position is divided into its parts. The canonical forms of the small parts are added up, so that equal sums count as
one; the large parts are searched, a move at a time. Once no part is large, the form alone decides.

Source: M. Müller and Z. Li, "Locally informed global search for sums of combinatorial games" (2006), whose local
information is the canonical form here.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Generic

from gamekit.cgt.outcomes import OutcomeClass
from gamekit.cgt.partizan.canonical import CanonicalWalker
from gamekit.cgt.partizan.order import at_most
from gamekit.cgt.partizan.short_games import ShortGame, integer
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.ruleset import LEFT, RIGHT, Player, Position, Ruleset
from gamekit.cgt.tasks import Task, completed, too_many, within_limit
from gamekit.cgt.time_limit import no_time_limit
from gamekit.cgt.walker import DEFAULT_MAX_POSITIONS, LoopError
from gamekit.errors import LimitError

MOST_FOLLOWERS: Final = 30
"""A part with more followers to visit than this is large."""

MOST_OPTIONS: Final = 8
"""A part with more options than this is large, unless a search has another limit."""

Large = tuple[int, ...]
"""The numbers of large parts, ascending."""

State = tuple[Large, ShortGame, Player]
"""The large parts, the sum of the forms of all others, and the player to move."""


class SumSearch(Generic[Position]):
    """A search for the winners of positions of a ruleset.

    Attributes:
        walker: the walker that computes the canonical forms of small parts.
        large: the large parts; the index of a part is its number.
        won: for each state met, whether the player to move wins it. Each result follows from earlier ones.

    >>> from gamekit.cgt import load_ruleset
    >>> SumSearch(load_ruleset("clobber")).outcome(("xoxo", "oxox", "xo.."))
    <OutcomeClass.NEXT: 'N'>
    """

    def __init__(
        self,
        ruleset: Ruleset[Position],
        *,
        max_positions: int = DEFAULT_MAX_POSITIONS,
        most_options: int = MOST_OPTIONS,
    ) -> None:
        """Make a search that fails after `max_positions` positions; parts with more than `most_options` are large."""
        self.rules = CheckedRuleset(ruleset)
        self.max_positions = max_positions
        self.most_options = most_options
        self.walker = CanonicalWalker(ruleset)
        self.large: list[Position] = []
        self.won: dict[State, bool] = {}
        self._numbers: dict[Position, int] = {}
        self._forms: dict[Position, ShortGame | None] = {}
        self._options: dict[tuple[int, Player], list[tuple[Large, ShortGame]]] = {}
        self._path: set[State] = set()

    @property
    def positions(self) -> int:
        """The number of states and small positions that the search has met."""
        return len(self.won) + len(self.walker.values)

    def wins(self, position: Position, player: Player) -> bool:
        """Return whether a player wins a position by moving first.

        Raises:
            LimitError: the search has met `max_positions` states and positions, or the time limit is over.
            LoopError: play can return to a position.
            RulesError: the ruleset breaks a promise.
        """
        self._path.clear()  # a search that stopped at the limit has left its path
        return completed(self._wins((*self.state(position), player)))

    def outcome(self, position: Position) -> OutcomeClass:
        """Return the outcome class of a position."""
        return OutcomeClass.of(
            left_first=self.wins(position, LEFT), right_first=not self.wins(position, RIGHT)
        )

    def winning_options(self, position: Position, player: Player) -> tuple[list[Position], int]:
        """Return the options that win for a player, and the number of options that the limit left undecided."""
        if not self.wins(position, player):
            return [], 0
        other: Player = RIGHT if player == LEFT else LEFT
        with no_time_limit():
            options = self.rules.options(self.rules.canonical(position), player)
        return within_limit(options, lambda option: not self.wins(option, other))

    def state(self, position: Position) -> tuple[Large, ShortGame]:
        """Return the large parts of a position, and the sum of the small ones."""
        large, forms = [], []
        for part in self.rules.indivisible_parts(self.rules.canonical(position)):
            form = self._form(part)
            if form is None:
                large.append(self._numbers[part])
            else:
                forms.append(form)
        return tuple(sorted(large)), self.walker.of_parts(forms)

    def moves(self, state: State) -> Iterator[tuple[Large, ShortGame]]:
        """Yield the options of a state: moves in large parts, and then those in the sum of the others."""
        large, form, player = state
        for i, number in enumerate(large):
            if i and large[i - 1] == number:
                continue
            others = large[:i] + large[i + 1 :]
            for parts, change in self._replies(number, player):
                yield tuple(sorted((*others, *parts))), self.walker.of_parts([form, change])
        for option in form.right if player else form.left:
            yield large, option

    def known(self, state: State) -> bool | None:
        """Return whether the player to move wins a state; None if the search has not found that."""
        large, form, player = state
        if large:
            return self.won.get(state)
        return not (at_most(form, integer(0)) if player == LEFT else at_most(integer(0), form))

    def _form(self, part: Position) -> ShortGame | None:
        """Return the form of a part that cannot be divided; None if it is large."""
        if part in self._forms:
            return self._forms[part]
        form = self.walker.values.get(part)
        options = 0 if form else sum(len(self.rules.options(part, player)) for player in (LEFT, RIGHT))
        if form is None and options <= self.most_options:
            self.walker.max_positions = len(self.walker.values) + MOST_FOLLOWERS
            try:
                form = self.walker.value(part)
            except LimitError:
                form = None
        if form is None:
            self._numbers[part] = len(self.large)
            self.large.append(part)
        self._forms[part] = form
        return form

    def _wins(self, state: State) -> Task[bool]:
        known = self.known(state)
        if known is not None:
            return known
        if state in self._path:
            raise LoopError(
                f"this search is for games without loops, and play of {self.rules.name} can return to "
                f"{self.rules.describe(self.large[state[0][0]])}; find the outcome class by a walk "
                "(--kind outcome --by walk)"
            )
        if self.positions + len(self._path) >= self.max_positions:
            raise too_many(self.max_positions, self.rules.name)
        self._path.add(state)
        other: Player = RIGHT if state[2] == LEFT else LEFT
        waiting: list[State] = []
        wins = False
        for parts, change in dict.fromkeys(self.moves(state)):
            option: State = parts, change, other
            known = self.known(option)
            if known is False:
                wins = True
                break
            if known is None:
                waiting.append(option)
        if not wins:
            for option in sorted(waiting, key=self._weight):
                if not (yield self._wins(option)):
                    wins = True
                    break
        self._path.discard(state)
        self.won[state] = wins
        return wins

    def _weight(self, state: State) -> int:
        """Return the number of moves that the player to move has in the large parts of a state."""
        return sum(len(self._replies(number, state[2])) for number in state[0])

    def _replies(self, number: int, player: Player) -> list[tuple[Large, ShortGame]]:
        replies = self._options.get((number, player))
        if replies is None:
            options: Any = self.rules.options(self.large[number], player)
            replies = list(dict.fromkeys(map(self.state, options)))
            self._options[number, player] = replies
        return replies
