"""Walks between the pushes of Sokoban: the shortest, and the shortest line of all with the fewest pushes."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from typing import Any

LETTERS = "ulrd"
"""The letters of steps in LURD, in the order of `WAYS`; pushes have capitals."""


def walk(beside: Sequence[Sequence[int]], man: int, goes: int, boxes: Collection[int]) -> str:
    """Return the letters of a shortest walk between squares round the boxes; it must exist.

    Args:
        beside: by square, the next one on each side; the last entry stands for walls.
        man: where the walk begins.
        goes: where it ends.
        boxes: the squares of boxes.
    """
    before = {man: (man, "")}
    left = deque([man])
    while goes not in before:
        here = left.popleft()
        for letter, near in zip(LETTERS, beside[here], strict=True):
            if near < len(beside) - 1 and near not in boxes and near not in before:
                before[near] = here, letter
                left.append(near)
    letters = ""
    while goes != man:
        goes, letter = before[goes]
        letters = letter + letters
    return letters


def line_of(game: Any, states: Sequence[Any], moves: Sequence[tuple[int, int]], man: int) -> str:
    """Return the letters of a line of pushes, with the shortest walk before each; the man begins on `man`."""
    letters = ""
    for state, (box, way) in zip(states, moves, strict=False):
        behind = game.beside[box][len(LETTERS) - 1 - way]
        letters += walk(game.beside, man, behind, state[1:-1]) + LETTERS[way].upper()
        man = box
    return letters


def cheapest_line(solution: Any, state: Any) -> str:
    """Return the letters of a line with the fewest pushes and, among these, the fewest moves.

    Args:
        solution: the solution of a game in which only pushes count.
        state: a state from which the puzzle can be solved.
    """
    game = solution.game
    lines = {(state, game.man_in(state)): ""}
    for _ in range(solution[state].remoteness):
        nearer: dict[tuple[Any, int], str] = {}
        for (here, at), letters in lines.items():
            for move in solution.best_moves(here):
                there = game.canonical_state(game.apply(here, move)), move[0]
                longer = letters + line_of(game, [here], [move], at)
                if there not in nearer or len(longer) < len(nearer[there]):
                    nearer[there] = longer
        lines = nearer
    return min(lines.values(), key=len)
