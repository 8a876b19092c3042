"""A board in a notebook, in a page that does what a notebook does with a widget."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import gamekit
from games.tic_tac_toe import TicTacToe

NOTEBOOK = """
const values = VALUES;
globalThis.kept = [];
const model = {
  get: (name) => values[name],
  set: (name, value) => { values[name] = value; },
  save_changes: () => globalThis.kept.push(values.moves),
};
globalThis.leave = widget.render({ model, el: document.body });
"""


def test_the_board_is_played_on_and_tells_the_moves(page: Any, expect: Any, tmp_path: Path) -> None:
    pytest.importorskip("anywidget")
    from gamekit.web.widget import BoardWidget

    widget = BoardWidget(gamekit.solve(TicTacToe()))
    values = {name: getattr(widget, name) for name in ("moves", "_page", "_title", "_size")}
    module = str(widget._esm).replace("export default", "const widget =")
    program = module + NOTEBOOK.replace("VALUES", json.dumps(values).replace("</", "<\\/"))
    (tmp_path / "notebook.html").write_text(
        f'<meta charset="utf-8"><body><script type="module">{program}</script>'
    )
    errors: list[Any] = []
    page.on("pageerror", lambda error: errors.append(error))
    page.goto((tmp_path / "notebook.html").as_uri())
    board = page.frame_locator("iframe")
    expect(board.locator(".stage")).to_be_visible()
    expect(board.get_by_role("heading")).to_have_count(
        1
    )  # for those who hear the page; the board and its bar alone
    board.locator('[data-spot="0"]').click()
    page.wait_for_function("kept.at(-1)?.length === 2")  # with perfection's answer
    widget.set_state({"moves": page.evaluate("kept.at(-1)")})
    assert [widget.play.game.format_move(turn.state, turn.move) for turn in widget.play.turns] == widget.moves
    assert widget.play.game.format_state(widget.state).count("X") == 1
    board.get_by_role("button", name="Undo").click()
    page.wait_for_function("kept.at(-1).length === 0")
    frame = page.frames[1]
    assert frame.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.evaluate("leave()")
    assert errors == []
