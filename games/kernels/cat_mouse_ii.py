"""Cat and mouse II over codes: every pair of cells, and whose turn it is.

Legend:
    cells       of the grid, walls included, numbered row by row
    code        (the mouse's cell * cells + the cat's) * 2 + whose turn it is, 0 the mouse's
    parameters  cells, columns, the food's cell, and then five numbers for each cell, first for the mouse and then for
                the cat: whether it can ever be there, and how many cells it can move to the right, to the left, down
                and up; where it can go it can have come from
    base        the code of a state in which the other player is to move, with the pieces where they are
    weight      what a piece adds to the code with every cell it is moved on
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER

CELLS, COLUMNS, FOOD, HEAD = range(4)
ENTRIES = 5  # for each cell and player


def parameters_of(
    floor: list[list[bool]], food: int, rooms: Sequence[Iterable[int]], jumps: tuple[int, int]
) -> Any:
    """Return the parameters of the functions below.

    Args:
        floor: row by row, whether there is no wall.
        food: the cell of the food.
        rooms: for either player the cells it can ever be in.
        jumps: for either player the most cells of a move.

    >>> parameters_of([[True, True]], 1, ([0, 1], [1]), (1, 1)).tolist()
    [2, 2, 1, 1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]
    """
    grid = np.array(floor)
    ways = [_free(grid.T).T, _free(grid[:, ::-1].T).T[:, ::-1], _free(grid), _free(grid[::-1])[::-1]]
    table = np.zeros((2, grid.size, ENTRIES), dtype=np.int64)
    for player, (room, jump) in enumerate(zip(rooms, jumps, strict=True)):
        table[player, list(room), 0] = 1
        table[player, :, 1:] = np.minimum(np.stack(ways, axis=-1).reshape(-1, 4), min(jump, grid.size))
    return np.concatenate([[grid.size, grid.shape[1], food], table.ravel()])


def _free(floor: Any) -> Any:
    """Return for every cell how many cells below it come before a wall or the border; int64, rows × columns."""
    free = np.zeros(floor.shape, dtype=np.int64)
    for row in range(len(floor) - 2, -1, -1):
        free[row] = (free[row + 1] + 1) * (floor[row] & floor[row + 1])
    return free


def most_moves(parameters: Any) -> int:
    """Return the most moves that either player has in any cell."""
    return 1 + int(parameters[HEAD:].reshape(-1, ENTRIES)[:, 1:].sum(axis=1).max())


def outcome(code: int, parameters: Any) -> int:
    mouse, cat = _pieces(code, parameters)
    if mouse == cat or cat == parameters[FOOD]:
        return -1
    return 1 if mouse == parameters[FOOD] else NOT_OVER


def mover(code: int, parameters: Any) -> int:  # noqa: ARG001
    return code & 1


def is_state(code: int, parameters: Any) -> int:
    mouse, cat = _pieces(code, parameters)
    if (cat if code & 1 else mouse) == parameters[FOOD]:  # on the food nobody has another turn
        return 0
    return parameters[_entry(mouse, 0, parameters)] & parameters[_entry(cat, 1, parameters)]  # type: ignore[no-any-return]


def successors(code: int, parameters: Any, out: Any) -> int:
    return _moved(code, code & 1, parameters, out)


def predecessors(code: int, parameters: Any, out: Any) -> int:
    return _moved(code, 1 - (code & 1), parameters, out)


@numba.njit(cache=True, nogil=True)
def _pieces(code: int, parameters: Any) -> tuple[int, int]:
    return code // 2 // parameters[CELLS], code // 2 % parameters[CELLS]


@numba.njit(cache=True, nogil=True)
def _entry(cell: int, player: int, parameters: Any) -> int:
    return HEAD + ENTRIES * (player * parameters[CELLS] + cell)  # type: ignore[no-any-return]


@numba.njit(cache=True, nogil=True)
def _moved(code: int, player: int, parameters: Any, out: Any) -> int:
    """Write the codes with a player's piece moved and the turn passed."""
    base, columns = code ^ 1, parameters[COLUMNS]
    mouse, cat = _pieces(code, parameters)
    cell, weight = (cat, 2) if player else (mouse, 2 * parameters[CELLS])
    entry = _entry(cell, player, parameters)
    out[0] = base
    count = 1
    for way, step in ((1, weight), (2, -weight), (3, columns * weight), (4, -columns * weight)):
        for i in range(1, parameters[entry + way] + 1):
            out[count] = base + i * step
            count += 1
    return count
