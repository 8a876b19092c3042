from __future__ import annotations

from pathlib import Path

import pytest
from support.marks import cases

import gamekit
from gamekit import UnsupportedError
from games.chess_ending import ChessEnding
from games.lights_out import LightsOut


@pytest.mark.parametrize("board", cases(quick=[4], slow=[5]))
def test_both_backends_find_the_same(board: int) -> None:
    found = [
        gamekit.mutual_zugzwangs(gamekit.solve(ChessEnding("KPK", board), backend=backend))
        for backend in ("python", "compiled")
    ]
    plain, compiled = (
        [selection.solution.describe(state) for state in selection.states] for selection in found
    )
    assert sorted(plain) == sorted(compiled)
    assert len(plain) > 0


class Uneven(ChessEnding):
    """The same game, with a code for each player to move in each position."""

    is_even = False


@pytest.mark.parametrize("board", cases(slow=[4, 5]))
def test_codes_of_either_player_find_the_same(board: int, tmp_path: Path) -> None:
    wholes = [
        gamekit.solve(kind("KPKP", board), backend="compiled", tiers=tiers)
        for kind, tiers in ((ChessEnding, None), (Uneven, None), (ChessEnding, tmp_path / "tiers"))
    ]
    found = [sorted(map(whole.describe, gamekit.mutual_zugzwangs(whole).states)) for whole in wholes]
    assert found[0] == found[1] == found[2]
    assert len(found[0]) == {4: 58, 5: 96}[board]
    assert 2 * len(wholes[0]) == len(wholes[1])
    for counts in ("counts_by_player", "counts_by_winner"):
        assert getattr(wholes[0], counts)() == getattr(wholes[1], counts)() == getattr(wholes[2], counts)()


@pytest.mark.slow
def test_pawn_against_king() -> None:
    """The first of J. Beasley's list of reciprocal zugzwangs (2010): mate in 9 with Black to move, else a draw."""
    solution = gamekit.solve(ChessEnding("KPK"), backend="compiled")
    texts = [solution.describe(state) for state in gamekit.mutual_zugzwangs(solution).states]
    first = solution.game.parse_state("Ka6 Pb7 kb8, black to move")
    assert solution[first].remoteness == 18
    assert solution.describe(solution.game.canonical_state((*first[:-1], 0))) in texts
    assert len(texts) == 80


def test_a_game_needs_positions_with_either_player_to_move() -> None:
    with pytest.raises(
        UnsupportedError, match=r"in which either player may be to move.*LightsOut is not such a game"
    ):
        gamekit.mutual_zugzwangs(gamekit.solve(LightsOut(rows=2, columns=2)))
