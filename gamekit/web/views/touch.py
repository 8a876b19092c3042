"""How the moves of a state are made on its drawing: what its game says of them, or else what drawings show."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import attrs

from gamekit.errors import RulesError
from gamekit.game.foreign_errors import safe_repr
from gamekit.game.gesture import Gesture
from gamekit.game.protocol import Game
from gamekit.web.views.guesses import guesses
from gamekit.web.views.spots import Box, Spot, box_of, named_spots


@attrs.frozen
class Touch:
    """How moves are made on a drawing.

    Attributes:
        box: the drawing's own rectangle: left, top, width, height; None, with no spots, if it gives none.
        spots: those that any move changes, each once.
        moves: for each move `steps`, the indices of the spots to click, in order, none if it is chosen by name;
            `mark`, the index of the spot where it ends, None if that is not known; and `spots`, the indices of all
            spots that it changes.
        twins: other spots that may be clicked in place of one, with its index.
    """

    box: Box | None
    spots: tuple[Spot, ...]
    moves: list[dict[str, Any]]
    twins: tuple[tuple[Spot, int], ...] = ()


def touch_of(
    game: Game[Any, Any],
    state: Any,
    replies: Sequence[tuple[Any, Any]],
    board: str,
    draw: Callable[[Any], str],
) -> Touch:
    """Return how the moves of a state are made on its drawing.

    Args:
        game: the rules.
        state: the state.
        replies: each move, and the state that it leads to.
        board: the drawing of the state.
        draw: draws a state; it is called only if the game does not say where its moves are.

    Raises:
        RulesError: `Game.gesture` returns something else than a gesture.
    """
    box = box_of(board)
    if box is None:
        return Touch(None, (), [_made((), None, ()) for _ in replies])
    numbers: dict[Spot, int] = {}

    def numbered(spots: Iterable[Spot]) -> tuple[int, ...]:
        return tuple(numbers.setdefault(spot, len(numbers)) for spot in spots)

    moves, twins = [], dict[Spot, int]()
    gestures = [_checked(game, state, move, game.gesture(state, move)) for move, _ in replies]
    places = named_spots(board)
    unknown = [i for i, gesture in enumerate(gestures) if gesture is None]
    guessed = dict(zip(unknown, guesses(board, [draw(replies[i][1]) for i in unknown], box), strict=True))
    for i, gesture in enumerate(gestures):
        if gesture is None:
            found, changed = guessed[i]
            steps = numbered(found)
            moves.append(
                _made(steps, steps[-1] if steps else None, numbered(dict.fromkeys((*found, *changed))))
            )
            continue
        are_drawn = all(place in places for place in gesture.steps)
        steps = numbered(places[place] for place in gesture.steps) if are_drawn else ()
        end = numbered([places[gesture.end]])[0] if gesture.end in places and are_drawn else None
        moves.append(
            _made(steps, end, numbered(places[place] for place in gesture.places if place in places))
        )
        for twin, step in gesture.twins:
            if are_drawn and twin in places and step in gesture.steps:
                twins[places[twin]] = numbers[places[step]]
    return Touch(box, tuple(numbers), moves, tuple(twins.items()))


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
