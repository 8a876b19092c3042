"""`tablebase_fields`: what is known of a position of chess, under the names of Lichess's tablebase service."""

from __future__ import annotations

from typing import Any, Final

from gamekit.game.protocol import has_conversions
from gamekit.game.values import Value

MOST_PLIES: Final = 100
"""The plies without a capture or a move of a pawn after which a player may claim a draw by the fifty-move rule."""

CATEGORIES: Final = {Value.WIN: "win", Value.LOSS: "loss", Value.TIE: "draw", Value.DRAW: "draw"}
CURSED: Final = {Value.WIN: ("cursed-win", "maybe-win"), Value.LOSS: ("blessed-loss", "maybe-loss")}


def tablebase_fields(solution: Any, state: Any) -> dict[str, Any]:
    """Return the fields of https://tablebase.lichess.ovh about a position, and about each move, best first.

    As there, `dtm` is the number of plies to mate, below 0 where the player to move loses and None in a draw; `dtz` is
    that to zeroing. The game counts one of them, and the other is None. The fields of a move are about the position
    after it, for the player who is to move there.

    Without `dtz`, categories take no account of the fifty-move rule. With it, they are those of positions in which the
    count of the rule is at 0: a win whose `dtz` is above 100 is a "cursed-win", a draw by the rule. If there is such a
    win in the solution, another win may have to go through one, so that it is a "maybe-win".

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


def fifty_moves(solution: Any) -> str:
    """Return a sentence on what the fifty-move rule changes, from a solution that counts plies to zeroing.

    If no decided position takes more than 100 plies to zeroing, the winner comes from one zeroing move to the next in
    time, and so to mate. So the rule changes no result of a position in which its count is at 0.
    """
    longest = _longest(solution)
    if longest <= MOST_PLIES:
        return (
            f"From every won position, the next capture, move of a pawn or mate can be forced within {longest} plies. "
            "So the fifty-move rule changes no result, if its count begins at 0."
        )
    return (
        f"From some won position, the next capture, move of a pawn or mate takes {longest} plies, and {MOST_PLIES} are "
        "the most under the fifty-move rule. So that position is a draw by the rule, and others may have to lead to it."
    )


def _longest(solution: Any) -> int:
    longest = solution.longest_by_value()
    return int(max(longest.get(Value.WIN, 0), longest.get(Value.LOSS, 0)))


def _category(solution: Any, verdict: Any) -> str:
    category = CATEGORIES.get(verdict.value, "unknown")
    if not verdict.winner or not has_conversions(solution.game) or _longest(solution) <= MOST_PLIES:
        return category
    cursed, maybe = CURSED[verdict.value]
    return cursed if verdict.remoteness > MOST_PLIES else maybe


def _about(solution: Any, verdict: Any) -> dict[str, Any]:
    plies = verdict.remoteness
    distance = plies * {Value.WIN: 1, Value.LOSS: -1}[verdict.value] if verdict.winner else None
    counts_zeroing = has_conversions(solution.game)
    ending = solution.game.ending(verdict.state) if plies == 0 else None
    return {
        "checkmate": ending == "checkmate",
        "stalemate": ending == "stalemate",
        "insufficient_material": plies == 0 and ending not in ("checkmate", "stalemate"),
        "dtm": None if counts_zeroing else distance,
        "dtz": distance if counts_zeroing else None,
        "category": _category(solution, verdict),
    }
