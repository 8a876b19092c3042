"""`RulesMistake`: what lies outside of the subset of Python that compiled rules are written in, and where it stands."""

from __future__ import annotations

import ast
import linecache
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs

from gamekit.errors import RulesError


@attrs.frozen
class Place:
    """A place in an author's file."""

    file: str
    line: int
    function: str

    def __str__(self) -> str:
        return f"{Path(self.file).name}, line {self.line}, in {self.function}"

    @property
    def source(self) -> str:
        """The line as the author wrote it."""
        return linecache.getline(self.file, self.line).strip()


class LoweringError(Exception):
    """Something in a generated module that has no meaning in numbers.

    Attributes:
        why: a sentence.
        lines: where in the module, and from where that was called, the innermost first.
        is_of_argument: whether an argument is not what the function takes, so that the mistake is its caller's.
    """

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why, line)
        self.why, self.lines = why, [line]
        self.is_of_argument = False


def place_of(function: Callable[..., Any], node: ast.AST) -> Place:
    """Return where a node of a function's source stands."""
    code = function.__code__
    return Place(code.co_filename, getattr(node, "lineno", code.co_firstlineno), function.__qualname__)


def mistake(place: Place, expression: str, why: str) -> RulesError:
    """Return the error about an expression that cannot be compiled.

    >>> print(mistake(Place("/games/x.py", 7, "X.over"), "s.bord", "there is no field bord"))
    x.py, line 7, in X.over: there is no field bord: s.bord
    """
    shown = " ".join(expression.split())
    return RulesError(f"{place}: {why}: {shown[:120]}")
