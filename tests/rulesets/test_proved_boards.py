"""Large boards of partizan rulesets: who wins is proved for one player to move, where canonical forms take too long."""

from __future__ import annotations

import pytest
from support.marks import cases
from support.rulesets import mcgs_cases_of

import gamekit
from gamekit.analysis.verification.certificate_check import check_certificate
from gamekit.cgt import load_ruleset


@pytest.mark.parametrize(
    ("name", "least", "most", "every"),
    cases(
        slow=[("domineering", 40, 49, 25)],
        release=[("clobber", 20, 27, 6), ("domineering", 50, 60, 12), ("clobber", 13, 31, 11)],
    ),
)
def test_cases_of_mcgs(name: str, least: int, most: int, every: int) -> None:
    """Certificates are checked elsewhere."""
    listed = [case for case in mcgs_cases_of(name, most) if len(case[0]) >= least and "|" in case[0]]
    assert assert_results(name, listed[::every]) > 2


def assert_results(name: str, listed: list[tuple[str, dict[str, str]]]) -> int:
    """Prove who wins some cases of MCGS, in which B is Left, and return how many results there are."""
    board_game = load_ruleset(name).board_game()
    assert board_game is not None
    checked = 0
    for position, results in listed:
        for player, result in results.items():
            game = board_game(board=position.lower(), first={"B": "left", "W": "right"}[player])
            assert str(gamekit.prove(game, seconds=600).value) == result, position
            checked += 1
    return checked


@pytest.mark.parametrize(
    ("rows", "columns", "left_first", "right_first"),
    cases(release=[(6, 6, "win", "win"), (6, 7, "win", "loss")]),
)
def test_who_wins_on_rectangles_in_domineering(
    rows: int, columns: int, left_first: str, right_first: str
) -> None:
    """D. Breuker, J. Uiterwijk & J. van den Herik, "Solving 8 × 8 Domineering" (2000); Left is Vertical."""
    board_game = load_ruleset("domineering").board_game()
    assert board_game is not None
    for first, result in (("left", left_first), ("right", right_first)):
        game = board_game(board="|".join(["." * columns] * rows), first=first)
        proof = gamekit.prove(game, seconds=600)
        assert str(proof.value) == result
        assert check_certificate(proof.certificate()).ok
