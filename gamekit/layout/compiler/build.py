"""From a board game to its compiled rules."""

from __future__ import annotations

from typing import Any

import attrs

from gamekit.errors import UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.layout.compiler.load import compile_all, load
from gamekit.layout.compiler.module import LARGEST_CELL, Built, ModuleWriter


@attrs.frozen
class Compiled:
    """The compiled rules of a game, and what they were made from."""

    rules: CompiledRules
    built: Built


def build(game: Any, *, is_checked: bool = False) -> Compiled:
    """Return the compiled rules of a board game.

    Raises:
        UnsupportedError: its states are too many for codes.
        RulesError: the rules go beyond what can be compiled.
    """
    import numpy as np

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
        is_state=getattr(module, "is_state", None),
    )
    return Compiled(rules, built)
