"""`Gesture`: how a move is made on the drawing of a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, TypeAlias

import attrs

from gamekit.errors import RulesError
from gamekit.game.foreign_errors import safe_repr

Place: TypeAlias = int | str
"""A place on a drawing, as its attribute `data-place` names it; a number stands for its digits."""


def _as_names(places: Iterable[Place]) -> tuple[str, ...]:
    if isinstance(places, str):
        raise RulesError(f"the places of a gesture must be a list; they are {safe_repr(places)}")
    return tuple(map(_as_name, places))


def _as_name(place: Place) -> str:
    if type(place) is not int and not isinstance(place, str):
        raise RulesError(f"a place of a gesture must be a number or a text; it is {safe_repr(place)}")
    return str(place)


def _as_ways(ways: Mapping[Sequence[Place], str]) -> tuple[tuple[tuple[str, ...], str], ...]:
    return tuple((_as_names(steps), name) for steps, name in ways.items())


def _as_pairs(twins: Mapping[Place, Place]) -> tuple[tuple[str, str], ...]:
    return tuple((_as_name(twin), _as_name(step)) for twin, step in twins.items())


@attrs.frozen
class Gesture:
    """The way to make a move on the drawing of a state: the places to click, in order.

    Different moves of a state may have the same gesture; a page then asks for the move by name.

    Attributes:
        steps: the places to click, in order, such as the square that a man leaves and the one it goes to. If there are
            none, the move is chosen by name.
        end: the place at which the move ends and the page shows its mark; by default the last step, if there is one.
        touched: other places that the move changes, such as those of men that are taken.
        twins: other places that may be clicked in place of a step, each with that step, where a move stands for several
            that are alike, such as those on equal heaps.
        ways: other steps that make the move, where it stands for several that lead to the same state, each with the
            name of the move that they make.
        unordered: the number of steps that belong together, where such groups of steps may be made in any order: 1
            for the two squares of a domino; 0 where the steps have one order.
        reach: other places where a click stands for one at the end of the move, and which bear no mark, such as those
            through which a stone falls.

    Raises:
        RulesError: a place is neither a number nor a string.

    >>> Gesture((8, 12)).steps, Gesture((8, 12)).end, Gesture(["hand:C", 4]).end
    (('8', '12'), '12', '4')
    """

    steps: tuple[str, ...] = attrs.field(default=(), converter=_as_names)
    end: str | None = attrs.field(default=None, kw_only=True, converter=attrs.converters.optional(_as_name))
    touched: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=_as_names)

    twins: tuple[tuple[str, str], ...] = attrs.field(
        default=MappingProxyType({}), kw_only=True, converter=_as_pairs
    )

    ways: tuple[tuple[tuple[str, ...], str], ...] = attrs.field(
        default=MappingProxyType({}), kw_only=True, converter=_as_ways
    )

    unordered: int = attrs.field(default=0, kw_only=True)
    reach: tuple[str, ...] = attrs.field(default=(), kw_only=True, converter=_as_names)

    def __attrs_post_init__(self) -> None:
        if self.end is None and self.steps:
            object.__setattr__(self, "end", self.steps[-1])

    @property
    def places(self) -> tuple[str, ...]:
        """The steps, the end and the touched places of the move, each once."""
        ends: tuple[Any, ...] = () if self.end is None else (self.end,)
        return tuple(dict.fromkeys((*self.steps, *ends, *self.touched)))

    def prefixed(self, prefix: str) -> Gesture:
        """Return the same gesture where the name of each place begins with `prefix`.

        >>> Gesture([8, 12]).prefixed("2:").steps
        ('2:8', '2:12')
        """
        lists = self.steps, self.touched, self.reach
        steps, touched, reach = ([prefix + place for place in places] for places in lists)
        end = None if self.end is None else prefix + self.end
        twins: dict[Place, Place] = {prefix + twin: prefix + step for twin, step in self.twins}
        ways: dict[Sequence[Place], str] = {
            tuple(prefix + place for place in way): name for way, name in self.ways
        }
        unordered = self.unordered
        return Gesture(
            steps, end=end, touched=touched, twins=twins, ways=ways, unordered=unordered, reach=reach
        )
