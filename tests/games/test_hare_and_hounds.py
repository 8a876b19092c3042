from __future__ import annotations

import pytest
from support.marks import one_in
from support.notation import check_notation

import gamekit
from gamekit import InputError
from games.hare_and_hounds import HareAndHounds

# E. Annunziata, github.com/edoannunziata/jardin, misc/HareAndHounds.ipynb, 2024: plies until the hounds win, by the
# point on which the hare starts, if the hounds move first and if the hare does.
PLIES = {
    1: (23, 24),
    2: (23, 24),
    4: (27, 24),
    5: (23, 28),
    6: (23, 24),
    7: (23, 24),
    9: (23, 24),
    10: (23, 24),
}


@pytest.mark.parametrize("hare", one_in(4, [*PLIES]))
def test_the_hounds_win_in_the_published_number_of_plies(hare: int) -> None:
    roots = [gamekit.solve(HareAndHounds(hare=hare, hare_first=first)).root for first in (False, True)]
    assert [root.winner for root in roots] == ["hounds", "hounds"]
    assert tuple(root.remoteness for root in roots) == PLIES[hare]


def test_zugzwang() -> None:  # the same study: hounds on 0, 5 and 8, the hare on 1; whoever moves loses
    solution = gamekit.solve(HareAndHounds())
    game = solution.game
    assert solution[game.parse_state("HR...H..H.., hare to move")].remoteness == 18
    hounds_to_move = HareAndHounds(hare=1)
    state = hounds_to_move.parse_state("HR...H..H.., hounds to move")
    assert gamekit.solve(hounds_to_move, start=state).root.winner == "hare"


def test_the_rule_of_passing_only_ends_play_sooner() -> None:
    late = gamekit.solve(HareAndHounds())
    soon = gamekit.solve(HareAndHounds(passing=True))
    both = [verdict for verdict in soon if verdict.state in late]
    assert len(both) > 100
    assert all(verdict.winner == late[verdict.state].winner for verdict in both)


def test_hounds_never_go_back() -> None:
    game = HareAndHounds()
    state = game.parse_state("H..HH..R..., hounds to move")  # on the points 0 and 4, and at the end, on 3
    assert [game.format_move(state, move) for move in game.moves(state)] == [
        *("0-1", "0-5", "3-8", "4-5", "4-8")
    ]


def test_notation_and_parameters() -> None:
    check_notation(HareAndHounds())
    with pytest.raises(InputError, match="hare must be a point without a hound; a hound starts on 3"):
        HareAndHounds(hare=3)
