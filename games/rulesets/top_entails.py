"""Top Entails: split a stack, or take its top coin, which has to be answered in the same stack."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LAST, ImpartialRuleset, Player
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture
from gamekit.game.parameters import parameter

from .heap_notation import HeapNotation, Heaps, breaking, cut_at, left_over, read_heaps
from .heaps_drawing import cuts, draw_counters, draw_stone

Stacks = Heaps
"""The sizes of the stacks, in ascending order; a stack of n that the next move has to be in comes first, as -1 - n."""

ANSWER = "!"
"""The sign after the size of the stack that the next move has to be in."""


@attrs.frozen
class TopEntails(HeapNotation, ImpartialRuleset[Stacks]):
    """A move splits a stack of coins into two smaller ones, or takes one coin off its top.

    After the latter, the next move has to be in the same stack: the move *entails* an answer, and whoever has none
    loses (E. Berlekamp, J. Conway and R. Guy, "Winning Ways", 1982, chapter 12). Such a stack is written with `!`.

    >>> ruleset = TopEntails(heaps=(3, 4))
    >>> [ruleset.format_position(option) for option in ruleset.options((3, 4))]
    ['2! 4', '1 2 4', '3! 3', '1 3 3', '2 2 3']
    """

    heaps: tuple[int, ...] = parameter((5, 7), "how many coins each stack has", 0, items="numbers")

    is_entailing = True
    aim = "Split a stack, or take its top coin; then the next move has to be in the same stack."
    example = {"heaps": [5, 7]}
    presets = {
        "5 and 7": {"heaps": [5, 7]},
        "A stack of 12": {"heaps": [12]},
        "3, 4 and 6": {"heaps": [3, 4, 6]},
    }
    first_preset = "5 and 7"

    def is_entailed(self, position: Stacks) -> bool:
        return bool(position) and position[0] < 0

    def options(self, position: Stacks) -> Iterator[Stacks]:
        for i, stack in enumerate(position[:1] if self.is_entailed(position) else position):
            if stack and stack not in position[:i]:
                size, others = coins(stack), (*position[:i], *position[i + 1 :])
                if size:
                    yield tuple(sorted((-size, *others)))
                for small in range(1, size // 2 + 1):
                    yield tuple(sorted((small, size - small, *others)))

    def parts(self, position: Stacks) -> Iterator[Stacks]:
        return ((stack,) for stack in position)

    def format_position(self, position: Stacks) -> str:
        return " ".join(f"{coins(stack)}{ANSWER}" if stack < 0 else str(stack) for stack in position) or "0"

    def parse_position(self, text: str) -> Stacks:
        words = text.replace(",", " ").split()
        answered = [word[:-1] for word in words if word.endswith(ANSWER)]
        if len(answered) > 1:
            raise InputError(f"one stack at most has to be answered ({ANSWER}); in {text!r} several have")
        free = read_heaps(" ".join(word for word in words if not word.endswith(ANSWER)) or "0")
        entailed = read_heaps(answered[0]) if answered else ()
        return self.canonical_position((*free, *(-1 - size for size in entailed)))

    def render(self, position: Stacks) -> str:
        return super().render(sizes(position))

    def format_option(self, position: Stacks, option: Stacks, player: Player) -> str:
        return breaking(sizes(position), sizes(option), "stack")

    def other_names(self, position: Stacks, option: Stacks, player: Player) -> Iterator[str]:
        yield left_over(sizes(position), sizes(option))

    def gesture(self, position: Stacks, option: Stacks, player: Player) -> Gesture:
        gesture = cut_at(sizes(position), sizes(option))
        if not self.is_entailed(position):
            return gesture
        return attrs.evolve(
            gesture, twins={twin: step for twin, step in gesture.twins if twin.startswith("0:")}
        )

    def svg(self, position: Stacks) -> str | None:
        answered, note = None, "next: any stack"
        if self.is_entailed(position):
            answered, size = 0, coins(position[0])
            note = f"next: stack of {size}" if size else "no move in the stack just emptied"
        begins = sizes(self.start())
        return draw_counters(sizes(position), self._cuts, begins, draw_stone, note=note, answered=answered)

    def ending(self, position: Stacks) -> str | None:
        return f"{LAST} emptied a stack, which has no answer" if self.is_entailed(position) else None

    def _cuts(self, size: int) -> set[tuple[int, int]]:
        return cuts(size, map(sizes, self.options((size,))))


def coins(stack: int) -> int:
    """Return the number of coins of a stack, also of one that the next move has to be in."""
    return stack if stack >= 0 else -1 - stack


def sizes(position: Stacks) -> Heaps:
    """Return the numbers of coins of all stacks, in their order."""
    return tuple(map(coins, position))
