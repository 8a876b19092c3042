"""`RulesCompiler`: what the functions of some rules have in common: tables, constants, and which function calls which."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

import attrs
import numpy as np

from gamekit.layout.compiler.function import FunctionCompiler, Kind
from gamekit.layout.compiler.mistakes import Place
from gamekit.layout.compiler.tables import MOST_ENTRIES, Table, depth_of
from gamekit.layout.layout import Layout

NOTHING: Final = object()

Lines = list[tuple[str, Place]]


@attrs.define
class RulesCompiler:
    """Collects what the author's functions need while they are written anew, one after the other.

    Attributes:
        game: whose rules they are.
        layout: of its states.
        turn: what `s.turn` is in the generated module.
        is_checked: whether every index is looked at.
        tables: by name.
        written: the functions, each after those that it calls.
        sites: where the author wrote what the checked build looks at.
    """

    game: Any
    layout: Layout
    turn: str
    is_checked: bool = False
    tables: dict[str, Table] = attrs.field(factory=dict)
    written: dict[str, Lines] = attrs.field(factory=dict)
    sites: list[tuple[Place, str]] = attrs.field(factory=list)
    _kinds: dict[str, tuple[Any, Kind, bool]] = attrs.field(factory=dict)
    _open: list[str] = attrs.field(factory=list)
    _number: int = 0

    def fresh(self, stem: str) -> str:
        """Return a name that no other function has."""
        self._number += 1
        return f"{stem}_{self._number}"

    def site(self, place: Place, expression: str) -> int:
        """Return the number of a place that the checked build looks at."""
        self.sites.append((place, expression))
        return len(self.sites) - 1

    def compile(self, name: str, kind: Kind) -> None:
        """Write a method of the game's rules, and all that it calls."""
        function = getattr(self.game, name)
        written = "f_any_option" if kind == "any" else f"f_{name}"
        if written not in self.written:
            self._write(written, function, kind, has_state=True)

    def add(
        self, name: str, function: Any, kind: Kind, *, has_state: bool, by: FunctionCompiler, node: ast.Call
    ) -> None:
        """Write a function that another calls, unless it is there."""
        name = f"{name}_over" if kind == "over" and name != "f_over" else name
        if name in self._open:
            by.fail(node, "functions of rules cannot call themselves")
        if name in self.written:
            if self._kinds[name] != (function, kind, has_state):
                by.fail(node, f"{ast.unparse(node.func)} is called with a state here, and without or from play elsewhere")
            return
        self._write(name, function, kind, has_state=has_state)

    def add_written(self, name: str, lines: Lines) -> None:
        """Add a function that is written already."""
        self.written[name] = lines

    def _write(self, name: str, function: Any, kind: Kind, *, has_state: bool) -> None:
        self._open.append(name)
        self._kinds[name] = (function, kind, has_state)
        parameters = list(inspect.signature(function).parameters)
        state = parameters[0] if has_state and parameters else None
        compiler = FunctionCompiler(self, function, kind, state)
        compiler.compile(name)
        self.written[name] = compiler.lines
        self._open.pop()

    # --- what names stand for ---------------------------------------------------------------------------------------------

    def value_of(self, by: FunctionCompiler, node: ast.expr) -> Any:
        """Return what a name, or an attribute of self or of a module, stands for; `NOTHING` if it is none."""
        if isinstance(node, ast.Name):
            if node.id == "self":
                return self.game
            if node.id in by._locals:
                return NOTHING
            return by.function.__globals__.get(node.id, NOTHING)  # type: ignore[attr-defined]
        if isinstance(node, ast.Attribute) and not by.is_state(node.value):
            holder = self.value_of(by, node.value)
            if holder is self.game or isinstance(holder, ModuleType | type):
                if not hasattr(holder, node.attr):
                    name = type(holder).__name__ if holder is self.game else holder.__name__
                    by.fail(node, f"{name} has no {node.attr}")
                return getattr(holder, node.attr)
        return NOTHING

    def constant(self, by: FunctionCompiler, node: ast.expr) -> str:
        """Return the number that a name or an attribute stands for."""
        value = self.value_of(by, node)
        if isinstance(value, bool | int | np.integer):
            return repr(int(value))
        if value is NOTHING:
            by.fail(node, "nothing has this name")
        if depth_of(value) is not None:
            by.fail(node, "a table is indexed or looped over; it has no value as a whole")
        by.fail(node, f"rules have numbers and tables of numbers alone; this is a {type(value).__name__}")

    def table(self, by: FunctionCompiler, node: ast.expr) -> Table | None:
        """Return the table that a name or an attribute stands for."""
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        value = self.value_of(by, node)
        if value is NOTHING or depth_of(value) is None:
            return None
        name = "T_" + ast.unparse(node).replace("self.", "").replace(".", "_")
        known = self.tables.get(name)
        table = Table(name, value)
        if known and (known.entries, known.starts) != (table.entries, table.starts):
            table = Table(self.fresh(name), value)
        if len(table.entries) > MOST_ENTRIES:
            by.fail(node, f"tables of rules have at most {MOST_ENTRIES:,} entries; this one has {len(table.entries):,}")
        return known if known and known.entries == table.entries else self.tables.setdefault(table.name, table)

    def called(self, by: FunctionCompiler, node: ast.expr) -> tuple[str, Callable[..., Any]] | None:
        """Return the name in the generated module, and the function, that a call is of; None if it is no function."""
        function = self.value_of(by, node)
        if function is NOTHING or not inspect.isroutine(function) or not hasattr(function, "__code__"):
            return None
        return "f_" + ast.unparse(node).replace("self.", "").replace(".", "_"), function


