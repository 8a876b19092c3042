"""Marks for the cases of a test, of which CI runs few and the tests before a release all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Final

import pytest

LEFT_OUT: Final = set[str]()
"""The marks that -m leaves out. Cases with such a mark are not made if others are: to collect them takes seconds."""


def is_left_out(mark: str, expression: str) -> bool:
    """Return whether the expression of -m takes no test with a mark, whatever its other marks are.

    >>> is_left_out("slow", "not slow and not browser"), is_left_out("slow", "slow or not slow")
    (True, False)
    """
    others = [*set(re.findall(r"\w+", expression)) - {"and", "or", "not", mark}]
    chosen = (zip(others, values, strict=True) for values in product((False, True), repeat=len(others)))
    return bool(expression) and not any(eval(expression, {}, {**dict(some), mark: True}) for some in chosen)


def cases(*, quick: Iterable[Any] = (), slow: Iterable[Any] = (), release: Iterable[Any] = ()) -> list[Any]:
    """Return the parameters of a test: those that always run, the slow ones, and those that are left to a release."""
    marked = (
        ("", quick, ()),
        ("slow", slow, (pytest.mark.slow,)),
        ("release", release, (pytest.mark.release,)),
    )
    made = {
        name: [pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks) for case in group]
        for name, group, marks in marked
    }
    wanted = [case for name, group in made.items() if name not in LEFT_OUT for case in group]
    return wanted or [case for group in made.values() for case in group]


def one_in(number: int, group: Sequence[Any]) -> list[Any]:
    """Return the parameters of a test of many similar ones: one in so many always runs, and the others are slow."""
    others = [case for place, case in enumerate(group) if place % number]
    return cases(quick=group[::number], slow=others)
