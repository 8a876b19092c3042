"""Toads and Frogs: toads hop to the right, and frogs to the left, over one of the others or to the next square."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import text_parameter

from .signs import draw_signs, move_name, moved, signs_in_words

MOST_SQUARES = 100


def _checked(text: str) -> str:
    if not text or set(text) - set("tf.") or len(text) > MOST_SQUARES:
        rule = f"a row is 1 to {MOST_SQUARES} squares: t a toad, f a frog, . free"
        raise InputError(f"{rule}, such as tt..ff; not {text!r}")
    return text


@attrs.frozen
class ToadsAndFrogs(PartizanRuleset[str]):
    """Left moves a toad to the right, onto the next square if it is free, or over a frog onto the square behind it.

    Right moves frogs to the left likewise. The game is Richard Guy's.

    >>> list(ToadsAndFrogs().options("tf.", LEFT))
    ['.ft']
    """

    moves: ClassVar[tuple[tuple[str, str], ...]] = (("t.", ".t"), ("tf.", ".ft"))
    """The squares that a toad's move changes, before and after it."""

    looks: ClassVar[Mapping[str, str]] = {"t": "blue toad", "f": "red frog"}

    row: str = text_parameter("tt..ff", "the row: t a toad, f a frog, . a free square", _checked)

    aim = (
        "Toads (Left) go right, frogs (Right) go left: a step onto a free square, or a jump over one of "
        "the others."
    )
    example = {"row": "tt..ff"}
    presets = {
        "3 against 3": {"row": "ttt..fff"},
        "Spread out": {"row": "t.t..f.f"},
        "2 against 2": {"row": "tt..ff"},
    }
    first_preset = "Spread out"

    def start(self) -> str:
        return self.row

    def options(self, position: str, player: Player) -> Iterator[str]:
        if player != LEFT:
            mirrored = self.negative(position)
            yield from map(self.negative, self.options(mirrored, LEFT))
            return
        for i in range(len(position)):
            for before, after in self.moves:
                if position.startswith(before, i):
                    yield position[:i] + after + position[i + len(after) :]

    def negative(self, position: str) -> str:
        return position[::-1].translate(_EXCHANGED)

    def format_position(self, position: str) -> str:
        return position

    def position_in_words(self, position: str) -> str:
        return signs_in_words((position,), self.looks)

    def format_option(self, position: str, option: str, player: Player) -> str:
        """Return the squares that a toad or a frog leaves and reaches, such as b1-d1."""
        return move_name(self.gesture(position, option, player), 1, len(position))

    def gesture(self, position: str, option: str, player: Player) -> Gesture:
        return moved((position,), (option,))

    def svg(self, position: str) -> str:
        return draw_signs((position,), self.looks)

    def parse_position(self, text: str) -> str:
        return _checked(text.strip())


_EXCHANGED = str.maketrans("tf", "ft")
