"""Like pieces on a graph that all move at once: their placements, their moves, and gestures."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations_with_replacement, permutations, product
from typing import Final

from gamekit.game.board_parameters import Graph, Node
from gamekit.game.gesture import Gesture, Place

MOST_CLICKED: Final = 4
"""The largest number of pieces that are clicked one by one to make a move."""

MOST_PAIRED: Final = 3
"""The largest number of pieces of which each may go to each of the nodes: for four, there are too many ways."""


def placements(graph: Graph, pieces: int) -> list[tuple[Node, ...]]:
    """Return the nodes, in ascending order, of each placement of like pieces; the last placement, (), is nowhere.

    >>> placements([[1], [0]], 2)
    [(0, 0), (0, 1), (1, 1), ()]
    """
    return [*combinations_with_replacement(range(len(graph)), pieces), ()]


def ways_of_placements(graph: Graph, pieces: int) -> list[list[int]]:
    """Return, for each of the `placements`, the indices of the placements to which moves lead, in ascending order.

    Each piece stays or goes along an edge. From nowhere, all pieces go anywhere.

    >>> ways_of_placements([[1], [0, 2], [1]], 1)
    [[0, 1], [0, 1, 2], [1, 2], [0, 1, 2]]
    """
    near = [(node, *others) for node, others in enumerate(graph)]
    *places, _ = placements(graph, pieces)
    number = {nodes: place for place, nodes in enumerate(places)}
    ends = (product(*map(near.__getitem__, nodes)) for nodes in places)
    ways = [sorted({number[tuple(sorted(end))] for end in of_place}) for of_place in ends]
    return [*ways, list(range(len(places)))]


def gesture_of_pieces(graph: Graph, leaves: Sequence[Node], goes: Sequence[Node]) -> Gesture:
    """Return the gesture of a move of like pieces, each of which moves along an edge or stays.

    For each piece, in any order, the node that it leaves and the node that it goes to are clicked, paired so that the
    fewest pieces move; other pairs are other ways. The node of a piece that stays is clicked twice. Moves of more than
    `MOST_CLICKED` pieces are chosen by name. Pieces that were nowhere (`leaves` is empty) need one click each.

    >>> gesture_of_pieces([[1], [0, 2], [1]], leaves=[0, 1], goes=[1, 2]).steps
    ('0', '1', '1', '2')
    """
    if not leaves:
        return Gesture(goes, unordered=1)
    if len(goes) > MOST_CLICKED:
        return Gesture(touched=dict.fromkeys((*goes, *leaves)))
    pairs, *others = _pairings(graph, leaves, goes)
    ways: dict[Sequence[Place], str] = {
        tuple(chain.from_iterable(other)): _in_words(other) for other in others if len(goes) <= MOST_PAIRED
    }
    return Gesture(chain.from_iterable(pairs), ways=ways, unordered=2)


def move_in_words(graph: Graph, leaves: Sequence[Node], goes: Sequence[Node]) -> str:
    """Return the name of a move of like pieces, paired as in `gesture_of_pieces`.

    >>> move_in_words([[1], [0, 2], [1]], leaves=[0, 1], goes=[0, 2])
    '0 stays, 1 to 2'
    >>> move_in_words([[1], [0, 2], [1]], leaves=[], goes=[0, 2])
    'start in 0 and 2'
    """
    *others, last = map(str, goes)
    nodes = f"{', '.join(others)} and {last}" if others else last
    if not leaves or len(goes) > MOST_CLICKED:
        return f"{'go to' if leaves else 'start in'} {nodes}"
    return _in_words(_pairings(graph, leaves, goes)[0])


def _in_words(pairs: Iterable[tuple[Node, Node]]) -> str:
    return ", ".join(f"{a} stays" if a == b else f"{a} to {b}" for a, b in pairs)


def _pairings(graph: Graph, leaves: Sequence[Node], goes: Sequence[Node]) -> list[list[tuple[Node, Node]]]:
    """Return the node that each piece leaves and the one it comes to, in all ways, that with the fewest moves first."""
    pairings = (list(zip(leaves, order, strict=True)) for order in permutations(goes))
    possible = [pairs for pairs in pairings if all(a == b or b in graph[a] for a, b in pairs)]
    different: dict[tuple[tuple[Node, Node], ...], list[tuple[Node, Node]]] = {}
    for pairs in possible:
        different.setdefault(tuple(sorted(pairs)), pairs)  # pieces in one node are alike
    return sorted(different.values(), key=lambda pairs: sum(a != b for a, b in pairs))
