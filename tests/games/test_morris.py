"""Morris: Gasser's figures of three men each, three men's morris by other rules, and how men are placed and taken."""

from __future__ import annotations

from math import comb
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.by_tiers import assert_tiers_agree, results
from support.marks import cases
from support.naive import naive_results
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, UnknownStateError, Value
from gamekit.layout import Layout
from games.morris import Morris
from games.three_mens_morris import ThreeMensMorris

# --- known answers ------------------------------------------------------------------------------------------------


# R. Gasser, "Solving Nine Men's Morris" (1996), counts the placements of three men each as the mover sees them.

GASSER = {Value.WIN: 2_232_160, Value.LOSS: 455_648, Value.DRAW: 4_112}


class WithoutSymmetry(Morris):
    """In which every placement is a state."""

    def layout(self) -> Layout:
        return Layout(**super().layout().fields, alike=True, dense={"board": [(3, 3), (2, 3)]})


@pytest.mark.release
def test_three_men_each_on_the_board_of_nine_mens_morris() -> None:
    solution = gamekit.solve(WithoutSymmetry(men=(3, 3), placing=False), backend="compiled")
    of_two = comb(24, 3) * comb(21, 2)  # with two men, the mover has lost
    assert solution.counts() == {**GASSER, Value.LOSS: GASSER[Value.LOSS] + of_two}
    assert sum(GASSER.values()) == comb(24, 3) * comb(21, 3)
    assert solution.longest == 26


@pytest.mark.slow
def test_three_men_each_up_to_symmetry(tmp_path: Path) -> None:
    game = Morris(men=(3, 3), placing=False)
    solution = gamekit.solve(game, tiers=tmp_path / "tiers")
    # found by another program, which compared every state with its successors
    with_two = len(solution) - 140_621 - 28_736 - 269
    assert solution.counts() == {Value.WIN: 140_621, Value.LOSS: 28_736 + with_two, Value.DRAW: 269}
    assert solution.longest == 26


@pytest.mark.slow
def test_how_many_codes_nine_mens_morris_has() -> None:
    # the sets of the other's men up to symmetry, by Burnside's lemma, times the placements of the mover's
    orbits = {3: 158, 4: 757, 5: 2_830, 6: 8_774, 7: 22_188, 8: 46_879, 9: 82_880}
    codes = sum(sets * comb(24 - n, mine) for n, sets in orbits.items() for mine in range(2, 10))
    assert codes == 9_212_975_217
    without_two = [(mine, n) for mine in orbits for n in orbits]
    assert sum(orbits[n] * comb(24 - n, mine) for mine, n in without_two) == 9_193_626_407
    # up to symmetry the men of whoever has more
    by_the_more = [(min(pair), max(pair)) for pair in without_two]
    assert sum(orbits[more] * comb(24 - more, fewer) for fewer, more in by_the_more) == 9_074_932_579
    game = Morris()
    listed, starts = game.board.counts_of("board"), game.class_starts
    assert listed is not None
    assert starts is not None
    sizes = [
        (row, end - start)
        for row, start, end in zip(listed, starts, [*starts[1:], game.coding.size], strict=True)
    ]
    assert sum(size for (_, _, *hands), size in sizes if hands == [0, 0]) == codes
    placed = Morris(men=(9, 9), placing=False).board.counts_of("board")
    assert placed is not None
    assert {row[:2] for row in listed if row[2:] == (0, 0)} == set(placed)
    # men are placed in turn, so the mover has as many in hand as the other, or one more
    assert {ours - theirs for _, _, ours, theirs in listed} == {0, 1}
    assert all(mine + ours <= 9 and theirs + other <= 9 for mine, theirs, ours, other in listed)


@pytest.mark.slow
def test_three_mens_morris_is_the_one_that_was_stated_before() -> None:
    # a mill takes a man, which leaves two: so it wins at once
    known, game = ThreeMensMorris(), Morris(rings=1, diagonals=True, flying=False)
    solution, other = gamekit.solve(game, backend="python"), gamekit.solve(known, backend="python")
    points = [0, 1, 2, 7, 8, 3, 6, 5, 4]  # row by row
    compared = 0
    for state in other.states:
        board = [0] * 9
        for point, sign in zip(points, state[:9], strict=True):
            board[point] = sign
        if known.outcome(state) is None:
            hand = [max(3 - board.count(sign), 0) for sign in (1, 2)]
            ours, theirs = solution[*board, *hand, state[-1]], other[state]
            assert (ours.value, ours.remoteness) == (theirs.value, theirs.remoteness)
            compared += 1
    assert compared > 3_000


@pytest.mark.parametrize(
    ("rings", "diagonals", "mills", "links", "images"),
    [
        (1, False, 6, 12, 8),
        (1, True, 8, 16, 8),
        (2, False, 8, 20, 16),
        (3, False, 16, 32, 16),
        (3, True, 20, 40, 16),
    ],
)
def test_the_boards(rings: int, diagonals: bool, mills: int, links: int, images: int) -> None:
    game = Morris(rings=rings, diagonals=diagonals)
    assert len(game.mills) == mills
    assert sum(map(len, game.graph)) == 2 * links
    assert len(game.board.group) == images
    sides = {frozenset(i for i in range(24) if mill >> i & 1) for mill in game.mills}
    for image in game.board.group:
        assert {frozenset(image.places[i] for i in mill) for mill in sides} == sides


# --- the same values in other ways -----------------------------------------------------------------------------------

SMALL: list[dict[str, Any]] = [
    {"rings": 1, "men": (3, 3)},
    {"rings": 1, "men": (4, 3), "flying": False, "early": True, "diagonals": True},
    {"rings": 1, "men": (4, 4), "placing": False, "flying": False},
]
LARGER: list[dict[str, Any]] = [
    {"rings": 2, "men": (3, 3), "placing": False, "flying": False},
    {"rings": 2, "men": (3, 3)},
    {"rings": 3, "men": (4, 3), "placing": False, "diagonals": True},
]


@pytest.mark.parametrize("parameters", cases(slow=SMALL[::2], release=[SMALL[1], *LARGER]), ids=str)
def test_by_tiers_and_as_a_whole(parameters: dict[str, Any], tmp_path: Path) -> None:
    assert_tiers_agree(Morris(**parameters), tmp_path / "tiers", all_states=parameters in SMALL)


class Explored(Morris):
    """Whose states have no ranks."""

    def layout(self) -> Layout:
        return Layout(**super().layout().fields, symmetry=self.symmetries, alike=True)


WITH_HANDS: list[dict[str, Any]] = [
    {"rings": 1, "men": (4, 3), "flying": False, "early": True, "diagonals": True},
    {"rings": 2, "men": (4, 4), "flying": False},
]


@pytest.mark.parametrize("parameters", cases(slow=WITH_HANDS[:1], release=WITH_HANDS[1:]), ids=str)
def test_ranked_with_men_in_hand_and_explored(parameters: dict[str, Any]) -> None:
    ranked = gamekit.solve(Morris(**parameters), backend="compiled")
    explored = gamekit.solve(Explored(**parameters), backend="compiled")
    assert explored.root == ranked.root
    assert 0 < len(explored) < len(ranked)
    states = list(explored.states)
    states = states[:: len(states) // 5_000 + 1]
    codes = np.array([ranked.game.encode(state) for state in states])
    other_codes = np.array([explored.game.encode(state) for state in states])
    for ours, theirs in zip(results(ranked.store, codes), results(explored.store, other_codes), strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.release
def test_six_mens_morris_is_a_draw(tmp_path: Path) -> None:
    solution = gamekit.solve(Morris(rings=2, flying=False), tiers=tmp_path / "tiers")
    assert solution.root.value is Value.DRAW
    assert gamekit.verify(solution).ok


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [SMALL[0], SMALL[2]], ids=str)
def test_against_the_definition_of_values(parameters: dict[str, Any]) -> None:
    game = Morris(**parameters)
    arena = gamekit.explore(game)
    solution = gamekit.solve(game, backend="compiled")
    for i, (payoff, remoteness) in enumerate(naive_results(arena)):
        verdict = solution[arena.states[i]]
        assert (verdict.payoff, verdict.remoteness) == (payoff, remoteness)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", cases(quick=[SMALL[0]], slow=SMALL[1:3]), ids=str)
def test_states_before_are_those_that_lead_here(parameters: dict[str, Any]) -> None:
    game = Morris(**parameters)
    states = list(gamekit.explore(game).states)
    for state in states[:: len(states) // 1_000 + 1]:
        if game.outcome(state) is None:
            for child in game.children(state):
                assert state in game.predecessors(child)
        for parent in game.predecessors(state):
            if game.can_occur(parent) and game.outcome(parent) is None:
                assert state in game.children(parent)


# --- the rules -----------------------------------------------------------------------------------------------------

NINE = Morris(men=(4, 4), placing=False)


def board(white: str, black: str, game: Morris = NINE) -> str:
    """Return the text of the points, from the names of those where men stand."""
    names = [game.format_move((), (25, point, 25)) for point in range(game.points)]
    return "".join("W" if name in white.split() else "B" if name in black.split() else "." for name in names)


def moves(game: Morris, white: str, black: str, rest: str = "white to move") -> set[str]:
    state = game.parse_state(f"{board(white, black, game)}, {rest}")
    return {game.format_move(state, move) for move in game.moves(state)}


def test_men_slide_along_lines() -> None:
    assert moves(NINE, "a7 d6 e3 e4", "g1 g4 g7 c5") == {
        "a7-a4", "a7-d7", "d6-d5", "d6-d7", "d6-b6", "d6-f6", "e3-d3", "e4-e5", "e4-f4"
    }  # fmt: skip


def test_a_mill_takes_a_man_that_is_in_no_mill() -> None:
    found = moves(NINE, "a7 d7 g4 b2", "g1 d1 a1 f6")
    assert {move for move in found if move.startswith("g4-g7")} == {"g4-g7xf6"}


def test_if_all_men_are_in_mills_any_is_taken() -> None:
    found = moves(NINE, "a7 d7 g4 b2", "g1 d1 a1")
    assert {move for move in found if move.startswith("g4-g7")} == {"g4-g7xg1", "g4-g7xd1", "g4-g7xa1"}


def test_two_mills_at_once_take_one_man() -> None:
    found = moves(Morris(), "a7 g7 d6 d5", "g1 e3 c3 f6", "WWW in hand, white to move")
    assert {move for move in found if move.startswith("d7")} == {"d7xg1", "d7xe3", "d7xc3", "d7xf6"}


@pytest.mark.slow
@pytest.mark.parametrize(("flying", "value"), [(True, "draw"), (False, "loss")])
def test_whether_three_men_fly_decides_a_small_game(flying: bool, value: str) -> None:
    game = Morris(rings=1, men=(4, 4), flying=flying)
    assert gamekit.solve(game, backend="python").root.value == gamekit.Value(value)


def test_who_has_three_men_flies_if_that_is_allowed() -> None:
    for game, number in ((NINE, 3 * 17), (Morris(men=(4, 4), placing=False, flying=False), 8)):
        assert len(moves(game, "a7 b4 e3", "g1 f4 c3 d5")) == number


def test_men_slide_while_others_are_in_hand_in_laskers_morris() -> None:
    for early in (False, True):
        found = moves(Morris(men=(10, 10), early=early), "a7", "g1", "WWBB in hand, white to move")
        assert ("a7-d7" in found) == early
        assert "d7" in found


def test_how_it_ends() -> None:
    blocked = NINE.parse_state(f"{board('a7 g7 a1 g1', 'a4 d7 d1 g4')}, white to move")
    assert NINE.outcome(blocked) == -1
    two = NINE.parse_state(f"{board('a7 d3', 'a4 d7 d1')}, white to move")
    assert NINE.outcome(two) == -1
    full = Morris(rings=1, men=(5, 5)).parse_state("WBWBWBBWW, WB in hand, black to move")
    assert Morris(rings=1, men=(5, 5)).outcome(full) == 0
    in_hand = Morris().parse_state(f"{board('a7 d3', 'a4 d7 d1', Morris())}, WBBB in hand, white to move")
    assert Morris().outcome(in_hand) is None


@pytest.mark.slow
@pytest.mark.parametrize("placing", [False, True])
def test_a_position_that_cannot_occur_is_refused(placing: bool) -> None:
    """Nobody takes a man of a player who has lost."""
    game = Morris(placing=placing)
    state = game.parse_state(f"{board('a7 d3', 'a4 d7', game)}, white to move")
    with pytest.raises(UnknownStateError, match="state cannot occur: "):
        game.encode(state)


@pytest.mark.slow
def test_notation_and_pictures() -> None:
    check_notation(Morris(rings=1, men=(2, 2)))
    check_pictures(Morris(rings=1, men=(3, 3), placing=False))


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"men": (3,)}, "men are two numbers"),
        ({"men": (2, 3), "placing": False}, "each player has 3 men or more"),
        ({"rings": 1, "men": (5, 4), "placing": False}, "a point of 9 is free"),
        ({"rings": 4}, "rings must be an integer from 1 to 3"),
        ({"men": (13, 3)}, r"men\[0\] must be an integer from 1 to 12"),
    ],
)
def test_what_is_no_morris_is_refused(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Morris(**parameters)
