"""`read_anything`: what a text that a person pastes says about a game: an instance, a position or a play."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gamekit.errors import GamekitError, InputError
from gamekit.game.fingerprint import parameters_of
from gamekit.game.notation import MoveList, PlacedError
from gamekit.game.protocol import Game
from gamekit.game.reading import LIKE_JSON, read_text
from gamekit.game.registry import game_class, load_game
from gamekit.solvers.solve_from_text import read_state
from gamekit.web.server.messages import plain
from gamekit.web.views.play_text import Comment, comments_of, moves_of, read_play


def read_anything(name: str, text: str, parameters: Any, start: str | None) -> dict[str, Any]:
    """Return what a text says about a game.

    ```
    {
      "notation": the name of the notation, or null for the game's own words,
      "parameters": the parameters of the game,
      "start": the state from which play starts, as text, or null if that is the initial one,
      "moves": the moves of a play from there, as text,
      "comments": pairs of a number of moves and the comment that stands after so many,
      "state": the state that the text names, or to which the moves lead
    }
    ```

    Args:
        name: the name of the game.
        text: the text.
        parameters: the parameters that the text does not determine: those of the page.
        start: the state in which the page's play begins, in which one that is pasted begins, too.

    Raises:
        GamekitError: there is no such game, or it does not read the text.

    >>> read_anything("tic-tac-toe", "1. a1 b2 2. c3", None, None)["moves"]
    ['a1', 'b2', 'c3']
    """
    with suppress(GamekitError):
        return _played(name, text, parameters, start)
    try:
        reading = read_text(game_class(name), name, text)
        own = parameters if isinstance(parameters, dict) and reading.notation is not None else {}
        game = load_game(name, {**own, **reading.parameters} if own else reading.parameters)
        state = reading.state(game)
    except GamekitError as error:
        return _in_other_words(name, text, parameters, start, error)
    notation = reading.notation
    moves = moves_of(game, notation, reading.text) if isinstance(notation, MoveList) else None
    begins = None if state is None or moves else str(game.format_state(state))
    at = game.initial_state() if state is None else state
    comments = comments_of(game, notation, reading.text) if isinstance(notation, MoveList) and moves else []
    return _answer(game, None if notation is None else notation.name, begins, moves or [], at, comments)


def _in_other_words(
    name: str, text: str, parameters: Any, start: str | None, refused: GamekitError
) -> dict[str, Any]:
    """Return what a text says that names no instance: a state in the game's own words, or a play.

    Raises:
        GamekitError: it is neither.
    """
    game = load_game(name, parameters)
    try:
        state = read_state(game, text.strip())
        return _answer(game, None, str(game.format_state(state)), [], state)
    except GamekitError as error:
        unread = refused if type(game).notations else error
    try:
        return _played(name, text, parameters, start, is_loose=True)
    except InputError as error:
        is_meant = isinstance(refused, PlacedError) or not isinstance(refused, InputError)
        if is_meant or text.lstrip()[:1] in ("", *LIKE_JSON):
            raise refused from None
        raise InputError(f"the text is neither a position nor a play: {unread}; as a play, {error}") from None


def _played(
    name: str, text: str, parameters: Any, start: str | None, *, is_loose: bool = False
) -> dict[str, Any]:
    game = load_game(name, parameters)
    state = game.initial_state() if start is None else read_state(game, start)
    moves, comments, at = read_play(game, state, text, is_loose=is_loose)
    return _answer(game, None, start, moves, at, comments)


def _answer(
    game: Game[Any, Any],
    notation: str | None,
    start: str | None,
    moves: list[str],
    at: Any,
    comments: Sequence[Comment] = (),
) -> dict[str, Any]:
    return {
        "notation": notation,
        "parameters": plain(parameters_of(game)),
        "start": start,
        "moves": moves,
        "comments": [list(comment) for comment in comments],
        "state": str(game.format_state(at)),
    }
