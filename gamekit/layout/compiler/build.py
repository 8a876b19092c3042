"""From a board game to its compiled rules."""

from __future__ import annotations

from typing import Any

import attrs
import numpy as np

from gamekit.engine.codes.batch import Batch
from gamekit.errors import UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.layout.compiler.load import compile_all, load
from gamekit.layout.compiler.module import Built, ModuleWriter
from gamekit.layout.compiler.stack_state import LARGEST_CELL
from gamekit.layout.compiler.trial import try_first_states


@attrs.frozen
class Compiled:
    """The compiled rules of a game, and what they were made from."""

    rules: CompiledRules
    built: Built


def build(game: Any, *, is_checked: bool = False) -> Compiled:
    """Return the compiled rules of a board game.

    Args:
        game: the game.
        is_checked: whether every index is looked at, which takes a third longer.

    Raises:
        UnsupportedError: its states are too many for codes.
        RulesError: the rules go beyond what can be compiled.
    """
    layout, coding = game.board, game.coding
    if max(layout.values) > LARGEST_CELL:
        raise UnsupportedError(f"a number of a field takes at most {LARGEST_CELL:,} values in compiled rules")
    built = ModuleWriter(game, layout, coding, is_checked=is_checked).write()
    module = load(built, type(game).__name__)
    compile_all(module, built)
    rules = CompiledRules(
        size=coding.size,
        parameters=np.zeros(1, dtype=np.int64),
        outcome=module.outcome,
        successors=module.successors,
        max_successors=game.most_moves,
        mover=getattr(module, "mover", None),
        predecessors=getattr(module, "predecessors", None),
        max_predecessors=game.most_back,
        is_state=getattr(module, "is_state", None),
    )
    return Compiled(rules, built)


def build_and_try(game: Any) -> Compiled:
    """Return the compiled rules of a board game, after its checked build has run on the first states."""
    checked = build(game, is_checked=True)
    start = game.encode(game.initial_state())
    try_first_states(game, Batch(game, checked.rules), checked.built.sites, start)
    return build(game)
