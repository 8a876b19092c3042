"""Marks for the cases of a test, of which CI runs few and the tests before a release all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest

LEFT_OUT: Final = set[str]()
"""The marks that -m leaves out. Cases with such a mark are not made if others are: to collect them takes seconds."""


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
