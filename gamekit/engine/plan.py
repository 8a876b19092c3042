"""Which way to solve fits into memory: what each needs at its peak, and the choice among them."""

from __future__ import annotations

from typing import Final, Literal

import attrs

from gamekit.compiled import CompiledRules
from gamekit.engine import backwards, chunks, columns
from gamekit.engine.edges import BYTES_AN_EDGE
from gamekit.engine.memory import MARGIN, Budget, held, in_words
from gamekit.errors import InputError, LimitError, UnsupportedError

Method = Literal["predecessors", "edges", "sweeps"]
METHODS: Final[tuple[Method, ...]] = ("predecessors", "edges", "sweeps")

IN_WORDS: Final[dict[Method, str]] = {
    "predecessors": "the rules' predecessors, no edges stored",
    "edges": "the edges, stored backwards",
    "sweeps": "sweeps over the unresolved states, no edges stored",
}


@attrs.frozen
class Plan:
    """How a game is going to be solved.

    Attributes:
        method: how states get to know of their successors' values.
        bytes: what that needs at its peak, by estimate.
        others: why not the quicker ways, if there are any.
    """

    method: Method
    bytes: int
    others: tuple[str, ...] = ()


def least_bytes(rules: CompiledRules, places: int) -> int:
    """Return what any method needs for so many places, with all that the process holds already."""
    left = columns.width_of_left(rules.max_successors)().itemsize
    return held() + MARGIN + (2 + left) * places


def needs(rules: CompiledRules, places: int, edges: int) -> dict[Method, int]:
    """Return the peak of memory of each method that the rules allow, the quickest first."""
    base = least_bytes(rules, places)
    branching = -(-edges // max(places, 1)) + 1
    layer = 8 * places  # the places of two layers, at worst all there are
    told = 16 * branching * min(places, backwards.ROUND)
    working = 128 * branching * min(places, chunks.CHUNK)
    found: dict[Method, int] = {}
    if rules.predecessors is not None:
        found["predecessors"] = base + layer + told + working
    found["edges"] = base + layer + told + working + BYTES_AN_EDGE * edges + 4 * places
    found["sweeps"] = base + layer + working
    return found


def choose(
    rules: CompiledRules,
    places: int,
    edges: int,
    budget: Budget,
    wanted: Method | None = None,
) -> Plan:
    """Choose the quickest way that fits.

    Raises:
        LimitError: none does; the message says what the leanest needs.
        UnsupportedError: the wanted one needs predecessors, and the rules give none.
    """
    ways = needs(rules, places, edges)
    if wanted is not None:
        if wanted not in METHODS:
            raise InputError(f"method is one of {', '.join(METHODS)}; it is {wanted!r}")
        if wanted not in ways:
            raise UnsupportedError("the compiled rules give no predecessors")
        ways = {wanted: ways[wanted]}
    others: list[str] = []
    for method, size in ways.items():
        if size <= budget.limit:
            return Plan(method, size, tuple(others))
        others.append(f"{IN_WORDS[method]} would need {in_words(size)}")
    least = min(ways.values())
    raise LimitError(
        f"{places:,} states and {edges:,} edges need {in_words(least)} of memory at least, "
        f"and {in_words(budget.limit)} are allowed"
    )
