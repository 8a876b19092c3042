"""Positions that are set up by hand: the palette of each kind of field, and what is wrong with a position."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import gamekit
from gamekit import InputError, load_game
from gamekit.drawing.spots import named_spots
from gamekit.errors import LimitError, TableError
from gamekit.game.registry import GAMES, registered
from gamekit.game.values import Value
from gamekit.layout.stated_rules import StatedRules
from gamekit.solution.solution import Solution
from gamekit.web.views.arrangement import arrangement, palette
from gamekit.web.views.wish import wish

WITHOUT_BOARD = {
    "cat-mouse",
    "cat-mouse-ii",
    "chopsticks",
    "cops-and-robber",
    "klotski",
    "missionaries-and-cannibals",
    "pocket-cube",
    "rush-hour",
    "sokoban",
    "towers-of-hanoi",
    "wolf-goat-cabbage",
}
"""The games whose positions are not set up on the drawing."""


@pytest.fixture(scope="module")
def tic_tac_toe() -> Solution[Any, Any]:
    return gamekit.solve(load_game("tic-tac-toe"))


def brushes_of(name: str) -> list[tuple[str, str, int | None]]:
    return [(brush["name"], brush["how"], brush["value"]) for brush in palette(load_game(name))["brushes"]]


@pytest.mark.parametrize(
    ("name", "brushes"),
    [
        ("connect-four", [("red disc", "sign", 1), ("yellow disc", "sign", 2)]),
        ("fox-and-hounds", [("fox", "piece", None), ("hounds", "piece", None)]),
        ("sliding-puzzle", [(str(i), "tile", i) for i in range(1, 6)]),
        (
            "chess-ending",
            [("white king", "piece", None), ("black king", "piece", None), ("white pawn", "piece", 384)],
        ),
        ("nim", []),
        ("dots-and-boxes", [("black line", "sign", 1)]),
        ("sim", [("blue line", "sign", 1), ("red line", "sign", 2)]),
    ],
)
def test_the_pieces_are_those_of_the_drawing(name: str, brushes: list[Any]) -> None:
    assert brushes_of(name) == brushes


def test_numbers_that_are_no_places_have_names() -> None:
    numbers = palette(load_game("tigers-and-goats"))["numbers"]
    assert numbers == [{"name": "in hand, white goat", "cell": 9, "most": 6}]
    assert palette(load_game("kalah"))["numbers"][2]["name"] == "the store of south"


@pytest.mark.parametrize("name", registered(GAMES))
def test_every_place_of_a_palette_is_drawn_and_every_cell_belongs_to_it(name: str) -> None:
    game = load_game(name)
    found = palette(game)
    assert found["are_drawn"] is (name not in WITHOUT_BOARD)
    if not found["are_drawn"]:
        assert found["brushes"] == found["numbers"] == []
        return
    assert isinstance(game, StatedRules)
    drawn = named_spots(game.svg(game.initial_state()) or "")
    assert {place for brush in found["brushes"] for place in brush["places"]} <= drawn.keys()
    by_places = (brush["places"].values() for brush in found["brushes"] if brush["how"] != "piece")
    cells = {cell for places in by_places for cell in places} | {
        number["cell"] for number in found["numbers"]
    }
    cells |= {cell for brush in found["brushes"] for cell in brush["cells"]}
    assert cells == set(range(len(game.initial_state()) - 1))


@pytest.mark.parametrize(
    ("cells", "problem"),
    [
        ((1, 2, 0, 0, 0, 0, 0, 0, 0, 0), None),
        ((1, 1, 0, 0, 0, 0, 0, 0, 0, 0), "put pieces on the board in turn"),
        ((1, 1, 1, 0, 0, 0, 2, 2, 2, 0), "play cannot come to this position"),
    ],
)
def test_a_sentence_says_what_is_wrong(
    tic_tac_toe: Solution[Any, Any], cells: tuple[int, ...], problem: str | None
) -> None:
    found = arrangement(tic_tac_toe, cells)
    assert found["problem"] is None if problem is None else problem in found["problem"]
    assert (found["mover"], found["is_shown"]) == (sum(map(bool, cells)) % 2, True)


def test_chessmen_that_cannot_stand_so_are_refused_in_the_words_of_chess() -> None:
    solution = gamekit.solve(load_game("chess-ending", {"material": "KRK", "board": 4}))
    start = arrangement(solution, text="Ka1 Rc2 kd4, black to move")
    assert start["problem"] is None
    assert start["contents"] == {"a1": "white king", "c2": "white rook", "d4": "black king"}
    rook = start["cells"][2]
    found = arrangement(solution, (12, 13, rook, 0))
    assert found["problem"] is not None
    assert "kings may not threaten each other" in found["problem"]


def test_numbers_that_fit_no_field_are_refused(tic_tac_toe: Solution[Any, Any]) -> None:
    with pytest.raises(InputError, match="cells must be 10 numbers, the player to move last; there are 2"):
        arrangement(tic_tac_toe, (1, 2))
    with pytest.raises(InputError, match=r"cells\[1\] must be from 0 to 2; it is 3"):
        arrangement(tic_tac_toe, (0, 3, *[0] * 8))


def test_a_damaged_table_is_no_fault_of_a_position(tmp_path: Path) -> None:
    gamekit.save_table(gamekit.solve(load_game("nim", {"heaps": [1, 2]})), tmp_path / "nim.table")
    states = tmp_path / "nim.table" / "states.npy"
    states.write_bytes(states.read_bytes()[:-1] + b"X")
    with pytest.raises(TableError, match="damaged"):
        arrangement(gamekit.open_table(tmp_path / "nim.table"), (1, 1, 0))


def test_a_wish_is_drawn_among_all_that_fit(tic_tac_toe: Solution[Any, Any]) -> None:
    found = wish(tic_tac_toe, Value.WIN, 5, 5)
    assert found["states"] == len(tic_tac_toe.where(value=Value.WIN, remoteness=5)) > 1
    state = tic_tac_toe.game.parse_state(found["state"])
    assert found["mover"] == tic_tac_toe.game.to_move(state)
    verdict = tic_tac_toe[state]
    assert (verdict.value, verdict.remoteness) == (Value.WIN, 5)
    assert wish(tic_tac_toe, Value.DRAW) == {"states": 0, "state": None, "mover": None}
    with pytest.raises(LimitError, match=r"at most 5,000 states or codes, .* there are 5,478"):
        wish(tic_tac_toe, Value.WIN, most_places=5000)
