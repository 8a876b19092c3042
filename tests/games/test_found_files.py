"""Files as people find them: sizes and labels above boards, cars of programs, quoted inputs, graphs with headings."""

from __future__ import annotations

import pytest
from support.command import assert_refused, call
from support.marks import cases

from gamekit import InputError, LimitError, load_game, solve
from gamekit.game.reading import collection
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
    with pytest.raises(LimitError, match="Nim has 14,634,514,917,594 states or more with these heaps"):
        solve(load_game("nim", "123 675 296 864 917 532"))
    with pytest.raises(LimitError, match="the limit is 100 "):
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
