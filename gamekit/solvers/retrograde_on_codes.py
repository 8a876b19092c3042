"""Retrograde analysis by the compiled engine: in memory, in a work folder, or tier by tier, with a table per tier."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any

from gamekit.engine.codes.batch import Batch, batch_of
from gamekit.engine.runtime.executors import ExecutorSpec
from gamekit.engine.runtime.memory_budget import Budget, give_back
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.errors import UnknownStateError, UnsupportedError
from gamekit.game.checked_rules import Rules
from gamekit.game.movers_view import rules_for_solving
from gamekit.game.progress import silent
from gamekit.game.representatives import check_representatives
from gamekit.solution.solution import Solution
from gamekit.solvers.options import SolveOptions

if TYPE_CHECKING:
    from gamekit.engine.retrograde.method_choice import Method


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


def solve_on_codes(game: Any, options: SolveOptions) -> Solution[Any, Any]:
    """Solve a game by its compiled rules, or continue the solve in the folder that the options name."""
    progress = options.progress or silent
    progress("compiling", 0, None)  # unless its cache has what is needed
    batch = batch_of(game, checked=options.checked)
    return _solve(game, batch, options) if options.tiers is None else _solve_tiers(game, batch, options)


def _solve(game: Any, batch: Batch, options: SolveOptions) -> Solution[Any, Any]:
    from gamekit.engine.retrograde import solve as engine
    from gamekit.solution.engine_store import compiled_solution

    spec = ExecutorSpec.of(options.executor, options.threads)
    origin, code = root_of(batch, options.start)
    opened: Any
    if options.work is None:
        spec.check_in_memory()
        opened = nullcontext(RoundRunner(**_of_runner(options)))
    else:
        from gamekit.engine.runtime.checkpoint import CheckpointedRunner

        settings = _settings(batch, code, options.method)
        opened = CheckpointedRunner.open(options.work, settings, **_of_runner(options))
    with opened as runner, spec.pool(batch.rules.size) as runner.pool:
        try:
            solved = engine.solve(runner, batch, code, method=options.method, max_states=options.max_states)
        except IndexError:
            if options.checked:
                game.checked_rules().find_breach()
            raise
        return compiled_solution(game, solved, origin)


def _of_runner(options: SolveOptions) -> dict[str, Any]:
    progress = options.progress or silent
    return {"budget": Budget.of(options.memory), "progress": progress, "tuning": options.tuning}


def _settings(batch: Batch, code: int, method: Method | None) -> dict[str, Any]:
    """Return the settings that must be the same for a solve in a work folder to be resumed."""
    from gamekit.engine.codes.rules_digest import digest_of
    from gamekit.engine.retrograde.method_choice import method_on_disk
    from gamekit.game.fingerprint import fingerprint, name_of, parameters_of

    return {
        "game": name_of(batch.game),
        "parameters": parameters_of(batch.game),
        "start": code,
        "method": method_on_disk(batch.rules, method),
        "rules": fingerprint(batch.game, with_codes=True),
        "compiled rules": digest_of(batch, code),
    }


def _solve_tiers(game: Any, batch: Batch, options: SolveOptions) -> Solution[Any, Any]:
    from gamekit.engine.codes.rules_digest import digest_of
    from gamekit.engine.tiers import solve as engine
    from gamekit.engine.tiers.order import solve_in_order
    from gamekit.game.fingerprint import Identity
    from gamekit.tables.tiers.codes import CodeTierFolder
    from gamekit.tables.tiers.files import CODES, settings_of
    from gamekit.tables.tiers.reading import open_tier_folder

    if batch.rules.tier is None:
        raise UnsupportedError(f"{batch.name} names no tiers: define tier, which returns the tier of a state")
    if options.method == "scan":
        raise UnsupportedError("method 'scan' cannot solve by tiers; omit the method")
    assert options.tiers is not None
    origin, code = root_of(batch, options.start)
    identity = Identity.of(game, with_codes=True)
    settings = settings_of(game, identity, origin) | {"code": code, CODES: digest_of(batch, code)}
    spec, runner = ExecutorSpec.of(options.executor, options.threads), RoundRunner(**_of_runner(options))
    with (
        CodeTierFolder.open(
            options.tiers, game, settings, identity, compress=options.compress, batch=batch
        ) as folder,
        spec.in_memory().pool(batch.rules.size) as runner.pool,
        spec.side_by_side(game) as (pool, number),  # before hours of exploring, as it may not be possible
    ):
        only_reached = options.start is not None
        graph = engine.find_tiers(
            runner, batch, code, folder, max_states=options.max_states, only_reached=only_reached
        )
        give_back()
        here = partial(engine.solve_tier, runner, batch, folder, options.method)
        apart = partial(
            engine.solve_apart, batch, folder, options.method, runner.budget, options.threads, options.tuning
        )
        schedule = engine.schedule_of(batch, graph, folder)
        solve_in_order(here if spec.is_here else apart, schedule, pool, number, runner.progress)
    return open_tier_folder(options.tiers, game)
