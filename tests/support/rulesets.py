"""Rulesets that tests share: arbitrary finite games, and known answers from MCGS."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import attrs
from hypothesis import strategies as st

from gamekit.cgt import (
    LEFT,
    RIGHT,
    ImpartialRuleset,
    PartizanRuleset,
    ShortGame,
    canonical_form,
    integer,
    short_game,
)
from gamekit.cgt.ruleset import Player
from support.paths import DATA

Options = tuple[tuple[int, ...], ...]
"""The options of each position; all have smaller numbers, so play ends."""


@attrs.frozen
class AnyImpartial(ImpartialRuleset[int]):
    """The impartial game whose options are listed, played from the last position."""

    listed: Options

    def start(self) -> int:
        return len(self.listed) - 1

    def options(self, position: int) -> tuple[int, ...]:
        return self.listed[position]


@attrs.frozen
class AnyPartizan(PartizanRuleset[int]):
    """The partizan game whose options are listed: for each position, Left's and Right's."""

    listed: tuple[Options, ...]

    def start(self) -> int:
        return len(self.listed) - 1

    def options(self, position: int, player: Player) -> tuple[int, ...]:
        return self.listed[position][player]


def _lists(position: int) -> st.SearchStrategy[tuple[int, ...]]:
    smaller = st.integers(0, max(position - 1, 0))
    return st.lists(smaller, max_size=min(position, 4), unique=True).map(tuple)


def impartial_rulesets(most: int = 9) -> st.SearchStrategy[AnyImpartial]:
    """Return a strategy of impartial games of up to `most` positions."""
    sizes = st.integers(1, most)
    return sizes.flatmap(lambda size: st.tuples(*map(_lists, range(size)))).map(AnyImpartial)


def partizan_rulesets(most: int = 9) -> st.SearchStrategy[AnyPartizan]:
    """Return a strategy of partizan games of up to `most` positions."""
    sizes = st.integers(1, most)
    pairs = sizes.flatmap(lambda size: st.tuples(*(st.tuples(_lists(i), _lists(i)) for i in range(size))))
    return pairs.map(AnyPartizan)


@cache
def mcgs_cases() -> list[dict[str, Any]]:
    """Return the cases of `tests/data/mcgs.jsonl`."""
    return [json.loads(line) for line in (DATA / "mcgs.jsonl").read_text().splitlines()]


def mcgs_cases_of(game: str, most: int) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield position and results, by what they are about, of the cases whose position is at most so long a text.

    A result of N is a Grundy value, one of B or W whether Left or Right wins by moving first.
    """
    for case in mcgs_cases():
        if case["game"] == game and len(case["position"]) <= most:
            yield case["position"], dict(result.split() for result in case["result"])


def short_games(most: int = 6) -> st.SearchStrategy[ShortGame]:
    """Return a strategy of canonical forms, those of arbitrary games of up to `most` positions."""
    return partizan_rulesets(most).map(canonical_form)


def born_by(day: int, *, all_small: bool = False) -> list[ShortGame]:
    """Return all games whose birthday is at most `day`, or those of them that are all small, ordered by their texts.

    There are 1, 4, 22 and 1,474 of them, and 1, 2, 7 and 67 that are all small.
    """
    if not day:
        return [integer(0)]
    sets: list[tuple[ShortGame, ...]] = [()]
    for game in born_by(day - 1, all_small=all_small):
        sets += [(*games, game) for games in sets if all(game.confused_with(other) for other in games)]
    sides = [games for games in sets if games or not all_small]
    return sorted({integer(0), *(short_game(left, right) for left in sides for right in sides)}, key=str)


@attrs.frozen
class Difference(PartizanRuleset[tuple[int, int]]):
    """A position of one listed game less a position of another, with the options of the definition."""

    first: AnyPartizan
    second: AnyPartizan

    def start(self) -> tuple[int, int]:
        return self.first.start(), self.second.start()

    def options(self, position: tuple[int, int], player: Player) -> Iterator[tuple[int, int]]:
        i, j = position
        yield from ((option, j) for option in self.first.options(i, player))
        yield from ((i, option) for option in self.second.options(j, RIGHT if player == LEFT else LEFT))
