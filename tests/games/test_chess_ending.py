from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.by_tiers import assert_tiers_agree
from support.marks import cases
from support.notation import check_notation, check_pictures
from support.paths import DATA

import gamekit
from gamekit import InputError, Solution, Value
from gamekit.families.chess_men import BLACK, WHITE
from games.chess_ending import ENDINGS, ChessEnding

State = tuple[int, ...]

PUBLISHED = [json.loads(line) for line in (DATA / "chess_endings.jsonl").read_text().splitlines()]


# --- values ---------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("pieces", ["KBK", "KNK"])
def test_figures_where_nobody_can_mate(pieces: str) -> None:
    game = ChessEnding(pieces)
    states = [state for state in game.states() if game.canonical_state(state) == state]
    assert count_positions(game, states) == published_positions(pieces)
    assert all(game.outcome(state) == 0 for state in states[::50])


@pytest.mark.parametrize(
    ("pieces", "backend"),  # with the plain rules KPK would take twenty seconds
    cases(
        slow=[("KRK", "compiled")],
        release=[("KPK", "compiled"), ("KQK", "python")],
    ),
)
def test_published_figures(pieces: str, backend: Any) -> None:
    solution = gamekit.solve(ChessEnding(pieces), backend=backend)
    for row in published(pieces):
        found = decided_and_not(solution, row["to_move"])
        assert (found.pop(None, 0), found.total()) == (row["draws"], row["wins"] + row["losses"])
        if pieces != "KPK":  # what was published of pawns is not the distance to mate
            assert found == {int(plies): number for plies, number in row["plies"].items()}
    longest = {"KQK": 20, "KRK": 32, "KPK": 56}  # KPK: two programs
    assert solution.longest == longest[pieces]


def published(pieces: str) -> list[dict[str, Any]]:
    return [row for row in PUBLISHED if row["pieces"] == pieces]


def published_positions(pieces: str) -> list[int]:
    return [row["wins"] + row["draws"] + row["losses"] for row in published(pieces)]


def count_positions(game: ChessEnding, states: list[State]) -> list[int]:
    turns = Counter(game.to_move(state) for state in states if man_of(game, state))
    return [turns[WHITE], turns[BLACK]]


def man_of(game: ChessEnding, state: State) -> str:
    """Return the sign of White's man; nothing for bare kings."""
    man, _, _, square, _, _ = state
    return game.becomes[man] if square < game.taken else ""


def decided_and_not(solution: Solution[State, Any], to_move: str) -> Counter[int | None]:
    """Return how many positions with the first man are so many plies from mate; None: they are not decided."""
    game = solution.game
    assert isinstance(game, ChessEnding)
    return Counter(
        verdict.remoteness if verdict.value in (Value.WIN, Value.LOSS) else None
        for verdict in solution
        if man_of(game, verdict.state) == game.pieces[1]
        and game.players[game.to_move(verdict.state)] == to_move
    )


@pytest.mark.release
@pytest.mark.parametrize("pieces", [pieces for pieces in ENDINGS if len(pieces) == 4])
def test_published_figures_of_four_men(pieces: str, tmp_path: Path) -> None:
    solution = gamekit.solve(ChessEnding(pieces), tiers=tmp_path / "tiers")
    whole: Any = solution.store
    store = whole.tiers[max(whole.tiers)]  # with both men on the board
    everything = slice(0, store.places)
    is_state = store.values(everything) != store.no_state
    values, movers = store.values(everything)[is_state], store.movers(everything)[is_state]
    for row, player in zip(published(pieces), (WHITE, BLACK), strict=True):
        of_mover = values[movers == player] * (1 - 2 * player)
        found = [int((of_mover == payoff).sum()) for payoff in (1, 0, -1)]
        assert found == [row["wins"], row["draws"], row["losses"]]
    mates = {"KQKR": 35, "KRKB": 29, "KRKN": 40}  # in moves, as found by many programs
    assert solution.longest == 2 * mates.get(pieces, solution.longest / 2)
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_four_men_by_tiers(tmp_path: Path) -> None:
    solution = assert_tiers_agree(ChessEnding("KQKR", 4), tmp_path / "tiers")
    assert [store.states for store in solution.store.tables] == [42, 378, 443, 3_625]


@pytest.mark.parametrize(
    ("pieces", "board", "states", "longest"),  # found by two programs
    [
        ("KQK", 4, 399, 8),
        ("KQK", 5, 2_018, 12),
        ("KRK", 4, 464, 14),
        ("KRK", 5, 2_283, 20),
        ("KPK", 4, 2_887, 20),
    ],
)
def test_small_boards(pieces: str, board: int, states: int, longest: int) -> None:
    solution = gamekit.solve(ChessEnding(pieces, board))
    assert (len(solution), solution.longest) == (states, longest)


# --- the rules ------------------------------------------------------------------------------------------------


def moves(game: ChessEnding, text: str) -> set[str]:
    state = game.parse_state(text)
    return {game.format_move(state, move) for move in game.moves(state)}


def outcome(pieces: str, text: str) -> int | None:
    game = ChessEnding(pieces)
    return game.outcome(game.parse_state(text))


def test_kings_keep_apart_and_out_of_check() -> None:
    game = ChessEnding("KRK")
    assert moves(game, "Ke1 Rd8 ke3, black to move") == {"ke3-e4", "ke3-f4", "ke3-f3"}
    assert moves(game, "Ka1 Re1 ke4, black to move") == {  # not to e5 either, along the line of check
        "ke4-d5",
        "ke4-d4",
        "ke4-d3",
        "ke4-f5",
        "ke4-f4",
        "ke4-f3",
    }


def test_a_man_can_be_taken_where_nobody_guards_it() -> None:
    assert "kd4xe4" in moves(ChessEnding("KQK"), "Ka1 Qe4 kd4, black to move")
    assert "kd4xe4" not in moves(ChessEnding("KQK"), "Kf3 Qe4 kd4, black to move")
    game = ChessEnding("KQK")
    state = game.parse_state("Ka1 Qe4 kd4, black to move")
    after = game.apply(state, game.parse_move(state, "kd4xe4"))
    assert (game.format_state(after), game.outcome(after)) == ("Ka1 ke4, white to move", 0)


def test_men_do_not_jump_over_kings() -> None:
    after_row = {move for move in moves(ChessEnding("KRK"), "Kc2 Ra2 kf2, white to move") if move[-1] == "2"}
    assert after_row == {"Ra2-b2", "Kc2-b2", "Kc2-d2"}


def test_pawns() -> None:
    game = ChessEnding("KPK")
    assert {m for m in moves(game, "Ka1 Pe2 ka8, white to move") if m[0] == "e"} == {"e2-e3", "e2-e4"}
    assert {m for m in moves(game, "Ka1 Pe2 ke4, white to move") if m[0] == "e"} == {"e2-e3"}
    assert {m for m in moves(game, "Ka1 Pe2 ke3, white to move") if m[0] == "e"} == set()
    assert {m for m in moves(game, "Ka1 Pe3 ka8, white to move") if m[0] == "e"} == {"e3-e4"}
    promotions = {"e7-e8=Q", "e7-e8=R", "e7-e8=B", "e7-e8=N"}
    assert {m for m in moves(game, "Ka1 Pe7 ka6, white to move") if m[0] == "e"} == promotions


def test_a_double_step_does_not_reach_the_last_row() -> None:
    assert {m for m in moves(ChessEnding("KPK", 4), "Ka1 Pc2 ka4, white to move") if m[0] == "c"} == {"c2-c3"}
    five = {m for m in moves(ChessEnding("KPK", 5), "Ka1 Pc2 ka4, white to move") if m[0] == "c"}
    assert five == {"c2-c3", "c2-c4"}


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
        "Ka1-b2",
        "Ka1-b1",
        "Qd5xa8",
        "Qd5-a5",
        "Qd5-a2",
    }
    assert "Qd1-d2" not in moves(game, "Ka1 Qd1 kh8 rh1, white to move")  # it is pinned
    assert "Qd1xh1" in moves(game, "Ka1 Qd1 kg8 rh1, white to move")
    assert "Kb2xa3" in moves(game, "Kb2 Qh8 kf7 ra3, white to move")
    assert "Kb2xa3" not in moves(game, "Kb2 Qh8 kb4 ra3, white to move")  # the king guards it
    assert outcome("KQKR", "Ka1 Qh2 kb3 rd1, white to move") == -1
    assert outcome("KQKR", "Ka1 Qh7 kb3 rd1, white to move") is None  # the queen comes in between
    state = game.parse_state("Kb2 Qh8 kf7 ra3, white to move")
    after = game.apply(state, game.parse_move(state, "Kb2xa3"))
    assert (game.format_state(after), game.outcome(after)) == ("Ka3 Qh8 kf7, black to move", None)
    assert game.parse_state(game.format_state(after)) == after


def test_one_man_is_left() -> None:
    assert outcome("KQKR", "Ka1 kc2 rh3, black to move") is None  # White has nothing but the king
    assert outcome("KQKR", "Ka1 kb3 rh1, white to move") == -1
    assert outcome("KRKN", "Ka1 kb3 nh1, white to move") == 0
    assert outcome("KRKN", "Ka1 kb3 nh1, black to move") == 0
    assert outcome("KRKN", "Ka1 Rd4 kb3 nh1, white to move") is None
    assert outcome("KQKR", "Ka1 kb3, black to move") == 0


@pytest.mark.parametrize("pieces", ["KBK", "KNK"])
@pytest.mark.parametrize("board", [4, 5])
def test_bishop_or_knight_never_mates(pieces: str, board: int) -> None:
    """What a corner or an edge takes, these boards have; so positions of these endings are dead on all boards."""
    game = ChessEnding(pieces, board)
    for state in game.states():
        assert not game.in_check(game._views.of(state), BLACK) or game.moves(state)


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


@pytest.mark.parametrize("pieces", cases(slow=["KBK"], release=["KPK", "KRKN"]))
def test_the_backends_agree(pieces: str) -> None:
    assert_backends_agree(ChessEnding(pieces, 4))


@pytest.mark.release
def test_the_backends_agree_on_some_states_of_the_full_board() -> None:
    game = ChessEnding("KPK")
    assert_backends_agree(game, list(game.states())[::100])


# --- parameters and text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("pieces", ENDINGS)
@pytest.mark.parametrize("board", [4, 5, 6, 7, 8])
def test_every_ending_has_a_start(pieces: str, board: int) -> None:
    game = ChessEnding(pieces, board)
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
        ({"pieces": "KKK"}, f"pieces must be one of {', '.join(ENDINGS)}; it is 'KKK'"),
        ({"board": 3}, "board must be an integer from 4 to 8; it is 3"),
        ({"board": 9}, "board must be an integer from 4 to 8; it is 9"),
        ({"start": "Ke1"}, "start must read like 'Ke1 Qd1 ke8, white to move'; it is 'Ke1'"),
        ({"start": 7}, "start must read like 'Ke1 Qd1 ke8, white to move'; it is 7"),
        (
            {"board": 4, "start": "Ka1 Qb5 kc4, white to move"},
            "start must read like 'Kc1 Qb1 kc4, white to move'; it is 'Ka1 Qb5 kc4, white to move'",
        ),
        (
            {"pieces": "KPK", "start": "Ka1 Qb5 kd4, white to move"},
            "start must have the men of KPK; it is 'Ka1 Qb5 kd4, white to move'",
        ),
        (
            {"start": "Ka1 kd4, white to move"},
            "start must have the men of KQK; it is 'Ka1 kd4, white to move'",
        ),
        (
            {"start": "Ka1 Qb5 kb2, white to move"},
            "start: kings may not stand next to each other; it is 'Ka1 Qb5 kb2, white to move'",
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
        ("Ka1 Pa1 ke8, white to move", "every man must have a square of its own"),
        ("Ka1 Pb2 kb2, white to move", "every man must have a square of its own"),
        ("Ka1 Pc2 kb2, white to move", "kings may not stand next to each other"),
        ("Ka1 ke8, black to move", "White must be to move if Black has just taken the last man"),
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
        "Qd1 Ka1 ke8, white to move",
        "Ka1 Rd1 ke8, white to move",
        "Ka1  ke8, white to move",
    ],
)
def test_other_texts_are_no_states(text: str) -> None:
    with pytest.raises(InputError) as error:
        ChessEnding("KQK").parse_state(text)
    assert str(error.value) == f"state must read like 'Ke1 Qd1 ke8, white to move'; it is {text!r}"


def test_notation() -> None:
    check_notation(ChessEnding("KPK", 4))


def test_pictures() -> None:
    game = ChessEnding("KRK", 4)
    check_pictures(game)
    board = game.render(game.parse_state("Kb3 Rd2 ka1, black to move"))
    assert board.splitlines() == ["4 . . . .", "3 . K . .", "2 . . . R", "1 k . . .", "  a b c d"]
