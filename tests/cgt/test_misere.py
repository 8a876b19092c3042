"""Misère play: genera and quotients beside published ones, a naive search, and a checker that refuses wrong ones."""

from __future__ import annotations

import random
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.command import assert_refused, call
from support.marks import cases
from support.rulesets import AnyImpartial, impartial_rulesets

from gamekit import LimitError
from gamekit.cgt import (
    OctalCode,
    check_genus_proof,
    check_quotient,
    genus,
    heap_quotient,
    load_ruleset,
    mex,
    misere_quotient,
    outcome_class,
    position_of,
    prove_genus,
)
from gamekit.cgt.misere.genus import Genus
from gamekit.cgt.misere.genus_proof import GenusProof
from gamekit.cgt.misere.quotient import winning_in_misere

KAYLES = "1 2 3 1 4^146 3 2^2 1^1 4^046 2^2 6^46 4^046 1^1 2^2 7^57 1^13 4^64 3^31 2^20 1^031"
"""Genera of the first heaps (CGSuite's tests), where n stands for a nim heap, and n^m for m, m ⊕ 2 and so on."""


def full(text: str) -> Genus:
    """Return a genus in full."""
    grundy, _, misere = text.partition("^")
    if not misere:
        return {"0": Genus(0, (1, 2, 0)), "1": Genus(1, (0, 3, 1))}.get(
            grundy, Genus(int(grundy), (int(grundy), int(grundy) ^ 2))
        )
    digits = tuple(map(int, misere))
    return Genus(int(grundy), (*digits, digits[0] ^ 2) if len(digits) == 1 else digits)


@pytest.mark.slow
def test_genera_of_kayles() -> None:
    kayles = load_ruleset("kayles")
    for heap, text in enumerate(KAYLES.split(), 1):
        assert genus(kayles, (heap,)) == full(text), heap


@given(impartial_rulesets(6))
def test_a_genus_is_made_of_misere_grundy_values(ruleset: AnyImpartial) -> None:
    found = genus(ruleset)
    assert found.beside(0) == misere_grundy(ruleset, ruleset.start(), ())
    assert found.beside(1) == misere_grundy(ruleset, ruleset.start(), (2,))
    assert found.beside(2) == misere_grundy(ruleset, ruleset.start(), (2, 2))
    assert found.beside(5) == found.beside(3) == found.beside(101)
    assert (found.beside(0) == 0) == (outcome_class(ruleset, play="misere") == "P")


def misere_grundy(ruleset: AnyImpartial, position: int, heaps: tuple[int, ...]) -> int:
    """Return the misère Grundy value of a position beside nim heaps, by its definition."""
    values = [misere_grundy(ruleset, option, heaps) for option in ruleset.options(position)]
    for i, heap in enumerate(heaps):
        rest = heaps[:i] + heaps[i + 1 :]
        values += [misere_grundy(ruleset, position, (*rest, left) if left else rest) for left in range(heap)]
    return mex(values) if values else 1


# --- quotients ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "to", "order", "portion", "period"),
    cases(
        quick=[
            ("0.3", 10, 2, 1, (2, 0)),
            ("0.33", 20, 6, 2, (3, 0)),
            ("0.75", 30, 8, 2, (2, 7)),
            ("0.123", 24, 20, 5, (5, 4)),
            ("0.77", 20, 24, 8, None),
        ],
        release=[("0.77", 170, 40, 9, (12, 70))],
    ),
)
def test_published_quotients(
    code: str, to: int, order: int, portion: int, period: tuple[int, int] | None
) -> None:
    """Plambeck (Integers 5, 2005) for 0.123, Plambeck and Siegel (2008) for kayles: its last exception is 70."""
    found = heap_quotient(code, to)
    assert (found.order, len(found.portion), found.period) == (order, portion, period)
    assert check_quotient(found).ok


def test_a_quotient_of_all_heaps_knows_large_ones() -> None:
    found = heap_quotient("0.123", 24)
    assert found.element([5 * 10**50 + 1]) == found.element([6])
    assert str(found.outcome([10**50, 9, 0])) == str(found.outcome([10, 9]))


@pytest.mark.parametrize("code", cases(quick=["0.123", "0.07"], slow=["0.75", "0.26", "4.3"]))
def test_quotients_say_who_wins(code: str) -> None:
    """Beside a search, for all sums of up to three heaps."""
    found = heap_quotient(code, 9)
    options = OctalCode.parse(code).options

    @cache
    def is_lost(heaps: tuple[int, ...]) -> bool:
        moves = [
            tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :])))
            for i, heap in enumerate(heaps)
            for left in options(heap)
        ]
        return bool(moves) and not any(map(is_lost, moves))

    for number in range(4):
        for heaps in combinations_with_replacement(range(1, 10), number):
            assert (found.outcome(heaps) == "P") == is_lost(heaps), heaps


@given(impartial_rulesets(6), st.data())
def test_quotients_of_random_games(ruleset: AnyImpartial, data: st.DataObject) -> None:
    found = misere_quotient(ruleset)
    assert check_quotient(found).ok
    atoms = data.draw(st.lists(st.sampled_from(list(found.pretending)), max_size=3))
    total = position_of(ruleset, 0)
    for atom in atoms:
        total += position_of(ruleset, atom)
    assert found.outcome([0, *atoms] if 0 in found.pretending else atoms) == outcome_class(
        total, play="misere"
    )


@pytest.mark.slow
def test_winning_options_of_a_position() -> None:
    kayles = load_ruleset("kayles", [9, 5, 4])
    found = misere_quotient(kayles)
    lost = [
        option
        for option in set(kayles.options_of((4, 5, 9), 0))
        if outcome_class(kayles, option, play="misere") == "P"
    ]
    in_order = {tuple(sorted(option)) for option in lost}
    assert sorted(winning_in_misere(found, (4, 5, 9))) == sorted(in_order)
    assert lost


# --- what the checker refuses -------------------------------------------------------------------------------------


def altered(what: str) -> Any:
    found = heap_quotient("0.123", 24)
    if what == "portion":
        return attrs.evolve(found, portion=found.portion ^ {3})
    if what == "pretending":
        return attrs.evolve(found, pretending={**found.pretending, 9: found.pretending[8]}, period=None)
    if what == "period":
        return attrs.evolve(found, period=(4, 4))
    if what == "too soon":
        return attrs.evolve(heap_quotient("0.123", 22), period=(5, 4))  # one heap less than are needed
    if what == "alike":
        products = tuple((*row, row[0]) for row in found.products)
        return attrs.evolve(found, products=(*products, products[0]))
    if what == "unreachable":
        return attrs.evolve(
            found, pretending={heap: found.pretending[heap] for heap in range(1, 9)}, period=None
        )
    if what == "order":
        ruleset = load_ruleset("kayles", [3])
        found = misere_quotient(ruleset)
        return attrs.evolve(found, pretending=dict(reversed(found.pretending.items())))
    if what in ("no word", "long word"):
        word = "?" if what == "no word" else "a⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹"
        return attrs.evolve(found, names=(*found.names[:-1], word))
    rows = [list(row) for row in found.products]
    rows[4][5] = rows[5][4] = 99 if what == "element" else 0
    return attrs.evolve(found, products=tuple(map(tuple, rows)))


FOUND_LATE = ("unreachable", "no word", "long word")
"""What is found once all transitions have been looked at."""


@pytest.mark.parametrize(
    ("what", "problem"),
    cases(
        quick=[
            ("portion", "position, as the quotient says"),
            ("pretending", "position, as the quotient says"),
            ("period", "have different elements"),
            ("alike", "the multiplication table"),
            ("element", "has other elements"),
            ("no word", "is not the product ?"),
            ("long word", "is not the product a⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹⁹"),
            ("unreachable", "no sum has the element"),
            ("product", "the multiplication is not associative"),
            ("order", "which does not come before it"),
        ],
        slow=[("too soon", "too few heaps to prove the period")],
    ),
)
def test_wrong_quotients_are_refused(what: str, problem: str) -> None:
    report = check_quotient(altered(what))
    assert not report.ok
    assert (report.checked > 0) == ("quotient says" in problem or what in FOUND_LATE)
    assert problem in str(report)


# --- the command line ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_commands() -> None:
    found = call("value", "kayles", "9 12", "--kind", "quotient", "--json").json
    assert (found["value"], found["about"]["order"], found["verified"]) == ("de", 24, True)
    assert found["winning"]["left"] == ["4 4 12", "9 1 9"]
    assert call("value", "kayles", "12", "--kind", "genus", "--json").json["value"] == "4^046"
    found = call("sequence", "0.123", "--to", "24", "--misere", "--json").json
    assert (found["order"], found["period"], found["last_exception"], found["verified"]) == (20, 5, 4, True)
    assert found["values"][:10] == ["a", "1", "b", "b", "a", "c", "1", "d", "e", "a"]


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (("value", "domineering", "--kind", "quotient"), "misère quotients are for impartial rulesets"),
        (("value", "digraph", "--kind", "quotient"), "misère quotients are for games without loops"),
        (
            ("value", "digraph", "--kind", "quotient"),
            "ask for the misère outcome class instead (--kind misere)",
        ),
        (("value", "clobber", "--kind", "genus"), "genera are for impartial rulesets"),
        (("sequence", "0.8", "--misere"), "an octal code must be"),
    ],
)
def test_refusals(arguments: tuple[str, ...], part: str) -> None:
    result = call(*arguments)
    assert_refused(result)
    assert part in result.err


@pytest.mark.release
def test_an_infinite_quotient_is_sought_as_long_as_there_is_time() -> None:
    """The quotient of heaps up to 10 of 4.7 is infinite, but nothing shows that, so only the limit of time ends it."""
    result = call("sequence", "4.7", "--to", "12", "--misere", "--seconds", "20")
    assert result.status == 3
    assert "misère quotient of order 18, with 4 elements in the P-portion: heaps of 1 to 9" in result.out
    assert "verified: all 99 transitions" in result.out
    assert result.err == (
        "gamekit: with a heap of 10, the misère quotient of 4.7 was not found in 20 seconds, the limit that was set; "
        "raise --seconds\n"
    )


@pytest.mark.release
def test_a_position_without_a_finite_quotient_gets_a_sentence() -> None:
    with pytest.raises(LimitError, match="no misère quotient of 12 was found"):
        misere_quotient(load_ruleset("octal", {"heaps": [12], "code": "4.7"}))


# --- sums as games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sums", cases(quick=[3], slow=[15], release=[300]))
def test_solving_a_sum_in_misere_play_agrees_with_the_quotient(sums: int) -> None:
    import gamekit
    from gamekit.cgt import as_game

    chosen = random.Random(7)
    quotients = {code: heap_quotient(code, 8) for code in ("0.123", "0.77", "0.07", "0.75")}
    for _ in range(sums):
        code = chosen.choice(list(quotients))
        heaps = [chosen.randint(1, 8) for _ in range(chosen.randint(1, 3))]
        total = position_of(load_ruleset("octal", {"heaps": heaps[:1], "code": code}))
        for heap in heaps[1:]:
            total += position_of(load_ruleset("octal", {"heaps": [heap], "code": code}))
        solution = gamekit.solve(as_game(total, play="misere"))
        assert (solution.root.winner == "second") == (quotients[code].outcome(heaps) == "P"), (code, heaps)


def test_a_genus_is_proved_or_refused() -> None:
    """Each entry of a table, changed in any way that a reader of genera can see, is found to be wrong."""
    proof = prove_genus(load_ruleset("kayles", [7]))
    assert check_genus_proof(proof).ok
    for position, found in proof.table.items():
        wrong = [
            attrs.evolve(found, grundy=found.grundy + 1),
            attrs.evolve(found, misere=(*found.misere[:-1], found.misere[-1] + 1)),
            attrs.evolve(found, misere=(*found.misere, found.misere[-2])),
            attrs.evolve(found, misere=(*found.misere, *found.misere[-2:])),
            attrs.evolve(found, misere=found.misere[:1]),
        ]
        for genus_ in wrong:
            table = {**proof.table, position: genus_}
            value = table[proof.position]
            assert not check_genus_proof(attrs.evolve(proof, table=table, value=value)).ok, (position, genus_)
    empty = {(): Genus(0, (1, 2))}  # right beside no heap of two, and beside one; beside two it is 0^120
    report = check_genus_proof(GenusProof(load_ruleset("kayles"), (), empty[()], empty))
    assert "beside 2 heaps of two no option has the value 0" in str(report)
    backwards = dict(reversed(proof.table.items()))
    assert "entries before it" in str(check_genus_proof(attrs.evolve(proof, table=backwards)))
