"""The sides of loopy games: their worth if endless play wins for Left, and their worth if it wins for Right.

A graph is first reduced; if alternating play can then still go on for ever, it is sidled. Sidling begins with the
value `on`, which is above all games, in place of some options without which the graph is one of stoppers. The values
that they then have take its place, and so on; they can only fall. If they stop falling, they satisfy the equations of
the game and are at least its onside, and so equal to it. Sidling need not end: the carousel of C. Bach has no sides
that are stoppers. Whatever is found is compared with the game before it is returned.

Source: J. Conway, "Loopy games", 1978; E. Berlekamp, J. Conway, R. Guy, "Winning Ways", chapter 11; A. Siegel, "Coping
with cycles", Games of No Chance 3, 2009.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from gamekit.cgt.ruleset import LEFT, RIGHT, Player
from gamekit.cgt.stoppers.graphs import LoopyGraph, require_nodes
from gamekit.cgt.stoppers.reduction import reduced_for_onside
from gamekit.cgt.stoppers.simplification import simplified
from gamekit.cgt.stoppers.survival import outlasted, survived
from gamekit.errors import UnsupportedError

MOST_ROUNDS: Final = 24
"""The rounds after which sidling is taken for endless."""

ON: Final = LoopyGraph(left=((0,),), right=((),))


def onside(graph: LoopyGraph) -> tuple[LoopyGraph, tuple[int, ...]]:
    """Return the forms of the onsides of all positions of a graph, and the number of each position's onside.

    Raises:
        UnsupportedError: sidling does not end, perhaps because a position has no sides.
        LimitError: the graph, or a graph in between, has too many positions.

    >>> onside(LoopyGraph(left=((0,),), right=((0,),)))
    (LoopyGraph(left=((0,),), right=((),)), (0,))
    """
    if graph.is_stopper:
        return _simplified_all(graph)
    require_nodes(len(graph))
    onsides: tuple[LoopyGraph, tuple[int, ...]] | None
    for candidate in (reduced_for_onside(graph), graph):
        if candidate.is_stopper:
            onsides = _simplified_all(candidate)
        else:
            onsides = _sidled(candidate, RIGHT) or _sidled(candidate, LEFT)
        if onsides is not None and _is_onside(graph, *onsides):
            return onsides
    raise UnsupportedError(
        f"sidling did not end within {MOST_ROUNDS} rounds, so this loopy game may have no sides that are stoppers; ask "
        "for outcome classes (--kind outcome)"
    )


def _simplified_all(graph: LoopyGraph) -> tuple[LoopyGraph, tuple[int, ...]]:
    forms, numbers = simplified(graph, range(len(graph)))
    return forms, tuple(numbers[node] for node in range(len(graph)))


def _is_onside(graph: LoopyGraph, forms: LoopyGraph, numbers: tuple[int, ...]) -> bool:
    """Return whether forms are the onsides of all positions of a graph."""
    nodes = np.arange(len(graph))
    return bool(
        survived(graph, forms)[nodes, numbers].all() and outlasted(forms, graph)[numbers, nodes].all()
    )


def _sidled(graph: LoopyGraph, player: Player) -> tuple[LoopyGraph, tuple[int, ...]] | None:
    """Return the onsides of all positions, where a player's recurring options are approximated; None if this fails."""
    size = len(graph)
    cut = graph.recurring(player)
    approximated = sorted({option for options in cut for option in options})
    forms, number = ON, dict.fromkeys(approximated, 0)
    for _ in range(MOST_ROUNDS):
        own = tuple(
            tuple(size + number[option] if option in cut[node] else option for option in options)
            for node, options in enumerate(graph.of(player))
        )
        sides = (own, graph.right) if player == LEFT else (graph.left, own)
        equations = LoopyGraph(
            *(
                side + tuple(tuple(size + form for form in options) for options in of_forms)
                for side, of_forms in zip(sides, (forms.left, forms.right), strict=True)
            )
        )
        before = {option: size + number[option] for option in approximated}
        next_forms, numbers = simplified(equations, [*range(size), *before.values()])
        if all(numbers[option] == numbers[form] for option, form in before.items()):
            return next_forms, tuple(numbers[node] for node in range(size))
        forms, new_numbers = next_forms.restricted(numbers[option] for option in approximated)
        number = {option: new_numbers[numbers[option]] for option in approximated}
    return None
