"""`Board`: a state to look at: drawn by its game, or else as a graph, a grid or text, whichever the game suggests."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Sequence
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Final

import attrs

from gamekit.drawing import BLUE, GREEN, ORANGE, VERMILION, draw_graph, draw_grid, draw_text
from gamekit.errors import RulesError
from gamekit.game import Game
from gamekit.graph_layout import Graph
from gamekit.markup import figure

WIDEST_SIGN: Final = 2
"""How many letters a word may have to pass for what stands on a square."""

_TOKENS: Final = (BLUE, VERMILION, GREEN, ORANGE)
_PIECE = re.compile(r"([^\W\d]\w*)[\s:=]{1,2}(\d+)\b")  # a word and a number, as in "mouse 3" or "cat=5"


@attrs.frozen(eq=False)
class Board:
    """A state to look at; a notebook shows it as a drawing.

    Attributes:
        game: the rules.
        state: the state.

    >>> from games.nim import Nim
    >>> board = Board(Nim(heaps=(1, 2)), ((1, 2), 0))
    >>> print(board)
    1 o
    2 oo
    >>> board.svg[:4]
    '<svg'
    """

    game: Game[Any, Any]
    state: Any

    def __str__(self) -> str:
        return self.game.render(self.state)

    @cached_property
    def svg(self) -> str:
        """The board as an SVG document: the game's own drawing, or one made of what the game tells.

        Raises:
            RulesError: the game's drawing is no text.
        """
        return self._own() or self._as_graph() or self._as_grid() or draw_text(str(self).splitlines())

    def _repr_html_(self) -> str:
        return figure(self.svg, self.game.format_state(self.state))

    def _own(self) -> str | None:
        drawing: object = self.game.svg(self.state)
        if drawing is None or isinstance(drawing, str):
            return drawing
        call = f"{type(self.game).__name__}.svg({self.game.format_state(self.state)})"
        raise RulesError(
            f"{call} returned {reprlib.repr(drawing)}; it must be None or an SVG document as text"
        )

    def _as_graph(self) -> str | None:
        """Draw the graph that is a parameter, with what the state's text says stands on its nodes: "mouse 3, cat 5"."""
        graph = graph_of(self.game)
        if graph is None:
            return None
        tokens: dict[int, tuple[str, str]] = {}
        pieces = _PIECE.findall(self.game.format_state(self.state))
        for i, (word, number) in enumerate(pieces):
            node = int(number[:9])
            if node < len(graph):
                label = word[0].upper()
                here = f"{tokens[node][0]}+{label}" if node in tokens else label
                tokens[node] = (here, _TOKENS[i % len(_TOKENS)])
        return draw_graph(graph, tokens)

    def _as_grid(self) -> str | None:
        """Draw the squares of a board that has as many on every line, as the one that play begins with has."""
        rows = _squares(str(self))
        first = _squares(self.game.render(self.game.initial_state()))
        if not rows or [len(row) for row in rows] != [len(row) for row in first]:
            return None
        return draw_grid([["" if sign in "._" else sign for sign in row] for row in rows])


def graph_of(game: Game[Any, Any]) -> Graph | None:
    """Return the first parameter of a game that is an undirected graph, as the neighbours of each node; None if none.

    >>> from games.cops_and_robber import CopsAndRobber
    >>> graph_of(CopsAndRobber(graph=[[1], [0, 2], [1]]))
    ((1,), (0, 2), (1,))
    """
    cls: type[Any] = type(game)
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    values = (getattr(game, field.name) for field in fields if field.init)
    return next((value for value in values if is_graph(value)), None)


def is_graph(value: Any) -> bool:
    """Tell whether a value is an undirected graph, as the neighbours of each node.

    >>> is_graph([[1], [0]]), is_graph([[1, 2], [3, 4]])
    (True, False)
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        return False
    nodes = range(len(value))
    if not all(
        isinstance(row, Sequence) and all(type(node) is int and node in nodes for node in row)
        for row in value
    ):
        return False
    rows = [set(row) for row in value]
    return any(rows) and all(node in rows[other] and other != node for node in nodes for other in rows[node])


def _squares(text: str) -> list[list[str]]:
    """Return what stands on the squares of a board in text, row by row; nothing if it does not look like one."""
    rows = _without_names([line.split() for line in text.splitlines() if line.strip()])
    if rows and all(len(row) == 1 for row in rows):
        rows = [list(row[0]) for row in rows]
    short = all(len(sign) <= WIDEST_SIGN for row in rows for sign in row)
    return rows if short and len(rows) > 1 and len(rows[0]) > 1 and len(set(map(len, rows))) == 1 else []


def _without_names(rows: list[list[str]]) -> list[list[str]]:
    """Return the rows without the numbers before them and the letters below them, if they have such."""
    if len(rows) > 1 and rows[-1] == list(ascii_lowercase[: len(rows[-1])]):
        rows = rows[:-1]
        if all(row[0].isdecimal() and row[0] == str(len(rows) - i) for i, row in enumerate(rows)):
            return [row[1:] for row in rows]
    return rows
