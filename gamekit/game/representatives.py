"""Representatives of states, held against the states themselves before a game is solved by them.

A wrong symmetry gives wrong values that verify cannot notice, because it uses the same one. So every solve tries it in
some states; `gamekit check` tries many more.
"""

from __future__ import annotations

from random import Random
from typing import Any, Final, NoReturn

from gamekit.game.checked_rules import Rules
from gamekit.game.protocol import Move, State

PAIRS: Final = 16
"""So many states are compared with others that represent them."""

MOVES: Final = 64
"""So many moves are made to find them."""

CHILDREN: Final = 1_000
"""The comparison ends early when it has seen so many children: a few milliseconds."""


def check_representatives(rules: Rules[State, Move], origin: State) -> None:
    """Compare some states of random plays, the same ones every time, with their representatives.

    If a state and its representative are always alike in outcome, player to move and the representatives of their
    children, then their values are the same.

    Args:
        rules: the rules to solve by, in the perspective to solve in.
        origin: where the plays start.

    Raises:
        RulesError: a state is unlike its representative.
    """
    if not rules.has_symmetry:
        return
    choose = Random(0).choice
    state, pairs, children = origin, 0, 0
    for _ in range(MOVES):
        if rules.outcome(state) is not None:
            if state == origin:
                return
            state = origin
        moves = rules.moves(state)
        state = rules.child(state, choose(moves))
        children += len(moves)
        (representative,) = rules.representatives_of([state])  # which exploring will need again
        if representative != state:
            children += _compare(rules, state, representative)
            pairs += 1
        if pairs == PAIRS or children > CHILDREN:
            return


def _compare(rules: Rules[State, Move], state: State, representative: State) -> int:
    """Refuse a representative that is unlike its state; return how many children they have."""
    for method, result in (("outcome", rules.outcome), ("to_move", rules.mover)):
        if (must_be := result(state)) != (found := result(representative)):
            why = f"where {method} is {found!r}; it must be {must_be!r}, as in the state itself"
            _refuse(rules, state, representative, why)
    if rules.outcome(state) is not None:
        return 0
    here, there = _children(rules, state), _children(rules, representative)
    for one, children, other, others in (
        (state, here, representative, there),
        (representative, there, state, here),
    ):
        for child, move in children.items():
            if child not in others:
                way = f"{rules.describe_move(one, move)} leads from {rules.in_brief(one)}"
                to = f"to {rules.in_brief(child)}, up to symmetry"
                why = f"but {way} {to}, and no move does from {rules.in_brief(other)}"
                _refuse(rules, state, representative, why)
    return len(here) + len(there)


def _children(rules: Rules[State, Move], state: State) -> dict[State, Move]:
    """Return the representatives that moves lead to, each with a move that does."""
    moves = rules.moves(state)
    return dict(
        zip(rules.representatives_of([rules.child(state, move) for move in moves]), moves, strict=True)
    )


def _refuse(rules: Rules[Any, Any], state: Any, representative: Any, why: str) -> NoReturn:
    method = "canonical_state"
    if rules.perspective == "mover":
        method, why = "movers_view", f"{why}, with players exchanged"
    rules.breach(method, state, f"returned {rules.in_brief(representative)}, {why}")
