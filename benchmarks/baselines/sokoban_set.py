"""Sokoban by breadth-first search over a set of states in plain Python, as most programs for it begin."""

from __future__ import annotations

Square = tuple[int, int]


def least_moves(rows: list[str]) -> int | None:
    """Return the least number of moves that solve a level in the usual signs; None if none do."""
    signs = {(i, j): sign for i, row in enumerate(rows) for j, sign in enumerate(row)}
    walls = {square for square, sign in signs.items() if sign == "#"}
    goals = frozenset(square for square, sign in signs.items() if sign in ".*+")
    boxes = frozenset(square for square, sign in signs.items() if sign in "$*")
    (man,) = (square for square, sign in signs.items() if sign in "@+")
    layer, seen, moves = [(man, boxes)], {(man, boxes)}, 0
    while layer:
        following = []
        for (row, column), boxes in layer:
            if boxes == goals:
                return moves
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                square, pushed = (row + down, column + right), boxes
                if square in walls:
                    continue
                if square in boxes:
                    beyond = square[0] + down, square[1] + right
                    if beyond in walls or beyond in boxes:
                        continue
                    pushed = (boxes - {square}) | {beyond}
                state = square, pushed
                if state not in seen:
                    seen.add(state)
                    following.append(state)
        layer, moves = following, moves + 1
    return None
