"""What each route begins with: the compiled rules, the code of the state to start from, and the runner's settings."""

from __future__ import annotations

from typing import Any

from gamekit.engine.codes.batch import Batch, batch_of
from gamekit.engine.runtime.memory_budget import Budget
from gamekit.errors import UnknownStateError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import silent
from gamekit.game.representatives import check_representatives
from gamekit.solvers.options import SolveOptions


def compiled_batch(game: Any, options: SolveOptions) -> Batch:
    """Return the compiled rules of a game; compile them unless the cache has what is needed."""
    (options.progress or silent)("compiling", 0, None)
    return batch_of(game, checked=options.checked)


def root_of(batch: Batch, start: Any) -> tuple[Any, int]:
    """Return the state to start from, and its code.

    Raises:
        UnknownStateError: the state is not one of the game, or has no code.
    """
    game, rules = batch.game, Rules(batch.game)
    origin = rules.initial_state_as_given() if start is None else start
    if start is not None:
        rules.start(origin)
    code = game.encode(origin)
    if not batch.is_code(code) or not _stands_for(batch, rules, code, origin):
        raise UnknownStateError(
            f"the compiled rules of {batch.name} have no such state: {rules.in_brief(origin)}"
        )
    check_representatives(rules_for_solving(game), origin)
    return origin, code


def _stands_for(batch: Batch, rules: Rules[Any, Any], code: int, state: Any) -> bool:
    """Return whether a code decodes to a state, up to symmetry and, in the mover's view, exchange of the players."""
    decoded = batch.game.decode(code)
    if batch.from_movers_view and rules.mover(decoded) != rules.mover(state):
        return bool(batch.game.encode(decoded) == code)
    return bool(rules.canonical(decoded) == rules.canonical(state))


def of_runner(options: SolveOptions) -> dict[str, Any]:
    """Return the arguments of a runner that follow from the options of a solve."""
    progress = options.progress or silent
    return {"budget": Budget.of(options.memory), "progress": progress, "tuning": options.tuning}
