"""The functions of compiled rules: their fixed signatures, and how the kernels come to have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numba
from numba import types
from numba.experimental import structref

from gamekit.compiled import CompiledRules

Array = types.int64[::1]
STATE_FUNCTION = types.int64(types.int64, Array)
NEIGHBOURS_FUNCTION = types.int64(types.int64, Array, Array)

OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
"""How all functions of rules are compiled: threads may run them, and they do not look for division by zero."""


@cache
def compiled(function: Callable[..., int], *, writes: bool) -> Any:
    """Return a function of some rules compiled; the result is kept on disk for the next process.

    Args:
        function: as the game gives it; it may have been decorated already.
        writes: whether it is one that writes neighbours.
    """
    signature = NEIGHBOURS_FUNCTION if writes else STATE_FUNCTION
    plain = getattr(function, "py_func", function)
    try:
        return numba.njit(signature, cache=True, **OPTIONS)(plain)
    except RuntimeError:  # a function that is in no file, as in a notebook, cannot be kept on disk
        return numba.njit(signature, **OPTIONS)(plain)


@structref.register
class _FunctionsType(types.StructRef):
    """The type of `Functions`: one, whatever the game, so that one kernel serves them all."""


class Functions(structref.StructRefProxy):
    """All functions of some rules in one argument of a kernel.

    To hand a kernel one function takes Numba 20 µs, and a small game is solved in 200.
    """


structref.define_proxy(  # type: ignore[no-untyped-call]
    Functions, _FunctionsType, ["is_state", "outcome", "mover", "successors", "predecessors"]
)
_STATE, _NEIGHBOURS = types.FunctionType(STATE_FUNCTION), types.FunctionType(NEIGHBOURS_FUNCTION)
FUNCTIONS: Any = _FunctionsType(  # type: ignore[no-untyped-call]
    (
        ("is_state", _STATE),
        ("outcome", _STATE),
        ("mover", _STATE),
        ("successors", _NEIGHBOURS),
        ("predecessors", _NEIGHBOURS),
    )
)


def functions_of(rules: CompiledRules) -> Any:
    """Return the `Functions` of some rules."""
    return _functions(rules.is_state, rules.outcome, rules.mover, rules.successors, rules.predecessors)


@cache
def _functions(is_state: Any, outcome: Any, mover: Any, successors: Any, predecessors: Any) -> Any:
    return _together(
        compiled(is_state or _never_asked, writes=False),
        compiled(outcome, writes=False),
        compiled(mover or _never_asked, writes=False),
        compiled(successors, writes=True),
        compiled(predecessors or _never_asked_either, writes=True),
    )


@numba.njit(FUNCTIONS(_STATE, _STATE, _STATE, _NEIGHBOURS, _NEIGHBOURS), cache=True)
def _together(is_state, outcome, mover, successors, predecessors):  # type: ignore[no-untyped-def]
    return Functions(is_state, outcome, mover, successors, predecessors)  # type: ignore[no-untyped-call]


def _never_asked(code: int, parameters: Any) -> int:  # noqa: ARG001
    """Stand in for a function that the rules do not give: there is one player, or each code shows the mover's view."""
    return 0


def _never_asked_either(code: int, parameters: Any, out: Any) -> int:  # noqa: ARG001
    """Stand in for predecessors."""
    return 0
