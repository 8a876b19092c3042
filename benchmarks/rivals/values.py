"""cgt-py and pycgt: canonical forms of positions on boards."""

from __future__ import annotations

import time
from typing import Any


def cgt_py(name: str, board: str) -> dict[str, Any]:
    """Return the canonical form that cgt-py finds from nothing."""
    import cgt_py as package

    began = time.process_time()
    form = getattr(package, name)(board).canonical_form
    seconds = time.process_time() - began
    return {"seconds": seconds, "value": repr(form).removeprefix("CanonicalForm('").removesuffix("')")}


def pycgt(name: str, board: str) -> dict[str, Any]:
    """Return the canonical form of an empty board of Domineering that pycgt finds from nothing."""
    from pycgt import render, rulesets

    rows = board.split("|")
    began = time.process_time()
    form = getattr(rulesets, name.lower()).rectangle(len(rows), len(rows[0]))
    return {"seconds": time.process_time() - began, "value": render(form).replace("+-", "±")}
