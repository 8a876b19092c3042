"""Boards in words, for people who do not see their drawings."""

from __future__ import annotations

import re

import pytest
from support.marks import cases

from gamekit.cgt.registered_games import names
from gamekit.drawing.board import Board
from gamekit.game.protocol import Game
from gamekit.game.registry import GAMES, game_class, load_game, registered

CODE = re.compile(r"[|#_/]|\d\.\d|\.\.")
"""What no board in words has; the algebra of `form` and the trees of hackenbush are texts that people write."""

QUICK = ("tic-tac-toe", "sokoban", "kayles")
EVERY = sorted({*names(), *registered(GAMES)} - {"form", "hackenbush"})


@pytest.mark.parametrize("name", cases(quick=QUICK, slow=[name for name in EVERY if name not in QUICK]))
def test_no_board_is_told_in_code(name: str) -> None:
    cls = game_class(name)
    game = load_game(name, dict(cls.presets.get(cls.first_preset, cls.example)))
    state = game.initial_state()
    for _ in range(3):
        words = game.board_in_words(state)
        assert len(words) > 3
        assert not CODE.search(words), words
        moves = list(game.moves(state)) if game.outcome(state) is None else []
        state = game.apply(state, moves[len(moves) // 2]) if moves else state


@pytest.mark.parametrize(
    ("name", "parameters", "state", "words"),
    [
        ("tic-tac-toe", {}, "X../.O./...", "X: a3; O: b2; seven empty"),
        ("tic-tac-toe", {}, ".../.../...", "an empty board"),
        ("kayles", {"heaps": [4, 4]}, "4 4, first to move", "heaps of 4 and 4"),
        ("kayles", {"heaps": [4]}, "0, first to move", "no heaps"),
        (
            "clobber",
            {"board": "xo|.x"},
            "xo|.x, Left to move",
            "black disc: a2 b1; white disc: b2; one empty",
        ),
        ("domineering", {"board": "..|.."}, "..|.., Left to move", "an empty board"),
        (
            "sokoban",
            {"level": "######/#@-$.#/######"},
            "######/#@-$.#/######",
            "man: b2; box: d2; free goal: e2",
        ),
        ("towers-of-hanoi", {"discs": 3}, "1.0.0", "peg A: discs 2 and 3; peg B: disc 1; peg C: empty"),
        (
            "wolf-goat-cabbage",
            {},
            "1.0.1.0",
            "first bank: wolf and cabbage; other bank: farmer and goat",
        ),
        (
            "sum",
            {"summands": ["nim:1 2", "kayles:3"]},
            "1 2 + 3, first to move",
            "heaps of 1 and 2, and a heap of 3",
        ),
    ],
)
def test_boards_in_words(name: str, parameters: dict[str, object], state: str, words: str) -> None:
    game = load_game(name, parameters)
    assert game.board_in_words(game.parse_state(state)) == words


def test_figures_are_named_by_their_boards_in_words() -> None:
    game = load_game("tic-tac-toe")
    board = Board(game, game.parse_state("X../.O./..."))
    assert 'aria-label="X: a3; O: b2; seven empty"' in board._repr_html_()
    assert "<figcaption>X../.O./...</figcaption>" in board._repr_html_()


def test_a_game_without_contents_is_told_as_its_text() -> None:
    class Bare(Game[int, int]):
        players = ("Ann", "Bob")

        def initial_state(self) -> int:
            return 3

        def to_move(self, state: int) -> int:
            return 0

        def moves(self, state: int) -> list[int]:
            return []

        def apply(self, state: int, move: int) -> int:
            return state

        def outcome(self, state: int) -> int | None:
            return 1

    assert Bare().board_in_words(3) == "3"
