"""Boards of games that draw none: as a graph, as a grid, or as text."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

from gamekit import Game, RulesError, load_game
from gamekit.drawing.board import Board, graph_of, is_graph
from gamekit.drawing.spots import Spot, box_of
from gamekit.drawing.text_boards import read_board
from gamekit.game.registry import GAMES, registered
from gamekit.web.views.touch import guesses

SVG = "{http://www.w3.org/2000/svg}"


class Bare(Game[Any, int]):
    """The least that a game must have."""

    players = ("one", "two")

    def initial_state(self) -> Any:
        return (0, 0)

    def to_move(self, state: Any) -> int:
        return 0

    def moves(self, state: Any) -> Iterable[int]:
        return ()

    def apply(self, state: Any, move: int) -> Any:
        return state

    def outcome(self, state: Any) -> int | None:
        return None


@attrs.frozen
class Chase(Bare):
    """A game on a graph whose states say in words where the pieces are."""

    roads: tuple[tuple[int, ...], ...] = ((1, 2), (0, 2), (0, 1))

    def format_state(self, state: Any) -> str:
        return f"thief {state[0]}, guard {state[1]}, turn 7"


class Rows(Bare):
    """A game whose board in text has squares."""

    board = "3 X . O\n2 . X .\n1 O . .\n  a b c"

    def render(self, state: Any) -> str:
        return self.board if state != (1, 1) else "the end"


class Letters(Rows):
    board = "X.O\n.X."


def texts(drawing: str) -> list[str]:
    return [element.text or "" for element in ET.fromstring(drawing).iter(f"{SVG}text")]


def shapes(drawing: str, tag: str) -> int:
    return len(list(ET.fromstring(drawing).iter(SVG + tag)))


def test_a_graph_is_drawn_with_what_stands_on_its_nodes() -> None:
    drawing = Board(Chase(), (2, 0)).svg
    assert shapes(drawing, "circle") == shapes(drawing, "line") == 3
    assert texts(drawing) == ["G", "0", "1", "T", "2"]
    assert "T+G" in texts(Board(Chase(), (1, 1)).svg)


def test_squares_are_drawn_without_their_names_and_dots() -> None:
    drawing = Board(Rows(), (0, 0)).svg
    assert shapes(drawing, "rect") == 9
    assert texts(drawing) == ["X", "O", "X", "O", *"321abc"]
    assert texts(Board(Letters(), (0, 0)).svg) == ["X", "O", "X"]


@pytest.mark.parametrize(
    ("text", "squares", "names", "notes"),
    [
        ("  a b\n1 X .\n2 . O", "X. .O", ("12", "ab"), ()),
        ("   A B C\n 1 . . .\n 2 . X .", "... .X.", ("12", "ABC"), ()),
        ("1 . .\n2 . X\n  a b", ".. .X", ("12", "ab"), ()),
        ("  0 1\n0 . .\n1 . X\nscore 3:4", ".. .X", ("01", "01"), ("score 3:4",)),
        ("   1   2\n1 | X | O |\n2 |   | X |", "XO  X", ("12", "12"), ()),
        ("+---+---+\n| X | . |\n+---+---+\n| . | O |\n+---+---+", "X. .O", ("", ""), ()),
        (". | .\n--+--\nX | O\nAnn to move", ".. XO", ("", ""), ("Ann to move",)),
        ("+--+\n|X.|\n|.O|\n+--+", "X. .O", ("", ""), ()),
        ("Ann\n. . .\n. X .", "... .X.", ("", ""), ("Ann",)),
        ("- -\n- X", "-- -X", ("", ""), ()),
        ("3 4 5\n1 2 .", "345 12.", ("", ""), ()),
        ("a b\nX O\n. .", "XO ..", ("", "ab"), ()),
    ],
)
def test_a_board_in_text(text: str, squares: str, names: tuple[str, str], notes: tuple[str, ...]) -> None:
    board = read_board(text)
    assert board is not None
    assert (
        " ".join("".join(sign or " " for sign in row) for row in board.rows).replace("   ", "  ") == squares
    )
    assert ("".join(board.row_names), "".join(board.column_names)) == names
    assert board.notes == notes


@pytest.mark.parametrize("text", ["the end", "1 o\n2 ooo", "mouse 3, cat 5", "", "+--+", "|", "X", "a b c"])
def test_what_is_no_board_in_text(text: str) -> None:
    assert read_board(text) is None


def test_what_is_said_below_a_board_is_drawn_and_takes_no_clicks() -> None:
    class Told(Rows):
        board = ". .\n. .\nAnn to move"

    before = Board(Told(), (0, 0)).svg
    after = before.replace("Ann", "Bob")
    assert "Ann to move" in texts(before)
    box = box_of(before)
    assert box is not None
    assert guesses(before, [after], box) == [([], [])]
    moved = after.replace("</svg>", '<text x="26" y="26">X</text></svg>')
    cell = Spot(26, 26, 24, 24)
    assert guesses(before, [moved], box) == [([cell], [cell])]


def test_a_drawing_has_nothing_that_no_document_may_have() -> None:
    class Coloured(Bare):
        def render(self, state: Any) -> str:
            return "\x1b[31mred\ud800"

    assert texts(Board(Coloured(), 0).svg) == ["\ufffd[31mred\ufffd"]


def test_what_has_no_squares_is_text() -> None:
    assert texts(Board(Rows(), (1, 1)).svg) == ["the end"]
    assert texts(Board(Bare(), (0, "<&")).svg) == ["(0, '<&')"]


@pytest.mark.parametrize("name", registered(GAMES))
def test_every_game_has_a_drawing(name: str) -> None:
    game = load_game(name)
    board = Board(game, game.initial_state())
    assert ET.fromstring(board.svg).tag == f"{SVG}svg"
    assert str(board) == game.render(board.state)
    assert board.svg.removeprefix("<svg ") in board._repr_html_()


@pytest.mark.parametrize(
    ("value", "yes"),
    [
        ([[1], [0]], True),
        (((), (2,), (1,)), True),
        ([], False),
        ([[]], False),  # no edges, nothing to draw
        ([[0]], False),  # itself
        ([[1], []], False),  # one way
        ([[1, 2], [0], 3], False),
        ([[True], [0]], False),
        ("10", False),
        ([[1], [0, 5]], False),
        (3, False),
    ],
)
def test_what_a_graph_is(value: Any, yes: bool) -> None:
    assert is_graph(value) is yes


def test_only_parameters_are_looked_at() -> None:
    assert graph_of(Bare()) is None
    assert graph_of(load_game("nim", {"heaps": [1, 0]})) is None


@pytest.mark.parametrize("drawing", [5, b"<svg/>", ["<svg/>"], float("nan")])
def test_a_drawing_that_is_no_text_is_the_fault_of_the_rules(drawing: Any) -> None:
    class Wrong(Bare):
        def svg(self, state: Any) -> Any:
            return drawing

    with pytest.raises(RulesError) as caught:
        _ = Board(Wrong(), 1).svg
    assert (
        str(caught.value) == f"Wrong.svg(1) returned {drawing!r}; it must be None or an SVG document as text"
    )


def test_whose_hand_it_is_stands_above_its_slots() -> None:
    game = load_game("dobutsu-shogi")
    document = ET.fromstring(game.svg(game.initial_state()))
    slots = [slot for slot in document.iter(f"{SVG}rect") if slot.get("data-place", "").startswith("hand:")]
    tops = sorted(float(slot.get("y", 0)) for slot in slots)
    heights = {float(slot.get("height", 0)) for slot in slots}
    titles = [text for text in document.iter(f"{SVG}text") if text.text in ("hand of", "First", "Second")]
    assert (len(slots), len(titles), len(heights)) == (6, 4, 1)
    for title in titles:
        y = float(title.get("y", 0))
        assert not any(top - 5 < y < top + max(heights) for top in tops)
