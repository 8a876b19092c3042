"""Assignments and loops of rules, and the loops in `any`, `all` and `sum`."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from gamekit.layout.compiler.expressions import CHANGING
from gamekit.layout.compiler.operators import Operators
from gamekit.layout.compiler.syntax import is_call, loaded
from gamekit.layout.compiler.tables import Row
from gamekit.layout.sets import members


@attrs.define
class Loops(Operators):
    """Translates the assignments and loops of one function into the source of the generated module."""

    # --- assignments ------------------------------------------------------------------------------------------------

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
        """Write the source that assigns an expression to a target."""
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
        self.write(target, f"k_put({self.names.given('k_s', place, self.check(target, value, values))})")

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

    # --- loops ------------------------------------------------------------------------------------------------------

    def loop(self, node: ast.AST, target: ast.expr, over: ast.expr, body: Callable[[], Any]) -> None:
        """Write a loop over a range, a field, a list of a table, the places of a set, or numbers in brackets."""
        if ast.unparse(over) in ("()", "[]", "range(0)"):
            self.write(node, "pass")
            return
        counter: ast.expr | None = None
        if is_call(over, "enumerate"):
            if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or len(over.args) != 1:
                self.fail(over, "enumerate gives two values; write for i, x in enumerate(...)")
            counter, target = target.elts
            over = over.args[0]
        if (where := self.where(over) or self._set(over)) is not None:
            left = self.fresh()
            self.write(node, f"{left} = {where}")
            ends = (
                f" and k_lowest({left}) < 64" * self.names.is_checked
            )  # a complement has no end in plain Python
            self.write(node, f"while {left} != 0{ends}:")
            self.indent += 1
            self.store(target, f"k_lowest({left})")
            self.write(node, f"{left} &= {left} - 1")
            if counter is not None:
                self.fail(over, "enumerate does not take a set; count its places yourself")
        elif (known := self.field(over)) is not None:
            offset, field = known
            i = self.fresh()
            self.write(node, f"for {i} in range({field.places}):")
            self.indent += 1
            if counter is not None:
                self.store(counter, i)
            self.store(target, f"k_load(k_s, {offset} + {i})")
        elif (row := self.row(over)) is not None:
            i = self.fresh()
            self.write(node, f"for {i} in range({row.start}, {row.end}):")
            self.indent += 1
            if counter is not None:
                self.store(counter, f"{i} - ({row.start})")
            if row.holds_numbers:
                self.store(target, row.table.item(i))
            elif isinstance(target, ast.Tuple):
                self._unpack_row(node, target, Row(row.table, row.level + 1, i))
            elif isinstance(target, ast.Name):
                self.rows[target.id] = Row(row.table, row.level + 1, i)
        elif isinstance(over, ast.Tuple | ast.List) or is_call(over, "range"):
            i, series = self.fresh(), self.series(over)
            self.write(node, f"for {i} in {series}:")
            self.indent += 1
            if counter is not None:
                self.fail(over, "enumerate takes a list of a table or a field")
            self.store(target, i)
        elif isinstance(node, ast.Return):
            self.fail(
                over,
                "moves must be returned as range(...), a field, where(...), members(...), a list of a table or numbers "
                "in brackets; yield all others one by one",
            )
        else:
            self.fail(
                over,
                "a loop must be over range(...), a field, the places that where(...) finds, members(...) of a set, "
                "a table of numbers, or numbers in brackets",
            )
        body()
        self.indent -= 1

    def _set(self, over: ast.expr) -> str | None:
        if not is_call(over, "members") or self.function.__globals__.get("members") is not members:
            return None
        if len(over.args) != 1 or over.keywords:
            self.fail(over, "members takes one set")
        return self.number(over.args[0])

    def _quantified(self, node: ast.Call, name: str) -> str:
        """Lift any(... for ...), all(...) or sum(...) into a function of its own, and return its call."""
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            self.fail(node, f"write {name}(... for ... in ...)")
        generator = node.args[0]
        bound = {
            n.id for n in ast.walk(generator) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        used = {n.id for n in ast.walk(generator) if isinstance(n, ast.Name)} - bound
        numbers = sorted(n for n in used & self.hidden if n not in self.rows and n != self.state)
        rows = sorted(n for n in used if n in self.rows)
        lifted = self.names.fresh(f"k_{name}")  # no function of the author's has such a name
        inner = type(self)(self.names, lifted, self.function, "helper", self.state, self.turn)
        inner.hidden = self.hidden | bound
        inner.rows = {n: Row(self.rows[n].table, self.rows[n].level, f"{n}_at") for n in rows}
        parameters = [*map(self.local, numbers), *(f"{n}_at" for n in rows)]
        inner.write(node, f"def {lifted}({inner.names.given('k_s', *parameters)}):")
        inner.indent += 1
        if name == "sum":
            inner.write(node, "k_sum = 0")
        inner._generate(node, generator, generator.generators, name)
        inner.write(node, {"any": "return False", "all": "return True", "sum": "return k_sum"}[name])
        self.names.written[lifted] = inner.lines
        self.names.calls.setdefault(self.name, {})[lifted] = (self.place(node), ast.unparse(node))
        places = [self.rows[n].place for n in rows]
        state = "k_s" if self.state or self.kind in ("options", "back", "any") else "0"
        return f"{lifted}({self.names.given(state, *map(self.local, numbers), *places)})"

    def _generate(
        self, node: ast.AST, generator: ast.GeneratorExp, loops: Sequence[ast.comprehension], name: str
    ) -> None:
        if loops:
            loop, *rest = loops

            def body() -> None:
                for condition in loop.ifs:
                    self.write(node, f"if {self.number(condition)}:")
                    self.indent += 1
                self._generate(node, generator, rest, name)
                self.indent -= len(loop.ifs)

            self.loop(node, loop.target, loop.iter, body)
        elif name == "sum":
            self.write(node, f"k_sum = {self.applied(node, 'plus', 'k_sum', self.number(generator.elt))}")
        else:
            test = self.number(generator.elt)
            self.write(node, f"if {test}:" if name == "any" else f"if not {test}:")
            self.write(node, f"    return {name == 'any'}")
