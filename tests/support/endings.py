"""Counts of chess positions as the statistics of the Syzygy tables have them, from the tables of tiers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.chess_ending import ChessEnding

Counts = NDArray[np.int64]
"""The numbers of won, drawn and lost positions, then of those that are won, and lost, in 0, 1, 2, … plies."""

MOST_PLIES = 128


def positions(solution: Any) -> dict[tuple[str, int], Counts]:
    """Return the counts by material, such as "KBvKP", and player to move.

    They are those of positions up to symmetry without taking in passing; like men count as different.
    """
    game, found = solution.game, dict[tuple[str, int], Counts]()
    starts, turns = game.coding.ranking.parts[0].starts, 1 if game.is_even else 2
    for number, row in enumerate(game.classes):
        men = [game.kinds[value >> 6] for value in game._samples(row)]
        if any(game.passed_square[value] < 64 for value in game._samples(row)):
            continue
        sides = ["".join(man for man in men if man.isupper() == white).upper() for white in (True, False)]
        codes = np.arange(turns * starts[number], turns * starts[number + 1])
        value, plies = solution.store.look_up(codes)
        is_state, mover = value != solution.store.no_state, codes % turns
        weight = _orders(game, number, np.arange(len(codes)) // turns)
        for player in range(2):
            at = np.flatnonzero(is_state & (mover == player % turns))
            of_mover, orders = value[at] * (1 - 2 * (player % turns)), weight[at]
            counts = np.zeros(3 + 2 * MOST_PLIES, dtype=np.int64)
            counts[:3] = [orders[of_mover == payoff].sum() for payoff in (1, 0, -1)]
            for i, payoff in enumerate((1, -1)):
                decided = of_mover == payoff
                counts[3 + i * MOST_PLIES :][:MOST_PLIES] += np.bincount(
                    plies[at][decided], orders[decided], MOST_PLIES
                ).astype(np.int64)
            shown = reversed(sides) if game.is_even and player else sides  # Black moves as White would
            key = "v".join(f"K{side}" for side in shown), player
            found[key] = found.get(key, 0) + counts
    return found


def _orders(game: ChessEnding, number: int, ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the number of orders of like men that no symmetry makes the same, for placements of a class."""
    (ranking, *_), places = game.coding.ranking.parts, np.int64(game.side)  # type: ignore[union-attr]
    kinds = [value >> 6 for value in game._samples(game.classes[number])]
    if len({*kinds}) == len(kinds):
        return np.ones(len(ranks), dtype=np.int64)
    found = np.full(len(ranks), 2)
    if game.is_pawn[kinds[0]]:
        return found
    below = ranking.starts[number + 1] - ranking.starts[number]
    pairs = np.array(ranking._pairs[0])  # type: ignore[union-attr]
    choices = np.array([(a, b) for b in range(game.side**2) for a in range(b)])
    assert len(pairs) * len(choices) == below
    kings, men = pairs[ranks // len(choices)], choices[ranks % len(choices)]
    on_diagonal = (kings // places == kings % places).all(axis=1)
    row, column = men // places, men % places
    found[on_diagonal & (row[:, 0] == column[:, 1]) & (row[:, 1] == column[:, 0])] = 1
    return found


def expected(row: dict[str, Any]) -> Counts:
    """Return the counts of a row in the file of published figures."""
    counts = np.zeros(3 + 2 * MOST_PLIES, dtype=np.int64)
    counts[:3] = row["wins"], row["draws"], row["losses"]
    for i, kind in enumerate(("win_plies", "lose_plies")):
        for plies, number in row[kind].items():
            counts[3 + i * MOST_PLIES + int(plies)] = number
    return counts
