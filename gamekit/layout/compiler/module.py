"""The generated module: the functions of a layout, those of the author, and the rules over codes made from both."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import attrs

from gamekit.layout.codes import Coding
from gamekit.layout.compiler.function import write_functions
from gamekit.layout.compiler.mistakes import Place
from gamekit.layout.compiler.names import Function, Names
from gamekit.layout.compiler.parents import Parents
from gamekit.layout.compiler.ranks import ranks
from gamekit.layout.compiler.stack_state import StackState
from gamekit.layout.layout import Layout

HEAD: Final = '''"""Rules of {name} over codes, made by gamekit {version} from {file}."""

import numba
import numpy as np

from gamekit.game.compiled import NOT_OVER
from gamekit.layout.compiler.stack import block as k_block, clear as k_clear, copy as k_copy, item as k_item
from gamekit.layout.compiler.stack import load{bits} as k_load, load64 as k_load64, load16 as k_load16
from gamekit.layout.compiler.stack import store{bits} as k_store, store64 as k_store64, store16 as k_store16
from gamekit.layout.compiler.stack import lowest as k_lowest, members{bits} as k_members, population as k_population

# Only rules of this module call these functions: wrappers, with which Python and C could, take a third of the time.
k_options = dict(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)
k_inline = numba.njit(forceinline=True, **k_options)
k_function = numba.njit(**k_options)

# A state lies on the stack: its cells first, then the codes of all its images, as the next player will see them.
K_CODES = {codes}  # in words of 8 bytes
K_IMAGES = {images}
K_SIZE = {size}  # in bytes
K_MOST = {most}
K_SLOTS = {slots}  # of the set of children that are known already
K_SEEN = 2 * K_SLOTS  # in bytes
'''

CHECKED: Final = """

@k_function
def k_within(index, limit, site):
    if index < 0 or index >= limit:
        raise IndexError(site, index, limit)
    return index
"""

CHILDREN: Final = '''

@k_inline
def k_least(s):
    least = k_load64(s, K_CODES)
    for g in range(1, K_IMAGES):
        least = min(least, k_load64(s, K_CODES + g))
    return least


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
'''


@attrs.frozen
class Built:
    """The source of a module, and where each of its lines was written.

    Attributes:
        text: the source.
        origins: by line number, the author's place.
        sites: the places that a checked build looks at.
    """

    text: str
    origins: dict[int, Place]
    sites: list[tuple[Place, str]]


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

    @property
    def state(self) -> StackState:
        """What writes the functions of a state."""
        return StackState(self.layout, self.coding)

    def _turn(self) -> str:
        return f"k_load(k_s, {self.layout.cells})" if self.coding.has_turn else "0"

    def write(self) -> Built:
        """Return the module."""
        from gamekit.game.version import __version__

        turn = self._turn()
        names = Names(self.game, self.layout, turn, self.is_checked)
        functions = [
            Function("f_play", self.game.play, "play", turn),
            Function("f_options", self.game.options, "options", turn),
            Function("f_over", self.game.over, "over", turn),
        ]
        if isinstance(self.game.stuck, int):
            functions.append(Function("f_any_option", self.game.options, "any", turn))
        parents = Parents(self.game, self.layout, self.coding, turn)
        write_functions(names, *functions, *parents.functions())
        parts = [
            HEAD.format(
                name=type(self.game).__name__,
                version=__version__,
                file=Path(self.game.options.__code__.co_filename).name,
                bits=self.state.bits,
                codes=self.state.words,
                images=len(self.layout.group),
                size=8 * (self.state.words + len(self.layout.group)),
                most=self.game.most_moves,
                slots=1 << (2 * self.game.most_moves).bit_length(),
            ),
            CHECKED if self.is_checked else "",
            CHILDREN,
            self.state.put(),
            self.state.open("k_open", self.state.next_view, fills_cells=True),
            self.state.open("k_look", None, fills_cells=True),
        ]
        if self.coding.is_dense and len(self.layout.group) > 1:
            parts.append(self.state.open("k_images", self.state.same_view, fills_cells=False))
        if self.coding.placements:
            parts.append(ranks(self.coding.placements))
        parts.append(
            "\n\n" + "\n".join(line for table in names.tables.values() for line in table.definitions()) + "\n"
        )
        lines: list[tuple[str, Place | None]] = [(line, None) for part in parts for line in part.split("\n")]
        for name, written in names.written.items():
            lines += [("", None), ("", None), ("@k_function", None), *written]
            if name == "f_play":
                lines += [(line, None) for line in self._child().split("\n")]
        rules = self._rules() + parents.write()
        lines += [(line, None) for line in rules.split("\n")]
        return Built(
            "\n".join(text for text, _ in lines) + "\n",
            {i: place for i, (_, place) in enumerate(lines, 1) if place},
            names.sites,
        )

    # --- the rules --------------------------------------------------------------------------------------------------

    def _child(self) -> str:
        turn = self.layout.cells
        passes = (
            f"    if not again:\n        k_put(t, {turn}, 1 - k_load(t, {turn}))\n"
            if self.coding.has_turn
            else ""
        )
        return f"""

@k_inline
def k_child(s, move, out, n, seen):
    t = k_block(K_SIZE)
    k_copy(t, s, K_SIZE)
    again = f_play(t, move)
{passes}    return k_add(k_least(t), out, n, K_MOST, seen, K_SLOTS)
"""

    def _rules(self) -> str:
        turn = self.layout.cells
        opened = "    code = k_unrank(code)\n" if self.coding.placements else ""
        ranked = (
            "    for i in range(min(n, K_MOST)):\n        out[i] = k_rank(out[i])\n"
            if self.coding.placements
            else ""
        )
        stuck = ""
        if isinstance(self.game.stuck, int):
            stuck = (
                f"    if payoff == NOT_OVER and not f_any_option(s):\n        payoff = {self.game.stuck}\n"
            )
        signed = ""
        if self.coding.has_turn:
            signed = f"    if payoff != NOT_OVER and k_load(s, {turn}) == 1:\n        payoff = -payoff\n"
        passed = ""
        if self.game.stuck == "pass":
            flip = f"        k_put(s, {turn}, 1 - k_load(s, {turn}))\n" if self.coding.has_turn else ""
            passed = f"    if n == 0:\n{flip}        out[0] = k_least(s)\n        n = 1\n"
        text = f"""

def outcome(code, parameters):
{opened}    s = k_block(K_SIZE)
    k_look(code, s)
    payoff = f_over(s)
{stuck}{signed}    return payoff


def successors(code, parameters, out):
{opened}    s = k_block(K_SIZE)
    k_open(code, s)
    n = f_options(s, out)
{passed}{ranked}    return n
"""
        if self.coding.has_turn:
            text += "\n\ndef mover(code, parameters):\n    return code & 1\n"
        if self.coding.is_dense:
            if len(self.layout.group) == 1:
                body = "    return 1\n"
            else:
                body = (
                    f"{opened}    s = k_block(K_SIZE)\n    k_images(code, s)\n    return k_least(s) == code\n"
                )
            text += f"\n\ndef is_state(code, parameters):\n{body}"
        return text
