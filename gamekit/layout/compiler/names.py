"""`Names`: the tables, constants and calls that the functions of some rules share."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any, Literal

import attrs

from gamekit.layout.compiler.arithmetic import FLOATING
from gamekit.layout.compiler.parameters import LIMITS, VALUES, ParameterTable, Recipe, entry, of_cell
from gamekit.layout.compiler.syntax import tree_of
from gamekit.layout.compiler.tables import Table
from gamekit.layout.layout import Layout
from gamekit.layout.mistakes import Place, Site, place_of

Kind = Literal["options", "any", "play", "over", "back", "unplay", "change", "helper"]
"""The purpose of a function: `options` writes the codes of children, and `back` those of parents; `any` returns only
whether there is an option; `play`, `unplay` and `change` may change the state; `over` returns a payoff or None, and
`play` a number or None; `change` and `helper` return a value that the rules use."""

Lines = list[tuple[str, Place]]
"""Lines of the generated module, each with the author's place."""


@attrs.frozen
class Function:
    """One of the author's functions, with its purpose in the generated module.

    Attributes:
        name: the name in the generated module.
        source: the author's function.
        kind: the purpose of the function.
        turn: the expression for `s.turn` in the function.
        has_state: whether its first argument is the state.
    """

    name: str
    source: Callable[..., Any]
    kind: Kind
    turn: str
    has_state: bool = True


@attrs.define
class Names:
    """Collects the tables, functions and calls that the author's functions need while they are rewritten.

    Attributes:
        game: the game whose rules are rewritten.
        layout: the layout of its states.
        turn: the expression for `s.turn` in the generated module, except for functions that take moves back.
        is_checked: whether every index and result is tested.
        recipe: the parts of the instance that rules read at run time; None if its numbers and tables are constants.
        tables: the tables by name.
        functions: all functions that are written or to be written, by name.
        calls: for each function, the names of the functions that it calls, with the place of each call.
        written: the lines of each function.
        changing: the functions that change the state.
        twice: calls that may be made twice although Python makes one: the function and the place.
        sites: the places in the author's file that the checked build tests.
    """

    game: Any
    layout: Layout
    turn: str
    is_checked: bool = False
    recipe: Recipe | None = None
    ranks_least: bool = False
    planes_of: int = 0
    tables: dict[str, Table] = attrs.field(factory=dict)
    functions: dict[str, Function] = attrs.field(factory=dict)
    calls: dict[str, dict[str, tuple[Place, str]]] = attrs.field(factory=dict)
    written: dict[str, Lines] = attrs.field(factory=dict)
    sites: list[Site] = attrs.field(factory=list)
    changing: set[str] = attrs.field(factory=set)
    twice: list[tuple[str, Place, str]] = attrs.field(factory=list)
    _number: int = 0
    _values: dict[str, Any] = attrs.field(factory=dict)
    _table_of: dict[int, tuple[Any, Table]] = attrs.field(factory=dict)

    @property
    def given_to_collectors(self) -> list[str]:
        """The additional arguments of functions that add codes of neighbours."""
        return ["k_p"] if self.ranks_least else []

    def given(self, *arguments: str) -> str:
        """Return the arguments of a function, after those that all functions of the generated module pass on."""
        return ", ".join([*(["k_p"] if self.recipe else []), *arguments])

    def code_of(self, state: str) -> str:
        """Return an expression for the least code of a state on the stack, or for its rank if `ranks_least`."""
        return f"k_rank_least(k_p, k_load64({state}, K_CODES))" if self.ranks_least else f"k_least({state})"

    def passed(self, state: str) -> str:
        """Return an expression that passes the turn in a state on the stack."""
        turn = self.layout.cells
        return f"k_put({self.given(state, str(turn), f'1 - k_load({state}, {turn})')})"

    def limit(self, constant: str) -> str:
        """Return an expression for the largest number of moves, given the name of its constant."""
        return entry(LIMITS[constant]) if self.recipe else constant

    def of_self(self, name: str) -> Any:
        """Return an attribute of the game; a property is evaluated once."""
        if name not in self._values:
            self._values[name] = getattr(self.game, name)
        return self._values[name]

    def fresh(self, stem: str) -> str:
        """Return a name that nothing else has."""
        self._number += 1
        return f"{stem}_{self._number}"

    def site(self, place: Place, expression: str, operation: str = "") -> int:
        """Add a place that the checked build tests, and return its number."""
        self.sites.append(Site(place, expression, operation))
        return len(self.sites) - 1

    def gravity_check(self, function: Callable[..., Any]) -> str:
        """Return the lines that refuse floating pieces in state `t` after a function of the rules; "" without gravity.

        The code of a state in which a piece floats is that of another state.
        """
        lines = ""
        for name, field in self.layout.fields.items():
            if field.fall:
                tree = tree_of(function)
                site = self.site(place_of(function, tree), f"def {tree.name}(...)")
                first = self.layout.offsets[name]
                lines += f"""    for i in range({first}, {first + field.places - field.fall}):
        if k_load(t, i) != 0 and k_load(t, i + {field.fall}) == 0:
            raise IndexError({site}, i + {field.fall - first}, {FLOATING})
"""
        return lines

    def require(self, wanted: Function, caller: str, place: Place, shown: str) -> str:
        """Add a function that another one calls, and return its name in the generated module."""
        while (known := self.functions.setdefault(wanted.name, wanted)) != wanted:
            wanted = attrs.evolve(wanted, name=f"{wanted.name}_")
        self.calls.setdefault(caller, {}).setdefault(known.name, (place, shown))
        return known.name

    def caller_of(self, name: str) -> Place | None:
        """Return the place of a call of a function; None if the engine alone calls it."""
        return next((called[name][0] for called in self.calls.values() if name in called), None)

    def number(self, name: str, value: str) -> str:
        """Return the expression for a number in `self`, whose value is given."""
        if self.recipe is None:
            return value
        if name not in self.recipe.numbers:
            self.recipe.numbers.append(name)
        return entry(f"P_{name}")

    def values_of(self, cell: int) -> str:
        """Return the number of values of a cell, as an expression."""
        return of_cell(cell, VALUES) if self.recipe else str(self.layout.values[cell])

    def table(self, node: ast.expr, value: Any, of_self: str | None = None) -> Table:
        """Return the table of a value; the same value has one table, whatever its names are.

        Args:
            node: the expression that names it.
            value: a list of numbers, or of such lists.
            of_self: the name of the value in `self`, if it is an attribute there.
        """
        if id(value) in self._table_of:
            return self._table_of[id(value)][1]
        if self.recipe and of_self:
            table: Table = ParameterTable(of_self, value, self.recipe)
        else:
            table = self._constant_table(Table("T_" + plain_name(node), value))
        self._table_of[id(value)] = value, table  # which keeps the value, so that no other has its id
        return table

    def _constant_table(self, table: Table) -> Table:
        for known in self.tables.values():
            if (known.entries, known.starts, known.depth) == (table.entries, table.starts, table.depth):
                return known
        if table.name in self.tables:
            table.name = self.fresh(table.name)
        return self.tables.setdefault(table.name, table)


def plain_name(node: ast.expr) -> str:
    """Return a name, or an attribute, as one word.

    >>> plain_name(ast.parse("self.rays", mode="eval").body)
    'rays'
    """
    return ast.unparse(node).removeprefix("self.").replace(".", "_")
