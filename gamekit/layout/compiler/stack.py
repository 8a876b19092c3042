"""Instructions of compiled rules as intrinsics of Numba, for checked builds and for rankings alone."""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

from typing import Any

from numba import types
from numba.extending import intrinsic

from gamekit.layout.compiler import instructions


def _numbers(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Yield the arguments, numbers as int64."""
    for kind, value in zip(signature.args, arguments, strict=True):
        if isinstance(kind, types.IntegerLiteral):
            yield instructions.number(kind.literal_value)
        elif isinstance(kind, types.Integer | types.Boolean):
            yield context.cast(builder, value, kind, types.int64)
        else:
            yield value


@intrinsic(prefer_literal=True)
def block(typing: Any, size: Any) -> Any:
    """Return the address of `size` bytes, a literal, on the stack of the function."""
    if not isinstance(size, types.IntegerLiteral):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return instructions.block(builder, *_numbers(context, builder, signature, arguments))

    return types.voidptr(size), generate


@intrinsic(prefer_literal=True)
def clear(typing: Any, p: Any, size: Any) -> Any:
    """Fill `size` bytes, a literal, with zeros."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        instructions.clear(builder, *_numbers(context, builder, signature, arguments))
        return context.get_dummy_value()

    return types.none(p, size), generate


@intrinsic(prefer_literal=True)
def copy(typing: Any, to: Any, of: Any, size: Any) -> Any:
    """Copy `size` bytes, a literal."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        instructions.copy(builder, *_numbers(context, builder, signature, arguments))
        return context.get_dummy_value()

    return types.none(to, of, size), generate


def _loader(bits: int) -> Any:
    @intrinsic
    def load(typing: Any, p: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instructions.load(builder, bits, *_numbers(context, builder, signature, arguments))

        return types.int64(p, i), generate

    return load


def _storer(bits: int) -> Any:
    @intrinsic
    def store(typing: Any, p: Any, i: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            instructions.store(builder, bits, *_numbers(context, builder, signature, arguments))
            return context.get_dummy_value()

        return types.none(p, i, value), generate

    return store


load8, load16, load32, load64 = (_loader(bits) for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (_storer(bits) for bits in (8, 16, 32, 64))


@intrinsic
def item(typing: Any, array: Any, i: Any) -> Any:
    """Return array[i] as int64; a negative index has no meaning. At an address, there are entries of int32."""
    if array == types.voidptr:

        def generate_entry(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address, index = arguments
            index = context.cast(builder, index, signature.args[1], types.int64)
            return instructions.item(builder, address, index)

        return types.int64(array, i), generate_entry

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import make_array

        data = make_array(signature.args[0])(context, builder, arguments[0]).data
        index = context.cast(builder, arguments[1], signature.args[1], types.int64)
        address = instructions.entry(builder, data, index, context.get_data_type(array.dtype))
        return context.cast(builder, builder.load(address), array.dtype, types.int64)

    return types.int64(array, i), generate


@intrinsic
def data(typing: Any, array: Any) -> Any:
    """Return the address of the first entry of an array."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import make_array

        first = make_array(signature.args[0])(context, builder, arguments[0]).data
        return builder.bitcast(first, context.get_value_type(types.voidptr))

    return types.voidptr(array), generate


@intrinsic
def large(typing: Any, p: Any, place: Any) -> Any:
    """Return the address of a large table, which begins at a place of the parameters."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return instructions.large(builder, *_numbers(context, builder, signature, arguments))

    return types.voidptr(p, place), generate


def _finder(bits: int) -> Any:
    @intrinsic(prefer_literal=True)
    def members(typing: Any, p: Any, start: Any, number: Any, low: Any, high: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return instructions.members(builder, bits, *_numbers(context, builder, signature, arguments))

        return types.int64(p, start, number, low, high), generate

    return members


members8, members16, members32 = (_finder(bits) for bits in (8, 16, 32))


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    """Return the place of the lowest bit of a set that is not empty; 64 for the empty one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return instructions.lowest(builder, *arguments)

    return types.int64(types.int64), generate


@intrinsic
def population(typing: Any, bits: Any) -> Any:
    """Return the number of bits of a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return instructions.population(builder, *arguments)

    return types.int64(types.int64), generate
