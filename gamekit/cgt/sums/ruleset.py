"""Sums of positions of different rulesets: a move in the sum is a move in one summand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeAlias

import attrs

from gamekit.cgt.ruleset import Player, Position, Ruleset
from gamekit.errors import InputError
from gamekit.game.gesture import Gesture

JOINED = " + "

_NUMBERED: Final = re.compile("([0-9]{1,6}): ")

SumPosition: TypeAlias = tuple[tuple[int, Any], ...]
"""The number of a summand's ruleset, and the position in it, for each summand that matters."""


@attrs.frozen
class Sum(Ruleset[SumPosition]):
    """A sum, as a ruleset of its own: it has values, proofs and outcome classes, and can be played, as any other.

    Attributes:
        summands: the ruleset of each summand, and the position in which play begins there.

    >>> from gamekit.cgt import grundy_value, load_ruleset
    >>> nim, kayles = load_ruleset("nim"), load_ruleset("kayles")
    >>> both = position_of(nim, "3 4 5") + position_of(kayles, "7")
    >>> grundy_value(both), both.format_position(both.start())
    (0, '3 4 5 + 7')
    """

    summands: tuple[tuple[Ruleset[Any], Any], ...]

    @property
    def is_impartial(self) -> bool:  # type: ignore[override]
        """Whether all summands are impartial."""
        return all(ruleset.is_impartial for ruleset, _ in self.summands)

    @property
    def is_entailing(self) -> bool:  # type: ignore[override]
        """Whether moves in a summand may have to be answered."""
        return any(ruleset.is_entailing for ruleset, _ in self.summands)

    def is_entailed(self, position: SumPosition) -> bool:
        return any(self.summands[number][0].is_entailed(summand) for number, summand in position)

    aim = "Move in one of the games; the others stay as they are."

    @property
    def made_of(self) -> list[Ruleset[Any]]:  # type: ignore[override]
        """The rulesets of the summands, one of each class."""
        return list({type(ruleset): ruleset for ruleset, _ in self.summands}.values())

    def start(self) -> SumPosition:
        return tuple((i, position) for i, (_, position) in enumerate(self.summands))

    def options_of(self, position: SumPosition, player: Player) -> Iterator[SumPosition]:
        must_answer = self.is_entailing and self.is_entailed(position)
        for i, (number, summand) in enumerate(position):
            if must_answer and not self.summands[number][0].is_entailed(summand):
                continue
            for option in self.summands[number][0].options_of(summand, player):
                yield (*position[:i], (number, option), *position[i + 1 :])

    def parts(self, position: SumPosition) -> Iterable[SumPosition]:
        """Return the parts of all summands, or two halves of a partizan sum.

        Forms are added two by two, because a checker that compares games by the definition cannot compare many at once.
        """
        if len(position) > 1 and not self.is_impartial:
            half = len(position) // 2
            return position[:half], position[half:]
        return [
            ((number, part),)
            for number, summand in position
            for part in self.summands[number][0].parts(summand)
        ]

    def canonical_position(self, position: SumPosition) -> SumPosition:
        return tuple(
            (number, self.summands[number][0].canonical_position(summand)) for number, summand in position
        )

    def format_position(self, position: SumPosition) -> str:
        texts = [self.summands[number][0].format_position(summand) for number, summand in position]
        if [number for number, _ in position] != list(range(len(self.summands))):  # a part
            texts = [f"{number}: {text}" for (number, _), text in zip(position, texts, strict=True)]
        return JOINED.join(texts)

    def position_in_words(self, position: SumPosition) -> str:
        words = (self.summands[number][0].position_in_words(summand) for number, summand in position)
        return ", and ".join(words)

    def parse_position(self, text: str) -> SumPosition:
        texts = text.split(JOINED) if text else []
        matches = [_NUMBERED.match(part) for part in texts]
        if all(matches) and max((int(part[1]) for part in matches if part), default=0) < len(self.summands):
            return tuple(
                (int(part[1]), self.summands[int(part[1])][0].parse_position(part.string[part.end() :]))
                for part in matches
                if part
            )
        if len(texts) != len(self.summands):
            example = self.format_position(self.start())
            raise InputError(f"a position of this sum reads like {example!r}; this one is {text!r}")
        return tuple(
            (number, ruleset.parse_position(part))
            for number, ((ruleset, _), part) in enumerate(zip(self.summands, texts, strict=True))
        )

    def format_option(self, position: SumPosition, option: SumPosition, player: Player) -> str:
        """Return the summand of a move, counted from 1, and the name of the move there, such as `2: b3`."""
        changed = [pair for pair in zip(position, option, strict=True) if pair[0] != pair[1]]
        if len(changed) != 1:
            return super().format_option(position, option, player)
        (((number, before), (_, after)),) = changed
        return f"{number + 1}: {self.summands[number][0].format_option(before, after, player)}"

    def gesture(self, position: SumPosition, option: SumPosition, player: Player) -> Gesture | None:
        """Return the gesture of a move in its summand; the names of places begin with the number of the summand."""
        changed = [
            (place, pair)
            for place, pair in enumerate(zip(position, option, strict=True), 1)
            if pair[0] != pair[1]
        ]
        if len(changed) != 1:
            return None
        ((place, ((number, before), (_, after))),) = changed
        ruleset, first = self.summands[number]
        part_gesture = ruleset.beginning_in(first).gesture(before, after, player)
        return None if part_gesture is None else part_gesture.prefixed(f"{place}:")

    def svg(self, position: SumPosition) -> str:
        """Return the summands side by side, each as its ruleset draws it."""
        from gamekit.cgt.sums.drawing import draw_sum

        now = [(self.summands[number][0], summand) for number, summand in position]
        return draw_sum(now, [self.summands[number] for number, _ in position])

    def parse_option(self, position: SumPosition, text: str, player: Player) -> SumPosition:
        """Return the option that `format_option` calls `text`, such as `2: b3`, or else the one that is written so."""
        count, _, name = text.partition(": ")
        for place, (number, summand) in enumerate(position):
            if count == str(number + 1):
                with suppress(InputError):
                    option = self.summands[number][0].parse_option(summand, name, player)
                    return (*position[:place], (number, option), *position[place + 1 :])
        return super().parse_option(position, text, player)

    def render(self, position: SumPosition) -> str:
        return "\n+\n".join(self.summands[number][0].render(summand) for number, summand in position)

    def __add__(self, other: Sum) -> Sum:
        return Sum(self.summands + other.summands) if isinstance(other, Sum) else NotImplemented


def position_of(ruleset: Ruleset[Position], position: Position | str | None = None) -> Sum:
    """Return a position of a ruleset as a sum of one, to which others can be added with `+`.

    Args:
        ruleset: the rules.
        position: the position, or its text; by default the one in which play begins.

    Raises:
        InputError: the text names no position.
    """
    if position is None:
        at = ruleset.start()
    else:
        at = ruleset.parse_position(position) if isinstance(position, str) else position
    return Sum(((ruleset, at),))
