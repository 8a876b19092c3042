"""Functions of generated modules as LLVM code.

Numba takes a hundredth of a second for every few operations; this takes next to nothing. Only the functions that the
engine calls are Numba's. Each of them calls one function marked by `entry`. The LLVM code of this one, and of all that
it calls, is written when Numba compiles the call, and kept on disk with the caller; so nothing is written when rules
are loaded.
"""

# ruff: noqa: ARG001 – Numba decides on the parameters of intrinsics
# mypy: disable-error-code="no-untyped-call, call-arg"

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import attrs
from llvmlite import ir  # type: ignore[import-untyped]
from numba import types
from numba.extending import intrinsic

from gamekit.layout.compiler.instructions import ADDRESS, WORD, number
from gamekit.layout.compiler.lowered_values import Routine, Value, Values, flat, kind_of, like
from gamekit.layout.mistakes import LoweringError


class _ReturnsTuple(Exception):  # noqa: N818 – no error: the function is written anew
    """Raised if a function that is being written turns out to return a tuple."""

    def __init__(self, kind: Any) -> None:
        self.kind = kind


@attrs.define
class Code:
    """The functions of a generated module in an LLVM module.

    Attributes:
        module: the LLVM module.
        trees: the functions of the generated module by name, parsed.
    """

    module: Any
    trees: dict[str, ast.FunctionDef]
    _written: dict[Any, tuple[Any, Value]] = attrs.field(factory=dict)

    def call(self, builder: Any, routine: Routine, arguments: Sequence[Value]) -> Value:
        """Call a function of the module, after it is written if it is new for such arguments."""
        name = routine.function.__name__
        key = (name, *map(kind_of, arguments))
        if key not in self._written:
            self._written[key] = self._write(routine, self.trees[name], arguments, number(0))
        function, returned = self._written[key]
        result = builder.call(function, [part for value in arguments for part in flat(value)])
        if not isinstance(returned, tuple):
            return result
        parts = (builder.extract_value(result, i) for i in range(len(flat(returned))))
        return like(returned, parts)

    def _write(
        self, routine: Routine, tree: ast.FunctionDef, arguments: Sequence[Value], returned: Value
    ) -> tuple[Any, Value]:
        kinds = [part.type for value in arguments for part in flat(value)]
        parts = [part.type for part in flat(returned)]
        kind = ir.LiteralStructType(parts) if isinstance(returned, tuple) else WORD
        function = ir.Function(
            self.module,
            ir.FunctionType(kind, kinds),
            self.module.get_unique_name(f"{tree.name}.{len(self._written)}"),
        )
        function.linkage = "internal"
        function.attributes.add("nounwind")
        if routine.is_inlined:
            function.attributes.add("alwaysinline")
        lowering = Lowering(self, routine.function.__globals__, function, returned)
        try:
            lowering.write(tree, arguments)
        except _ReturnsTuple as error:
            del self.module.globals[function.name]
            return self._write(routine, tree, arguments, error.kind)
        return function, returned


class Lowering(Values):
    """Writes one function, which returns a value of the same kind as `returned`."""

    def __init__(self, code: Code, names: dict[str, Any], function: Any, returned: Value) -> None:
        super().__init__(code, names, function)
        self.returned = returned
        self.loops: list[tuple[Any, Any]] = []  # where continue and break lead
        self.arguments: list[str] = []

    def write(self, tree: ast.FunctionDef, arguments: Sequence[Value]) -> None:
        """Write the body, for arguments of these kinds."""
        names = self.arguments = [argument.arg for argument in tree.args.args]
        if len(names) != len(arguments):
            self.fail(
                tree, f"{tree.name.removeprefix('f_')} takes {len(names)} arguments, not {len(arguments)}"
            )
        parts = iter(self.function.args)
        for name, value in zip(names, arguments, strict=True):
            self.assign(tree, name, like(value, parts))
        self.statements(tree.body)
        if not self.builder.block.is_terminated:
            self._leave([ir.Constant(part.type, None) for part in flat(self.returned)])

    # --- statements -------------------------------------------------------------------------------------------------

    def statements(self, nodes: Sequence[ast.stmt]) -> None:
        for node in nodes:
            if self.builder.block.is_terminated:  # nothing comes here
                return
            method = getattr(self, f"_{type(node).__name__.lower()}", None)
            if method is None:
                self.fail(node, "this cannot be compiled")
            method(node)

    def _pass(self, node: ast.Pass) -> None:
        pass

    def _expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _return(self, node: ast.Return) -> None:
        value = number(0) if node.value is None else self.value(node.value)
        if kind_of(value) != kind_of(self.returned):
            if isinstance(value, tuple) and not isinstance(self.returned, tuple):
                raise _ReturnsTuple(value)
            self.fail(node, "this must return equally many numbers in all places, or none")
        self._leave(flat(value))

    def _leave(self, parts: list[Any]) -> None:
        if not isinstance(self.returned, tuple):
            self.builder.ret(parts[0])
            return
        result = ir.Constant(self.function.ftype.return_type, ir.Undefined)
        for i, part in enumerate(parts):
            result = self.builder.insert_value(result, part, i)
        self.builder.ret(result)

    def _assign(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            try:
                self._store(target, value)
            except LoweringError as error:
                error.is_of_argument = isinstance(node.value, ast.Name) and node.value.id in self.arguments
                raise

    def _augassign(self, node: ast.AugAssign) -> None:
        assert isinstance(node.target, ast.Name)
        old = self._name(node.target)
        self.assign(node, node.target.id, self._joined(node, node.op, old, self.value(node.value)))

    def _store(self, target: ast.expr, value: Value) -> None:
        if isinstance(target, ast.Name):
            if target.id != "_":
                self.assign(target, target.id, value)
        elif isinstance(target, ast.Tuple):
            if not isinstance(value, tuple) or len(value) != len(target.elts):
                shown = f"{len(value)} numbers" if isinstance(value, tuple) else "one number"
                self.fail(target, f"{shown} cannot be taken apart into {len(target.elts)}")
            for part, entry in zip(target.elts, value, strict=True):
                self._store(part, entry)
        else:
            assert isinstance(target, ast.Subscript)
            address = self._address(target, self.value(target.value))
            place = self._entry(address, self.number(target.slice))
            self.builder.store(self._as_number(target, value), place)

    def _if(self, node: ast.If) -> None:
        self._choose(
            self.truth(node.test), lambda: self.statements(node.body), lambda: self.statements(node.orelse)
        )

    def _while(self, node: ast.While) -> None:
        with self._loop() as (body, end):
            self.builder.cbranch(self.truth(node.test), body, end)
            self.builder.position_at_end(body)
            self.statements(node.body)

    @contextmanager
    def _loop(self, following: Callable[[], Any] = lambda: None) -> Iterator[tuple[Any, Any]]:
        """Yield the blocks of a loop's body and of the code after it, at the test; a body ends with `following`."""
        test, body, after, end = (
            self.function.append_basic_block(name) for name in ("test", "body", "next", "end")
        )
        self.builder.branch(test)
        self.builder.position_at_end(test)
        self.loops.append((after, end))
        yield body, end
        self.loops.pop()
        if not self.builder.block.is_terminated:
            self.builder.branch(after)
        self.builder.position_at_end(after)
        following()
        self.builder.branch(test)
        self.builder.position_at_end(end)

    def _break(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def _continue(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])

    def _for(self, node: ast.For) -> None:
        over = node.iter
        if isinstance(over, ast.Call) and isinstance(over.func, ast.Name) and over.func.id == "range":
            bounds = [self.number(argument) for argument in over.args]
            start, stop = (number(0), bounds[0]) if len(bounds) == 1 else bounds[:2]
            step = bounds[2] if len(bounds) > 2 else number(1)
            self._count(start, stop, step, lambda i: self._store(node.target, i), node.body)
            return
        values = self.value(over)
        if not isinstance(values, tuple) or {*map(kind_of, values)} != {"number"}:
            self.fail(node, "a loop is over numbers")
        array = self._array(values)
        self._count(
            number(0),
            number(len(values)),
            number(1),
            lambda i: self._store(node.target, self.builder.load(self._entry(array, i))),
            node.body,
        )

    def _count(
        self, start: Any, stop: Any, step: Any, store: Callable[[Any], None], body: Sequence[ast.stmt]
    ) -> None:
        builder = self.builder
        counter = self.reserve(WORD)
        builder.store(start, counter)

        def following() -> None:
            builder.store(builder.add(builder.load(counter), step, flags=("nsw",)), counter)

        with self._loop(following) as (inside, end):
            i = builder.load(counter)
            if isinstance(step, ir.Constant):
                goes_on = builder.icmp_signed("<" if step.constant > 0 else ">", i, stop)
            else:
                up, down = builder.icmp_signed("<", i, stop), builder.icmp_signed(">", i, stop)
                is_down = builder.icmp_signed("<", step, number(0))
                up = builder.and_(up, builder.icmp_signed(">", step, number(0)))  # a step of 0 leads nowhere
                goes_on = builder.select(is_down, down, up)
            builder.cbranch(goes_on, inside, end)
            builder.position_at_end(inside)
            store(i)
            self.statements(body)


# --- what marks the functions of a generated module ------------------------------------------------------------------


function = partial(Routine, is_inlined=False)
"""Marks a function of rules."""

inline = partial(Routine, is_inlined=True)
"""Marks a function that becomes part of its callers."""


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
