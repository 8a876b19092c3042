"""Stoppers as text: `on`, `5over`, `^[on]*`, `{0|*,pass}`, `a{0||||0|||a|*||*}`, as CGSuite (A. Siegel) writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from string import ascii_lowercase
from typing import Any, Final

from gamekit.cgt.partizan.game_text import MOST_BARS, Style, Writer
from gamekit.cgt.partizan.short_games import ShortGame, short_game, star
from gamekit.cgt.stoppers.graphs import LoopyGraph
from gamekit.errors import LimitError

_NAMES: Final = {
    ("pass", ""): "on",
    ("", "pass"): "off",
    ("0", "pass"): "over",
    ("pass", "0"): "under",
    ("pass", "*"): "^[on]",
    ("0 pass", "0"): "^[on]*",
    ("*", "pass"): "v[on]",
    ("0", "0 pass"): "v[on]*",
    ("0", "v[on]*"): "^<on>",
    ("* 0", "v[on]"): "^<on>*",
    ("^[on]*", "0"): "v<on>",
    ("^[on]", "* 0"): "v<on>*",
}
"""The name of a stopper by the names of its options, after a number was taken from each: pass is the stopper itself."""

_LABELS: Final = [letter for letter in ascii_lowercase if letter != "v"]


def short_games(graph: LoopyGraph) -> dict[int, ShortGame]:
    """Return the positions of a graph from which no play goes on for ever, as short games."""
    games: dict[int, ShortGame] = {}
    waiting = set(range(len(graph)))
    while ready := [node for node in waiting if {*graph.left[node], *graph.right[node]} <= games.keys()]:
        waiting -= set(ready)
        for node in ready:
            left, right = ([games[option] for option in side[node]] for side in (graph.left, graph.right))
            games[node] = short_game(left, right)
    return games


class StopperWriter(Writer):
    """Writes positions of a graph of canonical forms: short games as they are, and numbers of all others."""

    def __init__(self, graph: LoopyGraph, style: Style) -> None:
        super().__init__(style)
        self.graph = graph
        self.short = short_games(graph)
        self.labels: dict[int, str] = {}
        """The labels of positions to which a position below them goes back."""
        self.path: list[int] = []
        """The positions in whose braces the writer is."""

    def text(self, node: int) -> str:
        """Return the text of a position."""
        return self.written(self._game(node))

    def nested(self, game: Any) -> tuple[str, int]:
        if isinstance(game, ShortGame):
            return super().nested(game)
        if game in self.path:
            return "pass" if game == self.path[-1] else self._label(game), 0
        if name := self.name(game):
            return name, 0
        self.path.append(game)
        (left, left_bars), (right, right_bars) = (
            self.side([self._game(option) for option in side[game]])
            for side in (self.graph.left, self.graph.right)
        )
        self.path.pop()
        bars = max(left_bars, right_bars) + 1
        text, label = left + "|" * bars + right, self.labels.pop(game, "")
        return (f"{label}{{{text}}}", 0) if label or bars >= MOST_BARS else (text, bars)

    def _game(self, node: int) -> Any:
        return self.short.get(node, node)

    def _label(self, node: int) -> str:
        taken = self.labels.values()
        free = next((letter for letter in _LABELS if letter not in taken), None)
        if free is None:
            raise LimitError(
                f"a stopper is written with at most {len(_LABELS)} labels, and this one needs more"
            )
        return self.labels.setdefault(node, free)

    def rank(self, game: Any) -> tuple[int, Fraction]:
        return super().rank(game) if isinstance(game, ShortGame) else (2, Fraction(0))

    def name(self, node: int) -> str:
        """Return the name of a position that has one, after the number that is added to it; else an empty text."""
        options = (*self.graph.left[node], *self.graph.right[node])
        number = next((self.short[option].number for option in options if option in self.short), Fraction(0))
        if number is None:
            return ""
        nested = [option for option in options if option not in self.short and option != node]
        if not number and nested:  # the number is in the options of the option
            below = (*self.graph.left[nested[0]], *self.graph.right[nested[0]])
            number = next((self.short[at].number for at in below if at in self.short), Fraction(0))
        base = self._base(node, number or Fraction(0))
        return f"{number}{base}" if number and base not in ("", "on", "off") else base

    def _base(self, node: int, number: Fraction) -> str:
        """Return the name of a position without the number that is added to it; an empty text if it has none."""

        def named(option: int) -> str:
            if option == node:
                return "pass"
            if option not in self.short:
                return self._base(option, number) if node not in self._followers(option) else "?"
            game = self.short[option]
            return "0" if game == number else "*" if game == star + number else "?"

        sides: Sequence[str] = [
            " ".join(sorted(map(named, side[node]))) for side in (self.graph.left, self.graph.right)
        ]
        return _NAMES.get((sides[0], sides[1]), "")

    def _followers(self, node: int) -> set[int]:
        return {*self.graph.restricted([node])[1]}
