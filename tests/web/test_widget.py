"""A board in a notebook: what it tells Python of the play."""

from __future__ import annotations

import subprocess
import sys

import pytest

import gamekit
from games.nim import Nim


@pytest.mark.slow
@pytest.mark.extra
def test_the_state_is_that_of_the_moves_which_the_board_tells() -> None:
    pytest.importorskip("anywidget")
    from gamekit.web.widget import BoardWidget

    widget = BoardWidget(gamekit.solve(Nim(heaps=(1, 2))), start=(1, 1, 1))
    assert widget.state == (1, 1, 1)
    widget.set_state({"moves": ["take 1 from a heap of 1"]})  # as the notebook does
    assert (widget.state, widget.play.verdict.winner) == ((0, 1, 0), "first")
    widget.set_state({"moves": []})
    assert widget.state == (1, 1, 1)
    assert set(widget.keys) >= {"moves", "_page", "_title", "_size"}


@pytest.mark.slow
def test_without_anywidget_a_sentence_says_what_is_missing() -> None:
    program = (
        "import sys; sys.modules['anywidget'] = None\n"
        "try: import gamekit.web.widget\n"
        "except Exception as error: print(type(error).__name__, error)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout == (
        "UnsupportedError a board in a notebook needs anywidget, which is not installed: pip install anywidget\n"
    )
