"""A naive check of certificates: the definition of `docs/explanation/proofs.md`, by the methods of the game alone."""

from __future__ import annotations

import math
from functools import cache, partial
from typing import Any

from gamekit.tables.certificate import Certificate


class NaiveRules:
    """The rules of a game, whose answers are remembered."""

    def __init__(self, game: Any) -> None:
        self.game = game
        canonical = getattr(game, "canonical_state", lambda state: state)
        self.name = cache(lambda state: canonical(state))
        self.payoff = cache(game.outcome)
        self.mover = cache(game.to_move)
        self.children = cache(lambda state: [self.name(game.apply(state, m)) for m in game.moves(state)])
        self.measures = {
            "progress": cache(lambda state: -game.progress_of(state)),
            "rise": cache(lambda state: -game.tier_of(state)),
            "fall": cache(lambda state: game.tier_of(state)),
        }


naive_rules = cache(NaiveRules)


def follows(made: Certificate) -> bool:
    """Return whether each claim follows from its positions; rules that fail in a state say no."""
    try:
        return not any(map(partial(loose_ends, made), range(len(made.claims))))
    except Exception:  # a state of another instance may be none of this one
        return False


def loose_ends(made: Certificate, number: int) -> list[Any]:
    """Return the positions of a claim that do not follow from the others, and None if the claim itself does not."""
    rules, claim = naive_rules(made.game), made.claims[number]
    sign = 1 if claim.player == 0 else -1
    if claim.kind == "safe" and sign * made.game.infinite_play < claim.at_least:
        return [None]
    limit = None if claim.kind == "safe" else made.game.max_plies
    ply = 0 if limit is None else 1  # what a ply takes from ranks
    listed = [made.game.decode(int(p)) if made.bits else p for p in made.positions[number]]
    if claim.kind in rules.measures:
        ranks = {state: rules.measures[claim.kind](state) for state in listed}
    else:
        ranks = dict(zip(listed, made.ranks[number].tolist(), strict=True))
    any_rank = claim.kind == "safe"

    def covers(state: Any, below: float) -> bool:
        """Return whether a state is an end that pays enough, in time, or a position of a lower rank."""
        payoff = rules.payoff(state)
        if payoff is not None:
            return bool(sign * payoff >= claim.at_least and (ply == 0 or below > 0))
        return state in ranks and (any_rank or ranks[state] < below)

    def is_covered(state: Any, below: float) -> bool:
        if covers(state, below):
            return True
        if rules.payoff(state) is not None or rules.mover(state) != claim.player:
            return False
        return any(covers(child, below - ply) for child in rules.children(state))

    ends: list[Any] = (
        [] if is_covered(rules.name(made.state), math.inf if limit is None else limit + 1) else [None]
    )
    return ends + [
        state
        for state, rank in ranks.items()
        if rules.payoff(state) is not None
        or not (any if rules.mover(state) == claim.player else all)(
            is_covered(child, rank) for child in rules.children(state)
        )
    ]
