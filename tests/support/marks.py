"""Marks for the cases of a test, of which CI runs few and the tests before a release all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def cases(*, quick: Iterable[Any] = (), slow: Iterable[Any] = (), release: Iterable[Any] = ()) -> list[Any]:
    """Return the parameters of a test: those that always run, the slow ones, and those that are left to a release."""
    marked = ((quick, ()), (slow, (pytest.mark.slow,)), (release, (pytest.mark.release,)))
    return [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=marks)
        for group, marks in marked
        for case in group
    ]
