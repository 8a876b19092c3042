"""Files as people find them: sizes and labels above boards, cars of programs, quoted inputs, graphs with headings."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError, LimitError, load_game, solve
from gamekit.game.reading import collection, read_text
from gamekit.game.registry import game_class


def parts(name: str, text: str) -> list[tuple[str, str]]:
    """Return the titles and texts of a collection."""
    return [(title, each) for title, _, each in collection(game_class(name), text) or ()]


@pytest.mark.parametrize(
    ("name", "options", "winner"),
    cases(
        quick=[("clobber", ["--first", "right"], "Left")],
        slow=[
            ("clobber", ["-p", "first=right"], "Left"),
            ("clobber", ["--first", "left"], "Right"),
            ("clobber", [], "Right"),
            ("cannibal-clobber", ["--first", "right"], "Right"),
        ],
    ),
)
def test_who_moves_first_holds_where_the_text_names_nobody(
    name: str, options: list[str], winner: str
) -> None:
    result = call("solve", name, "--input", "oxoxox", *options, "--brief")
    assert result.out.startswith(f"{name}: {winner} wins")


@pytest.mark.parametrize("option", cases(quick=["--first right"], slow=["-p first=right"]))
def test_who_moves_first_is_refused_where_the_text_names_somebody_else(option: str) -> None:
    result = call("solve", "clobber", "--input", "oxoxox B", *option.split())
    assert_refused(result)
    assert "Right is to move first, but in the text of --input Left is to move" in result.err
    assert call("solve", "clobber", "--input", "oxoxox W", *option.split(), "--brief").status == 0


@pytest.mark.parametrize(
    ("name", "size", "board"),
    cases(
        quick=[("connect-four", "4 2", "....\n.X..")],
        slow=[("connect-four", "2 4", "....\n.X.."), ("lights-out", "3x2", "010\n110")],
    ),
)
def test_the_size_of_a_board_may_stand_above_it_in_either_order(name: str, size: str, board: str) -> None:
    assert load_game(name, f"{size}\n{board}\n") == load_game(name, board)


def test_nim_with_large_heaps_is_refused_at_once() -> None:
    with pytest.raises(LimitError, match=r"more than 5,000,000 states.* it has 14,634,514,917,594 or more"):
        solve(load_game("nim", "123 675 296 864 917 532"))
    with pytest.raises(LimitError, match="Nim has more than 100 states"):
        solve(load_game("nim", "20 30"), max_states=100, backend="python")
    result = call(
        "solve", "nim", "--input", "123 675 296 864"
    )  # which would be compiled, if they were smaller
    assert "`gamekit value nim --input '123 675 296 864'` finds who wins" in result.err


def test_boards_of_clobber_may_have_labels() -> None:
    text = "oxx: negative\noxoxx W 1 : fuzzy\n"
    assert [title for title, _ in parts("clobber", text)] == ["negative", "fuzzy"]
    assert load_game("clobber", "oxx: negative") == load_game("clobber", "oxx")
    with pytest.raises(InputError, match=r"line 1, column 1: the other boards have labels .* '_x' has none"):
        load_game("clobber", f"_x\n{text}")


@pytest.mark.parametrize(
    "text",
    cases(
        quick=["vehicles = [\n  Vehicle('R', 0, 2, 2, 'H'),\n  Vehicle('D', 5, 1, 2, 'V'),\n]\n"],
        slow=[
            '[["R", 0, 2, 2, "H"], ["D", 5, 1, 2, "V"]]',
            "[\n  ('R', 0, 2, 2, 'H'),\n  ('D', 5, 1, 2, 'V')]",
            "R,0,2,2,H;D,5,1,2,V;",
            "// the red one\nR;0;2;2;H\nD;5;1;2;V\n",
            "2\nr 0 2 1 2\nd 5 2 5 1\n",  # both ends
            "((r 2 3 1 h) (d 2 2 6 v))",
        ],
    ),
)
def test_cars_are_read_as_programs_make_them(text: str) -> None:
    assert load_game("rush-hour", text) == load_game("rush-hour", "...... .....D AA...D ...... ...... ......")


@pytest.mark.parametrize(
    "text",
    cases(
        quick=["-----------T12---B------------------", "000000\n000001\n220001\n000000\n000000\n000000"],
        slow=["[[0,0,0,0,0,0],[0,0,0,0,0,12],[3,3,0,0,0,12],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]]"],
    ),
)
def test_cars_are_read_from_their_ends_and_from_their_numbers(text: str) -> None:
    assert load_game("rush-hour", text) == load_game("rush-hour", "...... .....B AA...B ...... ...... ......")


@pytest.mark.parametrize(
    ("text", "what"),
    cases(
        quick=[
            (
                "R,0,2,2,H\nB,3,0,2,H\nD,5,1,2,Q\n",
                "line 3, column 1: a car is its name, H or V, and three numb",
            )
        ],
        slow=[
            ("1,2,2,0;5,1,3,1;\n", "line 1, column 1: numbers alone are no cars"),
            ("R,0,2,2,H;" * 10_000, "6×6 squares have no room for 10,000 cars"),
            ("(1,2,2,0), (5,1,3,1)", "column 1: numbers alone are no cars"),
            ('[{"row": 1, "col": 2}]', "column 2: a car is H or V"),
            (
                "A,1.2,1.3,horizontal,2\nX,3.1,3.2,horizontal,2",
                "1, column 3: a car is name, H or V, .* this is '1.2'",
            ),
            (
                "x 0 2 1 2\na 0 0 1 1",
                "line 2, column 1: a car lies along a row or a column; the ends of A are",
            ),
            ("x 0 2 1 2\na 0 0 0 0", "line 2, column 1: a car has a length of 2 or 3; this has 1"),
            (f"{'o' * 12}A1A{'o' * 21}", "column 14: '1' is no car; cars have letters"),
            (f"LmR{'-' * 8}L12{'-' * 22}", "column 12: a car is LR, LmR, 12 .*; this L is part of none"),
            ("110000\n000022\n" + "000000\n" * 4, "row of the exit; no cars lie there"),
            ("110000\n0 0 0 0 2 2\n000000\n003000\n000000\n000000", "line 4, column 3: .* car 3 has not"),
        ],
    ),
)
def test_mistakes_in_lists_of_cars_are_told_of_cars(text: str, what: str) -> None:
    with pytest.raises(InputError, match=what):
        load_game("rush-hour", text)


@pytest.mark.parametrize("comment", ["// any words", "# any words"])
def test_a_comment_above_a_board_of_cars_is_no_frame(comment: str) -> None:
    board = "......\n......\nAA....\n......\n......\n......"
    assert load_game("rush-hour", f"{comment}\n{board}") == load_game("rush-hour", board)


def test_a_line_of_many_inputs_is_named_once() -> None:
    result = call("solve", "rush-hour", "--inputs", "-", stdin=f"1,2,2,0;\n{'o' * 36}\n")
    assert "line 1 is not JSON, and it is in no notation of rush-hour (board): column 1: " in result.out


def test_a_file_without_any_input_is_refused_in_one_sentence() -> None:
    result = call("solve", "othello", "--inputs", "-", stdin="zz\nz9\nneither\n")
    assert_refused(result)
    assert "in no notation of othello (board, moves), of which gamekit info othello shows" in result.err
    assert "; line 1 is 'zz'" in result.err


@pytest.mark.parametrize(
    "text", ['{"graph":\n[[1, 3], [0], [3], [0, 2]]}', '{\n"0": [1, 3],\n"1": [0], "3": [2], "2": []}']
)
def test_the_only_input_of_a_file_may_be_json_on_several_lines(text: str, tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    path.write_text(text)
    result = call("solve", "cat-mouse", "--inputs", str(path), "--json")
    assert '"winner": "mouse"' in result.out
    assert result.out.count("\n") == 1


def test_lines_of_json_may_be_in_a_notation() -> None:
    result = call("solve", "kalah", "--inputs", "-", stdin="[0,1,2,1,0,4]\n[[0,1,2,1,0,4],1]\n")
    assert result.status == 0
    assert '"state": "south 0 1 (2), north 1 0 (4), north to move"' in result.out.splitlines()[1]


def test_inputs_in_quotes_above_their_outputs() -> None:
    two = '["[[1,3],[0],[3],[0,2]]", "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]"]\n[1,0]\n'
    result = call("solve", "cat-mouse", "--inputs", "-", stdin=two)
    assert result.out.splitlines()[1].endswith("mouse wins in 1 ply")
    assert result.out.endswith("2 inputs of 2 solved\n")
    with pytest.raises(InputError, match="there must be one input; there are 2, which --inputs takes"):
        load_game("cat-mouse", two)
    one = load_game("cat-mouse-ii", 'grid = ["M.C...F"], catJump = 1, mouseJump = 4')
    assert load_game("cat-mouse-ii", r'["[\"M.C...F\"]\n1\n4"]' + "\n[true]") == one


@pytest.mark.parametrize(
    ("text", "graph"),
    cases(
        quick=[
            ("a b\nz\nb c\nc a\n", [[1, 3], [0, 3], [], [1, 0]]),
            ("level:\n6\nadjacency: \nV1 -> V2,V3\nV2 -> V1\nV3 -> V1\n", [[1, 2], [0], [0]]),
        ],
        slow=[("vertices: 3\nadjacency:\n0: 1 2\n1: 0\n2: 0", [[1, 2], [0], [0]])],
    ),
)
def test_graphs_with_lone_nodes_and_headings(text: str, graph: list[list[int]]) -> None:
    wanted = {(node, near) for node, row in enumerate(graph) for near in row}
    read = read_text(game_class("cops-and-robber"), "cops-and-robber", text).parameters["graph"]
    assert {(node, near) for node, row in enumerate(read) for near in row} == wanted
    assert len(read) == len(graph)


def test_a_heading_with_names_is_no_node() -> None:
    with pytest.raises(InputError, match="line 1, column 1: 'vertices:' is a heading"):
        load_game("cops-and-robber", "vertices: a b\na: b\nb: a")


@pytest.mark.parametrize(
    "boards",
    cases(
        quick=[" 9   3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0\n10   13 11 8 9 0 15 7 10 4 3 6 14 5 12 2 1\n"],
        slow=["1 2\n3 0\n\n1 2\n0 3\n", "Board 1:\n1 2\n3 0\n\nBoard 2:\n1 2\n0 3\n"],
    ),
)
def test_several_boards_of_tiles_are_told_apart_from_a_wrong_one(boards: str) -> None:
    with pytest.raises(InputError, match="there must be one board; there are 2, which --inputs takes"):
        load_game("sliding-puzzle", boards)


def test_an_unsolvable_puzzle_says_what_its_goal_is() -> None:
    result = call("solve", "sliding-puzzle", "--input", "2 1\n3 0")
    assert "sliding-puzzle: unsolvable" in result.out
    assert (
        "goal        Slide the tiles until they are in order, row by row, and the blank is last."
        in result.out
    )


@pytest.mark.parametrize("option", cases(quick=["--input"], slow=["--inputs"]))
def test_a_level_in_other_letters_is_refused_at_its_first_sign(option: str) -> None:
    result = call("solve", "sokoban", option, "-", stdin="3 5\n0 1\nWWWWW\nW.#XW\nWWWWW\n")
    assert_refused(result)
    assert "line 3, column 1: 'W' is no sign of a level, whose walls are #" in result.err


@pytest.mark.parametrize(
    ("name", "text", "same"),
    cases(
        quick=[("rush-hour", "6 6 rush\na.....\na.....\nbb....\n" + "......\n" * 3, "D..... D..... AA....")],
        slow=[("klotski", "3 4 sun\nabbc\nabbc\nd..e", "abbc abbc d..e")],
    ),
)
def test_the_size_above_a_board_may_have_a_word_beside_it(name: str, text: str, same: str) -> None:
    same += " ......" * 3 if name == "rush-hour" else ""
    assert load_game(name, text) == load_game(name, same.replace("D", "B"))
