"""`gesture_of`: how a move of a board game is made on its drawing, from what it changes there.

The states before and after a move say exactly which places change. The numbers of the move say the rest, as far as they
are places that change. Where that leaves a doubt, there are no steps, and the move is chosen by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gamekit.drawing.parts import Changes
from gamekit.game.gesture import Gesture
from gamekit.layout.picture.picture import Picture


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
        part.moved(before, after, changes)
    if not changes.places:  # the numbers are all that there is to see
        for part in picture.parts:
            part.counted(before, after, changes)
    numbers = move if isinstance(move, tuple) else (move,)
    named = [str(number) for number in numbers if type(number) is int]
    steps = _steps(changes, named)
    if not changes.places and len(named) == 1 and named[0] in picture.place_names:
        steps = named * 2  # a piece stays where it is
    others = [place for place in changes.places if place not in steps]
    return Gesture(steps, touched=dict.fromkeys(others))


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
