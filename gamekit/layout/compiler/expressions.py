"""Expressions of rules: numbers, truth values and moves, from cells of the state, tables and constants."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any, Final, NoReturn

import attrs
import numpy as np

from gamekit.layout.compiler.arithmetic import LEAST, MOST
from gamekit.layout.compiler.names import Function, Kind, Lines, Names, plain_name
from gamekit.layout.compiler.parameters import ParameterTable
from gamekit.layout.compiler.syntax import returns_something
from gamekit.layout.compiler.tables import MOST_ENTRIES, NARROW, Row, depth_of, narrow_of
from gamekit.layout.fields.field import Field
from gamekit.layout.mistakes import ADVICE, Place, mistake, place_of
from gamekit.layout.sets import count_bits

NO_VALUE: Final = object()

BUILTINS: Final = frozenset({"range", "len", "min", "max", "abs", "int", "bool", "divmod"})
CHANGING: Final = ("play", "unplay", "change")
"""The kinds of functions that may change the state."""

INTERNAL: Final = ("k_", "K_", "T_", "P_", "f_")
"""The beginnings of names in the generated module that are not the author's."""


@attrs.define
class Expressions:
    """Translates the expressions of one function into the source of the generated module.

    Attributes:
        names: the tables, functions and calls that all functions of the rules share.
        name: the name of the function in the generated module.
        function: the author's function.
        kind: the purpose of the function.
        state: the name of the state in the function; None in a function of numbers alone.
        turn: the expression for `s.turn` in the function.
        lines: the lines written so far.
    """

    names: Names
    name: str
    function: Callable[..., Any]
    kind: Kind
    state: str | None
    turn: str
    lines: Lines = attrs.field(factory=list)
    indent: int = 0
    hidden: set[str] = attrs.field(factory=set)  # names of the function's own, which hide those around it
    rows: dict[str, Row] = attrs.field(factory=dict)  # names that stand for lists of tables
    repeats: int = 0  # how many expressions around that which is written are evaluated again
    _number: int = 0

    def write(self, node: ast.AST, text: str) -> None:
        """Write a line that comes from a node."""
        self.lines.append(("    " * self.indent + text, self.place(node)))

    def place(self, node: ast.AST) -> Place:
        """Return the place of a node in the author's file."""
        return place_of(self.function, node)

    def fail(self, node: ast.AST, why: str, shown: str | None = None) -> NoReturn:
        """Raise the error about a node that cannot be compiled."""
        raise mistake(self.place(node), shown if shown is not None else ast.unparse(node), why)

    def fresh(self) -> str:
        """Return the name of a new variable."""
        self._number += 1
        return f"k_{self._number}"

    def local(self, name: str) -> str:
        """Return the name of a variable of the author's in the generated module."""
        return f"{name}_" if name.startswith(INTERNAL) else name

    def check(self, node: ast.AST, index: str, limit: str) -> str:
        """Return an expression for `index` that in the checked build must be from 0 to below `limit`."""
        if not self.names.is_checked:
            return index
        return f"k_within({index}, {limit}, {self.names.site(self.place(node), ast.unparse(node))})"

    # --- what an expression is --------------------------------------------------------------------------------------

    def is_state(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.state and self.state is not None

    def field(self, node: ast.expr) -> tuple[int, Field] | None:
        """Return the offset of the field that a node reads, and the field; None if the node reads no field."""
        if not isinstance(node, ast.Attribute) or not self.is_state(node.value) or node.attr == "turn":
            return None
        layout = self.names.layout
        if node.attr not in layout.fields:
            names = ", ".join([*layout.fields, "turn"])
            self.fail(node, f"the state has no {node.attr}; it has {names}")
        return layout.offsets[node.attr], layout.fields[node.attr]

    def cell(self, node: ast.expr) -> tuple[str, str] | None:
        """Return expressions for the place of a cell and the number of its values; None if the node is no cell."""
        if isinstance(node, ast.Subscript) and (match := self.field(node.value)):
            offset, field = match
            if field.is_single:
                self.fail(node, "this field is one number, and has no places")
            index = self.check(node, self._index(node), str(field.places))
            return (f"{offset} + ({index})" if offset else index), self.names.values_of(offset)
        if match := self.field(node):
            offset, field = match
            if not field.is_single:
                self.fail(node, "a field is indexed, searched or looped over; it has no value as a whole")
            return str(offset), self.names.values_of(offset)
        if isinstance(node, ast.Attribute) and self.is_state(node.value) and node.attr == "turn":
            self.fail(node, "the turn passes by itself; return AGAIN from play to move again")
        return None

    def row(self, node: ast.expr) -> Row | None:
        """Return the list of a table that an expression stands for; None if it stands for something else."""
        if isinstance(node, ast.Name) and node.id in self.rows:
            return self.rows[node.id]
        if isinstance(node, ast.Subscript):
            parent = self.row(node.value)
            if parent is None or parent.holds_numbers:
                return None
            return Row(
                parent.table, parent.level + 1, self._entry(node, parent, self._index(node, self.repeated))
            )
        if not isinstance(node, ast.Name | ast.Attribute):
            return None
        value = self.value_of(node)
        if value is NO_VALUE or depth_of(value) is None:
            return None
        table = self.names.table(node, value, self.of_self(node))
        if table.lowest < LEAST or table.highest > MOST:
            self.fail(node, "a number of rules may have at most 63 bits")
        if table.narrow:
            self.fail(node, NARROW.format(table.narrow))
        if len(table.entries) > MOST_ENTRIES and not isinstance(table, ParameterTable):
            size = f"this one has {len(table.entries):,}"
            self.fail(node, f"tables of rules have at most {MOST_ENTRIES:,} entries; {size}")
        return Row(table, -1, "0")

    def value_of(self, node: ast.expr) -> Any:
        """Return the value of a name, or of an attribute of self or a module; `NO_VALUE` for other expressions."""
        if isinstance(node, ast.Name):
            if node.id == "self":
                return self.names.game
            return NO_VALUE if node.id in self.hidden else self.function.__globals__.get(node.id, NO_VALUE)
        if isinstance(node, ast.Attribute) and not self.is_state(node.value):
            holder = self.value_of(node.value)
            if holder is self.names.game or isinstance(holder, ModuleType | type):
                if not hasattr(holder, node.attr):
                    owner = getattr(holder, "__name__", type(holder).__name__)
                    self.fail(node, f"{owner} has no {node.attr}")
                return self.names.of_self(node.attr) if self.of_self(node) else getattr(holder, node.attr)
        return NO_VALUE

    def of_self(self, node: ast.expr) -> str | None:
        """Return the name of an attribute of `self`; None if the node is something else."""
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self":
            return node.attr
        return None

    def _constant(self, node: ast.expr) -> str:
        """Return the source of the number that a name or an attribute stands for."""
        value = self.value_of(node)
        if isinstance(value, bool | int | np.integer):
            name = self.of_self(node)
            if narrow := narrow_of([type(value)]):
                self.fail(node, NARROW.format(narrow))
            number = self.whole(node, int(value))
            return self.names.number(name, number) if name else number
        if value is NO_VALUE:
            self.fail(node, "nothing has this name")
        if depth_of(value) is not None:
            self.fail(node, "a table is indexed or looped over; it has no value as a whole")
        self.fail(node, f"rules can use only numbers and tables of numbers; this is a {type(value).__name__}")

    def _entry(self, node: ast.Subscript, row: Row, index: str) -> str:
        """Return the place of an entry of a list among all entries of its level."""
        index = self.check(node, index, row.length)
        return index if row.start == "0" else f"{row.start} + ({index})"

    def _index(self, node: ast.Subscript, number: Callable[[ast.expr], str] | None = None) -> str:
        """Return the source of an index of a field or of a list of a table."""
        if isinstance(node.slice, ast.UnaryOp) and isinstance(node.slice.op, ast.USub):
            self.fail(node, "an index must count from 0, not from the end")
        return (number or self.number)(node.slice)

    def where(self, node: ast.expr) -> str | None:
        """Return an expression for the places that `s.field.where(low, high)` finds, as bits; None for other nodes."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return None
        if node.func.attr != "where" or self.field(node.func.value) is None:
            return None
        return self._members(node, node.func.value, *node.args)

    def _members(self, node: ast.expr, holder: ast.expr, *bounds: ast.expr) -> str:
        match = self.field(holder)
        assert match is not None
        offset, field = match
        if field.is_single or not 1 <= len(bounds) <= 2:
            self.fail(
                node,
                "a field of several numbers can be searched for one value, or for values from a lowest to a highest",
            )
        places = field.places
        if places > 63 and isinstance(node, ast.Call) and node.func.attr == "bits":  # type: ignore[attr-defined]
            self.fail(
                node, "a set of 64 places does not fit in a number of 63 bits; use where(...) or count(...)"
            )
        if places > 64:
            self.fail(node, "a field of more than 64 places cannot be searched; loop over it")
        if len(bounds) == 1:
            low = high = self.repeated(bounds[0])
        else:
            low, high = map(self.number, bounds)
        if offset == 0 and places == self.names.planes_of:
            return f"k_planes(k_s, {low}, {high})"
        return f"k_members(k_s, {offset}, {places}, {low}, {high})"

    # --- numbers ----------------------------------------------------------------------------------------------------

    def repeated(self, node: ast.expr) -> str:
        """Return an expression that is evaluated more than once, so that nothing in it may change the state."""
        self.repeats += 1
        text = self.number(node)
        self.repeats -= 1
        return text

    def number(self, node: ast.expr) -> str:
        """Return an expression whose value is a number, a truth value or a tuple of numbers."""
        method = getattr(self, f"_number_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, ADVICE.get(type(node), "this cannot be compiled"))
        text: str = method(node)
        return text

    def _number_constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, bool | int):
            return self.whole(node, node.value)
        if node.value is None:
            self.fail(node, "only over and play may return None; use a number, such as -1")
        if isinstance(node.value, float):
            self.fail(node, "rules can use only whole numbers")
        self.fail(node, "rules can use only numbers; keep the number of a sign in a constant")

    def whole(self, node: ast.expr, number: int) -> str:
        """Return the source of a known number."""
        if not LEAST <= number <= MOST:
            self.fail(node, "a number of rules may have at most 63 bits")
        return repr(number) if number >= 0 else f"({number})"

    def _number_name(self, node: ast.Name) -> str:
        if self.is_state(node):
            self.fail(node, "the state as a whole can only be passed to functions")
        if node.id in self.rows:
            self.fail(node, "a list of a table is indexed or looped over; it has no value as a whole")
        if node.id in self.hidden:
            return self.local(node.id)
        return self._constant(node)

    def _number_attribute(self, node: ast.Attribute) -> str:
        if self.is_state(node.value) and node.attr == "turn":
            return self.turn
        if (cell := self.cell(node)) is not None:
            return f"k_load(k_s, {cell[0]})"
        return self._constant(node)

    def _number_subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.slice, ast.Slice):
            self.fail(node, ADVICE[ast.Slice])
        if (cell := self.cell(node)) is not None:
            return f"k_load(k_s, {cell[0]})"
        row = self.row(node.value)
        if row is not None:
            if not row.holds_numbers:
                self.fail(node, "a list of a table is indexed or looped over; it has no value as a whole")
            return row.table.item(self._entry(node, row, self._index(node)))
        numbers, index = self.number(node.value), self.number(node.slice)
        if self.names.is_checked and not isinstance(node.slice, ast.Constant | ast.UnaryOp):
            return f"k_part({numbers}, {index}, {self.names.site(self.place(node), ast.unparse(node))})"
        return f"{numbers}[{index}]"

    def _number_tuple(self, node: ast.Tuple) -> str:
        if not node.elts:
            self.fail(node, "a tuple must have at least one number")
        return self._tuple(node.elts)

    def _tuple(self, entries: Sequence[ast.expr]) -> str:
        """Return the source of a tuple of numbers; in the checked build, truth values become integers for Numba."""
        texts = [
            f"int({self.number(entry)})"
            if self.names.is_checked
            and isinstance(entry, ast.Compare | ast.BoolOp | ast.UnaryOp | ast.Constant)
            else self.number(entry)
            for entry in entries
        ]
        return f"({', '.join(texts)},)"

    # --- calls ------------------------------------------------------------------------------------------------------

    def _number_call(self, node: ast.Call) -> str:
        if node.keywords:
            self.fail(node, "functions of rules must be called without names of arguments")
        if self.where(node) is not None:
            self.fail(node, "loop over the places that where(...) finds; bits(...) is their set as a number")
        if isinstance(node.func, ast.Attribute) and self.field(node.func.value):
            return self._search(node, node.func)
        if (
            isinstance(node.func, ast.Name)
            and node.func.id not in self.hidden | self.function.__globals__.keys()
        ):
            name = node.func.id
            if name in ("any", "all", "sum"):
                return self._quantified(node, name)
            if name == "len" and len(node.args) == 1:
                return self._length(node)
            if name in BUILTINS:
                return self._builtin(node, name)
        if self.value_of(node.func) is count_bits:
            if len(node.args) != 1:
                self.fail(node, "count_bits takes one set")
            return f"k_population({self.number(node.args[0])})"
        if (text := self.called(node)) is None:
            python = ", ".join(sorted(BUILTINS))
            self.fail(
                node,
                f"rules can call only methods of self, functions of the module, and Python's own {python}",
            )
        return text

    def called(self, node: ast.Call, kind: Kind | None = None) -> str | None:
        """Return the source of a call of one of the author's functions; None if the node calls something else."""
        function = self.value_of(node.func)
        if function is NO_VALUE or not inspect.isroutine(function) or not hasattr(function, "__code__"):
            return None
        owner = getattr(function, "__self__", None)
        if not (owner is None or owner is self.names.game or isinstance(owner, type)):
            return None  # a method of another object than the game
        states = [i for i, argument in enumerate(node.args) if self.is_state(argument)]
        if states not in ([], [0]):
            self.fail(node, "the state must be the first argument, and no other")
        turn = self.turn if states else self.names.turn
        before = "_before" * (turn != self.names.turn)  # a variant for where moves are taken back
        place, shown = self.place(node), ast.unparse(node)
        if plain_name(node.func) == "is_stuck":
            wanted = Function(f"f_any_option{before}", self.names.game.options, "any", turn)
        else:
            if kind is None and not returns_something(function):
                self.fail(node, "this returns nothing")
            kind = kind or ("change" if self.kind in CHANGING and states else "helper")
            variant = "" if kind == "helper" else f"_{kind}"
            name = f"f_{plain_name(node.func)}{variant}{before}"
            wanted = Function(name, function, kind, turn, bool(states))
            self._refuse_both(node, wanted)
        name = self.names.require(wanted, self.name, place, shown)
        if self.repeats:
            self.names.twice.append((name, place, shown))
        numbers = [self.number(argument) for argument in node.args[len(states) :]]
        text = f"{name}({self.names.given(*(['k_s'] if states else []), *numbers)})"
        return f"(not {text})" if wanted.kind == "any" else text

    def _refuse_both(self, node: ast.Call, wanted: Function) -> None:
        """Refuse to call a function with the state in one place, and without it in another."""
        for known in self.names.functions.values():
            other = self.names.caller_of(known.name)
            if known.source == wanted.source and known.has_state != wanted.has_state and other:
                here, there = ("with", "without") if wanted.has_state else ("without", "with")
                self.fail(
                    node,
                    f"this is called {here} the state, and {there} it by {other.function} in line {other.line}; "
                    "write a function for each",
                )

    def _search(self, node: ast.Call, called: ast.Attribute) -> str:
        if called.attr == "bits":
            return self._members(node, called.value, *node.args)
        if called.attr not in ("index", "count") or len(node.args) != 1:
            self.fail(node, "a field has the methods where, bits, index and count")
        members = self._members(node, called.value, node.args[0])
        if called.attr == "count":
            return f"k_population({members})"
        field = self.names.layout.fields[called.value.attr]  # type: ignore[attr-defined]
        return self.check(node, f"k_lowest({members})", str(field.places))

    def _length(self, node: ast.Call) -> str:
        (argument,) = node.args
        if (members := self.where(argument)) is not None:
            return f"k_population({members})"
        if known := self.field(argument):
            return str(known[1].places)
        if row := self.row(argument):
            return row.length
        self.fail(node, "len takes a field or a list of a table")

    def _builtin(self, node: ast.Call, name: str) -> str:
        raise NotImplementedError  # some are operators

    def _quantified(self, node: ast.Call, name: str) -> str:
        raise NotImplementedError  # it takes loops
