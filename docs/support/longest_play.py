"""The longest forced ends of cat and mouse on all graphs with so many nodes, which `geng` of nauty lists.

geng -q -d1 8 | python docs/support/longest_play.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

import attrs
import numba
import numpy as np
from numpy.typing import NDArray

Near = NDArray[np.int64]
"""The neighbours of each node, as a set of bits."""

MOUSE, CAT = 0, 1


@attrs.frozen
class Longest:
    """The longest forced wins on some graphs.

    Attributes:
        graphs: the number of graphs.
        plies: of mouse and cat, the plies of the longest win with the mouse to move.
        on: of mouse and cat, the first graph with such a win, in graph6, and its hole.
    """

    graphs: int
    plies: tuple[int, int]
    on: tuple[tuple[str, int], tuple[str, int]]


def graph_of(text: str) -> Near:
    """Return the graph that a line in graph6 states."""
    near = np.zeros(ord(text[0]) - 63, np.int64)
    bits = (ord(sign) - 63 >> i & 1 for sign in text[1:] for i in reversed(range(6)))
    for b in range(len(near)):
        for a in range(b):
            if next(bits):
                near[a] |= 1 << b
                near[b] |= 1 << a
    return near


@numba.njit(cache=True)
def next_to(nodes: int, near: Near) -> int:
    """Return the nodes beside any of some nodes."""
    found = 0
    for v in range(len(near)):
        if nodes >> v & 1:
            found |= near[v]
    return found


@numba.njit(cache=True)
def longest_ends(near: Near, hole: int) -> tuple[int, int]:
    """Return the plies of the longest forced wins of mouse and cat, with the mouse to move, from any two nodes.

    For each node of the mouse and each winner, the cats in whose nodes he wins are a set of bits.
    """
    nodes = len(near)
    outside = (1 << nodes) - 1 & ~(1 << hole)
    cats = next_to(outside, near) & outside
    mouse_to_move, cat_to_move = np.zeros((nodes, 2), np.int64), np.zeros((nodes, 2), np.int64)
    for m in range(nodes):
        mouse_to_move[m, CAT] = cat_to_move[m, CAT] = 1 << m
    cat_to_move[hole] = (cats, 0)
    plies, longest_of_mouse, longest_of_cat, is_settled = 0, 0, 0, False
    while not is_settled:
        plies, is_settled = plies + 1, True
        before, beside = mouse_to_move.copy(), cat_to_move.copy()
        for m in range(nodes):
            if m == hole:
                continue
            wins, losses = 0, cats
            for v in range(nodes):
                if near[m] >> v & 1:
                    wins, losses = wins | beside[v, MOUSE], losses & beside[v, CAT]
            mouse_to_move[m] = (wins & ~(1 << m), losses | 1 << m)
            safe, caught = before[m]
            cat_to_move[m, MOUSE] = cats & ~next_to(outside & ~safe, near) & ~(1 << m)
            cat_to_move[m, CAT] = next_to(caught, near) & cats | 1 << m
            if mouse_to_move[m, MOUSE] != before[m, MOUSE]:
                longest_of_mouse = plies
            if mouse_to_move[m, CAT] != before[m, CAT]:
                longest_of_cat = plies
            if (mouse_to_move[m] != before[m]).any() or (cat_to_move[m] != beside[m]).any():
                is_settled = False
    return longest_of_mouse, longest_of_cat


def of_all(lines: Iterable[str]) -> Longest:
    """Return the longest wins on some graphs, whichever node is the hole."""
    graphs, plies, on = 0, [0, 0], [("", 0), ("", 0)]
    for line in map(str.strip, lines):
        graphs, near = graphs + 1, graph_of(line)
        for hole in range(len(near)):
            ends = longest_ends(near, hole)
            for player in (MOUSE, CAT):
                if ends[player] > plies[player]:
                    plies[player], on[player] = ends[player], (line, hole)
    return Longest(graphs, (plies[MOUSE], plies[CAT]), (on[MOUSE], on[CAT]))


if __name__ == "__main__":
    longest = of_all(sys.stdin)
    print(f"{longest.graphs:,} graphs")
    for player, plies, (graph, hole) in zip(("mouse", "cat"), longest.plies, longest.on, strict=True):
        print(f"the {player} wins in at most {plies} plies, as on {graph} with hole {hole}")
