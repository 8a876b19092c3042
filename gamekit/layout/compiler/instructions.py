"""Instructions of compiled rules as LLVM code: a state lies on the stack, its cells first and its codes behind them.

`p` is the address of a state or of other memory on the stack. Nothing here checks bounds, because the checked build of
the rules does. All numbers are int64.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, Final, Literal

import attrs
import numpy as np
from llvmlite import binding, ir  # type: ignore[import-untyped]

BYTE: Final = ir.IntType(8)
WORD: Final = ir.IntType(64)
ADDRESS: Final = BYTE.as_pointer()

SLOW: Final = frozenset(["bdver4", "znver1", "znver2"])
"""Processors that take as long for one `pext` or `pdep` as for a hundred other instructions."""


@attrs.frozen
class Instruction:
    """An instruction of compiled rules.

    Attributes:
        write: the function that writes its code; it takes the builder, then the arguments.
        returns: what the instruction returns.
        constants: the arguments that must be constants, counted from 0.
    """

    write: Callable[..., Any]
    returns: Literal["number", "address", "nothing"] = "number"
    constants: tuple[int, ...] = ()


def number(value: int) -> Any:
    """Return a constant of int64."""
    return ir.Constant(WORD, value)


# --- memory ---------------------------------------------------------------------------------------------------------


def reserve(builder: Any, kind: Any, count: int = 1) -> Any:
    """Reserve memory on the function's stack for values of a kind, and return its address; a single value is 0."""
    with builder.goto_entry_block():
        place = builder.alloca(kind if count == 1 else ir.ArrayType(kind, count))
        if count == 1:
            builder.store(ir.Constant(kind, None), place)
    return place


def block(builder: Any, size: Any) -> Any:
    """Return the address of `size` bytes, a constant, on the stack of the function."""
    with builder.goto_entry_block():
        place = builder.alloca(ir.ArrayType(WORD, (size.constant + 7) // 8))
    place.align = 64
    return builder.bitcast(place, ADDRESS)


def clear(builder: Any, p: Any, size: Any) -> Any:
    """Fill `size` bytes with zeros."""
    fill = builder.module.declare_intrinsic("llvm.memset", [ADDRESS, WORD])
    builder.call(fill, [p, ir.Constant(BYTE, 0), size, ir.Constant(ir.IntType(1), 0)])
    return number(0)


def copy(builder: Any, to: Any, of: Any, size: Any) -> Any:
    """Copy `size` bytes from the address `of` to the address `to`."""
    move = builder.module.declare_intrinsic("llvm.memcpy", [ADDRESS, ADDRESS, WORD])
    builder.call(move, [to, of, size, ir.Constant(ir.IntType(1), 0)])
    return number(0)


def entry(builder: Any, p: Any, i: Any, kind: Any) -> Any:
    """Return the address of item i of an array of integers of this kind at p.

    The pointer is cast to the type of the items, because old versions of llvmlite have no other way to pass that type.
    """
    return builder.gep(builder.bitcast(p, kind.as_pointer()), [i])


def load(bits: int, builder: Any, p: Any, i: Any) -> Any:
    """Return item i of an array of unsigned integers at p, or of signed ones if they have 64 bits."""
    value = builder.load(entry(builder, p, i, ir.IntType(bits)))
    return value if bits == WORD.width else builder.zext(value, WORD)


def store(bits: int, builder: Any, p: Any, i: Any, value: Any) -> Any:
    """Give item i of an array of integers at p the lowest bits of a value."""
    kind = ir.IntType(bits)
    builder.store(value if bits == WORD.width else builder.trunc(value, kind), entry(builder, p, i, kind))
    return number(0)


# --- sets -----------------------------------------------------------------------------------------------------------


def members(bits: int, builder: Any, p: Any, start: Any, count: Any, low: Any, high: Any) -> Any:
    """Return the set, as bits, of those of up to 64 cells from `start` whose value is from low to high.

    `start` and `count` are constants. It takes one comparison of vectors.
    """
    first, places = start.constant, count.constant
    lanes = 8
    while lanes < places:
        lanes *= 2
    kind = ir.IntType(bits)
    vector = ir.VectorType(kind, lanes)

    def everywhere(value: Any) -> Any:
        one = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(ir.IntType(32), 0))
        order = ir.Constant(ir.VectorType(ir.IntType(32), lanes), [0] * lanes)
        return builder.shuffle_vector(one, ir.Constant(vector, ir.Undefined), order)

    limit = number((1 << bits) - 1)
    low = builder.select(builder.icmp_signed("<", low, number(0)), number(0), low)
    high = builder.select(builder.icmp_signed(">", high, limit), limit, high)
    is_any = builder.icmp_signed("<=", low, high)
    least, most = builder.trunc(low, kind), builder.trunc(high, kind)
    address = entry(builder, p, number(first), kind)
    cells = builder.load(builder.bitcast(address, vector.as_pointer()), align=bits // 8)
    above = builder.sub(cells, everywhere(least))
    found = builder.icmp_unsigned("<=", above, everywhere(builder.sub(most, least)))
    mask = builder.bitcast(found, ir.IntType(lanes))
    mask = mask if lanes == WORD.width else builder.zext(mask, WORD)
    return builder.select(is_any, builder.and_(mask, number((1 << places) - 1)), number(0))


def lowest(builder: Any, bits: Any) -> Any:
    """Return the place of the lowest bit of a set that is not empty; 64 for the empty one."""
    return builder.cttz(bits, ir.Constant(ir.IntType(1), 0))


def population(builder: Any, bits: Any) -> Any:
    """Return the number of bits of a set."""
    return builder.ctpop(bits)


@cache
def moves_bits() -> bool:
    """Return whether this processor takes bits out of a word, and puts them in, in one quick instruction."""
    from numba.core import config

    if any(
        getattr(config, name) for name in ("CPU_NAME", "CPU_FEATURES")
    ):  # the code is for another processor
        return False
    is_slow = binding.get_host_cpu_name() in SLOW
    return not is_slow and bool(binding.get_host_cpu_features().get("bmi2"))


def closed(builder: Any, subset: Any, taken: Any, *_: Any) -> Any:
    """Return a set after places that are not in it are removed, and those above move down."""
    return _moved(builder, "pext", subset, taken)


def opened(builder: Any, subset: Any, taken: Any) -> Any:
    """Return a set after the places of `taken` are inserted as empty ones, and those above move up."""
    return _moved(builder, "pdep", subset, taken)


def _moved(builder: Any, name: str, subset: Any, taken: Any) -> Any:
    kind = ir.FunctionType(WORD, [WORD, WORD])
    move = builder.module.declare_intrinsic(f"llvm.x86.bmi.{name}.64", (), kind)
    return builder.call(move, [subset, builder.not_(taken)])


# --- tables ---------------------------------------------------------------------------------------------------------


def data(_: Any, array: Any) -> Any:
    """Return the address of an array, which is given as its address already."""
    return array


def large(builder: Any, parameters: Any, place: Any) -> Any:
    """Return the address of a large table, which begins at a place of the parameters and has entries of int32."""
    return builder.bitcast(entry(builder, parameters, place, WORD), ADDRESS)


def item(builder: Any, table: Any, i: Any) -> Any:
    """Return an entry of a table; a negative index has no meaning.

    The numbers of an array of NumPy's become part of the code. At an address, there are entries of int32.
    """
    if not isinstance(table, np.ndarray):
        return builder.sext(builder.load(entry(builder, table, i, ir.IntType(32))), WORD)
    kind = ir.IntType(8 * table.itemsize)
    name = f"table.{id(table)}"
    known = builder.module.globals.get(name)
    if known is None:
        text = bytearray(np.ascontiguousarray(table).tobytes())
        known = ir.GlobalVariable(builder.module, ir.ArrayType(BYTE, len(text)), name)
        known.initializer = ir.Constant(known.value_type, text)
        known.global_constant = True
        known.unnamed_addr = True
        known.linkage = "internal"
        known.align = 16
    value = builder.load(entry(builder, known, i, kind))
    is_count = table.min(initial=0) >= 0 and table.max(initial=0) < WORD.width
    if is_count:  # then it counts places of a shift as it is
        limits = [ir.Constant(kind, 0), ir.Constant(kind, WORD.width)]
        value.set_metadata("range", builder.module.add_metadata(limits))
    return value if kind == WORD else builder.sext(value, WORD)


# --- arithmetic -----------------------------------------------------------------------------------------------------


def divided(builder: Any, a: Any, b: Any) -> tuple[Any, Any]:
    """Return a // b and a % b as Python has them; zero if b is zero."""
    divisor = b
    zero, is_zero, is_minus_one = number(0), None, None
    if not isinstance(b, ir.Constant) or b.constant in (0, -1):  # the processor traps on both
        is_zero = builder.icmp_signed("==", b, zero)
        is_minus_one = builder.icmp_signed("==", b, number(-1))
        divisor = builder.select(builder.or_(is_zero, is_minus_one), number(1), b)
    quotient, rest = builder.sdiv(a, divisor), builder.srem(a, divisor)
    is_other_sign = builder.icmp_signed("<", builder.xor(rest, divisor), zero)
    is_lower = builder.and_(builder.icmp_signed("!=", rest, zero), is_other_sign)
    quotient = builder.sub(quotient, builder.zext(is_lower, WORD))
    rest = builder.select(is_lower, builder.add(rest, divisor), rest)
    if is_zero is not None:
        quotient = builder.select(is_minus_one, builder.neg(a), builder.select(is_zero, zero, quotient))
    return quotient, rest


def left(builder: Any, a: Any, b: Any) -> Any:
    """Return a << b, where b is at least 0; 0 if b is 64 or more."""
    is_within = builder.icmp_unsigned("<", b, number(WORD.width))
    return builder.select(is_within, builder.shl(a, b), number(0))


def right(builder: Any, a: Any, b: Any) -> Any:
    """Return a >> b, where b is at least 0."""
    is_within = builder.icmp_unsigned("<", b, number(WORD.width))
    return builder.ashr(a, builder.select(is_within, b, number(WORD.width - 1)))


def power(builder: Any, base: Any, exponent: Any) -> Any:
    """Return a power by repeated squaring; 1 if the exponent is negative."""
    if isinstance(exponent, ir.Constant):
        return _raised(builder, base, exponent.constant)
    function = builder.function
    places = result, square, left = [reserve(builder, WORD) for _ in range(3)]
    for place, value in zip(places, (number(1), base, exponent), strict=True):
        builder.store(value, place)
    test, body, end = (function.append_basic_block(name) for name in ("power", "times", "raised"))
    builder.branch(test)
    builder.position_at_end(test)
    builder.cbranch(builder.icmp_signed(">", builder.load(left), number(0)), body, end)
    builder.position_at_end(body)
    bits, factor, product = map(builder.load, (left, square, result))
    is_odd = builder.trunc(bits, ir.IntType(1))
    builder.store(builder.select(is_odd, builder.mul(product, factor), product), result)
    builder.store(builder.mul(factor, factor), square)
    builder.store(builder.ashr(bits, number(1)), left)
    builder.branch(test)
    builder.position_at_end(end)
    return builder.load(result)


def _raised(builder: Any, base: Any, exponent: int) -> Any:
    """Return a power whose exponent is known."""
    result = number(1)
    while exponent > 0:
        if exponent & 1:
            result = builder.mul(result, base)
        base, exponent = builder.mul(base, base), exponent >> 1
    return result


TABLE: Final = {
    "block": Instruction(block, "address", constants=(0,)),
    "clear": Instruction(clear, "nothing"),
    "copy": Instruction(copy, "nothing"),
    **{f"load{bits}": Instruction(partial(load, bits)) for bits in (8, 16, 32, 64)},
    **{f"store{bits}": Instruction(partial(store, bits), "nothing") for bits in (8, 16, 32, 64)},
    **{f"members{bits}": Instruction(partial(members, bits), constants=(1, 2)) for bits in (8, 16, 32)},
    "lowest": Instruction(lowest),
    "population": Instruction(population),
    "item": Instruction(item),
    "data": Instruction(data, "address"),
    "large": Instruction(large, "address"),
}
"""The instructions by their names; `stack` makes intrinsics of them, and `plain_stack` says in Python what they do."""

load8, load16, load32, load64 = (TABLE[f"load{bits}"].write for bits in (8, 16, 32, 64))
store8, store16, store32, store64 = (TABLE[f"store{bits}"].write for bits in (8, 16, 32, 64))
members8, members16, members32 = (TABLE[f"members{bits}"].write for bits in (8, 16, 32))
