"""States and positions as Python shows them, which is their notation where the rules say nothing about it."""

from __future__ import annotations

import ast
from typing import Any


def shown(value: Any) -> str:
    """Return a value as Python shows it, except that a frozenset is written as a set, always in the same order.

    >>> shown((1, frozenset({10, 9}))), shown(frozenset())
    ('(1, {9, 10})', 'frozenset()')
    """
    text = repr(value)
    if "frozenset(" not in text:
        return text
    if type(value) is frozenset and value:
        texts = sorted(map(shown, value), key=lambda each: (len(each), each))
        return f"{{{', '.join(texts)}}}"
    if type(value) is tuple:
        return f"({', '.join(map(shown, value))}{',' if len(value) == 1 else ''})"
    return text


def read(text: str) -> Any:
    """Return the value that a text shows. Only a frozenset can be a state, so a set is read as one.

    Raises:
        ValueError: the text is not a number, a text, a tuple or another literal of Python.

    >>> read("(1, {9, 10})") == read("(1, frozenset({10, 9}))") == (1, frozenset({9, 10}))
    True
    """
    try:
        return _value(ast.parse(text.lstrip(" \t"), mode="eval").body)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        raise ValueError(f"{text!r} is not a literal of Python") from None


def _value(node: ast.expr) -> Any:
    match node:
        case ast.Tuple(elts):
            return tuple(map(_value, elts))
        case ast.Set(elts) | ast.Call(ast.Name("frozenset"), [ast.Set(elts)], []):
            return frozenset(map(_value, elts))
        case ast.Call(ast.Name("frozenset" | "set"), [], []):
            return frozenset()
    return ast.literal_eval(node)


def refusal(text: str, example: Any) -> str:
    """Return why a text is not the notation of a value such as `example`."""
    must = f"a position must be written as Python shows it, such as {shown(example)}; this is {text!r}"
    try:
        read(shown(example))
    except ValueError:
        return (
            f"a position that is a {type(example).__name__} is not read without a parse_position of the rules, which "
            f"makes it again from what format_position writes; this is {text!r}"
        )
    return must
