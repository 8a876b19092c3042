"""The longest forced ends of cat and mouse on all graphs with so many nodes, which `geng` of nauty lists.

geng -q -d1 8 | python docs/support/longest_play.py
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache

Near = list[int]
"""The neighbours of each node, as a set of bits."""


def graph_of(text: str) -> Near:
    """Return the graph that a line in graph6 states."""
    near = [0] * (ord(text[0]) - 63)
    bits = (ord(sign) - 63 >> i & 1 for sign in text[1:] for i in reversed(range(6)))
    for b in range(len(near)):
        for a in range(b):
            if next(bits):
                near[a] |= 1 << b
                near[b] |= 1 << a
    return near


def longest_ends(near: Near, hole: int) -> tuple[int, int]:
    """Return the plies of the longest forced wins of mouse and cat, with the mouse to move, from any two nodes.

    The cats in nodes where the mouse, in node m, wins are a set of bits; so are those where the cat wins.
    """
    neighbours = [[v for v in range(len(near)) if bits >> v & 1] for bits in near]

    @cache
    def next_to(nodes: int) -> int:
        return next_to(nodes & (nodes - 1)) | near[(nodes & -nodes).bit_length() - 1] if nodes else 0

    mice = [m for m in range(len(near)) if m != hole]
    outside = sum(1 << m for m in mice)
    cats = next_to(outside) & outside
    mouse_to_move = {m: (0, 1 << m) for m in mice}  # where the mouse wins, and where the cat does
    cat_to_move = {**mouse_to_move, hole: (cats, 0)}
    plies, longest = 0, [0, 0]
    while True:
        plies += 1
        before = mouse_to_move, cat_to_move
        mouse_to_move, cat_to_move = {}, {hole: (cats, 0)}
        for m in mice:
            wins, losses = 0, cats
            for v in neighbours[m]:
                wins, losses = wins | before[1][v][0], losses & before[1][v][1]
            mouse_to_move[m] = wins & ~(1 << m), losses | 1 << m
            safe, caught = before[0][m]
            cat_to_move[m] = cats & ~next_to(outside & ~safe) & ~(1 << m), next_to(caught) & cats | 1 << m
        for side in (0, 1):
            if any(mouse_to_move[m][side] != before[0][m][side] for m in mice):
                longest[side] = plies
        if before == (mouse_to_move, cat_to_move):
            return longest[0], longest[1]


def of_all(lines: Iterable[str]) -> tuple[int, int, int]:
    """Return the number of graphs, and the longest wins of mouse and cat on them, whichever node is the hole."""
    graphs, mouse, cat = 0, 0, 0
    for line in lines:
        graphs, near = graphs + 1, graph_of(line.strip())
        for hole in range(len(near)):
            ends = longest_ends(near, hole)
            mouse, cat = max(mouse, ends[0]), max(cat, ends[1])
    return graphs, mouse, cat


if __name__ == "__main__":
    print("{:,} graphs; the mouse wins in at most {} plies, the cat in at most {}".format(*of_all(sys.stdin)))
