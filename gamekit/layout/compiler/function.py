"""From the source of one of the author's functions to a function over a state on the stack."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NoReturn

import attrs

from gamekit.layout.compiler.mistakes import Place, mistake, place_of
from gamekit.layout.compiler.tables import Table

if TYPE_CHECKING:
    from gamekit.layout.compiler.rules import RulesCompiler

Kind = Literal["options", "any", "play", "over", "helper"]
"""What a function is for: `options` writes the codes of children; `any` is the same but says only whether there is an
option; `play` may change the state; `over` returns a payoff or None."""

BUILTINS: Final = frozenset({"range", "len", "min", "max", "abs", "int", "bool", "divmod"})
INTERNAL: Final = ("k_", "T_", "f_")
"""What names in the generated module begin with that are not the author's."""

ADVICE: Final[dict[type[ast.AST], str]] = {
    ast.ListComp: "lists cannot be made in rules; loop over what the list is made of, or keep a table in self",
    ast.SetComp: "sets cannot be made in rules; use bits of a number",
    ast.DictComp: "dictionaries cannot be made in rules; use a table indexed by a number",
    ast.List: "lists cannot be made in rules; keep a table in self or at the top of the module",
    ast.Set: "sets cannot be made in rules; write x in (1, 2), or use bits of a number",
    ast.Dict: "dictionaries cannot be made in rules; use a table indexed by a number",
    ast.GeneratorExp: "an expression that generates stands in any(...), all(...) or sum(...) alone",
    ast.Lambda: "rules cannot make functions; write a method",
    ast.JoinedStr: "rules have numbers alone",
    ast.Await: "rules cannot wait",
    ast.YieldFrom: "write a loop with yield",
    ast.Starred: "* cannot be used in rules",
    ast.Slice: "slices cannot be used in rules; keep the lists that you need in a table",
    ast.Try: "errors cannot be caught in rules",
    ast.With: "with cannot be used in rules",
    ast.Raise: "rules cannot raise; gamekit check finds what is wrong with them",
    ast.Assert: "rules cannot assert; gamekit check finds what is wrong with them",
    ast.Import: "import at the top of the module",
    ast.ImportFrom: "import at the top of the module",
    ast.Global: "rules keep nothing between calls; what changes belongs into the state",
    ast.Nonlocal: "rules keep nothing between calls; what changes belongs into the state",
    ast.Delete: "rules cannot delete",
    ast.FunctionDef: "write a method, or a function at the top of the module",
    ast.ClassDef: "write classes at the top of the module",
    ast.Match: "write if and elif",
    ast.NamedExpr: "assign on a line of its own",
}
"""What to write instead."""


@attrs.frozen
class Row:
    """A list within a table, at a level, whose place among all lists of that level an expression gives."""

    table: Table
    level: int
    place: str

    @property
    def start(self) -> str:
        """Where its entries begin."""
        return self.table.start(self.level + 1, self.place)

    @property
    def end(self) -> str:
        """Where they end."""
        return self.table.end(self.level + 1, self.place)

    @property
    def holds_numbers(self) -> bool:
        """Whether its entries are numbers, and no lists."""
        return self.level == self.table.depth - 2


@attrs.define
class FunctionCompiler:
    """Writes one function anew, line by line; each line knows where the author wrote it.

    Attributes:
        rules: what the functions of the rules have in common.
        function: the author's.
        kind: what it is for.
        lines: what is written, with the author's places.
        state: the name that the state has in it; None in a function of numbers alone.
    """

    rules: RulesCompiler
    function: Callable[..., Any]
    kind: Kind
    state: str | None
    lines: list[tuple[str, Place]] = attrs.field(factory=list)
    _indent: int = 0
    _number: int = 0
    _locals: set[str] = attrs.field(factory=set)
    _rows: dict[str, Row] = attrs.field(factory=dict)
    _returns: set[str] = attrs.field(factory=set)

    # --- the whole of it ----------------------------------------------------------------------------------------------

    def compile(self, name: str) -> None:
        """Write the function under this name."""
        tree = tree_of(self.function)
        arguments = [argument.arg for argument in tree.args.args]
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults:
            self.fail(tree, "functions of rules have plain arguments alone", f"def {tree.name}(...)")
        if inspect.ismethod(self.function) or (arguments and arguments[0] == "self"):
            arguments = arguments[1:]
        if self.function.__closure__:  # type: ignore[attr-defined]
            names = ", ".join(self.function.__code__.co_freevars)  # type: ignore[attr-defined]
            self.fail(tree, f"what a function finds around it ({names}) belongs into self or to the top of the module", f"def {tree.name}(...)")
        self._locals = set(arguments) | {
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        given = {"options": ["k_out"], "any": []}.get(self.kind, [self.local(a) for a in arguments if a != self.state])
        head = ["k_s"] if self.state or self.kind in ("options", "any") else []
        self.write(tree, f"def {name}({', '.join([*head, *given])}):")
        self._indent += 1
        if self.kind == "options":
            self.write(tree, "k_seen = k_block(K_SEEN)")
            self.write(tree, "k_clear(k_seen, K_SEEN)")
            self.write(tree, "k_n = 0")
        body = tree.body[1:] if ast.get_docstring(tree) else tree.body
        for statement in body:
            self.statement(statement)
        end = {"options": "return k_n", "any": "return False", "over": "return NOT_OVER", "play": "return 0"}
        if self.kind in end:
            self.write(tree, end[self.kind])
        elif not body:
            self.write(tree, "pass")
        self._indent -= 1
        if self.kind != "helper":
            return
        if self._returns >= {"nothing", "something"} or (self._returns == {"something"} and falls_through(body)):
            self.fail(tree, "this returns a number in one place and nothing in another; return a number everywhere", f"def {tree.name}(...)")

    def write(self, node: ast.AST, text: str) -> None:
        self.lines.append(("    " * self._indent + text, place_of(self.function, node)))

    def fail(self, node: ast.AST, why: str, shown: str | None = None) -> NoReturn:
        raise mistake(place_of(self.function, node), shown if shown is not None else ast.unparse(node), why)

    def fresh(self) -> str:
        self._number += 1
        return f"k_{self._number}"

    def local(self, name: str) -> str:
        return f"{name}_" if name.startswith(INTERNAL) else name

    def check(self, node: ast.AST, index: str, limit: str) -> str:
        """Return an expression for `index` that in the checked build must be from 0 to below `limit`."""
        if not self.rules.is_checked:
            return index
        site = self.rules.site(place_of(self.function, node), ast.unparse(node))
        return f"k_within({index}, {limit}, {site})"

    # --- statements -----------------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, ADVICE.get(type(node), "this cannot be compiled"), ast.unparse(node).splitlines()[0])
        method(node)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        self._indent += 1
        for statement in statements:
            self.statement(statement)
        self._indent -= 1

    def _pass(self, node: ast.Pass) -> None:
        self.write(node, "pass")

    def _break(self, node: ast.Break) -> None:
        self.write(node, "break")

    def _continue(self, node: ast.Continue) -> None:
        self.write(node, "continue")

    def _if(self, node: ast.If) -> None:
        self.write(node, f"if {self.number(node.test)}:")
        self.block(node.body)
        if node.orelse:
            self.write(node, "else:")
            self.block(node.orelse)

    def _while(self, node: ast.While) -> None:
        self.write(node, f"while {self.number(node.test)}:")
        self.block(node.body)
        if node.orelse:
            self.fail(node, "else after a loop cannot be compiled", "while ...: ... else: ...")

    def _return(self, node: ast.Return) -> None:
        if self.kind == "options":
            self.write(node, "return k_n")
        elif self.kind == "any":
            self.write(node, "return False")
        elif self.kind == "over":
            self.write(node, f"return {self._payoff(node.value)}")
        elif node.value is None:
            self._returns.add("nothing")
            self.write(node, "return 0" if self.kind == "play" else "return")
        else:
            self._returns.add("something")
            self.write(node, f"return {self.number(node.value)}")

    def _payoff(self, node: ast.expr | None) -> str:
        """Return what `over` returns, with NOT_OVER for None."""
        if node is None or (isinstance(node, ast.Constant) and node.value is None):
            return "NOT_OVER"
        if isinstance(node, ast.IfExp):
            return f"({self._payoff(node.body)} if {self.number(node.test)} else {self._payoff(node.orelse)})"
        if isinstance(node, ast.Call) and (called := self.rules.called(self, node.func)):
            return self._call_of(node, *called, kind="over")
        return self.number(node)

    def _expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):  # a text that stands alone
            return
        if isinstance(value, ast.Yield):
            if self.kind not in ("options", "any"):
                self.fail(node, "only options yields moves")
            if self.kind == "any":
                self.write(node, "return True")
            elif value.value is None:
                self.fail(node, "yield a move: a number, or several")
            else:
                self.write(node, f"k_n = k_child(k_s, {self.move(value.value)}, k_out, k_n, k_seen)")
                self.write(node, "if k_n > K_MOST:")
                self.write(node, "    return k_n")
        elif isinstance(value, ast.Call):
            self.write(node, self.number(value))
        else:
            self.fail(node, ADVICE.get(type(value), "this does nothing"))

    def move(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple):
            return f"({', '.join(map(self.number, node.elts))},)"
        return self.number(node)

    # --- assignments ------------------------------------------------------------------------------------------------------

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
        known = self._rows.get(name)
        if row is None:
            if known:
                self.fail(node, f"{name} is a list of a table above and a number here; give them different names")
            self.write(node, f"{self.local(name)} = {self.number(value)}")
            return
        place = f"{self.local(name)}_at"
        if known and (known.table is not row.table or known.level != row.level):
            self.fail(node, f"{name} is a list of another table above; give them different names")
        self._rows[name] = Row(row.table, row.level, place)
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
        width = row.table.widths[row.level + 1]
        if width != len(target.elts):
            lengths = "differ in length" if width is None else f"have {width} entries"
            self.fail(node, f"the lists of this table {lengths}, and cannot be taken apart into {len(target.elts)}", ast.unparse(target))
        for i, part in enumerate(target.elts):
            place = f"{row.start} + {i}"
            if row.holds_numbers:
                self.store(part, f"k_item({row.table.name}, {place})")
            elif isinstance(part, ast.Name):
                self._rows[part.id] = Row(row.table, row.level + 1, f"{self.local(part.id)}_at")
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
        if self.kind != "play":
            self.fail(target, "only play, and functions that it calls, may change the state")
        place, values = cell
        self.write(target, f"k_put(k_s, {place}, {self.check(target, value, values)})")

    def _augassign(self, node: ast.AugAssign) -> None:
        operation = ast.BinOp(_loaded(node.target), node.op, node.value)
        ast.copy_location(operation, node)
        ast.fix_missing_locations(operation)
        self.store(node.target, self.number(operation))

    def _annassign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self._assign(ast.copy_location(ast.Assign([node.target], node.value), node))

    # --- loops --------------------------------------------------------------------------------------------------------------

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            self.fail(node, "else after a loop cannot be compiled", "for ...: ... else: ...")
        self.loop(node, node.target, node.iter, lambda: [self.statement(part) for part in node.body])

    def loop(self, node: ast.AST, target: ast.expr, over: ast.expr, body: Callable[[], Any]) -> None:
        """Write a loop over a range, a field, a list of a table or the places that `where` finds."""
        counter: ast.expr | None = None
        if _is_call(over, "enumerate"):
            if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or len(over.args) != 1:  # type: ignore[attr-defined]
                self.fail(over, "enumerate gives two: for i, x in enumerate(...)")
            counter, target = target.elts
            over = over.args[0]  # type: ignore[attr-defined]
        if (where := self.where(over)) is not None:
            left = self.fresh()
            self.write(node, f"{left} = {where}")
            self.write(node, f"while {left} != 0:")
            self._indent += 1
            self.store(target, f"k_lowest({left})")
            self.write(node, f"{left} &= {left} - 1")
            if counter is not None:
                self.fail(over, "count the places that where finds yourself")
        elif (field := self.field(over)) is not None:
            offset, places, _ = field
            i = self.fresh()
            self.write(node, f"for {i} in range({places}):")
            self._indent += 1
            if counter is not None:
                self.store(counter, i)
            self.store(target, f"k_load(k_s, {offset} + {i})")
        elif (row := self.row(over)) is not None:
            i = self.fresh()
            self.write(node, f"for {i} in range({row.start}, {row.end}):")
            self._indent += 1
            if counter is not None:
                self.store(counter, f"{i} - ({row.start})")
            if row.holds_numbers:
                self.store(target, f"k_item({row.table.name}, {i})")
            elif isinstance(target, ast.Tuple):
                self._unpack_row(node, target, Row(row.table, row.level + 1, i))
            elif isinstance(target, ast.Name):
                self._rows[target.id] = Row(row.table, row.level + 1, i)
        elif isinstance(over, ast.Tuple):
            i = self.fresh()
            self.write(node, f"for {i} in ({', '.join(map(self.number, over.elts))},):")
            self._indent += 1
            if counter is not None:
                self.fail(over, "enumerate counts a list of a table or a field")
            self.store(target, i)
        elif _is_call(over, "range"):
            i = self.fresh()
            self.write(node, f"for {i} in {self.number(over)}:")
            self._indent += 1
            if counter is not None:
                self.fail(over, "enumerate counts a list of a table or a field")
            self.store(target, i)
        else:
            self.fail(over, "a loop is over range(...), a field, the places that where(...) finds, or a table of numbers")
        body()
        self._indent -= 1

    # --- what an expression is ------------------------------------------------------------------------------------------------

    def is_state(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id == self.state and self.state is not None

    def field(self, node: ast.expr) -> tuple[int, int, int] | None:
        """Return the offset, the number of places and that of values of a field; None if the node is none."""
        if not isinstance(node, ast.Attribute) or not self.is_state(node.value) or node.attr == "turn":
            return None
        layout = self.rules.layout
        if node.attr not in layout.fields:
            names = ", ".join([*layout.fields, "turn"])
            self.fail(node, f"the state has no {node.attr}; it has {names}")
        field = layout.fields[node.attr]
        return layout.offsets[node.attr], field.places, field.values

    def is_single(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Attribute) and self.rules.layout.fields[node.attr].is_single

    def cell(self, node: ast.expr) -> tuple[str, str] | None:
        """Return the place of a cell among all cells, and the number of its values; None if the node is none."""
        if isinstance(node, ast.Subscript) and (field := self.field(node.value)):
            offset, places, values = field
            if self.is_single(node.value):
                self.fail(node, "this field is one number, and has no places")
            index = self.check(node, self.number(node.slice), str(places))
            return (f"{offset} + ({index})" if offset else index), str(values)
        if isinstance(node, ast.Attribute) and (field := self.field(node)):
            if not self.is_single(node):
                self.fail(node, "a field is indexed, searched or looped over; it has no value as a whole")
            return str(field[0]), str(field[2])
        if isinstance(node, ast.Attribute) and self.is_state(node.value) and node.attr == "turn":
            self.fail(node, "the turn passes by itself; return AGAIN from play to move again")
        return None

    def row(self, node: ast.expr) -> Row | None:
        """Return the list of a table that an expression stands for; None if it stands for something else."""
        if isinstance(node, ast.Name) and node.id in self._rows:
            return self._rows[node.id]
        if isinstance(node, ast.Subscript):
            parent = self.row(node.value)
            if parent is None or parent.holds_numbers:
                return None
            return Row(parent.table, parent.level + 1, self._entry(node, parent))
        table = self.rules.table(self, node)
        return Row(table, -1, "0") if table else None

    def _entry(self, node: ast.Subscript, row: Row) -> str:
        """Return the place of an entry of a list among all entries of its level."""
        length = f"({row.end}) - ({row.start})" if row.level >= 0 else str(row.table.length)
        index = self.check(node, self.number(node.slice), length)
        return index if row.level < 0 else f"{row.start} + ({index})"

    def where(self, node: ast.expr) -> str | None:
        """Return the places that `s.field.where(low, high)` finds, as bits."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            return None
        if node.func.attr != "where" or self.field(node.func.value) is None:
            return None
        return self._members(node, node.func.value, *node.args)

    def _members(self, node: ast.expr, field: ast.expr, *bounds: ast.expr) -> str:
        found = self.field(field)
        assert found is not None
        if self.is_single(field) or not 1 <= len(bounds) <= 2:
            self.fail(node, "a field of several numbers is searched for one value, or from a lowest to a highest")
        offset, places, _ = found
        if places > 64:
            self.fail(node, "a field of more than 64 places cannot be searched; loop over it")
        low, high = self.number(bounds[0]), self.number(bounds[-1])
        return f"k_members(k_s, {offset}, {places}, {low}, {high})"

    # --- numbers ----------------------------------------------------------------------------------------------------------------

    def number(self, node: ast.expr) -> str:
        """Return an expression whose value is a number, a truth value or a tuple of numbers."""
        method = getattr(self, f"_number_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(node, ADVICE.get(type(node), "this cannot be compiled"))
        text: str = method(node)
        return text

    def _number_constant(self, node: ast.Constant) -> str:
        if isinstance(node.value, bool | int):
            return repr(node.value)
        if node.value is None:
            self.fail(node, "None is what over returns alone; use a number, -1 say")
        if isinstance(node.value, float):
            self.fail(node, "rules have whole numbers alone")
        self.fail(node, "rules have numbers alone; keep the number of a sign in a constant")

    def _number_name(self, node: ast.Name) -> str:
        if self.is_state(node):
            self.fail(node, "the state as a whole is only handed to functions")
        if node.id in self._rows:
            self.fail(node, "a list of a table is indexed or looped over; it has no value as a whole")
        if node.id in self._locals:
            return self.local(node.id)
        return self.rules.constant(self, node)

    def _number_attribute(self, node: ast.Attribute) -> str:
        if self.is_state(node.value) and node.attr == "turn":
            return self.rules.turn
        if (cell := self.cell(node)) is not None:
            return f"k_load(k_s, {cell[0]})"
        return self.rules.constant(self, node)

    def _number_subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.slice, ast.Slice):
            self.fail(node, ADVICE[ast.Slice])
        if (cell := self.cell(node)) is not None:
            return f"k_load(k_s, {cell[0]})"
        row = self.row(node.value)
        if row is not None:
            if not row.holds_numbers:
                self.fail(node, "a list of a table is indexed or looped over; it has no value as a whole")
            return f"k_item({row.table.name}, {self._entry(node, row)})"
        return f"{self.number(node.value)}[{self.number(node.slice)}]"

    def _number_tuple(self, node: ast.Tuple) -> str:
        return f"({', '.join(map(self.number, node.elts))},)"

    def _number_binop(self, node: ast.BinOp) -> str:
        if isinstance(node.op, ast.Div | ast.MatMult):
            self.fail(node, "rules have whole numbers alone; write //")
        return _joined(node.op, self.number(node.left), self.number(node.right))

    def _number_unaryop(self, node: ast.UnaryOp) -> str:
        signs = {ast.USub: "-", ast.UAdd: "+", ast.Invert: "~", ast.Not: "not "}
        return f"({signs[type(node.op)]}{self.number(node.operand)})"

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
            rest = (f"{names[type(o)]} {self.number(n)}" for o, n in zip(node.ops, node.comparators, strict=True))
            return f"({self.number(node.left)} {' '.join(rest)})"
        if len(node.ops) > 1:
            self.fail(node, "write this comparison in two")
        found = self._is_in(node, node.left, node.comparators[0])
        return found if isinstance(node.ops[0], ast.In) else f"(not {found})"

    def _is_in(self, node: ast.expr, value: ast.expr, holder: ast.expr) -> str:
        if self.field(holder):
            return f"({self._members(node, holder, value)} != 0)"
        if isinstance(holder, ast.Tuple):
            return f"k_among({self.number(value)}, ({', '.join(map(self.number, holder.elts))},))"
        if (row := self.row(holder)) and row.holds_numbers:
            return f"k_holds({row.table.name}, {row.start}, {row.end}, {self.number(value)})"
        self.fail(node, "in looks into a field, into (a, b, c) or into a list of numbers of a table")

    # --- calls --------------------------------------------------------------------------------------------------------------------

    def _number_call(self, node: ast.Call) -> str:
        if node.keywords:
            self.fail(node, "functions of rules are called without names of arguments")
        if self.where(node) is not None:
            self.fail(node, "loop over the places that where(...) finds; bits(...) is their set as a number")
        if isinstance(node.func, ast.Attribute) and self.field(node.func.value):
            return self._search(node, node.func)
        if isinstance(node.func, ast.Name) and node.func.id not in self._locals:
            name = node.func.id
            if name in ("any", "all", "sum"):
                return self._quantified(node, name)
            if name == "len" and len(node.args) == 1:
                return self._length(node)
            if name in BUILTINS:
                return f"{name}({', '.join(map(self.number, node.args))})"
        called = self.rules.called(self, node.func)
        if called is None:
            self.fail(node, "rules call methods of self, functions of the module and a few of Python's: " + ", ".join(sorted(BUILTINS)))
        return self._call_of(node, *called)

    def _call_of(self, node: ast.Call, name: str, function: Callable[..., Any], kind: Kind | None = None) -> str:
        if name == "f_is_stuck":
            self.rules.compile("options", "any")
            return "(not f_any_option(k_s))"
        states = [i for i, argument in enumerate(node.args) if self.is_state(argument)]
        if len(states) > 1 or (states and states[0] != 0):
            self.fail(node, "the state is the first argument, once")
        kind = kind or ("play" if self.kind == "play" and states else "helper")
        self.rules.add(name, function, kind, has_state=bool(states), by=self, node=node)
        numbers = [self.number(argument) for argument in node.args[len(states) :]]
        suffix = "_over" if kind == "over" and name != "f_over" else ""
        return f"{name}{suffix}({', '.join([*(['k_s'] if states else []), *numbers])})"

    def _search(self, node: ast.Call, called: ast.Attribute) -> str:
        if called.attr == "bits":
            return self._members(node, called.value, *node.args)
        if called.attr not in ("index", "count") or len(node.args) != 1:
            self.fail(node, "a field has where, bits, index and count")
        found = self._members(node, called.value, node.args[0])
        if called.attr == "count":
            return f"k_population({found})"
        places = self.field(called.value)[1]  # type: ignore[index]
        return self.check(node, f"k_lowest({found})", str(places))

    def _length(self, node: ast.Call) -> str:
        (argument,) = node.args
        if (found := self.where(argument)) is not None:
            return f"k_population({found})"
        if field := self.field(argument):
            return str(field[1])
        if row := self.row(argument):
            return f"({row.end} - ({row.start}))" if row.level >= 0 else str(row.table.length)
        self.fail(node, "len is of a field, or of a list of a table")

    def _quantified(self, node: ast.Call, name: str) -> str:
        """Lift any(... for ...), all(...) or sum(...) into a function of its own."""
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            self.fail(node, f"write {name}(... for ... in ...)")
        generator = node.args[0]
        bound = {n.id for n in ast.walk(generator) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        used = {n.id for n in ast.walk(generator) if isinstance(n, ast.Name)} - bound
        numbers = sorted(n for n in used & self._locals if n not in self._rows and n != self.state)
        rows = sorted(n for n in used if n in self._rows)
        lifted = f"{self.rules.fresh('f_' + name)}"
        inner = FunctionCompiler(self.rules, self.function, "helper", self.state)
        inner._locals = self._locals | bound
        inner._rows = {n: Row(self._rows[n].table, self._rows[n].level, f"{n}_at") for n in rows}
        parameters = [*map(self.local, numbers), *(f"{n}_at" for n in rows)]
        inner.write(node, f"def {lifted}({', '.join(['k_s', *parameters])}):")
        inner._indent += 1
        if name == "sum":
            inner.write(node, "k_sum = 0")
        inner._generate(node, generator, generator.generators, name)
        inner.write(node, {"any": "return False", "all": "return True", "sum": "return k_sum"}[name])
        self.rules.add_written(lifted, inner.lines)
        places = [self._rows[n].place for n in rows]
        state = "k_s" if self.state or self.kind in ("options", "any") else "0"
        return f"{lifted}({', '.join([state, *map(self.local, numbers), *places])})"

    def _generate(
        self, node: ast.AST, generator: ast.GeneratorExp, loops: Sequence[ast.comprehension], name: str
    ) -> None:
        if loops:
            loop, *rest = loops

            def body() -> None:
                for condition in loop.ifs:
                    self.write(node, f"if {self.number(condition)}:")
                    self._indent += 1
                self._generate(node, generator, rest, name)
                self._indent -= len(loop.ifs)

            self.loop(node, loop.target, loop.iter, body)
        elif name == "sum":
            self.write(node, f"k_sum += {self.number(generator.elt)}")
        else:
            test = self.number(generator.elt)
            self.write(node, f"if {test}:" if name == "any" else f"if not {test}:")
            self.write(node, f"    return {name == 'any'}")


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Return the syntax of a function, with the line numbers of its file."""
    lines, first = inspect.getsourcelines(function)
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        place = Place(function.__code__.co_filename, first, function.__qualname__)  # type: ignore[attr-defined]
        raise mistake(place, lines[0].strip(), "rules are written as functions with def")
    return definition


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
    return not (isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and bool(last.test.value))


def _loaded(target: ast.expr) -> ast.expr:
    """Return a target of an assignment as an expression that is read."""
    loaded = ast.parse(ast.unparse(target), mode="eval").body
    return ast.copy_location(loaded, target)


def _joined(operation: ast.operator, left: str, right: str) -> str:
    shown = ast.unparse(ast.BinOp(ast.Name("a"), operation, ast.Name("b")))
    return f"({left} {shown[2:-2]} {right})"


def _is_call(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
