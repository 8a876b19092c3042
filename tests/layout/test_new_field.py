"""A new kind of field takes one class: its notation, texts, moves and codes follow, on both backends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import attrs

import gamekit
from gamekit.drawing.parts import Heaps
from gamekit.layout import LOSS, BoardGame, Field, Layout


@attrs.frozen
class Dials(Field):
    """Dials that each point to a letter."""

    places: int = 2
    values: int = 4
    word: ClassVar[str] = "dials"

    def format(self, cells: Sequence[int]) -> str:
        return "".join("ABCD"[cell] for cell in cells)

    def parse(self, text: str) -> tuple[int, ...]:
        if len(text) != self.places or {*text} - {*"ABCD"}:
            raise gamekit.InputError(f"dials are {self.places} letters from A to D; not {text!r}")
        return tuple(map("ABCD".index, text))


class TurnDown(BoardGame):
    """Players turn one dial down; whoever cannot loses: Nim with heaps of up to 3."""

    stuck = LOSS

    def layout(self) -> Layout:
        return Layout(dials=Dials(), alike=True)

    def start(self) -> str:
        return "DC, first to move"

    def options(self, s: Any) -> Any:
        for dial in range(2):
            for letter in range(s.dials[dial]):
                yield dial, letter

    def play(self, s: Any, move: Any) -> None:
        dial, letter = move
        s.dials[dial] = letter


def test_a_game_on_a_new_kind_of_field_is_solved_on_both_backends() -> None:
    game = TurnDown()
    state = game.initial_state()
    assert game.parse_state(game.format_state(state)) == state == (3, 2, 0)
    assert game.render(state) == "dials: DC"
    assert ">dials 0<" in game.svg(state)
    assert game.decode(game.encode(state)) == state
    plain, compiled = (gamekit.solve(game, backend=backend) for backend in ("python", "compiled"))
    assert str(plain.root) == str(compiled.root) == "WIN in 5 for first"
    assert gamekit.verify(compiled).ok


class Clocks(Dials):
    """Dials that draw themselves, as heaps of stones."""

    def look_names(self, name: str) -> Sequence[str]:
        return [name]

    def draw(self, name: str, first: int, canvas: Any) -> None:
        canvas.column.append(Heaps(first, 3, [f"{name} {i}" for i in range(self.places)], f"{name}:"))


class Clockwise(TurnDown):
    """The same game on them."""

    looks: ClassVar[dict[str, str]] = {"dials": "heaps"}

    def layout(self) -> Layout:
        return Layout(dials=Clocks(), alike=True)


def test_a_field_that_draws_itself_says_what_a_move_touches() -> None:
    game = Clockwise()
    state = game.initial_state()
    assert game.svg(state).count("data-place") == 3 + 2
    assert game.contents(state) == {"dials 0": "3", "dials 1": "2"}
    (move,) = (move for move in game.moves(state) if game.apply(state, move)[0] == 1)
    assert game.gesture(state, move).steps == ("dials:0:1",)
