"""Build the compiled rules of a board game."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from types import ModuleType
from typing import Any, Final

import attrs

from gamekit.errors import RulesError, UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.layout.compiler.interpreted import as_a_mistake, interpreted
from gamekit.layout.compiler.load import compile_all, has_passed, load, remember_passed
from gamekit.layout.compiler.module import Built, ModuleWriter, name_of
from gamekit.layout.compiler.parameters import MisfitError
from gamekit.layout.compiler.ranks import parameters_of
from gamekit.layout.compiler.stack_state import LARGEST_CELL
from gamekit.layout.compiler.trial import (
    FIRST_STATES,
    FIRST_STATES_LATER,
    NUMBERS,
    CheckedBatch,
    TrialBatch,
    try_first_states,
    try_spread_states,
)
from gamekit.layout.ranking import Product


@attrs.frozen
class Compiled:
    """The compiled rules of a game, and the module from which they were made."""

    rules: CompiledRules
    built: Built


@attrs.frozen
class Module:
    """A generated module that is loaded and compiled, and its source."""

    functions: ModuleType
    built: Built

    def rules(self, game: Any, like: Compiled | None = None) -> CompiledRules:
        """Return the rules of an instance; `like` is its other build, if there is one.

        Raises:
            MisfitError: the module does not fit the numbers and tables of the instance.
        """
        recipe, functions = self.built.recipe, self.functions
        if like is not None and like.built.recipe == recipe:
            parameters = like.rules.parameters
        elif recipe is not None:
            parameters = recipe.parameters(game, game.coding.linear)
        else:
            parameters = parameters_of(game.coding.ranking or Product([]))
        return CompiledRules(
            size=game.coding.size,
            parameters=parameters,
            outcome=functions.outcome,
            successors=functions.successors,
            max_successors=game.most_moves,
            mover=getattr(functions, "mover", None),
            predecessors=getattr(functions, "predecessors", None),
            max_predecessors=game.most_back,
            is_state=getattr(functions, "is_state", None),
            tier=getattr(functions, "tier", None),
            progress=getattr(functions, "tier" if game.progress_is_tier else "progress", None),
            order=getattr(functions, "order", None),
            passed=getattr(functions, "passed", None),
        )


SHARED: Final[dict[tuple[Hashable, str], list[Module]]] = {}
"""The modules that instances share, by `kernels_of` of the instances and by the build; more than one if the tables of
instances are nested differently."""


TRIAL_SECONDS: Final[dict[Hashable, float]] = {}
"""The seconds that trials in plain Python took of instances that share their rules, by `kernels_of`."""

UNTRIED: Final[dict[Hashable, Any]] = {}
"""First instances that passed in an earlier process, by `kernels_of`; each is tried when a second one comes."""

COMPILING: Final = 3.0
"""About as many seconds as it takes to compile a checked build."""


def build(game: Any, *, is_checked: bool = False, like: Compiled | None = None) -> Compiled:
    """Return the compiled rules of a board game.

    Args:
        game: the game.
        is_checked: whether every index and result is tested, which takes up to twice as long.
        like: the other build of the same instance, if there is one.

    Raises:
        UnsupportedError: its states are too many for codes.
        RulesError: the rules go beyond what can be compiled.
    """
    return _build(game, "checked" if is_checked else "quick", _compile, like)


def _compile(built: Built, name: str) -> ModuleType:
    module = load(built, name)
    compile_all(module, built)
    return module


def _build(
    game: Any,
    kind: str,
    functions: Callable[[Built, str], ModuleType],
    like: Compiled | None = None,
    built: Built | None = None,
) -> Compiled:
    """Return the rules of a game, by a module that is known already or by a new one, whose source may be `built`."""
    known = SHARED.setdefault((game.kernels_of, kind), []) if game.compiled_once else []
    for module in known:
        with suppress(MisfitError):
            return Compiled(module.rules(game, like), module.built)
    built = built or _source(game, is_checked=kind != "quick")
    module = Module(functions(built, name_of(game)), built)
    known.append(module)
    return Compiled(module.rules(game, like), built)


def _source(game: Any, *, is_checked: bool) -> Built:
    if max(game.board.values) > LARGEST_CELL and not game.compiled_once:
        name, field = max(game.board.fields.items(), key=lambda named: named[1].values)
        raise UnsupportedError(
            f"a number of {name} takes {field.values:,} values; in compiled rules, it may take at most {LARGEST_CELL:,}"
        )
    return ModuleWriter(game, game.board, game.coding, is_checked=is_checked).write()


def build_and_try(game: Any) -> Compiled:
    """Return the compiled rules of a board game, after their checked build has run on some states, as plain Python.

    What has passed is remembered beside the module, because the same rules pass again from the same start. Of instances
    that share their rules, this holds for the first that a process tries; there may be thousands of others.
    """
    key = game.kernels_of if game.compiled_once else None
    if (first := UNTRIED.pop(key, None)) is not None:
        # the module that this makes serves the others, too: those whose tables are empty cannot be compiled themselves
        _try(first)
    if key in TRIAL_SECONDS:
        return build(game, like=_try(game))
    built, name = _source(game, is_checked=False), name_of(game)
    trial = f"{NUMBERS} {game.board.values} {game.encode(game.initial_state())} {built.text}"
    if built.recipe is not None:
        trial += built.recipe.parameters(game, game.coding.linear).tobytes().hex()
    tried = None
    if not has_passed(trial, name):
        tried = _try(game)
        remember_passed(trial, name)
    elif key is not None:
        UNTRIED[key] = game
    return _build(game, "quick", _compile, tried, built)


def _try(game: Any) -> Compiled:
    """Run the checked build on some states, and return it.

    These are the first states that play reaches. If another instance that shares the rules was tried before, fewer are
    tried; and if codes are dense, states spread over all codes instead, because that is faster.
    """
    was_tried = game.compiled_once and game.kernels_of in TRIAL_SECONDS
    # the compiled form tries no `order`, which only a search for a proof calls
    compiled = _compiled_for_trials(game) if game.compiled_once and not game.has_order else None
    checked: Compiled = compiled or game.checked_build
    batch = (CheckedBatch if compiled else TrialBatch)(game, checked.rules, checked.built.sites)
    began = time.monotonic()
    try:
        if was_tried and game.coding.is_dense:
            try_spread_states(batch)
        else:
            start = game.encode(game.initial_state())
            try_first_states(batch, start, FIRST_STATES_LATER if was_tried else FIRST_STATES)
    except RulesError:
        raise
    except Exception as error:
        build(game)  # most of what Python cannot do, Numba refuses with better reasons
        raise as_a_mistake(error, checked.built) from error
    if game.compiled_once:
        spent = 0 if compiled else time.monotonic() - began
        TRIAL_SECONDS[game.kernels_of] = TRIAL_SECONDS.get(game.kernels_of, 0.0) + spent
    return checked


def _compiled_for_trials(game: Any) -> Compiled | None:
    """Return the checked build of rules that instances share, if it pays to compile it; else None.

    It is compiled once plain Python has spent as long on trials as that takes, so trials take at most twice the time of
    the better choice. Later processes find it in the cache.
    """
    key = game.kernels_of
    if not SHARED.get((key, "checked")):
        if key in TRIAL_SECONDS and TRIAL_SECONDS[key] < COMPILING:
            return None
        name, trial = name_of(game), f"compiled {_source(game, is_checked=True).text}"
        if key not in TRIAL_SECONDS and not has_passed(trial, name):
            return None
        with suppress(RulesError):  # plain Python finds the mistake where a state shows it
            compiled = build(game, is_checked=True)
            remember_passed(trial, name)
            return compiled
        TRIAL_SECONDS[key] = -math.inf
        return None
    return build(game, is_checked=True)


def interpreted_build(game: Any) -> Compiled:
    """Return the checked build of a board game as plain Python; the arguments and errors are `build`'s."""
    return _build(game, "interpreted", interpreted)


def interpreted_batch(game: Any) -> TrialBatch:
    """Return a batch that expands some states by the checked build of a board game, as plain Python."""
    checked = game.checked_build
    return TrialBatch(game, checked.rules, checked.built.sites)


def checked_batch(game: Any) -> CheckedBatch:
    """Return a batch that solves a board game by the checked build of its rules; the errors are `build`'s."""
    checked = build(game, is_checked=True)
    return CheckedBatch(game, checked.rules, checked.built.sites)
