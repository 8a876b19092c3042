"""The values of a game straight from their definition, by scanning all states again and again: slow and plain."""

from __future__ import annotations

from typing import Any

from gamekit.arena import Arena

Result = tuple[int, int | None]  # payoff to the first player, remoteness


def naive_results(arena: Arena[Any, Any]) -> list[Result]:
    """Return what each state is worth, and how far the end is."""
    infinity = arena.game.infinite_play
    children = [arena.successors.of(i).tolist() for i in range(len(arena))]
    ends = {i: int(arena.payoff[i]) for i in range(len(arena)) if arena.terminal[i]}
    known: dict[int, Result] = {}

    def spread(worth: int, minimizers: set[int]) -> None:
        plies = 0
        layer = {i: (worth, 0) for i, payoff in ends.items() if payoff == worth}
        while layer or plies == 0:
            known.update(layer)
            plies += 1
            layer = {}
            for i in range(len(arena)):
                if i in known or i in ends:
                    continue
                here = [known.get(j) == (worth, plies - 1) for j in children[i]]
                if int(arena.mover[i]) in minimizers:
                    if any(here):
                        layer[i] = (worth, plies)
                elif any(here) and all(j in known for j in children[i]):
                    layer[i] = (worth, plies)

    payoffs = sorted(set(ends.values()))
    for payoff in reversed(payoffs):
        if payoff > infinity:
            spread(payoff, {0})
    for payoff in payoffs:
        if payoff < infinity:
            spread(payoff, {1})
    if infinity in payoffs:
        spread(infinity, {0, 1} if infinity == 0 else {0} if infinity > 0 else {1})
    return [known.get(i, (infinity, None)) for i in range(len(arena))]
