"""`mistake`: the error about Python outside of the subset in which compiled rules are written, with its place."""

from __future__ import annotations

import ast
import linecache
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.errors import RulesError

ADVICE: Final[dict[type[ast.AST], str]] = {
    ast.ListComp: "lists cannot be made in rules; loop over what the list is made of, or keep a table in self",
    ast.SetComp: "sets cannot be made in rules; use bits of a number",
    ast.DictComp: "dictionaries cannot be made in rules; use a table indexed by a number",
    ast.List: "lists cannot be made in rules; keep a table in self or at the top of the module",
    ast.Set: "sets cannot be made in rules; write x in (1, 2), or use bits of a number",
    ast.Dict: "dictionaries cannot be made in rules; use a table indexed by a number",
    ast.GeneratorExp: "a generator may stand only in any(...), all(...) or sum(...)",
    ast.Lambda: "rules cannot make functions; write a method",
    ast.JoinedStr: "rules can use only numbers",
    ast.Starred: "* cannot be used in rules",
    ast.Slice: "slices cannot be used in rules; keep the lists that you need in a table",
    ast.Try: "errors cannot be caught in rules",
    ast.With: "with cannot be used in rules",
    ast.Raise: "rules cannot raise; gamekit check finds what is wrong with them",
    ast.Assert: "rules cannot assert; gamekit check finds what is wrong with them",
    ast.Import: "import at the top of the module",
    ast.ImportFrom: "import at the top of the module",
    ast.Global: "rules keep nothing between calls; what changes belongs in the state",
    ast.Delete: "del cannot be used in rules",
    ast.FunctionDef: "write a method, or a function at the top of the module",
    ast.ClassDef: "write classes at the top of the module",
    ast.Match: "write if and elif",
    ast.NamedExpr: "assign on a line of its own",
}
"""The advice for each kind of Python syntax outside of the subset."""


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


@attrs.frozen
class Site:
    """A place in the author's file that the checked build tests.

    Attributes:
        place: the place.
        expression: the expression at the place.
        operation: the function of `arithmetic` that tests operands; empty if an index or a value is tested.
    """

    place: Place
    expression: str
    operation: str = ""


class LoweringError(Exception):
    """Raised if a generated module has an expression that cannot be compiled to numbers.

    Attributes:
        why: the reason, as a sentence.
        lines: the line of the expression, and the lines of the calls that led to it, innermost first.
        is_of_argument: whether an argument has the wrong type, so that the caller is to blame.
    """

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why, line)
        self.why, self.lines = why, [line]
        self.is_of_argument = False


def place_of(function: Callable[..., Any], node: ast.AST) -> Place:
    """Return the place of a node of a function's source."""
    code = function.__code__
    return Place(code.co_filename, getattr(node, "lineno", code.co_firstlineno), function.__qualname__)


def mistake(place: Place, expression: str, why: str) -> RulesError:
    """Return the error about an expression that cannot be compiled.

    >>> print(mistake(Place("/games/x.py", 7, "X.over"), "s.bord", "there is no field bord"))
    x.py, line 7, in X.over: there is no field bord: s.bord
    """
    shown = " ".join(expression.split())
    return RulesError(f"{place}: {why}: {shown[:120]}")


_LISTS: Final = {str(Path(__file__).with_name("plain") / f"{name}.py") for name in ("places", "watched")}
"""The files of the list classes that rules change; no line in them is the author's."""


def mistake_here(why: str) -> RulesError:
    """Return the error about the author's line that is being run."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename in _LISTS and frame.f_back:
        frame = frame.f_back
    place = Place(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_qualname)
    return mistake(place, place.source, why)
