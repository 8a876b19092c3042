"""The fixed signatures of compiled rules, and how a game's functions come to have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numba
from numba import types

Array = types.int64[::1]
STATE_FUNCTION = types.int64(types.int64, Array)
NEIGHBOURS_FUNCTION = types.int64(types.int64, Array, Array)

OPTIONS: Final[dict[str, Any]] = {"nogil": True, "error_model": "numpy"}
"""How all functions of rules are compiled: threads may run them, and they do not look for division by zero."""

STATE = types.FunctionType(STATE_FUNCTION)
"""The type of `outcome`, `mover` and `is_state`, as the kernels take it: one kernel serves every game."""

NEIGHBOURS = types.FunctionType(NEIGHBOURS_FUNCTION)
"""The type of `successors` and `predecessors`, as the kernels take it."""


@cache
def compiled(function: Callable[..., int], signature: Any) -> Any:
    """Return a game's function compiled with this signature; the result is kept on disk for the next process."""
    plain = getattr(function, "py_func", function)  # it may have been decorated already
    try:
        return numba.njit(signature, cache=True, **OPTIONS)(plain)
    except RuntimeError:  # a function that is in no file, as in a notebook, cannot be kept on disk
        return numba.njit(signature, **OPTIONS)(plain)


@numba.njit(STATE_FUNCTION, cache=True, nogil=True)
def always_first(code, parameters):  # type: ignore[no-untyped-def]  # noqa: ARG001
    """Stand in for `mover` where there is none: the states of one player, or codes from the mover's view."""
    return 0
