"""Top Entails: split a stack, or take its top coin, which has to be answered in the same stack."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.board_words import sizes_in_words
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .heap_notation import HeapNotation, Heaps, breaking, change, cut_at, left_over, read_heaps
from .heaps_drawing import cut_name, cuts, draw_counters, draw_stone

Stacks = Heaps
"""The sizes of the stacks; a stack of n that the next move has to be in is -1 - n."""

ANSWER = "!"
"""The sign after the size of the stack that the next move has to be in."""


@attrs.frozen
class TopEntails(HeapNotation, ImpartialRuleset[Stacks]):
    """A move splits a stack of coins into two smaller ones, or takes one coin off its top.

    After the latter, the next move has to be in the same stack: the move *entails* an answer, and whoever has none
    loses (E. Berlekamp, J. Conway and R. Guy, "Winning Ways", 1982, chapter 12). Such a stack is written with `!`.

    >>> ruleset = TopEntails(heaps=(3, 4))
    >>> [ruleset.format_position(option) for option in ruleset.options((3, 4))]
    ['2! 4', '1 2 4', '3 3!', '3 1 3', '3 2 2']
    """

    heaps: tuple[int, ...] = parameter((5, 7), "how many coins each stack has", 0, items="numbers")

    is_entailing = True
    aim = "Split a stack; or take its top coin, and the next move must be in that stack."
    example = {"heaps": [4, 5]}
    presets = {
        "5 and 7": {"heaps": [5, 7]},
        "A stack of 12": {"heaps": [12]},
        "3, 4 and 6": {"heaps": [3, 4, 6]},
    }
    first_preset = "5 and 7"

    def is_entailed(self, position: Stacks) -> bool:
        return self._answered(position) is not None

    def options(self, position: Stacks) -> Iterator[Stacks]:
        answered = self._answered(position)
        for i, stack in enumerate(position):
            if answered == i or (answered is None and stack and stack not in position[:i]):
                size, before, behind = coins(stack), position[:i], position[i + 1 :]
                if size:
                    yield (*before, -size, *behind)
                for small in range(1, size // 2 + 1):
                    yield (*before, small, size - small, *behind)

    def _answered(self, position: Stacks) -> int | None:
        """Return the number of the stack that the next move has to be in, from 0 on; None if it may be in any."""
        return next((i for i, stack in enumerate(position) if stack < 0), None)

    def parts(self, position: Stacks) -> Iterator[Stacks]:
        return ((stack,) for stack in position)

    def format_position(self, position: Stacks) -> str:
        return " ".join(f"{coins(stack)}{ANSWER}" if stack < 0 else str(stack) for stack in position) or "0"

    def position_in_words(self, position: Stacks) -> str:
        stacks = (
            f"{coins(stack)}, where the next move has to be," if stack < 0 else stack for stack in position
        )
        return sizes_in_words(filter(None, stacks), "stack").removesuffix(",")

    def parse_position(self, text: str) -> Stacks:
        words = text.replace(",", " ").split()
        if sum(word.endswith(ANSWER) for word in words) > 1:
            raise InputError(f"one stack at most has to be answered ({ANSWER}); in {text!r} several have")
        stacks = [(size, word) for word in words for size in read_heaps(word.removesuffix(ANSWER))]
        position = tuple(-1 - size if word.endswith(ANSWER) else size for size, word in stacks)
        return position if any(position) else ()

    def render(self, position: Stacks) -> str:
        return super().render(sizes(position))

    def format_option(self, position: Stacks, option: Stacks, player: Player) -> str:
        return breaking(sizes(position), sizes(option), "stack")

    def other_names(self, position: Stacks, option: Stacks, player: Player) -> Iterator[str]:
        yield left_over(sizes(position), sizes(option))

    def gesture(self, position: Stacks, option: Stacks, player: Player) -> Gesture:
        before, after, answered = sizes(position), sizes(option), self._answered(position)
        heap, left = change(before, after)
        if sum(left) == heap:
            return cut_at(before, after, answered)
        stacks = (i for i, size in enumerate(before) if size == heap and answered in (None, i))
        first, *alike = (cut_name(i, (1, heap - 1)) for i in stacks)
        return Gesture([first], twins=dict.fromkeys(alike, first))

    def svg(self, position: Stacks) -> str | None:
        answered, note = self._answered(position), "next: any stack"
        if answered is not None:
            size = coins(position[answered])
            note = f"next: stack of {size}" if size else "no move in the stack just emptied"
        begins = sizes(self.start())
        return draw_counters(
            sizes(position),
            self._cuts,
            begins,
            draw_stone,
            note=note,
            answered=answered,
            last="top",
            grows=True,
        )

    def ending(self, position: Stacks) -> str | None:
        return "no coin is left for the answer" if self.is_entailed(position) else None

    def _cuts(self, size: int) -> set[tuple[int, int]]:
        return cuts(size, map(sizes, self.options((size,))))


def coins(stack: int) -> int:
    """Return the number of coins of a stack, also of one that the next move has to be in."""
    return stack if stack >= 0 else -1 - stack


def sizes(position: Stacks) -> Heaps:
    """Return the numbers of coins of all stacks, in their order."""
    return tuple(map(coins, position))
