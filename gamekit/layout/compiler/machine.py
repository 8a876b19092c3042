"""What a generated module imports to become LLVM code, besides its `instructions`: what marks its functions.

Only the functions that the engine calls are Numba's. Each of them calls one function marked by `entry`. The LLVM code
of this one, and of all that it calls, is written when Numba compiles the call, and kept on disk with the caller; so
nothing is written when rules are loaded.
"""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final

from numba import types
from numba.extending import intrinsic

from gamekit.layout.compiler.instructions import ADDRESS
from gamekit.layout.compiler.lowered_values import Routine
from gamekit.layout.compiler.lowering import Code
from gamekit.layout.mistakes import LoweringError

SLOW: Final = frozenset(["bdver4", "znver1", "znver2"])
"""Processors that take as long for one such instruction as for a hundred others."""


function = partial(Routine, is_inlined=False)
"""Marks a function of rules."""

inline = partial(Routine, is_inlined=True)
"""Marks a function that becomes part of its callers."""


@cache
def moves_bits() -> bool:
    """Return whether this processor takes bits out of a word, and puts them in, in one quick instruction."""
    from llvmlite import binding  # type: ignore[import-untyped]
    from numba.core import config

    if any(
        getattr(config, name) for name in ("CPU_NAME", "CPU_FEATURES")
    ):  # the code is for another processor
        return False
    is_slow = binding.get_host_cpu_name() in SLOW
    return not is_slow and bool(binding.get_host_cpu_features().get("bmi2"))


def entry(function: Callable[..., Any]) -> Any:
    """Mark a function that one of Numba's may call, with a number and one or two arrays of int64."""
    routine = Routine(function, is_inlined=True)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import make_array

        code, *arrays = arguments
        data = [
            make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args[1:], arrays, strict=True)
        ]
        addresses = [builder.bitcast(address, ADDRESS) for address in data]
        written = Code(builder.module, _functions_of(function.__code__.co_filename))
        result = written.call(builder, routine, [code, *addresses])
        if isinstance(result, tuple):
            line = function.__code__.co_firstlineno + 1
            raise LoweringError(f"the rules return one number here, not {len(result)}", line)
        return result

    @intrinsic
    def of_state(typing: Any, code: Any, parameters: Any) -> Any:
        return types.int64(types.int64, parameters), generate

    @intrinsic
    def of_neighbours(typing: Any, code: Any, parameters: Any, out: Any) -> Any:
        return types.int64(types.int64, parameters, out), generate

    return of_neighbours if function.__code__.co_argcount > 2 else of_state


@cache
def _functions_of(path: str) -> dict[str, ast.FunctionDef]:
    tree = ast.parse("".join(linecache.getlines(path)))  # a generated module may be in no file
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
