"""Values of generated modules as LLVM code: all numbers are int64, so nothing is inferred and compiling is quick.

A value is one of four: a number, int64, also for a truth value; an address; a tuple of values; or a table. A table
is known before the code runs, so functions are written anew for each table that they are given. Numbers wrap around,
and division by zero gives zero; the checked build of rules refuses both.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final, NoReturn

import attrs
import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]

from gamekit.layout.compiler.instructions import WORD, divided, number, power, reserve
from gamekit.layout.mistakes import LoweringError

BIT: Final = ir.IntType(1)

Value = Any
"""An LLVM value of type int64 or of an address, a tuple of values, or a table: an array of NumPy's."""

ORDER: Final = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


@attrs.frozen(eq=False)
class Routine:
    """A function of a generated module.

    Attributes:
        function: the function in Python.
        is_inlined: whether it must become part of its callers.
    """

    function: Callable[..., Any]
    is_inlined: bool


def kind_of(value: Value) -> Any:
    """Return the key to specialise functions on: "number", "address", a table's identity, or a tuple of these."""
    if isinstance(value, tuple):
        return tuple(map(kind_of, value))
    if isinstance(value, np.ndarray):
        return id(value)
    return "number" if value.type == WORD else "address"


def flat(value: Value) -> list[Any]:
    """Return the LLVM values that a value consists of."""
    if isinstance(value, tuple):
        return [part for entry in value for part in flat(entry)]
    return [] if isinstance(value, np.ndarray) else [value]


def like(value: Value, parts: Iterator[Any]) -> Value:
    """Return a value of the same kind that consists of other LLVM values."""
    if isinstance(value, tuple):
        return tuple(like(entry, parts) for entry in value)
    return value if isinstance(value, np.ndarray) else next(parts)


class Values:
    """Writes the expressions of one function.

    Args:
        code: the `Code` of the module, which calls its other functions.
        names: the objects in the generated module, by name.
        function: the LLVM function, still empty.
    """

    def __init__(self, code: Any, names: dict[str, Any], function: Any) -> None:
        self.code, self.names, self.function = code, names, function
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))
        self.places: dict[str, tuple[Value, list[Any]]] = {}  # of variables

    def fail(self, node: ast.AST, why: str) -> NoReturn:
        raise LoweringError(why, getattr(node, "lineno", 0))

    def assign(self, node: ast.AST, name: str, value: Value) -> None:
        """Give a variable a value. All its values are of one kind."""
        if name not in self.places:
            places = [self.reserve(part.type) for part in flat(value)]
            self.places[name] = value, places
        known, places = self.places[name]
        if kind_of(known) != kind_of(value):
            self.fail(node, f"{name} is one number in one place and something else in another")
        for part, place in zip(flat(value), places, strict=True):
            self.builder.store(part, place)

    def reserve(self, kind: Any, count: int = 1) -> Any:
        """Return memory of the function for values of a kind, zero at first."""
        return reserve(self.builder, kind, count)

    def _choose(self, test: Any, then: Callable[[], Any], otherwise: Callable[[], Any]) -> None:
        yes, no, end = (self.function.append_basic_block(name) for name in ("then", "else", "end"))
        self.builder.cbranch(test, yes, no)
        for block, write in ((yes, then), (no, otherwise)):
            self.builder.position_at_end(block)
            write()
            if not self.builder.block.is_terminated:
                self.builder.branch(end)
        self.builder.position_at_end(end)

    # --- values -----------------------------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Value:
        """Return the value of an expression."""
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, "this cannot be compiled")
        return method(node)

    def number(self, node: ast.expr) -> Any:
        return self._as_number(node, self.value(node))

    def _as_number(self, node: ast.AST, value: Value) -> Any:
        if kind_of(value) != "number":
            self.fail(node, f"this is a number, not {self._words(value)}")
        return value

    def _words(self, value: Value) -> str:
        return f"{len(value)} numbers" if isinstance(value, tuple) else "a table"

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, int):
            self.fail(node, "rules can use only whole numbers")
        return number(int(node.value))

    def _name(self, node: ast.Name) -> Value:
        if node.id in self.places:
            known, places = self.places[node.id]
            return like(known, map(self.builder.load, places))
        value = self.names.get(node.id)
        if isinstance(value, np.ndarray):
            return value
        if isinstance(value, int | np.integer):
            return number(int(value))
        self.places[node.id] = number(0), [self.reserve(WORD)]  # it is given a number below, in a loop
        return self._name(node)

    def _tuple(self, node: ast.Tuple) -> Value:
        return tuple(map(self.value, node.elts))

    def _subscript(self, node: ast.Subscript) -> Value:
        holder = self.value(node.value)
        if isinstance(holder, tuple):
            i = self.number(node.slice)
            if isinstance(i, ir.Constant):
                if not -len(holder) <= i.constant < len(holder):
                    self.fail(node, f"{len(holder)} numbers have none with the index {i.constant}")
                return holder[i.constant]
            if {*map(kind_of, holder)} != {"number"}:
                self.fail(node, "only numbers can be indexed")
            return self.builder.load(self._entry(self._array(holder), i))
        return self.builder.load(self._entry(self._address(node, holder), self.number(node.slice)))

    def _address(self, node: ast.expr, address: Value) -> Any:
        if kind_of(address) != "address":
            self.fail(node, "only a table or several numbers can be indexed")
        return self.builder.bitcast(address, WORD.as_pointer())

    def _entry(self, array: Any, i: Any) -> Any:
        return self.builder.gep(array, [i])

    def _array(self, values: Sequence[Any]) -> Any:
        """Return the address of memory that holds some numbers."""
        array = self.builder.bitcast(self.reserve(WORD, len(values)), WORD.as_pointer())
        for i, value in enumerate(values):
            self.builder.store(value, self._entry(array, number(i)))
        return array

    def _binop(self, node: ast.BinOp) -> Any:
        return self._joined(node, node.op, self.value(node.left), self.value(node.right))

    def _joined(self, node: ast.AST, operation: ast.operator, left: Value, right: Value) -> Any:
        a, b = self._as_number(node, left), self._as_number(node, right)
        builder = self.builder
        if isinstance(operation, ast.FloorDiv | ast.Mod):
            return divided(builder, a, b)[isinstance(operation, ast.Mod)]
        if isinstance(operation, ast.Pow):
            return power(builder, a, b)
        instructions: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
            ast.Add: builder.add,
            ast.Sub: builder.sub,
            ast.Mult: builder.mul,
            ast.LShift: builder.shl,
            ast.RShift: builder.ashr,
            ast.BitAnd: builder.and_,
            ast.BitOr: builder.or_,
            ast.BitXor: builder.xor,
        }
        return instructions[type(operation)](a, b)

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        if isinstance(node.op, ast.Not):
            return self.builder.zext(self.truth(node), WORD)
        value = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(value, ir.Constant):  # so that signs of constants are no instructions
            return number(-value.constant if isinstance(node.op, ast.USub) else ~value.constant)
        return self.builder.neg(value) if isinstance(node.op, ast.USub) else self.builder.not_(value)

    def _boolop(self, node: ast.BoolOp) -> Any:
        result = self.reserve(WORD)

        def write(values: Sequence[ast.expr]) -> None:
            first, *others = values
            value = self.number(first)
            self.builder.store(value, result)
            if others:
                test = self.builder.icmp_signed("!=", value, number(0))
                go_on, stop = lambda: write(others), lambda: None
                self._choose(test, *((go_on, stop) if isinstance(node.op, ast.And) else (stop, go_on)))

        write(node.values)
        return self.builder.load(result)

    def _ifexp(self, node: ast.IfExp) -> Value:
        known: list[tuple[Value, list[Any]]] = []

        def write(branch: ast.expr) -> None:
            value = self.value(branch)
            if not known:
                known.append((value, [self.reserve(part.type) for part in flat(value)]))
            if kind_of(value) != kind_of(known[0][0]):
                self.fail(node, "both cases must be one number, or equally many")
            for part, place in zip(flat(value), known[0][1], strict=True):
                self.builder.store(part, place)

        self._choose(self.truth(node.test), lambda: write(node.body), lambda: write(node.orelse))
        value, places = known[0]
        return like(value, map(self.builder.load, places))

    def _compare(self, node: ast.Compare) -> Any:
        return self.builder.zext(self.truth(node), WORD)

    def truth(self, node: ast.expr) -> Any:
        """Return whether an expression is true, as one bit."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.builder.not_(self.truth(node.operand))
        if isinstance(node, ast.BoolOp):
            tests = [partial(self.truth, each) for each in node.values]
            return self._chained(tests, until=isinstance(node.op, ast.Or))
        if isinstance(node, ast.Compare):
            left = self.value(node.left)

            def compared(operation: ast.cmpop, right: ast.expr) -> Any:
                nonlocal left
                before, left = left, self.value(right)
                return self._is(node, ORDER[type(operation)], before, left)

            tests = [partial(compared, o, right) for o, right in zip(node.ops, node.comparators, strict=True)]
            return self._chained(tests, until=False)
        return self.builder.icmp_signed("!=", self.number(node), number(0))

    def _chained(self, tests: Sequence[Callable[[], Any]], *, until: bool) -> Any:
        """Return the result of the last test made; the first result equal to `until` ends the tests."""
        if len(tests) == 1:
            return tests[0]()
        result = self.reserve(BIT)
        end = self.function.append_basic_block("tested")
        for test in tests[:-1]:
            condition = test()
            self.builder.store(condition, result)
            following = self.function.append_basic_block("and")
            self.builder.cbranch(condition, *((end, following) if until else (following, end)))
            self.builder.position_at_end(following)
        self.builder.store(tests[-1](), result)
        self.builder.branch(end)
        self.builder.position_at_end(end)
        return self.builder.load(result)

    def _is(self, node: ast.AST, order: str, left: Value, right: Value) -> Any:
        if isinstance(left, tuple) and isinstance(right, tuple) and order in ("==", "!="):
            equal = ir.Constant(BIT, kind_of(left) == kind_of(right))
            if kind_of(left) == kind_of(right):
                for a, b in zip(flat(left), flat(right), strict=True):
                    equal = self.builder.and_(equal, self.builder.icmp_signed("==", a, b))
            return equal if order == "==" else self.builder.not_(equal)
        return self.builder.icmp_signed(order, self._as_number(node, left), self._as_number(node, right))

    # --- calls ------------------------------------------------------------------------------------------------------

    def _call(self, node: ast.Call) -> Value:
        assert isinstance(node.func, ast.Name)
        name = node.func.id
        called = self.names.get(name)
        values = [self.value(argument) for argument in node.args]
        if isinstance(called, Routine):
            try:
                return self.code.call(self.builder, called, values)
            except LoweringError as error:
                error.lines.append(node.lineno)
                raise
        if callable(called):  # an instruction
            if any(isinstance(value, tuple) for value in values):
                self.fail(node, "an index or a value is one number")
            return called(self.builder, *values)
        if name == "len":
            return number(len(values[0]))
        numbers = [self._as_number(node, value) for value in values]
        return self._builtin(node, name, numbers)

    def _builtin(self, node: ast.Call, name: str, numbers: list[Any]) -> Value:
        builder = self.builder
        if name in ("min", "max") and len(numbers) > 1:
            least = numbers[0]
            for each in numbers[1:]:
                is_less = builder.icmp_signed("<" if name == "min" else ">", each, least)
                least = builder.select(is_less, each, least)
            return least
        if name == "divmod" and len(numbers) == 2:
            return divided(builder, *numbers)
        if len(numbers) == 1 and name in ("abs", "int", "bool"):
            (value,) = numbers
            if name == "bool":
                return builder.zext(builder.icmp_signed("!=", value, number(0)), WORD)
            if name == "abs":
                is_negative = builder.icmp_signed("<", value, number(0))
                return builder.select(is_negative, builder.neg(value), value)
            return value
        self.fail(node, f"{name} cannot be called like this")
