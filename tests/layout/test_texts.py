"""Texts that follow from a layout: whose turn pieces show that are placed in turn, and moves by their parts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs
import pytest

import gamekit
from gamekit import BoardGame, InputError, Layout, RulesError
from gamekit.game.gesture import Gesture
from gamekit.layout import LOSS, Cell, Counter, Grid, Hand

HAND = 4


@attrs.frozen
class Squares(BoardGame):
    """Put a man on a free square, or move one to any square that is not your own, as the parts say."""

    placed: bool | int = False
    alike: bool = False
    parts: str = "from to takes"

    players = ("Ann", "Bob")
    stuck = LOSS

    @property
    def move_parts(self) -> str:  # type: ignore[override]
        return self.parts

    def layout(self) -> Layout:
        return Layout(board=Grid(2, 2, ".XO"), placed=self.placed, alike=self.alike)

    def start(self) -> dict[str, str]:
        return {}

    def options(self, s: Any) -> Iterator[tuple[int, int, int]]:
        for goes in s.board.where(0):
            yield HAND, goes, HAND

    def play(self, s: Any, move: tuple[int, int, int]) -> None:
        s.board[move[1]] = 1 + s.turn


class Sizes(BoardGame):
    """Put a counter of a size on a free square from the hand: a move is the hand, the size and the square."""

    players = ("Ann", "Bob")
    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(board=Grid(2, 2, ".abc"), left=Counter(3, count=2))

    def start(self) -> dict[str, list[int]]:
        return {"left": [3, 3]}

    def options(self, s: Any) -> Iterator[tuple[int, int, int]]:
        for size in range(min(3, s.left[s.turn])):
            for square in s.board.where(0):
                yield 0, size, square

    def play(self, s: Any, move: tuple[int, int, int]) -> None:
        s.board[move[2]] = 1 + move[1]
        s.left[s.turn] -= 1


def test_hidden_fields_are_on_no_board() -> None:
    class Quiet(Sizes):
        def layout(self) -> Layout:
            return Layout(board=Grid(2, 2, ".abc"), left=Counter(3, count=2), hidden="left")

    game, shown = Quiet(), Sizes()
    state = game.initial_state()
    assert game.render(state) == "2 . .\n1 . .\n  a b"
    assert "left" in shown.render(state)
    assert "left" in (shown.svg(state) or "")
    assert "left" not in (game.svg(state) or "")
    assert not any("left" in place for place in game.contents(state))
    assert game.parse_state(game.format_state(state)) == state
    assert game.format_state(state) == shown.format_state(state)
    assert game.board != shown.board
    with pytest.raises(InputError, match="hidden must name fields \\(left\\); it names 'right'"):
        Layout(left=Counter(1), hidden="right")


def test_neither_a_size_nor_a_hand_is_named_like_a_square() -> None:
    game = Sizes()
    texts = [game.format_move(game.initial_state(), move) for move in game.moves(game.initial_state())]
    assert texts[:2] == ["0-0-a2", "0-0-b2"]
    assert texts[-1] == "0-2-b1"


class Walks(BoardGame):
    """A man goes to a square beside him, or stays."""

    players = ("solver",)

    def layout(self) -> Layout:
        return Layout(man=Cell(Grid(1, 3)))

    def options(self, s: Any) -> Iterator[int]:
        yield from (goes for goes in range(3) if abs(goes - s.man) < 2)

    def play(self, s: Any, goes: int) -> None:
        s.man = goes


def test_a_square_on_which_a_piece_stays_has_its_name() -> None:
    assert [Walks().format_move((1, 0), goes) for goes in Walks().moves((1, 0))] == ["a1", "b1", "c1"]


def test_pieces_that_are_placed_in_turn_say_whose_turn_it_is() -> None:
    game = Squares(placed=True)
    assert game.format_state((1, 2, 0, 0, 0)) == "XO/.."
    assert game.parse_state("XO/X.") == (1, 2, 1, 0, 1)
    assert game.can_occur((1, 2, 0, 0, 0))
    assert not game.can_occur((1, 2, 0, 0, 1))
    with pytest.raises(InputError, match="Ann and Bob put pieces on the board in turn, Ann first, so 'O"):
        game.parse_state("O./..")


def test_a_number_of_pieces_is_placed_in_turn() -> None:
    game = Squares(placed=1)
    assert game.format_state((1, 0, 0, 0, 1)) == "X./.., Bob to move"
    for text, turn in (("X./.., Bob to move", 1), ("XO/.., Ann to move", 0), ("XO/.., Bob to move", 1)):
        assert game.parse_state(text)[-1] == turn
    for text in ("X./.., Ann to move", "O./.., Bob to move", "XX/.., Ann to move", "XO/X., Bob to move"):
        with pytest.raises(InputError, match="put 1 piece each on the board in turn, Ann first, so "):
            game.parse_state(text)
    assert game.board != Squares(placed=True).board  # although 1 == True


def test_both_movers_share_no_placement_where_all_are_placed_in_turn() -> None:
    assert "movers_view" in Squares(placed=True, alike=True).not_supplied
    assert "movers_view" not in Squares(placed=1, alike=True).not_supplied
    plain, placed = (gamekit.solve(Squares(placed=placed), backend="python") for placed in (False, True))
    assert plain.root == placed.root
    assert len(plain) == len(placed)


@pytest.mark.parametrize(
    ("fields", "placed", "said"),
    [
        ({"left": Counter(3)}, True, "grid or graph with two signs besides the empty one"),
        ({"board": Grid(1, 2, ".X")}, True, "grid or graph with two signs besides the empty one"),
        (
            {"board": Grid(1, 2)},
            0,
            "placed must be True, False or the number of pieces that each player puts; it is 0",
        ),
        (
            {"board": Grid(1, 2)},
            "yes",
            "placed must be True, False or the number of pieces that each player puts; it is 'yes'",
        ),
    ],
)
def test_layouts_on_which_nothing_can_be_placed_are_refused(fields: Any, placed: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        Layout(**fields, placed=placed)


@pytest.mark.parametrize(
    ("move", "text", "steps"),
    [
        ((0, 1, HAND), "a2-b2", (0, 1)),
        ((0, 2, HAND), "a2xa1", (0, 2)),
        ((0, 1, 2), "a2-b2xa1", (0, 1, 2)),
        ((HAND, 1, HAND), "b2", (1,)),
        ((1, 1, HAND), "b2", (1,)),
        ((HAND, 1, 2), "b2xa1", (1, 2)),
    ],
)
def test_moves_read_by_their_parts(move: tuple[int, ...], text: str, steps: tuple[int, ...]) -> None:
    game, state = Squares(), (1, 0, 2, 0, 0)
    assert game.format_move(state, move) == text
    assert game.gesture(state, move) == Gesture(steps, end=move[1])


@pytest.mark.parametrize("parts", ["from to", "from takes over", "from to into"])
def test_parts_that_do_not_fit_a_move_are_refused(parts: str) -> None:
    with pytest.raises(
        RulesError, match="move_parts must name each number of a move, by 'from', 'to' or 'takes'"
    ):
        Squares(parts=parts).format_move((0,) * 5, (0, 1, 2))


def test_the_board_may_follow_another_field() -> None:
    class HandFirst(Squares):
        def layout(self) -> Layout:
            return Layout(hand=Hand("X", 1), board=Grid(2, 2, ".XO"))

    game = HandFirst()
    assert game.format_move((1, 0, 0, 2, 0, 0), (0, 2, HAND)) == "a2xa1"
    assert game.format_move((1, 0, 0, 2, 0, 0), (0, 1, HAND)) == "a2-b2"


def test_moves_name_the_squares_on_which_pieces_stand() -> None:
    class Kings(Squares):
        def layout(self) -> Layout:
            return Layout(left=Counter(3), kings=Cell(Grid(2, 2), pieces=2))

        def options(self, s: Any) -> Iterator[tuple[int, int, int]]:
            for goes in range(2, 4):
                yield s.kings[0], goes, 1

        def play(self, s: Any, move: tuple[int, int, int]) -> None:
            s.kings[0] = move[1]

    game, state = Kings(parts=""), (0, 0, 0, 0)
    assert [game.format_move(state, move) for move in game.moves(state)] == ["a2-a1-1", "a2-b1-1"]


@pytest.mark.parametrize(("hand", "number"), [((3, 0), 2), ((), 0)])
def test_a_start_with_too_many_numbers_or_too_few_is_refused(hand: tuple[int, ...], number: int) -> None:
    class Given(Squares):
        def layout(self) -> Layout:
            return Layout(board=Grid(1, 2, ".G"), hand=Hand("G", most=3))

        def start(self) -> Any:
            return {"hand": self.parts}

    with pytest.raises(RulesError, match=rf"hand is given {number} numbers instead of 1"):
        Given(parts=hand).initial_state()  # type: ignore[arg-type]
    for given in (3,), 3:
        assert Given(parts=given).initial_state() == (0, 0, 3, 0)  # type: ignore[arg-type]
