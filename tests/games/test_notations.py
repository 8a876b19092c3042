"""Every notation of every game: round trips in random states, and texts that nobody should have written."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import suppress
from inspect import getsource
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from support.marks import cases, one_in
from support.walks import random_states

from gamekit import GamekitError, InputError, UnsupportedError, load_game, solve
from gamekit.game.board_parameters import neighbours_of
from gamekit.game.graph_notations import GRAPH_NOTATIONS, GraphNotation
from gamekit.game.notation import Notation
from gamekit.game.reading import collection, format_state, notation_called, read_data
from gamekit.game.registry import GAMES, adapted_names, game_class, registered

NAMES = [*registered(GAMES), *adapted_names(GAMES)]
ALL = [(name, notation.name) for name in NAMES for notation in game_class(name).notations]
TYPICAL = {"cat-mouse", "chess-ending", "connect-four", "domineering", "nim", "sokoban"}
"""A game on a graph, whose notations all such games have, some on boards, and one on heaps."""
each_notation = pytest.mark.parametrize(
    ("name", "notation"),
    cases(
        quick=[each for each in ALL if each[0] in TYPICAL],
        slow=[each for each in ALL if each[0] not in TYPICAL],
    ),
)
ON_GRAPHS = {"arc-kayles", "cat-mouse", "cops-and-robber", "node-kayles"}
SMALL: dict[str, dict[str, Any]] = {
    "connect-four": {"width": 3, "height": 3, "length": 3},
    "hex": {"size": 2},
    "sokoban": {"level": "######/#@-$.#/#----#/######"},
    "morris": {"rings": 3},  # the only boards of which there is FEN; their first states are tried
    "sliding-puzzle": {"rows": 2, "columns": 2, "tiles": [3, 1, 2, 0]},
}
"""Instances of which all states are tried, where the example of the game has more than a few hundred."""


def notation_of(name: str, notation: str) -> Notation:
    return notation_called(game_class(name), name, notation)


@each_notation
def test_the_example_is_read_by_its_notation(name: str, notation: str) -> None:
    found = notation_of(name, notation)
    data = found.example.encode()
    assert read_data(game_class(name), name, data, "the example").notation is found
    game = load_game(name, found.example)
    if found.has("state"):
        assert game.format_state(game.parse_state(found.example))
    assert [text for _, text in found.split(found.example)] == [found.example]


def position_of(game: Any, state: Any) -> str:
    """Return the text of a state of a ruleset without the player to move, who is no part of some notations."""
    return str(game.format_state(state)).rpartition(",")[0]


def check_trip(name: str, found: Notation, play: tuple[Any, list[Any], list[Any]], game: Any) -> None:
    """Check that a state, and the line of play that leads to it, come back from their texts."""
    state, states, moves = play
    expected = game.canonical_state(state)
    if found.has("write"):
        try:
            text = found.write(game, state)
        except UnsupportedError:
            # a single size, one player to move, no empty row, and no stack that has to be answered
            assert found.name in ("uci", "kgp", "mcgs") or name == "top-entails"
            return
        assert found.reads(text)
        if found.has("state"):
            assert game.canonical_state(found.state(game, text)) == expected
        else:
            again = load_game(name, text)
            start = again.initial_state()
            if name in ON_GRAPHS:  # texts are of the graph alone
                assert found.write(again, start) == text
            else:
                found_there = {position_of(again, start), position_of(again, again.canonical_state(start))}
                assert found_there & {position_of(game, state), position_of(game, expected)}
    if found.has("write_line") and moves:
        solution, line = SimpleNamespace(game=game), SimpleNamespace(states=tuple(states), moves=tuple(moves))
        assert game.canonical_state(found.state(game, found.write_line(solution, line))) == expected


def check_trips(name: str, notation: str, number: int) -> None:
    """Check that random states, and the lines of play to them, come back from their texts."""
    found = notation_of(name, notation)
    if not (found.has("write") or found.has("write_line")):
        pytest.skip("this notation is only read")
    game = load_game(name, found.example)
    of_graphs = name in ON_GRAPHS and isinstance(found, GraphNotation)  # of which texts do not tell the state
    for play in random_states(game, 1 if of_graphs else number, Random(number)):
        check_trip(name, found, play, game)


def lines_to_all(game: Any) -> Iterator[tuple[Any, list[Any], list[Any]]]:
    """Yield each state that play reaches, with the states and the moves of a shortest line to it."""
    lines = {(start := game.initial_state()): ([start], list[Any]())}
    for state in (reached := [start]):  # grows while it is walked
        states, moves = lines[state]
        yield state, states, moves
        for move in game.moves(state) if game.outcome(state) is None else []:
            after = game.apply(state, move)
            if after not in lines:
                lines[after] = [*states, after], [*moves, move]
                reached.append(after)


@each_notation
def test_random_states_come_back_from_their_texts(name: str, notation: str) -> None:
    check_trips(name, notation, 20)


@pytest.mark.release
@pytest.mark.parametrize(("name", "notation"), ALL)
def test_ten_thousand_states_come_back_from_their_texts(name: str, notation: str) -> None:
    check_trips(name, notation, 10_000)


def check_graphs(notation: Notation, number: int) -> None:
    """Check that random graphs come back from their texts, of which only the content says the notation."""
    assert isinstance(notation, GraphNotation)
    random, cls = Random(number), game_class("cops-and-robber")
    for _ in range(number):
        nodes, share = random.randint(1, 8), random.random()
        pairs = itertools.combinations(range(nodes), 2)
        edges = [pair for pair in pairs if random.random() < share]
        text = notation.written(nodes, edges)
        assert read_data(cls, "", text.encode(), "").parameters == {"graph": neighbours_of(nodes, edges)}, (
            text
        )


@pytest.mark.parametrize("notation", GRAPH_NOTATIONS, ids=lambda notation: notation.name)
def test_random_graphs_come_back_from_their_texts(notation: Notation) -> None:
    check_graphs(notation, 100)


@pytest.mark.release
@pytest.mark.parametrize("notation", GRAPH_NOTATIONS, ids=lambda notation: notation.name)
def test_ten_thousand_graphs_come_back_from_their_texts(notation: Notation) -> None:
    check_graphs(notation, 10_000)


NAMED = {name for name, _ in ALL}
MANY_STATES = {"breakthrough", "chess-ending", "chess-variant", "morris", "othello"}


@pytest.mark.parametrize(
    "name",
    cases(
        quick=sorted(TYPICAL - MANY_STATES),
        slow=sorted(NAMED - TYPICAL - MANY_STATES),
        release=sorted(MANY_STATES),
    ),
)
def test_all_states_of_a_small_instance_come_back_from_their_texts(name: str) -> None:
    game = load_game(name, SMALL.get(name, game_class(name).example))
    for notation in game.notations:
        if notation.has("write") or notation.has("write_line"):
            most = 5_000 if name == "morris" else 1 if isinstance(notation, GraphNotation) else None
            for play in itertools.islice(lines_to_all(game), most):
                check_trip(name, notation, play, game)


# --- what each notation may cost -----------------------------------------------------------------------------------


def in_framework(cls: type[Any]) -> Iterator[type[Any]]:
    """Yield the classes of notations in gamekit that derive from a class."""
    for each in cls.__subclasses__():
        if (
            each.__module__.startswith("gamekit.") and ".bundled." not in each.__module__
        ):  # games beside gamekit
            yield each
            yield from in_framework(each)


def test_a_notation_has_at_most_80_lines() -> None:
    classes = {type(notation) for name in NAMES for notation in game_class(name).notations}
    lengths = {cls: len(getsource(cls).splitlines()) for cls in {*classes, *in_framework(Notation)}}
    assert len(lengths) > 25
    assert not {cls.__name__: length for cls, length in lengths.items() if length > 80}


def test_notations_of_the_framework_serve_several_games() -> None:
    for cls in [*in_framework(Notation)]:
        users = [name for name in NAMES if any(isinstance(each, cls) for each in game_class(name).notations)]
        assert len(users) > 1, cls


# --- hostile texts -------------------------------------------------------------------------------------------------


def said_of(name: str, data: bytes, path: str) -> str:
    """Return the error about a file, or the parameters that it has."""
    try:
        reading = read_data(game_class(name), name, data, "the file", path)
        reading.state(load_game(name, reading.parameters))
    except GamekitError as error:
        return str(error)
    return repr(reading.parameters)


def hostile(example: str) -> Iterator[bytes]:
    """Yield texts that resemble an example, and some that resemble nothing."""
    text = example.encode()
    yield from (b"", b"\n", b"\0", text + b"\0", b"\xff\xfe", b"\xef\xbb\xbf" + text, text + b"\r\n\r" + text)
    yield from (text.replace(b"\n", b"\r\n"), text.replace(b"\n", b"\r"), b"caf\xe9 " + text, text + b"\xe9")
    yield from (example.encode("utf-16"), text[: len(text) // 2], text[::-1], b"?" + text, text + b"!" * 50)
    yield from (b"#" * 1_000_000, b"1" * 1_000_000, b"(" * 100_000, b"9999999999#(((#", b"[" * 100_000)
    yield text * (100_000 // len(text))
    yield b"\n\n".join([text] * 1000)
    yield b"\n".join([text, text.replace(b"\n", b"\r\n"), text.replace(b"\n", b"\r")])
    yield "٣ ٤ ٥".encode()


@pytest.mark.parametrize("name", cases(slow=sorted(NAMED - ON_GRAPHS), release=sorted(ON_GRAPHS)))
def test_hostile_texts_end_in_a_sentence_or_an_answer(name: str) -> None:
    for notation in game_class(name).notations:
        for data in hostile(notation.example):
            for path in ("", *(f"x{ending}" for ending in notation.endings[:1])):
                said = said_of(name, data, path)
                assert said
                assert "\n" not in said


# --- what texts mean -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "house"),
    [
        ("connect-four", "4455", "......./......./......./......./...OO../...XX.."),
        ("connect-four", "4455 2", "......./......./......./......./...OO../...XX.."),
        ("connect-four", "_ _ _ _\n_ Y _ _\n_ R _ _", "..../.O../.X.."),
        # the numbers of the columns below, and blanks for free squares
        ("connect-four", "| | | | |\n| |O| | |\n|X|X|O| |\n---------\n 1 2 3 4\n", "..../.O../XXO."),
        ("connect-four", "0 1 2 3\n. . . .\nX O . .", "..../XO.."),
        ("connect-four", "|.......|\n|...y...|\n|..rr...|\n=========\n", "......./...O.../..XX..."),
        (
            "othello",
            "f5",
            "......../......../......../...WB.../...BBB../......../......../........, white to move",
        ),
        ("othello", "-----XO--OX-----;O; any words", "..../.BW./.WB./...., white to move"),
        ("othello", "one; -----bw--wb----- ;white", "..../.BW./.WB./...., white to move"),
        ("othello", "-----XO--OX----- O", "..../.BW./.WB./...., white to move"),
        ("othello", "-----XO--OX----- White 2 -12", "..../.BW./.WB./...., white to move"),  # best move, score
        ("hex", "b2 a3", "....R.B.., red to move"),
        ("hex", "B . .\n . B .\n  . . W", "R...R...B, blue to move"),  # a rhombus
        ("hex", "  a b\n1 R .  1\n 2 . B  2\n   a b\nRed to move", "R..B, red to move"),
        (
            "othello",
            "  A B C D\n1 . . . .\n2 . O X .\n3 . X O .\n4 . . . .\n",
            "..../.WB./.BW./...., black to move",
        ),
        ("connect-four", "[[0, 0, 0, 0],\n [-1, 1, -1, 0],\n [-1, 1, 1, 0]]", "..../OXO./OXX."),
        ("othello", "one;-----XO--OX-----", "..../.BW./.WB./...., black to move"),
        ("othello", "* * * *\n* W B *\n* B W *\n* * * *\n", "..../.WB./.BW./...., black to move"),
        ("connect-four", "0000\n0200\n0121", "..../.O../.XOX"),
        ("lights-out", "-------------\n|   | X |\n-------------\n| X |   |\n-------------", ".O/O."),
        (
            "hex",
            "(;GM[11]SZ[19];B[s1];W[a19])",
            f"{'.' * 18}R{'.' * 323}B{'.' * 18}, red to move",
        ),  # boards of any usual size
        # HexGui: stones, a comment with brackets, and the first of two variations
        ("hex", "(;GM[11]SZ[3]AB[a1]C[a\\] (;)];W[b1](;B[c1])(;B[c2]))", "RBR......, blue to move"),
        (
            "hex",
            "(;FF[4]SZ[3]RE[W];W[ab];B[ca];W[resign])",
            "..BR....., red to move",
        ),  # Little Golem: W is Red
        (
            "hex",
            "(;SZ[4];W[ab];B[swap];W[dd];B[ca])",
            "....R...R......B, blue to move",
        ),  # Blue gets b1, and c1
        ("hex", "(;GM[11]SZ[4];B[a2];W[swap-pieces];B[d4];W[c1])", "....R...R......B, blue to move"),
        ("hex", "(;GM[11]SZ[4];B[a2];W[Swap-Pieces];B[D4];W[c1])", "....R...R......B, blue to move"),
        ("hex", "(;SZ[3];B[a2];W[SWAP])", "...R....., blue to move"),
        # early records of HexGui: no stone moved, and whoever swapped moves next
        ("hex", "(;GM[11]SZ[3];B[a2];W[swap-pieces];W[b1])", ".B.R....., red to move"),
        ("hex", "(;GM[11]SZ[3]AB[a1]AW[b1]PL[b])", "RB......., red to move"),
        ("hex", "(;GM[11]SZ[3:3];B[cb];W[aa])", "B....R..., red to move"),
        ("chess-ending", "8/8/8/8/8/1K6/3R4/k7 b - - 0 1", "Kb3 Rd2 ka1, black to move"),
        ("kalah", "[[1, 2, 3, 10, 4, 2, 0, 2], 1]", "south 1 2 3 (10), north 4 2 0 (2), north to move"),
        ("kalah", "1 2 3 10 4 2 0 2", "south 1 2 3 (10), north 4 2 0 (2), south to move"),
        ("domineering", "..|.#", "..|.#, Left to move"),
        ("cram", "  A B\n1 . .\n2 . X\nsecond to move", "..|.#, second to move"),
        ("kalah", "<3,10,2,1,2,3,4,2,0>", "south 1 2 3 (10), north 4 2 0 (2), south to move"),
        (
            "morris",  # d7, then f4: the middles of the outer square's upper side and of the middle one's right side
            "********/**@*****/O******* w p p 1 8 1 8 0 0 0 0 0 0 0 0 2",
            ".W.........B............, WWWWWWWWBBBBBBBB in hand, white to move",
        ),
        (
            "morris",
            "OOO*****/@@@*****/******** b m s 3 0 3 0 0 0 0 0 0 0 0 0 9",
            ".........BBB.....WWW...., black to move",
        ),
        ("morris", "d6 f4 d2 d7", ".B.......W.B.W.........., WWWWWWWBBBBBBB in hand, white to move"),
        # White closes the mill a7 d7 g7, and takes b4
        ("morris", "a7 b4 d7 d6 g7 xb4", "WWW......B.............., WWWWWWBBBBBBB in hand, black to move"),
        ("lights-out", "0 1 0\n1 1 1", ".O./OOO"),
        ("lights-out", "X_X\n_X_", "O.O/.O."),
        ("lights-out", "[[0,1],[1,0]]", ".O/O."),
        ("clobber", "   a b c\n 2 ● ○ · \n 1 ○ ● · ", "xo.|ox., Left to move"),
        ("clobber", "BW.\nWB.\nW to move", "xo.|ox., Right to move"),
        ("clobber", "+---+\n|X O|\n|O X|\n+---+", "xo|ox, Left to move"),
        ("clobber", "[['B','W'],['W','B']]", "xo|ox, Left to move"),
        ("konane", "xoxo\noxox", "xoxo|oxox, Left to move"),
        ("nogo", "  A B C\n2 . X #  2\n1 O . .  1\n  A B C", ".x#|o.., Left to move"),
        ("lights-out", "2 3\n101\n010", "O.O/.O."),  # the numbers of rows and columns before them
        ("lights-out", "2\n11\n01", "OO/.O"),
        ("lights-out", "10\n01", "O./.O"),  # no number of rows, but a row
        ("lights-out", "┌───┬───┐\n│ ● │ ○ │\n├───┼───┤\n│ ○ │ ● │\n└───┴───┘", "O./.O"),
        ("sliding-puzzle", "3\n0 1 3 \n4 2 5 \n7 8 6\n", "0.1.3/4.2.5/7.8.6"),  # the side before the tiles
        ("sliding-puzzle", "# solvable\n2\n3 1 # a comment\n0 2", "3.1/0.2"),
        ("sliding-puzzle", "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", "14.13.15.7/11.12.9.5/6.0.2.1/4.8.10.3"),
        ("sliding-puzzle", "1 | 2 | 3\n4 | 5 | _", "1.2.3/4.5.0"),
        ("sliding-puzzle", "1 4 2\n3 6 5", "1.4.2/3.0.5"),  # the largest number is the blank
        ("sliding-puzzle", "1 2 3\n4 - 5", "1.2.3/4.0.5"),
        (
            "sliding-puzzle",
            ",1,2\n4,5,3\n7,8,6",
            "0.1.2/4.5.3/7.8.6",
        ),  # a spreadsheet: the empty field is the blank
        ("sliding-puzzle", "1, 2, 3\n4, , 5", "1.2.3/4.0.5"),
        ("sliding-puzzle", "3,1 # a comment, or two\n2,", "3.1/2.0"),
        ("sliding-puzzle", "3;1;;2", "3.1/0.2"),
        ("sliding-puzzle", "1,2,\n3,4,5", "1.2.0/3.4.5"),
        ("sliding-puzzle", "1,2,3,\n4,,5,", "1.2.3/4.0.5"),  # no field follows the last commas
        ("sliding-puzzle", "3,1,\n0,2", "3.1/0.2"),
        ("sliding-puzzle", "3,1,0,2,", "3.1/0.2"),
        ("sliding-puzzle", "17 3 1 2 0", "3.1/2.0"),  # R. E. Korf's instances have numbers
        ("peg-solitaire", "  ooo\n  ooo\nooooooo\nooo.ooo\nooooooo\n  ooo\n  ooo", "o" * 16 + "." + "o" * 16),
        (
            "peg-solitaire",
            ".....\n.●●●.\n.●○●.\n.●●○.\n.....",
            "oooo.ooo.",
        ),  # dots around, as Go's example has them
        ("peg-solitaire", "#1#\n101\n#1#", "oo.oo"),
        ("peg-solitaire", " P\nP.P\n P", "oo.oo"),
        ("klotski", "ABBCABBCDEEFDGHFI  J", "tb#t/####/tw#t/#ss#/s..s"),
        (
            "klotski",
            "@@@@@\n@aab@\n@aab@\n@c..@\n@@@@@",
            "b#t/###/s..",
        ),  # a frame of another sign, without a gate
        ("klotski", "3 3\n#####\n#aab#\n#aab#\n#c  #\n#  ##", "b#t/###/s.."),
        ("klotski", "@@@@\n@aa@\n@aa@\n@@@@", "..../.b#./.##./...."),  # no frame, but free squares
        ("klotski", "3 4\nabbc\nabbc\nd..e", "tb#t/####/s..s"),
        # GNOME Klotski: the frame, the gate, and below it the place to which the block goes
        ("klotski", "#####\n#**a#\n#**a#\n#bc #\n#--##\n   ..\n   ..", "b#t/###/ss."),
        (
            "klotski",
            "2113\n2113\n4665\n4775\n7007",
            "tb#t/####/tw#t/#ss#/s..s",
        ),  # of a course; each 7 is a block
        ("klotski", "7773\n1123\n1124\n0664\n0755", "ssst/b#t#/###t/.w##/.sw#"),
        ("klotski", "A B B C\nA B B C\nD E E F\nD G H F\nI . . J", "tb#t/####/tw#t/#ss#/s..s"),
        ("dots-and-boxes", "1. a1-b1 2. b1-b2, a2-b2", ".....x..x.x. 0.0, second to move"),
        ("breakthrough", "1. a2-b3 a3xb2", "BBBB/.WBB/.BWW/WWWW, white to move"),
        ("clobber", "BWBW/wb-b W 1", "xoxo|ox.x, Right to move"),
        ("sliding-puzzle", "3 -1\n1 2 3\n4 5 6\n7 0 8\n", "1.2.3/4.5.6/7.0.8"),
        ("connect-four", "4455 3 D6", "......./......./......./......./...OO../...XX.."),
        ("sliding-puzzle", "2 3\n1 2 3\n4 0 5", "1.2.3/4.0.5"),
        ("chess-ending", "8/8/8/8/3Pp3/8/8/k1K5 b - d3 0 1", "Kc1 Pd4 ka1 pe4, black to move, en passant d3"),
        ("chess-ending", "8/8/8/8/3P1p2/8/8/k1K5 b - d3 0 1", "Kc1 Pd4 ka1 pf4, black to move"),
        ("sokoban", "#####\n#@$.#\n#####", "#####/#@$.#/#####"),
        ("sokoban", "Level: one | RR\n\n#######\n#&BX. #\n#######", "#######/#@$*.-#/#######"),
        ("sliding-puzzle", "724\n506\n831", "7.2.4/5.0.6/8.3.1"),  # tiles of one digit without blanks
        ("sliding-puzzle", "724506831", "7.2.4/5.0.6/8.3.1"),
        ("sliding-puzzle", "[[1, 2, 3],\n [4, 0, 5]]", "1.2.3/4.0.5"),
        ("sliding-puzzle", "1 2 3\n4 x 5", "1.2.3/4.0.5"),
        ("sliding-puzzle", "+---+---+\n| 3 | 2 |\n+---+---+\n|   | 1 |\n+---+---+", "3.2/0.1"),
        ("lights-out", "[[0, 1], [1, 0]]", ".O/O."),
        ("lights-out", "010,101", ".O./O.O"),
        ("lights-out", "#.\n.#", "O./.O"),
        (
            "peg-solitaire",
            "##ooo##\n##ooo##\nooooooo\noooxooo\nooooooo\n##ooo##\n##ooo##",
            "o" * 16 + "." + "o" * 16,
        ),
        ("peg-solitaire", "XXX\nXOX\nXXX", "oooo.oooo"),
        ("peg-solitaire", "212\n101\n212", "oo.oo"),
        ("connect-four", ".,.,.,.\n.,.,.,R", "..../...X"),
        ("connect-four", "4,4,5,5", "......./......./......./......./...OO../...XX.."),
        (
            "othello",
            "f5, f6",
            "......../......../......../...WB.../...BWB../.....W../......../........, black to move",
        ),
        ("sokoban", "6#|#-@$.#|6#", "######/#-@$.#/######"),
        (
            "sokoban",
            "; a title\n  ####\n###__#\n#@$ .#\n######\nAuthor: nobody",
            "--####/###--#/#@$-.#/######",
        ),
    ],
)
def test_what_people_write(name: str, text: str, house: str) -> None:
    game = load_game(name, text)
    assert game.format_state(game.parse_state(text)) == house


@pytest.mark.parametrize(
    ("name", "text", "titles", "texts"),
    [
        ("nim", "# two positions\n3 4\n\n # the second\n5 6\n", ["line 2", "line 5"], ["3 4", "5 6"]),
        ("nim", "2\n3 4 5\n1 1\n", ["line 2", "line 3"], ["3 4 5", "1 1"]),
        (
            "othello",
            "% two\n; boards\none;-XO-; X\n-XO- O; any\n",
            ["one", "line 4"],
            ["one;-XO-; X", "-XO- O; any"],
        ),
        (
            "kalah",
            "s: kgp 1 0 0\ns: 4 state <1,0,0,2,2>\nc: @4 move 1\ns: 8 state <1,1,0,0,3>\n",
            ["line 2", "line 4"],
            ["<1,0,0,2,2>", "<1,1,0,0,3>"],
        ),
        (
            "sokoban",
            "A set\nAuthor: me\nDate: 2001-02-03\n\n#@$.#\n\n#@$.#\nTitle: two\nAuthor: you\n\n#.$@#\n",
            ["A set", "two", "level 3"],
            ["#@$.#", "#@$.#", "#.$@#"],
        ),
        (  # titles below
            "sokoban",
            "A set\n\n#@$.#\n; 1\n\n#.$@#\n; 2\n",
            ["1", "2"],
            ["#@$.#", "#.$@#"],
        ),
        (
            "sokoban",
            "Blog: here\n\n#@$.#\nAuthor: me\nTitle: one\nLimit: 22\n\n#.$@#\nthree\n#@$.#",
            ["one", "level 2", "three"],
            ["#@$.#", "#.$@#", "#@$.#"],
        ),
        (
            "sokoban",
            '<Title>A set</Title>\n<LevelCollection><Level Id="a &amp; b" Width="5">\n<L>#@$.#</L>\n</Level>\n'
            "<Level><L>#.$@#</L></Level></LevelCollection>",
            ["a & b", "level 2"],
            [
                '<Level Id="a &amp; b" Width="5">\n<L>#@$.#</L>\n</Level>',
                "<Level><L>#.$@#</L></Level>",
            ],
        ),
        (
            "rush-hour",
            "# three boards\n\np01:  3: GBBCCC GIDDEE HIAAMN HJKoMN oJKLMO FFKLoO   # 15 cars\n"
            + "oooooo\n" * 6,
            ["p01", "line 4"],
            ["GBBCCC GIDDEE HIAAMN HJKoMN oJKLMO FFKLoO", "\n".join(["oooooo"] * 6)],
        ),
        ("sliding-puzzle", "3 1 2 0 \n\n0 1 2 3\n", ["line 1", "line 3"], ["3 1 2 0 ", "0 1 2 3"]),
        ("sliding-puzzle", "1 2\n3 0\n\n0 1\n2 3\n", ["board 1", "board 2"], ["1 2\n3 0", "0 1\n2 3"]),
        (
            "klotski",
            "####\n#**#\n#**#\n#--#\n\n####\n#**#\n#**#\n#--#\n",
            ["box 1", "box 2"],
            ["####\n#**#\n#**#\n#--#", "####\n#**#\n#**#\n#--#"],
        ),
        (
            "klotski",
            "# two boxes\nAA.\nAAB\n\n# as digits\n110\n112\n",
            ["board 1", "board 2"],
            ["AA.\nAAB", "110\n112"],
        ),
        ("klotski", "AA. AAB\n\nABB/.BB\n", ["line 1", "line 3"], ["AA. AAB", "ABB/.BB"]),
        ("klotski", "A A .\n\nA A B\n", ["board 1"], ["A A .\n\nA A B\n"]),  # a board of double-spaced rows
        (
            "hex",
            "(;SZ[3];B[a1](;W[b1])(;W[c1]))\n(;FF[4]SZ[4])\n",
            ["game 1", "game 2"],
            ["(;SZ[3];B[a1](;W[b1])(;W[c1]))", "(;FF[4]SZ[4])"],
        ),
        (
            "domineering",
            "{version 1.7}\n[domineering]\n\n..|..\n\ncgt:\n-({1|-1})\n:cgt\n\n{B loss, W loss}\n\n...\n",
            ["case 1", "case 2"],
            ["[domineering] ..|..", "[domineering] ..."],
        ),
    ],
)
def test_collections(name: str, text: str, titles: list[str], texts: list[str]) -> None:
    found = collection(game_class(name), text)
    assert found is not None
    assert [(title, each) for title, _, each in found] == list(zip(titles, texts, strict=True))


@pytest.mark.parametrize(
    ("name", "text", "house"),
    [
        ("clobber", "[clobber_1xn] XOXOXO {B, W}", "xoxoxo, Left to move"),
        ("toppling-dominoes", "[toppling_dominoes] XXO##X", "llreel, Left to move"),
        ("elephants-and-rhinos", "[elephants] X..O {B}", "t..f, Left to move"),
        (
            "kalah",
            "s: kgp 1 0 0\ns: state <1,0,0,2,2>\nc: move 1\n",
            "south 2 (0), north 2 (0), south to move",
        ),
    ],
)
def test_the_only_case_of_a_file_is_the_game(name: str, text: str, house: str) -> None:
    game = load_game(name, text)
    assert game.format_state(game.initial_state()) == house


def test_comments_brackets_and_heaps_of_mcgs_test_files() -> None:
    text = "{version 1.4}\n/* 2x2\n[no game] */\n[clobber]\n(XO|OX)\n\t{B win, W win}\n"
    assert load_game("clobber", text) == load_game("clobber", "[clobber] XO|OX")
    assert load_game("nim", "[nimber] 3 (5) {N 6}") == load_game("nim", "3 5")
    assert load_game("nim", "[5]") == load_game("nim", "5")
    kayles = collection(game_class("kayles"), "/* rows */ [kayles]\n0 {B loss}\n11 (5) {B win}\n") or ()
    assert [each for _, _, each in kayles] == ["[kayles] 0", "[kayles] 11 5"]


def test_a_value_beside_a_board_is_ignored() -> None:
    game = load_game("domineering", "[domineering]\n..|..\ncgt:\n{1|-1}\n:cgt\n")
    assert game == load_game("domineering", "[domineering] ..|..")


@pytest.mark.parametrize(
    ("text", "squares"),
    [
        ("AA...O\n.....O\nXX....\n......\n......\n......", "BBoooOoooooOAAoooooooooooooooooooooo"),
        ("AA....\n......\nrr....\n......\n......\n......", "BBooooooooooAAoooooooooooooooooooooo"),
        ("......\n......\nAA....\n......\n......\n......", "ooooooooooooAAoooooooooooooooooooooo"),
    ],
)
def test_the_red_car_is_x_or_r_or_else_a(text: str, squares: str) -> None:
    game: Any = load_game("rush-hour", text)
    assert game.squares == squares
    assert game.parse_state(text) == game.initial_state()


def test_a_table_of_cars_is_a_rush_hour_board() -> None:
    table = "car, orientation, col, row, length\nB,V,4,1,3\nX,H,1,3,2\n"
    assert load_game("rush-hour", table) == load_game("rush-hour", "...B.. ...B.. XX.B.." + " ......" * 3)
    assert [title for title, _, _ in collection(game_class("rush-hour"), table) or ()] == ["board 1"]
    from_below = 'vehicle, Orientation, "x,y", length\n\nB, V, "4,4", 3\nX, H, "1,4", 2\n'
    assert load_game("rush-hour", from_below) == load_game("rush-hour", table)


@pytest.mark.parametrize(
    "text",
    [
        "@@@@@@@@\n@BB...O@\n@.....O@\n@AA...O@\n@...QQQ@\n@....CC@\n@..RRR.@\n@@@@@@@@",
        "########\n#BB...O#\n#.....O#\n#GG...O \n#...QQQ#\n#....CC#\n#..RRR.#\n########",  # a gap
        "XXXXXXXXXX\nXXXXXXXXXX\nXXBB---OXX\nXX-----OXX\nXXGG---O--\nXX---QQQXX\nXX----CCXX\nXX--RRR-XX\n"
        "XXXXXXXXXX\nXXXXXXXXXX",
        "+------+\n|00   1|\n|     1|\n|**   1|\n|   222|\n|    aa|\n|  bbb |\n+------+",
        "  1 2 3 4 5 6\na B B . . . O\nb . . . . . O\nc X X . . . O\nd . . . Q Q Q\ne . . . . C C\nf . . R R R .",
        "6 6\n5\nBB...O\n.....O\nPP...OK\n...XXX\n....CC\n..RRR.",  # the primary car, and where it leaves
        "bb...o\n.....o\nxx...o\n...qqq\n....cc\n..rrr.",
        "# colour, direction, length, row and column\nX,-,2,2,0\nB,-,2,0,0\nO,|,3,0,5\nQ,-,3,3,3\nC,-,2,4,4\nR,-,3,5,2",
        "1\n6\nX 0 3 H 2\nB 0 5 H 2\nO 5 3 V 3\nQ 3 2 H 3\nC 4 1 H 2\nR 2 0 H 3",  # from below
        "3 1 2 h\n1 1 2 h\n3 6 3 v\n4 4 3 h\n5 5 2 h\n6 3 3 h",  # without names, from the lower ends
        '{"id": "X", "row": 2, "col": 0, "length": 2, "orientation": "horizontal"}\n'
        '{"id": "B", "row": 0, "col": 0, "length": 2, "orientation": "H"}\n'
        '{"id": "O", "row": 0, "col": 5, "length": 3, "orientation": "V"}\n'
        '{"id": "Q", "row": 3, "col": 3, "length": 3, "orientation": "H"}\n'
        '{"id": "C", "row": 4, "col": 4, "length": 2, "orientation": "H"}\n'
        '{"id": "R", "row": 5, "col": 2, "length": 3, "orientation": "H"}',
    ],
)
def test_a_rush_hour_board_as_programs_have_it(text: str) -> None:
    game, plain = load_game("rush-hour", text), "BB...O .....O AA...O ...QQQ ....CC ..RRR."
    rename = re.compile("[A-Z]")
    squares = [
        rename.sub(lambda sign: "AN"[sign[0] != "A"], each.squares)
        for each in (game, load_game("rush-hour", plain))
    ]  # type: ignore[attr-defined]
    assert squares[0] == squares[1]
    assert game.parse_state(text) == game.initial_state()


def test_the_exit_of_a_car_park_may_be_elsewhere() -> None:
    board = ["AAB..F", ".PBCDF", "GP.CDF", "G..III", "GHH.LL", "..JJMM"]
    assert load_game("rush-hour", "\n".join(["6 6", "11", *board, " K"])).exit == "bottom"  # type: ignore[attr-defined]
    assert load_game("rush-hour", "\n".join([" K", *board])).exit == "top"  # type: ignore[attr-defined]


def test_cars_of_several_boards() -> None:
    text = "2\n2\nX 0 3 H 2\nA 3 3 V 3\n1\nX 0 3 H 2\n"
    assert [each for _, _, each in collection(game_class("rush-hour"), text) or ()] == [
        "X 0 3 H 2\nA 3 3 V 3",
        "X 0 3 H 2",
    ]


def test_signs_of_a_rush_hour_board_may_stand_apart() -> None:
    apart = "p1: 12:\n.,.,B,C,C,.\n.,.,B,.,.,.\nA,A,B,.,.,.\n. . . . . .\n......\n......  # a comment"
    together = "..BCC. ..B... AAB... ...... ...... ......"
    assert load_game("rush-hour", apart) == load_game("rush-hour", together)


def test_the_gate_of_a_frame_is_the_exit() -> None:
    text = "######\n#ab**#\n#cd**#\n#    #\n##--##"
    assert load_game("klotski", text) == load_game("klotski", {"box": "ssb#/ss##/....", "exits": "b1"})
    assert load_game("klotski", text.replace("##--##", "#--###")).exits == "a1"  # type: ignore[attr-defined]


def test_pegs_on_a_board_with_several_empty_holes_are_a_state() -> None:
    game: Any = load_game("peg-solitaire", "###\no.o\n...".replace("###", "ooo"))
    assert (game.side, game.corner, game.empty) == (3, 0, None)
    assert game.format_state(game.parse_state("ooo\no.o\n...")) == "oooo.o..."
    assert load_game("peg-solitaire", "ooo\noo.\nooo").empty == "c2"  # type: ignore[attr-defined]


def test_a_car_called_x_in_the_house_form_is_not_the_red_one() -> None:
    game = load_game("rush-hour", {"board": "oooooo oooooo AAoXoo oooXoo oooXoo oooooo"})
    text = format_state(game, game.initial_state(), notation="board")
    assert notation_of("rush-hour", "board").state(game, text) == game.initial_state()


@pytest.mark.parametrize("text", ["3 4 5", "3,4,5", "3+4+5", "{3, 4, 5}", "[3, 4, 5]", " 3\n4\n5\n"])
def test_heaps(text: str) -> None:
    assert load_game("nim", text) == load_game("nim", [3, 4, 5])


@pytest.mark.parametrize(
    "text",
    [
        "0 1\n1 2\n2 0",
        "1 2\n2 3\n3 1",
        "3 3\n1 2\n2 3\n3 1",
        "# a triangle\n0--1\n1--2\n2--0",
        "0: 1 2\n1: 0 2\n2: 0 1",
        "c a triangle\np edge 3 3\ne 1 2\ne 2 3\ne 3 1",
        "c PACE\np tw 3 3\n1 2\n2 3\n3 1",
        "Bw",
        ">>graph6<<Bw",
        ":BcN",
        "% a triangle in METIS form\n3 3\n2 3\n1 3\n1 2\n",
        "3 3 11\n9 2 5 3 5\n9 1 5 3 5\n9 1 5 2 5",
        "graph = [[1,2],[0,2],[0,1]]",
        "[[1,2],[0,2],[0,1]]",
        "0 1 2\n1 2\n2",  # networkx: a node, then its neighbours
        "1 2 3\n2 1 3\n3 1 2",
        "011\n101\n110",
        "0,1,1\n1,0,1\n1,1,0",
        "[[0 1 1]\n [1 0 1]\n [1 1 0]]",  # NumPy
        "{{0,1,1},{1,0,1},{1,1,0}}",  # Mathematica
        "[[0,1,1],[1,0,1],[1,1,0]]",
        "3\n0 1 1\n1 0 1\n1 1 0",
        ",A,B,C\nA,0,1,1\nB,1,0,1\nC,1,1,0",  # a spreadsheet
        # M. Newman's collection, with what stands at a node and an edge
        'Creator "M\u00e9"\ngraph\n[\n  directed 0\n  node\n  [\n    id 4\n    label "a ]"\n    graphics [ x 1 ]\n  ]\n'
        "  node [ id 6 ]\n  node [ id 5 ]\n  edge\n  [\n    source 4\n    target 6\n    value 2\n  ]\n"
        "  edge [ source 6 target 5 ]\n  edge [ source 5 target 4 ]\n]\n",
        "graph { a -- b -- c -- a }",
        'strict graph "G" {\n  // round\n  node [shape=circle];\n  a:n -- {b c} [label="]"]\n  rankdir=LR b--c\n}',
        "/* both ways */ digraph { a -> b -> c -> a; a -> c -> b -> a }",
        "graph { subgraph cluster_1 { a, b } -- c; a -- b [weight=2] }",
        '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        '<graph edgedefault="undirected"><node id="n0"/><node id="n1"><data key="d">x</data></node><node id="n2"/>'
        '<edge source="n0" target="n1"/><edge source="n0" target="n2"/><edge source="n1" target="n2"/>\n'
        "</graph></graphml>",
        # yEd says that every graph is directed, and draws edges without arrows
        '<graphml xmlns:y="http://www.yworks.com/xml/graphml"><graph edgedefault="directed"><node id="n0"/>'
        '<node id="n1"/><node id="n2"/>'
        '<edge source="n0" target="n1"><data><y:Arrows source="none" target="none"/></data></edge>'
        '<edge source="n0" target="n2"><data><y:Arrows source="standard" target="standard"/></data></edge>'
        '<edge source="n1" target="n2" directed="false"/></graph></graphml>',
        '<gexf><graph defaultedgetype="undirected"><nodes><node id="0"/><node id="1"/><node id="2"/></nodes><edges>'
        '<edge source="0" target="1"/><edge source="0" target="2"/><edge source="1" target="2"/>'
        "</edges></graph></gexf>",
        '*Network K3\n*Vertices 3\n1 "a" 0.1 0.2 ic Red\n2 "b"\n3 "b"\n'
        "*Edges\n1 2 0.5\n*Arcs\n1 3\n3 1\n*Edgeslist\n2 3\n",
        "N=3\n0: 1 2 -1\n1: 0 2 -1\n2: 0 1 -1\n",
        "1 first\n2 second\n3\n#\n1 2 an edge\n2 3\n3 1\n",  # TGF
        '{"directed": false, "nodes": [{"id": 4}, {"id": 5}, {"id": 6}], "links": [{"source": 4, "target": 5}, '
        '{"source": 5, "target": 6}, {"source": 6, "target": 4}]}',  # NetworkX, D3
        '{"a": ["b", "c"], "b": ["c"], "c": []}',
        '{"x": 1, "vertex": [{"name": "", "id": 1}, {"name": "", "id": 2}, {"name": "", "id": 3}],\n'
        ' "edge": [{"id": 1, "a": 1, "b": 2}, {"id": 2, "a": 2, "b": 3}, {"id": 3, "a": 3, "b": 1}]}',
        '{"vertices": ["a", "b", "c"], "edges": [["a", "b"], ["b", "c"], ["c", "a"]]}',
        '{"nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "links": [{"from": "a", "to": "b"}, '
        '{"from": "b", "to": "c"}, {"from": "c", "to": "a"}]}',
        '{"graph": {"nodes": {"a": {}, "b": {}, "c": {}}, "edges": [["a", "b"], ["b", "c"], ["c", "a"]]}}',
        '{"elements": {"nodes": [{"data": {"id": "a"}}, {"data": {"id": "b"}}, {"data": {"id": "c"}}], "edges": '
        '[{"data": {"source": "a", "target": "b"}}, {"data": {"source": "b", "target": "c"}}, '
        '{"data": {"source": "c", "target": "a"}}]}}',  # Cytoscape
        "a: b c\nb: c\nc:",
        "a -> b, c\nb -> c, a\nc -> a, b",
        "u,v,weight\n0,1,3\n1,2,3\n2,0,3",  # titles above numbers
        "[(0, 1), (1, 2), (2, 0)]",
        "{{0,1},{1,2},{2,0}}",
        '"Jean Valjean","Javert",1\n"Javert","Marius",2\n"Marius","Jean Valjean",3',
        "A-1\tB-1\nB-1\tC-1\nC-1\tA-1",
        "%%MatrixMarket matrix coordinate real symmetric\n3 3 4\n1 1 2.0\n2 1 1.0\n3 1 1.0\n3 2 1.0",
        "N=3\n1: 2 3 0\n2: 1 3 0\n3: 1 2 0",
        "N=3\n1: 3 2 -1\n2: 1 3 -1\n3: 2 1 -1",
        "# LEDA\nLEDA.GRAPH\nstring\nint\n-2\n\n3\n|{a}|\n|{b}|\n|{b}|\n\n3\n1 2 0 |{4}|\n1 3 0 |{3}|\n2 3 0 |{2}|\n",
    ],
)
def test_a_triangle(text: str) -> None:
    assert load_game("cat-mouse", text).graph == ((1, 2), (0, 2), (0, 1))  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "graph"),
    [
        ("3 1\n\n3\n2\n", ((), (2,), (1,))),  # METIS: the blank line is that of a node without neighbours
        ("4 3\n2\n1 3 4\n2\n2", ((1,), (0, 2, 3), (1,), (1,))),
        ("3 2\n0 1\n1 2", ((1,), (0, 2), (1,))),  # edges after their number
        ("0 1 7\n1 2 9", ((1,), (0, 2), (1,))),  # edges with weights
        ("3\nA B 4\nB C 5", ((1,), (0, 2), (1,))),  # names below the number of nodes
        ("SECTION Graph\nNodes 3\nEdges 2\nE 1 2 50\nE 2 3 40\nEND\nEOF", ((1,), (0, 2), (1,))),  # SteinLib
        ("c a\np 10 3 2\ne 1 2\ne 2 3", ((1,), (0, 2), (1,))),
        ("0 1\n#\n1 2", ((1,), (0, 2), (1,))),  # an empty comment
        ("0 7 INF\n7 0 2\nINF 2 0", ((1,), (0, 2), (1,))),  # a matrix of weights
        ("0 1 {'weight': 7}\n1 2 {}", ((1,), (0, 2), (1,))),
        (
            "0 1 3\n1 0 2\n2 1 3\n3 0 2",
            ((1, 3), (0, 2), (1, 3), (0, 2)),
        ),  # neighbours; as weights, two edges have two
        (
            "3\n2\n0 1\n1 2\n",
            ((1,), (0, 2), (1,)),
        ),  # Sedgewick and Wayne: the numbers of nodes and edges before them
        ("4\n1 2\n2 4", ((1,), (0, 3), (), (1,))),
        ("A B\nB 1\nA 1", ((1, 2), (0, 2), (0, 1))),  # names, of which some are numbers
        ("a -- b\n# a comment\n'b', c", ((1,), (0, 2), (1,))),
        ("Source,Target,Type\n1,2,Undirected\n2,3,Undirected", ((1,), (0, 2), (1,))),  # Gephi
        ("0 1 1\n1 2 1\n2 3 1", ((1,), (0, 2), (1, 3), (2,))),  # edges with weights
        ("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 2\n2 1\n3 2", ((1,), (0, 2), (1,), ())),
    ],
)
def test_lines_of_numbers_are_edges_or_neighbours(text: str, graph: tuple[tuple[int, ...], ...]) -> None:
    assert load_game("cops-and-robber", text).graph == graph  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("hex", "(;GM[11]SZ[4];B[a1];W[b1];B[a1])", "in sgf, column 29: B\\[a1\\] cannot follow 'RB"),
        ("hex", "(;GM[11]SZ[3];W[a1])", "in sgf, column 17: W\\[a1\\] cannot follow"),
        ("hex", "(;GM[11]SZ[3];B[a1:c3])", "in sgf, column 17: 'a1:c3' is not a cell of a board of 3 rows"),
        (
            "hex",
            "(;GM[1]SZ[3])",
            "in sgf: column 6: hex is GM\\[11\\], on a board such as SZ\\[8\\]; this is GM",
        ),
        ("hex", "(;GM[11])", "on a board such as SZ\\[8\\]; this is SZ\\[\\]"),
        (
            "hex",
            "(;GM[11]SZ[3]PL[W]AB[a1][b1])",
            "column 17: of the stones, B has 2 and W has 0; if B is to move",
        ),
        (
            "hex",
            "(;GM[11]SZ[3]AB[a1]AW[b1][b2]PL[B])",
            "column 33: of the stones, B has 1 and W has 2; if B is to move, both must have as many, and if W is, B",
        ),
        ("hex", "(;GM[11]SZ[3]AB[a1]AW[b1]PL[W])", "column 29: of the stones, B has 1 and W has 1"),
        ("hex", "(;GM[11]SZ[3]AW[b1])", "column 17: of the stones, B has 0 and W has 1"),
        ("hex", "(;GM[11]SZ[3]AW[b1];B[a1])", "column 23: of the stones, B has 0 and W has 1"),
        ("hex", "(;SZ[3];B[a1];W[Swap-Sides])", "column 17: Swap-Sides is not supported; swap-pieces is"),
        ("hex", "(;GM[11]SZ[3] foo", "column 15: a property is written as B\\[a1\\]; this is none"),
        ("hex", "(;SZ[3])(;SZ[3])", "there must be one game; there are 2, which --inputs takes"),
        ("hex", "(;GM[11]SZ[20])", "size must be an integer from 1 to 19; it is 20"),
        ("cops-and-robber", "3 3\n2 3\n1\n1 2", "in metis: node 3 has the neighbour 2, and 2 has not"),
        (
            "cops-and-robber",
            "3 1\n2 3\n1\n1",
            "in metis: line 1, column 1: the first line promises 1 edges; there are 2",
        ),
        (
            "cops-and-robber",
            "0 1 1\n1 0 0\n1 1 0",
            "line 3, column 1: edges must go both ways; row 3 has 1 in column 2, and row 2 has 0 in 3",
        ),
        (
            "cops-and-robber",
            "0110\n100\n1000\n0000",
            "line 2, column 1: a matrix of 4 rows has as many columns; row 2",
        ),
        (
            "cops-and-robber",
            "graph { a -> b }",
            "in dot: column 11: an edge is written as in 'a -- b'; this is '->'",
        ),
        (
            "cops-and-robber",
            "graph { a --\n}",
            "in dot: line 2, column 1: an edge has two ends, and a group ends with }",
        ),
        (
            "cops-and-robber",
            "graph { a - b }",
            "in dot: column 10: this is not a node, edge or group: ' - b }'",
        ),
        (
            "cops-and-robber",
            "graph { a } graph { }",
            "in dot: column 12: there must be one graph; another begins here",
        ),
        (
            "cops-and-robber",
            "digraph { a -> b }",
            "one goes from a to b, and none back: write graph { a -- b }",
        ),
        ("cops-and-robber", f"graph {'{' * 101}", "column 106: groups must be at most 100 deep"),
        (
            "cops-and-robber",
            f"graph {{ {{ {' '.join(map(str, range(2000)))} }} -- {{ {' '.join(map(str, range(2000)))} }} }}",
            "a graph must have at most 1,000,000 edges",
        ),
        (
            "cops-and-robber",
            "graph [ node [ id 0 ]\nedge [ source 0 ] ]",
            "line 2, column 6: each edge has .* target",
        ),
        (
            "cops-and-robber",
            "graph [ edge [ source 0 target 9 ] ]",
            "column 14: an edge has the node '0', which the text does not declare",
        ),
        (
            "cops-and-robber",
            "graph [ node [ id 0 ] node [ id 0 ] ]",
            "column 28: another node has the id '0', too",
        ),
        (
            "cops-and-robber",
            "graph [ node [ id 0 ]",
            "column 22: keys and values alternate .* this is 'the end'",
        ),
        ("cops-and-robber", 'graph [ a "x ]', "in gml: column 10: no quotation mark ends what begins here"),
        (
            "cops-and-robber",
            "graph [ directed 1 node [ id 0 ] node [ id 1 ] edge [ source 0 target 1 ] ]",
            "one goes from 0 to 1, and none back: write directed 0",
        ),
        (
            "cops-and-robber",
            "*Vertices 1\n*Vertices 2",
            "in pajek: line 2, column 1: .* one graph; another begins",
        ),
        (
            "cops-and-robber",
            "LEDA.GRAPH\nLEDA.GRAPH",
            "in leda: line 2, column 1: .* one graph; another begins",
        ),
        ("cops-and-robber", "graph [ ]\ngraph [ ]", "in gml: line 2, column 7: .* one graph; another begins"),
        ("cops-and-robber", "<graphml><graph/><graph/></graphml>", "in graphml: there must be one graph"),
        ("cops-and-robber", "<graphml>\n<graph></graphml>", "in graphml: line 2, column 10: this is not XML"),
        (
            "cops-and-robber",
            "<graphml><graph><node/></graph></graphml>",
            "each node has the attribute id; one has not",
        ),
        (
            "cops-and-robber",
            '<!DOCTYPE a [<!ENTITY b "c">]><graphml/>',
            "column 14: a graph must not define entities",
        ),
        ("cops-and-robber", "*Vertices 2\n*Arcs\n1 2", "one goes from 1 to 2, and none back: write \\*Edges"),
        (
            "cops-and-robber",
            "*Vertices 2\n*Edges\n1 3",
            "line 3, column 1: vertices are numbered from 1 to 2",
        ),
        (
            "cops-and-robber",
            "*Vertices 2\n*Edges\n1 x",
            "line 3, column 1: an edge is two numbers of vertices",
        ),
        (
            "cops-and-robber",
            "*Vertices 2\n*Edgeslist\n1 x",
            "line 3, column 1: a line has a vertex and its neighbours",
        ),
        (
            "cops-and-robber",
            "p edge 3 2\ne 0 1\ne 1 8",
            "line 3, column 1: nodes are numbered from 0 to 2; this edge is 'e 1 8'",
        ),
        (
            "cops-and-robber",
            "*Vertices 2\n*Matrix\n0 1",
            "edges are read from \\*Edges and \\*Arcs, not from",
        ),
        (
            "cops-and-robber",
            "N=2\n0: 1 0\n1: 0 -1",
            "line 2, column 1: a line has a node, here 0, .* and -1 at the",
        ),
        (
            "cops-and-robber",
            "N=2\n1: 2 0\n3: 1 0",
            "line 3, column 1: a line has a node, here 2, .* and 0 at the",
        ),
        (
            "cops-and-robber",
            "N=2\n1: 3 0\n2: 0",
            "line 2, column 1: nodes are numbered from 1 to 2; this is '1: 3 0'",
        ),
        ("cops-and-robber", "N=2\n1: 2 0\n2: 0", "one goes from 1 to 2, and none back: list each of them"),
        (
            "cops-and-robber",
            "N=3\n1: 2 0\n2: 1 0",
            "line 1, column 1: the text promises 3 nodes here; it has 2",
        ),
        (
            "cops-and-robber",
            "N=1\n0: -1\nN=1\n0: -1",
            "line 3, column 1: there must be one graph; another begins",
        ),
        (
            "cops-and-robber",
            "0: 1 -1\n1: 0 -1",
            "line 1, column 6: -1 is no node; lines end with it only below",
        ),
        ("cops-and-robber", "# -1\n0: 1\n1: 0  -1 \n", "line 3, column 7: -1 is no node"),
        (
            "cops-and-robber",
            "0 1 2 -1\n1 0 -1\n2 0 -1",
            "line 1, column 7: -1 is no node",
        ),  # edges are of one length
        (
            "cops-and-robber",
            ">>sparse6<<:Bc\n;N",
            "line 2, column 1: incremental sparse6 is not read; sparse6 and",
        ),
        ("cops-and-robber", ";oN", "column 1: incremental sparse6 is not read"),
        ("cops-and-robber", "LEDA.GRAPH", "column 11: the number of nodes or edges stands here; this is ''"),
        (
            "cops-and-robber",
            "LEDA.GRAPH\nvoid\nvoid\n1\n|{}|\n1\n1 2 0 |{}|",
            "line 7, .* numbered from 1 to 1",
        ),
        (
            "cops-and-robber",
            "LEDA.GRAPH\nvoid\nvoid\n1\n|{}|\n1\nx",
            "line 7, .* an edge begins with two numbers",
        ),
        (
            "cops-and-robber",
            "LEDA.GRAPH\nvoid\nvoid\n1\n|{}|\n1",
            "line 6, column 1: the text promises 1 edges here; it has 0",
        ),
        (
            "cops-and-robber",
            "LEDA.GRAPH\nvoid\nvoid\n-1\n2\n|{}|\n|{}|\n1\n1 2 0 |{}|",
            "one goes from 1 to 2, and none back: write -2 in the header",
        ),
        ("cops-and-robber", "0 1 2\n1 2 3\n2 3", "line 3, column 1: an edge has as many numbers as those"),
        (
            "rush-hour",
            "car,orientation,col,row\nX,H,1,3",
            "line 1, column 1: the columns are .*; length is missing",
        ),
        (
            "rush-hour",
            "car,orientation,col,row,length\nX,H,8,3,2",
            "line 2, column 1: the board has 6 rows and columns; car X reaches 9",
        ),
        ("rush-hour", "car,orientation,col,row,length\nX,D,1,3,2", "line 2.* is H or V.*; X is 'D'"),
        (
            "rush-hour",
            "car,orientation,col,row,length\nX,H,1",
            "line 2.* are numbers; those of car X are 1, , ",
        ),
        (
            "rush-hour",
            "car,orientation,col,row,length\nX,H,1,3,2\nB,V,2,2,2",
            "line 3, column 1: car B stands where car X does",
        ),
        ("sokoban", "<Level></Level>", "in slc: the rows of a level are written as in <Level"),
        ("sokoban", "<Level/><Level/>", "in slc: there must be one level; there are 2, which --inputs takes"),
        ("sokoban", "#####\n#@?.#\n#####", "sokoban, in xsb: line 2, column 3: '\\?' is no sign of a level"),
        (
            "sokoban",
            "hello",
            "is not JSON.*in no notation of sokoban \\(xsb, lurd, slc\\), of which gamekit info sokoban shows",
        ),
        (
            "klotski",
            "hello",
            "in no notation of klotski \\(frame, blocks\\), of which gamekit info",
        ),
        ("rush-hour", "..!\n..!\n...", "column 1: a board has 6 rows of 6 squares; this has 3 of 3"),
        ("rush-hour", ".,.,a,b,!,c", "of rush-hour \\(board\\): column 9: '!' is no sign of a square"),
        (
            "rush-hour",
            "-1,2,3",
            "of rush-hour \\(board\\): column 1: '-1' is no row of squares, and no board",
        ),
        ("rush-hour", f"{'o' * 36} J0 B4", "column 38: 'J0' is no row of squares"),
        ("rush-hour", ".......\n" * 7, "a board has 6 rows of 6 squares; this has 7 of 7"),
        (
            "rush-hour",
            "B1 v 0 0 3\nB2 h 0 1 2",
            "line 1, column 1: several orders of columns give all cars room",
        ),
        (
            "rush-hour",
            "+---+\n|AA.|\n|...|\n|B.B|\n+---+",
            "column 1: a board has 6 rows of 6 squares; this has 3 of 3",
        ),
        ("rush-hour", "X H 0 1 2\nB V 9 9 9", "line 1, column 1: no order of columns gives all cars room"),
        ("rush-hour", "2 1 2 0\n0 0 3 1", "line 1, column 1: numbers alone are no cars"),
        (
            "rush-hour",
            "@@@@@@@@\n@rr.a..@\n" + "@......@\n" * 5 + "@@@@@@@@",
            "line 2, column 5: a car stands on two",
        ),
        (
            "rush-hour",
            "K\nAA....\n" + "......\n" * 4 + "..BB..",
            "column 1: the red car stands along the line of the exit; no cars do",
        ),
        (
            "rush-hour",
            '{"id": "r", "position": 14, "length": 2, "orientation": "horizontal"}',
            "column 1: a car has orientation, col, row, length; this has",
        ),
        (
            "hex",
            "B . .\n. B .",
            "in lines: line 1, column 1: a board has as many rows as columns; this has 2 rows",
        ),
        (
            "hex",
            "B . .\n. B .\n. . .",
            "line 1, column 1: who moves first has as many stones as the other, or one",
        ),
        (
            "hex",
            "B .\n. W\nWhite to move",
            "line 3, column 1: with 1 stones of who moves first, and 1 of the other, red",
        ),
        ("morris", '[FEN "x"]\n\n1. d6', "line 1, column 1: the record begins in a position"),
        ("nim", "3 4 5\n1 1", "there must be one game; there are 2, which --inputs takes"),
        (
            "chess-ending",
            "rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1",
            "has at most 6 men, kings included; this has 16",
        ),
        ("clobber", "BWBZ B", "no notation of clobber"),
        ("clobber", "X O ?\nO X .", "in lines: line 1, column 5: '\\?' is not one of the signs"),
        ("clobber", "X O .\nO X", "in lines: line 2, column 1: row 1 has 3 squares, and row 2 has 2"),
        ("morris", '[Event "x"]\n1. z9', "it is in no notation of morris"),
        ("chess-ending", '"4k3/8/8/8/8/8/8/4KR2 w x"', "in fen"),
        ("rush-hour", f"{'o' * 36}\n" * 2, "the text must have one instance; there are 2 in board, which"),
        ("cops-and-robber", "[34]\n1\n2 - 1", "no notation of cops-and-robber \\(tgf, metis, adjacency"),
        (
            "connect-four",
            "44\n45 2\n",
            "the text must have one instance; there are 2 in columns, which --inputs takes",
        ),
        (
            "othello",
            "-----XO--OX----- X; A1:+0;\n-----XO--OX----- O;",
            "there are 2 in board, which --inputs takes",
        ),
        (
            "cops-and-robber",
            "Bw\nC~",
            "the text must have one instance; there are 2 in graph6, which --inputs takes",
        ),
        ("cops-and-robber", "0 1\n1 2\n2 2", "line 3, column 1: an edge has two ends; this is '2 2'"),
        (
            "cops-and-robber",
            "0 1 0 0\n1 0 1 0\n0 1 1 0\n0 0 0 0",
            "line 3, column 1: row 3 has 1 in column 3; no node",
        ),
        (
            "cops-and-robber",
            "a\nb\n#\na c",
            "line 4, column 1: an edge has the names of two nodes; this is 'a c'",
        ),
        (
            "cops-and-robber",
            '{"nodes": [{"id": 1}], "links": [{"source": 1}]}',
            "each link has a source and a target",
        ),
        (
            "cops-and-robber",
            "c x\ne 1 2",
            "line 2, column 1: a line as 'p edge 3 2' gives .* this is 'e 1 2'",
        ),
        (
            "cops-and-robber",
            "c x\np x y\ne 1 2",
            "line 2, column 1: a line as .* of the graph; this is 'p x y'",
        ),
        ("cops-and-robber", '{"n": 2, "edges": []}', "a graph has a list of nodes, .*; this has n, edges"),
        ("cops-and-robber", "digraph {\na -> b -> a\nb -> c\n}", "line 3, column 6: edges must go both ways"),
        ("sliding-puzzle", "1 2 3 4 5 0", "column 1: 6 tiles in one line are no square board"),
        ("sliding-puzzle", "0 1\n2 33333", "line 2, column 3: a tile is a number of at most 4 digits"),
        (
            "sliding-puzzle",
            "1,,2\n3,,4",
            "line 2, column 3: an empty field is the blank; a board has one, and this has 2",
        ),
        (
            "sliding-puzzle",
            ",1\n0,2",
            "line 1, column 1: an empty field is the blank; so is '0', and a board has one",
        ),
        ("sliding-puzzle", "1,\n0,2", "line 1, column 3: an empty field is the blank; so is '0'"),
        ("sliding-puzzle", "1 2\n3", "line 2, column 1: row 1 has 2 tiles, and row 2 has 1"),
        (
            "sliding-puzzle",
            "1 2\n3 7",
            "line 2, column 3: 4 tiles are the numbers from 1 to 4, each once; this is 7",
        ),
        ("sliding-puzzle", ",1\n3,3", "line 2, column 3: 4 tiles .* this is another 3"),
        (
            "connect-four",
            "4405",
            "in columns, column 3: '0' is not a move there; the board has 7 columns, from 1",
        ),
        (
            "chess-ending",
            "8/8/8/8/8/1K6/3R4/k7 w - 9- 0 1",
            "column 26: a square follows that a pawn has just passed",
        ),
        (
            "klotski",
            "######\n#a**b#\n#a**b#\n#    #\n#-   #",
            "line 5, column 1: the lower side of the box has a gate",
        ),
        (
            "klotski",
            "######\n#a**b#\n#a**b#\n#    #",
            "line 4, column 1: the lower side of the box is a wall",
        ),
        (
            "klotski",
            "######\n#abbc#\n#aabc#\n#d  e#\n######",
            "line 2, column 2: the 3 squares a are no block",
        ),
        (
            "klotski",
            "4 4\n######\n#abbc#\n#abbc#\n#    #\n######",
            "line 1, .* nothing but the size of the box, 3 4",
        ),
        (
            "klotski",
            "6 5\n4 3 @\n######\n#abbc#\n#abbc#\n######",
            "line 1, .* of the box, 2 4; this is '6 5'",
        ),
        ("klotski", "5 6", "in no notation of klotski"),
        ("klotski", "aaaaaaa\nbbbbbbb", "a box has at most 6 rows and columns; this has 2 and 7"),
        (
            "klotski",
            "ab\ncd",
            "in blocks: line 1, column 1: a box has one block of 2×2 squares; this has 0",
        ),
        ("connect-four", "|. X|\n|O .|", "line 1, column 4: a disc falls to the lowest free square"),
        ("peg-solitaire", "ooo\noo.\nooX", "line 3, column 3: 'X' is not one of the signs"),
        (
            "peg-solitaire",
            "#",
            "no notation of peg-solitaire \\(lines\\): a board has a row or more; the text has none",
        ),
        (
            "sliding-puzzle",
            "# no tile",
            "no notation of sliding-puzzle \\(tiles\\): a board has a tile or more",
        ),
        ("peg-solitaire", "o\noo\no", "row 2 has 2 holes; with 3 rows and 1 holes in the first, it has 3"),
        ("sokoban", "####\n#@$#\n####\n\n####\n#@$#\n####", "one level; there are 2, which --inputs takes"),
        ("chess-ending", "8/8/8/8/8/1K6/KRR5/k7 w", "each player has one king; White has KKRR and Black K"),
        ("chess-ending", "8/8/8/8/8/8/3RR3/k7 w", "each player has one king; White has RR and Black K"),
        (
            "chess-ending",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "nobody castles in an ending; write - in place of 'Q'",
        ),
        (
            "chess-ending",
            "4k3/8/8/8/4P3/8/8/4K3 b - d3 0 1",
            "a pawn can be taken in passing only after two steps",
        ),
        (
            "chess-ending",
            "4k3/8/8/8/QQQQQ3/8/8/4K3 b",
            "at most 6 men, kings included; this has 7",
        ),
        ("chess-ending", "8/8/8/8/8/1K6/3R5/k7 w", "column 15: row 2 has 9 squares"),
        (
            "kalah",
            "[2,2,0,2,2]",
            "in list: each player has as many pits, and a store; the text has 5 numbers",
        ),
        ("kalah", "<3,1,2>", "with 3 pits on each side, 8 numbers of seeds follow; the text has 2"),
        ("kalah", "<3,10,2,1,2,3,4,2,1>", "all 6 pits hold the same number of seeds; there are 25"),
        (
            "chess-ending",
            '[FEN "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"] {so',
            "column 40: no bracket ends what '{' begins here",
        ),
        ("sokoban", "9999#" * 3, "a row must have at most 10,000 squares; with '9999#' it has more"),
        ("klotski", "AA\nAA\n..\n\nAA\nAA\n.B", "one board; there are 2, which --inputs takes"),
        ("klotski", "AA. AAB\nAA. AAB", "one board; there are 2, which --inputs takes"),
        ("klotski", "AAB\nA.B", "line 1, column 1: the 3 squares A are no block of 1×1"),
        ("morris", "OOO*****/@@@*****/******** b m r 3 0 3 0", "a man is still to be taken"),
        ("morris", "OOO*****/@@@*****/******** b m s 3 0 4 0", "Black \\(3\\); they are 3 0 4 0"),
        ("nim", "3 12345678901", "column 3: a heap is a number of at most 9 digits"),
        ("rush-hour", "ooooooooooooAAoBooooobooooooooooooooo"[:36], "'b' is no car"),
        ("cat-mouse", "0 1\n1 2\n2 zero", "line 3, column 1: an edge is two numbers"),
        ("domineering", "[clobber] XO", "column 1: the game is clobber, not domineering"),
        (
            "domineering",
            "[domineering] .. [clob\nber] ..",
            "column 18: the game is clob ber, not domineering",
        ),
        ("othello", "x;-XOO-;X", "4, 16, 36 or 64 squares, and perhaps the player to move; this has 6 signs"),
        ("cat-mouse", "0 99999999", "at most 100,000 nodes; it has 100,000,000: number"),
        ("cat-mouse", "0: 99999999", "at most 100,000 nodes; it has 100,000,000: number"),
        ("cat-mouse", "p edge 999999999 1\ne 1 2", "at most 100,000 nodes; it has 999,999,999: number"),
        ("cat-mouse", ":~~??@???", "at most 100,000 nodes; it has more than 258,047: number"),
        ("cat-mouse", f"0 {'1' * 5000}", "a number must have at most 18 digits; one is '1111"),
        ("cat-mouse", f"0: {'1' * 5000}", "a number must have at most 18 digits; one is '1111"),
        ("cat-mouse", f"p edge 2 1\ne 1 {'1' * 5000}", "a number must have at most 18 digits; one is '1111"),
        ("sokoban", "0#", "in xsb: a level must have a square or more; it is '0#'"),
        ("nim", "3 \ud800", "the text is not text: character 3 is half of a pair, '\\\\ud800'"),
        ("domineering", "[domineering] .X|..", "column 16: 'X' is not one of the signs"),
    ],
)
def test_mistakes_are_told_with_their_place(name: str, text: str, message: str) -> None:
    with pytest.raises(GamekitError, match=message):
        load_game(name, text).parse_state(text)


@pytest.mark.parametrize(
    ("notation", "text", "message"),
    [
        ("edges", "# no edge", "a graph must have an edge or more"),
        ("adjacency", "# no node", "a graph must have a node or more"),
        ("dimacs", "e 1 2", "column 1: a line as 'p edge 3 2' gives the size of the graph; this is 'e 1 2'"),
        ("dot", "a -- b", "a graph begins as in 'graph { a -- b }'"),
        ("graph6", " B w", "column 3: ' ' is no sign of graph6 or sparse6"),
        ("graph6", "Bw:", "column 3: ':' is no sign of graph6"),
        ("planarity", "1 2", "the first line is the number of nodes, as in 'N=3'"),
        ("pajek", "1 2", "the number of vertices, as in '\\*Vertices 3'; there is none"),
    ],
)
def test_texts_without_a_graph(notation: str, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        notation_of("cat-mouse", notation).parameters(text)


def test_a_state_in_a_notation_of_another_board_is_refused() -> None:
    with pytest.raises(InputError, match="in blocks, a board must be 5 rows of 4 squares"):
        load_game("klotski", {}).parse_state("AA/AA")


LONG = 100_000
NEARLY = [
    ("chess-ending", "pgn", "\n" * LONG),
    ("chess-ending", "pgn", '[FEN "8/8/8/8/8/1K6/3R4/k7 w - - 0 1"]' + "[" * LONG),
    ("domineering", "mcgs", "[" * LONG),
    ("domineering", "mcgs", "[domineering]" + "{" * LONG),
    ("domineering", "mcgs", "[domineering]" + "\ncgt:" * LONG),
    ("domineering", "mcgs", "/*" * LONG),
    ("rush-hour", "board", "X H " * LONG),
    ("rush-hour", "board", "{a:" * LONG),
    ("rush-hour", "board", "0 " * LONG + "\n" + "1" * LONG),
    ("rush-hour", "board", "#" * LONG + "\n" + "# 1," * LONG),
    ("rush-hour", "board", ("1" * 10 + "\n") * (LONG // 10)),
    ("cat-mouse", "leetcode", "graph = 1" + " " * LONG + "?"),
    ("cat-mouse", "leetcode", "Input:" + "\n" * LONG + "?"),
    ("lights-out", "lines", "=" * LONG + "?"),
    ("morris", "fen", "********/********/******** w p p" + " 1" * LONG + "\n?"),
    ("sokoban", "xsb", "#" * LONG + "?"),
    ("sokoban", "xsb", "#1" * LONG),
    ("cat-mouse", "dot", "/* */ " * LONG + "?"),
    ("cat-mouse", "dot", "graph {" + "/* " * LONG),
    ("cat-mouse", "dot", "graph {" + "a [" * LONG),
    ("cat-mouse", "dot", "graph {" + "a " * (LONG // 10) + "="),
    ("cat-mouse", "gml", "graph" + "\n" * LONG + "?"),
    ("cat-mouse", "gml", "graph [" + "a [ " * (LONG // 10)),
    ("cat-mouse", "graphml", "<graphml>" + "<a>" * (LONG // 10)),
    ("cat-mouse", "pajek", "*Vertices 2\n*Edges\n" + "1 " * LONG + "x"),
    ("cat-mouse", "matrix", "0 " * LONG),
    ("sliding-puzzle", "tiles", "1" + "," * LONG),
    ("sliding-puzzle", "tiles", "|" + " " * LONG + "?"),
    ("sliding-puzzle", "tiles", "[1]" * LONG + " " * LONG),
    ("lights-out", "lines", "11," * LONG + "?"),
    ("cat-mouse", "tgf", "1\n" * LONG + "#" + " " * LONG + "x"),
    ("cat-mouse", "node-link", "{" * LONG),
    ("cat-mouse", "edges", "[" + "(1, 2), " * LONG + "x"),
    ("cat-mouse", "edges", "a-" * LONG + " \na b"),
    ("cat-mouse", "edges", "a, " * LONG + "\n1,1"),
    ("cat-mouse", "adjacency", "a:" + " b" * LONG + "!\nb: a"),
    ("othello", "board", ";" * LONG + "?"),
    ("othello", "board", "-" * LONG + " " * LONG + "?"),
    ("kalah", "list", "1 " * LONG + "?"),
    ("kalah", "list", "(" * LONG + "1," * LONG),
    ("othello", "moves", "f5," * LONG + "?"),
    ("cat-mouse", "graph6", ";" + "\n" * LONG + "!"),
    ("cat-mouse", "planarity", "N=1\n0:" + " 1" * LONG + "x"),
    ("cat-mouse", "adjacency", "0:" + "-1 " * LONG + "x"),
    ("cat-mouse", "adjacency", "0: -1" + " " * LONG + "x"),
    ("cat-mouse", "leda", "\n" * LONG + "LEDA"),
    ("hex", "sgf", "(;GM[11]SZ[3]" + ";C[]" * (LONG // 10) + "\n" * LONG),
]
"""Texts that nearly fit, for which a pattern may try the same signs again and again."""


@pytest.mark.timeout(30)  # seconds; to try the signs again and again takes minutes
@pytest.mark.parametrize(("name", "notation", "text"), one_in(9, NEARLY))
def test_what_nearly_fits_is_told_at_once(name: str, notation: str, text: str) -> None:
    found, game = notation_of(name, notation), load_game(name, game_class(name).example)
    list(found.split(text))
    if found.reads(text):
        with suppress(GamekitError):
            found.parameters(text)
        with suppress(GamekitError):
            found.state(game, text)


@pytest.mark.timeout(30)
def test_a_line_that_is_nearly_one_of_neighbours_is_refused_at_once() -> None:
    assert not notation_of("cat-mouse", "adjacency").reads(f"0: {'1' * 1000}x")


@pytest.mark.parametrize("text", ["", "{}", "[[]]", "[[1, 1], [0]]", '{"graph": [[1], [0]]}'])
def test_json_is_no_matrix(text: str) -> None:
    assert not notation_of("cat-mouse", "matrix").reads(text)


def test_uci_refuses_other_signs_and_other_boards() -> None:
    uci, game = notation_of("connect-four", "uci"), load_game("connect-four", {"width": 4})
    with pytest.raises(InputError, match="a square is x, o or b; one is 'z'"):
        uci.state(load_game("connect-four", {"width": 7, "height": 6}), ",".join("z" * 42))
    with pytest.raises(UnsupportedError, match="boards of 6 rows and 7 columns"):
        uci.write(game, game.initial_state())


def test_a_board_of_othello_that_is_no_square_is_not_written() -> None:
    game = load_game("othello", {"rows": 2, "columns": 4})
    with pytest.raises(UnsupportedError, match="board writes square boards; this has 2 rows and 4 columns"):
        format_state(game, game.initial_state(), notation="board")


def test_columns_writes_no_line_of_a_wide_board() -> None:
    solution = solve(load_game("connect-four", {"width": 10, "height": 1, "length": 2}))
    with pytest.raises(UnsupportedError, match="at most 9 columns; this has 10"):
        notation_of("connect-four", "columns").write_line(solution, solution.line())


def test_a_comment_before_a_board() -> None:
    game = load_game("domineering", "// two by two\n[domineering] ..|..")
    assert game == load_game("domineering", "[domineering] ..|..")


def test_a_record_of_moves_has_tags_numbers_comments_and_a_result() -> None:
    game = load_game("morris", {})
    moves = game.parse_state("d6 f4 d2 b4")
    record = '[Event "one"]\n[Result "*"]\n\n1. d6 f4 {a comment} 2. d2 b4 *\n'
    assert game.parse_state(record) == moves
    assert game.parse_state("1. d6 f4 2. d2 b4") == moves
    reading = read_data(game_class("morris"), "morris", record.encode(), "the text")
    assert reading.state(game) == moves


@pytest.mark.parametrize(
    ("name", "path"), [("cops-and-robber", "e.graph"), ("chess-ending", "e.fen"), ("hex", "e.sgf")]
)
@pytest.mark.parametrize("data", [b"", b"\n", b"?", b"0", b'"'])
def test_a_file_that_its_ending_belies_is_refused_in_a_sentence(name: str, path: str, data: bytes) -> None:
    with suppress(InputError):
        read_data(game_class(name), name, data, path, path)


def test_cars_with_small_letters_where_the_red_one_is_named() -> None:
    small = load_game("rush-hour", "...aa. ...... XX...O .....O ...... ......")
    assert small == load_game("rush-hour", "...AA. ...... XX...O .....O ...... ......")


def test_lines_with_colons_are_neighbours_only_if_one_of_these_has_a_line() -> None:
    assert not notation_of("cat-mouse", "adjacency").reads("graph: 1\ncops: 2")


def test_an_input_beside_its_output() -> None:
    text = "Input: graph = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"
    assert load_game("cat-mouse", f"{text}\nOutput: 0\n") == load_game("cat-mouse", text)
    with pytest.raises(InputError, match="there must be one input; there are 2, which --inputs takes"):
        load_game("cat-mouse", f"{text}\nOutput: 0\n{text}\nOutput: 0")


def test_values_without_names_on_lines_of_their_own() -> None:
    named = load_game("cat-mouse-ii", 'grid = ["####F","#C...","M...."], catJump = 1, mouseJump = 2')
    assert load_game("cat-mouse-ii", '["####F","#C...","M...."]\n1\n2\n') == named


def test_a_title_below_a_level_comes_before_prose_above_it() -> None:
    level = "#####\n#@$.#\n#####"
    text = f"a collection\n\n{level}\nTitle: One\nAuthor: me\n\n{level}\nTitle: Two\nAuthor: me\n"
    assert [title for title, *_ in collection(game_class("sokoban"), text) or ()] == ["One", "Two"]


@pytest.mark.parametrize("header", ["p 3 2", "p 3", "p edge 3", "c a comment\np 3"])
def test_the_word_after_p_and_the_number_of_edges_may_be_left_out_in_dimacs(header: str) -> None:
    assert load_game("cops-and-robber", f"{header}\ne 1 2\ne 2 3") == load_game("cops-and-robber", "0 1\n1 2")


def test_nodes_of_dimacs_may_be_numbered_from_zero() -> None:
    assert load_game("cops-and-robber", "p edge 3 2\ne 0 1\ne 1 2") == load_game(
        "cops-and-robber", "p edge 3 2\ne 1 2\ne 2 3"
    )
    with pytest.raises(
        InputError, match="line 2, column 1: nodes are numbered from 1 to 3; this edge is 'e 0 3'"
    ):
        load_game("cops-and-robber", "p edge 3 1\ne 0 3")


def test_boards_of_tiles_may_have_headings() -> None:
    text = "Board 1:\n1 2 3\n4 5 6\n7 0 8\nBoard 2:\n1 2 3\n4 5 6\n0 7 8\n"
    boards = [
        load_game("sliding-puzzle", each)
        for _, _, each in collection(game_class("sliding-puzzle"), text) or ()
    ]
    assert [board.tiles.index(0) for board in boards] == [7, 6]


def test_a_title_keeps_its_quotes() -> None:
    level = "#####\n#@$.#\n#####"
    titles = [
        title
        for title, *_ in collection(game_class("sokoban"), f"{level}\n\nTitle: 44 'Duh!'\n\n{level}\n") or ()
    ]
    assert titles[1] == "44 'Duh!'"


def test_a_position_in_quotes() -> None:
    fen = "8/8/8/8/8/1K6/3R4/k7 b - - 0 1"
    assert load_game("chess-ending", f'"{fen}"') == load_game("chess-ending", fen)


def test_moves_that_cannot_be_made_are_told_with_their_place() -> None:
    with pytest.raises(GamekitError, match="in columns, column 7: '4' is not a move there"):
        load_game("connect-four", "4444444").parse_state("4444444")
    with pytest.raises(
        GamekitError, match="column 2: '4' is not a move there; the board has 3 columns, from 1"
    ):
        load_game("connect-four", {"width": 3}).parse_state("341")
    with pytest.raises(GamekitError, match="in lurd, column 1: 'L' is a step, which has a small letter"):
        load_game("sokoban").parse_state("Lr")


def test_lines_between_dots_begin_at_either_end() -> None:
    game = load_game("dots-and-boxes", {"rows": 2, "columns": 1})
    assert game.parse_state("a1-b1 b2-b1") == game.parse_state("b1-a1 b1-b2")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("kalah", f"<3,{'9' * 5_000},0,2,2,2,2,2,2>"),
        (
            "rush-hour",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZABCDEFGHIJ",
        ),  # no letter is free for the car that is not red
    ],
)
def test_huge_numbers_and_many_cars_are_refused(name: str, text: str) -> None:
    with pytest.raises(GamekitError):
        load_game(name, text)
