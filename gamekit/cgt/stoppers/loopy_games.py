"""`LoopyGame`: the value of a partizan game in which play can go on for ever, as its two sides."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.cgt.outcomes import OutcomeClass, Winner
from gamekit.cgt.partizan.game_text import Style, Written
from gamekit.cgt.partizan.short_games import ShortGame
from gamekit.cgt.ruleset import LEFT, RIGHT
from gamekit.cgt.stoppers.components import sides_of
from gamekit.cgt.stoppers.graphs import LoopyGraph, renumbered, short_graph
from gamekit.cgt.stoppers.sidling import onside
from gamekit.cgt.stoppers.survival import survived
from gamekit.cgt.stoppers.text import StopperWriter
from gamekit.errors import UnsupportedError


@attrs.frozen(slots=False, order=False, repr=False)
class Stopper(Written):
    """A stopper in canonical form; equal ones have equal graphs.

    Attributes:
        graph: the canonical form, whose position 0 is the stopper.

    >>> from gamekit.cgt import parse_loopy_game
    >>> over = parse_loopy_game("over").onside
    >>> print(over, -over, over.graph.left, over <= parse_loopy_game("1").onside)
    over under ((1,), ()) True
    """

    graph: LoopyGraph

    @classmethod
    def of(cls, forms: LoopyGraph, number: int) -> Stopper:
        """Return the stopper that a canonical form in a graph of such forms is."""
        return cls(renumbered(forms, number))

    @property
    def left_options(self) -> tuple[Stopper, ...]:
        """Left's canonical options; a pass is the stopper itself."""
        return tuple(Stopper.of(self.graph, option) for option in self.graph.left[0])

    @property
    def right_options(self) -> tuple[Stopper, ...]:
        """Right's canonical options."""
        return tuple(Stopper.of(self.graph, option) for option in self.graph.right[0])

    def __neg__(self) -> Stopper:
        return Stopper.of(self.graph.negative(), 0)

    def __le__(self, other: Stopper) -> bool:
        return bool(survived(other.graph, self.graph)[0, 0])

    def written(self, style: Style = "plain") -> str:
        """Return the stopper as text, as `format_game` does."""
        return StopperWriter(self.graph, style).text(0)


@attrs.frozen(slots=False, order=False, repr=False)
class LoopyGame(Written):
    """The value of a partizan game in which play can go on for ever, if it has sides that are stoppers.

    In a sum, it is worth its onside if endless play wins for Left, and its offside if endless play wins for Right. If
    the sides are equal, it equals a stopper. `<=` and the other signs compare as Conway does. An integer, a dyadic
    fraction and a short game stand for the games that they are.

    Attributes:
        onside: the stopper that it is worth if endless play wins for Left.
        offside: the stopper that it is worth if endless play wins for Right.

    >>> from gamekit.cgt import parse_loopy_game
    >>> on, over = parse_loopy_game("on"), parse_loopy_game("over")
    >>> print(on - on, over + over, over + 5, over - over, (on - on).outcome)
    dud over 5over over & under D
    """

    onside: Stopper
    offside: Stopper

    @classmethod
    def of(cls, value: LoopyGame | ShortGame | Any) -> LoopyGame:
        """Return the value that a value, a short game, an integer or a dyadic fraction stands for.

        Raises:
            InputError: it is something else; a text is read by `parse_loopy_game`.
        """
        if isinstance(value, LoopyGame):
            return value
        graph = short_graph(ShortGame.of(value))
        return cls.of_graph(graph)

    @classmethod
    def of_graph(cls, graph: LoopyGraph) -> LoopyGame:
        """Return the value of position 0 of a graph.

        Raises:
            UnsupportedError: it has no sides that are found by sidling.
            LimitError: the graph has too many positions.
        """
        sided = sides_of(graph.restricted([0])[0])
        return cls(Stopper.of(sided.forms, sided.onsides[0]), Stopper.of(sided.forms, sided.offsides[0]))

    @property
    def is_stopper(self) -> bool:
        """Whether the game equals a stopper."""
        return self.onside == self.offside

    @property
    def left_options(self) -> tuple[LoopyGame, ...]:
        """Left's canonical options; raises `UnsupportedError` if the game equals no stopper."""
        return tuple(LoopyGame(option, option) for option in self._stopper.left_options)

    @property
    def right_options(self) -> tuple[LoopyGame, ...]:
        """Right's canonical options; raises `UnsupportedError` if the game equals no stopper."""
        return tuple(LoopyGame(option, option) for option in self._stopper.right_options)

    @property
    def _stopper(self) -> Stopper:
        if not self.is_stopper:
            raise UnsupportedError(
                f"{self} equals no stopper, so it has no canonical options; its onside and its offside have some"
            )
        return self.onside

    @property
    def outcome(self) -> OutcomeClass:
        """The outcome class."""
        zero = Stopper(LoopyGraph(((),), ((),)))
        left_first: Winner = RIGHT if self.onside <= zero else None if self.offside <= zero else LEFT
        right_first: Winner = LEFT if zero <= self.offside else None if zero <= self.onside else RIGHT
        return OutcomeClass.of_winners(left_first, right_first)

    def __le__(self, other: Any) -> bool:
        game = LoopyGame.of(other)
        return self.onside <= game.onside and self.offside <= game.offside

    def __ge__(self, other: Any) -> bool:
        return LoopyGame.of(other) <= self

    def __lt__(self, other: Any) -> bool:
        return self <= other and self != LoopyGame.of(other)

    def __gt__(self, other: Any) -> bool:
        return self >= other and self != LoopyGame.of(other)

    def __neg__(self) -> LoopyGame:
        return LoopyGame(-self.offside, -self.onside)

    def __add__(self, other: Any) -> LoopyGame:
        game = LoopyGame.of(other)
        above, onsides = onside(self.onside.graph.sum_with(game.onside.graph))
        below, offsides = onside(self.offside.graph.sum_with(game.offside.graph).negative())
        return LoopyGame(Stopper.of(above, onsides[0]), -Stopper.of(below, offsides[0]))

    __radd__ = __add__

    def __mul__(self, times: int) -> LoopyGame:
        if not isinstance(times, int):
            return NotImplemented
        if times < 0:
            return -times * -self
        return sum([self] * times, LoopyGame.of(0))

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> LoopyGame:
        return self + -LoopyGame.of(other)

    def __rsub__(self, other: Any) -> LoopyGame:
        return LoopyGame.of(other) + -self

    def written(self, style: Style = "plain") -> str:
        """Return the game as text, as `format_game` does."""
        if self.is_stopper:
            return self.onside.written(style)
        text = f"{self.onside.written(style)} & {self.offside.written(style)}"
        return "dud" if text == "on & off" else text
