"""From a board game to its compiled rules."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from types import ModuleType
from typing import Any, Final

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.errors import UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.layout.compiler.load import compile_all, load
from gamekit.layout.compiler.module import Built, ModuleWriter
from gamekit.layout.compiler.parameters import MisfitError
from gamekit.layout.compiler.stack_state import LARGEST_CELL
from gamekit.layout.compiler.trial import CheckedBatch, try_first_states, try_spread_states


@attrs.frozen
class Compiled:
    """The compiled rules of a game, and what they were made from."""

    rules: CompiledRules
    built: Built


@attrs.frozen
class Module:
    """A generated module that is loaded and compiled, and its source."""

    functions: ModuleType
    built: Built

    def rules(self, game: Any, like: Compiled | None = None) -> CompiledRules:
        """Return the rules of an instance, whose other build may be given.

        Raises:
            MisfitError: the module is that of other instances.
        """
        recipe, functions = self.built.recipe, self.functions
        if like is not None and like.built.recipe == recipe:
            parameters = like.rules.parameters
        else:
            parameters = (
                recipe.parameters(game, game.coding.linear) if recipe else np.zeros(1, dtype=np.int64)
            )
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
        )


SHARED: Final[dict[tuple[Hashable, bool], list[Module]]] = {}
"""Modules that instances share, by what these have in common and whether every index is looked at; more than one if
their tables are nested differently."""


def build(game: Any, *, is_checked: bool = False, like: Compiled | None = None) -> Compiled:
    """Return the compiled rules of a board game.

    Args:
        game: the game.
        is_checked: whether every index is looked at, which takes a third longer.
        like: the other build of the same instance, if there is one.

    Raises:
        UnsupportedError: its states are too many for codes.
        RulesError: the rules go beyond what can be compiled.
    """
    known = SHARED.setdefault((game.kernels_of, is_checked), []) if game.compiled_once else []
    for module in known:
        with suppress(MisfitError):
            return Compiled(module.rules(game, like), module.built)
    if max(game.board.values) > LARGEST_CELL and not game.compiled_once:
        raise UnsupportedError(f"a number of a field takes at most {LARGEST_CELL:,} values in compiled rules")
    built = ModuleWriter(game, game.board, game.coding, is_checked=is_checked).write()
    module = Module(load(built, type(game).__name__), built)
    compile_all(module.functions, built)
    known.append(module)
    return Compiled(module.rules(game, like), built)


def build_and_try(game: Any) -> Compiled:
    """Return the compiled rules of a board game, after its checked build has run on some states.

    These are the first ones that play reaches. If the rules are shared and were tried with another instance before,
    they are spread over all codes instead, where codes are dense, because that is quicker.
    """
    was_tried = game.compiled_once and (game.kernels_of, True) in SHARED
    checked = build(game, is_checked=True)
    batch = Batch(game, checked.rules)
    if was_tried and game.coding.is_dense:
        try_spread_states(game, batch, checked.built.sites)
    else:
        try_first_states(game, batch, checked.built.sites, game.encode(game.initial_state()))
    return build(game, like=checked)


def checked_batch(game: Any) -> CheckedBatch:
    """Return the checked build of the rules of a board game, to solve by it; the arguments and errors are `build`'s."""
    checked = build(game, is_checked=True)
    return CheckedBatch(game, checked.rules, checked.built.sites)
