"""Partizan Euclid: divide the larger of two numbers by the smaller, and keep the remainder or what it lacks."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter, refusal

from .euclid_drawing import LACKING, OVER, draw_euclid

Pair = tuple[int, int]
"""Two numbers of at least 1, the larger one first."""

MOST_DIGITS = 1000


@attrs.frozen
class PartizanEuclid(PartizanRuleset[Pair]):
    """A position is two numbers p > q. If p = kq + t with 0 < t < q, Left leaves q and t, and Right q and q - t.

    If q divides p, nobody can move. A move leads to one position only, so long numbers are valued quickly. The game is
    from N. McKay and R. Nowakowski, "Outcomes of partizan Euclid", *Integers* 12B, 2013.

    >>> list(PartizanEuclid().options((8, 5), LEFT)), list(PartizanEuclid().options((8, 5), 1))
    ([(5, 3)], [(5, 2)])
    """

    numbers: tuple[int, ...] = parameter((8, 5), "the two numbers", 1, items="numbers")

    aim = (
        "Divide the longer bar by the shorter one: Left keeps the remainder (blue), Right what is missing to the next "
        "multiple (red). Click the part in your colour."
    )
    example = {"numbers": [99, 70]}
    presets = {
        "99 and 70": example,
        "34 and 21": {"numbers": [34, 21]},
        "50 and 19": {"numbers": [50, 19]},
    }

    def __attrs_post_init__(self) -> None:
        if len(self.numbers) != 2:
            raise refusal("numbers", f"must be two numbers; there are {len(self.numbers)}")

    def start(self) -> Pair:
        return self.canonical_position((self.numbers[0], self.numbers[1]))

    def options(self, position: Pair, player: Player) -> Iterator[Pair]:
        p, q = position
        if remainder := p % q:
            yield q, remainder if player == LEFT else q - remainder

    def canonical_position(self, position: Pair) -> Pair:
        return max(position), min(position)

    def format_position(self, position: Pair) -> str:
        return f"{position[0]} {position[1]}"

    def position_in_words(self, position: Pair) -> str:
        return sizes_in_words(position, "bar")

    def format_option(self, position: Pair, option: Pair, player: Player) -> str:
        return f"leave {option[0]} and {option[1]}"

    def gesture(self, position: Pair, option: Pair, player: Player) -> Gesture:
        """Return the part of the smaller number that the player keeps."""
        return Gesture([OVER if player == LEFT else LACKING])

    def svg(self, position: Pair) -> str | None:
        return draw_euclid(*position)

    def parse_position(self, text: str) -> Pair:
        numbers = text.replace(",", " ").split()
        if len(numbers) != 2 or not all(
            number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS and int(number)
            for number in numbers
        ):
            raise InputError(
                f"a position is two numbers of at least 1 and at most {MOST_DIGITS:,} digits, such as 8 5; "
                f"not {text[:40]!r}"
            )
        return self.canonical_position((int(numbers[0]), int(numbers[1])))
