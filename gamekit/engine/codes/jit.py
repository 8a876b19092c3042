"""Compiles the functions of rules, to fixed signatures, and bundles them for the kernels."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final

import numba
from numba import types
from numba.experimental import structref

from gamekit.game.compiled import CompiledRules

Array = types.int64[::1]
STATE_FUNCTION = types.int64(types.int64, Array)
NEIGHBOURS_FUNCTION = types.int64(types.int64, Array, Array)

OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
"""Options of all functions of rules: they release the GIL, and they do not check for division by zero."""

_COLOURS: Final = re.compile(r"\x1b\[[0-9;]*m")


@cache
def compiled(function: Callable[..., int], *, writes: bool) -> Any:
    """Compile a function of some rules; the result is cached on disk for the next process.

    `writes` is whether the function writes neighbours. The function may be decorated already.
    """
    signature = NEIGHBOURS_FUNCTION if writes else STATE_FUNCTION
    plain = getattr(function, "py_func", function)
    try:
        return numba.njit(signature, cache=True, **OPTIONS)(plain)
    except RuntimeError:  # a function that is in no file, as in a notebook, cannot be kept on disk
        return numba.njit(signature, **OPTIONS)(plain)


def error_text(error: Exception) -> str:
    """Return the message of an error of Numba, without the colours of a terminal."""
    return _COLOURS.sub("", str(error))


def error_lines(error: Exception) -> list[str]:
    """Return the lines of an error of Numba: first the reason, then the place of the error."""
    lines = (line.strip() for line in error_text(error).splitlines())
    return [line for line in lines if line and not line.startswith("Failed in ")]


@structref.register
class _FunctionsType(types.StructRef):
    """The type of `Functions`, the same for every game, so that one kernel serves all games."""


class Functions(structref.StructRefProxy):
    """All functions of some rules, in one argument: Numba needs 20 µs for each argument that is a function.

    A small game is solved in 200 µs.
    """


_STATE, _NEIGHBOURS = types.FunctionType(STATE_FUNCTION), types.FunctionType(NEIGHBOURS_FUNCTION)
_FIELDS = dict.fromkeys(
    ("is_state", "outcome", "mover", "tier", "progress", "order"), _STATE
) | dict.fromkeys(("successors", "predecessors"), _NEIGHBOURS)
structref.define_proxy(Functions, _FunctionsType, list(_FIELDS))  # type: ignore[no-untyped-call]
FUNCTIONS: Any = _FunctionsType(tuple(_FIELDS.items()))  # type: ignore[no-untyped-call]


def functions_of(rules: CompiledRules) -> Any:
    """Return the `Functions` of some rules."""
    return _functions(*(getattr(rules, name) for name in _FIELDS))


@cache
def _functions(*functions: Any) -> Any:
    return _bundle(*_compiled(functions).values())


def functions_with(rules: CompiledRules, **others: Any) -> Any:
    """Return the `Functions` of some rules, some of them replaced by others that are compiled already.

    No reference to the replacements is kept, so that they can be freed when they are no longer used.
    """
    return _bundle(*(_compiled([getattr(rules, name) for name in _FIELDS]) | others).values())


def _compiled(functions: Iterable[Any]) -> dict[str, Any]:
    functions_by_name = {}
    for (name, kind), function in zip(_FIELDS.items(), functions, strict=True):
        writes = kind is _NEIGHBOURS
        functions_by_name[name] = compiled(function or (_no_neighbours if writes else _zero), writes=writes)
    return functions_by_name


@numba.njit(FUNCTIONS(_STATE, _STATE, _STATE, _STATE, _STATE, _STATE, _NEIGHBOURS, _NEIGHBOURS), cache=True)
def _bundle(is_state, outcome, mover, tier, progress, order, successors, predecessors):  # type: ignore[no-untyped-def]
    return Functions(is_state, outcome, mover, tier, progress, order, successors, predecessors)  # type: ignore[no-untyped-call]


def _zero(code: int, parameters: Any) -> int:  # noqa: ARG001
    """The stand-in for a state function that the rules do not give; the engine does not rely on it."""
    return 0


def _no_neighbours(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    """The stand-in for predecessors that the rules do not give."""
    return 0
