"""Functions of rules: from the author's source to a function over a state on the stack, line by line."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Callable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Any, TypeGuard

import attrs

from gamekit.errors import UnsupportedError
from gamekit.layout.compiler.expressions import ADVICE, Expressions, Row
from gamekit.layout.compiler.mistakes import Place, mistake
from gamekit.layout.compiler.names import Function, Names


@attrs.define
class FunctionCompiler(Expressions):
    """Writes one function anew."""

    _returns: set[str] = attrs.field(factory=set)

    # --- the whole of it --------------------------------------------------------------------------------------------

    def compile(self) -> None:
        """Write the function."""
        tree = tree_of(self.function)
        arguments = [argument.arg for argument in tree.args.args]
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults:
            self.fail(tree, "functions of rules take plain arguments only", f"def {tree.name}(...)")
        if inspect.ismethod(self.function) or (arguments and arguments[0] == "self"):
            arguments = arguments[1:]
        if self.function.__closure__:
            names = ", ".join(self.function.__code__.co_freevars)
            self.fail(
                tree,
                f"what a function finds around it ({names}) belongs in self or at the top of the module",
                f"def {tree.name}(...)",
            )
        self.hidden = set(arguments) | {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        given = {"options": ["k_out"], "any": []}.get(
            self.kind, [self.local(a) for a in arguments if a != self.state]
        )
        head = ["k_s"] if self.state or self.kind in ("options", "any") else []
        self.write(tree, f"def {self.name}({', '.join([*head, *given])}):")
        self.indent += 1
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
        self.indent -= 1
        if self.kind != "helper":
            return
        if self._returns >= {"nothing", "something"} or (
            self._returns == {"something"} and falls_through(body)
        ):
            self.fail(
                tree,
                "this returns a number in one place and nothing in another; return a number everywhere",
                f"def {tree.name}(...)",
            )

    # --- statements -------------------------------------------------------------------------------------------------

    def statement(self, node: ast.stmt) -> None:
        method = getattr(self, f"_{type(node).__name__.lower()}", None)
        if method is None:
            self.fail(
                node, ADVICE.get(type(node), "this cannot be compiled"), ast.unparse(node).splitlines()[0]
            )
        method(node)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        self.indent += 1
        self.statements(statements)
        self.indent -= 1

    def statements(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements, one after the other."""
        for statement in statements:
            self.statement(statement)

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
        value = node.value or ast.Constant(None)
        if self.kind == "options":
            self.write(node, "return k_n")
        elif self.kind == "any":
            self.write(node, "return False")
        elif self.kind == "over":
            self.write(node, f"return {self._number_or(value, 'NOT_OVER')}")
        elif self.kind == "play":
            if self.name == "f_play" and self.names.layout.from_movers_view and not is_none(value):
                self.fail(
                    node, "where the players are alike, every move passes the turn; leave out alike or AGAIN"
                )
            self.write(node, f"return {self._number_or(value, '0')}")
        elif is_none(value):
            self._returns.add("nothing")
            self.write(node, "return")
        else:
            self._returns.add("something")
            self.write(node, f"return {self.number(value)}")

    def _number_or(self, node: ast.expr, nothing: str) -> str:
        """Return what `over` or `play` returns, with `nothing` for None."""
        if is_none(node):
            return nothing
        if isinstance(node, ast.IfExp):
            body, other = self._number_or(node.body, nothing), self._number_or(node.orelse, nothing)
            return f"({body} if {self.number(node.test)} else {other})"
        if self.kind == "over" and isinstance(node, ast.Call) and (text := self.called(node, kind="over")):
            return text
        return self.number(node)

    def _expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):  # a text that stands alone
            return
        if isinstance(value, ast.YieldFrom):
            move = ast.copy_location(ast.Name(self.fresh(), ast.Load()), node)
            each = ast.copy_location(ast.Expr(ast.copy_location(ast.Yield(move), node)), node)
            self.hidden.add(move.id)
            self.loop(
                node,
                ast.copy_location(ast.Name(move.id, ast.Store()), node),
                value.value,
                lambda: self._expr(each),
            )
        elif isinstance(value, ast.Yield):
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
        width = row.table.widths[row.level + 1]
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
                self.store(part, f"k_item({row.table.name}, {place})")
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

    # --- loops ------------------------------------------------------------------------------------------------------

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            self.fail(node, "else after a loop cannot be compiled", "for ...: ... else: ...")
        self.loop(node, node.target, node.iter, lambda: self.statements(node.body))

    def loop(self, node: ast.AST, target: ast.expr, over: ast.expr, body: Callable[[], Any]) -> None:
        """Write a loop over a range, a field, a list of a table or the places that `where` finds."""
        counter: ast.expr | None = None
        if _is_call(over, "enumerate"):
            if not isinstance(target, ast.Tuple) or len(target.elts) != 2 or len(over.args) != 1:
                self.fail(over, "enumerate gives two: for i, x in enumerate(...)")
            counter, target = target.elts
            over = over.args[0]
        if (where := self.where(over)) is not None:
            left = self.fresh()
            self.write(node, f"{left} = {where}")
            self.write(node, f"while {left} != 0:")
            self.indent += 1
            self.store(target, f"k_lowest({left})")
            self.write(node, f"{left} &= {left} - 1")
            if counter is not None:
                self.fail(over, "count the places that where finds yourself")
        elif (field := self.field(over)) is not None:
            offset, places, _ = field
            i = self.fresh()
            self.write(node, f"for {i} in range({places}):")
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
                self.store(target, f"k_item({row.table.name}, {i})")
            elif isinstance(target, ast.Tuple):
                self._unpack_row(node, target, Row(row.table, row.level + 1, i))
            elif isinstance(target, ast.Name):
                self.rows[target.id] = Row(row.table, row.level + 1, i)
        elif isinstance(over, ast.Tuple):
            i = self.fresh()
            self.write(node, f"for {i} in ({', '.join(map(self.number, over.elts))},):")
            self.indent += 1
            if counter is not None:
                self.fail(over, "enumerate counts a list of a table or a field")
            self.store(target, i)
        elif _is_call(over, "range"):
            i = self.fresh()
            self.write(node, f"for {i} in {self.number(over)}:")
            self.indent += 1
            if counter is not None:
                self.fail(over, "enumerate counts a list of a table or a field")
            self.store(target, i)
        else:
            self.fail(
                over,
                "a loop is over range(...), a field, the places that where(...) finds, or a table of numbers",
            )
        body()
        self.indent -= 1

    def _quantified(self, node: ast.Call, name: str) -> str:
        """Lift any(... for ...), all(...) or sum(...) into a function of its own."""
        if len(node.args) != 1 or not isinstance(node.args[0], ast.GeneratorExp):
            self.fail(node, f"write {name}(... for ... in ...)")
        generator = node.args[0]
        bound = {
            n.id for n in ast.walk(generator) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)
        }
        used = {n.id for n in ast.walk(generator) if isinstance(n, ast.Name)} - bound
        numbers = sorted(n for n in used & self.hidden if n not in self.rows and n != self.state)
        rows = sorted(n for n in used if n in self.rows)
        lifted = self.names.fresh(f"f_{name}")
        inner = FunctionCompiler(self.names, lifted, self.function, "helper", self.state)
        inner.hidden = self.hidden | bound
        inner.rows = {n: Row(self.rows[n].table, self.rows[n].level, f"{n}_at") for n in rows}
        parameters = [*map(self.local, numbers), *(f"{n}_at" for n in rows)]
        inner.write(node, f"def {lifted}({', '.join(['k_s', *parameters])}):")
        inner.indent += 1
        if name == "sum":
            inner.write(node, "k_sum = 0")
        inner._generate(node, generator, generator.generators, name)
        inner.write(node, {"any": "return False", "all": "return True", "sum": "return k_sum"}[name])
        self.names.written[lifted] = inner.lines
        places = [self.rows[n].place for n in rows]
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
                    self.indent += 1
                self._generate(node, generator, rest, name)
                self.indent -= len(loop.ifs)

            self.loop(node, loop.target, loop.iter, body)
        elif name == "sum":
            self.write(node, f"k_sum += {self.number(generator.elt)}")
        else:
            test = self.number(generator.elt)
            self.write(node, f"if {test}:" if name == "any" else f"if not {test}:")
            self.write(node, f"    return {name == 'any'}")


def write_functions(names: Names, *functions: Function) -> None:
    """Write functions, and all that they call.

    Raises:
        RulesError: one of them goes beyond what can be compiled, or they call each other in a circle.
    """
    names.functions.update({function.name: function for function in functions})
    while missing := [function for name, function in names.functions.items() if name not in names.written]:
        function = missing[0]
        parameters = list(inspect.signature(function.source).parameters)
        state = parameters[0] if function.has_state and parameters else None
        compiler = FunctionCompiler(names, function.name, function.source, function.kind, state)
        compiler.compile()
        names.written[function.name] = compiler.lines
    try:
        TopologicalSorter(names.calls).prepare()
    except CycleError as error:
        callee, caller = error.args[1][:2]
        raise mistake(*names.calls[caller][callee], "functions of rules cannot call themselves") from None


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    """Return the syntax of a function, with the line numbers of its file.

    Raises:
        UnsupportedError: its source cannot be read.
    """
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise UnsupportedError(
            f"the source of {function.__qualname__} cannot be read, so that it cannot be compiled; "
            "write the rules into a file"
        ) from None
    tree = ast.parse(textwrap.dedent("".join(lines)))
    ast.increment_lineno(tree, first - 1)
    definition = tree.body[0]
    if not isinstance(definition, ast.FunctionDef):
        place = Place(function.__code__.co_filename, first, function.__qualname__)
        raise mistake(place, lines[0].strip(), "rules are written as functions with def")
    return definition


def is_none(node: ast.expr) -> bool:
    """Return whether an expression is None.

    >>> is_none(ast.Constant(None)), is_none(ast.Constant(0))
    (True, False)
    """
    return isinstance(node, ast.Constant) and node.value is None


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


def _is_call(node: ast.expr, name: str) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
