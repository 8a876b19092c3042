"""The generated module: the functions of a layout, those of the author, and the rules over codes made from both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.layout.codes import Coding
from gamekit.layout.compiler.function import write_functions
from gamekit.layout.compiler.gravity import gravity_check
from gamekit.layout.compiler.mistakes import Place
from gamekit.layout.compiler.names import Function, Names
from gamekit.layout.compiler.parameters import MOST, Recipe, entry
from gamekit.layout.compiler.parents import Parents
from gamekit.layout.compiler.ranks import ranks
from gamekit.layout.compiler.shared_state import SHARED_CHILDREN, SharedState
from gamekit.layout.compiler.stack_state import StackState
from gamekit.layout.layout import Layout

HEAD: Final = '''"""Rules of {name} over codes, made by gamekit {version} (compiler {compiler}) from {file}."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamekit.game.compiled import NOT_OVER
{imports}from gamekit.layout.compiler.{home} import block as k_block, clear as k_clear, copy as k_copy, data as k_data
from gamekit.layout.compiler.{home} import load{bits} as k_load, load64 as k_load64, load16 as k_load16, item as k_item
from gamekit.layout.compiler.{home} import store{bits} as k_store, store64 as k_store64, store16 as k_store16
from gamekit.layout.compiler.{home} import lowest as k_lowest, members{bits} as k_members, population as k_population
from gamekit.layout.compiler.{home} import large as k_large
from gamekit.layout.compiler.{home} import item, lowest, population  # as the functions of rankings call them
from gamekit.layout.compiler.tables import table as k_table
{marks}
# A state lies on the stack: its cells first, then the codes of all its images, as the next player will see them.
K_CODES = {codes}  # in words of 8 bytes
K_IMAGES = {images}
K_SIZE = {size}  # in bytes
'''

MARKS: Final = """from gamekit.layout.compiler.machine import entry as k_entry, function as k_function
from gamekit.layout.compiler.machine import inline as k_inline
"""

CHECKED_MARKS: Final = """
# Only rules of this module call these functions: wrappers, with which Python and C could, take a third of the time.
k_options = dict(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
k_inline = numba.njit(forceinline=True, **k_options)
k_function = k_entry = numba.njit(**k_options)
"""

SHARED_HEAD: Final = """
import numba

from gamekit.game.kernels import distinct as k_distinct

# Places of numbers and tables among the parameters, k_p.
"""

LIMITS: Final = """K_MOST = {most}
K_SLOTS = {slots}  # of the set of children that are known already
K_SEEN = 2 * K_SLOTS  # in bytes
"""

CHECKED: Final = """

@k_function
def k_within(index, limit, site):
    if index < 0 or index >= limit:
        raise IndexError(site, index, limit)
    return index
"""

CHILDREN: Final = """

@k_inline
def k_least(s):
    least = k_load64(s, K_CODES)
    for g in range(1, K_IMAGES):
        least = min(least, k_load64(s, K_CODES + g))
    return least


@k_inline
def k_among(value, choices):
    for choice in choices:
        if value == choice:
            return True
    return False


@k_inline
def k_holds(table, start, end, value):
    for i in range(start, end):
        if k_item(table, i) == value:
            return True
    return False
"""

DISTINCT: Final = '''

@k_inline
def k_add(code, out, n, most, seen, slots):
    """Add the code of a neighbour, unless it is known already."""
    at = ((code ^ (code >> 29)) * 0x1E3779B97F4A7C15 >> 40) & (slots - 1)
    while True:
        entry = k_load16(seen, at)
        if entry == 0:
            if n < most:
                k_store16(seen, at, n + 1)
                out[n] = code
            return n + 1
        if out[entry - 1] == code:
            return n
        at = (at + 1) & (slots - 1)
'''


def name_of(game: Any) -> str:
    """Return the name of the class that states the rules of a game, by which subclasses share a module."""
    return next(cls.__name__ for cls in type(game).__mro__ if "options" in vars(cls))


@cache
def _compiler() -> str:
    """Return a hash of what writes machine code, so that code by another compiler is not taken from the cache."""
    parts = ("instructions", "lowered_values", "lowering", "machine", "stack")
    content = b"".join(Path(__file__).with_name(f"{part}.py").read_bytes() for part in parts)
    return hashlib.sha256(content).hexdigest()[:12]


@attrs.frozen
class Built:
    """The source of a module, and where each of its lines was written.

    Attributes:
        text: the source.
        origins: by line number, the author's place.
        sites: the places that a checked build looks at.
        recipe: what the parameters of an instance consist of; None if there are none.
    """

    text: str
    origins: dict[int, Place]
    sites: list[tuple[Place, str]]
    recipe: Recipe | None = None


@attrs.define
class ModuleWriter:
    """Writes the module of one game.

    Attributes:
        game: whose rules they are.
        layout: of its states.
        coding: how they become codes.
        is_checked: whether every index is looked at.
    """

    game: Any
    layout: Layout
    coding: Coding
    is_checked: bool = False

    @cached_property
    def recipe(self) -> Recipe | None:
        """What rules that all instances share read at run time."""
        return Recipe(self.layout.cells + self.coding.has_turn) if self.game.compiled_once else None

    @cached_property
    def state(self) -> StackState | SharedState:
        """What writes the functions of a state."""
        return (SharedState if self.recipe else StackState)(self.layout, self.coding)

    def _given(self, *arguments: str) -> str:
        return ", ".join([*(["k_p"] if self.recipe else []), *arguments])

    def _turn(self) -> str:
        return f"k_load(k_s, {self.layout.cells})" if self.coding.has_turn else "0"

    def write(self) -> Built:
        """Return the module."""
        from gamekit.game.version import __version__

        turn = self._turn()
        names = Names(self.game, self.layout, turn, self.is_checked, self.recipe)
        functions = [
            Function("f_play", self.game.play, "play", turn),
            Function("f_options", self.game.options, "options", turn),
            Function("f_over", self.game.over, "over", turn),
        ]
        if isinstance(self.game.stuck, int):
            functions.append(Function("f_any_option", self.game.options, "any", turn))
        if self.coding.is_dense and self.game.has_domain:
            functions.append(Function("f_is_state", self.game.is_state, "helper", turn))
        functions += [
            Function(f"f_{name}", getattr(self.game, name), "helper", turn) for name in self._optional()
        ]
        parents = Parents(self.game, self.layout, self.coding, turn, self.recipe)
        write_functions(names, *functions, *parents.functions())
        if self.is_checked and self.game.takes_back:
            parents = attrs.evolve(parents, look=gravity_check(self.layout, names, self.game.unplay))
        parts = [
            HEAD.format(
                name=name_of(self.game),
                version=__version__,
                compiler=_compiler(),
                file=Path(self.game.options.__code__.co_filename).name,
                imports="import numba\n\n" if self.is_checked else "",
                home="stack" if self.is_checked else "machine",
                marks=CHECKED_MARKS if self.is_checked else MARKS,
                bits=self.state.bits,
                codes=self.state.words,
                images=len(self.layout.group),
                size=8 * (self.state.words + len(self.layout.group)),
            ),
            self._head(),
            CHECKED if self.is_checked else "",
            CHILDREN,
            SHARED_CHILDREN if self.recipe else DISTINCT,
            self.state.functions(),
        ]
        if self.coding.ranking:
            parts.append(ranks(self.coding.ranking))
        parts.append(
            "\n\n" + "\n".join(line for table in names.tables.values() for line in table.definitions()) + "\n"
        )
        lines: list[tuple[str, Place | None]] = [(line, None) for part in parts for line in part.split("\n")]
        for name, written in names.written.items():
            lines += [("", None), ("", None), ("@k_function", None), *written]
            if name == "f_play":
                look = gravity_check(self.layout, names, self.game.play) if self.is_checked else ""
                lines += [(line, None) for line in self._child(look).split("\n")]
        rules = self._rules() + parents.write()
        lines += [(line, None) for line in rules.split("\n")]
        return Built(
            "\n".join(text for text, _ in lines) + "\n",
            {i: place for i, (_, place) in enumerate(lines, 1) if place},
            names.sites,
            self.recipe,
        )

    def _head(self) -> str:
        """Return the constants that depend on whether all instances share the module."""
        if self.recipe is None:
            most = self.game.most_moves
            return LIMITS.format(most=most, slots=1 << (2 * most).bit_length())
        places = "\n".join(self.recipe.definitions())
        return f"{SHARED_HEAD}{places}\n"

    # --- the rules --------------------------------------------------------------------------------------------------

    def _child(self, look: str) -> str:
        """Return the function that makes a move and adds its child, which `look` looks at before."""
        turn = self.layout.cells
        put = self._given("t", str(turn), f"1 - k_load(t, {turn})")
        passes = f"    if not again:\n        k_put({put})\n" if self.coding.has_turn else ""
        seen = [] if self.recipe else ["seen"]
        limit = entry(MOST) if self.recipe else "K_MOST, seen, K_SLOTS"
        return f"""

@k_inline
def k_child({self._given("s", "move", "out", "n", *seen)}):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    again = f_play({self._given("t", "move")})
{look}{passes}    return k_add(k_least(t), out, n, {limit})
"""

    def _rules(self) -> str:
        turn = self.layout.cells
        given = "    k_p = k_data(parameters)\n" if self.recipe or self.coding.ranking else ""
        opened = "    code = k_unrank(k_p, code)\n" if self.coding.ranking else ""
        ranked = (
            "    for i in range(min(n, K_MOST)):\n        out[i] = k_rank(k_p, out[i])\n"
            if self.coding.ranking
            else ""
        )
        distinct = ""
        if self.recipe:
            distinct = f"    if n <= parameters[{MOST}]:\n        n = k_different(out, n)\n"
        stuck = ""
        if isinstance(self.game.stuck, int):
            any_option = f"f_any_option({self._given('s')})"
            stuck = f"    if payoff == NOT_OVER and not {any_option}:\n        payoff = {self.game.stuck}\n"
        signed = ""
        if self.coding.has_turn:
            signed = f"    if payoff != NOT_OVER and k_load(s, {turn}) == 1:\n        payoff = -payoff\n"
        passed = ""
        if self.game.stuck == "pass":
            put = self._given("s", str(turn), f"1 - k_load(s, {turn})")
            flip = f"        k_put({put})\n" if self.coding.has_turn else ""
            passed = f"    if n == 0:\n{flip}        out[0] = k_least(s)\n        n = 1\n"
        look = "k_open" if self.recipe else "k_look"
        text = f"""

@k_entry
def k_outcome(code, parameters):
    s = k_block(K_SIZE)
{given}{opened}    {look}({self._given("code", "s")})
    payoff = f_over({self._given("s")})
{stuck}{signed}    return payoff


def outcome(code, parameters):
    return k_outcome(code, parameters)


@k_entry
def k_successors(code, parameters, out):
    s = k_block(K_SIZE)
{given}{opened}    k_open({self._given("code", "s")})
    n = f_options({self._given("s", "out")})
{passed}{ranked}    return n


def successors(code, parameters, out):
    n = k_successors(code, parameters, out)
{distinct}    return n
"""
        if self.coding.has_turn:
            text += "\n\ndef mover(code, parameters):\n    return code & 1\n"
        if self.coding.is_dense:
            text += f"\n\n@k_entry\ndef k_is_state(code, parameters):\n{self._is_state(given + opened, look)}"
            text += "\n\ndef is_state(code, parameters):\n    return k_is_state(code, parameters)\n"
        for name in self._optional():
            text += f"\n\n@k_entry\ndef k_{name}(code, parameters):\n    s = k_block(K_SIZE)\n{given}{opened}"
            text += f"    {look}({self._given('code', 's')})\n    return f_{name}({self._given('s')})\n"
            text += f"\n\ndef {name}(code, parameters):\n    return k_{name}(code, parameters)\n"
        return text

    def _optional(self) -> Iterator[str]:
        """Yield the names of the functions from a state to a number that the game need not give, but does."""
        if self.game.names_tiers:
            yield "tier"
        if self.game.has_order:
            yield "order"

    def _is_state(self, opened: str, look: str) -> str:
        """Return the body of `is_state`: the code is the least of its images, and the rules say that it can occur."""
        text = f"    s = k_block(K_SIZE)\n{opened}"
        if len(self.layout.group) > 1:
            text += "    k_images(code, s)\n    if k_least(s) != code:\n        return 0\n"
        if self.game.has_domain:
            text += f"    {look}({self._given('code', 's')})\n"
            text += f"    if not f_is_state({self._given('s')}):\n        return 0\n"
        return text + "    return 1\n"
