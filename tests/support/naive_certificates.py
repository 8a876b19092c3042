"""A naive check of certificates: the definition of `docs/explanation/proofs.md`, by the methods of the game alone."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

from gamekit.tables.certificate import Certificate


class NaiveRules:
    """The rules of a game without a turn limit, whose answers are remembered."""

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
        return all(_claim_follows(made, number) for number in range(len(made.claims)))
    except Exception:  # a state of another instance may be none of this one
        return False


def _claim_follows(made: Certificate, number: int) -> bool:
    rules, claim = naive_rules(made.game), made.claims[number]
    sign = 1 if claim.player == 0 else -1
    if claim.kind == "safe" and sign * made.game.infinite_play < claim.at_least:
        return False
    listed = [made.game.decode(int(p)) if made.bits else p for p in made.positions[number]]
    if claim.kind in rules.measures:
        ranks = {state: rules.measures[claim.kind](state) for state in listed}
    else:
        ranks = dict(zip(listed, made.ranks[number].tolist(), strict=True))
    any_rank = claim.kind == "safe"

    def covers(state: Any, below: float) -> bool:
        """Return whether a state is an end that pays enough, or a position of a lower rank."""
        payoff = rules.payoff(state)
        if payoff is not None:
            return bool(sign * payoff >= claim.at_least)
        return state in ranks and (any_rank or ranks[state] < below)

    def is_covered(state: Any, below: float) -> bool:
        if covers(state, below):
            return True
        if rules.payoff(state) is not None or rules.mover(state) != claim.player:
            return False
        return any(covers(child, below) for child in rules.children(state))

    return is_covered(rules.name(made.state), math.inf) and all(
        rules.payoff(state) is None
        and (any if rules.mover(state) == claim.player else all)(
            is_covered(child, rank) for child in rules.children(state)
        )
        for state, rank in ranks.items()
    )
