"""Toppling Dominoes: topple a domino of one's own colour, and all that stand on one side of it fall, too."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from gamekit.cgt.ruleset import LEFT, PartizanRuleset, Player
from gamekit.errors import InputError
from gamekit.game.parameters import text_parameter

from ..notations.mcgs import McgsBoard
from .signs import draw_signs

MOST_DOMINOES = 100


def _checked(text: str) -> str:
    if set(text) - set("lre#") or len(text) > MOST_DOMINOES:
        rule = f"rows have at most {MOST_DOMINOES} dominoes, l, r or e, and # between rows"
        raise InputError(f"{rule}, such as lrre#rl; not {text[:40]!r}")
    return text


@attrs.frozen
class TopplingDominoes(PartizanRuleset[str]):
    """Left topples a blue domino, `l`, and Right a red one, `r`; green ones, `e`, may be toppled by both.

    A domino topples to the left or to the right, and all dominoes on that side fall with it. Rows are joined by `#`,
    over which nothing falls. The game is by M. Albert, R. Nowakowski and D. Wolfe ("Lessons in Play", 2007).

    >>> list(TopplingDominoes().options("rle", LEFT))
    ['e', 'r', '', 'rl']
    """

    row: str = text_parameter("lrre", "the dominoes: l blue, r red, e green; # parts rows", _checked)

    player_colours = ("blue", "red")
    notations = (McgsBoard("toppling_dominoes", "XO#", "XOO#X", own="lre", parameter="row"),)
    example = {"row": "lrre"}

    def start(self) -> str:
        return self.canonical_position(self.row)

    def options(self, position: str, player: Player) -> Iterator[str]:
        own = "le" if player == LEFT else "re"
        rows = position.split("#")
        for i, row in enumerate(rows):
            for j, domino in enumerate(row):
                if domino in own:
                    for standing in (row[j + 1 :], row[:j]):
                        yield "#".join(filter(None, (*rows[:i], standing, *rows[i + 1 :])))

    def parts(self, position: str) -> Iterator[str]:
        return filter(None, position.split("#"))

    def canonical_position(self, position: str) -> str:
        """Return the rows in ascending order, each of them forwards or backwards."""
        return "#".join(sorted(min(row, row[::-1]) for row in position.split("#") if row))

    def negative(self, position: str) -> str:
        return position.translate(_EXCHANGED)

    def svg(self, position: str) -> str:
        return draw_signs((position or "#",), {"l": "blue tile", "r": "red tile", "e": "green tile"})

    def parse_position(self, text: str) -> str:
        return _checked("" if text == repr("") else text.strip())


_EXCHANGED = str.maketrans("lr", "rl")
