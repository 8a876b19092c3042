"""Solvers by name: those that come with gamekit, and those that installed packages register as entry points."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final, cast

from gamekit.errors import InputError
from gamekit.game.parameters import show
from gamekit.game.registry import PluginGroup, load_class, make
from gamekit.game.strict_json import parse_word
from gamekit.solvers.base import Solver

DEFAULT_SOLVER: Final = "retrograde"

BUNDLED: Final = {
    "cycles": "gamekit.solvers.cycles:Cycles",
    "minimax": "gamekit.solvers.minimax:Minimax",
    DEFAULT_SOLVER: "gamekit.solvers.retrograde:Retrograde",
}

SOLVERS: Final = PluginGroup("gamekit.solvers", "solver", Solver, BUNDLED)


def solver_class(name: str) -> type[Solver]:
    """Return the class of a registered solver.

    Raises:
        UnknownNameError: no solver has this name.
        PluginError: the solver is registered, but cannot be loaded.
    """
    return cast(type[Solver], load_class(SOLVERS, name))


def default_solver() -> Solver:
    """Return the default solver, without looking for plugins, which takes longer than solving a small game."""
    module, _, name = BUNDLED[DEFAULT_SOLVER].partition(":")
    solver: Solver = getattr(import_module(module), name)()
    return solver


def make_solver(solver: str | Solver, **options: Any) -> Solver:
    """Return the solver with a name, such as "minimax" or "minimax:cap=34", and options; a solver is returned as it is.

    Raises:
        UnknownNameError: no solver has this name.
        PluginError: the solver is registered, but cannot be loaded.
        InputError: there is no such option, an option has an invalid value, or an option is given twice.

    >>> make_solver("minimax:cap=34") == make_solver("minimax", cap=34)
    True
    """
    if not isinstance(solver, str):
        if options:
            raise InputError(f"options go with the name of a solver; {solver!r} already has its own")
        return solver
    name, _, text = solver.partition(":")
    cls = solver_class(name)
    return make(SOLVERS, cls, _options(text, options, name), name)


def _options(text: str, defaults: dict[str, Any], name: str) -> dict[str, Any]:
    options = dict(defaults)
    for option in text.split(",") if text else ():
        key, equals, value = (part.strip() for part in option.partition("="))
        key = key.replace("-", "_")
        if not equals:
            raise InputError(f"{name}: an option must read like cap=34; this one is {show(option)}")
        if key in options:
            raise InputError(f"{name}: an option must be given once; {key} is given twice")
        options[key] = parse_word(value)
    return options
