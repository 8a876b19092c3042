"""The notation that rulesets of heaps share: the sizes of the heaps, in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any, ClassVar, cast

import attrs

from gamekit.cgt.ruleset import Ruleset
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.notation import Notation
from gamekit.game.number_words import ordinal

from ..notations.heaps import Heaps as HeapSizes
from .heaps_drawing import Cut, cut_name, ends_of

Heaps = tuple[int, ...]
"""The sizes of the heaps in their places; a 0 parts what is left of one heap from what is left of the next one."""

MOST_DIGITS = 9
"""A heap of more digits has more options than can be listed."""


class HeapNotation(Ruleset[Heaps]):
    """A position is the sizes of some heaps."""

    heaps: tuple[int, ...]

    has_shelves: ClassVar[bool] = True
    """Whether what is left of each heap stays apart from what is left of others."""

    notations: ClassVar[Sequence[Notation]] = (HeapSizes(),)

    def start(self) -> Heaps:
        heaps = self.canonical_position(self.heaps)
        return tuple(chain.from_iterable((0, heap) for heap in heaps))[1:] if self.has_shelves else heaps

    def canonical_position(self, position: Heaps) -> Heaps:
        return tuple(sorted(heap for heap in position if heap))

    def format_position(self, position: Heaps) -> str:
        return " ".join(map(str, position)) or "0"

    def position_in_words(self, position: Heaps) -> str:
        return sizes_in_words(filter(None, position), "heap")

    def parse_position(self, text: str) -> Heaps:
        heaps = read_heaps(text)
        return heaps if any(heaps) else ()

    def beginning_in(self, position: Heaps) -> Ruleset[Heaps]:
        return attrs.evolve(cast(Any, self), heaps=position)

    def render(self, position: Heaps) -> str:
        width = len(str(max(position, default=0)))
        return "\n".join(f"{size:>{width}} {'o' * min(size, 60)}" for size in position if size) or "no heaps"


def read_heaps(text: str) -> Heaps:
    """Return the sizes of heaps that a string lists, in its order.

    Raises:
        InputError: `text` lists no sizes.

    >>> read_heaps("5, 0 4")
    (5, 0, 4)
    """
    sizes = text.replace(",", " ").split()
    if not sizes or not all(
        size.isascii() and size.isdecimal() and len(size) <= MOST_DIGITS for size in sizes
    ):
        raise InputError(
            f"heaps are written as numbers of at most {MOST_DIGITS} digits, such as 3 4 5; not {text!r}"
        )
    return tuple(map(int, sizes))


def change(position: Heaps, option: Heaps) -> tuple[int, list[int]]:
    """Return the heap that a move changes, and what it leaves of it, the smaller heap first.

    >>> change((3, 7), (2, 3, 4))
    (7, [2, 4])
    """
    before, after = Counter(filter(None, position)), Counter(filter(None, option))
    (heap,), left = (before - after).elements(), sorted((after - before).elements())
    return heap, left


def moved(position: Heaps, moves_of: Callable[[int], Iterable[Heaps]]) -> Iterator[Heaps]:
    """Yield the positions to which a move in one heap leads, if `moves_of` says what it may leave of a heap.

    What is left of a heap stands where it stood, in ascending order.

    >>> list(moved((3, 2), lambda heap: [(heap - 1,), (1, heap - 2)]))
    [(2, 2), (1, 1, 2), (3, 1), (3, 1)]
    """
    for i, heap in enumerate(position):
        if heap and heap not in position[:i]:
            for left in moves_of(heap):
                option = (*position[:i], *sorted(filter(None, left)), *position[i + 1 :])
                yield option if any(option) else ()


def breaking(position: Heaps, option: Heaps, called: str = "heap") -> str:
    """Return the name of a move in one heap, such as take 2, leave 2 and 3: what is left tells the heap, too.

    Heaps are called `called`.

    >>> breaking((7,), (2, 3)), breaking((7,), (3, 4)), breaking((7,), (6,))
    ('take 2, leave 2 and 3', 'split 7 into 3 and 4', 'take 1 from a heap of 7')
    """
    heap, left = change(position, option)
    *others, last = map(str, left or (0,))
    parts = f"{', '.join(others)} and {last}"
    if sum(left) == heap:
        return f"split {heap} into {parts}"
    return f"take {heap - sum(left)}, leave {parts}" if others else taking(position, option, called)


def left_over(position: Heaps, option: Heaps) -> str:
    """Return the name of a move in one heap by what it leaves, such as 7 → 2 + 3."""
    heap, left = change(position, option)
    return f"{heap} → {' + '.join(map(str, left)) or '0'}"


def taking(position: Heaps, option: Heaps, called: str = "heap") -> str:
    """Return the name of a move that takes counters from one heap, such as take 2 from a heap of 7."""
    heap, left = change(position, option)
    return f"take {heap - sum(left)} from a {called} of {heap}"


def taken(position: Heaps, lefts_of: Callable[[int], Iterable[int]]) -> Iterator[Heaps]:
    """Yield the positions to which a move in one heap leads, if `lefts_of` says how much it may leave of a heap.

    Every heap stays in its row, also when nothing is left of it.

    >>> list(taken((2, 0, 2), lambda heap: [heap - 1]))
    [(1, 0, 2), (2, 0, 1)]
    """
    for row, heap in enumerate(position):
        for left in lefts_of(heap) if heap else ():
            option = (*position[:row], left, *position[row + 1 :])
            yield option if any(option) else ()


def taking_from_row(position: Heaps, option: Heaps) -> str:
    """Return the name of such a move, such as take 2 from a heap of 7; heaps that are alike are counted.

    >>> taking_from_row((5, 7), (5, 4)), taking_from_row((5, 0, 5), (5, 0, 4))
    ('take 3 from a heap of 7', 'take 1 from the second heap of 5')
    """
    row, left = _row_taken(position, option)
    heap = position[row]
    which = f"the {ordinal(position[: row + 1].count(heap))}" if position.count(heap) > 1 else "a"
    return f"take {heap - left} from {which} heap of {heap}"


def first_taken(position: Heaps, option: Heaps) -> Gesture:
    """Return the gesture of such a move on rows of stones: the first stone that is taken, and all to its right."""
    row, left = _row_taken(position, option)
    return Gesture([f"{row}:{left}"], touched=[f"{row}:{stone}" for stone in range(left, position[row])])


def _row_taken(position: Heaps, option: Heaps) -> tuple[int, int]:
    """Return the row from which a move takes, and what it leaves there."""
    after = option or (0,) * len(position)
    return next((row, left) for row, left in enumerate(after) if left != position[row])


def cut_at(
    position: Heaps,
    option: Heaps,
    only: int | None = None,
    *,
    is_pad: bool = False,
    others: Iterable[Cut] | None = None,
) -> Gesture:
    """Return the gesture of a move on counters in line: where the heap is cut, from either side.

    A gap is left there, at the first counter that is taken, or else that the cut moves to the right. Of heaps that are
    alike, any may be touched, or `only` the one of that number. `is_pad` says whether a counter that is taken alone
    has a pad below it. Of counters that are alike, too: one may be taken where no cut of the `others` takes it alone.

    >>> cut_at((4,), (3,), others=[]).twins
    (('0:1:1', '0:1:3'), ('0:1:2', '0:1:3'), ('0:1:0', '0:1:3'))
    """
    heap, left = change(position, option)
    taken, ends = heap - sum(left), sorted(ends_of(left), reverse=len(left) < 2)
    heaps = [i for i, size in enumerate(position) if size == heap and only in (None, i)]
    if taken == 1 and len(left) < 2 and others is not None:
        cut_off = {*ends, *(end for size, end in others if size == 1)}
        ends[1:1] = [end for end in range(heap) if end not in cut_off]
    first, *alike = (cut_name(i, (taken, end), is_pad=is_pad) for i in heaps for end in ends)
    counters = range(ends[0], ends[0] + max(taken, 1))
    touched = [cut_name(heaps[0], (1, counter)) for counter in counters]
    return Gesture([first], touched=touched, twins=dict.fromkeys(alike, first))
