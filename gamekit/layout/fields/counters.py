"""Fields of numbers: counters, pieces in hand, and the pits of mancala games."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

import attrs

from gamekit.errors import InputError
from gamekit.layout.fields.field import HANDS, Field, check_count
from gamekit.layout.fields.signs import check_signs, owners_exchanged
from gamekit.layout.linear_codes import Closing
from gamekit.layout.symmetry import Image, unmoved

if TYPE_CHECKING:
    from gamekit.drawing.canvas import Canvas

LONGEST_HEAP: Final = 20
"""The largest number of stones in a heap whose stones are drawn one by one."""


@attrs.frozen
class Hand(Field):
    """The numbers of pieces that players hold in hand, one number for each kind and owner.

    Attributes:
        kinds: one letter for each kind and owner: capitals for the first player, small letters for the second.
        most: the largest number of pieces of one kind in one hand.

    Raises:
        InputError: two kinds are the same, or `most` is not an integer of at least 0.

    >>> Hand("GCgc", most=2).parse("GCC"), Hand("GCgc", most=2).format((0, 0, 0, 0))
    ((1, 2, 0, 0), '-')
    """

    kinds: str
    most: int
    word: ClassVar[str] = "hand"
    aside: ClassVar[str] = " in hand"
    drawn: ClassVar[int] = HANDS

    def __attrs_post_init__(self) -> None:
        check_signs(self.word, self.kinds)
        check_count("most", self.most)

    @property
    def places(self) -> int:  # type: ignore[override]
        return len(self.kinds)

    @property
    def values(self) -> int:  # type: ignore[override]
        return self.most + 1

    def format(self, cells: Sequence[int]) -> str:
        return "".join(kind * count for kind, count in zip(self.kinds, cells, strict=True)) or "-"

    def parse(self, text: str) -> tuple[int, ...]:
        counts = tuple(map(text.count, self.kinds))
        if (text != "-" and sum(counts) != len(text)) or not text or max(counts) > self.most:
            raise InputError(
                f"a hand must have at most {self.most} of each of {self.kinds}, or be '-'; this is {text!r}"
            )
        return counts

    def exchanged(self) -> Image:
        order = owners_exchanged(self.kinds)
        return Image(order, unmoved(self.places, self.values).values)

    def example(self) -> Sequence[int]:
        return (1,) + (0,) * (self.places - 1)

    def line(self, name: str, cells: Sequence[int]) -> str | None:
        return f"in hand: {self.format(cells)}" if any(cells) else None

    def look_names(self, name: str) -> Iterable[str]:
        return self.kinds

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        """Add a column of slots for each player; pieces look as on a board of the same kinds, if there is one."""
        from gamekit.drawing.colours import COLOURS
        from gamekit.drawing.parts import InHand
        from gamekit.drawing.pieces import Look
        from gamekit.layout.fields.looks import looks_of_signs, second_players

        signs = next((signs for signs in canvas.signs if {*self.kinds} <= {*signs}), f".{self.kinds}")
        pairs = zip(signs, looks_of_signs(signs, canvas.players, canvas.looks), strict=True)
        looks = {sign: look or Look("plain", COLOURS["black"], sign) for sign, look in pairs}
        slots = [(kind, first + i, looks[kind]) for i, kind in enumerate(self.kinds)]
        seconds = second_players(self.kinds, canvas.players)
        for is_above in (True, False):
            if kinds := [slot for slot in slots if (slot[0] in seconds) == is_above]:
                canvas.hands.append((is_above, InHand(kinds, f"{name}:", canvas.players[is_above])))


@attrs.frozen
class Counter(Field):
    """Numbers from 0 to `most`, such as heaps, scores or seeds.

    Attributes:
        most: the largest number.
        count: the number of numbers. If it is None, the field is a single number, and the rules see it as a number
            instead of a list.
        exchange: the permutation of the numbers by which the owners are exchanged; by default they stay.
        balanced: whether the sum of the numbers is always a multiple of `most` + 1, such as the sum of the twists of a
            cube's corners.

    Raises:
        InputError: `most` is not an integer of at least 0, or `count` is not one of at least 1.

    >>> Counter(12, 3).parse("0.12.7")
    (0, 12, 7)
    """

    most: int
    count: int | None = None
    exchange: Sequence[int] | None = None
    balanced: bool = False
    word: ClassVar[str] = "counter"

    def __attrs_post_init__(self) -> None:
        check_count("most", self.most)
        check_count("count", 1 if self.count is None else self.count, 1)

    @property
    def total(self) -> int | None:  # type: ignore[override]
        return 0 if self.balanced else None

    @property
    def is_single(self) -> bool:  # type: ignore[override]
        return self.count is None

    @property
    def places(self) -> int:  # type: ignore[override]
        return 1 if self.count is None else self.count

    @property
    def values(self) -> int:  # type: ignore[override]
        return self.most + 1

    def format(self, cells: Sequence[int]) -> str:
        return ".".join(map(str, cells))

    def parse(self, text: str) -> tuple[int, ...]:
        parts = text.split(".")
        if len(parts) != self.places or not all(
            part.isascii() and part.isdecimal() and len(part) < 12 and int(part) <= self.most
            for part in parts
        ):
            what = f"{self.places} numbers from 0 to {self.most}, with dots between them"
            if self.places == 1:
                what = f"a number from 0 to {self.most}"
            raise InputError(f"the counter must be {what}; it is {text!r}")
        numbers = tuple(map(int, parts))
        if self.balanced and sum(numbers) % self.values:
            raise InputError(
                f"the numbers must have a sum that is a multiple of {self.values}; they are {text!r}"
            )
        return numbers

    def exchanged(self) -> Image:
        order = tuple(range(self.places)) if self.exchange is None else tuple(self.exchange)
        return Image(order, unmoved(self.places, self.values).values)

    def look_names(self, name: str) -> Iterable[str]:
        return [name]

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        from gamekit.drawing.parts import Heaps, Numbers

        is_small = self.most <= LONGEST_HEAP
        style = canvas.looks.get(name, "heaps" if is_small and not canvas.boards else "numbers")
        label, prefix = name.replace("_", " "), f"{name}:"
        colours: Sequence[str] = ()
        if self.count is None:
            labels = [label]
        elif self.count == len(canvas.players) and style != "heaps":  # heaps belong to nobody
            labels, colours = [f"{player}\u2019s {label}" for player in canvas.players], canvas.colours
        else:
            labels = [f"{label.removesuffix('s')} {i + 1}" for i in range(self.count)]
        if style == "heaps" and is_small:
            canvas.column.append(Heaps(first, self.most, labels, prefix))
        elif style == "numbers":
            canvas.column.append(Numbers(first, labels, prefix, colours))
        else:
            raise canvas.refusal(
                f"a counter must be drawn as numbers or, if it goes up to {LONGEST_HEAP} at most, as heaps; "
                f"{name} goes up to {self.most}, and its look is {style!r}"
            )


@attrs.frozen(init=False)
class Pits(Counter):
    """The pits of a mancala game, of which the first half belongs to the first player.

    Each player's pits go from that player's left to the right.

    Attributes:
        has_stores: whether the last pit of each player is a store. Then the text of a state that has no other field
            shows whose pits are whose, as in `south 2 0 (1), north 3 2 (0), south to move`.
        in_all: the number of seeds in every state; None if that changes. Texts with another number are refused.

    Raises:
        InputError: the number of pits is not even, or a number is out of range.

    >>> Pits(4, most=9).exchange
    (2, 3, 0, 1)
    """

    has_stores: bool = False
    in_all: int | None = None

    def __init__(
        self, number: int, most: int, *, has_stores: bool = False, in_all: int | None = None
    ) -> None:
        """Make pits.

        Args:
            number: the number of pits, the stores included: an even number.
            most: the largest number of seeds in a pit.
            has_stores: whether the last pit of each player is a store.
            in_all: the number of seeds in every state; None if that changes. It lets codes of large boards leave
                out a store, and have room for fewer seeds in the pits: as many as fit.
        """
        check_count("the number", number, 2)
        if number % 2:
            raise InputError(
                f"the number of pits must be even, because each player has half of them; it is {number}"
            )
        half = number // 2
        order = (*range(half, number), *range(half))
        self.__attrs_init__(most=most, count=number, exchange=order, has_stores=has_stores, in_all=in_all)

    def look_names(self, name: str) -> Iterable[str]:
        return ()

    def draw(self, name: str, first: int, canvas: Canvas) -> None:
        from gamekit.drawing.parts import PitBoard

        is_first = not canvas.boards and not any(isinstance(part, PitBoard) for part in canvas.column)
        prefix = "" if is_first else f"{name}:"
        half, players = self.places // 2, canvas.players
        board = PitBoard(first, half, players, canvas.colours, has_stores=self.has_stores, prefix=prefix)
        canvas.column.append(board)

    def parse(self, text: str) -> tuple[int, ...]:
        seeds = super().parse(text)
        self._check_sum(sum(seeds), text)
        return seeds

    def _check_sum(self, number: int, text: str) -> None:
        if self.in_all not in (None, number):
            raise InputError(f"a state must have {self.in_all} seeds in all; {text!r} has {number}")

    def names_players(self, players: Sequence[str]) -> bool:
        return self.has_stores and len(players) == 2

    def format_sides(self, players: Sequence[str], cells: Sequence[int]) -> str:
        """Return the seeds in each player's pits, with the store, which comes last, in brackets.

        >>> Pits(6, most=9, has_stores=True).format_sides(["Ann", "Bob"], [3, 0, 1, 2, 2, 0])
        'Ann 3 0 (1), Bob 2 2 (0)'
        """
        sides = zip(players, map(" ".join, pits_of_sides(cells)), strict=True)
        return ", ".join(f"{player} {pits}" for player, pits in sides)

    def parse_sides(self, players: Sequence[str], text: str) -> tuple[int, ...] | None:
        """Return the numbers that `format_sides` shows as a string; None if the string has another form."""
        pits = r"((?:[0-9]{1,8} )*)\(([0-9]{1,8})\)"
        match = re.fullmatch(", ".join(f"{re.escape(player)} {pits}" for player in players), text)
        seeds = " ".join(match.groups()).split() if match else []
        if len(seeds) != self.places:
            return None
        self._check_sum(sum(map(int, seeds)), text)
        return self.parse(".".join(seeds))

    def narrower(self) -> Iterator[tuple[Closing, list[int]]]:
        """Yield smaller codes, with room for all seeds in a store, and for fewer and fewer seeds in the other pits.

        Each pit has room for a third of all seeds or more, so at most two pits are too full at once: the weights of
        three pits, each at least the size of the code, might overflow 64 bits.
        """
        if not self.has_stores or self.in_all is None:
            return
        closing = Closing(0, self.places - 1, self.in_all, self.values)
        for base in range(self.values - 1, self.in_all // 3, -1):
            yield closing, [*[base] * (self.places // 2 - 1), self.values] * 2

    def render(self, cells: Sequence[int]) -> str | None:
        """Return the pits as the first player sees them, with stores at their ends; None if there are no stores."""
        if not self.has_stores:
            return None
        near, far = pits_of_sides(cells)
        rows = [*reversed(far), ""], ["", *near]
        width = max(len(cell) for row in rows for cell in row)
        return "\n".join(" ".join(f"{cell:>{width}}" for cell in row).rstrip() for row in rows)


def pits_of_sides(cells: Sequence[int]) -> tuple[list[str], list[str]]:
    """Return the seeds in each player's pits as texts, with the store, which comes last, in brackets.

    >>> pits_of_sides([3, 0, 1, 2, 2, 0])
    (['3', '0', '(1)'], ['2', '2', '(0)'])
    """
    half = len(cells) // 2
    near, far = ([*map(str, side[:-1]), f"({side[-1]})"] for side in (cells[:half], cells[half:]))
    return near, far
