"""cgt-py and pycgt: canonical forms of an empty board of Domineering."""

from __future__ import annotations

import time
from typing import Any


def cgt_py(rows: int, columns: int) -> dict[str, Any]:
    """Return the canonical form that cgt-py finds from nothing."""
    from cgt_py import Domineering

    began = time.process_time()
    form = Domineering("|".join(["." * columns] * rows)).canonical_form
    seconds = time.process_time() - began
    return {"seconds": seconds, "value": repr(form).removeprefix("CanonicalForm('").removesuffix("')")}


def pycgt(rows: int, columns: int) -> dict[str, Any]:
    """Return the canonical form that pycgt finds from nothing."""
    from pycgt import render
    from pycgt.rulesets import domineering

    began = time.process_time()
    form = domineering.rectangle(rows, columns)
    return {"seconds": time.process_time() - began, "value": render(form).replace("+-", "±")}
