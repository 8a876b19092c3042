"""Representatives, held against states that they stand for: values by a symmetry that is none would all fit together.

Moves from a state of a solution lead to a state that need not be its own representative. If the two are unlike in
outcome, player to move or what their moves lead to, the game has no such symmetry.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from gamekit.analysis.verification.kernel import MAX_PROBLEMS
from gamekit.errors import RulesError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import has_movers_view, rules_from
from gamekit.game.representatives import check_after
from gamekit.solution.store import Store

PAIRS: Final = 250
"""How many states are compared with their representatives where not all states are looked at."""


def check_symmetry(
    store: Store, parts: Iterable[NDArray[np.int64]] | None = None, *, all_states: bool
) -> list[str]:
    """Return the first faults of representatives that play finds from states of a solution.

    Args:
        store: the solution.
        parts: the codes to choose from of states to begin at; None where states have no codes.
        all_states: begin at all states, not at a few.
    """
    rules = _rules_of(store)
    if not rules.has_symmetry:
        return []
    game: Any = store.game
    state_of = store.state_at if parts is None else game.decode
    numbers: Iterable[int] = (
        range(store.places) if parts is None else (code for part in parts for code in part.tolist())
    )
    states = map(state_of, numbers if all_states else _some(numbers))
    return [*islice(_faults(rules, states), MAX_PROBLEMS)]


def _some(numbers: Iterable[int]) -> Iterable[int]:
    known = numbers if isinstance(numbers, range) else [*numbers]
    return known if len(known) <= PAIRS else Random(0).sample(known, PAIRS)


def _rules_of(store: Store) -> Rules[Any, Any]:
    """Return the rules in the perspective of a solution, if the plain ones know it; compiled ones alone may."""
    known = store.perspective != "mover" or has_movers_view(store.game)
    return rules_from(store.game, store.perspective if known else "first")


def _faults(rules: Rules[Any, Any], states: Iterator[Any]) -> Iterator[str]:
    choose = Random(0)
    for state in states:
        try:
            check_after(rules, state, choose)
        except RulesError as error:
            yield str(error)
