"""The `instructions` of compiled rules as intrinsics of Numba, for checked builds."""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

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


@intrinsic(prefer_literal=True)
def block(typing: Any, size: Any) -> Any:
    if not isinstance(size, types.IntegerLiteral):
        return None
    return _written(instructions.block, types.voidptr, size)


@intrinsic(prefer_literal=True)
def clear(typing: Any, p: Any, size: Any) -> Any:
    return _written(instructions.clear, types.none, p, size)


@intrinsic(prefer_literal=True)
def copy(typing: Any, to: Any, of: Any, size: Any) -> Any:
    return _written(instructions.copy, types.none, to, of, size)


def _loader(emit: Callable[..., Any]) -> Any:
    @intrinsic
    def load(typing: Any, p: Any, i: Any) -> Any:
        return _written(emit, types.int64, p, i)

    return load


def _storer(emit: Callable[..., Any]) -> Any:
    @intrinsic
    def store(typing: Any, p: Any, i: Any, value: Any) -> Any:
        return _written(emit, types.none, p, i, value)

    return store


def _finder(emit: Callable[..., Any]) -> Any:
    @intrinsic(prefer_literal=True)
    def members(typing: Any, p: Any, start: Any, number: Any, low: Any, high: Any) -> Any:
        return _written(emit, types.int64, p, start, number, low, high)

    return members


load8, load16, load32, load64 = map(_loader, instructions.LOADS)
store8, store16, store32, store64 = map(_storer, instructions.STORES)
members8, members16, members32 = map(_finder, instructions.SEARCHES)


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


@intrinsic
def large(typing: Any, p: Any, place: Any) -> Any:
    return _written(instructions.large, types.voidptr, p, place)


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    return _written(instructions.lowest, types.int64, types.int64)


@intrinsic
def population(typing: Any, bits: Any) -> Any:
    return _written(instructions.population, types.int64, types.int64)
