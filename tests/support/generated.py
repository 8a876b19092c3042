"""The generated module of a board game, run as plain Python by the engine.

What the compiler writes is tried on many games in this way, and what Numba makes of it on some.
"""

from __future__ import annotations

from typing import Any

from gamekit.layout.compiler.build import Compiled, Module
from gamekit.layout.compiler.interpreted import InterpretedBatch, interpreted
from gamekit.layout.compiler.module import ModuleWriter


def module_of(game: Any, *, is_checked: bool) -> Module:
    """Return the generated module of a game, uncompiled; all instances share it if they share their rules."""
    built = ModuleWriter(game, game.board, game.coding, is_checked=is_checked).write()
    return Module(interpreted(built), built)


def run_what_is_generated(game: Any, *, is_checked: bool, module: Module | None = None) -> None:
    """Have the compiled backend solve an instance by its generated module, uncompiled."""
    module = module or module_of(game, is_checked=is_checked)
    game.__dict__["_compiled"] = Compiled(InterpretedBatch(game, module.rules(game)), module.built)
