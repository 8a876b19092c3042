"""Answers about chess endings as chess players want them: mates in moves, SAN, PGN, and the fields of Lichess."""

from __future__ import annotations

from typing import Any

import pytest
from support.command import call
from support.marks import cases

import gamekit
from gamekit import InputError
from gamekit.analysis.compose.exercise import Exercise
from gamekit.analysis.explanation import explain, sentences
from gamekit.analysis.play.play import Play
from gamekit.analysis.reasons import headline
from gamekit.game.sentences import in_moves
from games.chess_ending import ChessEnding
from games.notations.fen import Fen
from games.notations.pgn import Pgn

ROOK = "8/8/8/8/8/1K6/3R4/k7 b - - 0 1"


@pytest.fixture(scope="module")
def pawn() -> Any:
    return gamekit.solve(ChessEnding("KPK", 4), backend="python")


@pytest.mark.slow
def test_a_win_is_a_mate_in_moves(pawn: Any) -> None:
    for text, words in [
        ("Kb3 Pd3 ka1, white to move", "white mates in 2 moves (3 plies)"),
        ("Kb3 Pd3 ka1, black to move", "white mates in 3 moves (6 plies)"),
        ("Kb3 Qd2 ka1, white to move", "white mates in 1 move (1 ply)"),
    ]:
        assert headline(pawn, pawn[pawn.game.parse_state(text)]) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Kb3 Qb2 ka1, black to move", "the game is over, and white has won: checkmate"),
        ("Kc2 Qb3 ka1, black to move", "the game is over, and nobody has won: stalemate"),
        ("Kb3 ka1, black to move", "the game is over, and nobody has won: the men that are left cannot mate"),
    ],
)
def test_a_position_that_is_over_says_how(pawn: Any, text: str, words: str) -> None:
    assert headline(pawn, pawn[pawn.game.parse_state(text)]) == words
    assert next(sentences(explain(pawn, pawn.game.parse_state(text)))) == f"{words[0].upper()}{words[1:]}."


def test_explanations_count_moves_with_plies_beside(pawn: Any) -> None:
    lines = list(sentences(explain(pawn, pawn.game.parse_state("Kb3 Qd2 kb1, black to move"))))
    assert lines[0].startswith("white mates in 1 move (2 plies): ")
    assert lines[2] == "1. Kb3 Qd2 kb1, black to move: black plays Ka1, losing in 1 move (2 plies)"
    assert lines[3] == "2. Kb3 Qd2 ka1, white to move: white plays Qb2#, winning in 1 move (1 ply)"
    assert "     Ka3 only wins in 2 moves (3 plies): black plays Kb1" in lines


def test_lists_of_moves_count_moves_with_plies_beside(pawn: Any) -> None:
    play = Play.begin(pawn, start=pawn.game.parse_state("Kb3 Qd2 ka1, white to move"))
    outlooks = {move: play.outlook(reply) for move, reply in play.moves}
    assert (outlooks["Qb2#"], outlooks["Ka3"]) == ("wins in 1 move (1 ply)", "wins in 2 moves (3 plies)")


def test_an_exercise_is_a_mate_in_moves(pawn: Any) -> None:
    verdict = pawn[pawn.game.parse_state("Kb3 Pd3 ka1, white to move")]
    assert Exercise(pawn, verdict).task == "White to move mates in 2 moves (3 plies)"


@pytest.mark.parametrize(
    ("material", "text", "moves"),
    [
        ("KRRK", "Kh1 Ra1 Rg1 kh8, white to move", {"Rad1", "Rgd1", "Rg5", "Ra8+"}),
        ("KRRK", "Kh1 Ra1 Ra5 kh7, white to move", {"R1a3", "R5a3", "Rh5+"}),
        ("KQQQK", "Kh8 Qa1 Qa3 Qc1 kh5, white to move", {"Qa1b2", "Q3b2", "Qcb2"}),
        ("KPKP", "Ka1 Pd5 ka8 pe5, white to move, en passant e6", {"dxe6", "d6", "Kb1"}),
        ("KPKR", "Ka1 Pb7 kc6 ra8, white to move", {"bxa8=Q+", "bxa8=B+", "bxa8=N"}),
        ("KQK", "Kb3 Qd2 ka1, white to move", {"Qb2#", "Qd1#"}),
    ],
)
def test_moves_are_written_as_players_do(material: str, text: str, moves: set[str]) -> None:
    game = ChessEnding(material)
    state = game.parse_state(text)
    assert moves <= {game.format_move(state, move) for move in game.moves(state)}


def test_pgn_of_a_line(pawn: Any) -> None:
    for text, moves in [
        ("Kb3 Pd3 ka1, white to move", "1. d4=Q+ Kb1 2. Qb2# 1-0"),
        ("Kb3 Pd3 ka1, black to move", "1... Kb1 2. d4=Q Kc1 3. Qc3+ Kb1 4. Qb2# 1-0"),
    ]:
        line = pawn.line(pawn.game.parse_state(text))
        written = Pgn(Fen()).write_line(pawn, line)
        assert written.splitlines()[-1] == moves
        assert '[SetUp "1"]' in written
        assert Pgn(Fen()).state(pawn.game, written) == line.states[-1]


def test_pgn_with_comments_and_marks(pawn: Any) -> None:
    head = '[FEN "4/1K1P/4/k3 w - - 0 1"]\n\n'
    text = f"{head}1. d4=Q!? {{a queen}} Kb1 ; and now\n2. Qb2# 1-0"
    assert pawn.game.ending(pawn.game.parse_state(text)) == "checkmate"
    with pytest.raises(InputError, match=r"line 3, column 4: 'd5' is not a move there; moves are Ka4, "):
        pawn.game.parse_state(f"{head}1. d5")


def test_pgn_with_a_variation_and_a_number_without_dots(pawn: Any) -> None:
    text = '[FEN "4/1K1P/4/k3 w - - 0 1"]\n\n1.d4=Q (1. d4=R Kb1 (1... Ka2) 2. Rd1#) 1... Kb1\n2 Qb2# 1-0'
    assert pawn.game.format_state(pawn.game.parse_state(text)) == "Kb3 Qb2 kb1, black to move"


def test_several_games_or_positions_are_not_one() -> None:
    games = '[FEN "4/1K1P/4/k3 w - - 0 1"]\n\n1. d4=Q\n\n[FEN "4/1K1P/4/k3 b - - 0 1"]\n\n1... Kb1'
    with pytest.raises(InputError, match="there must be one game; there are 2, which --inputs takes"):
        gamekit.load_game("chess-ending", games)
    fens = "4/1K1P/4/k3 w - - 0 1\n4/1K1P/4/k3 b - - 0 1"
    with pytest.raises(
        InputError, match="there must be one position; there are 2 lines, which --inputs takes"
    ):
        gamekit.load_game("chess-ending", fens)


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("8/8/8/8/8/1K6/3X4/k7 w - - 0 1", r"column 16: 'X' is not a man; men are KQRBNP and kqrbnp"),
        ("8/8/8/8/8/1K6/3R4/k7/ w - - 0 1", "row 9 has 8 squares, and the board has 9 rows"),
    ],
)
def test_a_fen_with_a_mistake_is_still_a_fen(fen: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        gamekit.load_game("chess-ending", fen)


def test_moves_are_read_without_marks_and_in_uci(pawn: Any) -> None:
    game = pawn.game
    state = game.parse_state("Kb3 Pd3 ka1, white to move")
    for text, move in [
        ("d4=Q", "d4=Q+"),
        ("d4Q", "d4=Q+"),
        ("d3d4n", "d4=N"),
        ("b3c4", "Kc4"),
        ("Kc4!", "Kc4"),
    ]:
        assert game.format_move(state, game.parse_move(state, text)) == move
    for text in ("d4", "d3d4", "Kb3", "", "+"):
        with pytest.raises(InputError, match="is not a move in"):
            game.parse_move(state, text)


def test_fields_of_the_tablebase_service(pawn: Any) -> None:
    found = pawn.game.facts(pawn, pawn.game.parse_state("Kb3 Pd3 ka1, white to move"))
    assert (found["category"], found["dtm"], found["checkmate"]) == ("win", 3, False)
    by_name = {move["san"]: move for move in found["moves"]}
    assert by_name["d4=Q+"]["uci"] == "d3d4q"
    assert (by_name["d4=Q+"]["category"], by_name["d4=Q+"]["dtm"], by_name["d4=Q+"]["zeroing"]) == (
        "loss",
        -2,
        True,
    )
    assert (by_name["d4=B+"]["category"], by_name["d4=B+"]["dtm"]) == ("draw", None)
    assert by_name["d4=B+"]["insufficient_material"]
    mated = pawn.game.facts(pawn, pawn.game.parse_state("Kb3 Qb2 ka1, black to move"))
    assert (mated["checkmate"], mated["category"], mated["dtm"], mated["moves"]) == (True, "loss", 0, [])


@pytest.mark.parametrize("fen", cases(slow=[ROOK]))
def test_a_fen_is_answered_at_the_command_line(fen: str) -> None:
    report = call("solve", "chess-ending", "--input", fen, "--json", "--notation", "pgn").json
    assert (report["category"], report["dtm"], report["best_moves"]) == ("loss", -2, ["Kb1"])
    assert report["written"].endswith("1... Kb1 2. Rd1# 1-0")
    brief = call("solve", "chess-ending", "--input", fen, "--brief")
    assert brief.out.startswith("chess-ending: white mates in 1 move (2 plies)")


@pytest.mark.parametrize(
    ("state", "value", "words", "line"),
    cases(
        quick=[("Kb3 Pd3 ka1, white to move", "WIN", "2 moves (3 plies)", "1. d4=Q+ Kb1 2. Qb2#")],
        slow=[
            (
                "Kb3 Pd3 ka1, black to move",
                "LOSS",
                "3 moves (6 plies)",
                "1... Kb1 2. d4=Q Kc1 3. Qc3+ Kb1 4. Qb2#",
            )
        ],
    ),
)
def test_the_report_counts_and_numbers_moves(
    pawn: Any, state: str, value: str, words: str, line: str
) -> None:
    ending = ("chess-ending", "-p", "material=KPK", "-p", "board=4", "--backend", "python", "--no-verify")
    out = call("solve", *ending, "--state", state).out
    assert f"value       {value} in {words} for {state.split()[3]}\n" in out
    assert f"The main line, {words}:\n\n{line}\n" in out
    longest = in_moves(pawn.game, pawn.longest_by_value()[gamekit.Value.WIN])
    assert f"longest     win in {longest}, loss in " in out
