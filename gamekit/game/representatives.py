"""The comparison of states with their representatives, before a game is solved by its representatives.

A wrong symmetry yields values that agree with each other. So every solve tests the symmetry in some states, and
verification and `gamekit check` test it in others, or in all.
"""

from __future__ import annotations

from itertools import zip_longest
from random import Random
from typing import Any, Final, NoReturn

from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Move, State, supplies

PAIRS: Final = 16
"""The largest number of states that are compared with their representatives."""

MOVES: Final = 64
"""The largest number of random moves made to find states that differ from their representatives."""

CHILDREN: Final = 500
"""The number of children seen after which the comparison ends early, within a few milliseconds."""


def check_representatives(rules: Rules[State, Move], origin: State) -> None:
    """Compare some states of random plays from `origin`, the same ones every time, with their representatives.

    If a state and its representative are always alike in outcome, player to move and the representatives of their
    children, then their values are the same.

    Raises:
        RulesError: a state is unlike its representative.
    """
    if not rules.has_symmetry:
        return
    choose = Random(0).choice
    from_origin = children = children_of(rules, origin)
    known = {origin: children}
    pairs, seen = 0, len(children)
    for _ in range(MOVES if children else 0):
        state = choose(children or from_origin)
        if (known_children := known.get(state)) is not None:
            children = known_children
            continue
        children = known[state] = children_of(rules, state)
        seen += len(children)
        (representative,) = rules.representatives_of([state])  # which exploring will need again
        if representative != state:
            seen += compare(rules, state, children, representative)
            pairs += 1
        if pairs == PAIRS or seen > CHILDREN:
            return


def children_of(rules: Rules[State, Move], state: State) -> list[State]:
    """Return the states that moves lead to, as the game gives them; none where the game is over."""
    return [] if rules.outcome(state) is not None else [*map(rules.hashable, rules.children_as_given(state))]


def compare(rules: Rules[State, Move], state: State, children: list[State], representative: State) -> int:
    """Refuse a representative that is unlike its state; return the number of children of the representative."""
    tier = (("tier", rules.tier),) if supplies(rules.game, "tier") else ()
    for method, result in (("outcome", rules.outcome), ("to_move", rules.mover), *tier):
        if (must_be := result(state)) != (actual := result(representative)):
            why = f"where {method} is {actual!r}; it must be {must_be!r}, as in the state itself"
            _refuse(rules, state, representative, why)
    others = children_of(rules, representative)
    if {*rules.representatives_of(children)} != {*rules.representatives_of(others)}:
        _refuse(rules, state, representative, _difference(rules, state, representative))
    return len(others)


def _difference(rules: Rules[State, Move], state: State, representative: State) -> str:
    """Describe a move of a state or its representative that leads to a state to which no move of the other leads."""
    here, there = (dict(zip_longest(rules.children(s), rules.moves(s))) for s in (state, representative))
    one, other, moves = state, representative, here
    if here.keys() <= there.keys():
        one, other, moves = representative, state, there
    child = next(child for child in moves if child not in here or child not in there)
    move = moves[child]
    way = f"{rules.describe_move(one, move)} leads from {rules.in_brief(one)} to {rules.in_brief(child)}"
    return f"but {way}, up to symmetry, and no move does from {rules.in_brief(other)}"


def _refuse(rules: Rules[Any, Any], state: Any, representative: Any, why: str) -> NoReturn:
    method = "canonical_state"
    if rules.perspective == "mover":
        method, why = "movers_view", f"{why}, with players exchanged"
    says, result = "returned", rules.invoke(method, state)
    if result != representative:  # which codes are decoded to
        says = "returned the same as for"
        if not supplies(rules.game, method) or result != rules.invoke(method, representative):
            method, says = "encode", "returned the code of"
    rules.breach(method, state, f"{says} {rules.in_brief(representative)}, {why}")
