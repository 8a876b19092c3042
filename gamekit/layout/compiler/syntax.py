"""Syntax of the author's functions: their trees, and questions about nodes."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, TypeGuard

from gamekit.errors import UnsupportedError
from gamekit.layout.mistakes import Place, mistake


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Return the syntax tree of a function, with the line numbers of its file.

    Raises:
        UnsupportedError: the source of the function cannot be read.
        RulesError: the function is not written with `def`.
    """
    function = inspect.unwrap(function)
    try:
        lines, _ = inspect.findsource(function)
    except (OSError, TypeError):
        raise UnsupportedError(
            f"the source of {function.__qualname__} cannot be read, so it cannot be compiled; "
            "write the rules into a file"
        ) from None
    first = function.__code__.co_firstlineno
    if (definition := _definitions("".join(lines)).get(first)) is None:
        place = Place(function.__code__.co_filename, first, function.__qualname__)
        raise mistake(place, place.source, "rules must be written as functions with def")
    return definition


@lru_cache(maxsize=8)
def _definitions(text: str) -> dict[int, ast.FunctionDef]:
    """Return the functions of a file by their first line, that of a decorator if there is one."""
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    return {min([node.lineno, *(mark.lineno for mark in node.decorator_list)]): node for node in functions}


def source_of(function: Callable[..., Any]) -> str:
    """Return the lines of a function that stands at the top of its module."""
    lines, _ = inspect.findsource(function)
    tree = tree_of(function)
    return "".join(lines[tree.lineno - 1 : tree.end_lineno])


def is_none(node: ast.expr) -> bool:
    """Return whether an expression is None.

    >>> is_none(ast.Constant(None)), is_none(ast.Constant(0))
    (True, False)
    """
    return isinstance(node, ast.Constant) and node.value is None


def is_truth(node: ast.expr) -> bool:
    """Return whether the syntax of an expression shows that its value may be True or False.

    >>> is_truth(ast.parse("not x", mode="eval").body), is_truth(ast.parse("-x", mode="eval").body)
    (True, False)
    """
    if isinstance(node, ast.BoolOp):
        return any(map(is_truth, node.values))
    return (
        isinstance(node, ast.Compare)
        or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))
        or (isinstance(node, ast.Constant) and isinstance(node.value, bool))
    )


def returns_something(function: Callable[..., Any]) -> bool:
    """Return whether a function returns a value anywhere.

    >>> returns_something(is_none)
    True
    """
    returned = [node.value for node in ast.walk(tree_of(function)) if isinstance(node, ast.Return)]
    return any(value is not None and not is_none(value) for value in returned)


def falls_through(body: Sequence[ast.stmt]) -> bool:
    """Return whether a block of statements may end without `return`.

    >>> falls_through(ast.parse("if x: y = 1").body)
    True
    """
    last = body[-1] if body else None
    if isinstance(last, ast.Return):
        return False
    if isinstance(last, ast.If):
        return falls_through(last.body) or falls_through(last.orelse)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return _breaks(last.body)
    return True


def _breaks(body: Sequence[ast.stmt]) -> bool:
    return any(
        isinstance(statement, ast.Break)
        or (isinstance(statement, ast.If) and (_breaks(statement.body) or _breaks(statement.orelse)))
        for statement in body
    )


def loaded(target: ast.expr) -> ast.expr:
    """Return the expression that reads the target of an assignment."""
    loaded = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(loaded, target)


def is_call(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
