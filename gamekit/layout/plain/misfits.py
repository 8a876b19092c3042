"""Errors about numbers that are no content of a field, or of a layout."""

from __future__ import annotations

from typing import Any

from gamekit.game.checked_values import is_integer
from gamekit.game.foreign_errors import safe_repr
from gamekit.layout.fields.field import Field
from gamekit.layout.layout import Cells, Layout


def misfit(field: Field, numbers: Any) -> str | None:
    """Return the reason why a field cannot hold some numbers; None if it can.

    >>> from gamekit.layout import Counter
    >>> misfit(Counter(2), [3]), misfit(Counter(2), [1])
    ('is given 3, which is not from 0 to 2', None)
    """
    values = several(numbers)
    if len(values) != field.places:
        return f"is given {len(values)} numbers instead of {field.places}: {safe_repr(values, 100)}"
    for number in values:
        is_number = isinstance(number, bool) or is_integer(number)
        if not is_number or not 0 <= number < field.values:
            return f"is given {safe_repr(number, 100)}, which is not from 0 to {field.values - 1}"
    return None


def several(numbers: Any) -> list[Any]:
    """Return numbers as a list, even if there is only a single number."""
    return [*numbers] if hasattr(numbers, "__iter__") else [numbers]


def misfits(layout: Layout, state: Cells) -> str | None:
    """Return the reason why the numbers of a state do not fit; None if they do.

    >>> from gamekit.layout import Counter
    >>> misfits(Layout(left=Counter(5)), (6, 0))
    'left is given 6, which is not from 0 to 5'
    """
    if len(state) != layout.cells + 1:
        return f"the fields must be given {layout.cells} numbers in all; they are given {len(state) - 1}"
    for name, field in layout.fields.items():
        if why := misfit(field, state[layout.parts[name]]):
            return f"{name} {why}"
    return None
