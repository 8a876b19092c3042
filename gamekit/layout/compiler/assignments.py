"""Assignments of rules: to names, to lists of tables and to cells of the state."""

from __future__ import annotations

import ast

import attrs

from gamekit.layout.compiler.expressions import CHANGING
from gamekit.layout.compiler.operators import Operators
from gamekit.layout.compiler.syntax import loaded
from gamekit.layout.compiler.tables import Row


@attrs.define
class Assignments(Operators):
    """Writes the assignments of one function anew."""

    def _assign(self, node: ast.Assign) -> None:
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            self._bind(node, node.targets[0].id, node.value)
            return
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Tuple):
            self._unpack(node, node.targets[0], node.value)
            return
        value = self.fresh()
        self.write(node, f"{value} = {self.number(node.value)}")
        for target in node.targets:
            self.store(target, value)

    def _bind(self, node: ast.AST, name: str, value: ast.expr) -> None:
        row = self.row(value)
        known = self.rows.get(name)
        if row is None:
            if known:
                self.fail(
                    node, f"{name} is a list of a table above and a number here; give them different names"
                )
            self.write(node, f"{self.local(name)} = {self.number(value)}")
            return
        place = f"{self.local(name)}_at"
        if known and (known.table is not row.table or known.level != row.level):
            self.fail(node, f"{name} is a list of another table above; give them different names")
        self.rows[name] = Row(row.table, row.level, place)
        self.write(node, f"{place} = {row.place}")

    def _unpack(self, node: ast.stmt, target: ast.Tuple, value: ast.expr) -> None:
        row = self.row(value)
        if row:
            self._unpack_row(node, target, row)
        elif isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
            names = [self.fresh() for _ in value.elts]
            for name, part in zip(names, value.elts, strict=True):
                self.write(node, f"{name} = {self.number(part)}")
            for part, name in zip(target.elts, names, strict=True):
                self.store(part, name)
        else:
            names = [self.fresh() for _ in target.elts]
            self.write(node, f"{', '.join(names)}, = {self.number(value)}")
            for part, name in zip(target.elts, names, strict=True):
                self.store(part, name)

    def _unpack_row(self, node: ast.AST, target: ast.Tuple, row: Row) -> None:
        width = row.table.width(row.level + 1)
        if width != len(target.elts):
            lengths = "differ in length" if width is None else f"have {width} entries"
            self.fail(
                node,
                f"the lists of this table {lengths}, and cannot be taken apart into {len(target.elts)}",
                ast.unparse(target),
            )
        for i, part in enumerate(target.elts):
            place = f"{row.start} + {i}"
            if row.holds_numbers:
                self.store(part, row.table.item(place))
            elif isinstance(part, ast.Name):
                self.rows[part.id] = Row(row.table, row.level + 1, f"{self.local(part.id)}_at")
                self.write(node, f"{self.local(part.id)}_at = {place}")
            else:
                self.fail(node, "a list of a table needs a name")

    def store(self, target: ast.expr, value: str) -> None:
        """Write what gives a target its value, an expression."""
        if isinstance(target, ast.Name):
            self.write(target, f"{self.local(target.id)} = {value}")
            return
        if isinstance(target, ast.Tuple):
            self.fail(target, "take apart one level at a time")
        cell = self.cell(target)
        if cell is None:
            self.fail(target, "only places of the state and names can be given a value")
        if self.kind not in CHANGING:
            why = "only play and unplay, and functions that they call, may change the state"
            caller = self.names.caller_of(self.name)
            self.fail(target, f"{why}; {caller.function} calls this in line {caller.line}" if caller else why)
        self.names.changing.add(self.name)
        place, values = cell
        self.write(target, f"k_put({self.given('k_s', place, self.check(target, value, values))})")

    def _augassign(self, node: ast.AugAssign) -> None:
        if isinstance(node.target, ast.Subscript):
            self.repeated(node.target.slice)
        operation = ast.BinOp(loaded(node.target), node.op, node.value)
        ast.copy_location(operation, node)
        ast.fix_missing_locations(operation)
        self.store(node.target, self.number(operation))

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(ast.copy_location(ast.Assign([node.target], node.value), node))
