"""`tablebase_fields`: what is known of a position of chess, under the names of Lichess's tablebase service."""

from __future__ import annotations

from typing import Any, Final

from gamekit.game.values import Value

CATEGORIES: Final = {Value.WIN: "win", Value.LOSS: "loss", Value.TIE: "draw", Value.DRAW: "draw"}


def tablebase_fields(solution: Any, state: Any) -> dict[str, Any]:
    """Return the fields of https://tablebase.lichess.ovh about a position, and about each move, best first.

    As there, `dtm` is the number of plies to mate, below 0 where the player to move loses and None in a draw. The
    fields of a move are about the position after it, for the player who is to move there. There is no fifty-move rule.

    >>> import gamekit
    >>> from games.chess_ending import ChessEnding
    >>> game = ChessEnding("KRK", board=4, start="Kb3 Rd3 ka1, white to move")
    >>> found = tablebase_fields(gamekit.solve(game), game.initial_state())
    >>> found["category"], found["dtm"], found["moves"][0]["san"], found["moves"][0]["dtm"]
    ('win', 1, 'Rd1#', 0)
    """
    game, standing = solution.game, solution.game.standing(state)
    moves = [
        {
            "uci": game.uci(state, move),
            "san": game.format_move(state, move),
            "zeroing": standing[move[0]] in "Pp" or len(game.standing(after)) < len(standing),
            **_about(solution, verdict),
        }
        for move, after, verdict in solution.replies(state)
    ]
    return {**_about(solution, solution[state]), "moves": moves}


def _about(solution: Any, verdict: Any) -> dict[str, Any]:
    plies = verdict.remoteness
    ending = solution.game.ending(verdict.state) if plies == 0 else None
    return {
        "checkmate": ending == "checkmate",
        "stalemate": ending == "stalemate",
        "insufficient_material": plies == 0 and ending not in ("checkmate", "stalemate"),
        "dtm": plies * {Value.WIN: 1, Value.LOSS: -1}[verdict.value] if verdict.winner else None,
        "category": CATEGORIES.get(verdict.value, "unknown"),
    }
