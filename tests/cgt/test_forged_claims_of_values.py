"""Claims about values, forged thousands of times: none is believed. Those of sides are in test_loopy_games.py."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import numpy as np
import pytest
from support.forging import forged
from support.marks import cases

from gamekit import InputError, UnsupportedError
from gamekit.cgt import OctalCode, SequenceProof, find_period, grundy_sequence, heap_quotient, load_ruleset
from gamekit.cgt.claims import CLAIMS, check_claim, claim_of
from gamekit.cgt.kinds import KINDS
from gamekit.cgt.rules import CheckedRuleset
from gamekit.cgt.valuation import valuate

AT_ONCE: Final = 10
"""The number of forgeries of one claim."""


def graph(nodes: int, generator: random.Random) -> list[list[int]]:
    return [[end for end in range(nodes) if generator.random() < 0.35] for _ in range(nodes)]


def of_kayles(generator: random.Random) -> tuple[str, dict[str, Any]]:
    return "kayles", {"heaps": [generator.randint(1, 6), generator.randint(1, 4)]}


def of_one_row(generator: random.Random) -> tuple[str, dict[str, Any]]:
    return "kayles", {"heaps": [generator.randint(1, 6)]}


def of_top_entails(generator: random.Random) -> tuple[str, dict[str, Any]]:
    return "top-entails", {"heaps": [generator.randint(1, 6), generator.randint(1, 4)]}


def of_clobber(generator: random.Random) -> tuple[str, dict[str, Any]]:
    return "clobber", {"board": "".join(generator.choices("xo.", k=6))}


def of_a_digraph(generator: random.Random) -> tuple[str, dict[str, Any]]:
    return "digraph", {"graph": graph(generator.randint(2, 4), generator), "tokens": [0]}


def of_two_digraphs(generator: random.Random) -> tuple[str, dict[str, Any]]:
    nodes = generator.randint(2, 4)
    return "partizan-digraph", {
        "left": graph(nodes, generator),
        "right": graph(nodes, generator),
        "tokens": [0],
    }


POSITIONS: dict[str, Callable[[random.Random], tuple[str, dict[str, Any]]]] = {
    "grundy": of_kayles,
    "loopy": of_a_digraph,
    "entailing": of_top_entails,
    "canonical": of_clobber,
    "outcome": of_two_digraphs,
    "genus": of_kayles,
    "quotient": of_one_row,
}
"""For each kind of value, a random ruleset and its parameters. Claims about the kind misere are those about outcome."""


def claim(kind: str, generator: random.Random) -> dict[str, Any]:
    name, parameters = POSITIONS[kind](generator)
    ruleset: Any = load_ruleset(name, parameters)
    position = CheckedRuleset(ruleset).start()
    found: dict[str, Any] = claim_of(valuate(ruleset, position, kind).proof, name)
    return found


def claim_of_a_search(generator: random.Random) -> dict[str, Any]:
    board = "|".join("xo" + generator.choice("xo.") for _ in range(2))
    ruleset: Any = load_ruleset("clobber", {"board": board})
    found: dict[str, Any] = claim_of(
        valuate(ruleset, ruleset.start(), "outcome", by="search").proof, "clobber"
    )
    return found


def claim_of_heaps(generator: random.Random) -> dict[str, Any]:
    code = generator.choice(["0.77", "0.07", "0.123", "0.333", "0.26", "4.3", "0.75"])
    found: dict[str, Any] = claim_of(heap_quotient(code, generator.randint(2, 8)), code)
    return found


CLAIMED: dict[str, Callable[[random.Random], dict[str, Any]]] = {
    **{kind: partial(claim, kind) for kind in POSITIONS},
    "search": claim_of_a_search,
    "heaps": claim_of_heaps,
}
"""For each kind of value, and for the further claims that kinds have, a random claim."""

ELSEWHERE: Final = {"sequence", "period", "arithmetic-period", "positions", "sides"}
"""The claims that other tests forge: one below, and those in test_sequences_of_positions.py and test_loopy_games.py."""


def assert_none_is_believed(found: dict[str, Any], generator: random.Random) -> None:
    found = json.loads(json.dumps(found))
    assert check_claim(found).report.ok
    for _ in range(AT_ONCE):
        other = forged(found, generator)
        try:
            assert not check_claim(other).report.ok, other
        except InputError:  # such as a number below 0
            continue


def test_every_kind_and_every_claim_is_forged() -> None:
    assert {*POSITIONS, "sides", "misere"} == {*KINDS}
    claims = {make(random.Random(1))["gamekit_claim"] for make in CLAIMED.values()}
    assert claims | ELSEWHERE == {*CLAIMS}


@pytest.mark.parametrize(
    ("kind", "count"),
    cases(
        quick=[(kind, 20) for kind in CLAIMED],
        slow=[(kind, 300) for kind in CLAIMED],
        release=[(kind, 10_000) for kind in CLAIMED],
    ),
)
def test_forged_claims_of_each_kind_are_refused(kind: str, count: int) -> None:
    generator = random.Random(count)
    tried = 0
    while tried < count:
        try:
            found = CLAIMED[kind](generator)
        except UnsupportedError:  # the play of a random graph has no value of this kind
            continue
        assert_none_is_believed(found, generator)
        tried += AT_ONCE


@pytest.mark.parametrize("count", cases(quick=[20], slow=[80], release=[10_000]))
def test_forged_sequences_and_periods_are_refused(count: int) -> None:
    generator = random.Random(count)
    for _ in range(0, count, 2 * AT_ONCE):
        code = OctalCode.parse("0." + "".join(generator.choices("01234567", k=3)))
        values = np.array(grundy_sequence(str(code), 20), np.uint16)
        assert_none_is_believed(claim_of(SequenceProof(code, values), str(code)), generator)
        period = find_period(code, 60)
        if period is not None:
            assert_none_is_believed(claim_of(period, str(code)), generator)
