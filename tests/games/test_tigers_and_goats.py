from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from support.notation import check_notation

import gamekit
from gamekit import InputError, Value
from games.tigers_and_goats import TigersAndGoats

SMALL: dict[str, Any] = {"side": 3, "tigers": 1, "goats": 6, "captured": 2}

# Y. J. Lim, J. Nievergelt, "Tigers and Goats is a draw", Games of No Chance 3, 2009: positions with no goat in hand,
# up to symmetry and with either player to move.
SLIDING = 88_260_972


def placements(image: list[int], tigers: int, goats: int) -> int:
    """Return how many placements a symmetry leaves as they are."""
    ways = {(0, 0): 1}
    left = set(range(len(image)))
    while left:
        cycle = [left.pop()]
        while image[cycle[-1]] != cycle[0]:
            cycle.append(image[cycle[-1]])
        left -= {*cycle}
        more = dict(ways)
        for (some, others), number in ways.items():
            for key in ((some + len(cycle), others), (some, others + len(cycle))):
                more[key] = more.get(key, 0) + number
        ways = more
    return ways.get((tigers, goats), 0)


def test_the_listed_placements_are_as_many_as_published() -> None:
    turns = [
        lambda x, y: (x, y),
        lambda x, y: (y, 4 - x),
        lambda x, y: (4 - x, 4 - y),
        lambda x, y: (4 - y, x),
    ]
    images = [
        [5 * b + a for y in range(5) for x in range(5) for a, b in [turn(4 - x if mirrored else x, y)]]
        for turn, mirrored in product(turns, (False, True))
    ]
    layout = TigersAndGoats(placing=False).layout()
    assert {tuple(image["board"]) for image in layout.symmetry if not isinstance(image, str)} <= {
        *map(tuple, images)
    }
    assert len(layout.group) == len(images) == 8
    listed = layout.counts_of("board")
    assert listed == tuple((goats, 4) for goats in range(16, 21))
    assert (
        2 * sum(placements(image, tigers, goats) for goats, tigers in listed for image in images) // 8
        == SLIDING
    )


def test_lines_of_the_board() -> None:
    game = TigersAndGoats()
    assert sum(map(len, game.graph)) == 2 * 56  # 20 along rows, 20 along columns, 16 diagonals
    assert [game.place_name(point) for point in game.graph[12]] == [
        "b4",
        "c4",
        "d4",
        "b3",
        "d3",
        "b2",
        "c2",
        "d2",
    ]
    assert [game.place_name(point) for point in game.leaps[7]] == ["a4", "e4", "c2"]


def test_a_tiger_takes_a_goat_and_the_last_one_ends_play() -> None:
    game = TigersAndGoats(**SMALL)
    state = game.parse_state("TG......., GGGG in hand, tigers to move")
    assert [game.format_move(state, move) for move in game.moves(state)] == ["a3-a2", "a3-b2", "a3-c3xb3"]
    taken = game.apply(state, game.parse_move(state, "a3-c3xb3"))
    assert game.format_state(taken) == "..T......, GGGG in hand, goats to move"
    two_left = game.parse_state("TG......., GGG in hand, tigers to move")
    assert game.outcome(two_left) is None
    one_left = game.parse_state("TG.....GG, GG in hand, tigers to move")
    assert game.outcome(one_left) == -1
    assert game.ending(one_left) == "the tiger will take the second goat"
    assert game.deciding_places(one_left) == [0, 1, 2]


def test_goats_that_pen_the_tigers_in_win() -> None:
    game = TigersAndGoats(**SMALL)
    state = game.parse_state("TGGGG.G.G, tigers to move")
    assert (game.outcome(state), game.ending(state)) == (1, "tigers cannot move")
    solution = gamekit.solve(game)
    assert (solution.root.winner, solution.root.remoteness) == ("goats", 13)
    assert gamekit.solve(TigersAndGoats(side=3, tigers=1, goats=4, captured=2)).root.value is Value.DRAW


@pytest.mark.slow
def test_sliding_by_ranks_and_by_tiers_agrees_with_plain_rules(tmp_path: Path) -> None:
    game = TigersAndGoats(side=3, tigers=2, goats=5, captured=3, placing=False)
    plain, ranked = (gamekit.solve(game, backend=backend) for backend in ("python", "compiled"))
    tiers = gamekit.solve(game, tiers=f"{tmp_path}/tiers")
    assert plain.counts() == ranked.counts() == tiers.counts()
    assert all(ranked[verdict.state] == tiers[verdict.state] == verdict for verdict in plain)
    assert gamekit.verify(ranked).ok
    assert gamekit.verify(tiers).ok


def test_notation_and_parameters() -> None:
    check_notation(TigersAndGoats(**SMALL))
    with pytest.raises(InputError, match="side must be an odd number; it is 4"):
        TigersAndGoats(side=4)
    with pytest.raises(InputError, match="a point of 21 without a tiger is free; goats are 21"):
        TigersAndGoats(goats=21, placing=False)
