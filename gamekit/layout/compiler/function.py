"""Functions of rules: from the author's source to a function over a state on the stack, line by line."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Sequence
from graphlib import CycleError, TopologicalSorter
from typing import Final

import attrs

from gamekit.layout.compiler.expressions import CHANGING
from gamekit.layout.compiler.loops import Loops
from gamekit.layout.compiler.names import Function, Kind, Names
from gamekit.layout.compiler.syntax import falls_through, is_none, is_truth, tree_of
from gamekit.layout.mistakes import ADVICE, mistake
from gamekit.layout.return_values import AGAIN

COLLECTORS: Final[dict[Kind, tuple[str, str]]] = {"options": ("k_child", ""), "back": ("k_parent", "_BACK")}
"""The call that replaces `yield`, and the ending of the names of its limits, by the kind of the function.

The called function makes a move, or takes one back, and adds the code of the neighbour.
"""

ENDS: Final[dict[Kind, str]] = {
    "options": "return k_n",
    "back": "return k_n",
    "any": "return False",
    "over": "return NOT_OVER",
    "play": "return 0",
    "unplay": "return 0",
}
"""The last line of a function, by its kind."""


INTEGERS: Final = ("f_tier", "f_progress", "f_order")
"""The functions, apart from `over`, that must return integers."""


@attrs.define
class FunctionCompiler(Loops):
    """Translates one of the author's functions into a function of the generated module."""

    _returns: set[str] = attrs.field(factory=set)

    # --- the whole of it --------------------------------------------------------------------------------------------

    def compile(self) -> None:
        """Write the lines of the function."""
        tree = tree_of(self.function)
        arguments = [argument.arg for argument in tree.args.args]
        if tree.args.vararg or tree.args.kwarg or tree.args.kwonlyargs or tree.args.defaults:
            self.fail(tree, "functions of rules may have plain arguments only", f"def {tree.name}(...)")
        if inspect.ismethod(self.function) or (arguments and arguments[0] == "self"):
            arguments = arguments[1:]
        if self.function.__closure__:
            names = ", ".join(self.function.__code__.co_freevars)
            self.fail(
                tree,
                f"a function of rules cannot use names of the function around it ({names}); keep them in self or at "
                "the top of the module",
                f"def {tree.name}(...)",
            )
        self.hidden = set(arguments) | {
            node.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        }
        extra = {"options": ["k_out"], "back": ["k_out"], "any": []}.get(
            self.kind, [self.local(a) for a in arguments if a != self.state]
        )
        head = ["k_s"] if self.state or self.kind in ("options", "back", "any") else []
        if self.kind in COLLECTORS:
            head = [*self.names.given_to_collectors, *head]
        self.write(tree, f"def {self.name}({self.names.given(*head, *extra)}):")
        self.indent += 1
        if self.kind in COLLECTORS:
            if self.names.recipe is None:
                self.write(tree, f"k_seen = k_block(K_SEEN{COLLECTORS[self.kind][1]})")
            self.write(tree, "k_n = 0")
        body = tree.body[1:] if ast.get_docstring(tree) else tree.body
        self.statements(body)
        if self.kind in ("options", "back", "any") and falls_through(body):
            self._check_way_of_listing(tree, returns=False)
        if self.kind in ENDS:
            self.write(tree, ENDS[self.kind])
        elif not body:
            self.write(tree, "pass")
        self.indent -= 1
        if self.kind not in ("helper", "change"):
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

    def statements(self, statements: Sequence[ast.stmt]) -> None:
        """Write statements, one after the other."""
        for node in statements:
            method = getattr(self, f"_{type(node).__name__.lower()}", None)
            if method is None:
                why = ADVICE.get(type(node), "this cannot be compiled")
                self.fail(node, why, ast.unparse(node).splitlines()[0])
            method(node)

    def block(self, statements: Sequence[ast.stmt]) -> None:
        self.indent += 1
        self.statements(statements)
        self.indent -= 1

    def _pass(self, node: ast.Pass | ast.Break | ast.Continue) -> None:
        self.write(node, ast.unparse(node))

    _break = _continue = _pass

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
        if self.kind in ("options", "back", "any"):
            self._check_way_of_listing(node, returns=not is_none(value))
            if not is_none(value):
                self._each(node, value)
            self.write(node, ENDS[self.kind])
        elif self.kind == "over":
            self.write(node, f"return {self._integer(self._number_or(value, 'NOT_OVER'))}")
        elif self.kind == "play":
            if self.name == "f_play" and not is_none(value):
                self._refuse_again(node)
                self.write(node, f"return {self.check(node, self._number_or(value, '0'), '2')}")
            else:
                self.write(node, f"return {self._number_or(value, '0')}")
        elif self.kind == "unplay":
            if not is_none(value):
                self.fail(
                    node, "unplay must return nothing: where moves are taken back, every move passes the turn"
                )
            self.write(node, "return 0")
        elif is_none(value):
            self._returns.add("nothing")
            self.write(node, "return")
        else:
            self._returns.add("something")
            number = self.number(value)
            self.write(node, f"return {self._integer(number) if self.name in INTEGERS else number}")

    def _integer(self, number: str) -> str:
        """Return an expression that the compiled form of the checked build takes for integers only."""
        return f"k_integer({number})" if self.names.is_checked else number

    def _refuse_again(self, node: ast.Return) -> None:
        """Refuse a value that `play` returns where every move must pass the turn."""
        if self.names.layout.from_movers_view:
            self.fail(
                node, "where the players are alike, every move passes the turn; leave out alike or AGAIN"
            )
        if self.names.game.takes_back and len(self.names.game.players) == 2:
            self.fail(
                node, "where back takes moves back, every move passes the turn; leave out back or AGAIN"
            )

    def _number_or(self, node: ast.expr, nothing: str) -> str:
        """Return the source of the result of `over` or `play`, with `nothing` for None."""
        if is_none(node):
            return nothing
        if isinstance(node, ast.IfExp):
            body, other = self._number_or(node.body, nothing), self._number_or(node.orelse, nothing)
            return f"({body} if {self.number(node.test)} else {other})"
        if isinstance(node, ast.Call) and (text := self.called(node, kind=self.kind)):
            return text
        if self.kind == "over" and is_truth(node):
            self.fail(node, "over must return WIN, LOSS, TIE or another payoff, or None, not True or False")
        if self.name == "f_play" and self._is_another_number(node):
            self.fail(node, "play must return AGAIN if the same player moves again, else nothing")
        return self.number(node)

    def _is_another_number(self, node: ast.expr) -> bool:
        """Return whether `play` certainly returns something that is neither `AGAIN` nor a condition for it."""
        may_be = is_truth(node) or isinstance(node, ast.Call) or self.value_of(node) is AGAIN
        return not may_be and not (isinstance(node, ast.Name) and node.id in self.hidden)

    def _expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):  # a text that stands alone
            return
        if isinstance(value, ast.YieldFrom):
            self._each(node, value.value)
        elif isinstance(value, ast.Yield):
            if self.kind not in COLLECTORS and self.kind != "any":
                self.fail(node, "only options and back yield moves")
            if self.kind == "any":
                self.write(node, "return True")
            elif value.value is None:
                self.fail(node, "yield a move: a number, or several")
            else:
                add, limit = COLLECTORS[self.kind]
                seen = [] if self.names.recipe else ["k_seen"]
                parameters = self.names.given_to_collectors
                neighbour = self.names.given(
                    *parameters, "k_s", self.move(value.value), "k_out", "k_n", *seen
                )
                self.write(node, f"k_n = {add}({neighbour})")
                self.write(node, f"if k_n > {self.names.limit(f'K_MOST{limit}')}:")
                self.write(node, "    return k_n")
        elif isinstance(value, ast.Call):
            kind: Kind = "play" if self.kind in CHANGING else "helper"
            self.write(node, self.called(value, kind) or self.number(value))
        else:
            self.fail(node, ADVICE.get(type(value), "this does nothing"))

    def _check_way_of_listing(self, node: ast.stmt, *, returns: bool) -> None:
        if returns == inspect.isgeneratorfunction(inspect.unwrap(self.function)):
            shown = f"def {node.name}(...)" if isinstance(node, ast.FunctionDef) else None
            self.fail(node, "either yield all moves or return them everywhere", shown)

    def _each(self, node: ast.stmt, moves: ast.expr) -> None:
        move = ast.copy_location(ast.Name(self.fresh(), ast.Load()), node)
        each = ast.copy_location(ast.Expr(ast.copy_location(ast.Yield(move), node)), node)
        self.hidden.add(move.id)
        target = ast.copy_location(ast.Name(move.id, ast.Store()), node)
        self.loop(node, target, moves, lambda: self._expr(each))

    def move(self, node: ast.expr) -> str:
        """Return the source of a move: a number, a tuple, or a list of a table in which all lists are equally long."""
        if (row := self.row(node)) is None:
            return self.number(node)
        if not (width := row.table.width(row.level + 1) if row.holds_numbers else None):
            self.fail(
                node,
                "a list of a table is a move only if all lists there have equally many numbers",
                self.place(node).source,
            )
        return f"({', '.join(row.table.item(f'{row.start} + {i}') for i in range(width))},)"

    def _for(self, node: ast.For) -> None:
        if node.orelse:
            self.fail(node, "else after a loop cannot be compiled", "for ...: ... else: ...")
        self.loop(node, node.target, node.iter, lambda: self.statements(node.body))


def write_functions(names: Names, *functions: Function) -> None:
    """Write the source of functions and of all functions that they call.

    Raises:
        RulesError: one of them goes beyond what can be compiled, or they call each other in a circle.
    """
    names.functions.update({function.name: function for function in functions})
    while missing := [function for name, function in names.functions.items() if name not in names.written]:
        function = missing[0]
        parameters = list(inspect.signature(function.source).parameters)
        state = parameters[0] if function.has_state and parameters else None
        compiler = FunctionCompiler(
            names, function.name, function.source, function.kind, state, function.turn
        )
        compiler.compile()
        names.written[function.name] = compiler.lines
    _refuse_changes_made_twice(names)
    try:
        TopologicalSorter(names.calls).prepare()
    except CycleError as error:
        callee, caller = error.args[1][:2]
        raise mistake(*names.calls[caller][callee], "functions of rules cannot call themselves") from None


def _refuse_changes_made_twice(names: Names) -> None:
    known = 0
    while known < len(names.changing):
        known = len(names.changing)
        names.changing |= {caller for caller, called in names.calls.items() if names.changing & called.keys()}
    for name, place, shown in names.twice:
        if name in names.changing:
            raise mistake(place, shown, "this changes the state; assign its result to a name first")
