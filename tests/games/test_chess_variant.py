"""Chess of your own: published results, brute force on small boards, and what each parameter changes."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from support.backends import assert_backends_agree
from support.by_tiers import assert_tiers_agree
from support.marks import cases
from support.naive_chess import NaiveChess, Position, Steps
from support.notation import check_notation, check_pictures

import gamekit
from gamekit import InputError, Value
from games.chess_ending import ChessEnding
from games.chess_variant import ChessVariant


def solved(material: str, men: str = "", **parameters: Any) -> gamekit.Solution[Any, Any]:
    return gamekit.solve(ChessVariant(material, men, **parameters))


def result(material: str, text: str, **parameters: Any) -> tuple[int | None, str | None]:
    """Return the payoff to White if play is over, and how it ended."""
    game = ChessVariant(material, **parameters)
    state = game.parse_state(text)
    return game.outcome(state), game.ending(state)


def moves(text: str, material: str, men: str = "", **parameters: Any) -> set[str]:
    game = ChessVariant(material, men, **parameters)
    state = game.parse_state(text)
    return {game.format_move(state, move) for move in game.moves(state)}


# --- published results ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("material", "side", "mate"),  # OEIS A225551, A225552 and A225556, by V. Kotěšovec
    cases(
        quick=[("KQK", 3, 1), ("KRK", 3, 3), ("KQK", 4, 4), ("KRK", 4, 7)],
        slow=[("KQK", 5, 6), ("KRK", 5, 10), ("KBNK", 3, 7)],
        release=[
            *(("KQK", 6, 7), ("KQK", 7, 8), ("KQK", 8, 10), ("KRK", 6, 12), ("KRK", 7, 14), ("KRK", 8, 16)),
            *(("KBNK", 4, 14), ("KBNK", 5, 13), ("KBNK", 6, 22), ("KBNK", 7, 21), ("KBNK", 8, 33)),
        ],
    ),
)
def test_longest_mates_on_square_boards(material: str, side: int, mate: int) -> None:
    assert solved(material, rows=side, columns=side).longest == 2 * mate


@pytest.mark.parametrize(
    ("rows", "columns", "mate"),
    cases(
        quick=[(4, 4, 7)],
        slow=[(3, 7, 9), (4, 5, 9), (4, 6, 10)],
        release=[(5, 6, 11), (6, 9, 15), (7, 9, 16)],
    ),
)
def test_rook_on_oblong_boards(rows: int, columns: int, mate: int) -> None:
    """T. Thanatipanonda, Rook endgame problems in m by n chess (2014): m + n, but 7 on 4×4, and n + 2 on 3×n."""
    assert solved("KRK", rows=rows, columns=columns).longest == 2 * mate


@pytest.mark.parametrize(
    ("ways", "mate"),
    cases(slow=[("BN", 17)], release=[("RN", 11), ("QN", 4)]),
)
def test_compounds_against_the_bare_king(ways: str, mate: int) -> None:
    """As Wikipedia states for the princess, the empress and the amazon."""
    solution = solved("KAK", f"A={ways}")
    assert solution.longest == 2 * mate
    assert gamekit.verify(solution).ok


@pytest.mark.slow
def test_king_and_knight_force_stalemate_in_nine_moves() -> None:
    """The position of a question on Chess Stack Exchange, number 13120."""
    solution = solved("KNK", stalemate="loss")
    verdict = solution[solution.game.parse_state("8/8/8/8/8/k1KN4/8/8 w - - 0 1")]
    assert (verdict.winner, verdict.remoteness) == ("white", 2 * 9 - 1)


# --- against brute force --------------------------------------------------------------------------------------

TERMS = {
    "W": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    "F": [(1, 1), (1, -1), (-1, 1), (-1, -1)],
    "N": [(a * x, b * y) for a, b in ((1, 2), (2, 1)) for x in (1, -1) for y in (1, -1)],
    "D": [(2, 0), (-2, 0), (0, 2), (0, -2)],
    "fW": [(1, 0)],
    "lW": [(0, -1)],
    "fF": [(1, 1), (1, -1)],
    "brF": [(-1, 1)],
    "fN": [(2, 1), (2, -1)],
    "fsN": [(1, 2), (1, -2)],
    "sD": [(0, 2), (0, -2)],
}
"""Terms of Betza's notation, and their steps: ranks up and files to the right."""

KING = [Steps([*TERMS["W"], *TERMS["F"]])]


def draw_man(chance: random.Random) -> tuple[str, list[Steps]]:
    """Return a man in Betza's notation and its steps."""
    text, ways = "", []
    for term in chance.sample(sorted(TERMS), chance.choice([1, 2, 2, 3])):
        number, does = chance.choice(["", "", "2", "0"]), chance.choice(["", "", "", "m", "c"])
        text += does + term + number
        ways.append(Steps(TERMS[term], {"": 1, "2": 2, "0": 9}[number], does != "c", does != "m"))
    return text, ways


def text_of(position: Position) -> str:
    men, white = position
    words = sorted(
        (f"{sign}{'abcd'[file - 1]}{rank}" for (rank, file), sign in men),
        key=lambda word: (word[0].islower(), word[0] not in "Kk", word),
    )
    return f"{' '.join(words)}, {'white' if white else 'black'} to move"


GOALS: list[dict[str, Any]] = [
    {},
    {"stalemate": "loss"},
    {"stalemate": "win"},
    {"bare_king": True},
    {"race": 3},
    {"race": 2, "bare_king": True, "stalemate": "loss"},
]


@pytest.mark.parametrize("seed", cases(quick=[0], slow=range(1, 6), release=range(6, 48)))
def test_random_men_agree_with_brute_force(seed: int) -> None:
    """Every position, by both: whether it can occur, who wins, and in how many plies."""
    chance = random.Random(seed)
    rows, columns = chance.choice([(3, 3), (3, 4), (4, 3)])
    material = chance.choice(["KAK", "KAKC", "KKC"] if rows * columns < 12 else ["KAK", "KKA"])
    goal = GOALS[seed % len(GOALS)]
    (a, ways_of_a), (c, ways_of_c) = draw_man(chance), draw_man(chance)
    game = ChessVariant(material, f"A={a} C={c}", rows=rows, columns=columns, **goal)
    solution = gamekit.solve(game, backend="python")
    naive = NaiveChess(rows, columns, {"K": KING, "A": ways_of_a, "C": ways_of_c}, **goal)
    white, black = material[1:].split("K")
    expected = naive.solve(f"Kk{white}{black.lower()}")
    states = set()
    for position, (payoff, plies) in expected.items():
        verdict = solution[game.parse_state(text_of(position))]
        found = {Value.WIN: 1, Value.LOSS: -1}.get(verdict.value, 0)
        assert found == payoff, (text_of(position), a, c)
        assert not payoff or verdict.remoteness == plies, (text_of(position), a, c)
        states.add(game.canonical_state(verdict.state))
    assert len(states) == len(solution)


# --- men ------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_men_of_chess_go_as_in_chess_endings() -> None:
    game, variant = ChessEnding("KPK", 5), ChessVariant("KPK", "", rows=5, columns=5)
    for state in itertools.islice(game.states(), 0, None, 97):
        here, there = ({g.format_move(state, move) for move in g.moves(state)} for g in (game, variant))
        assert here == there


def test_riders_are_blocked_and_leapers_are_not() -> None:
    text = "Kh1 Aa1 kb8 rb3, white to move"
    leaps = moves(text, "KAKR", "A=NN")
    assert {"Axb3", "Ac2", "Ae3", "Ag4"} <= leaps
    assert "Ac5" not in leaps  # a1-b3-c5
    assert {move for move in moves(text, "KAKR", "A=ND") if move[0] == "A"} == {"Axb3", "Ac2", "Aa3", "Ac1"}
    assert {move for move in moves(text, "KAKR", "A=R3") if move[0] == "A"} == {
        *("Aa2", "Aa3", "Aa4", "Ab1", "Ac1", "Ad1"),
    }


def test_black_men_go_the_other_way() -> None:
    gold = moves("Kh1 kh8 gd4, black to move", "KKG", "G=WfF")
    assert {move for move in gold if move[0] == "G"} == {"Gc4", "Gd5", "Ge4", "Gc3", "Gd3", "Ge3"}


def test_moves_with_and_without_taking() -> None:
    game = {"material": "KAKR", "men": "A=mRcB"}
    found = {move for move in moves("Kh1 Aa1 ka8 rd4, white to move", **game) if move[0] == "A"}
    assert found == {f"Aa{rank}" for rank in range(2, 8)} | {f"A{file}1" for file in "bcdefg"} | {"Axd4"}


def test_a_pawn_becomes_the_men_that_are_named() -> None:
    text = "Ka1 Pe7 ka8, white to move"
    for promotion, men in [(None, "AQRBN"), ("QA", "AQ"), ("N", "N")]:
        found = moves(text, "KPK", "A=NN", promotion=promotion)
        assert {move.rstrip("+#") for move in found if move[0] == "e"} == {f"e8={sign}" for sign in men}


@pytest.mark.parametrize(
    ("men", "images"),
    [
        ("A=NN", 8),
        ("A=sW", 4),
        ("A=WfF", 2),
        ("A=frNblN", 2),
        ("A=frNlfNblNrbN", 4),
        ("A=flF", 2),
        ("A=flFfW", 1),
    ],
)
def test_symmetry_follows_from_the_men(men: str, images: int) -> None:
    game = ChessVariant("KAK", men, rows=5, columns=5)
    state = game.parse_state("Ka1 Ab3 kd2, black to move")
    assert len({*game.board.images(state[:-1])}) == images


def test_a_race_has_the_mirror_image_alone() -> None:
    game = ChessVariant("KAK", rows=5, columns=5, race=5)
    assert len({*game.board.images(game.parse_state("Ka1 Ac2 kc4, white to move")[:-1])}) == 2


def test_a_king_may_be_another_man() -> None:
    assert moves("Kd4 Qa1 kh8, black to move", "KQK", "K=N") == {"Kf7", "Kg6"}


# --- goals ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("stalemate", "payoff"), [("draw", 0), ("loss", 1), ("win", -1)])
def test_stalemate(stalemate: str, payoff: int) -> None:
    text = "Kc2 Qb3 ka1, black to move"
    assert result("KQK", text, stalemate=stalemate) == (payoff, "stalemate")


def test_a_bare_king_loses_unless_it_takes_the_last_man() -> None:
    bare = {"men": "", "bare_king": True}
    assert result("KRK", "Ka1 Rh2 kd4, black to move", **bare) == (1, "bare king")
    assert result("KRK", "Ka1 Rd3 kd4, black to move", **bare) == (None, None)
    assert result("KRK", "Kd2 Rd3 kd4, black to move", **bare) == (1, "bare king")  # the other king guards it
    assert result("KRRK", "Ka1 Rd3 Rh2 kd4, black to move", **bare) == (1, "bare king")
    assert result("KRKR", "Ka1 kd4 rh8, black to move", **bare) == (-1, "bare king")
    assert result("KRK", "Ka1 kd4, white to move", **bare)[0] == 0


def test_a_race() -> None:
    race = {"men": "", "rows": 8, "race": 8}
    assert result("KRK", "Ke8 Ra2 kb7, black to move", **race) == (None, None)  # Black may follow
    assert result("KRK", "Ke8 Ra2 kb8, white to move", **race) == (0, "both kings have reached rank 8")
    assert result("KRK", "Ke8 Ra2 kb6, white to move", **race) == (1, "the king has reached rank 8")
    assert result("KRK", "Ke6 Ra2 kb8, white to move", **race) == (-1, "the king has reached rank 8")
    assert result("KK", "Ke6 kb6, white to move", **race)[0] is None
    assert not {
        move for move in moves("Ke1 Ra2 kb3, white to move", "KRK", **race) if "+" in move or move == "Rb2"
    }
    with pytest.raises(InputError, match="nobody may be in check where kings race"):
        ChessVariant("KRK", **race).parse_state("Ka1 Rb2 kb6, black to move")


def test_a_bare_king_may_end_a_race() -> None:
    both = {"men": "", "rows": 4, "columns": 4, "race": 4, "bare_king": True}
    assert result("KKR", "Ka4 kd2 rb1, black to move", **both) == (-1, "bare king")
    assert result("KRK", "Ka4 Rb1 kd2, white to move", **both) == (1, "the king has reached rank 4")


def test_a_win_is_a_mate_if_nothing_else_wins() -> None:
    assert ChessVariant("KAK").win_in_words(3) == "mates in 2 moves (3 plies)"
    for goal in GOALS[1:]:
        game = ChessVariant("KAK", **goal)
        assert game.win_in_words(3) == "wins in 2 moves (3 plies)"


# --- parameters, texts and backends ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"men": "A=X"}, "men: A: a man goes as Betza's notation says, such as NN, WfF or mRcB: "),
        (
            {"men": "A"},
            "men must be words such as A=BN, each with a capital other than P, an equals sign and ",
        ),
        ({"men": "P=W A=N"}, "men must be words such as A=BN, .* one is 'P=W'"),
        ({"men": "A=N A=D"}, "men must be words such as A=BN, .* one is 'A=D'"),
        ({"men": "a=N"}, "men must be words such as A=BN, .* one is 'a=N'"),
        (
            {"material": "KXK"},
            "material must be White's men and then Black's, .* out of KAQRBNP; it is 'KXK'",
        ),
        ({"material": "KAKK"}, "material must be White's men and then Black's, .* it is 'KAKK'"),
        ({"rows": 9}, "rows × columns must be at most 64; they are 72"),
        ({"rows": 2}, "rows must be an integer from 3 to 21; it is 2"),
        ({"race": 9}, "race must be a rank of the board, 1 to 8, or 0; it is 9"),
        ({"men": "K=fK A=N"}, "the king must go backwards as it goes forwards"),
        (
            {"men": "A=D0H0"},
            "no man may go to a square on two ways that are blocked apart; A does, from a8 to g8",
        ),
        (
            {"men": "K=QN", "material": "KK", "rows": 3, "columns": 3, "start": ""},
            "the kings find no squares on which",
        ),
        ({"promotion": "K"}, "promotion must name some of the men AQRBN; it is 'K'"),
        ({"promotion": ""}, "promotion must name some of the men AQRBN; it is ''"),
        ({"stalemate": "tie"}, "stalemate must be one of draw, loss, win; it is 'tie'"),
        ({"start": "Ka1 Ab3 kc8"}, "start must read like 'Ke1 Ah1 ke8, white to move'; it is 'Ka1 Ab3 kc8'"),
    ],
)
def test_parameters_are_checked(parameters: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        ChessVariant(**parameters)


@pytest.mark.parametrize(
    "parameters",
    [
        {"material": "KAAKA", "men": "A=QN"},
        {"material": "KQK", "men": "K=R"},
        {"material": "KRRKRR", "men": "", "race": 8},
        {"material": "KPKP", "men": "", "rows": 4, "columns": 3},
        {"material": "KAK", "rows": 3, "columns": 21},
    ],
)
def test_every_variant_has_a_start(parameters: dict[str, Any]) -> None:
    game = ChessVariant(**parameters)
    assert game.parse_state(game.format_state(game.initial_state())) == game.initial_state()


def test_fen() -> None:
    fen = "12/2A9/k9K1/12 b - - 0 1"
    game = gamekit.load_game("chess-variant", {**ChessVariant.notations[0].parameters(fen), "men": "A=C"})
    assert game.format_state(game.initial_state()) == "Kk2 Ac3 ka2, black to move"
    assert ChessVariant.notations[0].write(game, game.initial_state()) == fen
    with pytest.raises(InputError, match="the board has 8 rows of 8 squares, and the text has 4 of 12"):
        ChessVariant("KAK").parse_state(fen)
    with pytest.raises(InputError, match="row 2 has 3 squares, and the board has 4 columns"):
        ChessVariant("KAK", rows=3, columns=4).parse_state("k3/3/3K w")


@pytest.mark.slow
def test_notation_and_pictures() -> None:
    game = ChessVariant("KAK", rows=4, columns=3)
    check_notation(game)
    check_pictures(game)


def test_men_of_chess_are_drawn_and_others_are_letters_on_shapes() -> None:
    looks = ChessVariant("KHAGKQ", "H=NN A=D G=WfF R=R4").looks
    assert (looks["Q"], looks["q"], looks["K"]) == ("white ♕", "black ♛", "white ♔")
    assert (looks["H"], looks["h"]) == ("white chessman H", "black chessman H")
    assert (looks["G"], looks["g"]) == ("white up G", "black down G")  # it goes one way
    assert looks["R"] == "white chessman R"  # this is not the rook of chess


def test_the_drawing_says_how_men_go_that_are_not_those_of_chess() -> None:
    game = ChessVariant("KAKM", men="A=BN M=fFW D=R", rows=4, columns=4)
    drawing = game.svg(game.initial_state())
    assert ">A: archbishop, moves as bishop or knight<" in drawing
    assert ">M: moves as fFW says<" in drawing
    assert ">D: " not in drawing, "there is none on the board"


@pytest.mark.parametrize(
    "parameters",
    cases(
        slow=[{"material": "KGK", "men": "G=WfF", "stalemate": "loss"}],
        release=[
            {"material": "KAKG", "men": "A=NN G=WfF", "bare_king": True, "stalemate": "loss"},
            {"material": "KAKG", "men": "A=mRcB G=flFbW", "race": 4},
            {"material": "KPKA", "men": "A=A K=N", "stalemate": "win"},
        ],
    ),
)
def test_the_backends_agree(parameters: dict[str, Any], tmp_path: Path) -> None:
    game = ChessVariant(**parameters, rows=4, columns=3)
    assert_backends_agree(game)
    assert_tiers_agree(game, tmp_path / "tiers")
