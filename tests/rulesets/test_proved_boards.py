"""Large boards of partizan rulesets: who wins is proved for one player to move, where canonical forms take too long."""

from __future__ import annotations

import pytest
from support.marks import cases
from support.rulesets import mcgs_cases_of

import gamekit
from gamekit.cgt import load_ruleset


@pytest.mark.parametrize(
    ("name", "least", "most", "every"),
    cases(
        slow=[("domineering", 40, 49, 25)],
        release=[("domineering", 40, 60, 1), ("clobber", 13, 24, 1)],
    ),
)
def test_cases_of_mcgs(name: str, least: int, most: int, every: int) -> None:
    """In MCGS, B is Left. Certificates are checked elsewhere."""
    board_game = load_ruleset(name).board_game()
    assert board_game is not None
    checked = 0
    listed = [case for case in mcgs_cases_of(name, most) if len(case[0]) >= least and "|" in case[0]]
    for position, results in listed[::every]:
        for player, result in results.items():
            game = board_game(board=position.lower(), first={"B": "left", "W": "right"}[player])
            assert str(gamekit.prove(game, seconds=60).value) == result, position
            checked += 1
    assert checked > 2
