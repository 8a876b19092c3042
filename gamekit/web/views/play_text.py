"""`read_play`: a play that is pasted as text, with the moves as the page calls them, and the comments on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from typing import Any, Final

from gamekit.errors import InputError
from gamekit.game.notation import MoveList, misfit, without_record
from gamekit.game.parameters import show
from gamekit.game.protocol import Game

_BETWEEN: Final = re.compile(r"[\s,;]*")
_WORD: Final = re.compile(r"[^\s,;]+")
_COMMENT: Final = re.compile(r"\{([^{}]*)\}")
_MARKS: Final = "+#!?"
"""The signs that people write after a move, for check, mate and praise."""


Comment = tuple[int, str]
"""A comment on a play: how many moves stand before it, and what it says."""


def read_play(
    game: Game[Any, Any], state: Any, text: str, *, is_loose: bool = False
) -> tuple[list[str], list[Comment], Any]:
    """Return the moves that a text lists from a state on, as the game writes them, the comments, and where they lead.

    Between moves may be blanks, commas, semicolons and line ends, and comments in braces. What a record has besides,
    such as the numbers of moves, is left out.

    Args:
        game: the game.
        state: the state in which the play begins.
        text: the text.
        is_loose: whether moves may be written in any way that the game reads.

    Raises:
        InputError: some move cannot be made; the message says where it is.

    >>> from games.tic_tac_toe import TicTacToe
    >>> game = TicTacToe()
    >>> read_play(game, game.initial_state(), "1. a1 b2 {the middle} 2. c3")[:2]
    (['a1', 'b2', 'c3'], [(2, 'the middle')])
    """
    names: list[str] = []
    moves: dict[str, Any] = {}
    # a move may look like a result, such as 1-0, or have braces
    for cleared in (text, _COMMENT.sub(_blanks, text), without_record(text)):
        names.clear()
        reached, at = state, _skip(cleared, 0)
        comments = _comments(text[:at], 0)
        while at < len(cleared):
            moves = {} if game.outcome(reached) is not None else _by_name(game, reached)
            found = _move_at(game, reached, moves, cleared, at, is_loose)
            if found is None:
                break
            move, end = found
            names.append(str(game.format_move(reached, move)))
            reached, at = game.apply(reached, move), _skip(cleared, end)
            comments += _comments(text[end:at], len(names))
        else:
            if names:
                return names, comments, reached
    word = _WORD.match(text, at)
    if word is None:
        raise InputError("the text has no moves")
    if not moves:
        raise misfit(text, at, f"the game is over before {show(word[0])}")
    raise misfit(text, at, f"{show(word[0])} is not a move there; a move reads like {next(iter(moves))!r}")


def _comments(text: str, moves: int) -> list[Comment]:
    """Return the comments in what stands between two moves, which are as one."""
    said = " ".join(" ".join(_COMMENT.findall(text)).split())
    return [(moves, said)] if said else []


def _blanks(found: re.Match[str]) -> str:
    return re.sub(r"\S", " ", found[0])


def comments_of(game: Game[Any, Any], notation: MoveList, text: str) -> list[Comment]:
    """Return the comments that a text in a notation has on its moves."""
    found: list[Comment] = []
    for comment in _COMMENT.finditer(text):
        before = moves_of(game, notation, text[: comment.start()])
        found += _comments(comment[0], len(before or []))
    return found


def moves_of(game: Game[Any, Any], notation: MoveList, text: str) -> list[str] | None:
    """Return the moves that a text in a notation lists, as the game writes them; None if the notation skips some."""
    names: list[str] = []
    for state, after in pairwise(notation.states(game, text)):
        way = _way(game, state, after)
        if way is None:
            return None
        names += way
    return names


def _way(game: Game[Any, Any], state: Any, after: Any) -> list[str] | None:
    """Return the moves from a state to a later one, of which the first may be a pass that nobody writes."""
    if state == after:
        return []
    children = [(str(game.format_move(state, move)), game.apply(state, move)) for move in game.moves(state)]
    for name, child in children:
        if child == after:
            return [name]
    if len(children) != 1 or game.outcome(children[0][1]) is not None:
        return None
    name, child = children[0]
    return next(
        (
            [name, str(game.format_move(child, move))]
            for move in game.moves(child)
            if game.apply(child, move) == after
        ),
        None,
    )


def _by_name(game: Game[Any, Any], state: Any) -> dict[str, Any]:
    return {str(game.format_move(state, move)): move for move in game.moves(state)}


def _move_at(
    game: Game[Any, Any], state: Any, moves: dict[str, Any], text: str, at: int, is_loose: bool
) -> tuple[Any, int] | None:
    """Return the move that a text names at a place, by the longest name there is, and where that name ends."""
    for name in sorted(moves, key=len, reverse=True):
        if text.startswith(name, at) and _is_end(text, end := at + len(name)):
            return moves[name], end
    word = _WORD.match(text, at)
    if word is None or not moves:
        return None
    for written in _spellings(word[0]):
        if written in moves:
            return moves[written], word.end()
        if is_loose:
            with suppress(Exception):  # a text from a person may trip the game in any way
                move = game.parse_move(state, written)
                if move in moves.values():
                    return move, word.end()
    return None


def _spellings(word: str) -> Iterator[str]:
    yield word
    if (bare := word.rstrip(_MARKS)) != word:
        yield bare


def _skip(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _is_end(text: str, at: int) -> bool:
    return at == len(text) or text[at].isspace() or text[at] in ",;"
