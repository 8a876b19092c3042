"""`position`: the state that a play has reached, as a page shows it: the board, and every move with its result."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.analysis.play.course import Course
from gamekit.analysis.play.play import Play, Reply
from gamekit.analysis.reasons import headline
from gamekit.drawing.board import Board
from gamekit.drawing.spots import width_of
from gamekit.game.board_words import EMPTY_BOARD
from gamekit.game.protocol import Game
from gamekit.game.sentences import with_titles
from gamekit.game.values import value_of
from gamekit.web.views.touch import deciding_spots, touch_of

Draw = Callable[[Any], str]
"""A function that returns a state as an SVG document."""

LONGEST_DRAWING: Final = 30_000
"""The largest number of characters of a drawing that is shown small; a longer one would be illegible."""

PLIES_SHOWN: Final = 4
"""The number of plies after which a board that is empty at first is shown in small pictures."""

STRIDE: Final = 5
"""The number by which the choice among the moves differs from ply to ply, so that men lie scattered."""


def position(play: Play, *, hints: bool = True, draw: Draw | None = None) -> dict[str, Any]:
    """Return the state that a play has reached, with its board and its moves.

    ```
    {
      "state": the state, as text,
      "alt": the board in words,
      "ply": the number of moves that were played before,
      "mover": the index of the player to move,
      "value", "payoff", "remoteness", "winner": as in a `Verdict`,
      "headline": the result in words, with the number of plies,
      "over": whether the game has ended or the turn limit is reached,
      "ending": the way in which the game ended, or null,
      "board": an SVG document,
      "box": the drawing's left, top, width and height; null if moves cannot be shown on it,
      "width": the intended width of the drawing, in pixels,
      "spots": [[x, y, half width, half height]] in the drawing's units,
      "twins": [[x, y, half width, half height, the index of the spot that it stands for]] further spots,
      "reach": the same, for spots that bear no marks,
      "prompts": as in the header, where this state has its own; null elsewhere,
      "contents": ["a1: white king", ...] the contents of the board, for people who use a screen reader,
      "deciding": the spots that decided a finished game, such as three in a row,
      "moves": [
        {
          "text": the move,
          "value": the result for the player who makes the move: "win", "loss", "tie" or "draw",
          "payoff": the payoff to the first player,
          "remoteness": the number of plies to the end, this move included; null if play never ends,
          "outlook": the result in words,
          "best": whether the move keeps the value of the state, and loses no time,
          "steps": the indices of the spots to click, in order; none if the move is to be chosen by name,
          "mark": the index of the spot where the move ends, or null if that is not known,
          "spots": the indices of all spots that the move changes,
          "ways": [{"steps", "text": the name of the move}] other steps that make it, if there are any,
          "unordered": the number of steps that belong together, if such groups of steps may be made in any order
        }
      ],
      "choice": the index of the move that perfection plays; null if play is over,
      "hint": the reason for the choice, in a sentence; null if play is over
    }
    ```

    Args:
        play: the play of a game.
        hints: whether to find the choice and the hint, too, which examines replies to replies.
        draw: a function that draws a state; by default, the board of the state is used.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> view = position(Play.begin(gamekit.solve(Nim(heaps=(1, 2)))))
    >>> view["headline"], [move["outlook"] for move in view["moves"]]
    ('First wins in 3 plies', ['loses in 2', 'wins in 3', 'loses in 2'])
    """
    verdict = play.verdict
    best = [] if play.is_over else [move for move, _, _ in play.best]
    choice = None if play.is_over or not hints else play.choice()
    return {
        **drawn(play, draw, [result_of(play, reply, best) for _, reply in play.moves]),
        "value": verdict.value.value,
        "payoff": verdict.payoff,
        "remoteness": verdict.remoteness,
        "winner": verdict.winner,
        "headline": with_titles(play.game, headline(play.solution, verdict)),
        "choice": None if choice is None else [reply[0] for _, reply in play.moves].index(choice),
        "hint": None if choice is None else with_titles(play.game, play.hint()),
    }


def result_of(play: Play, reply: Reply, best: list[Any]) -> dict[str, Any]:
    """Return the result of a move, which is one of the `best` or not, for the player who makes it."""
    after = reply[2]
    plies = after.plies_before
    return {
        "value": value_of(after.payoff or 0, play.player, ended=plies is not None).value,
        "payoff": after.payoff,
        "remoteness": plies,
        "outlook": play.outlook(reply),
        "best": reply[0] in best,
    }


def drawn(play: Course, draw: Draw | None, results: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the view of a state without its value: the board, the spots for moves, and the known results of moves.

    The state is drawn by `draw`, by default as its board.
    """
    game = play.game
    draw = draw or (lambda state: Board(game, state).svg)
    board = draw(play.state)
    touch = touch_of(game, play.state, [(move, child) for _, (move, child, _) in play.moves], board, draw)
    prompts = list(game.prompts_in(play.state))
    return {
        "state": game.format_state(play.state),
        "alt": game.board_in_words(play.state),  # beside what it repeats, which deflates best
        "ply": len(play.turns),
        "mover": play.player,
        "over": play.is_over,
        "ending": with_titles(game, play.ending(is_titled=True)) if play.is_over else None,
        "board": board,
        "box": touch.box,
        "width": width_of(board),
        "spots": [list(spot) for spot in touch.spots],
        "twins": [[*spot, index] for spot, index in touch.twins],
        "reach": [[*spot, index] for spot, index in touch.reach],
        "prompts": prompts if prompts != list(game.prompts) else None,
        "contents": [f"{name}: {what}" for name, what in game.contents(play.state).items()],
        "deciding": deciding_spots(game, play.state, board) if play.is_over else [],
        "moves": [
            {"text": text, **result, **gesture}
            for (text, _), result, gesture in zip(play.moves, results, touch.moves, strict=True)
        ],
    }


def typical_state(game: Game[Any, Any]) -> Any:
    """Return a state that shows what a game looks like: the start, or a few plies later where its board is empty.

    >>> from games.tic_tac_toe import TicTacToe
    >>> typical_state(TicTacToe())
    (2, 2, 0, 0, 1, 0, 0, 0, 1, 0)
    """
    state = game.initial_state()
    if game.board_in_words(state) != EMPTY_BOARD:
        return state
    for ply in range(PLIES_SHOWN):
        moves = list(game.moves(state))
        if not moves:
            break
        after = game.apply(state, moves[(len(moves) // 2 + ply * STRIDE) % len(moves)])
        if game.outcome(after) is not None:
            break
        state = after
    return state


def small_board(game: Game[Any, Any], state: Any) -> str | None:
    """Return a state as an SVG document; None if it holds too much to be shown small.

    >>> from games.nim import Nim
    >>> (small_board(Nim(heaps=(1, 2)), (1, 2, 0)) or "")[:4]
    '<svg'
    """
    drawing = Board(game, state).svg
    return drawing if len(drawing) <= LONGEST_DRAWING else None
