"""Intrinsics of compiled rules: a state lies on the stack, its cells first and its codes behind them.

`p` is the address of a state or of other memory on the stack; nothing here looks at bounds. Compiled rules keep to what
the layout says, which their checked build looks at.
"""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

WORD: Final = ir.IntType(64)
BYTE: Final = ir.IntType(8)


@intrinsic(prefer_literal=True)
def block(typing: Any, size: Any) -> Any:
    """Return the address of `size` bytes, a literal, on the stack of the function."""
    if not isinstance(size, types.IntegerLiteral):
        return None
    words = (size.literal_value + 7) // 8

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address = cgutils.alloca_once(builder, ir.ArrayType(WORD, words))
        address.align = 64
        return builder.bitcast(address, context.get_value_type(types.voidptr))

    return types.voidptr(size), generate


@intrinsic(prefer_literal=True)
def clear(typing: Any, p: Any, size: Any) -> Any:
    """Fill `size` bytes, a literal, with zeros."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.memset(builder, arguments[0], ir.Constant(WORD, size.literal_value), 0)
        return context.get_dummy_value()

    return types.none(p, size), generate


@intrinsic(prefer_literal=True)
def copy(typing: Any, to: Any, of: Any, size: Any) -> Any:
    """Copy `size` bytes, a literal."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        cgutils.raw_memcpy(builder, *arguments[:2], ir.Constant(WORD, size.literal_value), 1)
        return context.get_dummy_value()

    return types.none(to, of, size), generate


def _address(context: Any, builder: Any, kind: Any, p: Any, i: Any, kind_of_i: Any) -> Any:
    """Return the address of item i of an array of integers of this kind at p.

    Every version of llvmlite takes what is there from the type of a pointer; old ones cannot be told it otherwise.
    """
    index = context.cast(builder, i, kind_of_i, types.int64)
    return builder.gep(builder.bitcast(p, kind.as_pointer()), [index])


def _loader(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def load(typing: Any, p: Any, i: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address = _address(context, builder, kind, *arguments, signature.args[1])
            value = builder.load(address)
            return value if bits == WORD.width else builder.zext(value, WORD)

        return types.int64(p, i), generate

    return load


def _storer(bits: int) -> Any:
    kind = ir.IntType(bits)

    @intrinsic
    def store(typing: Any, p: Any, i: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            address = _address(context, builder, kind, *arguments[:2], signature.args[1])
            number = context.cast(builder, arguments[2], signature.args[2], types.int64)
            builder.store(number if bits == WORD.width else builder.trunc(number, kind), address)
            return context.get_dummy_value()

        return types.none(p, i, value), generate

    return store


load8, load16, load32, load64 = (_loader(bits) for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (_storer(bits) for bits in (8, 16, 32, 64))


@intrinsic
def item(typing: Any, array: Any, i: Any) -> Any:
    """Return array[i] as int64; a negative index has no meaning."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        from numba.np.arrayobj import make_array

        data = make_array(signature.args[0])(context, builder, arguments[0]).data
        kind = context.get_data_type(array.dtype)
        address = _address(context, builder, kind, data, arguments[1], signature.args[1])
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


def _finder(bits: int) -> Any:
    @intrinsic(prefer_literal=True)
    def members(typing: Any, p: Any, start: Any, number: Any, low: Any, high: Any) -> Any:
        first, count = start.literal_value, number.literal_value
        lanes = 8
        while lanes < count:
            lanes *= 2

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = ir.IntType(bits)
            vector = ir.VectorType(kind, lanes)

            def everywhere(value: Any) -> Any:
                one = builder.insert_element(
                    ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0)
                )
                order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
                return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), order)

            least, most = (
                builder.trunc(context.cast(builder, value, kind_of_it, types.int64), kind)
                for value, kind_of_it in zip(arguments[3:], signature.args[3:], strict=True)
            )
            address = builder.gep(
                builder.bitcast(arguments[0], kind.as_pointer()),
                [ir.Constant(WORD, first)],
            )
            cells = builder.load(builder.bitcast(address, vector.as_pointer()), align=bits // 8)
            above = builder.sub(cells, everywhere(least))
            found = builder.icmp_unsigned("<=", above, everywhere(builder.sub(most, least)))
            mask = builder.bitcast(found, ir.IntType(lanes))
            mask = mask if lanes == WORD.width else builder.zext(mask, WORD)
            return builder.and_(mask, ir.Constant(WORD, (1 << count) - 1))

        return types.int64(p, types.literal(first), types.literal(count), low, high), generate

    return members


members8, members16, members32 = (_finder(bits) for bits in (8, 16, 32))
"""members(p, start, number, low, high): the set, as bits, of those of up to 64 cells from `start` whose value is from
low to high; start and number are literals. One comparison of vectors."""


@intrinsic
def lowest(typing: Any, bits: Any) -> Any:
    """Return the place of the lowest bit of a set that is not empty; 64 for the empty one."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return types.int64(types.int64), generate


@intrinsic
def population(typing: Any, bits: Any) -> Any:
    """Return the number of bits of a set."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate
