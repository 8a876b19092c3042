"""NoGo, Cannibal Clobber, Toppling Dominoes, and Elephants and Rhinos beside published figures."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from typing import Any

import attrs
import pytest
from support.marks import cases
from support.rulesets import mcgs_cases_of

from gamekit import InputError
from gamekit.cgt import (
    Ruleset,
    canonical_form,
    grundy_value,
    integer,
    load_ruleset,
    nimber,
    outcome_class,
    parse_game,
)
from gamekit.cgt.rules import CheckedRuleset
from gamekit.drawing.side_by_side import size_of
from gamekit.drawing.spots import named_spots
from games.rulesets.nogo import Nogo, all_groups_are_free
from games.rulesets.signs import Signs

SIGNS = {
    "nogo": str.maketrans("XO", "xo"),
    "cannibal-clobber": str.maketrans("XO", "xo"),
    "toppling-dominoes": str.maketrans("XO#", "lre"),
}
"""How MCGS writes the signs of each ruleset."""


def impartial(name: str) -> Ruleset[Any]:
    return load_ruleset("impartial", {"ruleset": name})


@pytest.mark.parametrize(
    ("name", "game", "most"),
    cases(
        quick=[("nogo", "nogo", 6), ("nogo", "nogo_1xn", 7), ("toppling-dominoes", "toppling_dominoes", 10)],
        release=[("nogo", "nogo", 12), ("nogo", "nogo_1xn", 12)],
    ),
)
def test_who_wins_cases_of_mcgs(name: str, game: str, most: int) -> None:
    ruleset = load_ruleset(name)
    tried = 0
    for position, results in mcgs_cases_of(game, most):
        at: Any = CheckedRuleset(ruleset).parse(position.translate(SIGNS[name]))
        found = outcome_class(ruleset, at)
        for player, result in results.items():
            is_won = found.left_wins_first if player == "B" else not found.left_wins_second
            assert result == ("win" if is_won else "loss"), position
            tried += 1
    assert tried > 10


@pytest.mark.parametrize(
    ("name", "game", "most"),
    cases(
        quick=[
            ("nogo", "impartial nogo_1xn", 6),
            ("cannibal-clobber", "impartial cannibal_clobber", 7),
            ("toppling-dominoes", "impartial toppling_dominoes", 10),
        ],
        release=[
            ("nogo", "impartial nogo", 12),
            ("nogo", "impartial nogo_1xn", 12),
            ("cannibal-clobber", "impartial cannibal_clobber", 12),
        ],
    ),
)
def test_impartial_cases_of_mcgs(name: str, game: str, most: int) -> None:
    ruleset = impartial(name)
    tried = 0
    for position, results in mcgs_cases_of(game, most):
        if "N" in results:
            at: Any = CheckedRuleset(ruleset).parse(position.translate(SIGNS[name]))
            assert grundy_value(ruleset, at) == int(results["N"]), position
            tried += 1
    assert tried > 3


def test_elephants_and_rhinos() -> None:
    """From CGSuite's tests."""
    assert canonical_form(load_ruleset("elephants-and-rhinos"), "tttt..fff") is integer(1)


def test_rows_of_one_colour_topple() -> None:
    ruleset = load_ruleset("toppling-dominoes")
    assert canonical_form(ruleset, "eeee") is nimber(4)
    assert canonical_form(ruleset, "llll") is integer(4)
    assert canonical_form(ruleset, "lr#e#rr") is parse_game("-2")


@pytest.mark.parametrize("most", cases(quick=[5], slow=[7]))
def test_each_number_is_one_row_of_dominoes_and_a_palindrome(most: int) -> None:
    """A. Fink, R. Nowakowski, A. Siegel, D. Wolfe, "Toppling conjectures", Games of No Chance 4, 2015."""
    ruleset = load_ruleset("toppling-dominoes")
    rows: dict[Any, str] = {}
    for size in range(1, most + 1):
        for row in map("".join, itertools.product("lre", repeat=size)):
            if row <= row[::-1] and (number := canonical_form(ruleset, row).value) is not None:
                assert row == row[::-1]
                assert rows.setdefault(number, row) == row


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("toppling-dominoes", "lx", "rows have at most 100 dominoes"),
        ("nogo", "x.|o", "a board is rows of one length"),
        ("nogo", "xo.", "each group of stones must touch a free square"),
        ("elephants-and-rhinos", "t#f", "a row is 1 to 100 squares"),
    ],
)
def test_wrong_positions_are_refused(name: str, text: str, rule: str) -> None:
    with pytest.raises(InputError, match=rule):
        load_ruleset(name).parse_position(text)


def test_a_board_of_nogo_is_checked() -> None:
    with pytest.raises(InputError, match="each group of stones must touch a free square"):
        load_ruleset("nogo", {"board": "xx|oo"})


@attrs.frozen
class UndividedNogo(Nogo):
    """NoGo whose positions are taken as they are."""

    def parts(self, position: Signs) -> Iterable[Signs]:
        return [position]

    def canonical_position(self, position: Signs) -> Signs:
        return position


@pytest.mark.parametrize(
    ("rows", "columns", "count"),
    cases(quick=[(1, 7, 20), (2, 3, 10)], slow=[(1, 8, 100), (2, 4, 15), (3, 3, 10)]),
)
def test_regions_of_nogo_are_a_sum(rows: int, columns: int, count: int) -> None:
    generator = random.Random(count)
    for _ in range(count):
        board = tuple("".join(generator.choices("....xo#", k=columns)) for _ in range(rows))
        if all_groups_are_free(board):
            assert canonical_form(Nogo(), board) is canonical_form(UndividedNogo(), board), board


def test_dominoes_are_drawn() -> None:
    ruleset = load_ruleset("toppling-dominoes")
    assert set(named_spots(ruleset.svg("lre#l") or "")) == {"0", "1", "2", "4"}
    assert size_of(ruleset.svg("lre#l") or "") == size_of(ruleset.svg("#####") or "")
    assert len({ruleset.svg(row) for row in ("", "l", "r", "e")}) == 4
