"""The parts of every generated module, whatever the game: its head, and functions over states on the stack."""

from __future__ import annotations

from typing import Final

from gamekit.layout.compiler.arithmetic import OPERATION_TEXTS

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

MARKS: Final = """from gamekit.layout.compiler.lowering import entry as k_entry, function as k_function
from gamekit.layout.compiler.lowering import inline as k_inline
from gamekit.layout.compiler.instructions import left as k_left, right as k_right
"""

PORTABLE_MARKS: Final = MARKS.replace("import entry as k_entry", "import function as k_entry")

CHECKED_MARKS: Final = """from gamekit.layout.compiler import arithmetic as k_arithmetic

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
from gamekit.layout.compiler.stack import integer as k_integer

@k_function
def k_within(index, limit, site):
    if index < 0 or index >= limit:
        raise IndexError(site, index, limit)
    return index


""" + "\n".join(f"k_{name} = k_function(k_arithmetic.{name})" for name in (*OPERATION_TEXTS, "part"))

CHILDREN: Final = """

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

K_FEW = {few}


@k_inline
def k_slot(code, slots):
    return ((code ^ (code >> 29)) * 0x1E3779B97F4A7C15 >> 40) & (slots - 1)


@k_inline
def k_note(code, i, seen, slots):
    """Enter a code that is not in the set: it stands at place i."""
    at = k_slot(code, slots)
    while k_load16(seen, at) != 0:
        at = (at + 1) & (slots - 1)
    k_store16(seen, at, i + 1)

@k_inline
def k_add(code, out, n, most, seen, slots):
    """Add the code of a neighbour, unless it is known already: by comparing it with few, by a set with many."""
    if n < K_FEW:
        for i in range(n):
            if out[i] == code:
                return n
        out[n] = code
        return n + 1
    if n == K_FEW:
        k_clear(seen, 2 * slots)
        for i in range(n):
            k_note(out[i], i, seen, slots)
    at = k_slot(code, slots)
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
