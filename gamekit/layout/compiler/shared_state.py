"""A state on the stack, for rules that all instances of a class share: the sizes are read from the parameters."""

from __future__ import annotations

from typing import Final

import attrs

from gamekit.errors import RulesError
from gamekit.layout.compiler.parameters import FACTOR, SHIFT, UNIT, VALUES, of_cell
from gamekit.layout.compiler.stack_state import StackState

SHARED_CHILDREN: Final = '''

@k_inline
def k_add(code, out, n, most):
    if n < most:
        out[n] = code
    return n + 1


@k_inline
def k_lists(k_p, start, end, value):
    for i in range(start, end):
        if k_load64(k_p, i) == value:
            return True
    return False


@numba.njit(nogil=True)
def k_different(out, n):
    """Drop duplicates, of which there are none among ascending codes."""
    for i in range(1, n):
        if out[i] <= out[i - 1]:
            return k_distinct(out, n)
    return n
'''


@attrs.frozen
class SharedState(StackState):
    """Writes the functions of a state on the stack: its cells first, then its only code.

    The layout is that of one instance; the layouts of the others differ only in the numbers of values.

    Raises:
        RulesError: the layout has symmetry or gravity, is alike for both players, or its codes are ranks or leave out
            a number.
    """

    @property
    def bits(self) -> int:
        return 32

    def __attrs_post_init__(self) -> None:
        for name, is_stated in (
            ("symmetry or like pieces", self.layout.has_symmetry),
            ("alike", self.layout.from_movers_view),
            ("gravity", any(field.fall for field in self.layout.fields.values())),
            ("rankings in dense", self.coding.ranking is not None),
            ("a permutation or a balanced counter", bool(self.coding.linear.closings)),
        ):
            if is_stated:
                raise RulesError(
                    f"with compiled_once, a layout must not have {name}; leave out one of the two"
                )

    def functions(self) -> str:
        """Return the source of functions that give a cell a value, unpack a code, and find the least code."""
        lines = []
        if self.coding.has_turn:
            lines += [f"    k_store(s, {self.layout.cells}, code & 1)", "    code = code >> 1"]
        for cell in range(self.layout.cells - 1, 0, -1):
            lines += [
                f"    higher = k_quotient(k_p, {cell}, code)",
                f"    k_store(s, {cell}, code - higher * {of_cell(cell, VALUES)})",
                "    code = higher",
            ]
        return f'''

@k_inline
def k_put(k_p, s, i, value):
    """Give cell i a value; the code follows."""
    change = (value - k_load(s, i)) * {of_cell("i", UNIT)}
    k_store64(s, K_CODES, k_load64(s, K_CODES) + change)
    k_store(s, i, value)


@k_inline
def k_quotient(k_p, i, code):
    """Divide what is left of a code by the number of values of cell i."""
    shift = {of_cell("i", SHIFT)}
    if shift >= 0:
        return code * {of_cell("i", FACTOR)} >> shift
    return code // {of_cell("i", VALUES)}


@k_inline
def k_open(k_p, code, s):
    k_store64(s, K_CODES, code)
{chr(10).join(lines)}
    k_store(s, 0, code)


@k_inline
def k_least(s):
    return k_load64(s, K_CODES)
'''
