"""`mutual_zugzwangs`: the positions in which whoever is to move would be better off if the other player were."""

from __future__ import annotations

from typing import Any, cast

import attrs
import numpy as np
from numpy.typing import NDArray

from gamekit.engine.codes.batch import Batch
from gamekit.errors import UnsupportedError
from gamekit.layout.board_game import BoardGame
from gamekit.solution.argument_checks import check_solution
from gamekit.solution.questions import Selection
from gamekit.solution.solution import Solution
from gamekit.solution.statistics import all_rows
from gamekit.solution.store import CodeStore, Store


def mutual_zugzwangs(solution: Solution[Any, Any]) -> Selection[Any]:
    """Return the states with the first player to move that are mutual zugzwangs.

    The same position with the other player to move is a state as well, and each of the two players gets less by moving
    than if the other had to. In chess, such a position is won for White with Black to move and a draw with White to
    move, or drawn and lost, or won and lost.

    Raises:
        UnsupportedError: the game is not a `BoardGame` of two players.

    >>> import gamekit
    >>> from games.chess_ending import ChessEnding
    >>> zugzwangs = mutual_zugzwangs(gamekit.solve(ChessEnding("KPK", board=4)))
    >>> len(zugzwangs), zugzwangs.solution.game.format_state(zugzwangs.states[0])
    (5, 'Ka2 Pb3 kb4, white to move')
    """
    check_solution(solution, "mutual_zugzwangs")
    game = solution.game
    if not isinstance(game, BoardGame) or len(game.players) != 2:
        raise UnsupportedError(
            "mutual_zugzwangs needs a board game for two players, in which either player may be to move in any "
            f"position; {type(game).__name__} is not such a game"
        )
    if isinstance(solution.store, CodeStore) and game.coding.is_dense:
        if not game.board.from_movers_view:
            return Selection(solution, _neighbours(solution.store))
        if solution.store.batch.rules.passed is not None:
            return Selection(solution, _of_two(solution.store))
    return Selection(solution, _one_by_one(solution, game))


def _neighbours(store: Store) -> NDArray[np.int64]:
    """Return the places of zugzwangs in dense codes, where the turn is the last digit: it tells neighbours apart."""
    places = []
    for rows in all_rows(store):
        payoff = np.zeros(rows.part.stop - rows.part.start, dtype=np.int64)
        known = np.zeros(len(payoff), dtype=np.bool_)
        payoff[rows.offsets], known[rows.offsets] = rows.payoff, ~rows.unsolved
        pairs = known[::2] & known[1::2] & (payoff[::2] < payoff[1::2])
        places.append(rows.part.start + 2 * np.flatnonzero(pairs))
    return np.concatenate(places)


def _of_two(store: CodeStore) -> NDArray[np.int64]:
    """Return the places of zugzwangs in dense codes from the mover's view, where each code stands for both players.

    Of the two positions of a zugzwang, at least one is lost for whoever is to move.
    """
    rules, places = store.batch.rules, list[int]()
    passing = Batch(store.batch.game, attrs.evolve(rules, tier=rules.passed))  # tells any function of codes
    for rows in all_rows(store):
        lost = np.flatnonzero(rows.payoff < 0)
        passed = passing.tiers(store.codes(rows.part)[rows.offsets[lost]])
        value, _ = store.look_up(passed)
        is_known = (value != store.no_state) & (value != store.unsolved)
        found = np.flatnonzero(is_known & (rows.payoff[lost] + value < 0))
        places += rows.places[lost[found]].tolist()
        places += [cast(int, store.place_of_code(code)) for code in passed[found].tolist()]
    return np.unique(np.array(places, dtype=np.int64))


def _one_by_one(solution: Solution[Any, Any], game: BoardGame) -> NDArray[np.int64]:
    places = []
    for verdict in solution:
        if game.to_move(verdict.state) == 0 and verdict.payoff is not None:
            passed = game.passed(verdict.state)
            other = solution.get(passed) if game.can_occur(passed) else None
            if other is not None and other.payoff is not None and verdict.payoff < other.payoff:
                places.append(solution.place_of(verdict.state))
    return np.array(sorted(places), dtype=np.int64)
