"""Expressions over all operators of the rules' subset, what they mean in Python, and games that compute them."""

from __future__ import annotations

import ast
import importlib.util
import itertools
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from types import CodeType
from typing import Any, Final

from hypothesis import strategies as st

LEAST, MOST = -(1 << 63), (1 << 63) - 1

EDGES: Final = (0, 1, -1, 2, -3, 7, 62, 63, 64, 65, -64, 1 << 31, -(1 << 31), 1 << 32, 1 << 62, MOST, LEAST)
"""The values of `a` and `b`."""

LITERALS: Final = (0, 1, 2, 3, 5, 62, 63, 64, 100, 1 << 31, 1 << 32, 1 << 62, MOST)
LEAVES: Final = (
    "a",
    "a",
    "a",
    "b",
    "b",
    "s.a",
    "s.b",
    "s.turn",
    "self.THREE",
    "self.LESS",
    "MUCH",
    "TABLE[s.b]",
)

BINARY: Final = ("+", "-", "*", "//", "%", "**", "<<", ">>", "&", "|", "^")
UNARY: Final = (
    "-{}",
    "+{}",
    "~{}",
    "not {}",
    "abs({})",
    "int({})",
    "bool({})",
    "count_bits({})",
    "self.half({})",
)
COMPARED: Final = ("==", "!=", "<", "<=", ">", ">=")
OTHERS: Final = (
    "({} and {})",
    "({} or {})",
    "({} if {} else {})",
    "min({}, {})",
    "max({}, {}, {})",
    "divmod({}, {})[0]",
    "divmod({}, {})[1]",
    "({}, {})[1]",
    "({}, {})[-2]",
    "({} + 0, 3, {} + 0)[s.b % 4]",
    "({} in (3, {}))",
    "({} not in ({}, 1))",
    "({} in TABLE)",
    "(({}, {}) == ({}, 1))",
    "sum(i * {} for i in (1, 2, 3))",
    "sum({} for i in range({} % 5, {} % 7, {} % 5 - 2) if i)",
    "any({} == i for i in TABLE)",
    "sum(i for i in members({}))",
    "all(i > {} for i in ({}, 2))",
    "self.larger({}, {})",
    "s.cells.count({})",
    "({} in s.cells)",
    "s.cells.bits({}, {})",
    "len(s.cells.where({}, {}))",
)
"""Each with places for expressions."""

RULES = '''"""A game with one state for each expression and each pair of values, on whose order the expressions are."""

from gamekit.layout import TIE, BoardGame, Counter, Layout, count_bits, members

EDGES = {edges}
TABLE = [3, -1, 64, {least}, {most}, 0, 2, 5, 1, 1, 2, 3, 5, 8, 13, 21, 34]
MUCH = 6364136223846793005


class Computed(BoardGame):
    stuck = TIE
    THREE = 3
    LESS = -2

    def layout(self):
        return Layout(which=Counter({last}), a=Counter({values}), b=Counter({values}), cells=Counter(3, count=4))

    def start(self):
        return {{"cells": [0, 1, 3, 1]}}

    def options(self, s):
        return range(0)

    def play(self, s, move):
        s.a = 0

    def half(self, x):
        return x // 2

    def larger(self, x, y):
        if x > y:
            return x
        return y

    def order(self, s):
        a, b = EDGES[s.a], EDGES[s.b]
{cases}
        return 0
'''


class UndefinedError(Exception):
    """An expression has no value, or a part of it lies beyond 63 bits."""


def within(value: Any) -> Any:
    """Return a value; refuse numbers beyond 63 bits."""
    for part in value if isinstance(value, tuple) else (value,):
        if isinstance(part, int) and not LEAST <= part <= MOST:
            raise UndefinedError
    return value


def power(base: int, exponent: int) -> int:
    """Return a power; refuse those that would take long to write."""
    if exponent < 0 or (exponent > 63 and abs(base) > 1):
        raise UndefinedError
    return int(base**exponent)


def left(number: int, count: int) -> int:
    """Return a number shifted to the left; refuse what would take long to write."""
    if count < 0 or (number and count > 63):
        raise UndefinedError
    return number << min(count, 63)


def total(numbers: Iterable[int]) -> int:
    """Return a sum all of whose parts are within 64 bits."""
    *_, last = itertools.accumulate(numbers, lambda a, b: within(a + b), initial=0)
    return last


class Watched(ast.NodeTransformer):
    """Has every operator look at its result."""

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        name = {ast.Pow: "power", ast.LShift: "left"}.get(type(node.op))
        found = ast.Call(ast.Name(name, ast.Load()), [node.left, node.right], []) if name else node
        return ast.Call(ast.Name("within", ast.Load()), [found], [])

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.Call(ast.Name("within", ast.Load()), [node], [])

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        return ast.Call(ast.Name("within", ast.Load()), [node], [])


@cache
def watched(expression: str) -> CodeType:
    """Return the code of an expression every part of which is looked at."""
    tree = Watched().visit(ast.parse(expression, mode="eval"))
    return compile(ast.fix_missing_locations(tree), "<expression>", "eval")


def meaning(expression: str, names: dict[str, Any]) -> Any:
    """Return what an expression means in Python.

    Raises:
        UndefinedError: it means nothing there, or a part of it lies beyond 63 bits.
    """
    functions = {"within": within, "power": power, "left": left, "sum": total}
    try:
        return eval(watched(expression), names | functions)
    except (ValueError, ZeroDivisionError, IndexError):
        raise UndefinedError from None


class Repaired(ast.NodeTransformer):
    """Replaces what is refused before anything runs: parts that consist of literals and mean nothing."""

    def _is_undefined(self, node: ast.expr) -> bool:
        try:
            meaning(ast.unparse(node), {})
        except UndefinedError:
            return True
        except NameError:
            return False
        return False

    def visit_UnaryOp(self, node: ast.UnaryOp) -> Any:
        self.generic_visit(node)
        return ast.Name("a", ast.Load()) if self._is_undefined(node) else node

    def visit_BinOp(self, node: ast.BinOp) -> Any:
        self.generic_visit(node)
        if self._is_undefined(ast.BinOp(ast.Constant(0), node.op, node.right)):
            node.right = ast.Name("b", ast.Load())
        if self._is_undefined(node):
            node.left = ast.Name("a", ast.Load())
        return node

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        is_divmod = isinstance(node.func, ast.Name) and node.func.id == "divmod"
        if is_divmod and self._is_undefined(ast.BinOp(ast.Constant(0), ast.FloorDiv(), node.args[1])):
            node.args[1] = ast.Name("b", ast.Load())
        if isinstance(node.func, ast.Name) and node.func.id == "range" and len(node.args) == 3:
            remainder = ast.BinOp(ast.Constant(1), ast.Mod(), node.args[2])
            if self._is_undefined(remainder):  # as the step is 0
                node.args[2] = ast.Constant(1)
        return node


def repaired(expression: str) -> str:
    """Return an expression of which nothing is refused before it runs."""
    return ast.unparse(Repaired().visit(ast.parse(expression, mode="eval")))


LEAF = st.sampled_from(LEAVES) | st.sampled_from(LITERALS).flatmap(
    lambda number: st.sampled_from((str(number), f"(-{number})"))
)


def _joined(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    def filled(pattern: str) -> st.SearchStrategy[str]:
        return st.tuples(*[parts] * pattern.count("{}")).map(lambda chosen: pattern.format(*chosen))

    binary = st.sampled_from(BINARY).flatmap(lambda sign: filled(f"({{}} {sign} {{}})"))
    chained = st.tuples(st.sampled_from(COMPARED), st.sampled_from(COMPARED)).flatmap(
        lambda signs: filled(f"({{}} {signs[0]} {{}} {signs[1]} {{}})")
    )
    compared = st.sampled_from(COMPARED).flatmap(lambda sign: filled(f"({{}} {sign} {{}})"))
    unary = st.sampled_from(UNARY).flatmap(lambda pattern: filled(f"({pattern})"))
    return binary | binary | binary | unary | compared | chained | st.sampled_from(OTHERS).flatmap(filled)


EXAMPLES: Final = (
    "a << b",
    "a >> b",
    "a ** b",
    "self.LESS ** 2",
    "a * b",
    "a // b",
    "a % b",
    "divmod(a, b)[0]",
    "-a - b",
    "abs(a) + b",
    "~(a < b)",
    "a >> 70",
    "0 << 70",
    "sum(i for i in members(~a)) + count_bits(~b)",
    "a & 7 ** 2",
    "(a, b, 3)[s.b % 4]",
    "s.cells.count(256 + a % 2)",
    "s.cells.count(-1)",
    "s.cells.bits(2, 1)",
    "s.cells.bits(-1, 1)",
    "len(s.cells.where(1, 1000))",
    "sum(a for i in (1, 2, 3))",
    "sum(i for i in range(0, 6, s.b % 5 - 2))",
)
"""Expressions at the edges of what has a value."""

EXPRESSIONS: Final = st.recursive(LEAF, _joined, max_leaves=6).map(repaired)
"""Expressions of `a` and `b`, of a state `s` and of a game `self`."""


def game_of(expressions: Sequence[str], folder: Path) -> Any:
    """Return a game that computes expressions, whose source is in a file in the folder."""
    cases = "\n".join(
        f"        if s.which == {i}:\n            return {expression}"
        for i, expression in enumerate(expressions)
    )
    text = RULES.format(
        edges=list(EDGES),
        least=LEAST,
        most=MOST,
        last=len(expressions),
        values=len(EDGES) - 1,
        cases=cases,
    )
    path = folder / f"computed_{abs(hash(text))}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Computed()
