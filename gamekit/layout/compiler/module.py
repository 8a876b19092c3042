"""The generated module: the functions of a layout, those of the author, and the rules over codes made from both."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.layout.coding.codes import Coding
from gamekit.layout.compiler.function import write_functions
from gamekit.layout.compiler.module_texts import (
    CHECKED,
    CHECKED_MARKS,
    CHILDREN,
    DISTINCT,
    HEAD,
    LIMITS,
    MARKS,
    PORTABLE_MARKS,
    SHARED_HEAD,
)
from gamekit.layout.compiler.names import Function, Names
from gamekit.layout.compiler.parameters import MOST, Recipe, entry
from gamekit.layout.compiler.parents import Parents
from gamekit.layout.compiler.ranks import ranks
from gamekit.layout.compiler.shared_state import SHARED_CHILDREN, SharedState
from gamekit.layout.compiler.stack_state import StackState
from gamekit.layout.layout import Layout
from gamekit.layout.mistakes import Place, Site

MOST_COMPARED: Final = 32
"""The largest number of known codes with which a new one is compared one by one; to clear a set takes longer."""


IMPORTED: Final = ("game/compiled.py", "game/kernels.py", "layout/ranking/words.py")
"""The modules besides the compiler's from which generated code imports."""


def name_of(game: Any) -> str:
    """Return the name of the class that states the rules of a game, by which subclasses share a module."""
    return next(cls.__name__ for cls in type(game).__mro__ if "options" in vars(cls))


def hash_of_modules(folder: Path, *others: Path) -> str:
    """Return a hash of the modules in a folder, and of other modules."""
    content = b"".join(path.read_bytes() for path in [*sorted(folder.glob("*.py")), *others])
    return hashlib.sha256(content).hexdigest()[:12]


@cache
def hash_of_compiler() -> str:
    """Return a hash of the compiler and of what its code imports, so that no code of others is taken from the cache."""
    folder = Path(__file__).parent
    return hash_of_modules(folder, *(folder.parents[1] / module for module in IMPORTED))


@attrs.frozen
class Built:
    """The source of a module, and the place in the author's file of each of its lines.

    Attributes:
        text: the source.
        origins: the author's place, by line number.
        sites: the places that a checked build tests.
        recipe: the numbers and tables that make up the parameters of an instance; None if there are none.
    """

    text: str
    origins: dict[int, Place]
    sites: list[Site]
    recipe: Recipe | None = None


@attrs.define
class ModuleWriter:
    """Writes the module of one game.

    Attributes:
        game: the game whose rules the module has.
        layout: the layout of its states.
        coding: the way in which states become codes.
        is_checked: whether every index and result is tested.
        is_portable: whether the module may become code of another processor, such as that of a graphics card; Numba
            then does not call its functions.
    """

    game: Any
    layout: Layout
    coding: Coding
    is_checked: bool = False
    is_portable: bool = False

    @cached_property
    def recipe(self) -> Recipe | None:
        """The numbers and tables that the rules read at run time if all instances share them; None if they do not."""
        return Recipe(self.layout.cells + self.coding.has_turn) if self.game.compiled_once else None

    @cached_property
    def state(self) -> StackState:
        """The writer of the functions of a state."""
        return (SharedState if self.recipe else StackState)(self.layout, self.coding)

    def _instructions(self) -> list[str]:
        """Return the names of functions of rankings that are single instructions of this processor."""
        if self.is_checked or self.is_portable:
            return []
        from gamekit.layout.compiler.instructions import moves_bits

        return ["closed", "opened"] if moves_bits() else []

    def _marks(self) -> str:
        """Return the imports of the marks of functions."""
        if self.is_checked:
            return CHECKED_MARKS
        return PORTABLE_MARKS if self.is_portable else MARKS

    def _few(self) -> int:
        """Return the number of known codes with which a new code is compared one by one."""
        most_back = int(self.game.most_back) if self.game.takes_back else MOST_COMPARED
        return min(MOST_COMPARED, int(self.game.most_moves), most_back)

    @cached_property
    def names(self) -> Names:
        """The tables, functions and calls that the author's functions share while they are rewritten."""
        turn = f"k_load(k_s, {self.layout.cells})" if self.coding.has_turn else "0"
        names = Names(self.game, self.layout, turn, self.is_checked, self.recipe, self.state.ranks_least)
        names.planes_of = self.state.planes_of
        return names

    def write(self) -> Built:
        """Return the source of the module, with the author's places."""
        from gamekit.game.version import __version__

        names, turn = self.names, self.names.turn
        functions = [
            Function("f_play", self.game.play, "play", turn),
            Function("f_options", self.game.options, "options", turn),
            Function("f_over", self.game.over, "over", turn),
        ]
        if isinstance(self.game.stuck, int):
            functions.append(Function("f_any_option", self.game.options, "any", turn))
        if self.coding.is_dense and self.game.gives("is_state"):
            functions.append(Function("f_is_state", self.game.is_state, "helper", turn))
        functions += [
            Function(f"f_{name}", getattr(self.game, name), "helper", turn) for name in self._optional()
        ]
        parents = Parents(names, self.coding)
        write_functions(names, *functions, *parents.functions())
        parts = [
            HEAD.format(
                name=name_of(self.game),
                version=__version__,
                compiler=hash_of_compiler(),
                file=Path(self.game.options.__code__.co_filename).name,
                imports="import numba\n\n" if self.is_checked else "",
                home="stack" if self.is_checked else "instructions",
                marks=self._marks(),
                bits=self.state.bits,
                codes=self.state.words,
                images=len(self.state.group),
                size=8 * (self.state.words + len(self.state.group)),
            ),
            self._head(),
            CHECKED if self.is_checked else "",
            self.state.planes() if names.planes_of else "",
            CHILDREN,
            SHARED_CHILDREN if self.recipe else DISTINCT.format(few=self._few()),
            self.state.functions(),
        ]
        if self.coding.ranking:
            parts.append(
                ranks(
                    self.coding.ranking, with_least=self.state.ranks_least, instructions=self._instructions()
                )
            )
        parts.append(
            "\n\n" + "\n".join(line for table in names.tables.values() for line in table.definitions()) + "\n"
        )
        lines: list[tuple[str, Place | None]] = [(line, None) for part in parts for line in part.split("\n")]
        for name, written in names.written.items():
            lines += [("", None), ("", None), ("@k_function", None), *written]
            if name == "f_play":
                look = names.gravity_check(self.game.play) if self.is_checked else ""
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
        """Return the source of the constants that depend on whether all instances share the module."""
        if self.recipe is None:
            most = self.game.most_moves
            return LIMITS.format(most=most, slots=1 << (2 * most).bit_length())
        places = "\n".join(self.recipe.definitions())
        return f"{SHARED_HEAD}{places}\n"

    # --- the rules --------------------------------------------------------------------------------------------------

    def _child(self, look: str) -> str:
        """Return the source of the function that makes a move and, after the tests `look`, adds the child."""
        names = self.names
        passes = f"    if not again:\n        {names.passed('t')}\n" if self.coding.has_turn else ""
        seen = [] if self.recipe else ["seen"]
        limit = entry(MOST) if self.recipe else "K_MOST, seen, K_SLOTS"
        return f"""

@k_inline
def k_child({names.given(*names.given_to_collectors, "s", "move", "out", "n", *seen)}):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    again = f_play({names.given("t", "move")})
{look}{passes}    return k_add({names.code_of("t")}, out, n, {limit})
"""

    def _rules(self) -> str:
        names, s = self.names, self.names.given("s")
        data = "    k_p = k_data(parameters)\n" if self.recipe or self.coding.ranking else ""
        opened = "    code = k_unrank(k_p, code)\n" if self.coding.ranking else ""
        ranked = (
            "    for i in range(min(n, K_MOST)):\n        out[i] = k_rank(k_p, out[i])\n"
            if self.coding.ranking and not self.state.ranks_least
            else ""
        )
        distinct = stuck = signed = passed = ""
        if self.recipe:
            distinct = f"    if n <= parameters[{MOST}]:\n        n = k_different(out, n)\n"
        if isinstance(self.game.stuck, int):
            stuck = (
                f"    if payoff == NOT_OVER and not f_any_option({s}):\n        payoff = {self.game.stuck}\n"
            )
        if self.coding.has_turn:
            turn = f"k_load(s, {self.layout.cells})"
            signed = f"    if payoff != NOT_OVER and {turn} == 1:\n        payoff = -payoff\n"
        if self.game.stuck == "pass":
            flip = f"        {names.passed('s')}\n" if self.coding.has_turn else ""
            passed = f"    if n == 0:\n{flip}        out[0] = {names.code_of('s')}\n        n = 1\n"
        look = "k_open" if self.recipe or self.state.ranks_least else "k_look"
        looked = f"    {look}({names.given('code', 's')})\n"
        text = f"""

@k_entry
def k_outcome(code, parameters):
    s = k_block(K_SIZE)
{data}{opened}{looked}    payoff = f_over({s})
{stuck}{signed}    return payoff


def outcome(code, parameters):
    return k_outcome(code, parameters)


@k_entry
def k_successors(code, parameters, out):
    s = k_block(K_SIZE)
{data}{opened}    k_open({names.given("code", "s")})
    n = f_options({names.given(*names.given_to_collectors, "s", "out")})
{passed}{ranked}    return n


def successors(code, parameters, out):
    n = k_successors(code, parameters, out)
{distinct}    return n
"""
        if self.coding.has_turn:
            text += "\n\ndef mover(code, parameters):\n    return code & 1\n"
        if self.coding.is_dense:
            text += (
                f"\n\n@k_entry\ndef k_is_state(code, parameters):\n{self._is_state(data + opened, looked)}"
            )
            text += "\n\ndef is_state(code, parameters):\n    return k_is_state(code, parameters)\n"
        if self.coding.is_dense and self.layout.from_movers_view and not self.game.has_turns:
            text += self._passed(f"{data}{opened}    k_open({names.given('code', 's')})\n")
        for name in self._optional():
            text += f"\n\n@k_entry\ndef k_{name}(code, parameters):\n    s = k_block(K_SIZE)\n"
            text += f"{data}{opened}{looked}    return f_{name}({s})\n"
            text += f"\n\ndef {name}(code, parameters):\n    return k_{name}(code, parameters)\n"
        return text

    def _passed(self, opened: str) -> str:
        """Return the source of the function from a code to that of the state with the other player to move."""
        code = self.names.code_of("s")
        if self.coding.ranking and not self.state.ranks_least:
            code = f"k_rank(k_p, {code})"
        return (
            f"\n\n@k_entry\ndef k_passed(code, parameters):\n    s = k_block(K_SIZE)\n{opened}    return {code}\n"
            "\n\ndef passed(code, parameters):\n    return k_passed(code, parameters)\n"
        )

    def _optional(self) -> Iterator[str]:
        """Yield the names of the optional functions from a state to a number that the game gives."""
        if self.game.gives("tier"):
            yield "tier"
        if self.game.gives("progress") and not self.game.progress_is_tier:
            yield "progress"
        if self.game.has_order:
            yield "order"

    def _is_state(self, opened: str, looked: str) -> str:
        """Return the source of the body of `is_state`: whether a code is canonical and its state can occur."""
        text = f"    s = k_block(K_SIZE)\n    number = code\n{opened}"
        if self.state.ranks_least:
            text += "    if k_rank_least(k_p, code) != number:\n        return 0\n"
        elif len(self.layout.group) > 1:
            text += "    k_images(code, s)\n    if k_least_image(s) != code:\n        return 0\n"
        if self.game.gives("is_state"):
            text += f"{looked}    if not f_is_state({self.names.given('s')}):\n        return 0\n"
        return text + "    return 1\n"
