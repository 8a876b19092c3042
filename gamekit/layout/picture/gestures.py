"""`gesture_of`: how a move of a board game is made on its drawing, from what it changes there.

The states before and after a move say exactly which places change. The numbers of the move say the rest, as far as they
are places that change. Where that leaves a doubt, there are no steps, and the move is chosen by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from gamekit.game.gesture import Gesture
from gamekit.layout.picture.parts import Heaps, InHand, Numbers, OnBoard, Part, PitBoard
from gamekit.layout.picture.picture import Picture


@attrs.define
class Changes:
    """What a move changes on a drawing.

    Attributes:
        left: places that something leaves, or where a number falls.
        entered: places where something stands afterwards that did not before, or where a number rises.
        same: pairs of a place that is left and one that is entered by the same piece.
        from_hand: slots of hands from which a piece is dropped, where there are several to choose from.
    """

    left: list[str] = attrs.field(factory=list)
    entered: list[str] = attrs.field(factory=list)
    same: list[tuple[str, str]] = attrs.field(factory=list)
    from_hand: list[str] = attrs.field(factory=list)

    @property
    def places(self) -> list[str]:
        return [*self.left, *self.entered]


def gesture_of(picture: Picture, before: Sequence[int], after: Sequence[int], move: Any) -> Gesture:
    """Return the gesture of a move.

    Args:
        picture: draws the states.
        before: the numbers of all fields before the move.
        after: the numbers of all fields after the move.
        move: a number, a tuple of numbers, or anything else, which then tells nothing.
    """
    changes = Changes()
    for part in picture.parts:
        if isinstance(part, OnBoard):
            _on_board(part, before, after, changes)
    for part in picture.parts:
        if isinstance(part, InHand):
            _in_hand(part, before, after, changes)
    if not changes.places:  # the numbers are all that there is to see
        for part in picture.parts:
            _in_numbers(part, before, after, changes)
    numbers = move if isinstance(move, tuple) else (move,)
    named = [str(number) for number in numbers if type(number) is int]
    steps = _steps(changes, named)
    if not changes.places and len(named) == 1 and named[0] in picture.place_names:
        steps = named * 2  # a piece stays where it is
    others = [place for place in changes.places if place not in steps]
    return Gesture(steps, touched=dict.fromkeys(others))


def _on_board(part: OnBoard, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
    was, comes = part.occupied(before), part.occupied(after)
    for place in sorted(was.keys() | comes.keys()):
        name = f"{part.prefix}{place}"
        if was.get(place) == comes.get(place):
            continue
        if place not in comes or len(comes[place]) < len(was.get(place, [])):
            changes.left.append(name)
        else:
            changes.entered.append(name)
            gone = (other for other in was if was[other] == comes[place] and comes.get(other) != was[other])
            changes.same += [(f"{part.prefix}{other}", name) for other in gone]


def _in_hand(part: InHand, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
    if len(part.kinds) < 2:
        return  # there is nothing to choose
    for kind, index, _ in part.kinds:
        if after[index] < before[index]:
            changes.from_hand.append(f"{part.prefix}{kind}")


def _in_numbers(part: Part, before: Sequence[int], after: Sequence[int], changes: Changes) -> None:
    if isinstance(part, Heaps):
        for i in range(len(part.labels)):
            if (rest := after[part.first + i]) < before[part.first + i]:
                changes.left.append(f"{part.prefix}{i}:{rest}")
    elif isinstance(part, Numbers | PitBoard):
        for i in range(len(part.labels)):
            if after[part.first + i] < before[part.first + i]:
                changes.left.append(f"{part.prefix}{i}")
            elif after[part.first + i] > before[part.first + i] and isinstance(part, Numbers):
                changes.entered.append(f"{part.prefix}{i}")  # what is sown needs no click


def _steps(changes: Changes, named: Sequence[str]) -> list[str]:
    """Return the places to click; none if they cannot be told for certain."""
    left, entered = changes.left, changes.entered
    if len(entered) == 1:
        end = entered[0]
        if changes.from_hand:
            return [*changes.from_hand[:1], end]
        movers = [start for start, goes in changes.same if goes == end]
        if len(movers) != 1:
            movers = [place for place in movers or left if place in named]
        if len(movers) > 1 and named[-1] == end:
            movers = [place for place in movers if place == named[0]]  # it leaves, and others are taken
        if len(movers) == 1:
            return [movers[0], end]
        if len(left) == 1 and not named:
            return []
        return [end] if not movers and (not left or end in named) else []
    if not entered and len(left) == 1:
        return left
    return list(dict.fromkeys(place for place in named if place in changes.places))
