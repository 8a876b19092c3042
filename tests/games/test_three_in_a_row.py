from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from games.three_in_a_row import ThreeInARow
from games.three_mens_morris import ThreeMensMorris

# Nine holes is a draw: https://en.wikipedia.org/wiki/Nine_holes. Picaria is a draw: U. Larsson and I. Rocha, "Eternal
# Picaria", Recreational Mathematics Magazine 4, 2017 (arXiv 1607.04236). For the others, nothing published was found.


@pytest.mark.parametrize(
    ("variant", "value", "plies", "states"),
    cases(
        quick=[
            ("nine holes", Value.DRAW, None, 5470),
            ("picaria", Value.DRAW, None, 5390),
            ("tapatan", Value.WIN, 9, 5390),
        ],
        slow=[("achi", Value.WIN, 11, 5716), ("shisima", Value.DRAW, None, 3200)],
    ),
)
def test_who_wins(variant: Any, value: Value, plies: int | None, states: int) -> None:
    solution = gamekit.solve(ThreeInARow(variant))
    assert (solution.root.value, solution.root.remoteness) == (value, plies)
    assert len(solution.loaded()) == states
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_tapatan_is_three_mens_morris_in_other_words() -> None:
    ours, theirs = gamekit.solve(ThreeInARow("tapatan")), gamekit.solve(ThreeMensMorris())
    assert ours.counts() == theirs.counts()
    for verdict in ours:
        found = theirs[verdict.state]
        assert (found.value, found.remoteness) == (verdict.value, verdict.remoteness)


def test_moves_of_each_variant() -> None:
    moves = {}
    for variant in ("achi", "nine holes", "tapatan"):
        game = ThreeInARow(variant)
        state = game.parse_state("XOXOXOOX., X to move" if variant == "achi" else "XX.OO.OX., X to move")
        moves[variant] = [game.format_move(state, move) for move in game.moves(state)]
    assert moves == {
        "achi": ["4-8", "7-8"],
        "nine holes": ["0-2", "0-5", "0-8", "1-2", "1-5", "1-8", "7-2", "7-5", "7-8"],
        "tapatan": ["1-2", "7-8"],
    }


@pytest.mark.parametrize("variant", cases(quick=["shisima"], slow=["achi"]))
def test_notation(variant: Any) -> None:
    check_notation(ThreeInARow(variant))


def test_a_variant_that_is_none() -> None:
    with pytest.raises(InputError) as caught:
        ThreeInARow("chess")  # type: ignore[arg-type]
    assert (
        str(caught.value)
        == "variant must be one of achi, nine holes, picaria, shisima, tapatan; it is 'chess'"
    )
