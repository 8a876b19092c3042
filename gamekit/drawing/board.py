"""`Board`: a drawing of a state: the game's own, or else a graph, a grid or text."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Final

import attrs

from gamekit.drawing.graph_layout import Graph
from gamekit.drawing.html import figure
from gamekit.drawing.svg import BLUE, GREEN, ORANGE, VERMILION, draw_graph, draw_grid, draw_text
from gamekit.drawing.text_boards import read_board
from gamekit.errors import RulesError
from gamekit.game.protocol import Game

_TOKENS: Final = (BLUE, VERMILION, GREEN, ORANGE)
_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # no document may have these
_PIECE = re.compile(r"([^\W\d]\w*)[\s:=]{1,2}(\d+)\b")  # a word and a number, as in "mouse 3" or "cat=5"


@attrs.frozen(eq=False)
class Board:
    """A state as a drawing, which a notebook displays.

    Attributes:
        game: the rules.
        state: the state.

    >>> from games.nim import Nim
    >>> board = Board(Nim(heaps=(1, 2)), (1, 2, 0))
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
        """The board as an SVG document: the game's own drawing, or one derived from its parameters and text.

        Raises:
            RulesError: the game's drawing is not text.
        """
        drawing = self._own() or self._as_graph() or self._as_grid() or draw_text(str(self).splitlines())
        return _NO_XML.sub("\ufffd", drawing)

    def _repr_html_(self) -> str:
        return figure(self.svg, self.game.format_state(self.state), self.game.board_in_words(self.state))

    def _own(self) -> str | None:
        drawing: object = self.game.svg(self.state)
        if drawing is None or isinstance(drawing, str):
            return drawing
        call = f"{type(self.game).__name__}.svg({self.game.format_state(self.state)})"
        what = f"returned {reprlib.repr(drawing)}; it must be None or an SVG document as text"
        raise RulesError(f"{call} {what}")

    def _as_graph(self) -> str | None:
        """Draw the game's graph, with a token on each node that the state's text names, as in "mouse 3, cat 5"."""
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
        """Draw the state's text board as a grid; return None unless its rows are as long as in the initial state."""
        board = read_board(str(self))
        first = read_board(self.game.render(self.game.initial_state()))
        if board is None or first is None or list(map(len, board.rows)) != list(map(len, first.rows)):
            return None
        rows = [["" if sign in "._" else sign for sign in row] for row in board.rows]
        return draw_grid(rows, names=(board.row_names, board.column_names), notes=board.notes)


def graph_of(game: Game[Any, Any]) -> Graph | None:
    """Return the first parameter of a game that `is_graph` accepts as an undirected graph; None if there is none.

    >>> from games.cops_and_robber import CopsAndRobber
    >>> graph_of(CopsAndRobber(graph=[[1], [0, 2], [1]]))
    ((1,), (0, 2), (1,))
    """
    cls: type[Any] = type(game)
    fields = attrs.fields(cls) if attrs.has(cls) else ()
    values = (getattr(game, field.name) for field in fields if field.init)
    return next((value for value in values if is_graph(value)), None)


def is_graph(value: Any) -> bool:
    """Return whether a value is an undirected graph, given as the neighbours of each node.

    >>> is_graph([[1], [0]]), is_graph([[1, 2], [3, 4]])
    (True, False)
    """
    if not isinstance(value, Sequence) or isinstance(value, str) or not value:
        return False
    nodes = range(len(value))
    lists_nodes = (
        isinstance(row, Sequence) and all(type(node) is int and node in nodes for node in row)
        for row in value
    )
    if not all(lists_nodes):
        return False
    rows = [set(row) for row in value]
    return any(rows) and all(node in rows[other] and other != node for node in nodes for other in rows[node])
