"""Compiled rules of the games: for each, the functions over its codes."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from gamekit.game.compiled import CompiledRules

FUNCTIONS = ("outcome", "successors", "mover", "predecessors", "is_state")


def rules_of(
    kernels: ModuleType,
    size: int,
    parameters: Any,
    max_successors: int,
    max_predecessors: int | None = None,
    **others: Any,
) -> CompiledRules:
    """Return the compiled rules that have the functions of a module, by their names.

    Args:
        kernels: the module.
        size: every code is below it.
        parameters: int64, one-dimensional: what the functions need to know about this instance.
        max_successors: the most that a state has.
        max_predecessors: likewise; the same number by default.
        others: attributes of the rules in place of the module's functions.
    """
    functions: dict[str, Any] = {name: getattr(kernels, name, None) for name in FUNCTIONS} | others
    return CompiledRules(
        size=size,
        parameters=parameters,
        max_successors=max_successors,
        max_predecessors=max_predecessors or max_successors,
        **functions,
    )
