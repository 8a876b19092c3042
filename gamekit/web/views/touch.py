"""The ways in which moves are made on a drawing: the gestures that a game states, or else guesses from drawings.

In drawings before and after a move, more may change than where it takes place. So a guess is certain only if one place
changes, or if two change and a piece leaves one of them. All other moves are chosen by name, after a click on anything
that they change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

import attrs

from gamekit.drawing.spots import (
    Box,
    Spot,
    area_of,
    box_of,
    has_relative_places,
    named_spots,
    place_of,
    tags_of,
)
from gamekit.errors import RulesError
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.gesture import Gesture
from gamekit.game.protocol import Game

BROAD: Final = 0.6
"""The share of the area of a drawing above which a spot does not count as a place on it."""

Guess = tuple[list[Spot], list[Spot]]
"""The spots to click for a move, in order, none if it has to be chosen by name; and all spots that it changes."""


@attrs.frozen
class Touch:
    """The ways to make the moves of a state on its drawing.

    Attributes:
        box: the rectangle of the drawing: left, top, width, height; None, with no spots, if the drawing has none.
        spots: the spots that any move changes, each once.
        moves: for each move `steps`, the indices of the spots to click, in order, none if it is chosen by name; `mark`,
            the index of the spot where it ends, None if that is not known; `spots`, the indices of all spots that it
            changes; `ways`, if there are any others to make it: the `steps` of each, and its name as `text`; and
            `unordered`, if groups of so many steps may be made in any order.
        twins: further spots to click, each with the index of the spot in whose place it may be clicked.
        reach: the same, for spots that bear no marks.
    """

    box: Box | None
    spots: tuple[Spot, ...]
    moves: list[dict[str, Any]]
    twins: tuple[tuple[Spot, int], ...] = ()
    reach: tuple[tuple[Spot, int], ...] = ()


def touch_of(
    game: Game[Any, Any],
    state: Any,
    replies: Sequence[tuple[Any, Any]],
    board: str,
    draw: Callable[[Any], str],
) -> Touch:
    """Return the ways to make the moves of a state on its drawing `board`; `replies` has each move and where it leads.

    Other states are drawn by `draw`, only if the game does not state a gesture.

    Raises:
        RulesError: `Game.gesture` returns something else than a gesture.
    """
    box = box_of(board)
    if box is None:
        return Touch(None, (), [_made((), None, ()) for _ in replies])
    numbers: dict[Spot, int] = {}

    def numbered(spots: Iterable[Spot]) -> tuple[int, ...]:
        return tuple(numbers.setdefault(spot, len(numbers)) for spot in spots)

    moves, twins, reach = [], dict[Spot, int](), dict[Spot, int]()
    gestures = [_checked(game, state, move, game.gesture(state, move)) for move, _ in replies]
    places = named_spots(board)
    unknown = [i for i, gesture in enumerate(gestures) if gesture is None]
    guessed = dict(zip(unknown, guesses(board, [draw(replies[i][1]) for i in unknown], box), strict=True))
    for i, gesture in enumerate(gestures):
        if gesture is None:
            own_spots, changed = guessed[i]
            steps = numbered(own_spots)
            moves.append(
                _made(steps, steps[-1] if steps else None, numbered(dict.fromkeys((*own_spots, *changed))))
            )
            continue
        are_drawn = all(place in places for place in gesture.steps)
        steps = numbered(places[place] for place in gesture.steps) if are_drawn else ()
        end = numbered([places[gesture.end]])[0] if gesture.end in places and are_drawn else None
        moves.append(
            _made(steps, end, numbered(places[place] for place in gesture.places if place in places))
        )
        if 0 < gesture.unordered < len(steps):
            moves[-1]["unordered"] = gesture.unordered
        if gesture.ways:
            moves[-1]["ways"] = [
                {"steps": numbered(places[place] for place in way), "text": text}
                for way, text in gesture.ways
                if places.keys() >= {*way}
            ]
        for twin, step in gesture.twins:
            if are_drawn and twin in places and step in gesture.steps:
                twins[places[twin]] = numbers[places[step]]
        if end is not None:
            reach |= dict.fromkeys((places[place] for place in gesture.reach if place in places), end)
    return Touch(box, tuple(numbers), moves, tuple(twins.items()), tuple(reach.items()))


def _made(steps: tuple[int, ...], mark: int | None, spots: tuple[int, ...]) -> dict[str, Any]:
    return {"steps": steps, "mark": mark, "spots": spots}


def deciding_spots(game: Game[Any, Any], state: Any, board: str) -> list[list[float]]:
    """Return the spots on the drawing of a finished game that decided it."""
    places = named_spots(board)
    return [list(places[name]) for name in map(str, game.deciding_places(state)) if name in places]


def _checked(game: Game[Any, Any], state: Any, move: Any, gesture: object) -> Gesture | None:
    if gesture is None or isinstance(gesture, Gesture):
        return gesture
    call = f"{type(game).__name__}.gesture({game.format_state(state)}, {game.format_move(state, move)})"
    raise RulesError(f"{call} returned {safe_repr(gesture)}; it must be None or a Gesture")


def guesses(before: str, afters: Sequence[str], box: Box) -> list[Guess]:
    """Return the places of the moves that lead from one drawing to each of the others.

    A move takes place where an element was added, removed or changed; spots are the innermost rectangles and circles
    there, as far as they lie in the drawing before the move. Elements with the attribute `data-note` do not count. A
    move that changes nothing takes place where all others do, such as at the piece that stays. If elements are moved by
    `transform`, or lie in a nested drawing, no place is found.

    >>> from gamekit.drawing.svg import draw_grid
    >>> steps_and_spots = guesses(draw_grid(["  "]), [draw_grid(["X "]), draw_grid([" X"])], (0, 0, 100, 52))
    >>> [steps[0].x for steps, changed in steps_and_spots]
    [26.0, 74.0]
    """
    if any(map(has_relative_places, (before, *afters))):
        return [([], []) for _ in afters]
    tags = tags_of(before)
    shapes = [shape for tag in tags if tag.startswith(("<rect", "<circle")) and (shape := place_of(tag))]

    @cache
    def innermost(place: Spot) -> Spot | None:
        """Return the smallest shape around a place, or else the place, as far as it lies in the drawing."""
        around = [shape for shape in shapes if shape.surrounds(place)]
        return min(around, key=area_of, default=place).within(box)

    all_spots: list[dict[Spot, bool]] = []
    for drawing in afters:
        drawn = tags_of(drawing)
        changed = dict(drawn.items() ^ tags.items())
        added = [tag for tag in drawn if tag in changed and drawn[tag] > tags[tag]]
        removed = [tag for tag in tags if tag in changed and tags[tag] > drawn[tag]]
        spots: dict[Spot, bool] = {}  # whether something was written there
        for tag in (*added, *removed):
            place = place_of(tag)
            spot = innermost(place) if place else None
            if spot is None or area_of(spot) > BROAD * box[2] * box[3] / 4:
                continue  # the element has no place, or none in the drawing before, or the whole drawing is its place
            arrives = tag in added and tag.startswith("<text") and not tag.endswith(">")
            spots[spot] = spots.get(spot, False) or arrives
        all_spots.append(spots)
    moving = [set(spots) for spots in all_spots if spots]
    if len(moving) > 1:
        here = dict.fromkeys(sorted(set.intersection(*moving)), True)
        all_spots = [spots or here for spots in all_spots]
    return [(_steps(spots), list(spots)) for spots in all_spots]


def _steps(spots: dict[Spot, bool]) -> list[Spot]:
    if len(spots) == 1:
        return list(spots)
    if len(spots) == 2 and len(set(spots.values())) == 2:
        return sorted(spots, key=spots.__getitem__)  # where something is written comes last
    return []
