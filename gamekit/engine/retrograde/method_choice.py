"""The choice of a method: the peak of memory of each, and the quickest method that fits into memory."""

from __future__ import annotations

from typing import Final, Literal

import attrs

from gamekit.engine.retrograde.columns import PARENTS, few_of, unresolved_dtype
from gamekit.engine.retrograde.first_pass import BYTES_AN_EDGE
from gamekit.engine.runtime.memory_budget import MARGIN, format_bytes, held
from gamekit.engine.runtime.supersteps import RoundRunner
from gamekit.engine.runtime.tuning import DEFAULTS, Tuning
from gamekit.errors import InputError, LimitError, UnsupportedError
from gamekit.game.compiled import CompiledRules
from gamekit.game.limits import ADVICE

Method = Literal["predecessors", "edges", "scan"]
METHODS: Final[tuple[Method, ...]] = ("predecessors", "edges", "scan")

IN_WORDS: Final[dict[Method, str]] = {
    "predecessors": "the rules' predecessors, no edges stored",
    "edges": "the edges, stored backwards",
    "scan": "scans of the unresolved states, no edges stored",
}

AS_WORK: Final[dict[Method, str]] = {
    "predecessors": "taking moves back",
    "edges": "storing the edges",
    "scan": "scanning the unresolved states",
}

SCANNED_BYTES: Final = 9
"""The number of bytes that a scan holds for each state that it resolves; it may resolve the states of all places."""


@attrs.frozen
class MethodPlan:
    """The plan of a solve: its method, and the memory that it needs.

    Attributes:
        method: the way in which values propagate to predecessors.
        bytes: the estimated peak of memory; None if the work is in files.
        others: the reasons why faster methods were ruled out.
    """

    method: Method
    bytes: int | None = None
    others: tuple[str, ...] = ()


def least_bytes(rules: CompiledRules, places: int) -> int:
    """Return the bytes that any method needs for this many places, including all that the process holds already."""
    return held() + MARGIN + (1 + counter_bytes(rules.max_successors)) * places


def counter_bytes(successors: int) -> int:
    """Return the number of bytes of a counter that counts up to `successors` unresolved successors."""
    return unresolved_dtype(successors)().itemsize


def needs(
    rules: CompiledRules, places: int, edges: int, tuning: Tuning = DEFAULTS, *, counter: int | None = None
) -> dict[Method, int]:
    """Return the peak of memory, in bytes, of each method that the rules allow, the quickest first.

    A counter has room for as many successors as the rules allow, unless `counter` gives its size in bytes.
    """
    base = least_bytes(rules, places)
    if counter is not None:
        base += (counter - counter_bytes(rules.max_successors)) * places
    branching = -(-edges // max(places, 1)) + 1
    listed = min(places, few_of(places, tuning))
    layer = 16 * listed
    messages = 16 * min(branching, PARENTS) * min(listed, tuning.update_round)
    working = 128 * branching * min(places, tuning.scan_task)
    bytes_by_method: dict[Method, int] = {}
    if rules.predecessors is not None:
        bytes_by_method["predecessors"] = base + layer + messages + working
    bytes_by_method["edges"] = base + layer + messages + working + BYTES_AN_EDGE * edges + 4 * places
    bytes_by_method["scan"] = base + SCANNED_BYTES * places + working
    return bytes_by_method


def choose(
    runner: RoundRunner,
    rules: CompiledRules,
    places: int,
    edges: int,
    wanted: Method | None,
    *,
    counter: int | None = None,
) -> MethodPlan:
    """Return the quickest method that fits into memory, or the requested one; the parameters are those of `needs`.

    Raises:
        LimitError: the method does not fit; the message gives the memory that the leanest method needs.
        UnsupportedError: the requested method needs predecessors, and the rules give none.
        InputError: there is no such method.
    """
    sizes = needs(rules, places, edges, runner.tuning, counter=counter)
    if wanted is not None:
        check_method(rules, wanted)
        sizes = {wanted: sizes[wanted]}
    others: list[str] = []
    for method, size in sizes.items():
        if size <= runner.budget.limit:
            return MethodPlan(method, size, tuple(others))
        others.append(f"{AS_WORK[method]} would need {format_bytes(size)}")
    least = min(sizes.values())
    raise LimitError(
        f"{places:,} states and {edges:,} edges need at least {format_bytes(least)} of memory, but "
        f"only {format_bytes(runner.budget.limit)} are allowed; raise --memory (memory in Python)",
        advice=ADVICE,
    )


def method_on_disk(rules: CompiledRules, wanted: Method | None) -> Method:
    """Return the method of a solve in files: the requested one, or by default predecessors if the rules give them.

    Raises:
        UnsupportedError: the requested method is not possible.
        InputError: there is no such method.
    """
    if wanted is None:
        return "edges" if rules.predecessors is None else "predecessors"
    check_method(rules, wanted)
    if wanted == "scan":
        raise UnsupportedError(
            "method 'scan' needs all states in memory; omit the method, or solve without a work folder"
        )
    return wanted


def check_method(rules: CompiledRules, wanted: str) -> None:
    """Refuse a method that does not exist, or that the rules do not allow."""
    if wanted not in METHODS:
        raise InputError(f"method must be one of {', '.join(METHODS)}; it is {wanted!r}")
    if wanted == "predecessors" and rules.predecessors is None:
        raise UnsupportedError(
            "method 'predecessors' needs compiled rules that give predecessors; these give none"
        )
