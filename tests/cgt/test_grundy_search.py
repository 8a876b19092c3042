"""Grundy values by search: those of the walk over all followers, proved by fewer positions."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest
from hypothesis import given
from support.marks import cases
from support.rulesets import AnyImpartial, impartial_rulesets, mcgs_cases_of

from gamekit import LimitError, RulesError, UnsupportedError
from gamekit.cgt import (
    ImpartialRuleset,
    analyse_sum,
    check_grundy_proof,
    grundy_value,
    load_ruleset,
    position_of,
)
from gamekit.cgt.impartial.grundy_proof import GrundyProof
from gamekit.cgt.impartial.grundy_search import GrundySearch
from gamekit.cgt.valuation import valuate
from gamekit.cgt.walker import LoopError
from games.rulesets.cram import Cram


@given(impartial_rulesets())
def test_values_are_those_of_the_walk_and_proved(game: AnyImpartial) -> None:
    search = GrundySearch(game)
    for position in range(len(game.listed) - 1, -1, -1):
        found = search.value(position)
        assert found == grundy_value(game, position)
        assert [value for value in range(10) if search.is_worth(position, value)] == [found]
        assert check_grundy_proof(GrundyProof(game, position, found, search.table(position))).ok


@pytest.mark.parametrize("name", ["chomp", "cram", "grundys-game", "kayles", "nim", "node-kayles", "wythoff"])
def test_registered_rulesets(name: str) -> None:
    ruleset = load_ruleset(name)
    found = valuate(ruleset, ruleset.start(), by="search")
    walked = valuate(ruleset, ruleset.start(), "grundy")
    assert (found.kind, found.value, found.outcome) == (walked.kind, walked.value, walked.outcome)
    assert (found.winning, found.undecided) == (walked.winning, 0)
    assert found.check().ok
    won = valuate(ruleset, ruleset.start(), "outcome", by="search")
    assert (won.kind, won.value, won.winning) == ("outcome", str(walked.outcome), walked.winning)
    assert won.about == {"Grundy value": walked.value}


CRAM, CLOBBER, AMAZONS = "impartial domineering", "impartial clobber", "impartial amazons"
ANY, ROW, BOARD = ".*", r"[^|]*", r".*\|.*"
TWO_COLUMNS, PARTLY_TAKEN = r"..(\|..)+", ".*#.*"


@pytest.mark.parametrize(
    ("name", "game", "least", "most", "shape"),
    cases(
        quick=[("cram", CRAM, 1, 15, ANY)],
        slow=[
            ("cram", CRAM, 20, 24, ANY),
            ("cram", CRAM, 30, 128, ROW),
            ("cram", CRAM, 30, 47, TWO_COLUMNS),
            ("clobber", CLOBBER, 18, 31, ROW),
            ("amazons", AMAZONS, 12, 12, ROW),
        ],
        release=[
            ("cram", CRAM, 25, 29, ANY),
            ("cram", CRAM, 50, 77, TWO_COLUMNS),
            ("cram", CRAM, 41, 41, PARTLY_TAKEN),
            ("cram", CRAM, 55, 55, PARTLY_TAKEN),
            ("clobber", CLOBBER, 15, 23, BOARD),
            ("clobber", CLOBBER, 26, 29, TWO_COLUMNS),
            ("clobber", "impartial clobber_1xn", 121, 400, ROW),
            ("amazons", AMAZONS, 14, 14, BOARD),
            ("amazons", AMAZONS, 19, 19, BOARD),
            ("kayles", "kayles", 1, 9, ANY),
        ],
    ),
)
def test_cases_of_mcgs(name: str, game: str, least: int, most: int, shape: str) -> None:
    ruleset = load_ruleset(name)
    if not ruleset.is_impartial:
        ruleset = load_ruleset("impartial", {"ruleset": name})
    checked, search = 0, GrundySearch(ruleset)
    for text, results in mcgs_cases_of(game, most):
        if len(text) < least or not re.fullmatch(shape, text):
            continue
        position = search.rules.read(text.lower())
        found = search.value(position)
        for about, result in results.items():
            assert result == (str(found) if about == "N" else "win" if found else "loss"), text
            checked += 1
    assert checked > 1
    assert check_grundy_proof(GrundyProof(ruleset, position, found, search.table(position))).ok


def test_a_search_that_was_stopped_goes_on() -> None:
    calls = itertools.count()

    class Stopping(Cram):
        def parts(self, position: Any) -> Any:
            if next(calls) % 20 in (18, 19):  # where a method fails, it is called once more
                raise LimitError("stopped")
            return super().parts(position)

    search, stopped = GrundySearch(Stopping(board="....|....|....")), 0
    while True:
        try:
            found = search.value((4, 0xFFF))
            break
        except LimitError:
            stopped += 1
    assert stopped > 5
    assert found == grundy_value(load_ruleset("cram", {"board": "....|....|...."}))


@pytest.mark.parametrize("option", [0, []])
def test_an_option_that_cannot_be_divided_is_blamed_on_the_ruleset(option: Any) -> None:
    class Broken(ImpartialRuleset[Any]):
        def start(self) -> Any:
            return 1

        def options(self, position: Any) -> Any:
            return [option]

        def parts(self, position: Any) -> Any:
            return [1 // position]

    with pytest.raises(RulesError, match=r"Broken\.parts"):
        GrundySearch(Broken()).value(1)


def test_an_option_that_cannot_be_hashed_is_blamed_on_the_ruleset() -> None:
    class Unhashable(AnyImpartial):
        def options(self, position: int) -> Any:
            return [[]]

    with pytest.raises(RulesError, match="a position of Unhashable must be hashable"):
        GrundySearch(Unhashable(((),))).value(0)


def test_a_search_meets_few_of_the_followers() -> None:
    ruleset = load_ruleset("cram", {"board": "....|....|....|...."})
    with pytest.raises(LimitError, match="--by search"):
        grundy_value(ruleset, max_positions=200)
    found = valuate(ruleset, ruleset.start(), max_positions=200)
    assert (found.kind, found.value, found.by) == ("grundy", 0, "search")
    assert found.positions < 200
    assert found.check().ok


def test_a_sum_too_large_for_a_walk_is_searched() -> None:
    cram = load_ruleset("cram")
    total = position_of(cram, "....|....|....|....") + position_of(cram, "...|...|...")
    walked, searched = analyse_sum(total), analyse_sum(total, max_positions=200)
    assert searched.reason.endswith("The Grundy values were found by search.")
    assert (searched.value, searched.values, searched.moves) == (walked.value, walked.values, walked.moves)


def test_moves_that_the_limit_leaves_undecided() -> None:
    """The values need fewer positions than all winning moves, because each summand has to be worth something else."""
    cram = load_ruleset("cram")
    total = position_of(cram, "...|...") + position_of(cram, "...|...|...")
    search = GrundySearch(total)
    assert [search.value((summand,)) for summand in total.start()] == [1, 0]
    every, some = analyse_sum(total), analyse_sum(total, max_positions=search.positions)
    assert (some.value, len(every.moves), len(some.moves), some.undecided) == (1, 15, 3, 12)
    assert set(some.moves) < set(every.moves)
    assert some.reason.endswith("Whether 12 other moves win was not found out within the limits.")


@pytest.mark.parametrize("kind", ["canonical", "misere", "loopy"])
def test_kinds_that_are_not_searched(kind: str) -> None:
    with pytest.raises(UnsupportedError, match=f"of the kinds grundy and outcome; the kind is {kind}"):
        valuate(load_ruleset("clobber"), ("xo",), kind, by="search")


def test_what_has_no_grundy_value() -> None:
    with pytest.raises(UnsupportedError, match="Domineering is partizan"):
        GrundySearch(load_ruleset("domineering"))
    with pytest.raises(LoopError, match="ask for the loopy value instead"):
        GrundySearch(AnyImpartial(((1,), (0,)))).value(1)
    with pytest.raises(LimitError, match="more than 5 positions of Cram"):
        GrundySearch(load_ruleset("cram"), max_positions=5).value((4, 0xFFFF))
