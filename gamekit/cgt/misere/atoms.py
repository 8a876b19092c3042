"""Atoms: the positions of which others are sums, and the options of each as sums of atoms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from gamekit.cgt.rules import Rules
from gamekit.cgt.ruleset import LEFT
from gamekit.cgt.walker import LoopError
from gamekit.errors import LimitError

OptionSums = Callable[[Any], Iterable[Sequence[Any]]]
"""The options of an atom, each as the atoms of which it is the sum."""


def ruleset_options(rules: Rules[Any]) -> OptionSums:
    """Return the options of an atom of a ruleset, as atoms."""
    return lambda atom: [rules.indivisible_parts(option) for option in rules.options(atom, LEFT)]


def atoms_below(start: Iterable[Any], options: OptionSums, most: int) -> list[Any]:
    """Return atoms and all that follow from them, options first.

    Raises:
        UnsupportedError: play can return to an atom.
        LimitError: more than `most` atoms.
    """
    listed: dict[Any, None] = {}
    opened: set[Any] = set()
    stack = list(start)
    while stack:
        atom = stack[-1]
        if atom in listed:
            stack.pop()
        elif atom in opened:
            listed[stack.pop()] = None
        else:
            opened.add(atom)
            for option in options(atom):
                for part in option:
                    if part in opened and part not in listed:
                        raise LoopError(
                            "misère quotients are for games without loops, and play can return to a position: "
                            "it has misère outcome classes (--kind misere)"
                        )
                    if part not in listed:
                        stack.append(part)
            if len(opened) > most:
                raise LimitError(
                    f"the quotient would have more than {most:,} atoms, the limit; who wins in misère play is found "
                    "without it (--kind misere)"
                )
    return list(listed)
