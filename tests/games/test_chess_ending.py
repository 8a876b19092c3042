from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import attrs
import pytest
from support.backends import assert_backends_agree
from support.by_tiers import assert_tiers_agree
from support.endings import expected, positions
from support.marks import cases
from support.notation import check_notation, check_pictures
from support.paths import DATA

import gamekit
from gamekit import InputError, Value
from gamekit.analysis.reasons import headline
from gamekit.families.chess_answers import _about, fifty_moves
from gamekit.families.chess_material import BLACK, WHITE
from gamekit.solution.verdict import Verdict
from games.chess_ending import ChessEnding

MATERIAL = (
    "material must be White's men and then Black's, each with its king first, such as KQKR or KPK, "
    "and at most 6 men in all, out of KQRBNP"
)

PUBLISHED = [json.loads(line) for line in (DATA / "chess_endings.jsonl").read_text().splitlines()]


# --- values ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("material", "tiers"),  # an ending with all that it leads to
    cases(
        slow=[("KRK", 2), ("KPK", 11)],
        release=[("KBNK", 4), ("KBBK", 3), ("KQKR", 4), ("KPPK", 66), ("KPKP", 67)],
    ),
)
def test_published_figures(material: str, tiers: int, tmp_path: Path) -> None:
    """Won, drawn and lost positions, and the plies to zeroing or mate, of an ending and of all that it leads to.

    KPPK and KPKP lead to all endings of three and four men.
    """
    solution = gamekit.solve(ChessEnding(material, metric="dtz"), tiers=tmp_path / "tiers", compress=True)
    found = positions(solution)
    assert len(solution.store.tiers) == tiers  # type: ignore[attr-defined]
    compared = set[str]()
    for (ending, player), counts in found.items():
        for row in PUBLISHED:
            if (row["material"], row["to_move"]) == (ending.replace("v", ""), ("white", "black")[player]):
                assert (counts == expected(row)).all(), (ending, player)
                compared.add(row["material"])
    assert material in compared
    assert gamekit.verify(solution).ok
    assert len(compared) == {"KPPK": 20, "KPKP": 20}.get(material, len(compared))


@pytest.mark.parametrize(
    ("material", "mate"),  # in moves, as found by many programs
    cases(release=[("KQKR", 35), ("KBNK", 33), ("KRKN", 40), ("KRKB", 29), ("KPK", 28)]),
)
def test_longest_mates(material: str, mate: int, tmp_path: Path) -> None:
    solution = gamekit.solve(ChessEnding(material), tiers=tmp_path / "tiers")
    assert solution.longest == 2 * mate
    assert gamekit.verify(solution).ok


@pytest.mark.release
def test_four_men_by_tiers(tmp_path: Path) -> None:
    solution = assert_tiers_agree(ChessEnding("KQKR", 4), tmp_path / "tiers")
    assert [store.states for store in solution.store.tables] == [42, 378, 443, 3_625]


@pytest.mark.parametrize(
    ("material", "board", "states", "longest"),  # found by two programs
    cases(
        quick=[("KQK", 4, 420, 8), ("KQK", 5, 2_081, 12), ("KRK", 4, 485, 14)],
        slow=[("KRK", 5, 2_346, 20), ("KPK", 4, 2_908, 20)],
    ),
)
def test_small_boards(material: str, board: int, states: int, longest: int) -> None:
    solution = gamekit.solve(ChessEnding(material, board))
    assert (len(solution), solution.longest) == (states, longest)


# --- the rules ------------------------------------------------------------------------------------------------


def moves(game: ChessEnding, text: str) -> set[str]:
    state = game.parse_state(text)
    return {game.format_move(state, move) for move in game.moves(state)}


def outcome(material: str, text: str) -> int | None:
    game = ChessEnding(material)
    return game.outcome(game.parse_state(text))


def test_kings_keep_apart_and_out_of_check() -> None:
    game = ChessEnding("KRK")
    assert moves(game, "Ke1 Rd8 ke3, black to move") == {"Ke4", "Kf4", "Kf3"}
    assert moves(game, "Ka1 Re1 ke4, black to move") == {  # not to e5 either, along the line of check
        "Kd5",
        "Kd4",
        "Kd3",
        "Kf5",
        "Kf4",
        "Kf3",
    }


def test_a_man_can_be_taken_where_nobody_guards_it() -> None:
    assert "Kxe4" in moves(ChessEnding("KQK"), "Ka1 Qe4 kd4, black to move")
    assert "Kxe4" not in moves(ChessEnding("KQK"), "Kf3 Qe4 kd4, black to move")
    game = ChessEnding("KQK")
    state = game.parse_state("Ka1 Qe4 kd4, black to move")
    after = game.apply(state, game.parse_move(state, "Kxe4"))
    assert (game.format_state(after), game.outcome(after)) == ("Ka1 ke4, white to move", 0)


def test_men_do_not_jump_over_kings() -> None:
    after_row = {move for move in moves(ChessEnding("KRK"), "Kc2 Ra2 kf2, white to move") if move[-1] == "2"}
    assert after_row == {"Rb2", "Kb2", "Kd2"}


def test_pawns() -> None:
    game = ChessEnding("KPK")
    assert {m for m in moves(game, "Ka1 Pe2 ka8, white to move") if m[0] == "e"} == {"e3", "e4"}
    assert {m for m in moves(game, "Ka1 Pe2 ke4, white to move") if m[0] == "e"} == {"e3"}
    assert {m for m in moves(game, "Ka1 Pe2 ke3, white to move") if m[0] == "e"} == set()
    assert {m for m in moves(game, "Ka1 Pe3 ka8, white to move") if m[0] == "e"} == {"e4"}
    promotions = {"e8=Q", "e8=R", "e8=B", "e8=N"}
    assert {m for m in moves(game, "Ka1 Pe7 ka6, white to move") if m[0] == "e"} == promotions


def test_a_double_step_does_not_reach_the_last_row() -> None:
    assert {m for m in moves(ChessEnding("KPK", 4), "Ka1 Pc2 ka4, white to move") if m[0] == "c"} == {"c3"}
    five = {m for m in moves(ChessEnding("KPK", 5), "Ka1 Pc2 ka4, white to move") if m[0] == "c"}
    assert five == {"c3", "c4"}


def test_how_it_ends() -> None:
    assert outcome("KQK", "Kc3 Qb2 ka1, black to move") == 1
    assert outcome("KQK", "Kc2 Qb3 ka1, black to move") == 0  # stalemate
    assert outcome("KQK", "Kh8 Qb2 ka1, black to move") is None  # the queen can be taken
    assert outcome("KRK", "Kb3 Rd1 ka1, black to move") == 1
    assert outcome("KPK", "Ke6 Pe7 ke8, black to move") == 0
    assert outcome("KPK", "Ka8 Pa7 kc8, white to move") == 0  # White, too, can be stalemated
    assert outcome("KPK", "Ka8 Pa7 kc7, white to move") == 0
    assert outcome("KPK", "Ka8 Pa7 kd7, white to move") is None


def test_both_have_a_man() -> None:
    game = ChessEnding("KQKR")
    assert moves(game, "Ka1 Qd5 kc8 ra8, white to move") == {  # White is in check
        "Kb2",
        "Kb1",
        "Qxa8+",
        "Qa5",
        "Qa2",
    }
    assert "Qd2" not in moves(game, "Ka1 Qd1 kh8 rh1, white to move")  # it is pinned
    assert "Qxh1" in moves(game, "Ka1 Qd1 kg8 rh1, white to move")
    assert "Kxa3" in moves(game, "Kb2 Qh8 kf7 ra3, white to move")
    assert "Kxa3" not in moves(game, "Kb2 Qh8 kb4 ra3, white to move")  # the king guards it
    assert outcome("KQKR", "Ka1 Qh2 kb3 rd1, white to move") == -1
    assert outcome("KQKR", "Ka1 Qh7 kb3 rd1, white to move") is None  # the queen comes in between
    state = game.parse_state("Kb2 Qh8 kf7 ra3, white to move")
    after = game.apply(state, game.parse_move(state, "Kxa3"))
    assert (game.format_state(after), game.outcome(after)) == ("Ka3 Qh8 kf7, black to move", None)
    assert game.parse_state(game.format_state(after)) == after


def test_one_man_is_left() -> None:
    assert outcome("KQKR", "Ka1 kc2 rh3, black to move") is None  # White has nothing but the king
    assert outcome("KQKR", "Ka1 kb3 rh1, white to move") == -1
    assert outcome("KRKN", "Ka1 kb3 nh1, white to move") == 0
    assert outcome("KRKN", "Ka1 kb3 nh1, black to move") == 0
    assert outcome("KRKN", "Ka1 Rd4 kb3 nh1, white to move") is None
    assert outcome("KQKR", "Ka1 kb3, black to move") == 0


@pytest.mark.parametrize("material", ["KBK", "KNK"])
@pytest.mark.parametrize("board", [4, 5])
def test_bishop_or_knight_never_mates(material: str, board: int) -> None:
    """What a corner or an edge takes, these boards have; so positions of these endings are dead on all boards."""
    game = ChessEnding(material, board)
    for state in game.states():
        assert not game.in_check(game._views.of(state), BLACK) or game.moves(state)


def test_bare_kings() -> None:
    game = ChessEnding("KK", 4)
    states = list(game.states())
    assert len(states) == 42
    assert {game.outcome(state) for state in states} == {0}


# --- states and symmetry --------------------------------------------------------------------------------------


def test_states_that_are_alike() -> None:
    game = ChessEnding("KPK")
    for text, alike in [
        ("Kh8 Qg7 kd5, black to move", "Ka1 Qb2 ke4, black to move"),  # turned half round, then reflected
        ("Ka1 Qb8 kd4, white to move", "Ka1 Qh2 kd4, white to move"),  # both kings are on a diagonal
        ("Ke4 Pg2 kd8, white to move", "Kd4 Pb2 ke8, white to move"),
        ("Kh1 ka8, white to move", "Ka1 kh8, white to move"),
    ]:
        here, there = game.parse_state(text), game.parse_state(alike)
        assert game.canonical_state(here) == game.canonical_state(there)
        assert game.encode(here) == game.encode(there)
    upside_down = game.parse_state("Kd4 Pb7 ke1, white to move")
    assert game.canonical_state(upside_down) == upside_down


@pytest.mark.parametrize("board", [4, 5, 8])
def test_a_position_has_eight_images_and_one_with_a_pawn_has_two(board: int) -> None:
    game = ChessEnding("KPK", board)
    for man, images in (("Q", 8), ("P", 2)):
        state = game.parse_state(f"Kb1 {man}a2 kd3, white to move")
        alike = {(*cells, state[-1]) for cells in game.board.images(state[:-1])}
        assert len(alike) == images
        assert {game.canonical_state(other) for other in alike} == {min(alike)}
        assert len({game.encode(other) for other in alike}) == 1


@pytest.mark.parametrize("material", cases(slow=["KBK"], release=["KPK", "KRKN", "KRRK"]))
def test_the_backends_agree(material: str) -> None:
    assert_backends_agree(ChessEnding(material, 4))


@pytest.mark.release
def test_the_backends_agree_on_some_states_of_the_full_board() -> None:
    game = ChessEnding("KPK")
    assert_backends_agree(game, list(game.states())[::100])


# --- parameters and text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "material",
    [
        *("KK", "KQK", "KPK", "KRKN", "KBBK", "KPKP", "KRPKR", "KRRPKP", "KKQ"),
        *("KQQQQK", "KNNNNK", "KQRBNK", "KKBBBB", "KKNNNN"),
    ],
)
@pytest.mark.parametrize("board", cases(quick=[4], slow=[5, 6, 7, 8]))
def test_every_ending_has_a_start(material: str, board: int) -> None:
    game = ChessEnding(material, board)
    start = game.initial_state()
    assert game.parse_state(game.format_state(start)) == start
    assert game.to_move(start) == WHITE


def test_the_start() -> None:
    game = ChessEnding("KPK")
    assert game.format_state(game.initial_state()) == "Ke1 Pe2 ke8, white to move"
    other = ChessEnding("KRK", 5, start="Ka5 Rb4 kc3, black to move")
    assert other.format_state(other.initial_state()) == "Ka5 Rb4 kc3, black to move"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"material": "KKK"}, f"{MATERIAL}; it is 'KKK'"),
        ({"material": "KQ"}, f"{MATERIAL}; it is 'KQ'"),
        ({"material": "KQQQKQQ"}, f"{MATERIAL}; it is 'KQQQKQQ'"),
        ({"material": 7}, f"{MATERIAL}; it is 7"),
        ({"board": 3}, "board must be an integer from 4 to 8; it is 3"),
        ({"board": 9}, "board must be an integer from 4 to 8; it is 9"),
        ({"start": "Ke1"}, "start must read like 'Ke1 Qd1 ke8, white to move'; it is 'Ke1'"),
        ({"start": 7}, "start must read like 'Ke1 Qd1 ke8, white to move'; it is 7"),
        (
            {"board": 4, "start": "Ka1 Qb5 kc4, white to move"},
            "start must read like 'Kc1 Qb1 kc4, white to move'; it is 'Ka1 Qb5 kc4, white to move'",
        ),
        (
            {"material": "KRK", "start": "Ka1 Qb5 kd4, white to move"},
            "start: the men must be those of KRK, or left of them (material KQK has these); "
            "it is 'Ka1 Qb5 kd4, white to move'",
        ),
        (
            {"start": "Ka1 Qb5, white to move"},
            "start: the men must be those of KQK, or left of them; it is 'Ka1 Qb5, white to move'",
        ),
        (
            {"start": "Ka1 Qb5 kb2, white to move"},
            "start: kings may not threaten each other; it is 'Ka1 Qb5 kb2, white to move'",
        ),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        ChessEnding(**parameters)
    assert str(error.value) == message


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Ka1 Pa2 ka2, white to move", "every man must have a square of its own"),
        ("Ka1 Pb2 kb2, white to move", "every man must have a square of its own"),
        ("Ka1 Pc2 kb2, white to move", "kings may not threaten each other"),
        (
            "Ka1 Pe4 ke8, black to move, en passant d3",
            "a pawn can be taken in passing only after two steps, by a pawn beside it",
        ),
        ("Ka1 Pe1 ke8, white to move", "a pawn cannot stand on the first or the last row"),
        ("Ka1 Pc8 ke8, black to move", "a pawn cannot stand on the first or the last row"),
        ("Ka1 Pd7 ke8, white to move", "the player who has just moved may not be in check"),
        ("Ka1 Qe2 ke8, white to move", "the player who has just moved may not be in check"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, rule: str) -> None:
    with pytest.raises(InputError) as error:
        ChessEnding("KPK").parse_state(text)
    assert str(error.value) == f"state: {rule}; it is {text!r}"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Ka1 Qd1 ke8",
        "Qi1 Ka1 ke8, white to move",
        "Ka1 Zd1 ke8, white to move",
        "Ka1  ke8, white to move",
    ],
)
def test_other_texts_are_no_states(text: str) -> None:
    with pytest.raises(InputError) as error:
        ChessEnding("KQK").parse_state(text)
    assert str(error.value) == f"state must read like 'Ke1 Qd1 ke8, white to move'; it is {text!r}"


@pytest.mark.slow
def test_notation() -> None:
    check_notation(ChessEnding("KPK", 4))


def test_pictures() -> None:
    game = ChessEnding("KRK", 4)
    check_pictures(game)
    board = game.render(game.parse_state("Kb3 Rd2 ka1, black to move"))
    assert board.splitlines() == ["4 . . . .", "3 . K . .", "2 . . . R", "1 k . . .", "  a b c d"]


# --- distance to zeroing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("material", ["KPKP", "KQKR"])
def test_conversions_are_captures_and_moves_of_pawns(material: str) -> None:
    """Nothing else is: neither is a move by which the right to take in passing goes."""
    game, draw = ChessEnding(material, metric="dtz"), random.Random(3)
    passing = "Ka1 Pd5 ka8 pe5, white to move, en passant e6"
    seen = set[tuple[bool, bool]]()
    for begin in (game.initial_state(), *([game.parse_state(passing)] * 5 if "P" in material else [])):
        state = begin
        for _ in range(30):
            if game.outcome(state) is not None:
                break
            standing = game.standing(state)
            for move in game.moves(state):
                after = game.apply(state, move)
                tier, next_tier = game.tier_of(state), game.tier_of(after)
                zeroing = standing[move[0]] in "Pp" or len(game.standing(after)) < len(standing)
                assert (tier != next_tier and game.converts(tier, next_tier)) == zeroing
                seen.add((tier != next_tier, zeroing))
            state = game.apply(state, draw.choice(game.moves(state)))
    assert seen == {(False, False), (True, True), *([(True, False)] if "P" in material else [])}


@pytest.mark.slow
def test_plies_to_zeroing_in_words(tmp_path: Path) -> None:
    solution = gamekit.solve(ChessEnding("KPK", 4, metric="dtz"), backend="python", tiers=tmp_path / "tiers")
    game = solution.game
    state = game.parse_state("Kb2 Pc2 ka4, white to move")
    assert headline(solution, solution[state]) == (
        "white wins; mate or the next capture or move of a pawn comes in 3 moves (5 plies)"
    )
    line = solution.line(state)
    assert [move for move in line.texts() if move[0] in "abcd"] == ["c3", "c4=Q+"]
    assert game.ending(line.states[-1]) == "checkmate"
    facts = game.facts(solution, state)
    assert (facts["category"], facts["dtz"], facts["dtm"]) == ("win", 5, None)
    assert game.remark(solution) == (
        "From every won position, the next capture, move of a pawn or mate can be forced within 14 plies. "
        "So the fifty-move rule changes no result, if its count begins at 0."
    )


@attrs.frozen
class Far:
    """The longest distances of a solution in which some win takes more than fifty moves to zeroing."""

    game: Any = attrs.field(factory=lambda: ChessEnding("KQK", metric="dtz"))

    def longest_by_value(self) -> dict[Value, int]:
        return {Value.WIN: 101, Value.LOSS: 100}


@pytest.mark.parametrize(
    ("value", "plies", "category"),
    [(Value.WIN, 101, "cursed-win"), (Value.WIN, 99, "maybe-win"), (Value.LOSS, 100, "maybe-loss")],
)
def test_wins_beyond_the_fifty_move_rule(value: Value, plies: int, category: str) -> None:
    state = Far().game.parse_state("Kb3 Qd2 ka1, white to move")
    assert fifty_moves(Far()).startswith(
        "From some won position, the next capture, move of a pawn or mate takes 101"
    )
    assert _about(Far(), Verdict(state, "white", value, 1, plies, "white"))["category"] == category
