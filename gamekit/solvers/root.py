"""The state that a solve with compiled rules starts from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamekit.errors import UnknownStateError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.representatives import check_representatives

if TYPE_CHECKING:
    from gamekit.engine.codes.batch import Batch


def root_of(batch: Batch, start: Any) -> tuple[Any, int]:
    """Return the state to start from, and its code.

    Raises:
        UnknownStateError: it is not a state that the compiled rules know.
    """
    game, rules = batch.game, Rules(batch.game)
    origin = rules.initial_state_as_given() if start is None else start
    if start is not None:
        rules.start(origin)
    code = game.encode(origin)
    if not batch.is_code(code) or not _stands_for(batch, rules, code, origin):
        raise UnknownStateError(f"state cannot occur: {rules.in_brief(origin)}")
    check_representatives(rules_for_solving(game), origin)
    return origin, code


def _stands_for(batch: Batch, rules: Rules[Any, Any], code: int, state: Any) -> bool:
    """Return whether decoding a code gives a state again; from the mover's view, the one that the other player sees."""
    decoded = batch.game.decode(code)
    if batch.from_movers_view and rules.mover(decoded) != rules.mover(state):
        return bool(batch.game.encode(decoded) == code)
    return bool(rules.canonical(decoded) == rules.canonical(state))
