"""Operators of rules, with their meaning in Python; all else is refused here, or by the checked build."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Final

import attrs

from gamekit.layout.compiler import arithmetic
from gamekit.layout.compiler.arithmetic import MOST, OPERATION_TEXTS, RULES, fault, takes
from gamekit.layout.compiler.expressions import Expressions

FUNCTIONS: Final[dict[type[ast.AST], str]] = {
    ast.Add: "plus",
    ast.Sub: "minus",
    ast.Mult: "times",
    ast.Pow: "power",
    ast.FloorDiv: "quotient",
    ast.Mod: "remainder",
    ast.LShift: "left",
    ast.RShift: "right",
    ast.USub: "negative",
}
"""The functions of `arithmetic` for operators whose result may be beyond 63 bits or undefined."""

OTHERS: Final[dict[type[ast.AST], tuple[str, Callable[..., int]]]] = {
    ast.BitAnd: ("({} & {})", operator.and_),
    ast.BitOr: ("({} | {})", operator.or_),
    ast.BitXor: ("({} ^ {})", operator.xor),
    ast.UAdd: ("(+{})", operator.pos),
    ast.Invert: ("(-1 ^ {})", operator.invert),
    ast.Not: ("(not {})", operator.not_),
}
"""The source and the function of each other operator. Numba would take `~` of a truth value for `not`."""

COUNTS: Final = range(64)
HARMLESS: Final = {"left": range(0), "right": COUNTS, "quotient": range(1, MOST), "remainder": range(1, MOST)}
"""The last operands for which an operation needs no test, by its function."""


@attrs.define
class Operators(Expressions):
    """Translates the operators of one function into the source of the generated module."""

    def literal(self, node: ast.expr) -> int | None:
        """Return the value of an expression of literals; None if the expression has anything else.

        Raises:
            RulesError: the value is undefined, or beyond 63 bits.
        """
        if isinstance(node, ast.Constant) and isinstance(node.value, int):
            return int(node.value)
        if not isinstance(node, ast.BinOp | ast.UnaryOp) or type(node.op) not in FUNCTIONS | OTHERS:
            return None
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand]
        numbers = [number for part in parts if (number := self.literal(part)) is not None]
        if len(numbers) < len(parts):
            return None
        if (name := FUNCTIONS.get(type(node.op))) is None:
            return int(OTHERS[type(node.op)][1](*numbers))
        function: Callable[..., int] = getattr(arithmetic, name)
        try:
            return function(*numbers, 0)
        except IndexError as error:
            self.fail(node, fault(name, *error.args[1:]))

    def apply(self, node: ast.expr, name: str, *operands: ast.expr) -> str:
        """Return the source of an operation of `arithmetic`: a call in the checked build, else an operator."""
        texts = [self.number(operand) for operand in operands]
        last = self.literal(operands[-1])
        if last is not None and not takes(name, last):
            self.fail(node, RULES[name])
        known = int(texts[-1]) if texts[-1].isdigit() else -1
        return self.applied(node, name, *texts, is_harmless=known in HARMLESS.get(name, ()))

    def applied(self, node: ast.AST, name: str, *texts: str, is_harmless: bool = False) -> str:
        """Return the source of an operation of `arithmetic`, as `apply` does, for operands given as sources."""
        if self.names.is_checked and not is_harmless:
            site = self.names.site(self.place(node), ast.unparse(node), name)
            return f"k_{name}({', '.join(texts)}, {site})"
        if name in ("left", "right") and not (texts[-1].isdigit() and int(texts[-1]) in COUNTS):
            return f"k_{name}({', '.join(texts)})"  # a processor takes counts modulo 64
        return f"({OPERATION_TEXTS[name].format(*texts)})"

    def _number_binop(self, node: ast.BinOp) -> str:
        if isinstance(node.op, ast.Div | ast.MatMult):
            self.fail(node, "rules can use only whole numbers; write //")
        if (number := self.literal(node)) is not None:
            return self.whole(node, number)
        if name := FUNCTIONS.get(type(node.op)):
            return self.apply(node, name, node.left, node.right)
        return OTHERS[type(node.op)][0].format(self.number(node.left), self.number(node.right))

    def _number_unaryop(self, node: ast.UnaryOp) -> str:
        if (number := self.literal(node)) is not None:
            return self.whole(node, number)
        if name := FUNCTIONS.get(type(node.op)):
            return self.apply(node, name, node.operand)
        return OTHERS[type(node.op)][0].format(self.number(node.operand))

    def _number_boolop(self, node: ast.BoolOp) -> str:
        word = " and " if isinstance(node.op, ast.And) else " or "
        return f"({word.join(map(self.number, node.values))})"

    def _number_ifexp(self, node: ast.IfExp) -> str:
        return f"({self.number(node.body)} if {self.number(node.test)} else {self.number(node.orelse)})"

    def _number_compare(self, node: ast.Compare) -> str:
        if isinstance(node.ops[0], ast.Is | ast.IsNot):
            self.fail(node, "compare numbers with == and !=")
        if not any(isinstance(operation, ast.In | ast.NotIn) for operation in node.ops):
            names = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
            rest = (
                f"{names[type(o)]} {self.number(n)}" for o, n in zip(node.ops, node.comparators, strict=True)
            )
            return f"({self.number(node.left)} {' '.join(rest)})"
        if len(node.ops) > 1:
            self.fail(node, "write this as two comparisons")
        membership = self._is_in(node, node.left, node.comparators[0])
        return membership if isinstance(node.ops[0], ast.In) else f"(not {membership})"

    def _is_in(self, node: ast.expr, value: ast.expr, holder: ast.expr) -> str:
        if self.field(holder):
            return f"({self._members(node, holder, value)} != 0)"
        if isinstance(holder, ast.Tuple):
            return f"k_among({self.number(value)}, {self._tuple(holder.elts)})"
        if (row := self.row(holder)) and row.holds_numbers:
            return row.table.holds(row.start, row.end, self.number(value))
        self.fail(node, "use in with a field, with (a, b, c) or with a list of numbers of a table")

    def _builtin(self, node: ast.Call, name: str) -> str:
        function = {("abs", 1): "absolute", ("divmod", 2): "both"}.get((name, len(node.args)))
        if function:
            return self.apply(node, function, *node.args)
        return f"{name}({', '.join(map(self.number, node.args))})"

    def series(self, node: ast.Call | ast.Tuple | ast.List) -> str:
        """Return the source of a range, or of numbers, to loop over; first write the lines that test a range's step."""
        if not isinstance(node, ast.Call):
            return f"({', '.join(map(self.number, node.elts))},)"
        if len(node.args) != 3:
            return self.number(node)
        step = self.literal(node.args[2])
        if step == 0:
            self.fail(node, RULES["step"])
        texts = [self.number(argument) for argument in node.args]
        if self.names.is_checked and step not in (1, -1):
            names = [self.fresh() for _ in texts]
            self.write(node, f"{', '.join(names)} = {', '.join(texts)}")
            texts = [*names[:2], self.applied(node, "step", *names[1:])]
        return f"range({', '.join(texts)})"
