"""Kinds of value, by name.

Each kind has a module of its name, with a class for the kind and a class for each kind of claim about its values.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from gamekit.cgt.kinds.value_kind import ValueKind

KINDS: Final = {
    "grundy": "the nim heap that a position of an impartial game is worth",
    "loopy": "the heap where play can go on for ever",
    "entailing": "the heap where some moves have to be answered in the same part of a sum",
    "canonical": "the simplest game that it equals, with its mean and temperature",
    "sides": "the stoppers that it is worth if endless play wins for Left, and if it wins for Right",
    "outcome": "who wins, whether or not play can go on for ever",
    "misere": "who wins if the last move loses",
    "genus": "the misère Grundy values of a position of an impartial game beside heaps of two",
    "quotient": "its element in the misère quotient, which decides all sums of its followers in misère play",
}
"""A description of each kind, by the name of its module."""


def kind_called(name: str) -> ValueKind:
    """Return the kind of value that has a name."""
    kind: ValueKind = import_module(f"{__name__}.{name.replace('-', '_')}").KIND
    return kind
