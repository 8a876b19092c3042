"""Gravity in the checked build: what `play` and `unplay` leave above an empty square."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gamekit.layout.compiler.names import Names
from gamekit.layout.compiler.syntax import tree_of
from gamekit.layout.layout import Layout
from gamekit.layout.mistakes import place_of

FLOATING: Final = -1
"""In place of a limit: the index is that of an empty square below a piece."""


def gravity_check(layout: Layout, names: Names, function: Callable[..., Any]) -> str:
    """Return the lines that look at a state `t` after a function of the rules; none if nothing falls.

    The code of a state in which a piece floats is that of another state.
    """
    lines = ""
    for name, field in layout.fields.items():
        if field.fall:
            tree = tree_of(function)
            site = names.site(place_of(function, tree), f"def {tree.name}(...)")
            first = layout.offsets[name]
            lines += f"""    for i in range({first}, {first + field.places - field.fall}):
        if k_load(t, i) != 0 and k_load(t, i + {field.fall}) == 0:
            raise IndexError({site}, i + {field.fall - first}, {FLOATING})
"""
    return lines
