"""Levels that are written as text are painted as grids are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from support.axe import serious

Explore = Callable[..., str]


def test_a_level_is_painted_and_written_as_text(page: Any, explore: Explore, expect: Any) -> None:
    page.goto(f"{explore()}#game=sokoban&parameters=null")
    page.get_by_role("tab", name="Editor").click()
    grid = page.get_by_role("grid")
    written = page.locator("#analysis textarea").first
    expect(written).to_have_value(
        '{\n  "level": "#######/#-.-@-#/#-$#$-#/#--.--#/#######",\n  "metric": "moves"\n}'
    )
    page.get_by_role("button", name="#", exact=False).first.click()
    grid.get_by_role("gridcell").nth(8).click()
    expect(written).to_have_value(
        '{\n  "level": "#######/##.-@-#/#-$#$-#/#--.--#/#######",\n  "metric": "moves"\n}'
    )
    page.get_by_role("button", name="Add a row").click()
    expect(grid.get_by_role("gridcell")).to_have_count(42)
    assert "/-------" in written.input_value()
    assert serious(page) == []
