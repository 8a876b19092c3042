"""`BoardWidget`: a solved game in a notebook, played on a board, whose state Python knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamekit.analysis.play.play import Play
from gamekit.game.optional import importing
from gamekit.solution.solution import Solution
from gamekit.web.pages.framing import frame_size
from gamekit.web.pages.writing import to_html

with importing("anywidget", "a board in a notebook needs"):
    import anywidget
    import traitlets


class BoardWidget(anywidget.AnyWidget):
    """A board on which a solved game is played, against perfection or by two people, in JupyterLab or VS Code.

    The board is the page that `gamekit export` writes, so the notebook needs no server, and gamekit refuses what it
    refuses there. Requires anywidget.

    Args:
        solution: the solution of the game; it is verified first.
        start: the state from which play starts; by default, the start of the solution.

    Attributes:
        moves: the moves up to the state that the board shows, as texts.

    Raises:
        LimitError: play can reach more states than a page holds.
        UnsupportedError: anywidget is not installed, the values are not verified, or they depend on the number of
            plies left.

    >>> import gamekit
    >>> from games.nim import Nim
    >>> widget = BoardWidget(gamekit.solve(Nim(heaps=(1, 2))))
    >>> widget.moves = ["take 1 from a heap of 2"]  # as a click on the board does
    >>> widget.state, widget.play.verdict.winner
    ((1, 1, 1), 'first')
    """

    _esm = Path(__file__).with_name("widget.js")
    moves = traitlets.List(traitlets.Unicode()).tag(sync=True)
    _page = traitlets.Unicode().tag(sync=True)
    _title = traitlets.Unicode().tag(sync=True)
    _size = traitlets.List(traitlets.Int()).tag(sync=True)

    def __init__(self, solution: Solution[Any, Any], start: Any = None) -> None:
        self._begun = Play.begin(solution, start=start)
        super().__init__(
            _page=to_html(solution, start),
            _title=repr(solution.game),
            _size=list(frame_size(self._begun)),
        )

    @property
    def play(self) -> Play:
        """The play up to the state that the board shows."""
        play = self._begun
        for move in self.moves:
            play = play.played(play.move_called(move))
        return play

    @property
    def state(self) -> Any:
        """The state that the board shows."""
        return self.play.state
