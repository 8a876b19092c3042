"""Drawings that follow from a layout: every field is seen, and every move can be clicked where it takes place."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Mapping
from typing import Any

import pytest

from gamekit import InputError, load_game
from gamekit.drawing.board import Board
from gamekit.drawing.pieces import look_of
from gamekit.drawing.spots import named_spots
from gamekit.layout import LOSS, BoardGame, Cell, Counter, Grid, Hand, Layout, Permutation, Pits, Points
from gamekit.layout.fields.looks import looks_of_signs
from gamekit.layout.picture.picture import Picture, gesture_of

SVG = "{http://www.w3.org/2000/svg}"
RING = [[4, 1], [0, 2], [1, 3], [2, 4], [3, 0]]


class Drawn(BoardGame):
    """A board game of any layout, whose states are only drawn."""

    def __init__(
        self,
        layout: Layout,
        looks: Mapping[str, str] | None = None,
        players: tuple[str, ...] = ("one", "two"),
    ) -> None:
        self._layout, self.looks, self.players = layout, looks or {}, players

    def layout(self) -> Layout:
        return self._layout

    def start(self) -> Any:
        return {}

    def options(self, s: Any) -> Any:
        return ()

    def play(self, s: Any, move: Any) -> None:
        return None


def drawn(layout: Layout, *cells: int, looks: Mapping[str, str] | None = None, **names: Any) -> str:
    """Return the drawing of a state, given by the numbers of its fields."""
    picture = Drawn(layout, looks, **names).svg((*cells, 0))
    assert picture is not None
    ET.fromstring(picture)
    return picture


def texts(drawing: str) -> list[str]:
    """Return the texts of a drawing that are no notes."""
    root = ET.fromstring(drawing)
    return [node.text or "" for node in root.iter(f"{SVG}text") if "data-note" not in node.attrib]


def discs(drawing: str) -> list[str]:
    """Return the colours of the discs in a drawing."""
    root = ET.fromstring(drawing)
    return [node.attrib["fill"] for node in root.iter(f"{SVG}ellipse") if "data-note" not in node.attrib]


FIELDS = {
    "grid": Grid(2, 3, ".BW"),
    "letters": Grid(2, 3, ".LGlg"),
    "points": Points(RING, ".BW"),
    "hand": Hand("CGcg", most=2),
    "counter": Counter(30),
    "heaps": Counter(5, count=3),
    "large heaps": Counter(500, count=3),
    "pits": Pits(6, most=30, has_stores=True),
    "cell": Cell(Grid(3, 3)),
    "cell on a graph": Cell(Points(RING), pieces=2),
    "cell of numbers": Cell(7),
    "permutation": Permutation(4),
}


@pytest.mark.parametrize("kind", FIELDS)
def test_every_number_of_a_field_is_seen(kind: str) -> None:
    field = FIELDS[kind]
    layout = Layout(field=field)
    if isinstance(field, Permutation):
        states = [(0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (3, 2, 1, 0)]
    else:
        states = [(0,) * field.places]
        for place in range(field.places):
            for value in range(1, field.values):
                states.append((*[0] * place, value, *[0] * (field.places - place - 1)))
    pictures = [drawn(layout, *state) for state in states]
    if kind == "cell on a graph":  # the pieces are alike
        assert len(set(pictures)) == len({tuple(sorted(state)) for state in states})
    else:
        assert len(set(pictures)) == len(set(states))


@pytest.mark.parametrize("kind", FIELDS)
def test_every_change_is_found_at_a_place_on_the_drawing(kind: str) -> None:
    field = FIELDS[kind]
    layout = Layout(field=field)
    before = [0, 1, 2, 3][: field.places] if isinstance(field, Permutation) else [0] * field.places
    after = [1, 0, 2, 3] if isinstance(field, Permutation) else [*before[:-1], 1]
    picture = Picture(Drawn(layout), layout, {})
    places = named_spots(picture.svg(before))
    for one, other in ((before, after), (after, before)):
        gesture = gesture_of(picture, one, other, None)
        # stones are added in no game, a pit is clicked when it is sown, and nothing comes to a hand by itself
        if one is after or kind not in ("heaps", "pits", "hand"):
            assert kind == "hand" or gesture.places
        assert places.keys() | named_spots(picture.svg(one)).keys() >= set(gesture.places)


def test_discs_take_the_colours_that_players_are_named_after() -> None:
    board = Layout(board=Grid(1, 3, ".WB"))
    black, white = look_of("black").colour, look_of("white").colour
    assert discs(drawn(board, 1, 2, 0, players=("white", "black"))) == [white, black]
    assert discs(drawn(board, 1, 2, 0, players=("black", "white"))) == [
        white,
        black,
    ]  # W is white's in any case
    assert texts(drawn(board, 1, 2, 0, players=("white", "black"))) == []


def test_colour_alone_never_distinguishes_pieces_that_are_equally_light() -> None:
    board = Layout(board=Grid(1, 3, ".RY"))
    assert texts(drawn(board, 1, 2, 0, players=("pink", "sky"))) == ["R", "Y"]
    assert texts(drawn(board, 1, 2, 0, players=("red", "yellow"))) == []
    assert texts(drawn(board, 1, 2, 0)) == []


def test_pieces_of_several_kinds_bear_letters() -> None:
    chess = Layout(board=Grid(1, 5, ".LGlg"), hand=Hand("Gg", 2))
    picture = drawn(chess, 1, 2, 3, 4, 0, 2, 0)
    assert texts(picture) == ["L", "G", "L", "G", "G", "×2"], "an empty slot of a hand bears nothing"


def test_x_and_o_are_letters_without_discs() -> None:
    picture = drawn(Layout(board=Grid(1, 3, ".XO")), 1, 2, 0)
    assert [name in picture for name in ('data-sign="X"', 'data-sign="O"')] == [True, True]
    assert texts(picture) == []


def test_pieces_stand_on_the_board_that_fits() -> None:
    layout = Layout(floor=Grid(2, 2, ".#"), cat=Cell(Grid(2, 2)), mouse=Cell(Grid(2, 2)))
    picture = drawn(layout, 0, 0, 0, 1, 2, 2)
    assert texts(picture) == ["C", "M"]
    assert picture.count("<rect") == 1 + 4 + 1  # frame, squares and a wall


def test_a_place_beyond_the_board_is_off_the_board() -> None:
    layout = Layout(board=Grid(2, 2, ".x"), rook=Cell(5))
    assert texts(drawn(layout, 0, 0, 0, 0, 3)) == ["R"]
    assert texts(drawn(layout, 0, 0, 0, 0, 4)) == []


def test_looks_are_stated_in_words() -> None:
    layout = Layout(board=Grid(1, 3, ".ab"), king=Cell(Grid(1, 3)))
    looks = {"a": "green", "b": "blue ring", "king": "white ♔", "board": "chequered"}
    picture = drawn(layout, 1, 2, 0, 2, looks=looks)
    assert discs(picture) == [look_of("green").colour, "none"]
    assert picture.count("<path") > 2  # the king is drawn


@pytest.mark.parametrize(
    ("looks", "words"),
    [
        ({"Q": "black"}, "'Q'"),
        ({"B": "balck"}, "'balck'"),
        ({"board": "round"}, "'round'"),
        ({"hand": "black"}, "'hand'"),
    ],
)
def test_looks_that_mean_nothing_are_refused(looks: dict[str, str], words: str) -> None:
    with pytest.raises(InputError, match=words):
        drawn(Layout(board=Grid(1, 1, ".BW")), 0, looks=looks)


def test_an_empty_place_can_have_a_look() -> None:
    assert looks_of_signs(".B", ("one",), {".": "grey"})[0] == look_of("grey")


def test_the_drawing_keeps_its_size_and_its_board() -> None:
    game = load_game("neutreeko")
    first = game.initial_state()
    before = Board(game, first).svg
    for move in game.moves(first):
        after = Board(game, game.apply(first, move)).svg
        assert after.splitlines()[0] == before.splitlines()[0]


def test_a_subclass_may_draw_for_itself() -> None:
    class Own(Drawn):
        stuck = LOSS

        def svg(self, state: Any) -> str | None:
            return None

    layout = Layout(board=Grid(2, 2, ".XO"))
    assert "<rect" in Board(Own(layout), (1, 0, 0, 2, 0)).svg
    assert Picture(Own(layout), layout, {}).svg((1, 0, 0, 2)) != Board(Own(layout), (1, 0, 0, 2, 0)).svg


def test_nodes_stand_where_they_are_said_to() -> None:
    corners = Points([[1, 2], [0], [0]], at=[(0, 0), (5, 0), (0, 10)])
    root = ET.fromstring(drawn(Layout(board=corners), 0, 0, 0))
    nodes = [(float(node.attrib["cx"]), float(node.attrib["cy"])) for node in root.iter(f"{SVG}circle")]
    (x, y), (right, level), (below, down) = nodes
    assert level == y
    assert below == x
    assert down - y == pytest.approx(2 * (right - x))
    with pytest.raises(InputError, match="each of the 3 nodes"):
        Points([[1, 2], [0], [0]], at=[(0, 0)])
