"""Moves of chess taken back: exactly the positions from which a move leads here."""

from __future__ import annotations

from typing import Any

import pytest
from support.marks import cases

import gamekit
from games.chess_ending import ChessEnding
from games.chess_variant import ChessVariant


def parents_by_moves(game: Any, states: list[Any]) -> dict[Any, set[Any]]:
    """Return the states from which a move leads to each state, by the moves of all states."""
    parents: dict[Any, set[Any]] = {state: set() for state in states}
    for state in states:
        if game.outcome(state) is None:
            for move in game.moves(state):
                parents[game.canonical_state(game.apply(state, move))].add(state)
    return parents


@pytest.mark.parametrize(
    "game",
    cases(
        quick=[ChessEnding("KQK", board=4), ChessVariant("KBNK", rows=3, columns=3)],
        slow=[ChessEnding("KPK", board=4)],
        release=[
            ChessEnding("KRKN", board=4),
            ChessEnding("KPK", board=5),
            ChessEnding("KPPK", board=4),
            ChessVariant("KPKP", rows=5, columns=3, promotion="N"),  # with rights to take in passing
        ],
    ),
    ids=str,
)
def test_the_parents_of_a_position_are_those_whose_moves_lead_to_it(game: Any) -> None:
    states = [state for state in game.states() if game.canonical_state(state) == state]
    for state, parents in parents_by_moves(game, states).items():
        found = list(game.predecessors(state))
        assert len(found) <= game.most_back
        canonical = {game.canonical_state(parent) for parent in found}
        assert {parent for parent in canonical if game.outcome(parent) is None} == parents, game.format_state(
            state
        )


@pytest.mark.parametrize(
    "game",
    cases(
        slow=[
            ChessEnding("KPK", board=6),
            ChessVariant("KRKA", men="A=BN", rows=4, columns=4, race=4),
        ],
        release=[
            ChessVariant("KAKP", men="A=QN", rows=5, columns=4),
            ChessEnding("KPKP", board=5),
            ChessVariant("KPKP", rows=6, columns=4, bare_king=True),
            ChessVariant("KPKA", men="A=AD", rows=5, columns=4, promotion="N"),
        ],
    ),
    ids=str,
)
def test_solving_by_moves_taken_back_equals_solving_by_edges(game: Any) -> None:
    assert game.takes_back
    by_edges, back = (
        gamekit.solve(game, backend="compiled", method=method) for method in ("edges", "predecessors")
    )
    assert (back.counts(), back.longest_by_value(), back.root) == (
        by_edges.counts(), by_edges.longest_by_value(), by_edges.root,
    )  # fmt: skip
    assert gamekit.verify(back).ok


def test_men_that_allow_other_turns_than_the_king_are_not_taken_back() -> None:
    game = ChessVariant("KAK", men="A=fRbB", rows=5, columns=5)
    assert not game.takes_back
    assert "predecessors" in game.not_supplied
