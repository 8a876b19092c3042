"""`arrangement`: a position that is set up by hand: the pieces to choose from, the board, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, Final

import attrs

from gamekit.drawing.board import Board
from gamekit.errors import InputError
from gamekit.game.parameters import show
from gamekit.game.protocol import Game
from gamekit.layout.stated_rules import StatedRules
from gamekit.solution.solution import Solution
from gamekit.solvers.solve_from_text import NoStateError, read_state

UNREACHABLE: Final = "play cannot come to this position"


def palette(game: Game[Any, Any]) -> dict[str, Any]:
    """Return what can be put on the board of a game.

    ```
    {
      "brushes": [as a `Brush`] pieces to put on places; none if the game has no drawing of a layout,
      "numbers": [as a `Number`] further numbers of a state,
      "names": {a place on the drawing: its name for people},
      "are_drawn": whether positions can be set up on the drawing at all
    }
    ```

    >>> from games.nim import Nim
    >>> palette(Nim(heaps=(1, 2)))["numbers"][1]
    {'name': 'heap 2', 'cell': 1, 'most': 2}
    """
    if not isinstance(game, StatedRules) or (brushes := game.palette) is None:
        return {"brushes": [], "numbers": [], "names": {}, "are_drawn": False}
    places = dict.fromkeys(chain.from_iterable(brush.places for brush in brushes.brushes))
    names = {place: game.place_name(int(place)) if place.isdecimal() else place for place in places}
    return {**attrs.asdict(brushes), "names": names, "are_drawn": True}


def arrangement(
    solution: Solution[Any, Any], cells: Sequence[int] | None = None, text: str | None = None
) -> dict[str, Any]:
    """Return a position given by its numbers or as text, whether it is a state or not.

    ```
    {
      "cells": the numbers of the position, the player to move last,
      "state": the position, as text,
      "board": an SVG document,
      "contents": {the name of a place: what stands there, in words},
      "mover": the index of the player to move,
      "is_shown": whether the pieces show whose turn it is, so that it cannot be chosen,
      "problem": the reason why this is not a state of the game, in a sentence; null if it is one
    }
    ```

    Raises:
        InputError: the numbers do not fit the fields of the layout, or the text is not a state.
        TableError: the solution's table is damaged.

    >>> import gamekit
    >>> from games.tic_tac_toe import TicTacToe
    >>> view = arrangement(gamekit.solve(TicTacToe()), (1, 1, 1, 0, 0, 0, 0, 0, 0, 0))
    >>> view["state"], view["problem"]
    ('XXX/.../...', "X and O put pieces on the board in turn, X first, so 'XXX/.../...' cannot occur")
    """
    game = solution.game
    if not isinstance(game, StatedRules):
        raise InputError(f"positions of {type(game).__name__} are set up as text: they have no layout")
    if cells is None:
        values = tuple(read_state(game, text or ""))
    else:
        values = tuple(cells)
        _check(game, values)
    turn = _turn_shown(game, values[:-1])
    if turn is not None:
        values = (*values[:-1], turn)
    state = game.format_state(values)
    return {
        "cells": values,
        "state": state,
        "board": Board(game, values).svg,
        "contents": game.contents(values),
        "mover": values[-1],
        "is_shown": turn is not None,
        "problem": _problem(solution, state),
    }


def _check(game: StatedRules, cells: Sequence[int]) -> None:
    values = (*game.board.values, len(game.players))
    if len(cells) != len(values):
        raise InputError(
            f"cells must be {len(values)} numbers, the player to move last; there are {len(cells)}"
        )
    for i, (number, most) in enumerate(zip(cells, values, strict=True)):
        if not 0 <= number < most:
            raise InputError(f"cells[{i}] must be from 0 to {most - 1}; it is {show(number)}")


def _turn_shown(game: StatedRules, cells: Sequence[int]) -> int | None:
    """Return the player to move if the pieces alone show it."""
    return 0 if len(game.players) == 1 else game.turn_of(tuple(cells))


def _problem(solution: Solution[Any, Any], text: str) -> str | None:
    """Return why a text names no state; None if it names one, or if only a solve can tell whether play comes to it."""
    game = solution.game
    try:
        state = read_state(game, text)
        if game.initial_state() in solution and state not in solution:
            raise NoStateError(UNREACHABLE)
    except InputError as error:
        return str(error)
    return None
