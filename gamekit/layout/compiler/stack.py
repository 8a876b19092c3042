"""The `instructions` of compiled rules as intrinsics of Numba, for checked builds."""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

from numba import types
from numba.core.errors import TypingError
from numba.extending import intrinsic

from gamekit.layout.compiler import instructions


def _written(emit: Callable[..., Any], returned: Any, *given: Any) -> Any:
    """Return the two parts of an intrinsic for Numba: its types, and a function that writes its code on int64."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        found = emit(builder, *_numbers(context, builder, signature, arguments))
        return context.get_dummy_value() if returned is types.none else found

    return returned(*given), generate


def _numbers(context: Any, builder: Any, signature: Any, arguments: Any) -> Iterator[Any]:
    """Yield the arguments, numbers as int64."""
    for kind, value in zip(signature.args, arguments, strict=True):
        if isinstance(kind, types.IntegerLiteral):
            yield instructions.number(kind.literal_value)
        elif isinstance(kind, types.Integer | types.Boolean):
            yield context.cast(builder, value, kind, types.int64)
        else:
            yield value


def _first(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Return a pointer to the first entry of an array, which is the first argument."""
    from numba.np.arrayobj import make_array

    return make_array(signature.args[0])(context, builder, arguments[0]).data


def _intrinsic(name: str) -> Any:
    """Return an instruction of the table as an intrinsic, whose parameters are those of the function that writes it."""
    instruction = instructions.TABLE[name]

    def typed(typing: Any, *given: Any) -> Any:
        is_constant = [isinstance(kind, types.IntegerLiteral) for kind in given]
        if not all(is_constant[i] for i in instruction.constants):
            return None
        return _written(instruction.write, _RETURNED[instruction.returns], *given)

    typed.__name__ = name
    typed.__signature__ = inspect.signature(instruction.write)  # type: ignore[attr-defined]
    return intrinsic(prefer_literal=bool(instruction.constants))(typed)


_RETURNED = {"number": types.int64, "address": types.voidptr, "nothing": types.none}

block, clear, copy, large = map(_intrinsic, ("block", "clear", "copy", "large"))
load8, load16, load32, load64 = (_intrinsic(f"load{bits}") for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (_intrinsic(f"store{bits}") for bits in (8, 16, 32, 64))
members8, members16, members32 = (_intrinsic(f"members{bits}") for bits in (8, 16, 32))
lowest, population = map(_intrinsic, ("lowest", "population"))


@intrinsic
def item(typing: Any, array: Any, i: Any) -> Any:
    """Return array[i] as int64; a negative index has no meaning. At an address, there are entries of int32."""
    if array == types.voidptr:
        return _written(instructions.item, types.int64, array, i)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        index = context.cast(builder, arguments[1], signature.args[1], types.int64)
        data = _first(context, builder, signature, arguments)
        address = instructions.entry(builder, data, index, context.get_data_type(array.dtype))
        return context.cast(builder, builder.load(address), array.dtype, types.int64)

    return types.int64(array, i), generate


@intrinsic
def integer(typing: Any, value: Any) -> Any:
    """Return a number that must be an integer, which excludes True and False."""
    if not isinstance(value, types.Integer):
        raise TypingError("this must return an integer or None, not True, False or another value")
    return _written(lambda _builder, number: number, types.int64, types.int64)


@intrinsic
def data(typing: Any, array: Any) -> Any:
    """Return the address of the first entry of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = _first(context, builder, signature, arguments)
        return builder.bitcast(data, context.get_value_type(types.voidptr))

    return types.voidptr(array), generate
