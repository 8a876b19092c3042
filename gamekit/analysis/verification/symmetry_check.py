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


def check_codes(store: Store, parts: Iterable[NDArray[np.int64]], *, all_states: bool) -> list[str]:
    """Return what is wrong with the representatives of states that play reaches from those with some codes."""
    rules = _rules_of(store)
    if not rules.has_symmetry:
        return []
    codes = (code for part in parts for code in part.tolist())
    chosen = codes if all_states else islice(codes, PAIRS)
    game: Any = store.game
    return _faults(rules, map(game.decode, chosen))


def check_places(store: Store, *, all_states: bool) -> list[str]:
    """Return what is wrong with the representatives of states that play reaches from those at some places."""
    rules = _rules_of(store)
    if not rules.has_symmetry:
        return []
    places = range(store.places)
    chosen = places if all_states else Random(0).sample(places, min(PAIRS, store.places))
    return _faults(rules, map(store.state_at, chosen))


def _rules_of(store: Store) -> Rules[Any, Any]:
    """Return the rules in the perspective of a solution, if the plain ones know it; compiled ones alone may."""
    known = store.perspective != "mover" or has_movers_view(store.game)
    return rules_from(store.game, store.perspective if known else "first")


def _faults(rules: Rules[Any, Any], states: Iterator[Any]) -> list[str]:
    """Return the first faults of representatives that are found from some states."""
    return [*islice(_each_fault(rules, states), MAX_PROBLEMS)]


def _each_fault(rules: Rules[Any, Any], states: Iterator[Any]) -> Iterator[str]:
    choose = Random(0)
    for state in states:
        try:
            check_after(rules, state, choose)
        except RulesError as error:
            yield str(error)
